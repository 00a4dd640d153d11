/** Carriers: values of a caller's type, in the hands of an author. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { inspect } from "node:util";

import { Carrier } from "../flow/carrier.ts";
import type { Codec } from "../flow/codec.ts";
import {
  dictOf,
  listOf,
  optionOf,
  setOf,
  tupleOf,
} from "../flow/combinators.ts";
import { FlowDict, FlowSet } from "../flow/containers.ts";
import { DecodeError, EncodeError } from "../flow/errors.ts";
import { Json } from "../flow/json.ts";
import { Reader } from "../flow/reader.ts";
import { INT } from "../flow/scalars.ts";
import { validate } from "../flow/view.ts";
import type { View } from "../flow/view.ts";
import { Writer } from "../flow/writer.ts";

import { listing, objectOf, textOf, vectorText } from "./listing.ts";
import {
  enumOf,
  named,
  option,
  optionSchema,
  plainText,
  record,
  reflectAt,
  template,
} from "./views.ts";
import type { Plain, PlainTemplate } from "./views.ts";

const TESTEE = "github.com/acme/tools@v1.4.0/testee.flow.";
const LABEL = "github.com/acme/tools@v1.4.0/model.flow.label";

const INTEGER = { type: "integer" };
const KEY = "a/b.flow.item";
const REFERENCE = { $ref: "#/$defs/a~1b.flow.item" };
const DEFINITION = {
  type: "object",
  properties: { b: { type: "integer" }, a: { type: "string" } },
  required: ["b"],
};

// `b` before `a`, so that the order of fields is neither that of names nor that of the JSON.
const ITEM = template("item", 0, {
  kind: "record",
  fields: [
    { name: "b", type: "Int", doc: null },
    { name: "a", type: option("Text"), doc: null },
  ],
});

/** A validated call of `swap` at two types. */
function swapView(
  [a, b]: readonly [Plain, Plain],
  [schemaA, schemaB]: readonly [Plain, Plain],
  definitions: Readonly<Record<string, Plain>> = {},
  ...templates: PlainTemplate[]
): View {
  const types = {
    bindings: [
      { name: "A", type: a },
      { name: "B", type: b },
    ],
    params: [
      { name: "left", type: a },
      { name: "right", type: option(b) },
    ],
    ok: { Tuple: [option(b), a] },
    err: "Never",
    declarations: Object.fromEntries(
      templates.map((each) => [each.name, each]),
    ),
  };
  const tuple = {
    type: "array",
    prefixItems: [optionSchema(schemaB), schemaA],
    items: false,
    minItems: 2,
  };
  const isBare = Object.keys(definitions).length === 0;
  const schema = isBare ? tuple : { ...tuple, $defs: definitions };
  const texts = [plainText(types), plainText(schema)] as const;
  return validate(listing("testee"), `${TESTEE}swap`, ...texts);
}

/** The codec of T in a call of `reflect` at a type. */
function reflectCodec(
  term: Plain,
  schema: Plain,
  ...templates: PlainTemplate[]
): Codec<Carrier> {
  const types = reflectAt(term, ...templates);
  const texts = [plainText(types), plainText(schema)] as const;
  const view = validate(listing("testee"), `${TESTEE}reflect`, ...texts);
  return view.codecs.binding("T");
}

function itemsCodec(): Codec<Carrier> {
  const schema = { ...REFERENCE, $defs: { [KEY]: DEFINITION } };
  return reflectCodec(named("item"), schema, ITEM);
}

/** Hold a refusal to its code and pointer. */
function refused(
  kind: typeof DecodeError | typeof EncodeError,
  code: string,
  pointer = "",
): (fault: unknown) => true {
  return (fault) => {
    assert.ok(fault instanceof kind, String(fault));
    assert.deepEqual([fault.code, fault.pointer], [code, pointer]);
    return true;
  };
}

function fieldText(codec: Codec<Carrier>, value: Carrier): string | undefined {
  if (codec.isAbsent(value)) return undefined;
  const writer = new Writer();
  codec.writeField(writer, value);
  return writer.text;
}

test("a carrier is its canonical JSON", () => {
  const items = itemsCodec();
  const carrier = items.decode(' {"more": [1], "b": 1.50e1, "a": "x"} ');
  assert.equal(carrier.text, '{"a":"x","b":15}');
  assert.equal(String(carrier), carrier.text);
  assert.equal(JSON.stringify([carrier]), JSON.stringify([carrier.text]));
  assert.equal(inspect(carrier), `Carrier(${carrier.text})`);
  assert.ok(Json.equals(carrier.json, Json.parse(carrier.text)));
  assert.equal(carrier.codec, items);
  assert.equal(items.encode(carrier), carrier.text);
});

suite("carriers compare by the declaration", () => {
  const items = itemsCodec();
  const texts = [
    '{"b":1}',
    '{"a":"","b":1}',
    '{"a":"z","b":1}',
    '{"a":"a","b":2}',
    '{"b":10}',
  ];
  const carriers = texts.map((text) => items.decode(text));

  test("in pairs", () => {
    for (const [place, low] of carriers.entries()) {
      for (const [other, high] of carriers.entries()) {
        assert.equal(Math.sign(low.compare(high)), Math.sign(place - other));
        assert.equal(items.compare(low, high), low.compare(high));
        assert.equal(low.equals(high), place === other);
        assert.equal(items.equals(low, high), place === other);
      }
    }
    const [first] = carriers;
    assert.ok(first?.equals(items.decode('{"b":1.0}')));
  });

  test("in sets", () => {
    const set = FlowSet.of(items, carriers.toReversed());
    assert.deepEqual(Array.from(set, String), texts);
  });

  test("and not by operators", () => {
    const [first, second] = carriers as [Carrier, Carrier];
    assert.throws(() => first < second, /use compare/);
  });
});

test("carriers of different type parameters have nothing in common", () => {
  const view = swapView(["Int", "Int"], [INTEGER, INTEGER]);
  const [a, b] = ["A", "B"].map((name) =>
    view.codecs.binding(name).decode("1"),
  ) as [Carrier, Carrier];
  assert.ok(!a.equals(b));
  assert.throws(() => a.compare(b), TypeError);
  assert.throws(() => FlowSet.of(a.codec, [a, b]), TypeError);
  assert.throws(() => view.codecs.binding("C"), RangeError);
});

test("a carrier of another type parameter is written where it is a value", () => {
  const view = swapView(
    ["Int", option("Int")],
    [INTEGER, optionSchema(INTEGER)],
  );
  const [a, b] = ["A", "B"].map((name) => view.codecs.binding(name)) as [
    Codec<Carrier>,
    Codec<Carrier>,
  ];
  const decimals = reflectCodec("Decimal", { type: "number" });
  assert.equal(decimals.encode(a.decode("1")), "1");
  assert.throws(
    () => b.encode(a.decode("1")),
    refused(EncodeError, "constructor"),
  );
  assert.throws(
    () => listOf(a).encode([a.decode("2"), b.decode('{"Some":1}')]),
    refused(EncodeError, "type", "/1"),
  );
  assert.throws(
    () =>
      listOf(listOf(decimals)).encode([[], [itemsCodec().decode('{"b":1}')]]),
    refused(EncodeError, "type", "/1/0"),
  );
});

suite("only carriers are written", () => {
  for (const value of [1, 1n, null, undefined, "1", { b: 1n }, true, []]) {
    test(inspect(value), () => {
      const items = itemsCodec();
      assert.throws(
        () => items.encode(value as unknown as Carrier),
        refused(EncodeError, "type"),
      );
    });
  }
});

suite("the field form", () => {
  test("of an Option leaves None out", () => {
    const codec = reflectCodec(option("Int"), optionSchema(INTEGER));
    const absent = codec.absent();
    const one = codec.readField(new Reader("1"));
    assert.ok(absent !== undefined);
    assert.deepEqual([absent.text, one.text], ['"None"', '{"Some":1}']);
    assert.equal(fieldText(codec, absent), undefined);
    assert.equal(fieldText(codec, one), "1");
    assert.ok(absent.equals(codec.decode('"None"')));
    assert.ok(one.equals(codec.decode('{"Some":1}')));
    assert.ok(absent.compare(one) < 0);
    assert.throws(
      () => codec.readField(new Reader("null")),
      refused(DecodeError, "type"),
    );
  });

  test("of an Option of an Option is the inner one", () => {
    const schema = optionSchema(optionSchema(INTEGER));
    const codec = reflectCodec(option(option("Int")), schema);
    const texts = ['"None"', '{"Some":1}'];
    const read = texts.map((text) => codec.readField(new Reader(text)));
    assert.deepEqual(
      read.map((value) => fieldText(codec, value)),
      texts,
    );
    assert.deepEqual(
      read.map(({ text }) => text),
      ['{"Some":"None"}', '{"Some":{"Some":1}}'],
    );
  });

  test("of a carrier that another codec made is that of its value", () => {
    const schema = optionSchema(INTEGER);
    const codec = reflectCodec(option("Int"), schema);
    const other = reflectCodec(option("Int"), schema);
    for (const text of ['"None"', '{"Some":1}']) {
      assert.equal(
        fieldText(codec, other.decode(text)),
        fieldText(codec, codec.decode(text)),
      );
    }
  });

  test("of other types is their value", () => {
    const items = itemsCodec();
    const value = items.readField(new Reader('{"b":1}'));
    assert.equal(fieldText(items, value), '{"b":1}');
    assert.equal(items.absent(), undefined);
  });
});

test("collections of carriers keep Flow's order", () => {
  const items = itemsCodec();
  const codec = setOf(items);
  const text = '[{"b":2},{"a":"x","b":2},{"b":10}]';
  const read = codec.decode(text);
  assert.equal(codec.encode(read), text);
  assert.ok(read.has(items.decode('{"b":10}')));
  assert.ok(!read.has(items.decode('{"b":11}')));
  const again = FlowSet.of(items, read.items.toReversed());
  assert.equal(codec.encode(again), text);
  assert.throws(
    () => codec.decode('[{"b":10},{"b":2}]'),
    refused(DecodeError, "order", "/1"),
  );
  const tables = dictOf(items, INT);
  const table = tables.decode('[[{"b":2},5],[{"b":10},6]]');
  assert.equal(table.get(items.decode('{"b":10.0}')), 6n);
  const swapped = FlowDict.of(items, table.entries.toReversed());
  assert.equal(tables.encode(swapped), '[[{"b":2},5],[{"b":10},6]]');
});

test("a Dict with keys of a type bound to Text is an object", () => {
  const texts = reflectCodec("Text", { type: "string" });
  const codec = dictOf(texts, INT);
  const table = codec.decode('{"b":1,"a":2,"__proto__":3}');
  assert.deepEqual(Array.from(table.keys(), String), [
    '"__proto__"',
    '"a"',
    '"b"',
  ]);
  assert.equal(table.get(texts.decode('"b"')), 1n);
  assert.equal(codec.encode(table), '{"__proto__":3,"a":2,"b":1}');
});

test("codecs made of a caller's give the caller's schema", async () => {
  const items = itemsCodec();
  const definitions = { [KEY]: DEFINITION };
  const codec = listOf(tupleOf<[Carrier, unknown]>(items, optionOf(items)));
  assert.deepEqual(JSON.parse(await codec.schema()), {
    type: "array",
    items: {
      type: "array",
      prefixItems: [REFERENCE, optionSchema(REFERENCE)],
      items: false,
      minItems: 2,
    },
    $defs: definitions,
  });
  assert.deepEqual(JSON.parse(await items.schema()), {
    ...REFERENCE,
    $defs: definitions,
  });
});

test("a view prints as Flow and keeps its schema", () => {
  const view = swapView(
    [named("item"), "Int"],
    [REFERENCE, INTEGER],
    { [KEY]: DEFINITION },
    ITEM,
  );
  const shown = (terms: View["params"]): unknown[] =>
    Array.from(terms, ([name, term]) => [name, String(term)]);
  assert.deepEqual(shown(view.bindings), [
    ["A", "item"],
    ["B", "Int"],
  ]);
  assert.deepEqual(shown(view.params), [
    ["left", "item"],
    ["right", "Option<Int>"],
  ]);
  assert.equal(String(view.ok), "(Option<Int>, item)");
  assert.equal(String(view.err), "Never");
  assert.equal(Json.text(Json.parse(view.schema)), view.schema);
});

suite(
  "a binding of which no value can be decoded has a codec that throws",
  () => {
    const bound: [Plain, ...PlainTemplate[]][] = [
      [{ Function: { params: ["Int"], result: "Text" } }],
      [{ Task: "Int" }],
      [option("json.Value")],
      [named("page"), template("page", 0, { kind: "host" })],
      [named("sealed"), { ...ITEM, name: "sealed", opaque: true }],
    ];
    const model = objectOf(Json.parse(vectorText("listings/model.json")));
    const tag = textOf(objectOf(model.get("types")).get("tag") ?? null);
    for (const [type, ...templates] of bound) {
      test(plainText(type), async () => {
        const types = plainText({
          bindings: [{ name: "T", type }],
          params: [{ name: "tag", type: named("tag", type) }],
          ok: "Int",
          err: "Never",
          declarations: {
            tag: "?",
            ...Object.fromEntries(templates.map((each) => [each.name, each])),
          },
        }).replace('"?"', () => tag);
        const served = listing("model");
        const view = validate(served, LABEL, types, plainText(INTEGER));
        const codec = view.codecs.binding("T");
        const unavailable = refused(DecodeError, "unavailable");
        assert.throws(() => codec.decode("1"), unavailable);
        await assert.rejects(codec.schema(), unavailable);
        const one = view.codecs.of(view.ok).decode("1");
        assert.throws(
          () => codec.encode(one),
          refused(EncodeError, "unavailable"),
        );
        assert.throws(() => codec.compare(one, one), TypeError);
        const param = view.params.get("tag");
        assert.ok(param !== undefined);
        const value = view.codecs.of(param).decode('{"value":7}');
        assert.equal(value.text, '{"value":7}');
      });
    }
  },
);

test("enums order by constructor, then by parts", () => {
  const shape = enumOf("shape", 0, "Int", "Text");
  const bare = { name: "Z", doc: null, payload: null };
  const constructors = [bare, ...(shape["constructors"] as Plain[])];
  const holding = (name: string, payload: Plain): Plain => ({
    type: "object",
    properties: { [name]: payload },
    required: [name],
    additionalProperties: false,
  });
  const branches = [
    { const: "Z" },
    holding("C0", INTEGER),
    holding("C1", { type: "string" }),
  ];
  const schema = {
    $ref: "#/$defs/a~1b.flow.shape",
    $defs: { "a/b.flow.shape": { oneOf: branches } },
  };
  const whole = { ...shape, constructors };
  const codec = reflectCodec(named("shape"), schema, whole);
  const texts = ['"Z"', '{"C0":-1}', '{"C0":3}', '{"C1":""}'];
  const carriers = texts.toReversed().map((text) => codec.decode(text));
  carriers.sort((a, b) => a.compare(b));
  assert.deepEqual(carriers.map(String), texts);
});

test("a carrier never changes", () => {
  const carrier = itemsCodec().decode('{"b":1}');
  assert.ok(carrier instanceof Carrier);
  assert.throws(() => {
    (carrier as { text: string }).text = "1";
  }, TypeError);
});

test("values as deep as JSON may nest are read, written and compared", () => {
  const loop = record("loop", 0, { List: named("loop") });
  const items = { $ref: "#/$defs/a~1b.flow.loop" };
  const definition = {
    type: "object",
    properties: { f0: { type: "array", items } },
    required: ["f0"],
  };
  const schema = { ...items, $defs: { "a/b.flow.loop": definition } };
  const codec = reflectCodec(named("loop"), schema, loop);
  const nested = (depth: number): string =>
    `${'{"f0":['.repeat(depth)}${"]}".repeat(depth)}`;
  const deep = codec.decode(nested(128));
  assert.equal(deep.text, nested(128));
  assert.ok(deep.equals(codec.decode(nested(128))));
  assert.ok(codec.decode(nested(1)).compare(deep) < 0);
  const found = (fault: unknown): boolean =>
    fault instanceof DecodeError && fault.code === "depth";
  for (const depth of [129, 1_000, 100_000]) {
    assert.throws(() => codec.decode(nested(depth)), found);
  }
});

test("JSON within is compared as JSON", () => {
  const schema = { type: "array", items: {}, uniqueItems: true };
  const codec = reflectCodec({ Set: "json.Value" }, schema);
  const text = '[null,false,true,1,2,"a",[],{"a":1}]';
  assert.equal(codec.decode(text).text, text);
  assert.throws(
    () => codec.decode("[1,1.0]"),
    refused(DecodeError, "duplicate", "/1"),
  );
});
