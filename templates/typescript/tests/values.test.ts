/** The vectors of values, through codecs that are made of terms at run time. */

import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { describe, test } from "node:test";

import type { Codec } from "../flow/codec.ts";
import { DynamicCodecs } from "../flow/dynamic.ts";
import { Graph } from "../flow/graph.ts";
import type { Json } from "../flow/json.ts";
import { CONCRETE, MetadataReader } from "../flow/metadata.ts";
import {
  itemsOf,
  listing,
  objectOf,
  rowsOf,
  stringOf,
  textOf,
} from "./listing.ts";
import { refused } from "./refusals.ts";

function codecOf(type: Json, name: Json | undefined): Codec<unknown> {
  const graph = typeof name === "string" ? listing(name).graph : new Graph();
  const term = new MetadataReader(graph).term(type, null, CONCRETE);
  return new DynamicCodecs(graph).of(term);
}

/** What is wrong with a text as such: the vectors place it at the root, we where it stands. */
const OF_TEXTS: ReadonlySet<string> = new Set([
  "depth",
  "duplicate-member",
  "json",
  "surrogate",
  "utf8",
]);

function hold(codec: Codec<unknown>, given: Json): void {
  const row = objectOf(given);
  const text = stringOf(row.get("text"));
  const bytes = Buffer.from(text);
  const canonical = row.get("canonical");
  if (canonical === undefined) {
    const code = stringOf(row.get("refused"));
    const at = OF_TEXTS.has(code) ? undefined : stringOf(row.get("at"));
    refused(() => codec.decode(text), code, at);
    refused(() => codec.decode(bytes), code, at);
    return;
  }
  const value = codec.decode(text);
  assert.equal(codec.encode(value), canonical);
  const again = codec.decode(Buffer.from(stringOf(canonical)));
  assert.equal(codec.encode(again), canonical);
  assert.deepEqual(again, value);
}

for (const file of ["values.json", "values-random.json"]) {
  describe(file, () => {
    const rows = rowsOf(file);
    assert.ok(rows.length > 50);
    for (const [place, row] of rows.entries()) {
      const type = row.get("type") ?? null;
      test(`${String(place)}: ${textOf(type).slice(0, 80)}`, () => {
        const codec = codecOf(type, row.get("listing"));
        const cases = itemsOf(row.get("cases"));
        assert.ok(cases.length > 0);
        for (const each of cases) hold(codec, each);
      });
    }
  });
}
