/** Views of generic calls: which are valid, and where the others are at fault. */

import assert from "node:assert/strict";
import { suite, test } from "node:test";

import type { FlowDict } from "../flow/containers.ts";
import { DecodeError } from "../flow/errors.ts";
import { GraphError } from "../flow/graph.ts";
import { Json } from "../flow/json.ts";
import { validate } from "../flow/view.ts";
import type { View } from "../flow/view.ts";

import { listing, objectOf, rowsOf, stringOf, textOf } from "./listing.ts";

type Row = FlowDict<string, Json>;

function viewOf(row: Row): View {
  const [types, schema] = ["types", "schema"].map((name) => {
    const tree = row.get(name);
    return tree === undefined ? undefined : textOf(tree);
  });
  const declarations = listing(stringOf(row.get("listing")));
  return validate(declarations, stringOf(row.get("tool")), types, schema);
}

/** The error that a function throws. */
function thrown(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  assert.fail("nothing was thrown");
}

/** The canonical texts of the arguments of a call, by name, in order of names. */
function argumentsOf(row: Row, view: View): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [name, tree] of objectOf(row.get("args")).entries) {
    const term = view.params.get(name);
    if (term === undefined) continue; // the names of arguments are the server's to check
    try {
      const codec = view.codecs.of(term);
      texts.set(name, codec.decode(textOf(tree)).text);
    } catch (error) {
      throw error instanceof DecodeError
        ? error.under(name).under("args")
        : error;
    }
  }
  return texts;
}

const rows = rowsOf("views.json");

suite("a view is valid, or at fault where the vector says", () => {
  for (const [place, row] of rows.entries()) {
    test(`${String(place)}: ${stringOf(row.get("name"))}`, () => {
      if (row.get("valid") === true) {
        const view = viewOf(row);
        assert.equal(view.schema, Json.text(row.get("schema") ?? null));
        return;
      }
      const fault = thrown(() => viewOf(row));
      assert.ok(fault instanceof GraphError, String(fault));
      assert.equal(fault.code, row.get("refused"));
      const at = row.get("at");
      if (at === "/types/declarations/again") {
        // Of two that are one, the vector names the second as they came, and this the second by local id.
        assert.equal(fault.pointer, "/types/declarations/item");
      } else if (at !== "") assert.equal(fault.pointer, at);
    });
  }
});

suite("the arguments of a call are read at its types", () => {
  for (const [place, row] of rows.entries()) {
    if (row.get("valid") !== true || row.get("at") === "/args") continue;
    test(`${String(place)}: ${stringOf(row.get("name"))}`, () => {
      const view = viewOf(row);
      const canonical = row.get("canonical");
      if (canonical !== undefined) {
        assert.deepEqual(
          [...argumentsOf(row, view)],
          objectOf(canonical).entries,
        );
        return;
      }
      const fault = thrown(() => argumentsOf(row, view));
      assert.ok(fault instanceof DecodeError, String(fault));
      assert.equal(fault.code, row.get("refused"));
      assert.equal(fault.pointer, row.get("at"));
    });
  }
});
