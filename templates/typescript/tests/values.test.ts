/** The vectors of values, through codecs that are made of terms at run time. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import type { Codec } from "../flow/codec.ts";
import { DynamicCodecs } from "../flow/dynamic.ts";
import { Graph } from "../flow/graph.ts";
import type { Json } from "../flow/json.ts";
import { CONCRETE, MetadataReader } from "../flow/metadata.ts";
import { itemsOf, listing, objectOf, rowsOf, textOf } from "./listing.ts";
import { holdToVector } from "./refusals.ts";

function codecOf(type: Json, name: Json | undefined): Codec<unknown> {
  const graph = typeof name === "string" ? listing(name).graph : new Graph();
  const term = new MetadataReader(graph).term(type, null, CONCRETE);
  return new DynamicCodecs(graph).of(term);
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
        for (const each of cases) holdToVector(codec, objectOf(each));
      });
    }
  });
}
