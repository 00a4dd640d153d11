/** Exact JSON: the vectors as text and as bytes, and what the reader does at the edges. */

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { describe, test } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

import { FlowDict } from "../flow/containers.ts";
import { Decimal } from "../flow/decimal.ts";
import { Json, quote } from "../flow/json.ts";
import type { JsonInput } from "../flow/json.ts";
import { Reader } from "../flow/reader.ts";
import { vectorText } from "./listing.ts";
import { refused } from "./refusals.ts";

interface Row {
  readonly text?: string;
  readonly bytes?: string;
  readonly canonical?: string;
  readonly refused?: string;
}

const rows = JSON.parse(vectorText("json.json")) as readonly Row[];

function canonical(text: string | Uint8Array): string {
  return Json.text(Json.parse(text));
}

/** Pass over a value as if nobody knew the member that holds it. */
function skipped(text: string | Uint8Array): void {
  const reader = new Reader(text);
  reader.skip();
  reader.end();
}

describe("vectors", () => {
  assert.ok(rows.length >= 140);
  for (const [place, row] of rows.entries()) {
    const given = row.text ?? Buffer.from(row.bytes ?? "", "base64");
    test(`${String(place)}: ${String(row.text ?? row.bytes).slice(0, 60)}`, () => {
      const texts =
        typeof given === "string" ? [given, Buffer.from(given)] : [given];
      for (const text of texts) {
        if (row.refused === undefined) {
          assert.equal(canonical(text), row.canonical);
          skipped(text);
        } else {
          refused(() => canonical(text), row.refused);
          // Members that nobody knows are held to JSON's rules and nesting, not to the limits of numbers.
          if (row.refused === "limit") skipped(text);
          else
            refused(() => {
              skipped(text);
            }, row.refused);
        }
      }
    });
  }
});

test("faults say where", () => {
  const deep = "/0".repeat(256);
  const cases: readonly (readonly [string, string, string])[] = [
    ['{"a":[1,2,}', "json", "/a/2"],
    ['{"a":{"b":1,"b":2}}', "duplicate-member", "/a/b"],
    ['{"a":1,"\\u0061":2}', "duplicate-member", "/a"],
    ['{"b":1,"a":[],"b":2}', "duplicate-member", "/b"],
    ['{"x/y":{"m~n":"\\ud800"}}', "surrogate", "/x~1y/m~0n"],
    ['{"a":{"\\ud800":1}}', "surrogate", "/a"],
    ['["\ud800"]', "surrogate", "/0"],
    ['["\\ud800\\u0041"]', "surrogate", "/0"],
    ['["\\udc00\\ud800"]', "surrogate", "/0"],
    ['["\\ud83d\ude00"]', "surrogate", "/0"],
    ["[".repeat(257) + "]".repeat(257), "depth", deep],
    ["[".repeat(1_000_000), "depth", deep],
    ['{"a":'.repeat(1_000_000), "depth", "/a".repeat(256)],
    ["[1] x", "json", ""],
    ['["a\nb"]', "json", "/0"],
    ['["abc', "json", "/0"],
    ['["\\u12"]', "json", "/0"],
    ['["\\x"]', "json", "/0"],
    ["[01]", "json", ""],
    ["[1.x]", "json", "/0"],
    ["[1e+]", "json", "/0"],
    ["[1.5e2.5]", "json", ""],
    ["[-]", "json", "/0"],
    ["[[1] 2]", "json", ""],
    ['{"a":tru}', "json", "/a"],
    ['{"a" 1}', "json", "/a"],
    ['{"a":1,}', "json", ""],
    ["{a:1}", "json", ""],
    ["", "json", ""],
    [" ", "json", ""],
    ["nulll", "json", ""],
    ['{"a":[1,{"b/c":1e5000}]}', "limit", "/a/1/b~1c"],
  ];
  for (const [text, code, pointer] of cases) {
    refused(() => Json.parse(text), code, pointer);
  }
});

test("bytes that are not UTF-8 are refused where they stand, never replaced", () => {
  const cases: readonly (readonly [number[], string])[] = [
    [[...Buffer.from('{"a":"'), 0xff, ...Buffer.from('"}')], "/a"],
    [[...Buffer.from('["é",'), 0xff, ...Buffer.from("]")], "/1"],
    [[0xff], ""],
    [[0xff, 0xfe], ""],
    [[...Buffer.from('{"é":["'), 0xed, 0xa0, 0x80, 0x22, 0x5d, 0x7d], "/é/0"],
    [[0x22, 0xc3, 0x22], ""],
    [[0x22, 0xe2, 0x82, 0x22], ""],
    [[0x22, 0xf0, 0x9f, 0x98], ""],
    [[0x22, 0xc0, 0xaf, 0x22], ""],
    [[0x22, 0xe0, 0x80, 0xaf, 0x22], ""],
    [[0x22, 0xf4, 0x90, 0x80, 0x80, 0x22], ""],
    [[0x22, 0xf5, 0x80, 0x80, 0x80, 0x22], ""],
  ];
  for (const [bytes, pointer] of cases) {
    refused(() => Json.parse(Uint8Array.from(bytes)), "utf8", pointer);
  }
  // In a long text too, wherever its characters begin.
  for (const [filler, shift] of [
    ["é", 0],
    ["é", 1],
    ["日", 2],
    ["😀", 3],
  ] as const) {
    const head = `["${"x".repeat(shift)}${filler.repeat(70_000)}",`;
    const long = Buffer.concat([Buffer.from(head), Buffer.from([0xe2, 0x82])]);
    refused(() => Json.parse(long), "utf8", "/1");
  }
  refused(() => Json.parse(new Uint8Array(200_000).fill(0x80)), "utf8", "");
  // An earlier fault comes first.
  const both = Uint8Array.from([...Buffer.from('{"a":x,"b":"'), 0xff]);
  refused(() => Json.parse(both), "json", "/a");
});

test("a view of bytes inside of a larger buffer is read as it is", () => {
  const bytes = Buffer.from('xx["Độ 日本 😀"]yy');
  assert.equal(canonical(bytes.subarray(2, -2)), '["Độ 日本 😀"]');
});

test("depths within the limit", () => {
  for (const depth of [100, 127, 128, 129, 256]) {
    const lists = "[".repeat(depth) + "]".repeat(depth);
    assert.equal(canonical(lists), lists);
    const objects = '{"a":'.repeat(depth) + "1" + "}".repeat(depth);
    assert.equal(canonical(objects), objects);
    assert.equal(Json.text(Json.of(Json.parse(objects))), objects);
  }
  for (const depth of [257, 1_000, 20_000, 1_000_000]) {
    refused(() => Json.parse("[".repeat(depth) + "]".repeat(depth)), "depth");
  }
});

test("brackets in strings do not nest", () => {
  const texts = ["[".repeat(300), "\\[".repeat(300), '"['.repeat(300), "]}:,"];
  assert.deepEqual(Json.parse(JSON.stringify(texts)), texts);
});

test("canonical strings escape what they must, and nothing else", () => {
  assert.equal(
    quote('\0\u001f\b\f\n\r\t"\\'),
    '"\\u0000\\u001f\\b\\f\\n\\r\\t\\"\\\\"',
  );
  const raw = "<>&/\x7f\u2028\u2029\u0085😀";
  assert.equal(quote(raw), `"${raw}"`);
  assert.equal(canonical(JSON.stringify(raw)), `"${raw}"`);
});

test("members ascend by code point", () => {
  const keys = ["😀", "\ufb33", "10", "2", "01", "a"];
  const text = `{${keys.map((key) => `${JSON.stringify(key)}:1`).join()}}`;
  const expected = ["01", "10", "2", "a", "\ufb33", "😀"];
  const value = Json.parse(text);
  assert.ok(value instanceof FlowDict);
  assert.deepEqual([...value.keys()], expected);
  assert.deepEqual(
    canonical(text),
    `{${expected.map((key) => `"${key}":1`).join()}}`,
  );
});

test("names that JavaScript knows are names like others", () => {
  const names = [
    "__proto__",
    "constructor",
    "hasOwnProperty",
    "prototype",
    "then",
    "toJSON",
    "toString",
  ];
  const text = `{${names.map((name) => `"${name}":{"polluted":1}`).join()}}`;
  const value = Json.parse(text);
  assert.equal(Json.text(value), text);
  assert.ok(value instanceof FlowDict);
  for (const name of names) assert.ok(value.get(name) instanceof FlowDict);
  assert.equal(value.get("valueOf"), undefined);
  assert.equal("polluted" in {}, false);
  const made = Json.of(JSON.parse(text) as JsonInput);
  assert.equal(Json.text(made), text);
});

test("JSON of plain JavaScript", () => {
  const value = Json.of({
    b: [null, true, "é", 1, -0, 9007199254740993n, Decimal.parse("0.10")],
    a: { "\ufb33": [], "😀": {} },
    c: FlowDict.ofText([["x", Decimal.of(1)]]),
  });
  assert.equal(
    Json.text(value),
    '{"a":{"\ufb33":[],"😀":{}},"b":[null,true,"é",1,0,9007199254740993,0.1],"c":{"x":1}}',
  );
  const bare = Object.assign(Object.create(null) as object, { a: 1 });
  assert.equal(Json.text(Json.of(bare as JsonInput)), '{"a":1}');
});

test("what is no JSON", () => {
  const cyclic: unknown[] = [];
  cyclic.push(cyclic);
  const cases: readonly (readonly [unknown, string, string])[] = [
    [0.5, "type", ""],
    [[1, Number.NaN], "type", "/1"],
    [{ a: 2 ** 53 }, "type", "/a"],
    [{ a: [undefined] }, "type", "/a/0"],
    [{ a: { b: new Date(0) } }, "type", "/a/b"],
    [new Map(), "type", ""],
    [() => 1, "type", ""],
    [Symbol("x"), "type", ""],
    [cyclic, "depth", "/0".repeat(256)],
    [["\ud800"], "surrogate", "/0"],
    [{ a: { "\udc00": 1 } }, "surrogate", "/a"],
    [[10n ** 5000n], "limit", "/0"],
  ];
  for (const [value, code, pointer] of cases) {
    refused(() => Json.of(value as JsonInput), code, pointer);
  }
  refused(() => Json.text(1 as unknown as Json), "type", "");
});

test("order and equality of JSON are Flow's", () => {
  const ascending = [
    "null",
    "false",
    "true",
    "-1.5",
    "0",
    "1",
    "1.0000000000000000000001",
    "10",
    '""',
    '"10"',
    '"\ufb33"',
    '"😀"',
    "[]",
    "[null]",
    "[null,null]",
    "[0]",
    "{}",
    '{"a":null}',
    '{"a":null,"b":0}',
    '{"a":1}',
    '{"b":0}',
  ].map((text) => Json.parse(text));
  ascending.forEach((a, i) => {
    ascending.forEach((b, j) => {
      assert.equal(Math.sign(Json.compare(a, b)), Math.sign(i - j));
      assert.equal(Json.equals(a, b), i === j);
    });
  });
  assert.ok(Json.equals(Json.parse("1"), Json.parse("1.0")));
  assert.ok(Json.equals(Json.parse("-0"), Json.parse("0e99")));
});

test("a long text is not kept in memory by a part of it", () => {
  const kept: Json[] = [];
  const filler = "x".repeat(1 << 20);
  const before = process.memoryUsage().heapUsed;
  for (let round = 0; round < 200; round++) {
    const tag = `a value of its own ${String(round)}`;
    const [first] = Json.parse(`["${tag}","${filler}"]`) as readonly Json[];
    assert.equal(first, tag);
    kept.push(first);
  }
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  const grown = process.memoryUsage().heapUsed - before;
  assert.ok(kept.length === 200 && grown < 50 << 20, String(grown));
});
