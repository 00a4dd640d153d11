/** Damaged views and odd values: refused with a place, and with nothing else. */

import assert from "node:assert/strict";
import { test } from "node:test";

import fc from "fast-check";

import type { FlowDict } from "../flow/containers.ts";
import { DecodeError } from "../flow/errors.ts";
import { GraphError } from "../flow/graph.ts";
import type { Json } from "../flow/json.ts";
import { validate } from "../flow/view.ts";
import type { View } from "../flow/view.ts";

import { listing, rowsOf, stringOf, textOf } from "./listing.ts";
import { plainText, spelled } from "./views.ts";
import type { Plain } from "./views.ts";

type Row = FlowDict<string, Json>;
type Holder = Plain[] | Record<string, Plain>;

const VALID = rowsOf("views.json").filter((row) => row.get("valid") === true);

const ODD: readonly Plain[] = [
  null,
  true,
  0,
  -1,
  1,
  spelled("1.0"),
  spelled("1e400"),
  spelled("0.5"),
  spelled("1e99999"),
  "",
  "Int",
  "Never",
  "tool",
  "record",
  "host",
  "T",
  "__proto__",
  [],
  {},
  ["Int", "Int"],
  { List: "Int" },
  { Param: { owner: "tool", index: 0 } },
  { Named: { declaration: "item", args: [] } },
  { Option: "json.Value" },
  { Task: "Int" },
  { Tuple: Array<Plain>(2000).fill("Int") },
  "x".repeat(70_000),
];

/** One change of a tree: a way to a place in it, what to do there, and with what. */
interface Damage {
  readonly way: readonly number[];
  readonly act: number;
  readonly name: string;
  readonly odd: Plain;
}

const damages: fc.Arbitrary<Damage[]> = fc.array(
  fc.record({
    way: fc.array(fc.nat(1000), { minLength: 1, maxLength: 12 }),
    act: fc.nat(5),
    name: fc.constantFrom("", "doc", "T", "0", "description", "__proto__"),
    odd: fc.oneof(
      fc.constantFrom(...ODD),
      fc.jsonValue() as fc.Arbitrary<Plain>,
    ),
  }),
  { minLength: 1, maxLength: 3 },
);

function isHolder(value: unknown): value is Holder {
  return typeof value === "object" && value !== null;
}

function keysOf(holder: Holder): string[] {
  return Object.keys(holder);
}

function put(holder: Holder, key: string, value: Plain): void {
  Object.defineProperty(holder, key, {
    value,
    configurable: true,
    enumerable: true,
    writable: true,
  });
}

/** Change one place of a tree. */
function damage(tree: Holder, { way, act, name, odd: shared }: Damage): void {
  const odd: Plain = structuredClone(shared); // the next change may be one of it
  let holder = tree;
  let key: string | undefined;
  for (const turn of way) {
    const keys = keysOf(holder);
    key = keys[turn % keys.length];
    const inner: unknown =
      key === undefined ? undefined : Reflect.get(holder, key);
    if (!isHolder(inner) || keysOf(inner).length === 0) break;
    holder = inner;
  }
  const keys = keysOf(holder);
  const at = keys[(way[0] ?? 0) % keys.length];
  if (at === undefined) return;
  if (act === 0 && Array.isArray(holder)) holder.splice(Number(at), 1);
  else if (act === 0) Reflect.deleteProperty(holder, at);
  else if (act === 1 && Array.isArray(holder)) holder.push(odd);
  else if (act === 1) put(holder, name, odd);
  else if (act === 2) {
    const other = keys[(way[1] ?? 0) % keys.length] ?? at;
    const [one, two] = [at, other].map(
      (each) => Reflect.get(holder, each) as Plain,
    );
    put(holder, at, two ?? null);
    put(holder, other, one ?? null);
  } else put(holder, at, odd);
}

/** The members of a row as plain values, to be changed. */
function membersOf(row: Row, names: readonly string[]): Record<string, Plain> {
  const texts = names.map(
    (name) => `${JSON.stringify(name)}:${textOf(row.get(name) ?? null)}`,
  );
  return JSON.parse(`{${texts.join()}}`) as Record<string, Plain>;
}

const validated = (row: Row, types?: string, schema?: string): View =>
  validate(
    listing(stringOf(row.get("listing"))),
    stringOf(row.get("tool")),
    types,
    schema,
  );

/** Whether a view is refused, and then as it should be. */
function isRefused(row: Row, types?: string, schema?: string): boolean {
  try {
    validated(row, types, schema);
    return false;
  } catch (fault) {
    assert.ok(fault instanceof GraphError, String(fault));
    assert.match(fault.pointer, /^\/(?:types|schema)/);
    assert.notEqual(fault.message, "");
    return true;
  }
}

const rows = fc.constantFrom(...VALID);

test("a damaged view is refused at a place or stays valid", () => {
  let refused = 0;
  fc.assert(
    fc.property(rows, damages, (row, changes) => {
      const members = membersOf(row, ["types", "schema"]);
      for (const change of changes) damage(members, change);
      const [types, schema] = ["types", "schema"].map((name) =>
        Object.hasOwn(members, name)
          ? plainText(members[name] ?? null)
          : undefined,
      );
      if (isRefused(row, types, schema)) refused++;
    }),
    { numRuns: 1500 },
  );
  assert.ok(refused > 300, `only ${String(refused)} were refused`);
});

test("a view whose text is damaged is refused at a place or stays valid", () => {
  const pieces = fc.oneof(
    fc.stringMatching(/^[{}[\],:"\\ \n0.eE-]$/),
    fc.constantFrom("null", "\ud800", '"a":1,', "/"),
    fc.string({ unit: "binary", maxLength: 4 }),
  );
  fc.assert(
    fc.property(
      rows,
      fc.array(fc.tuple(fc.nat(), fc.nat(3), pieces), {
        minLength: 1,
        maxLength: 3,
      }),
      fc.boolean(),
      (row, cuts, inSchema) => {
        let [types, schema] = ["types", "schema"].map((name) =>
          textOf(row.get(name) ?? null),
        ) as [string, string];
        const cut = (text: string): string =>
          cuts.reduce((whole, [place, size, piece]) => {
            const at = place % (whole.length + 1);
            return whole.slice(0, at) + piece + whole.slice(at + size);
          }, text);
        if (inSchema) schema = cut(schema);
        else types = cut(types);
        isRefused(row, types, schema);
      },
    ),
    { numRuns: 1500 },
  );
});

test("any JSON at all is refused at a place", () => {
  fc.assert(
    fc.property(rows, fc.json(), fc.json(), (row, types, schema) => {
      assert.ok(isRefused(row, types, schema));
    }),
  );
});

test("a damaged argument is refused or read to what it reads back as", () => {
  let read = 0;
  const views = VALID.map((row) => {
    const [types, schema] = ["types", "schema"].map((name) =>
      textOf(row.get(name) ?? null),
    );
    return { row, view: validated(row, types, schema) };
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...views),
      damages,
      ({ row, view }, changes) => {
        const { args } = membersOf(row, ["args"]);
        if (!isHolder(args)) return;
        for (const change of changes) damage(args, change);
        for (const [name, tree] of Object.entries(args)) {
          const term = view.params.get(name);
          if (term === undefined) continue;
          const codec = view.codecs.of(term);
          try {
            const carrier = codec.decode(plainText(tree));
            const again = codec.decode(carrier.text);
            assert.equal(again.text, carrier.text);
            assert.ok(again.equals(carrier));
            assert.equal(again.compare(carrier), 0);
            assert.equal(codec.encode(again), carrier.text);
            read++;
          } catch (fault) {
            assert.ok(fault instanceof DecodeError, String(fault));
            assert.notEqual(fault.message, "");
          }
        }
      },
    ),
    { numRuns: 1500 },
  );
  assert.ok(read > 100, `only ${String(read)} were read`);
});
