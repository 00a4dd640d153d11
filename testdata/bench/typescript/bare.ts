/** The least program that answers a line: it sends the first one back and ends. */

process.stdin.once("data", (line) => {
  process.stdout.write(line);
  process.stdin.destroy();
});
