/**
 * A small toolkit written by hand, which the tests of the server serve in a process of its own.
 *
 * Environment variables choose variants: SERVED_BANNER=1 prints at import, SERVED_EARLY=1 takes the streams before that,
 * and SERVED_LIMIT, SERVED_GRACE, SERVED_LINGER and SERVED_BACKLOG set what their names say.
 */

import { execFileSync, spawn, spawnSync } from "node:child_process";
import type { EventEmitter } from "node:events";
import fs from "node:fs";
import net from "node:net";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

import type { Codec } from "../flow/codec.ts";
import type { Context } from "../flow/context.ts";
import { Declarations } from "../flow/declarations.ts";
import * as flow from "../flow/data.ts";
import { serveTools } from "../flow/serve.ts";
import { Toolkit } from "../flow/tool.ts";
import type { ToolEntry } from "../flow/tool.ts";
import { ODD } from "./odd_code.ts";

const IDENTITY = "github.com/acme/tools@v1.0.0/served.flow";
const INTS = flow.listOf(flow.INT);

/** A codec, and its type as a term. */
type Typed = readonly [codec: Codec<unknown>, term: string];

const Text: Typed = [flow.TEXT, '"Text"'];
const Int: Typed = [flow.INT, '"Int"'];
const Decimal: Typed = [flow.DECIMAL, '"Decimal"'];
const Duration: Typed = [flow.DURATION, '"Duration"'];
const Ints: Typed = [INTS, '{"List":"Int"}'];
const Never: Typed = [flow.NEVER, '"Never"'];
const Unit: Typed = [flow.UNIT, '"Unit"'];
const T: Typed = [flow.NEVER, '{"Param":{"index":0,"owner":"tool"}}'];
const Ts: Typed = [flow.NEVER, '{"Set":{"Param":{"index":0,"owner":"tool"}}}'];

interface Declared {
  readonly params: Readonly<Record<string, Typed>>;
  readonly ok: Typed;
  readonly err: Typed;
  readonly generic?: readonly string[];
}

const TOOLS: Readonly<Record<string, Declared>> = {
  echo: { params: { text: Text }, ok: Text, err: Never },
  grow: { params: { text: Text, times: Int }, ok: Text, err: Never },
  sleep: { params: { time: Duration }, ok: Text, err: Never },
  block: { params: { time: Duration }, ok: Text, err: Never },
  burn: { params: { time: Duration }, ok: Text, err: Never },
  meet: { params: { name: Text, count: Int }, ok: Text, err: Never },
  misbehave: { params: { how: Text }, ok: Text, err: Text },
  noise: { params: { text: Text }, ok: Text, err: Never },
  count: { params: { name: Text }, ok: Int, err: Never },
  nothing: { params: {}, ok: Unit, err: Never },
  odd: { params: { how: Text }, ok: Text, err: Text },
  odd_int: { params: { how: Text }, ok: Int, err: Text },
  odd_decimal: { params: { how: Text }, ok: Decimal, err: Text },
  odd_list: { params: { how: Text }, ok: Ints, err: Text },
  reflect: { params: { value: T }, ok: T, err: Never, generic: ["T"] },
  largest: { params: { items: Ts }, ok: T, err: Ts, generic: ["T"] },
};

function entry(method: string, declared: Declared): ToolEntry {
  const { params, ok, err, generic = [] } = declared;
  const at = (bindings: readonly Codec<unknown>[], typed: Typed) => {
    const bound = bindings[0] ?? flow.NEVER;
    if (typed === T) return bound;
    return typed === Ts ? flow.setOf(bound) : typed[0];
  };
  return {
    identity: `${IDENTITY}.${method}`,
    fingerprint: `sha256:${method}`,
    method,
    generic,
    params: Object.keys(params).map((name) => [name, name]),
    codecs: (...bindings) => ({
      params: Object.values(params).map((typed) => at(bindings, typed)),
      ok: at(bindings, ok),
      err: at(bindings, err),
    }),
  };
}

function signature({ params, ok, err, generic = [] }: Declared): string {
  const shown = Object.entries(params).map(
    ([name, [, term]]) => `{"name":"${name}","type":${term}}`,
  );
  return `{"generic":${JSON.stringify(generic)},"params":[${shown.join()}],"ok":${ok[1]},"err":${err[1]}}`;
}

/** What the Tools declare. */
export const DECLARATIONS: Declarations = new Declarations(
  "1.0",
  [],
  Object.entries(TOOLS).map(([method, declared]) => [
    `${IDENTITY}.${method}`,
    signature(declared),
  ]),
);

/** The toolkit. */
export const TOOLKIT: Toolkit = new Toolkit(
  Object.entries(TOOLS).map(([method, declared]) => entry(method, declared)),
  () => Promise.resolve(DECLARATIONS),
);

type Ctx = Context<unknown>;

interface HowArgs {
  readonly how: string;
}

interface TimeArgs {
  readonly time: flow.Duration;
}

function milliseconds({ time }: TimeArgs): number {
  return time.seconds.toNumber() * 1000;
}

/** An implementation. */
export class Acme {
  readonly counts: Map<string, bigint> = new Map<string, bigint>();
  readonly #meetings = new Map<string, (() => void)[]>();

  echo({ text }: { readonly text: string }): string {
    return text;
  }

  async grow(args: {
    readonly text: string;
    readonly times: bigint;
  }): Promise<string> {
    await Promise.resolve();
    return args.text.repeat(Number(args.times));
  }

  async sleep(args: TimeArgs, ctx: Ctx): Promise<string> {
    await pause(milliseconds(args), undefined, { signal: ctx.signal });
    return "slept";
  }

  /** Sleeps deaf to cancels. */
  async block(args: TimeArgs): Promise<string> {
    await pause(milliseconds(args));
    return "blocked";
  }

  /** Keeps the processor for itself. */
  burn(args: TimeArgs): string {
    const end = performance.now() + milliseconds(args);
    while (performance.now() < end);
    return "burnt";
  }

  /** Waits, deaf to cancels, until so many calls are here. */
  async meet(args: {
    readonly name: string;
    readonly count: bigint;
  }): Promise<string> {
    const here = this.count(args);
    const waiting = this.#meetings.get(args.name) ?? [];
    this.#meetings.set(args.name, waiting);
    if (here >= args.count) for (const go of waiting) go();
    else await new Promise<void>((resolve) => waiting.push(resolve));
    return "met";
  }

  count({ name }: { readonly name: string }): bigint {
    const count = (this.counts.get(name) ?? 0n) + 1n;
    this.counts.set(name, count);
    return count;
  }

  nothing(): void {
    // and says so
  }

  async misbehave({ how }: HowArgs, ctx: Context<string>): Promise<unknown> {
    await Promise.resolve();
    return misbehave(how, ctx);
  }

  noise({ text }: { readonly text: string }): Promise<string> {
    return makeNoise(text);
  }

  odd({ how }: HowArgs, ctx: Ctx): unknown {
    return ODD[how]?.(ctx, this);
  }

  odd_int({ how }: HowArgs, ctx: Ctx): unknown {
    return ODD[how]?.(ctx, this);
  }

  odd_decimal({ how }: HowArgs, ctx: Ctx): unknown {
    return ODD[how]?.(ctx, this);
  }

  odd_list({ how }: HowArgs, ctx: Ctx): unknown {
    return ODD[how]?.(ctx, this);
  }

  reflect({ value }: { readonly value: unknown }): unknown {
    return value;
  }

  largest(
    { items }: { readonly items: flow.FlowSet<unknown> },
    ctx: Context<unknown>,
  ): unknown {
    if (items.last === undefined) throw ctx.failed(items);
    return items.last;
  }
}

async function misbehave(how: string, ctx: Context<string>): Promise<unknown> {
  switch (how) {
    case "throw":
      throw new RangeError("boom");
    case "throw at length":
      throw new Error("x".repeat(100_000));
    case "throw a surrogate":
      throw new Error("half \ud800");
    case "fail":
      throw ctx.failed("declared");
    case "fail wrongly":
      throw ctx.failed(7 as unknown as string);
    case "decline":
      throw ctx.notRun("not now");
    case "decline at length":
      throw ctx.notRun("y".repeat(100_000));
    case "doubt":
      throw ctx.unknown("who knows");
    case "return a number":
      return 7;
    case "return a surrogate":
      return "half \ud800";
    case "return nothing":
      return undefined;
    case "ids":
      return `${typeof ctx.runId} ${String(ctx.runId)} ${typeof ctx.callId} ${String(ctx.callId)} ${String(ctx.cancelled)}`;
    case "shout":
      process.stderr.write("e".repeat(1 << 20));
      return "shouted";
    case "leave a timer":
      setInterval(() => undefined, 10);
      return "left";
    case "leave a socket":
      net.createServer().listen(0, "127.0.0.1");
      return "left";
    case "leave a child":
      return String(spawn("sleep", ["60"], { stdio: "inherit" }).pid);
    case "leave an exception":
      setImmediate(() => {
        throw new Error("left to nobody");
      });
      await pause(20);
      return "left";
    case "leave a rejection":
      void Promise.reject(new Error("left to nobody"));
      await pause(20);
      return "left";
    case "really exit":
      return process.exit(7);
    case "read standard input": {
      let text = "";
      for await (const chunk of process.stdin) text += String(chunk);
      return `${text}.`;
    }
    case "read descriptor 0":
      return `${fs.readFileSync(0, "utf8")}.`;
    case "cat":
      return await catOf("inherit");
    case "cat of 0":
      return await catOf(0);
    case "cat at once":
      return `${execFileSync("cat", { stdio: ["inherit", "pipe", "pipe"], encoding: "utf8" })}.`;
    default:
      throw new Error(`nobody does ${how}`);
  }
}

async function catOf(input: "inherit" | number): Promise<string> {
  const cat = spawn("cat", { stdio: [input, "pipe", "inherit"] });
  let text = "";
  for await (const chunk of cat.stdout ?? []) text += String(chunk);
  return `${text}.`;
}

/** Prints a text in eleven ways. */
async function makeNoise(text: string): Promise<string> {
  console.log(text);
  process.stdout.write(text);
  fs.writeSync(1, text);
  fs.writeFileSync(1, text);
  await new Promise((resolve) => {
    fs.write(1, text, resolve);
  });
  await new Promise((resolve) => {
    fs.createWriteStream("", { fd: 1, autoClose: false }).write(text, resolve);
  });
  await printedBy(
    new Worker(`console.log(${JSON.stringify(text)})`, { eval: true }),
  );
  spawnSync("printf", ["%s", text], { stdio: "inherit" });
  execFileSync("printf", ["%s", text], { stdio: ["ignore", 1, "ignore"] });
  await printedBy(spawn("printf", ["%s", text], { stdio: "inherit" }));
  await printedBy(
    spawn("printf", ["%s", text], { stdio: ["ignore", process.stdout, 2] }),
  );
  return text;
}

/** Wait until a child or a worker has ended. */
async function printedBy(printer: EventEmitter): Promise<void> {
  await new Promise((resolve) => printer.once("exit", resolve));
}

function setting(name: string): number | undefined {
  const text = process.env[`SERVED_${name}`];
  return text === undefined ? undefined : Number(text);
}

async function main(): Promise<void> {
  if (process.env["SERVED_EARLY"] !== undefined) {
    await import("../flow/take.ts");
  }
  if (process.env["SERVED_BANNER"] !== undefined) {
    console.log("a banner at import");
    spawnSync("echo", ["a banner of a child"], { stdio: "inherit" });
  }
  flow.LIMITS.messageBytes = setting("LIMIT") ?? flow.LIMITS.messageBytes;
  const { grace, linger, backlog } = {
    grace: setting("GRACE") ?? 5000,
    linger: setting("LINGER") ?? 1000,
    backlog: setting("BACKLOG") ?? 512 * 1024 * 1024,
  };
  await serveTools(TOOLKIT, new Acme(), { grace, linger, backlog });
  console.error("cleaned up");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
