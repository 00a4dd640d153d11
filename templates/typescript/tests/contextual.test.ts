/** Codecs made at run time: the values of the vectors. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";

import { ContextualCodecs } from "../flow/contextual.ts";
import { DecodeError } from "../flow/errors.ts";
import { CONCRETE, MetadataReader } from "../flow/metadata.ts";

import { itemsOf, listing, objectOf, rowsOf, stringOf } from "./listing.ts";

/** Refusals of a text as such, which are placed more exactly than the vectors do. */
const OF_TEXT = new Set(["json", "duplicate-member", "surrogate", "depth"]);

for (const name of ["values.json", "values-random.json"]) {
  suite(`a value of ${name} is read at its term`, () => {
    for (const [number, group] of rowsOf(name).entries()) {
      const from = group.get("listing") ?? "everything";
      const { graph } = listing(stringOf(from));
      const reader = new MetadataReader(graph);
      const term = reader.term(group.get("type") ?? null, null, CONCRETE);
      const codecs = new ContextualCodecs({
        graph,
        bindings: new Map([["T", term]]),
        decodes: () => true,
      });
      const codec = codecs.binding("T");
      for (const [place, row] of itemsOf(group.get("cases")).entries()) {
        const one = objectOf(row);
        const text = stringOf(one.get("text"));
        test(`${String(number)}.${String(place)} ${String(term)}`, () => {
          const canonical = one.get("canonical");
          if (canonical !== undefined) {
            const carrier = codec.decode(text);
            assert.equal(carrier.text, canonical);
            assert.equal(codec.encode(carrier), canonical);
            return;
          }
          assert.throws(
            () => codec.decode(text),
            (fault: unknown) => {
              assert.ok(fault instanceof DecodeError, String(fault));
              assert.equal(fault.code, one.get("refused"));
              if (!OF_TEXT.has(fault.code)) {
                assert.equal(fault.pointer, one.get("at"));
              }
              return true;
            },
          );
        });
      }
    }
  });
}
