/**
 * A JSON-RPC loop written by hand on JSON.parse and JSON.stringify: no checks, no exactness.
 *
 *     jsonrpc             one call at a time, and one write for the answers to all that had come
 *     jsonrpc promises    each call an async function of its own, so that none waits for another
 */

interface Request {
  readonly id: number;
  readonly params: {
    readonly args: { readonly prompt: string };
    readonly call: string;
    readonly run: string;
  };
}

function answer(line: string): string {
  const { id, params } = JSON.parse(line) as Request;
  const outcome = { Ok: "hello " + params.args.prompt };
  const result = { call: params.call, outcome, run: params.run };
  return JSON.stringify({ id, jsonrpc: "2.0", result }) + "\n";
}

let answers = "";

function flush(): void {
  process.stdout.write(answers);
  answers = "";
}

async function call(line: string): Promise<void> {
  await Promise.resolve();
  if (answers === "") setImmediate(flush);
  answers += answer(line);
}

const promises = process.argv[2] === "promises";
let rest = "";

process.stdin.setEncoding("utf8");
process.stdin.on("data", (chunk: string) => {
  const lines = (rest + chunk).split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) {
    if (promises) void call(line);
    else answers += answer(line);
  }
  if (!promises) flush();
});
