/** The floor: sends each line back as it came. */

process.stdin.on("data", (lines) => {
  process.stdout.write(lines);
});
