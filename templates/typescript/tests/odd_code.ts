/** What no author means to write, for the tests of the server: each function is the body of a Tool. */

import { spawnSync } from "node:child_process";
import fs from "node:fs";
import process from "node:process";

import type { Context } from "../flow/context.ts";
import * as flow from "../flow/data.ts";
import { Failure } from "../flow/outcome.ts";
import type { Unknown } from "../flow/outcome.ts";

/** A body: it is given the context, and the object whose method it is. */
export type Body = (ctx: Context<unknown>, tools: object) => unknown;

function thrown(error: unknown): never {
  throw error as Error;
}

function recursion(): number {
  return recursion() + 1;
}

class Nasty extends Error {
  override get message(): string {
    throw new Error("no words");
  }
}

class NastyName extends Error {
  override get name(): string {
    throw new Error("no name");
  }
}

/** The bodies by name. */
export const ODD: Readonly<Record<string, Body>> = {
  "throws nothing": () => thrown(undefined),
  "throws null": () => thrown(null),
  "throws a string": () => thrown("boo"),
  "throws a symbol": () => thrown(Symbol("boo")),
  "throws an object without a prototype": () => thrown(Object.create(null)),
  "throws an error without words": () => thrown(new Nasty()),
  "throws an error without a name": () => thrown(new NastyName()),
  "throws an error whose stack is no text": () =>
    thrown(Object.assign(new Error("x"), { stack: 7 })),
  "throws a proxy": () =>
    thrown(
      new Proxy(
        {},
        {
          get: () => thrown(new Error("no look")),
          getPrototypeOf: () => thrown(new Error("no look")),
        },
      ),
    ),
  recursion: () => recursion(),
  "a reason that is no text": (ctx) =>
    thrown(ctx.notRun(7 as unknown as string)),
  "a doubt that is no text": (ctx) =>
    thrown(ctx.unknown(Symbol("x") as unknown as string)),
  "an outcome that is none": () =>
    thrown(new Failure({ tag: "Ok" } as unknown as Unknown)),
  "an outcome that was deleted": (ctx) => {
    const failure = ctx.notRun("gone");
    Reflect.deleteProperty(failure, "outcome");
    throw failure;
  },
  "a promise that is rejected with nothing": () =>
    Promise.resolve().then(() => thrown(undefined)),
  "a thenable": () => ({
    then: (resolve: (value: string) => void) => {
      resolve("thenable");
    },
  }),
  "a thenable that answers twice": () => ({
    then: (resolve: (value: string) => void, reject: (e: Error) => void) => {
      resolve("once");
      reject(new Error("twice"));
      resolve("thrice");
    },
  }),
  "a thenable that throws": () => ({
    then: () => thrown(new Error("then what")),
  }),
  "a value whose then throws": () =>
    Object.defineProperty({}, "then", {
      get: () => thrown(new Error("no then")),
    }),
  "a promise in a promise": () => Promise.resolve(Promise.resolve("deep")),
  "a boxed string": () => new Object("boxed"),
  "a proxy": () =>
    new Proxy({}, { get: () => thrown(new Error("no look")) }) as unknown,
  "a function": () => () => "called",
  "a number": () => 7,
  "a fraction": () => 0.5,
  "not a number": () => NaN,
  true: () => true,
  "a huge bigint": () => 10n ** 5000n,
  "a large bigint": () => 10n ** 4095n,
  "a decimal that is none": () =>
    Object.create(flow.Decimal.prototype) as unknown,
  "a list that throws": () =>
    new Proxy([1n], {
      get: (list, key) =>
        key === "0" || key === Symbol.iterator
          ? thrown(new Error("no item"))
          : (Reflect.get(list, key) as unknown),
    }),
  "a list with a hole": () => new Array<bigint>(3),
  "writes to descriptor one": () => {
    fs.writeSync(1, '{"id":1,"jsonrpc":"2.0","result":{}}\n');
    spawnSync("sh", ["-c", "echo from a child; echo err >&2"], {
      stdio: "inherit",
    });
    return "written";
  },
  "ends standard output": () => {
    process.stdout.end("the end");
    return "ended";
  },
  "destroys standard output": () => {
    process.stdout.destroy();
    return "destroyed";
  },
  "ends standard error": () => {
    process.stderr.end();
    throw new Error("told to nobody");
  },
  "closes descriptor two": () => {
    fs.closeSync(2);
    throw new Error("told to nobody");
  },
  "resumes standard input": () => {
    process.stdin.resume();
    process.stdin.on("data", () => thrown(new Error("what?")));
    return "resumed";
  },
  "destroys standard input": () => {
    process.stdin.destroy();
    return "destroyed";
  },
  "deletes the method": (_ctx, tools) => {
    Reflect.deleteProperty(Object.getPrototypeOf(tools) as object, "odd");
    return "deleted";
  },
  "changes the directory": () => {
    process.chdir("/");
    for (const name of Object.keys(process.env)) {
      Reflect.deleteProperty(process.env, name);
    }
    return "moved";
  },
  "changes prototypes": () => {
    Object.defineProperty(Object.prototype, "extra", {
      enumerable: true,
      value: "x",
    });
    return "changed";
  },
  "a reply over the limit": () => "x".repeat(1 << 27),
};
