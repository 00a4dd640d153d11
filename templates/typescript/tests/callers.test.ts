/** Codecs that are made of a package's and of a caller's: their schemas are the caller's. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";

import { DeclaredCodec } from "../flow/codec.ts";
import type { Codec } from "../flow/codec.ts";
import { listOf, tupleOf } from "../flow/combinators.ts";
import { Schemas } from "../flow/schema.ts";
import { validate } from "../flow/view.ts";
import type { View } from "../flow/view.ts";

import { listing, rowsOf, stringOf, textOf } from "./listing.ts";

const declarations = listing("testee");

/** The codec of a declared type, as generated code has it, as far as its schema goes. */
class Declared extends DeclaredCodec<unknown> {
  constructor(local: string, ...args: (Codec<unknown> | undefined)[]) {
    super(() => Promise.resolve(declarations), local, args);
  }

  override read(): never {
    throw new Error("no value is read here");
  }

  override write(): never {
    throw new Error("no value is written here");
  }

  override compare(): never {
    throw new Error("no value is compared here");
  }
}

function viewOf(name: string): View {
  const row = rowsOf("views.json").find((each) => each.get("name") === name);
  assert.ok(row !== undefined);
  const [types, schema] = ["types", "schema"].map((member) =>
    textOf(row.get(member) ?? null),
  );
  return validate(declarations, stringOf(row.get("tool")), types, schema);
}

function definitionsOf(schema: string): Record<string, unknown> {
  const { $defs } = JSON.parse(schema) as { $defs: Record<string, unknown> };
  return $defs;
}

suite("a caller that resolved another version", () => {
  const view = viewOf("a caller that resolved another version");
  const carrier = view.codecs.binding("T");

  test("finds its version in what it sent", async () => {
    const schemas = new Schemas(view.graph);
    const batch = view.params.get("batch");
    assert.ok(batch !== undefined);
    assert.equal(
      await new Declared("batch", carrier).schema(),
      schemas.text(batch),
    );
    assert.equal(
      await new Declared("summary", carrier).schema(),
      schemas.text(view.ok),
    );
    assert.equal(
      await new Declared("rejected", carrier).schema(),
      schemas.text(view.err),
    );
  });

  test("finds the served version in what it did not send", async () => {
    const box = new Declared("box", carrier);
    const codec = listOf(tupleOf(new Declared("batch", carrier), box));
    assert.deepEqual(Object.keys(definitionsOf(await codec.schema())).sort(), [
      "github.com/acme/tools@v1.4.0/everything.flow.Box<Int>",
      "github.com/acme/tools@v1.5.2/testee.flow.Batch<Int>",
    ]);
  });
});

test("all that is served has one schema, whoever asks", async () => {
  const view = viewOf('reflect at "Int"');
  const carrier = view.codecs.binding("T");
  const ids = [...declarations.graph.declarations.keys()];
  assert.ok(ids.length > 3);
  for (const local of ids) {
    const declaration = declarations.graph.refer(local);
    if (declaration === undefined || declaration.kind === "nondata") continue;
    const unused = declaration.generic.map(() => undefined);
    const alone = await new Declared(local, ...unused).schema();
    const codec = tupleOf(carrier, new Declared(local, ...unused));
    const both = await codec.schema();
    assert.deepEqual(definitionsOf(both), definitionsOf(alone));
  }
});

test("a type that nothing declares has no schema", async () => {
  const { codecs } = viewOf('reflect at "Int"');
  const codec = new Declared("nowhere", codecs.binding("T"));
  await assert.rejects(codec.schema(), /nothing is declared as nowhere/);
});
