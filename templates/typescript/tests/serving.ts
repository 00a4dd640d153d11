/** A server in a process of its own, for the tests that speak to it. */

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";

/** Milliseconds that a test waits for what must come; nothing takes a tenth of it. */
export const PATIENCE = 30_000;

/** The file and its repository, of which the Tools of `served_tools` are. */
export const IDENTITY = "github.com/acme/tools@v1.0.0/served.flow";

/** A request to describe. */
export const DESCRIBE =
  '{"id":"d","jsonrpc":"2.0","method":"describe","params":{"data":"1.0"}}\n';

/** By what a host speaks to the server: Node's hosts by sockets, most others by pipes. */
export type Kind = "pipes" | "sockets";

/** Each of them, for tests that hold for both. */
export const KINDS: readonly Kind[] = ["pipes", "sockets"];

/** The path of a script among the tests, as it is compiled or not. */
export function script(name: string): string {
  return fileURLToPath(
    new URL(`./${name}${path.extname(import.meta.url)}`, import.meta.url),
  );
}

/** What an id, a run or a call may be. */
export type Id = string | number | bigint;

function idText(id: Id): string {
  return typeof id === "string" ? JSON.stringify(id) : String(id);
}

/** What a call may say besides its Tool and its arguments. */
export interface CallParts {
  readonly run?: Id;
  readonly call?: Id;
}

/** The line of a call, with its line end. */
export function call(
  id: Id,
  tool: string,
  args: object,
  parts: CallParts = {},
): string {
  const { run = "r", call = `c${String(id)}` } = parts;
  return `{"id":${idText(id)},"jsonrpc":"2.0","method":"call","params":{"args":${JSON.stringify(args)},"call":${idText(call)},"run":${idText(run)},"tool":"${IDENTITY}.${tool}"}}\n`;
}

/** The line of a cancel. */
export function cancel(call: Id, run: Id = "r"): string {
  return `{"jsonrpc":"2.0","method":"cancel","params":{"call":${idText(call)},"run":${idText(run)}}}\n`;
}

/** An outcome as JSON. */
export type Outcome = Readonly<Record<string, unknown>>;

/** An answer as JSON. */
export interface Answer {
  readonly id: string | number | null;
  readonly result?: { readonly outcome: Outcome };
  readonly error?: { readonly code: number; readonly message: string };
}

/** How to start a server. */
export interface Start {
  readonly kind?: Kind;
  readonly env?: Readonly<Record<string, string>>;
  readonly script?: string;
  /** Whether what it writes is read as it comes; true by default. */
  readonly reads?: boolean;
}

/** A running server. */
export class Served {
  readonly process: ChildProcess;
  readonly input: Writable;
  readonly output: Readable;
  readonly #errors: Buffer[] = [];
  readonly #errorsEnd: Promise<unknown>;
  readonly #lines: Buffer[] = [];
  #held: Buffer[] = [];
  #hasEnded = false;
  #notify: () => void = () => undefined;

  constructor({
    kind = "pipes",
    env = {},
    script: file = script("served_tools"),
    reads = true,
  }: Start = {}) {
    const start = kind === "pipes" ? startOnPipes : startOnSockets;
    const { child, input, output, errors } = start(
      [...process.execArgv.filter(isOwn), file],
      { ...process.env, ...env },
    );
    this.process = child;
    this.input = input;
    this.output = output;
    errors.on("data", (chunk: Buffer) => this.#errors.push(chunk));
    this.#errorsEnd = once(errors, "close");
    input.on("error", () => {
      // Whoever writes to a server that has ended is told by what it does not answer.
    });
    if (reads) this.read();
  }

  /** Begin to read what the server writes. */
  read(): void {
    this.output.on("data", (chunk: Buffer) => {
      this.#take(chunk);
    });
    this.output.once("close", () => {
      this.#hasEnded = true;
      this.#notify();
    });
  }

  #take(chunk: Buffer): void {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(0x0a, start);
      if (end < 0) break;
      this.#held.push(chunk.subarray(start, end));
      this.#lines.push(Buffer.concat(this.#held));
      this.#held = [];
      start = end + 1;
    }
    if (start < chunk.length) this.#held.push(chunk.subarray(start));
    this.#notify();
  }

  /** Write all of it, in as many writes as there are pieces. */
  async send(...pieces: readonly (string | Uint8Array)[]): Promise<void> {
    for (const piece of pieces) {
      if (!this.input.write(piece)) await once(this.input, "drain");
    }
  }

  /** The next line that the server wrote; empty at the end of its output. */
  async line(): Promise<string> {
    const deadline = Date.now() + PATIENCE;
    while (this.#lines.length === 0 && !this.#hasEnded) {
      const left = deadline - Date.now();
      assert.ok(left > 0, `no line came; standard error: ${this.errorsSoFar}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#notify = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    return this.#lines.shift()?.toString() ?? "";
  }

  /** The next line, as JSON. */
  async answer(): Promise<Answer> {
    const line = await this.line();
    assert.notEqual(line, "", `no answer; standard error: ${this.errorsSoFar}`);
    return JSON.parse(line) as Answer;
  }

  /** The outcomes of the next replies, by their ids. */
  async outcomes(count: number): Promise<Map<string | number, Outcome>> {
    const found = new Map<string | number, Outcome>();
    for (let at = 0; at < count; at++) {
      const { id, result } = await this.answer();
      assert.ok(id !== null && result !== undefined);
      found.set(id, result.outcome);
    }
    assert.equal(found.size, count);
    return found;
  }

  /** The outcome of one call. */
  async ask(tool: string, args: object, parts?: CallParts): Promise<Outcome> {
    await this.send(call("ask", tool, args, parts));
    const { result } = await this.answer();
    assert.ok(result !== undefined);
    return result.outcome;
  }

  /** All lines up to the end of the output. */
  async rest(): Promise<string[]> {
    const lines: string[] = [];
    for (let line = await this.line(); line !== ""; line = await this.line()) {
      lines.push(line);
    }
    return lines;
  }

  /** The exit status, once the process has ended. */
  async status(): Promise<number | null> {
    if (this.process.exitCode !== null) return this.process.exitCode;
    if (this.process.signalCode !== null) return null;
    const [status] = (await once(this.process, "exit")) as [number | null];
    return status;
  }

  /** Close the input: the exit status, and the lines that still came. */
  async end(): Promise<{ status: number | null; lines: string[] }> {
    this.input.end();
    const lines = await this.rest();
    return { status: await this.status(), lines };
  }

  /** What the process wrote to standard error, once it has ended. */
  async errors(): Promise<string> {
    await this.#errorsEnd;
    return this.errorsSoFar;
  }

  /** What the process wrote to standard error so far. */
  get errorsSoFar(): string {
    return Buffer.concat(this.#errors).toString();
  }

  /** Bytes that the process holds at most so far. */
  resident(): number {
    const file = `/proc/${String(this.process.pid)}/status`;
    const [, size] =
      /^VmRSS:\s+([0-9]+)/m.exec(fs.readFileSync(file, "utf8")) ?? [];
    return Number(size) * 1024;
  }

  /** End the process, if it has not ended. */
  async kill(): Promise<void> {
    this.process.kill("SIGKILL");
    await this.status();
    this.input.destroy();
    this.output.destroy();
  }
}

/** Options of Node's own that a child should have too: not those of a test runner. */
function isOwn(option: string): boolean {
  return !option.startsWith("--test");
}

interface Started {
  readonly child: ChildProcess;
  readonly input: Writable;
  readonly output: Readable;
  readonly errors: Readable;
}

function startOnSockets(args: string[], env: NodeJS.ProcessEnv): Started {
  const child = spawn(process.execPath, args, { env, stdio: "pipe" });
  return {
    child,
    input: child.stdin,
    output: child.stdout,
    errors: child.stderr,
  };
}

function startOnPipes(args: string[], env: NodeJS.ProcessEnv): Started {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "flow-"));
  const [input, output, errors] = ["in", "out", "err"].map((name) =>
    pipe(path.join(folder, name)),
  ) as [Pipe, Pipe, Pipe];
  fs.rmSync(folder, { recursive: true });
  const child = spawn(process.execPath, args, {
    env,
    stdio: [input.from, output.to, errors.to],
  });
  for (const end of [input.from, output.to, errors.to]) fs.closeSync(end);
  return {
    child,
    input: new net.Socket({ fd: input.to, readable: false, writable: true }),
    output: new net.Socket({ fd: output.from, writable: false }),
    errors: new net.Socket({ fd: errors.from, writable: false }),
  };
}

/** The descriptors of a pipe: where it is read and where it is written. */
interface Pipe {
  readonly from: number;
  readonly to: number;
}

function pipe(name: string): Pipe {
  execFileSync("mkfifo", [name]);
  // To open an end waits for the other one, but for this.
  const first = fs.openSync(name, fs.constants.O_RDWR);
  const from = fs.openSync(name, fs.constants.O_RDONLY);
  const to = fs.openSync(name, fs.constants.O_WRONLY);
  fs.closeSync(first);
  return { from, to };
}

/** So many milliseconds. */
export async function sleep(milliseconds: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Run a test with a server, which is ended whatever comes of the test. */
export async function withServer(
  start: Start,
  body: (server: Served) => Promise<void>,
): Promise<void> {
  const server = new Served(start);
  try {
    await body(server);
  } finally {
    await server.kill();
  }
}
