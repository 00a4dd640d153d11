/** The vectors, and their listings as generated packages embed them. */

import { readFileSync } from "node:fs";

import { FlowDict } from "../flow/containers.ts";
import { Decimal } from "../flow/decimal.ts";
import { Declarations } from "../flow/declarations.ts";
import type { Json } from "../flow/json.ts";
import { LISTING_DEPTH } from "../flow/served.ts";
import { treeOf } from "../flow/tree.ts";

/** Where the vectors are. */
export const VECTORS: URL = new URL(
  "../../../testdata/vectors/",
  import.meta.url,
);

/** A file of vectors. */
export function vectorText(name: string): string {
  return readFileSync(new URL(name, VECTORS), "utf8");
}

/** The rows of a file of vectors, numbers exact. */
export function rowsOf(name: string): readonly FlowDict<string, Json>[] {
  const deepest = 2000; // some listings nest to the limit, inside of a row
  return itemsOf(treeOf(vectorText(name), deepest)).map(objectOf);
}

export function objectOf(tree: Json | undefined): FlowDict<string, Json> {
  if (tree instanceof FlowDict) return tree;
  throw new TypeError("the vector has no object here");
}

export function itemsOf(tree: Json | undefined): readonly Json[] {
  if (Array.isArray(tree)) return tree as readonly Json[];
  throw new TypeError("the vector has no array here");
}

export function stringOf(tree: Json | undefined): string {
  if (typeof tree === "string") return tree;
  throw new TypeError("the vector has no text here");
}

/** The JSON text of a tree, however deep it nests. */
export function textOf(tree: Json): string {
  if (tree === null || typeof tree !== "object") return JSON.stringify(tree);
  if (tree instanceof Decimal) return tree.toString();
  if (tree instanceof FlowDict) {
    const members = tree.entries.map(
      ([name, value]) => `${JSON.stringify(name)}:${textOf(value)}`,
    );
    return `{${members.join()}}`;
  }
  return `[${tree.map(textOf).join()}]`;
}

/** What the generated declarations of a listing say. */
export function embed(listing: FlowDict<string, Json>): Declarations {
  const types = objectOf(listing.get("types")).entries.map(
    ([local, template]) => [local, textOf(template)] as const,
  );
  const tools = itemsOf(listing.get("tools")).map((entry) => {
    const tool = objectOf(entry);
    const members = ["generic", "params", "ok", "err"].map(
      (name) => [name, tool.get(name) ?? null] as const,
    );
    return [
      stringOf(tool.get("tool")),
      textOf(FlowDict.ofText(members)),
    ] as const;
  });
  return new Declarations(stringOf(listing.get("data")), types, tools);
}

const listings = new Map<string, Declarations>();

/** One of the listings among the vectors. */
export function listing(name: string): Declarations {
  let known = listings.get(name);
  if (known === undefined) {
    const text = vectorText(`listings/${name}.json`);
    known = embed(objectOf(treeOf(text, LISTING_DEPTH)));
    listings.set(name, known);
  }
  return known;
}
