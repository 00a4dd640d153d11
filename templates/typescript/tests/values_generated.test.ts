/** The vectors of values, through the codecs that are generated for their listings. */

import assert from "node:assert/strict";
import { describe, test } from "node:test";

import * as everything from "../../../testdata/golden/typescript/everything/index.ts";
import { DECLARATIONS as ofEverything } from "../../../testdata/golden/typescript/everything/declarations.ts";
import * as openai from "../../../testdata/golden/typescript/openai/index.ts";
import { DECLARATIONS as ofOpenai } from "../../../testdata/golden/typescript/openai/declarations.ts";
import * as planner from "../../../testdata/golden/typescript/planner/index.ts";
import { DECLARATIONS as ofPlanner } from "../../../testdata/golden/typescript/planner/declarations.ts";
import type { FlowDict } from "../flow/containers.ts";
import type { Json } from "../flow/json.ts";
import {
  itemsOf,
  listing,
  objectOf,
  rowsOf,
  stringOf,
  textOf,
} from "./listing.ts";
import { holdToVector } from "./refusals.ts";

/** A generated codec: each package has a class of its own. */
interface AnyCodec {
  decode(text: string | Uint8Array): unknown;
  encode(value: unknown): string;
}

type Making = (...args: readonly AnyCodec[]) => AnyCodec;

/** What a template is known by in each listing of it. */
interface Template {
  readonly identity: string;
  readonly ordinal: number;
}

interface Package {
  /** The codecs by the names of their types; of a generic one, the function that makes them. */
  readonly codecs: Readonly<Record<string, unknown>>;
  readonly flow: Readonly<Record<string, unknown>>;
  readonly refer: (local: string) => Template | undefined;
}

const packages: ReadonlyMap<string, Package> = new Map<string, Package>([
  [
    "everything",
    {
      codecs: everything.codecs,
      flow: everything.flow,
      refer: (local) => ofEverything.graph.refer(local),
    },
  ],
  [
    "openai",
    {
      codecs: openai.codecs,
      flow: openai.flow,
      refer: (local) => ofOpenai.graph.refer(local),
    },
  ],
  [
    "planner",
    {
      codecs: planner.codecs,
      flow: planner.flow,
      refer: (local) => ofPlanner.graph.refer(local),
    },
  ],
]);

const primitives: ReadonlyMap<string, string> = new Map([
  ["Int", "INT"],
  ["Decimal", "DECIMAL"],
  ["Bool", "BOOL"],
  ["Text", "TEXT"],
  ["Bytes", "BYTES"],
  ["Instant", "INSTANT"],
  ["Duration", "DURATION"],
  ["Unit", "UNIT"],
  ["Never", "NEVER"],
  ["json.Value", "JSON_VALUE"],
]);

/** The codecs of one listing's terms. */
class Codecs {
  readonly #listing: string;
  readonly #package: Package;

  constructor(name: string) {
    const generated = packages.get(name);
    assert.ok(generated !== undefined, name);
    this.#listing = name;
    this.#package = generated;
  }

  of(term: Json | undefined): AnyCodec {
    const { flow } = this.#package;
    if (typeof term === "string") {
      return flow[primitives.get(term) ?? ""] as AnyCodec;
    }
    const [entry] = objectOf(term).entries;
    assert.ok(entry !== undefined);
    const [kind, parts] = entry;
    if (kind === "Named") return this.#named(objectOf(parts));
    const make = flow[`${kind.toLowerCase()}Of`] as Making;
    const args = Array.isArray(parts) ? itemsOf(parts) : [parts];
    return make(...args.map((arg) => this.of(arg)));
  }

  #named(members: FlowDict<string, Json>): AnyCodec {
    const { graph } = listing(this.#listing);
    const template = graph.refer(stringOf(members.get("declaration")));
    assert.ok(template !== undefined);
    const { codecs, refer } = this.#package;
    const name = Object.keys(codecs).find((each) => {
      const generated = refer(each);
      return (
        generated?.identity === template.identity &&
        generated.ordinal === template.ordinal
      );
    });
    const codec = codecs[name ?? ""];
    if (typeof codec !== "function") return codec as AnyCodec;
    const args = itemsOf(members.get("args"));
    return (codec as Making)(...args.map((arg) => this.of(arg)));
  }
}

for (const file of ["values.json", "values-random.json"]) {
  describe(file, () => {
    for (const [place, row] of rowsOf(file).entries()) {
      const type = row.get("type") ?? null;
      test(`${String(place)}: ${textOf(type).slice(0, 80)}`, () => {
        const name = row.get("listing");
        const codecs = new Codecs(
          typeof name === "string" ? name : "everything",
        );
        const codec = codecs.of(type);
        for (const each of itemsOf(row.get("cases"))) {
          holdToVector(codec, objectOf(each));
        }
      });
    }
  });
}
