/** Views that would take for ever, or all memory, if they were taken at their word. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";

import { GraphError } from "../flow/graph.ts";
import { validate, ViewCache } from "../flow/view.ts";
import type { View } from "../flow/view.ts";

import { listing } from "./listing.ts";
import {
  enumOf,
  named,
  option,
  param,
  plainText,
  record,
  reflectAt,
  refTo,
  spelled,
  template,
} from "./views.ts";
import type { Plain, PlainTemplate } from "./views.ts";

const REFLECT = "github.com/acme/tools@v1.4.0/testee.flow.reflect";

function validated(types: Plain, schema: Plain): View {
  const texts = [plainText(types), plainText(schema)] as const;
  return validate(listing("testee"), REFLECT, ...texts);
}

function faultOf(act: () => unknown): GraphError {
  try {
    act();
  } catch (error) {
    assert.ok(error instanceof GraphError, String(error));
    assert.notEqual(error.message, "");
    return error;
  }
  assert.fail("nothing was thrown");
}

/** The code and the pointer of the fault in a view. */
function fault(types: Plain, schema: Plain = {}): [string, string] {
  const { code, pointer } = faultOf(() => validated(types, schema));
  return [code, pointer];
}

const range = (count: number): number[] => [...Array(count).keys()];

/** A declaration of so many type parameters, which leads to two to their number instances. */
function rotating(count: number, ...more: Plain[]): PlainTemplate {
  const rest = range(count)
    .slice(1)
    .map((at) => param("d", at));
  return record(
    "d",
    count,
    option(named("d", ...rest, "Int")),
    option(named("d", ...rest, "Text")),
    param("d", 0),
    ...more,
  );
}

const bools = (count: number): Plain[] => range(count).map(() => "Bool");

suite("views that are refused within bounds", () => {
  test("a KEY that doubles at each of thirty declarations", () => {
    const chain = range(30).map((at) => {
      const own = param(`a${String(at)}`, 0);
      const next = named(`a${String(at + 1)}`, { Tuple: [own, own] });
      return record(`a${String(at)}`, 1, next);
    });
    const last = record("a30", 1, param("a30", 0));
    assert.deepEqual(fault(reflectAt(named("a0", "Int"), ...chain, last)), [
      "limit",
      "/types/params/0/type",
    ]);
  });

  for (const length of [0, 60_000]) {
    test(`more instances than a schema may hold, names of ${String(length)}`, () => {
      const big = {
        ...record("big", 0),
        identity: `${"x".repeat(length)}.flow.Big`,
      };
      const term = named("d", ...bools(17), named("big"));
      assert.deepEqual(fault(reflectAt(term, rotating(18), big)), [
        "limit",
        "/types/params/0/type",
      ]);
    });
  }

  test("instances of many fields, before they are all looked at", () => {
    const fields = range(2000).map((at) =>
      named("e", ...[1, 3, 7].map((step) => param("d", (at * step) % 17))),
    );
    const term = named("d", ...bools(17));
    const types = reflectAt(
      term,
      rotating(17, ...fields),
      record("e", 3, "Int"),
    );
    assert.equal(fault(types)[0], "limit");
  });

  test("finite values in two to the seventeenth cases", () => {
    const rest = range(17)
      .slice(1)
      .map((at) => param("r", at));
    const turning = enumOf(
      "r",
      17,
      named("r", ...rest, named("s")),
      named("r", ...rest, "Int"),
    );
    const ints = range(17).map(() => "Int");
    const start = record("s", 0, named("r", ...ints));
    assert.deepEqual(fault(reflectAt(named("s"), start, turning)), [
      "limit",
      "/types/declarations",
    ]);
  });
});

/** Declarations d0, d1 and so on of one type parameter, each of which may hold the next; `last` is behind them. */
function chain(count: number, last: PlainTemplate): PlainTemplate[] {
  const links = range(count).map((at) => {
    const own = `d${String(at)}`;
    return record(own, 1, option(named(`d${String(at + 1)}`, param(own, 0))));
  });
  return [...links, last];
}

suite("graphs of many declarations are walked without recursion", () => {
  const count = 15_000;
  const end = `d${String(count)}`;
  const own = param(end, 0);
  const whole = (...last: Plain[]): Plain =>
    reflectAt(named("d0", "Int"), ...chain(count, record(end, 1, ...last)));

  test("a chain", () => {
    assert.deepEqual(fault(whole(own)), ["mismatch", "/schema"]);
  });

  test("a ring", () => {
    assert.equal(fault(whole(option(named("d0", own))))[0], "mismatch");
  });

  test("a ring that grows", () => {
    assert.deepEqual(fault(whole(option(named("d0", { List: own })))), [
      "irregular",
      `/types/declarations/${end}`,
    ]);
  });

  test("a ring without values", () => {
    const ring = range(count).map((at) =>
      record(`d${String(at)}`, 0, named(`d${String((at + 1) % count)}`)),
    );
    assert.equal(fault(reflectAt(named("d0"), ...ring))[0], "infinite");
  });

  test("a host value in a Set behind a chain of parameters", () => {
    const types = reflectAt(
      named("d0", named("h")),
      ...chain(count, record(end, 1, { Set: own })),
      template("h", 0, { kind: "host" }),
    );
    assert.deepEqual(fault(types), ["crossing", "/types/bindings/0/type"]);
  });

  test("a tuple of 300,000", () => {
    const term = { Tuple: range(300_000).map(() => "Int") };
    assert.equal(fault(reflectAt(term))[0], "mismatch");
  });

  test("a declaration of 100,000 type parameters, and as many arguments", () => {
    const many = 100_000;
    const wide = record("w", many, ...range(many).map((at) => param("w", at)));
    const term = named("w", ...range(many).map(() => "Int"));
    assert.equal(fault(reflectAt(term, wide))[0], "limit");
  });
});

test("terms as deep as a view may nest are read", () => {
  const deep = range(80).reduce<Plain>((term) => named("b", term), "Int");
  const types = reflectAt(deep, record("b", 1, param("b", 0)));
  assert.equal(fault(types)[0], "mismatch");
});

for (const depth of [257, 20_000, 1_000_000]) {
  test(`a view that nests ${String(depth)} deep is refused`, () => {
    const deep = `${'{"List":'.repeat(depth)}"Int"${"}".repeat(depth)}`;
    const types = plainText(reflectAt("?")).replaceAll('"?"', () => deep);
    const found = faultOf(() =>
      validate(listing("testee"), REFLECT, types, "{}"),
    );
    assert.deepEqual([found.code, found.pointer], ["depth", "/types"]);
  });
}

suite("an index is judged by value with bounded work", () => {
  const at = (index: Plain): Plain =>
    reflectAt(named("b", "Int"), record("b", 1, param("b", index)));
  for (const spelling of [
    "1e1000000000",
    "-1",
    "0.5",
    "1e-1000000000",
    `1${"0".repeat(5000)}`,
    "1",
    "4294967296",
    "9007199254740993",
  ]) {
    test(`${spelling.slice(0, 20)} is none`, () => {
      assert.match(fault(at(spelled(spelling)))[1], /\/Param\/index$/);
    });
  }
  for (const spelling of ["0.0", "0e999999999", "-0"]) {
    test(`${spelling} is one`, () => {
      const schema = {
        $ref: "#/$defs/a~1b.flow.b%3CInt%3E",
        $defs: {
          "a/b.flow.b<Int>": {
            type: "object",
            properties: { f0: { type: "integer" } },
            required: ["f0"],
          },
        },
      };
      const view = validated(at(spelled(spelling)), schema);
      assert.equal(String(view.ok), "b<Int>");
    });
  }
});

suite("a schema", () => {
  const types = reflectAt({ Tuple: ["Int", { List: "Text" }] });
  const schema = (type: string): Plain => ({
    type: "array",
    prefixItems: [{ type: "integer" }, { type: "array", items: { type } }],
    items: false,
    minItems: spelled("2.0"),
  });

  test("is told where it first differs", () => {
    const found = faultOf(() => validated(types, schema("number")));
    assert.deepEqual([found.code, found.pointer], ["mismatch", "/schema"]);
    assert.ok(found.message.includes("/prefixItems/1/items/type"));
    assert.ok(validated(types, schema("string")));
  });

  for (const wrong of [null, [], "x", 1, true]) {
    test(`that is ${plainText(wrong)} is refused`, () => {
      assert.deepEqual(fault(reflectAt("Int"), wrong), ["shape", "/schema"]);
    });
  }

  test("that is missing is refused", () => {
    const found = faultOf(() =>
      validate(
        listing("testee"),
        REFLECT,
        plainText(reflectAt("Int")),
        undefined,
      ),
    );
    assert.deepEqual([found.code, found.pointer], ["shape", "/schema"]);
  });
});

suite("names and ids of any text", () => {
  for (const name of [
    "__proto__",
    "constructor",
    "hasOwnProperty",
    "then",
    "",
    "a/b~c",
    "\0",
    "é\u2028😀",
    '"*/',
    "x".repeat(5000),
  ]) {
    test(JSON.stringify(name.slice(0, 20)), () => {
      const item = {
        ...template(name, 1, {
          kind: "record",
          fields: [
            { name, type: param(name, 0), doc: name },
            { name: `${name}'`, type: "Int", doc: null },
          ],
        }),
        identity: `a/b.flow.${name}`,
        generic: [name],
      };
      const key = `a/b.flow.${name}<Int>`;
      const definition = {
        description: name,
        type: "object",
        properties: Object.fromEntries([
          [`${name}'`, { type: "integer" }],
          [name, { type: "integer" }],
        ]),
        required: [name, `${name}'`],
      };
      const schema = {
        $ref: refTo(key),
        $defs: Object.fromEntries([[key, definition]]),
      };
      const found = faultOf(() =>
        validated(reflectAt(named(name, "Int"), item), { $defs: schema.$defs }),
      );
      assert.equal(found.code, "mismatch");
      const view = validated(reflectAt(named(name, "Int"), item), schema);
      const codec = view.codecs.bindings.get("T");
      assert.ok(codec !== undefined);
      const value = plainText(
        Object.fromEntries([
          [`${name}'`, 2],
          [name, 1],
        ]),
      );
      const carrier = codec.decode(value);
      assert.equal(codec.decode(carrier.text).compare(carrier), 0);
      assert.equal(codec.encode(carrier), carrier.text);
    });
  }
});

test("a reference is a JSON Pointer in the fragment of a URI", async () => {
  const identity = "github.com/acme/~x%41 y@v1.2/a b.flow.T";
  const item = { ...record("T", 0), identity };
  const definition = { type: "object", properties: {}, required: [] };
  const schema = {
    $ref: "#/$defs/github.com~1acme~1~0x%2541%20y@v1.2~1a%20b.flow.T",
    $defs: { [identity]: definition },
  };
  const view = validated(reflectAt(named("T"), item), schema);
  const codec = view.codecs.bindings.get("T");
  assert.ok(codec !== undefined);
  assert.deepEqual(JSON.parse(await codec.schema()), schema);
});

suite("the cache of views", () => {
  const at = (term: string): string => plainText(reflectAt(term));
  const schemaOf = (type: string): string => plainText({ type });

  test("gives one view for one call", () => {
    const cache = new ViewCache(listing("testee"));
    const whole = cache.get(REFLECT, at("Int"), schemaOf("integer"));
    const text = cache.get(REFLECT, at("Text"), schemaOf("string"));
    assert.notEqual(whole, text);
    assert.equal(cache.get(REFLECT, at("Int"), schemaOf("integer")), whole);
    faultOf(() => cache.get(REFLECT, at("Int"), schemaOf("string")));
    faultOf(() => cache.get(REFLECT, at("Int"), undefined));
  });

  test("forgets the oldest", () => {
    const cache = new ViewCache(listing("testee"));
    const first = cache.get(REFLECT, at("Int"), schemaOf("integer"));
    const second = cache.get(REFLECT, at("Text"), schemaOf("string"));
    assert.equal(cache.get(REFLECT, at("Int"), schemaOf("integer")), first);
    for (let size = 1; size <= 42; size++) {
      const padding = " ".repeat(100_000);
      cache.get(
        REFLECT,
        at("Bool") + padding,
        schemaOf("boolean") + " ".repeat(size),
      );
      if (size === 20) cache.get(REFLECT, at("Int"), schemaOf("integer"));
    }
    assert.equal(cache.get(REFLECT, at("Int"), schemaOf("integer")), first);
    assert.notEqual(cache.get(REFLECT, at("Text"), schemaOf("string")), second);
  });
});
