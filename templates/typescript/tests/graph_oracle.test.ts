/**
 * The linear checks of graphs, held against plain ones that write every instance out.
 *
 * The oracle substitutes arguments for real and looks at each type that results. That takes for ever on large graphs and
 * is easy to believe on small ones.
 */

import assert from "node:assert/strict";
import { suite, test } from "node:test";

import fc from "fast-check";

import { Crossing } from "../flow/crossing.ts";
import { checkFinite } from "../flow/finite.ts";
import { Graph, GraphError, groupsOf } from "../flow/graph.ts";
import type { NamedTerm, Path, Term } from "../flow/graph.ts";
import { Instances } from "../flow/instances.ts";
import { CONCRETE, MetadataReader } from "../flow/metadata.ts";
import { checkRegular } from "../flow/recursion.ts";
import { treeOf } from "../flow/tree.ts";

import { named, param, plainText, template } from "./views.ts";
import type { Plain, PlainTemplate } from "./views.ts";

/** Instances at which a closure is taken to be endless. */
const MANY = 400;

/** Names in one type at which it is taken to grow. */
const SIZE = 30;

/** How many arguments each declaration takes. */
type Arities = ReadonlyMap<string, number>;

const kinds = [
  "simple",
  "Named",
  "Named",
  "Named",
  "Tuple",
  "Option",
  "Set",
  "List",
  "Dict",
  "Function",
];

/** A term for a member of the declaration `owner`, of no declaration where that is undefined. */
function termsOf(
  arities: Arities,
  depth: number,
  owner?: string,
): fc.Arbitrary<Plain> {
  const own = owner === undefined ? 0 : (arities.get(owner) ?? 0);
  const params = [...Array(own).keys()].map((at) => param(owner ?? "", at));
  const simple = fc.constantFrom<Plain[]>(
    "Int",
    "Text",
    "json.Value",
    "Never",
    ...params,
    ...params,
    ...params,
  );
  if (depth === 0) return simple;
  const inner = termsOf(arities, depth - 1, owner);
  const pair = fc.tuple(inner, inner);
  return fc.constantFrom(...kinds).chain((kind): fc.Arbitrary<Plain> => {
    switch (kind) {
      case "simple":
        return simple;
      case "Named":
        return fc
          .constantFrom(...arities)
          .chain(([name, count]) =>
            fc
              .tuple(...Array<typeof inner>(count).fill(inner))
              .map((args) => named(name, ...args)),
          );
      case "Tuple":
      case "Dict":
        return pair.map((parts) => ({ [kind]: parts }));
      case "Function":
        return pair.map(([taken, result]) => ({
          Function: { params: [taken], result },
        }));
      default:
        return inner.map((item) => ({ [kind]: item }));
    }
  });
}

function templatesOf(
  arities: Arities,
  name: string,
  arity: number,
): fc.Arbitrary<PlainTemplate> {
  const parts = fc
    .constantFrom(1, 1, 2)
    .chain((depth) =>
      fc.array(termsOf(arities, depth, name), { maxLength: 2 }),
    );
  const bodies = fc
    .constantFrom("record", "record", "enum", "enum", "host", "nondata")
    .chain((kind): fc.Arbitrary<Record<string, Plain>> => {
      if (kind === "record") {
        return parts.map((types) => ({
          kind,
          fields: types.map((type, at) => ({
            name: `f${String(at)}`,
            type,
            doc: null,
          })),
        }));
      }
      if (kind !== "enum") return fc.constant({ kind });
      return fc.array(parts, { maxLength: 3 }).map((payloads) => ({
        kind,
        constructors: payloads.map((positional, at) => ({
          name: `C${String(at)}`,
          doc: null,
          payload: positional.length > 0 ? { positional } : null,
        })),
      }));
    });
  const opaque = fc.nat(9).map((roll) => roll === 0);
  return fc
    .tuple(bodies, opaque)
    .map(([body, isOpaque]) =>
      template(name, arity, { ...body, opaque: isOpaque }),
    );
}

/** A small graph, and a concrete term of it. */
interface Case {
  readonly graph: Graph;
  readonly root: Term;
}

const cases: fc.Arbitrary<Case> = fc
  .array(fc.constantFrom(0, 1, 1, 2), { minLength: 1, maxLength: 4 })
  .chain((counts) => {
    const arities = new Map(
      counts.map((count, at) => [`d${String(at)}`, count]),
    );
    const templates = [...arities].map(([name, count]) =>
      templatesOf(arities, name, count),
    );
    return fc.tuple(fc.tuple(...templates), termsOf(arities, 2));
  })
  .map(([templates, type]) => {
    const graph = new Graph();
    const reader = new MetadataReader(graph);
    const declarations = Object.fromEntries(
      templates.map((each) => [each.name, each]),
    );
    reader.declarations(treeOf(plainText(declarations), 100), null);
    const tree = treeOf(plainText(type), 100);
    return { graph, root: reader.term(tree, null, CONCRETE) };
  });

const runs = { numRuns: 1500 };

function written(term: Term): number {
  return term.args.reduce((sum, arg) => sum + written(arg), 1);
}

/** What the values of a named type hold, for each way to make one. */
function members(graph: Graph, term: NamedTerm): Term[][] {
  return groupsOf(term.declaration).map(({ parts }) =>
    parts.map(({ type }) => graph.substitute(type, term.args)),
  );
}

function namesIn(term: Term): NamedTerm[] {
  const inner = term.args.flatMap(namesIn);
  return term.kind === "Named" ? [term, ...inner] : inner;
}

/** All named types that the roots lead to, by any reference; undefined where there is no end. */
function closure(
  graph: Graph,
  roots: readonly Term[],
): Set<NamedTerm> | undefined {
  const found = new Set<NamedTerm>();
  const todo = roots.flatMap(namesIn);
  for (let term = todo.pop(); term !== undefined; term = todo.pop()) {
    if (found.has(term)) continue;
    if (written(term) > SIZE || found.size > MANY) return undefined;
    found.add(term);
    todo.push(...members(graph, term).flat().flatMap(namesIn));
  }
  return found;
}

/** The closure of every declaration at Int. */
function plainInstances(graph: Graph): Set<NamedTerm> | undefined {
  const one = graph.term("Int");
  const roots = Array.from(graph.declarations.values(), (declaration) =>
    graph.named(
      declaration,
      declaration.generic.map(() => one),
    ),
  );
  return closure(graph, roots);
}

/** The fault that a check finds. */
function faultOf(check: () => void): GraphError | undefined {
  try {
    check();
    return undefined;
  } catch (fault) {
    assert.ok(fault instanceof GraphError, String(fault));
    return fault;
  }
}

test("growth around a cycle is where instances have no end", () => {
  const counts = { ending: 0, endless: 0 };
  fc.assert(
    fc.property(cases, ({ graph }) => {
      const isEndless = plainInstances(graph) === undefined;
      counts[isEndless ? "endless" : "ending"]++;
      const fault = faultOf(() => {
        checkRegular(graph, null);
      });
      assert.equal(fault !== undefined, isEndless);
    }),
    runs,
  );
  assert.ok(Math.min(counts.ending, counts.endless) > 15);
});

const EMPTY_HOLDS = ["List", "Set", "Dict", "Option", "Function", "Task"];

function hasValue(term: Term, known: ReadonlySet<Term>): boolean {
  if (EMPTY_HOLDS.includes(term.kind)) return true;
  if (term.kind === "Named") return known.has(term);
  return term.args.every((arg) => hasValue(arg, known));
}

/** Those of all instances that have values: the least answer. */
function valued(graph: Graph, instances: ReadonlySet<NamedTerm>): Set<Term> {
  const known = new Set<Term>();
  for (let before = -1; before < known.size;) {
    before = known.size;
    for (const each of instances) {
      const { kind, constructors } = each.declaration;
      const isTaken =
        kind === "host" ||
        kind === "nondata" ||
        (kind === "enum" && constructors.length === 0);
      const ways = members(graph, each);
      if (
        isTaken ||
        ways.some((way) => way.every((part) => hasValue(part, known)))
      ) {
        known.add(each);
      }
    }
  }
  return known;
}

test("declarations without values are those with an instance without values", () => {
  let without = 0;
  fc.assert(
    fc.property(cases, ({ graph }) => {
      const instances = plainInstances(graph);
      if (instances === undefined) return;
      const known = valued(graph, instances);
      const lacking = [...instances]
        .filter((each) => !known.has(each))
        .map((each) => `/${each.declaration.id}`);
      const fault = faultOf(() => {
        checkFinite(graph, null);
      });
      if (fault === undefined) assert.deepEqual(lacking, []);
      else {
        assert.ok(lacking.includes(fault.pointer), fault.pointer);
        without++;
      }
    }),
    runs,
  );
  assert.ok(without > 20, `only ${String(without)} have none`);
});

function isCode(term: Term): boolean {
  return term.kind === "Function" || term.kind === "Task";
}

/** What a value of a type holds directly. */
function partsOf(graph: Graph, term: Term): readonly Term[] {
  return term.kind === "Named" ? members(graph, term).flat() : term.args;
}

function holdsHost(graph: Graph, term: Term, seen: Set<Term>): boolean {
  if (seen.has(term) || isCode(term)) return false;
  seen.add(term);
  if (term.kind === "Named" && term.declaration.kind === "host") return true;
  return partsOf(graph, term).some((part) => holdsHost(graph, part, seen));
}

/** What the values of a concrete type hold, by walking all of it. */
function held(
  graph: Graph,
  term: Term,
  seen: Set<Term> = new Set<Term>(),
): string[] {
  if (seen.has(term)) return [];
  seen.add(term);
  if (isCode(term)) return ["code"];
  const facts = partsOf(graph, term).flatMap((part) => held(graph, part, seen));
  if (term.kind === "Named") {
    facts.push(term.declaration.kind);
    if (term.declaration.opaque) facts.push("opaque");
  } else if (term.kind === "Option" && term.args[0].kind === "json.Value") {
    facts.push("null");
  } else if (
    (term.kind === "Set" || term.kind === "Dict") &&
    holdsHost(graph, term.args[0], new Set())
  ) {
    facts.push("unordered");
  }
  return facts;
}

type Check = (crossing: Crossing, term: Term, path: Path) => void;

suite("what crosses is what a walk through all values lets cross", () => {
  const never = ["code", "nondata", "null", "unordered"];
  const checks: [name: string, check: Check, against: string[]][] = [
    [
      "a parameter",
      (c, t, p) => {
        c.checkParameter(t, p);
      },
      [...never, "host"],
    ],
    [
      "an outcome",
      (c, t, p) => {
        c.checkOutcome(t, p);
      },
      [...never, "opaque"],
    ],
    [
      "a binding",
      (c, t, p) => {
        c.checkBinding(t, p);
      },
      [...never, "opaque", "host"],
    ],
  ];
  for (const [name, check, against] of checks) {
    test(`as ${name}`, () => {
      const counts = { refused: 0, accepted: 0 };
      fc.assert(
        fc.property(cases, ({ graph, root }) => {
          if (closure(graph, [root]) === undefined) return;
          const crossing = new Crossing(graph.declarations.values());
          const isHost =
            root.kind === "Named" && root.declaration.kind === "host";
          const expected =
            held(graph, root).some((fact) => against.includes(fact)) &&
            !(name === "a parameter" && isHost);
          counts[expected ? "refused" : "accepted"]++;
          const fault = faultOf(() => {
            check(crossing, root, null);
          });
          assert.equal(fault !== undefined, expected);
        }),
        runs,
      );
      assert.ok(Math.min(counts.refused, counts.accepted) > 20);
    });
  }
});

/** The named types that the schema of a term refers to, by walking all of it. */
function reach(graph: Graph, term: Term, found: Set<Term>): void {
  if (term.kind === "Named") {
    if (found.has(term)) return;
    found.add(term);
  }
  for (const part of partsOf(graph, term)) reach(graph, part, found);
}

test("a schema holds the types that a walk through it meets", () => {
  let met = 0;
  fc.assert(
    fc.property(cases, ({ graph, root }) => {
      if (closure(graph, [root]) === undefined) return;
      const expected = new Set<Term>();
      reach(graph, root, expected);
      const found = [...new Instances(graph).of([root], null).values()];
      assert.deepEqual(new Set(found), expected);
      assert.equal(found.length, expected.size);
      met += found.length;
    }),
    runs,
  );
  assert.ok(met > 100, `only ${String(met)} were met`);
});
