/**
 * The checks of declaration graphs, by the listings that break one rule each.
 *
 * Listings are the generator's to read. Here their types and Tools pass through what views pass through, so that both
 * sides keep one set of rules.
 */

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { suite, test } from "node:test";

import type { FlowDict } from "../flow/containers.ts";
import { Crossing } from "../flow/crossing.ts";
import {
  below,
  Graph,
  GraphError,
  rootsOf,
  step,
  TOOL,
} from "../flow/graph.ts";
import { checkKeys, Instances } from "../flow/instances.ts";
import type { Json } from "../flow/json.ts";
import { MetadataReader } from "../flow/metadata.ts";
import { LISTING_DEPTH } from "../flow/served.ts";
import { treeOf } from "../flow/tree.ts";
import { checkGraph } from "../flow/view.ts";

import {
  itemsOf,
  objectOf,
  rowsOf,
  stringOf,
  VECTORS,
  vectorText,
} from "./listing.ts";

/** What views are held to. */
const RULES = new Set([
  "shape",
  "unknown-term",
  "unresolved",
  "arity",
  "owner",
  "index",
  "duplicate-name",
  "disconnected",
  "irregular",
  "infinite",
  "crossing",
  "limit",
  "conflicting",
]);

/** What the reading of a whole listing sees to. */
const ELSEWHERE = new Set([
  "no tools member",
  "tool entry without err",
  "tool doc that is a number",
  "two tools of one identity",
  "a JSON text that is no object",
]);

/** Everything that a view's graph is held to, and that both kinds of KEY are free of conflict. */
function check(listing: FlowDict<string, Json>): void {
  const graph = new Graph();
  const reader = new MetadataReader(graph);
  const types = step(null, "types");
  reader.declarations(listing.get("types") ?? null, types);
  const tools = itemsOf(listing.get("tools")).map((tree, place) => {
    const path = below(null, "tools", place);
    const tool = objectOf(tree);
    const [params, ok, err] = ["params", "ok", "err"].map(
      (name) => tool.get(name) ?? null,
    ) as [Json, Json, Json];
    const generic = reader.generic(
      tool.get("generic") ?? null,
      step(path, "generic"),
    );
    const scope = { owner: TOOL, generic };
    const roots = reader.roots({ params, ok, err }, path, scope);
    return rootsOf({ generic, ...roots }, path);
  });
  const roots = tools.flat().map(({ term }) => term);
  checkGraph(graph, roots, types);
  const crossing = new Crossing(graph.declarations.values());
  for (const each of tools) {
    for (const [place, { path, term }] of each.entries()) {
      if (place < each.length - 2) crossing.checkParameter(term, path);
      else crossing.checkOutcome(term, path);
    }
    for (const versions of [true, false]) {
      checkKeys(new Instances(graph, versions), each);
    }
  }
}

suite("a broken rule is found where it is broken", () => {
  for (const row of rowsOf("listings-refused.json")) {
    const name = stringOf(row.get("name"));
    const code = stringOf(row.get("code"));
    if (!RULES.has(code) || ELSEWHERE.has(name)) continue;
    test(name, () => {
      assert.throws(
        () => {
          check(objectOf(row.get("listing")));
        },
        (fault: unknown) => {
          assert.ok(fault instanceof GraphError, String(fault));
          assert.deepEqual([fault.code, fault.pointer], [code, row.get("at")]);
          return true;
        },
      );
    });
  }
});

suite("a graph on the right side of a line is accepted", () => {
  for (const row of rowsOf("listings-accepted.json")) {
    test(stringOf(row.get("name")), () => {
      const text = stringOf(row.get("text"));
      check(objectOf(treeOf(text, LISTING_DEPTH)));
    });
  }
  for (const name of readdirSync(new URL("listings/", VECTORS))) {
    test(name, () => {
      const text = vectorText(`listings/${name}`);
      check(objectOf(treeOf(text, LISTING_DEPTH)));
    });
  }
});
