/** Sets and dicts: Flow's order and equality, whatever the items. */

import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import {
  compareText,
  Decimal,
  DECIMAL,
  dictOf,
  FlowDict,
  FlowSet,
  INT,
  listOf,
  setOf,
  TEXT,
  tupleOf,
} from "../flow/data.ts";
import { refused } from "./refusals.ts";

test("sets ascend and hold equal items once", () => {
  const set = FlowSet.of(INT, [3n, 1n, 2n, 1n]);
  assert.deepEqual([...set], [1n, 2n, 3n]);
  assert.deepEqual([...set.values()], set.items);
  assert.equal(set.size, 3);
  assert.equal(set.first, 1n);
  assert.equal(set.last, 3n);
  assert.ok(set.has(2n) && !set.has(4n));
  const visited: bigint[] = [];
  set.forEach((item) => visited.push(item));
  assert.deepEqual(visited, set.items);
  const empty = FlowSet.of(INT, []);
  assert.equal(empty.first, undefined);
  assert.equal(empty.has(1n), false);
});

test("items are equal by Flow's equality, not by identity", () => {
  const pair = tupleOf(TEXT, listOf(DECIMAL));
  const item = (text: string): readonly [string, readonly Decimal[]] => [
    "a",
    [Decimal.parse(text)],
  ];
  const set = FlowSet.of(pair, [item("2"), item("1.50"), item("1.5")]);
  assert.equal(set.size, 2);
  assert.ok(set.has(item("15e-1")));
});

test("sets are joined, cut and compared", () => {
  const set = FlowSet.of(INT, [1n, 2n, 3n]);
  assert.deepEqual(set.union([5n, 0n, 2n]).items, [0n, 1n, 2n, 3n, 5n]);
  assert.deepEqual(set.intersection([3n, 9n]).items, [3n]);
  assert.deepEqual(set.difference(set.intersection([3n])).items, [1n, 2n]);
  assert.ok(set.equals(FlowSet.of(INT, [3n, 2n, 1n])));
  assert.ok(!set.equals(FlowSet.of(INT, [3n, 2n])));
  assert.deepEqual(set, FlowSet.of(INT, [3n, 2n, 1n]));
  assert.notDeepEqual(set, FlowSet.of(INT, [3n, 2n]));
});

test("dicts ascend, and of equal keys the last counts", () => {
  const dict = FlowDict.of(INT, [
    [2n, "b"],
    [1n, "a"],
    [2n, "c"],
  ]);
  assert.deepEqual(dict.entries, [
    [1n, "a"],
    [2n, "c"],
  ]);
  assert.deepEqual([...dict], dict.entries);
  assert.deepEqual([...dict.keys()], [1n, 2n]);
  assert.deepEqual([...dict.values()], ["a", "c"]);
  assert.equal(dict.size, 2);
  assert.equal(dict.get(2n), "c");
  assert.equal(dict.get(3n), undefined);
  assert.ok(dict.has(1n) && !dict.has(0n));
  assert.deepEqual(dict.first, [1n, "a"]);
  assert.deepEqual(dict.last, [2n, "c"]);
  const changed = dict.with([[0n, "z"]]).without([1n, 7n]);
  assert.deepEqual(changed.entries, [
    [0n, "z"],
    [2n, "c"],
  ]);
  assert.deepEqual(dict.map((value, key) => value + String(key)).entries, [
    [1n, "a1"],
    [2n, "c2"],
  ]);
  const visited: string[] = [];
  dict.forEach((value, key) => visited.push(value + String(key)));
  assert.deepEqual(visited, ["a1", "c2"]);
});

test("any text is an ordinary key", () => {
  const names = ["toString", "__proto__", "10", "9", "constructor", ""];
  const dict = FlowDict.ofText(names.map((name) => [name, name] as const));
  assert.deepEqual([...dict.keys()], [...names].sort(compareText));
  for (const name of names) assert.equal(dict.get(name), name);
  assert.equal(dict.get("valueOf"), undefined);
  const codec = dictOf(TEXT, TEXT);
  const text = codec.encode(dict);
  assert.deepEqual(codec.decode(text), dict);
  assert.ok(text.startsWith('{"":"","10":"10","9":"9","__proto__":'), text);
});

test("a collection in another order does not encode", () => {
  const backwards = { compare: (a: bigint, b: bigint) => INT.compare(b, a) };
  const set = FlowSet.of(backwards, [1n, 2n]);
  refused(() => setOf(INT).encode(set), "order", "");
  const dict = FlowDict.of(backwards, [
    [1n, 1n],
    [2n, 2n],
  ]);
  refused(() => listOf(dictOf(INT, INT)).encode([dict]), "order", "/0");
  // One that happens to ascend does.
  assert.equal(setOf(INT).encode(FlowSet.of(backwards, [1n])), "[1]");
});

test("collections of JavaScript do not encode", () => {
  for (const wrong of [new Set([1n]), [1n], null, undefined]) {
    refused(() => setOf(INT).encode(wrong as never), "type", "");
  }
  for (const wrong of [new Map(), {}, null]) {
    refused(() => dictOf(TEXT, INT).encode(wrong as never), "type", "");
    refused(() => dictOf(INT, INT).encode(wrong as never), "type", "");
  }
  refused(() => listOf(INT).encode(new Set() as never), "type", "");
  refused(() => tupleOf(INT, INT).encode([1n] as never), "type", "");
});

test("text is in the order of code points", () => {
  const points = (text: string): number[] =>
    Array.from(text, (character) => character.codePointAt(0) ?? 0);
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom("\ud7ff", "\ue000", "\uffff", "😀", "𐀀", "a", "\ufb33"),
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    ),
    maxLength: 4,
  });
  fc.assert(
    fc.property(text, text, (a, b) => {
      const [one, other] = [points(a), points(b)];
      const place = one.findIndex((point, at) => point !== other[at]);
      const expected =
        place < 0
          ? one.length - other.length
          : (one[place] ?? 0) - (other[place] ?? -1);
      assert.equal(Math.sign(compareText(a, b)), Math.sign(expected));
    }),
  );
});
