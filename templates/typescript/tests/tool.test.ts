/** How a Tool is found, what an author's object must have, and what a server loads when it starts. */

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

import { checkMethods, methodOf, Toolkit } from "../flow/tool.ts";
import type { ToolEntry } from "../flow/tool.ts";
import { serveTools } from "../flow/serve.ts";
import { script } from "./serving.ts";

function entry(identity: string, method = "m"): ToolEntry {
  return {
    identity,
    fingerprint: "sha256:",
    method,
    generic: [],
    params: [],
    codecs: () => assert.fail("not needed"),
  };
}

function toolkit(...entries: ToolEntry[]): Toolkit {
  return new Toolkit(entries, () => assert.fail("not needed"));
}

test("a Tool is found to the letter or without versions", () => {
  const one = "a.b/r@v1/f.flow.t";
  const two = "a.b/r@v2/f.flow.t";
  const other = "a.b/r@v1/f.flow.u";
  const kit = toolkit(entry(one), entry(two), entry(other));
  for (const [asked, found] of [
    [one, one],
    [two, two],
    ["a.b/r@v3/f.flow.t", undefined], // two would do
    ["a.b/r@v3/f.flow.u", other],
    ["a.b/r/f.flow.u", other],
    ["a.b/r@v1/f.flow.w", undefined],
    ["", undefined],
    ["__proto__", undefined],
  ] as const) {
    assert.equal(kit.find(asked)?.entry.identity, found);
  }
});

test("methods are an object's own or its classes', not those of every object", () => {
  class Base {
    inherited(): void {
      // is there
    }
  }
  class Acme extends Base {
    own(): void {
      // is there
    }
    property = 7;
    override toString(): string {
      return "";
    }
  }
  const acme = Object.assign(new Acme(), { added: () => "" });
  for (const name of ["inherited", "own", "added", "toString"]) {
    assert.notEqual(methodOf(acme, name), undefined, name);
  }
  for (const name of [
    "property",
    "missing",
    "constructor",
    "hasOwnProperty",
    "__proto__",
    "valueOf",
  ]) {
    assert.equal(methodOf(acme, name), undefined, name);
  }
  assert.equal(methodOf({}, "toString"), undefined);
  assert.notEqual(
    methodOf({ ["__proto__"]: () => "" }, "__proto__"),
    undefined,
  );
  assert.notEqual(
    methodOf({ constructor: () => "" }, "constructor"),
    undefined,
  );
});

test("all methods that are missing are told at once", async () => {
  const kit = toolkit(entry("x.flow.a", "a"), entry("x.flow.b", "b"));
  const tools = { c: () => "" };
  const message =
    "the Tools have no method a (for x.flow.a), b (for x.flow.b): add what is missing";
  assert.throws(() => {
    checkMethods(kit, tools);
  }, new TypeError(message));
  await assert.rejects(serveTools(kit, tools), new TypeError(message));
});

test("options that make no sense are told at once", async () => {
  for (const grace of [-1, NaN]) {
    await assert.rejects(serveTools(toolkit(), {}, { grace }), RangeError);
  }
});

/** The modules that come with one, of those that are there when it runs: not those imported for types, or later. */
function reached(module: string, found = new Set<string>()): Set<string> {
  if (found.has(module)) return found;
  found.add(module);
  const source = fs.readFileSync(module, "utf8");
  const imports = /^(?:import|export)\s(?!type\b)[^;]*?from\s+"(\.[^"]*)"/gm;
  for (const [, file = ""] of source.matchAll(imports)) {
    reached(path.join(path.dirname(module), file), found);
  }
  return found;
}

test("a server loads little when it starts", () => {
  const folder = path.dirname(fileURLToPath(import.meta.url));
  const extension = path.extname(script("x"));
  const start = ["serve", "index"].map((name) =>
    path.join(folder, "..", "flow", name + extension),
  );
  const found = new Set<string>();
  for (const module of start) reached(module, found);
  const names = [...found].map((file) => path.basename(file, extension));
  for (const late of [
    "agreement",
    "contextual",
    "declarations",
    "describe",
    "generic",
    "graph",
    "local",
    "schema",
    "view",
  ]) {
    assert.ok(!names.includes(late), late);
  }
  assert.ok(names.includes("server"));
  assert.ok(names.length <= 48, `${String(names.length)}: ${names.join()}`);
});
