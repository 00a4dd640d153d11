"""The linear checks of graphs, held against plain ones that write every instance out.

The oracle substitutes arguments for real and looks at each type that results. That takes for ever
on large graphs and is easy to believe on small ones.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from flow.crossing import Crossing
from flow.graph import Graph, GraphError, Term
from flow.instances import Instances
from flow.metadata import CONCRETE, Reader
from flow.recursion import check_finite, check_regular

MANY = 400  # instances, at which a closure is taken to be endless
SIZE = 30  # names in one type, at which it is taken to grow


def random_term(
    dice: random.Random, owner: str, arities: dict[str, int], depth: int
) -> Any:
    """A term for a member of the declaration `owner`; of no declaration where it is empty."""
    simple: list[Any] = ["Int", "Text", "json.Value", "Never"]
    if owner:
        simple += [
            {"Param": {"owner": owner, "index": at}} for at in range(arities[owner])
        ] * 3
    if depth == 0:
        return dice.choice(simple)

    def inner() -> Any:
        return random_term(dice, owner, arities, depth - 1)

    kind = dice.choice(
        [
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
        ]
    )
    if kind == "Named":
        name = dice.choice(list(arities))
        return {
            "Named": {
                "declaration": name,
                "args": [inner() for _ in range(arities[name])],
            }
        }
    if kind in ("Tuple", "Dict"):
        return {kind: [inner(), inner()]}
    if kind == "Function":
        return {kind: {"params": [inner()], "result": inner()}}
    return dice.choice(simple) if kind == "simple" else {kind: inner()}


def random_graph(seed: int) -> tuple[Graph, Term]:
    """A small graph, and a concrete term of it."""
    dice = random.Random(seed)
    arities = {f"d{at}": dice.choice([0, 1, 1, 2]) for at in range(dice.randint(1, 4))}
    templates: dict[str, Any] = {}
    for name, arity in arities.items():
        kind = dice.choice(["record", "record", "enum", "enum", "host", "nondata"])
        template: dict[str, Any] = {
            "name": name.upper(),
            "identity": f"a/b.flow.{name.upper()}",
            "lexical_ordinal": 1,
            "generic": [f"T{at}" for at in range(arity)],
            "opaque": dice.random() < 0.1,
            "kind": kind,
            "doc": None,
        }
        templates[name] = template
        depth = dice.choice([1, 1, 2])
        if kind == "record":
            types = [
                random_term(dice, name, arities, depth)
                for _ in range(dice.randint(0, 2))
            ]
            template["fields"] = [
                {"name": f"f{at}", "type": each, "doc": None}
                for at, each in enumerate(types)
            ]
        elif kind == "enum":
            payloads = [
                [
                    random_term(dice, name, arities, depth)
                    for _ in range(dice.randint(0, 2))
                ]
                for _ in range(dice.randint(0, 3))
            ]
            template["constructors"] = [
                {
                    "name": f"C{at}",
                    "doc": None,
                    "payload": {"positional": parts} if parts else None,
                }
                for at, parts in enumerate(payloads)
            ]
    graph = Graph()
    reader = Reader(graph)
    reader.declarations(templates, None)
    return graph, reader.term(random_term(dice, "", arities, 2), None, CONCRETE)


def written(term: Term) -> int:
    return 1 + sum(map(written, term.args))


def members(graph: Graph, term: Term) -> list[list[Term]]:
    """What the values of a named type hold, for each way to make one."""
    groups = [parts for _, parts in term.template.groups()]
    return [
        [graph.substitute(part.type, term.args) for part in parts] for parts in groups
    ]


def names_in(term: Term) -> list[Term]:
    inner = [name for arg in term.args for name in names_in(arg)]
    return [term, *inner] if term.kind == "Named" else inner


def closure(graph: Graph, roots: list[Term]) -> set[Term] | None:
    """All named types that the roots lead to, by any reference; None where there is no end."""
    found: set[Term] = set()
    todo = [name for root in roots for name in names_in(root)]
    while todo:
        term = todo.pop()
        if term in found:
            continue
        if written(term) > SIZE or len(found) > MANY:
            return None
        found.add(term)
        todo.extend(
            name
            for group in members(graph, term)
            for part in group
            for name in names_in(part)
        )
    return found


def plain_instances(graph: Graph) -> set[Term] | None:
    """The closure of every declaration at Int."""
    one = graph.term("Int")
    return closure(
        graph,
        [
            graph.term("Named", (one,) * len(each.generic), each)
            for each in graph.declarations.values()
        ],
    )


def refused(check: Any, *given: Any) -> bool:
    try:
        check(*given)
    except GraphError:
        return True
    return False


SEEDS = range(1000)


def test_growth_around_a_cycle_is_where_instances_have_no_end() -> None:
    endless = 0
    for seed in SEEDS:
        graph, _ = random_graph(seed)
        without_end = plain_instances(graph) is None
        assert refused(check_regular, graph, None) == without_end, seed
        endless += without_end
    assert 15 < endless < len(SEEDS) - 15


def has_value(term: Term, known: set[Term]) -> bool:
    if term.kind in ("List", "Set", "Dict", "Option", "Function", "Task"):
        return True
    if term.kind == "Named":
        return term in known
    return all(has_value(arg, known) for arg in term.args)


def test_declarations_without_values_are_those_with_an_instance_without_values() -> (
    None
):
    without = 0
    for seed in SEEDS:
        graph, _ = random_graph(seed)
        instances = plain_instances(graph)
        if instances is None:
            continue
        known: set[Term] = set()
        while True:
            more = {
                each
                for each in instances - known
                if each.template.kind in ("host", "nondata")
                or (each.template.kind == "enum" and not each.template.constructors)
                or any(
                    all(has_value(part, known) for part in group)
                    for group in members(graph, each)
                )
            }
            if not more:
                break
            known |= more
        lacking = {each.template.id for each in instances - known}
        try:
            check_finite(graph, None)
        except GraphError as fault:
            assert fault.pointer.removeprefix("/") in lacking, seed
            without += 1
        else:
            assert not lacking, seed
    assert without > 20


def holds_host(graph: Graph, term: Term, seen: set[Term]) -> bool:
    if term in seen or term.kind in ("Function", "Task"):
        return False
    seen.add(term)
    parts = list(term.args)
    if term.kind == "Named":
        if term.template.kind == "host":
            return True
        parts = [part for group in members(graph, term) for part in group]
    return any(holds_host(graph, part, seen) for part in parts)


def held(graph: Graph, term: Term, seen: set[Term]) -> set[str]:
    """What the values of a concrete type hold, by walking all of it."""
    if term in seen:
        return set()
    seen.add(term)
    if term.kind in ("Function", "Task"):
        return {"code"}
    facts: set[str] = set()
    parts = list(term.args)
    if term.kind == "Named":
        template = term.template
        facts |= {template.kind} & {"host", "nondata"}
        facts |= {"opaque"} if template.opaque else set()
        parts = [part for group in members(graph, term) for part in group]
    elif term.kind == "Option" and term.args[0].kind == "json.Value":
        facts.add("null")
    elif term.kind in ("Set", "Dict") and holds_host(graph, term.args[0], set()):
        facts.add("unordered")
    for part in parts:
        facts |= held(graph, part, seen)
    return facts


CASES = [
    ("check_parameter", {"code", "nondata", "null", "unordered", "host"}),
    ("check_outcome", {"code", "nondata", "null", "unordered", "opaque"}),
    ("check_binding", {"code", "nondata", "null", "unordered", "opaque", "host"}),
]


@pytest.mark.parametrize(("check", "against"), CASES)
def test_what_crosses_is_what_a_walk_through_all_values_lets_cross(
    check: str, against: set[str]
) -> None:
    count = {True: 0, False: 0}
    for seed in SEEDS:
        graph, root = random_graph(seed)
        if closure(graph, [root]) is None:
            continue
        crossing = Crossing(graph.declarations.values())
        is_host = root.kind == "Named" and root.template.kind == "host"
        expected = bool(held(graph, root, set()) & against) and not (
            check == "check_parameter" and is_host
        )
        assert refused(getattr(crossing, check), root, None) == expected, seed
        count[expected] += 1
    assert min(count.values()) > 20


def reach(graph: Graph, root: Term, found: dict[Term, None]) -> None:
    """The named types that the schema of a term refers to, by walking all of it."""
    if root.kind != "Named":
        for arg in root.args:
            reach(graph, arg, found)
    elif root not in found:
        found[root] = None
        for group in members(graph, root):
            for part in group:
                reach(graph, part, found)


def test_a_schema_holds_the_types_that_a_walk_through_it_meets() -> None:
    met = 0
    for seed in SEEDS:
        graph, root = random_graph(seed)
        if closure(graph, [root]) is None:
            continue
        expected: dict[Term, None] = {}
        reach(graph, root, expected)
        found = Instances(graph).of([root], None)
        assert set(found.values()) == set(expected), seed
        assert len(found) == len(expected)
        met += len(found)
    assert met > 100
