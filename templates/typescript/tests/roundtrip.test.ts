/** Values of generated types, and texts that nobody wrote: what holds of all of them. */

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { describe, test } from "node:test";

import fc from "fast-check";

import * as flow from "../flow/data.ts";
import * as codecs from "./sample.ts";
import type * as types from "./sample_types.ts";

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('"', "\\", "\n", "\0", "\u2028", "é", "\uffff", "😀", "𐀀"),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
  ),
  maxLength: 6,
});
const int = fc.oneof(
  fc.bigInt({ min: -3n, max: 3n }),
  fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
);
const decimal = fc
  .tuple(int, fc.integer({ min: 0, max: 30 }))
  .map(([coefficient, scale]) => flow.Decimal.ofScaled(coefficient, scale));
const duration = decimal.map((seconds) => flow.Duration.ofSeconds(seconds));
const instant = fc
  .tuple(fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n }), decimal)
  .map(([seconds, rest]) => {
    const fraction = rest.sub(rest.round());
    return flow.Instant.ofEpoch(
      flow.Duration.ofSeconds(flow.Decimal.of(seconds).add(fraction)),
    );
  });

/** Values of a record as literals make them. */
function record<T>(fields: {
  [K in keyof T]: fc.Arbitrary<T[K]>;
}): fc.Arbitrary<T> {
  return fc.record(fields, { noNullPrototype: true });
}

/** At most two values, and fewer the deeper they nest. */
function few<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T[]> {
  return fc.oneof(
    { depthSize: "small" },
    fc.constant<T[]>([]),
    fc.array(value, { maxLength: 2 }),
  );
}

function option<T>(value: fc.Arbitrary<T>): fc.Arbitrary<flow.Option<T>> {
  return fc
    .option(value, { nil: undefined })
    .map((given) => flow.toOption(given));
}

const json = fc.letrec<{ value: flow.Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(null, true, false),
    text,
    decimal,
    fc.array(tie("value"), { maxLength: 3 }),
    fc
      .array(fc.tuple(text, tie("value")), { maxLength: 3 })
      .map((entries) => flow.FlowDict.ofText(entries)),
  ),
})).value;

const role: fc.Arbitrary<types.Role> = fc.oneof(
  fc.constant<types.Role>({ tag: "User" }),
  fc.constant<types.Role>({ tag: "Assistant" }),
  text.map((value) => ({ tag: "Tool", value }) as const),
);
const turn: fc.Arbitrary<types.Turn> = record<types.Turn>({
  by: role,
  text,
  note: option(text),
  saidAt: option(instant),
  cost: decimal,
});
const corner = fc.tuple(int, int);
const shape: fc.Arbitrary<types.Shape> = fc.oneof(
  fc.constant<types.Shape>({ tag: "Point" }),
  int.map((value) => ({ tag: "Circle", value }) as const),
  corner.map((value) => ({ tag: "Segment", value }) as const),
  record({
    corners: fc.array(corner, { maxLength: 3 }),
    colour: option(text),
  }).map((value) => ({ tag: "Polygon", value }) as const),
);
const tree = fc.letrec<{ tree: types.Tree }>((tie) => ({
  tree: record<types.Tree>({
    label: text,
    children: few(tie("tree")),
    links: few(fc.tuple(text, tie("tree"))).map((entries) =>
      flow.FlowDict.ofText(entries),
    ),
  }),
})).tree;

function box<T>(
  codec: flow.Codec<T>,
  item: fc.Arbitrary<T>,
): fc.Arbitrary<types.Box<T>> {
  return fc.letrec<{ box: types.Box<T> }>((tie) => ({
    box: record<types.Box<T>>({
      item,
      spare: option(item),
      all: fc
        .array(item, { maxLength: 3 })
        .map((items) => flow.FlowSet.of(codec, items)),
      inner: fc
        .option(tie("box"), { nil: undefined, depthSize: "small" })
        .map((inner) => flow.toOption(inner)),
    }),
  })).box;
}

function either<L, R>(
  left: fc.Arbitrary<L>,
  right: fc.Arbitrary<R>,
): fc.Arbitrary<types.Either<L, R>> {
  return fc.oneof(
    left.map((value) => ({ tag: "Left", value }) as const),
    right.map((value) => ({ tag: "Right", value }) as const),
    fc
      .tuple(left, fc.array(right, { maxLength: 3 }))
      .map((value) => ({ tag: "Both", value }) as const),
  );
}

/** A type with values of it; `run` holds a property of them. */
interface Sample {
  readonly name: string;
  readonly run: (
    property: <T>(codec: flow.Codec<T>, values: fc.Arbitrary<T>) => void,
  ) => void;
}

function sample<T>(
  name: string,
  codec: flow.Codec<T>,
  values: fc.Arbitrary<T>,
): Sample {
  return {
    name,
    run: (property) => {
      property(codec, values);
    },
  };
}

const optionalInt = flow.optionOf(flow.INT);
const samples: readonly Sample[] = [
  sample("Int", flow.INT, int),
  sample("Decimal", flow.DECIMAL, decimal),
  sample("Bool", flow.BOOL, fc.boolean()),
  sample("Text", flow.TEXT, text),
  sample("Bytes", flow.BYTES, fc.uint8Array({ maxLength: 5 })),
  sample("Instant", flow.INSTANT, instant),
  sample("Duration", flow.DURATION, duration),
  sample("Unit", flow.UNIT, fc.constant(null)),
  sample("json.Value", flow.JSON_VALUE, json),
  sample(
    "ChatError",
    codecs.ChatError,
    fc.oneof(
      fc.constant<types.ChatError>({ tag: "Down" }),
      duration.map((value) => ({ tag: "RateLimited", value }) as const),
    ),
  ),
  sample("Role", codecs.Role, role),
  sample("Turn", codecs.Turn, turn),
  sample("Shape", codecs.Shape, shape),
  sample("Tree", codecs.Tree, tree),
  sample("Box<Int>", codecs.Box(flow.INT), box(flow.INT, int)),
  sample(
    "Box<Option<Int>>",
    codecs.Box(optionalInt),
    box(optionalInt, option(int)),
  ),
  sample("Box<Shape>", codecs.Box(codecs.Shape), box(codecs.Shape, shape)),
  sample(
    "Either<Text, Turn>",
    codecs.Either(flow.TEXT, codecs.Turn),
    either(text, turn),
  ),
  sample(
    "Option<Option<Int>>",
    flow.optionOf(optionalInt),
    option(option(int)),
  ),
  sample(
    "Dict<(Int, Text), List<Bool>>",
    flow.dictOf(flow.tupleOf(flow.INT, flow.TEXT), flow.listOf(flow.BOOL)),
    fc
      .array(
        fc.tuple(fc.tuple(int, text), fc.array(fc.boolean(), { maxLength: 2 })),
        {
          maxLength: 4,
        },
      )
      .map((entries) =>
        flow.FlowDict.of(flow.tupleOf(flow.INT, flow.TEXT), entries),
      ),
  ),
  sample(
    "Dict<Text, Int>",
    flow.dictOf(flow.TEXT, flow.INT),
    fc
      .array(fc.tuple(text, int), { maxLength: 4 })
      .map((entries) => flow.FlowDict.ofText(entries)),
  ),
];

/** Another spelling of a JSON text: white space, escapes, members in another order, and members that nobody knows. */
function respelled(canonical: string, seed: number): string {
  let state = seed;
  const next = (count: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % count;
  };
  const space = (): string => [" ", "", "\n", "\t\r", ""][next(5)] ?? "";
  const string = (value: string): string =>
    Array.from({ length: value.length }, (_, at) => {
      const unit = value.charAt(at);
      const code = value.charCodeAt(at).toString(16).padStart(4, "0");
      return next(3) === 0 ? `\\u${code}` : JSON.stringify(unit).slice(1, -1);
    })
      .join("")
      // JSON.stringify escapes each half of a pair, which then is one again.
      .replace(/^/, '"') + '"';
  const write = (value: flow.Json): string => {
    if (typeof value === "string") return string(value);
    if (value instanceof flow.Decimal) return String(value);
    if (value === null || typeof value === "boolean") return String(value);
    if (value instanceof flow.FlowDict) {
      const members = value.entries.map(
        ([name, member]) =>
          `${space()}${string(name)}${space()}:${space()}${write(member)}${space()}`,
      );
      if (next(2) === 0) members.reverse();
      return `{${members.join()}${members.length > 0 ? "" : space()}}`;
    }
    return `[${value.map((item) => space() + write(item) + space()).join()}]`;
  };
  return space() + write(flow.Json.parse(canonical)) + space();
}

for (const { name, run } of samples) {
  describe(name, () => {
    test("comes back, by value and by text, in any spelling", () => {
      run((codec, values) => {
        fc.assert(
          fc.property(values, fc.nat(), (value, seed) => {
            const written = codec.encode(value);
            const again = codec.decode(written);
            assert.deepEqual(again, value);
            assert.ok(codec.equals(again, value));
            assert.equal(codec.encode(again), written);
            assert.equal(flow.Json.text(flow.Json.parse(written)), written);
            const other = respelled(written, seed);
            assert.equal(codec.encode(codec.decode(other)), written, other);
            assert.equal(
              codec.encode(codec.decode(Buffer.from(other))),
              written,
            );
          }),
          { numRuns: 60 },
        );
      });
    });

    test("has a total order that agrees with equality and text", () => {
      run((codec, values) => {
        fc.assert(
          fc.property(values, values, values, (a, b, c) => {
            const sign = (x: typeof a, y: typeof a): number =>
              Math.sign(codec.compare(x, y)) + 0;
            assert.equal(sign(a, a), 0);
            assert.equal(sign(a, b), -sign(b, a) + 0);
            assert.equal(
              codec.equals(a, b),
              codec.encode(a) === codec.encode(b),
            );
            const [first, second, third] = [a, b, c].sort((x, y) =>
              codec.compare(x, y),
            ) as [typeof a, typeof a, typeof a];
            assert.ok(sign(first, second) <= 0 && sign(second, third) <= 0);
            assert.ok(sign(first, third) <= 0);
            const set = flow.FlowSet.of(codec, [a, b, c, a]);
            assert.ok(set.has(a) && set.has(b) && set.has(c));
            const codecOfSet = flow.setOf(codec);
            const text = codecOfSet.encode(set);
            assert.deepEqual(codecOfSet.decode(text).items, set.items);
          }),
          { numRuns: 40 },
        );
      });
    });

    test("refuses damaged texts without falling over", () => {
      run((codec, values) => {
        fc.assert(
          fc.property(values, fc.nat(), fc.nat(), (value, at, kind) => {
            const written = codec.encode(value);
            const place = at % (written.length + 1);
            const marks = [
              "",
              "{",
              "]",
              '"',
              ",",
              "0",
              "\\",
              "\u0001",
              "e9",
              "null",
            ];
            const mark = marks[kind % marks.length] ?? "";
            const damaged =
              written.slice(0, place) +
              mark +
              written.slice(place + (kind % 3));
            try {
              const read = codec.decode(damaged);
              assert.deepEqual(codec.decode(codec.encode(read)), read);
            } catch (error) {
              assert.ok(error instanceof flow.DecodeError, String(error));
              assert.ok(isPlaceIn(error.pointer));
            }
          }),
          { numRuns: 60 },
        );
      });
    });
  });
}

function isPlaceIn(pointer: string): boolean {
  return /^(?:\/(?:[^~/]|~[01])*)*$/u.test(pointer);
}

describe("the reader and JSON.parse", () => {
  /** What JSON.parse makes of a text, with our names for what it makes; undefined where it refuses. */
  function parsed(given: string): { readonly value: unknown } | undefined {
    try {
      return { value: JSON.parse(given) as unknown };
    } catch {
      return undefined;
    }
  }

  /** A value of ours as JSON.parse would have made it. */
  function plain(value: flow.Json): unknown {
    if (value instanceof flow.Decimal) return value.toApproximateNumber();
    if (value instanceof flow.FlowDict) {
      const made: Record<string, unknown> = {};
      for (const [name, member] of value.entries) {
        Object.defineProperty(made, name, {
          value: plain(member),
          enumerable: true,
          configurable: true,
          writable: true,
        });
      }
      return made;
    }
    return Array.isArray(value) ? value.map(plain) : value;
  }

  function agree(given: string): void {
    const theirs = parsed(given);
    try {
      const ours = flow.Json.parse(given);
      assert.ok(theirs !== undefined, `only ours reads ${given}`);
      assert.deepEqual(plain(ours), withoutMinusZero(theirs.value));
    } catch (error) {
      assert.ok(error instanceof flow.DecodeError, String(error));
      // These rules are ours alone.
      const own = ["duplicate-member", "surrogate", "depth", "limit"];
      if (!own.includes(error.code)) {
        assert.equal(theirs, undefined, `${given}: ${error.toString()}`);
      }
    }
  }

  function withoutMinusZero(value: unknown): unknown {
    if (typeof value === "number") return value + 0;
    if (Array.isArray(value)) return value.map(withoutMinusZero);
    if (typeof value !== "object" || value === null) return value;
    const made: Record<string, unknown> = {};
    for (const [name, member] of Object.entries(value)) {
      Object.defineProperty(made, name, {
        value: withoutMinusZero(member),
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
    return made;
  }

  test("agree on JSON", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), (given, seed) => {
        agree(given);
        if (!given.includes("e")) agree(respelled(given, seed));
      }),
    );
  });

  test("agree on rows of JSON's tokens", () => {
    const tokens = [
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"',
      "\\",
      '"a"',
      '"\\u00e9"',
      '"\\ud83d\\ude00"',
      '"b"',
      '"__proto__"',
      "0",
      "-",
      "-0",
      "1.5",
      "01",
      "1e2",
      "1E-2",
      ".5",
      "null",
      "true",
      "false",
      "nul",
      " ",
      "\n",
      "\u00a0",
      "\ufeff",
      "\u2028",
      "é",
      "\u0001",
    ];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...tokens), { maxLength: 9 }),
        (row) => {
          agree(row.join(""));
          agree(`[${row.join("")}]`);
          agree(`{"a":${row.join("")}}`);
        },
      ),
      { numRuns: 3000 },
    );
  });

  test("agree on damaged JSON", () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.nat(), (given, at, cut) => {
        const place = at % (given.length + 1);
        agree(given.slice(0, place) + given.slice(place + 1 + (cut % 3)));
        agree(given.slice(0, place));
      }),
      { numRuns: 500 },
    );
  });
});
