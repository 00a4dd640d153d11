/** A server in the tests' own process, without streams. */

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";

import { Server } from "../flow/server.ts";
import type { Toolkit } from "../flow/tool.ts";
import { Acme } from "./served_tools.ts";

const INPUT = {
  pause: () => undefined,
  resume: () => undefined,
  close: () => undefined,
};

/** What a server of `served_tools` answers to chunks of bytes, as lines. */
export async function answers(
  toolkit: Toolkit,
  chunks: readonly Uint8Array[],
): Promise<string[]> {
  const written: string[] = [];
  const output = {
    write: (text: string, done: (isWritten: boolean) => void) => {
      written.push(text);
      setImmediate(() => {
        done(true);
      });
    },
  };
  const options = { grace: 1000, backlog: 1 << 20 };
  const server = new Server(toolkit, new Acme(), options, output);
  const served = server.run(INPUT);
  for (const chunk of chunks) {
    server.take(Buffer.from(chunk));
    await new Promise(setImmediate);
  }
  server.end();
  await served;
  const text = written.join("");
  assert.ok(text === "" || text.endsWith("\n"));
  return text.split("\n").slice(0, -1);
}
