/** Served signatures and fingerprints. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";

import { LISTING_DEPTH } from "../flow/served.ts";
import { FlowDict } from "../flow/containers.ts";
import type { Json } from "../flow/json.ts";
import { treeOf } from "../flow/tree.ts";

import {
  embed,
  itemsOf,
  listing,
  objectOf,
  rowsOf,
  stringOf,
  vectorText,
} from "./listing.ts";

suite("a served signature is that of the listing", () => {
  for (const row of rowsOf("listings.json")) {
    const name = stringOf(row.get("listing"));
    for (const tool of itemsOf(row.get("tools")).map(objectOf)) {
      const identity = stringOf(tool.get("tool"));
      test(`${name}: ${identity}`, () => {
        const declarations = listing(name);
        assert.equal(declarations.described(identity), tool.get("signature"));
        assert.equal(
          declarations.fingerprinted(identity),
          tool.get("fingerprinted"),
        );
        assert.equal(
          declarations.fingerprint(identity),
          tool.get("fingerprint"),
        );
      });
    }
  }
});

suite("a listing on the right side of a line has its fingerprints", () => {
  for (const row of rowsOf("listings-accepted.json")) {
    test(stringOf(row.get("name")), () => {
      const tree = treeOf(stringOf(row.get("text")), LISTING_DEPTH);
      const declarations = embed(objectOf(tree));
      const found = [...declarations.tools.keys()].map((identity) =>
        declarations.fingerprint(identity),
      );
      assert.deepEqual(found, row.get("fingerprints"));
    });
  }
});

test("a Tool that is not served has no signature", () => {
  assert.throws(
    () => listing("model").signature("nowhere.flow.none"),
    RangeError,
  );
});

/** A tree with other local ids. */
function renamed(tree: Json, rename: (local: string) => string): Json {
  if (Array.isArray(tree)) {
    return itemsOf(tree).map((item) => renamed(item, rename));
  }
  if (!(tree instanceof FlowDict)) return tree;
  return tree.map((inner, name) =>
    typeof inner === "string" && (name === "declaration" || name === "owner")
      ? rename(inner)
      : renamed(inner, rename),
  );
}

test("local ids, which may be any text, change no byte of what is described", () => {
  const odd = [
    "__proto__",
    "constructor",
    "toString",
    "",
    "\0",
    "</a/~b>",
    "1",
  ];
  for (const name of ["everything", "testee"]) {
    const text = vectorText(`listings/${name}.json`);
    const tree = objectOf(treeOf(text, LISTING_DEPTH));
    const locals = [...objectOf(tree.get("types")).keys()];
    const rename = (local: string): string => {
      const place = locals.indexOf(local);
      return place < 0 ? local : (odd[place] ?? `d${String(place)}`);
    };
    const types = objectOf(tree.get("types")).entries.map(
      ([local, template]) =>
        [rename(local), renamed(template, rename)] as const,
    );
    const tools = renamed(tree.get("tools") ?? [], rename);
    const other = embed(
      tree.with([
        ["types", FlowDict.ofText(types)],
        ["tools", tools],
      ]),
    );
    const known = listing(name);
    for (const identity of known.tools.keys()) {
      assert.equal(other.described(identity), known.described(identity));
      assert.equal(other.fingerprint(identity), known.fingerprint(identity));
    }
  }
});
