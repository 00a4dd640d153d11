/**
 * Reads and writes one order through the generated codec, JSON with zod, and lossless-json, in one process. It prints a
 * line a row: name, microseconds a call, ratio to the first row of its block.
 */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

import * as lossless from "lossless-json";

import { Order } from "./order.ts";
import { codecs } from "./tools/index.ts";

/** How often each row is measured, in turns with the others of its block; the best counts. */
const rounds = 9;
const calls = 1000;

type Row = readonly [name: string, run: () => unknown];

const file = process.argv[2];
assert.ok(file !== undefined, "usage: codec ORDER.json");
const text = readFileSync(file, "utf8").trim();
const codec = codecs.Order;
const order = codec.decode(text);
const plain = Order.parse(JSON.parse(text));
const exact = lossless.parse(text);

/** Microseconds a call. */
function once(run: () => unknown): number {
  const start = process.hrtime.bigint();
  for (let i = 0; i < calls; i++) run();
  return Number(process.hrtime.bigint() - start) / calls / 1000;
}

/** Measures the rows and prints them beside the first. */
function block(title: string, rows: readonly Row[]): void {
  const best = rows.map(() => Infinity);
  for (let round = 0; round < rounds; round++) {
    for (const [i, [, run]] of rows.entries()) {
      best[i] = Math.min(best[i] ?? Infinity, once(run));
    }
  }
  const bytes = Buffer.byteLength(text);
  const head = `TypeScript: ${title} an order (${String(bytes)} bytes)`;
  console.log(`${head.padEnd(46)}${"us".padStart(12)}${"ratio".padStart(10)}`);
  for (const [i, [name]] of rows.entries()) {
    const took = best[i] ?? Infinity;
    const ratio = took / (best[0] ?? Infinity);
    console.log(
      `  ${name.padEnd(44)}${took.toFixed(2).padStart(12)}${ratio.toFixed(2).padStart(10)}`,
    );
  }
}

// Each way gives the text back, but for the order of members.
assert.equal(codec.encode(order), text);
assert.deepEqual(JSON.parse(JSON.stringify(plain)), JSON.parse(text));
assert.equal(lossless.stringify(exact), text);

block("decode", [
  ["JSON.parse + zod", () => Order.parse(JSON.parse(text))],
  ["JSON.parse, unchecked", () => JSON.parse(text) as unknown],
  ["lossless-json, unchecked", () => lossless.parse(text)],
  ["flowgen codec", () => codec.decode(text)],
]);
block("encode", [
  ["JSON.stringify + zod", () => JSON.stringify(Order.encode(plain))],
  ["JSON.stringify, unchecked", () => JSON.stringify(plain)],
  ["lossless-json, unchecked", () => lossless.stringify(exact)],
  ["flowgen codec", () => codec.encode(order)],
]);
