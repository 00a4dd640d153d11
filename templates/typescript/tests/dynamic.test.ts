/** Codecs of types and values that were made to cost much more to look at than to send. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";

import type { Codec } from "../flow/codec.ts";
import { DynamicCodecs } from "../flow/dynamic.ts";
import { DecodeError } from "../flow/errors.ts";
import { Graph } from "../flow/graph.ts";
import { CONCRETE, MetadataReader } from "../flow/metadata.ts";
import { treeOf } from "../flow/tree.ts";

import { named, option, param, plainText, record, template } from "./views.ts";
import type { Plain, PlainTemplate } from "./views.ts";

const MANY = 100_000;

const range = (count: number): number[] => [...Array(count).keys()];

/** The codec of a type that is made of these declarations. */
function codecOf(type: Plain, ...templates: PlainTemplate[]): Codec<unknown> {
  const graph = new Graph();
  const reader = new MetadataReader(graph);
  const declarations = Object.fromEntries(
    templates.map((each) => [each.name, each]),
  );
  const tree = treeOf(plainText(declarations), 100);
  reader.declarations(tree, null);
  const term = reader.term(treeOf(plainText(type), 100), null, CONCRETE);
  return new DynamicCodecs(graph).of(term);
}

/** Hold a text to be read, written as it was, and equal to itself. */
function keeps(codec: Codec<unknown>, text: string): void {
  const value = codec.decode(text);
  assert.equal(codec.encode(value), text);
  assert.equal(codec.compare(value, codec.decode(text)), 0);
}

suite("work is in proportion to types and values together", () => {
  test("many values of a record of many fields that are left out", () => {
    const fields = range(MANY).map(() => option("Int"));
    const codec = codecOf({ List: named("r") }, record("r", 0, ...fields));
    keeps(codec, `[${Array(MANY).fill("{}").join()}]`);
    keeps(codec, `[${Array(MANY).fill('{"f99999":1}').join()}]`);
  });

  test("many values of an enum of many constructors", () => {
    const constructors = range(MANY).map((at) => ({
      name: `C${String(at)}`,
      doc: null,
      payload: at % 2 === 0 ? null : { positional: ["Int"] },
    }));
    const codec = codecOf(
      { Set: named("e") },
      template("e", 0, { kind: "enum", constructors }),
    );
    const values = range(MANY).map((at) =>
      at % 2 === 0 ? `"C${String(at)}"` : `{"C${String(at)}":1}`,
    );
    keeps(codec, `[${values.join()}]`);
  });

  test("a record of many fields at many arguments", () => {
    const depth = 12;
    const own = range(depth).map((at) => param("d", at));
    const rest = own.slice(1);
    const codec = codecOf(
      named("d", ...range(depth).map(() => "Bool")),
      record(
        "d",
        depth,
        option(named("d", ...rest, "Int")),
        option(named("d", ...rest, "Text")),
        ...range(MANY).map((at) =>
          option({ List: { Tuple: [param("d", at % depth), "Int"] } }),
        ),
      ),
    );
    const tree = range(depth).reduce(
      (inner) => `{"f0":${inner},"f1":${inner}}`,
      '{"f77777":[]}',
    );
    keeps(codec, tree);
  });

  test("many fields that must be there", () => {
    const fields = range(MANY).map(() => "Int");
    const codec = codecOf(named("r"), record("r", 0, ...fields));
    const members = range(MANY)
      .map((at) => `"f${String(at)}":${String(at)}`)
      .sort();
    keeps(codec, `{${members.join()}}`);
    const fault = (error: unknown): boolean =>
      error instanceof DecodeError &&
      error.code === "missing-field" &&
      error.pointer === "/f0";
    assert.throws(() => codec.decode(`{${members.slice(1).join()}}`), fault);
  });

  test("a tuple of many items", () => {
    const codec = codecOf({ Tuple: range(MANY).map(() => "Int") });
    keeps(codec, `[${range(MANY).join()}]`);
  });
});

suite("a field is judged after substitution", () => {
  const box = record("box", 1, param("box", 0), option(param("box", 0)));

  test("at a type that is no Option", () => {
    const codec = codecOf(named("box", "Int"), box);
    keeps(codec, '{"f0":1}');
    keeps(codec, '{"f0":1,"f1":2}');
    assert.throws(() => codec.decode("{}"), DecodeError);
  });

  test("at an Option", () => {
    const codec = codecOf(named("box", option("Int")), box);
    for (const text of [
      "{}",
      '{"f0":1}',
      '{"f1":"None"}',
      '{"f0":1,"f1":{"Some":2}}',
    ]) {
      keeps(codec, text);
    }
    assert.throws(() => codec.decode('{"f0":null}'), DecodeError);
  });

  test("and ordered with None first", () => {
    const codec = codecOf(named("box", option("Int")), box);
    const ascending = [
      "{}",
      '{"f1":"None"}',
      '{"f1":{"Some":0}}',
      '{"f0":1}',
      '{"f0":1,"f1":"None"}',
      '{"f0":2}',
    ].map((text) => codec.decode(text));
    for (const [place, one] of ascending.entries()) {
      for (const [other, another] of ascending.entries()) {
        assert.equal(
          Math.sign(codec.compare(one, another)),
          Math.sign(place - other),
        );
      }
    }
  });
});

test("a type of which no value crosses refuses every use", () => {
  for (const type of [{ Task: "Int" }, named("n")]) {
    const codec = codecOf(type, template("n", 0, { kind: "nondata" }));
    assert.throws(() => codec.decode("1"), /no value of .* crosses/);
    assert.throws(() => codec.encode(1), /no value of .* crosses/);
  }
});
