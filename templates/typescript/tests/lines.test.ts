/** From chunks of bytes to lines. */

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { test } from "node:test";

import fc from "fast-check";

import { LineSplitter } from "../flow/lines.ts";
import type { Line } from "../flow/lines.ts";

/** What a splitter makes of chunks; `null` for what is not UTF-8, an array for what stood before the limit. */
function split(limit: number, chunks: readonly Uint8Array[]): unknown[] {
  const splitter = new LineSplitter(limit);
  const lines: Line[] = [];
  for (const chunk of chunks) {
    const bytes = Buffer.from(chunk);
    lines.push(...splitter.feed(bytes));
    bytes.fill(0x21); // it may be used again
  }
  lines.push(...splitter.finish());
  return lines.map((line) => {
    if (typeof line === "string") return line;
    return line.prefix === undefined ? null : [line.prefix];
  });
}

function bytes(text: string): Uint8Array {
  return Buffer.from(text);
}

test("only a line feed ends a line", () => {
  const text = "a\u2028b\u2029c\u0085d\u000be\u000cf\rg";
  assert.deepEqual(split(100, [bytes(`${text}\nnext`)]), [text, "next"]);
});

test("a mark, a carriage return and blank lines are dropped", () => {
  assert.deepEqual(split(100, [bytes("\ufeffa\r\n\r\n \t\r\n\nb\r")]), [
    "a",
    "b",
  ]);
  assert.deepEqual(split(100, [bytes("\ufeff\n\ufeffa\n")]), ["\ufeffa"]);
  assert.deepEqual(split(100, [bytes("a\r\r\n")]), ["a\r"]);
  assert.deepEqual(split(100, []), []);
});

test("the limit does not count what is dropped", () => {
  const whole = "x".repeat(10);
  for (const line of [
    whole,
    `${whole}\r`,
    `\ufeff${whole}`,
    `\ufeff${whole}\r`,
  ]) {
    assert.deepEqual(split(10, [bytes(`${line}\nb`)]), [whole, "b"]);
    assert.deepEqual(split(10, [bytes(line)]), [whole]);
    assert.deepEqual(split(9, [bytes(`${line}\nb`)]), [["x".repeat(9)], "b"]);
    assert.deepEqual(split(9, [bytes(line)]), [["x".repeat(9)]]);
  }
});

test("a line over the limit is told once, as soon as it is known", () => {
  const splitter = new LineSplitter(10);
  assert.deepEqual(splitter.feed(Buffer.from("x".repeat(11))), []); // the last may be a carriage return
  assert.deepEqual(splitter.feed(Buffer.from("xxx")), []); // and the first three a mark
  assert.equal(splitter.feed(Buffer.from("x")).length, 1);
  assert.equal(splitter.feed(Buffer.from("x".repeat(1000))).length, 0);
  assert.deepEqual(splitter.feed(Buffer.from("x\nb\n")), ["b"]);
  assert.deepEqual(splitter.finish(), []);
});

test("what is not UTF-8 concerns its line alone", () => {
  const bad = Uint8Array.of(0xff, 0xfe);
  assert.deepEqual(
    split(100, [bytes("é\n"), bad, bytes("\nb\n"), bad, bytes("\n"), bad]),
    ["é", null, "b", null, null],
  );
  const surrogate = Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22);
  assert.deepEqual(split(100, [surrogate]), [null]);
});

test("however bytes arrive, the lines are the same", () => {
  const line = fc.string({ unit: "binary", maxLength: 30 });
  const cut = fc.integer({ min: 0, max: 40 });
  fc.assert(
    fc.property(
      fc.array(line),
      fc.array(cut),
      fc.integer({ min: 1, max: 40 }),
      (lines, cuts, limit) => {
        const whole = bytes(lines.join("\n"));
        const chunks: Uint8Array[] = [];
        let start = 0;
        for (const size of cuts) {
          chunks.push(whole.subarray(start, start + size));
          start = Math.min(start + size, whole.length);
        }
        chunks.push(whole.subarray(start));
        assert.deepEqual(split(limit, chunks), split(limit, [whole]));
      },
    ),
  );
});

test("without limits in the way, lines come out as they went in", () => {
  const unit = fc.constantFrom("a", "é", "日", "😀", '"', "\u2028", " ");
  fc.assert(
    fc.property(fc.array(fc.string({ unit })), (lines) => {
      const sent = lines.filter((line) => /[^ ]/.test(line));
      assert.deepEqual(split(1000, [bytes(lines.join("\n"))]), sent);
    }),
  );
});
