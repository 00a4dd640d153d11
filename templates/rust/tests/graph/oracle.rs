//! The linear checks of graphs, held against plain ones that write every instance out.
//!
//! The oracle substitutes arguments for real and looks at each type that results. That takes for
//! ever on large graphs and is easy to believe on small ones.

use std::collections::HashSet;

use flow_support::flow::{Declarations, GraphError};

use crate::listing::declare;
use crate::raw::Raw;
use crate::view_trees::{joined, named, of, param, quoted, row};

/// How many instances a closure may have before it is taken to be endless.
const MANY: usize = 400;

/// How many names a type may have before it is taken to grow.
const SIZE: usize = 30;

const SEEDS: u64 = 1000;

/// Random numbers, the same in each run.
struct Dice(u64);

impl Dice {
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x5851_F42D_4C95_7F2D)
    }

    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).expect("31 bits") % most
    }

    fn choice<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

/// A term: `Of` has a compound's name, or a primitive's where it has no parts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Term {
    Of(&'static str, Vec<Term>),
    Named(usize, Vec<Term>),
    Param(usize),
}

use Term::{Named, Of, Param};

#[derive(Debug)]
struct Declared {
    arity: usize,
    kind: &'static str,
    opaque: bool,
    /// The parts that stand together in one value.
    groups: Vec<Vec<Term>>,
}

fn random_term(dice: &mut Dice, arities: &[usize], params: usize, depth: usize) -> Term {
    let simple = |dice: &mut Dice| match dice.below(4 + 3 * params) {
        at @ 0..4 => Of(["Int", "Text", "json.Value", "Never"][at], vec![]),
        at => Param((at - 4) % params),
    };
    if depth == 0 {
        return simple(dice);
    }
    let kinds = [
        "", "Named", "Named", "Named", "Tuple", "Option", "Set", "List", "Dict", "Function",
    ];
    let inner = |dice: &mut Dice, count: usize| -> Vec<Term> {
        (0..count)
            .map(|_| random_term(dice, arities, params, depth - 1))
            .collect()
    };
    match dice.choice(&kinds) {
        "" => simple(dice),
        "Named" => {
            let name = dice.below(arities.len());
            Named(name, inner(dice, arities[name]))
        }
        kind @ ("Tuple" | "Dict" | "Function") => Of(kind, inner(dice, 2)),
        kind => Of(kind, inner(dice, 1)),
    }
}

/// A small graph, and a concrete term of it.
fn random_graph(seed: u64) -> (Vec<Declared>, Term) {
    let mut dice = Dice::new(seed);
    let count = 1 + dice.below(4);
    let arities: Vec<usize> = (0..count).map(|_| dice.choice(&[0, 1, 1, 2])).collect();
    let declared = arities.iter().map(|&arity| {
        let kind = dice.choice(&["record", "record", "enum", "enum", "host", "nondata"]);
        let depth = dice.choice(&[1, 1, 2]);
        let groups = match kind {
            "record" => 1,
            "enum" => dice.below(4),
            _ => 0,
        };
        let groups = (0..groups).map(|_| {
            let parts = dice.below(3);
            (0..parts)
                .map(|_| random_term(&mut dice, &arities, arity, depth))
                .collect()
        });
        let groups = groups.collect();
        Declared {
            arity,
            kind,
            opaque: dice.below(10) == 0,
            groups,
        }
    });
    let declared = declared.collect();
    let root = random_term(&mut dice, &arities, 0, 2);
    (declared, root)
}

fn text_of(term: &Term, owner: &str) -> String {
    let parts =
        |terms: &[Term]| -> Vec<String> { terms.iter().map(|term| text_of(term, owner)).collect() };
    match term {
        Param(index) => param(owner, index),
        Named(name, args) => {
            let args = parts(args);
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            named(&format!("d{name}"), &args)
        }
        Of(name, args) => match parts(args).as_slice() {
            [] => quoted(name),
            [only] => of(name, only),
            [first, last] if *name == "Function" => {
                format!(r#"{{"Function":{{"params":[{first}],"result":{last}}}}}"#)
            }
            [first, last] => row(name, &[first, last]),
            _ => unreachable!("no term here has three parts"),
        },
    }
}

fn template(name: usize, declared: &Declared) -> String {
    let owner = format!("d{name}");
    let body = match declared.kind {
        "record" => {
            let fields = declared.groups[0].iter().enumerate();
            let fields = fields.map(|(at, term)| {
                format!(
                    r#"{{"name":"f{at}","type":{},"doc":null}}"#,
                    text_of(term, &owner)
                )
            });
            format!(r#","fields":[{}]"#, joined(fields))
        }
        "enum" => {
            let constructors = declared.groups.iter().enumerate().map(|(at, parts)| {
                let terms = joined(parts.iter().map(|term| text_of(term, &owner)));
                let payload = if parts.is_empty() {
                    "null".to_owned()
                } else {
                    format!(r#"{{"positional":[{terms}]}}"#)
                };
                format!(r#"{{"name":"C{at}","doc":null,"payload":{payload}}}"#)
            });
            format!(r#","constructors":[{}]"#, joined(constructors))
        }
        _ => String::new(),
    };
    let generic = joined((0..declared.arity).map(|at| format!("\"T{at}\"")));
    format!(
        r#"{{"name":"D{name}","identity":"a/b.flow.D{name}","lexical_ordinal":1,"generic":[{generic}],"opaque":{},"kind":"{}","doc":null{body}}}"#,
        declared.opaque, declared.kind
    )
}

/// The declarations that some terms reach, embedded with a Tool that takes and gives these.
fn embedded(graph: &[Declared], params: &[Term], ok: &Term) -> &'static Declarations {
    let mut found = HashSet::new();
    let mut todo: Vec<&Term> = params.iter().chain([ok]).collect();
    while let Some(term) = todo.pop() {
        let args = match term {
            Named(name, args) => {
                if found.insert(*name) {
                    todo.extend(graph[*name].groups.iter().flatten());
                }
                args
            }
            Of(_, args) => args,
            Param(_) => continue,
        };
        todo.extend(args);
    }
    let mut found: Vec<usize> = found.into_iter().collect();
    found.sort_unstable();
    let types = found
        .into_iter()
        .map(|name| (format!("d{name}"), template(name, &graph[name])));
    let params = params.iter().enumerate();
    let params =
        params.map(|(at, term)| format!(r#"{{"name":"p{at}","type":{}}}"#, text_of(term, "tool")));
    let tool = format!(
        r#"{{"generic":[],"params":[{}],"ok":{},"err":"Never"}}"#,
        joined(params),
        text_of(ok, "tool")
    );
    declare(types.collect(), vec![("a/b.flow.tool".to_owned(), tool)])
}

fn unit() -> Term {
    Of("Unit", vec![])
}

/// All declarations, each at Int.
fn at_int(graph: &[Declared]) -> Vec<Term> {
    let int = || Of("Int", vec![]);
    let all = graph.iter().enumerate();
    all.map(|(name, each)| Named(name, (0..each.arity).map(|_| int()).collect()))
        .collect()
}

fn substituted(term: &Term, args: &[Term]) -> Term {
    let inner = |terms: &[Term]| terms.iter().map(|term| substituted(term, args)).collect();
    match term {
        Param(index) => args[*index].clone(),
        Named(name, terms) => Named(*name, inner(terms)),
        Of(name, terms) => Of(name, inner(terms)),
    }
}

/// What the values of a named type hold, for each way to make one.
fn members(graph: &[Declared], term: &Term) -> Vec<Vec<Term>> {
    let Named(name, args) = term else {
        return vec![];
    };
    let groups = graph[*name].groups.iter();
    groups
        .map(|parts| parts.iter().map(|part| substituted(part, args)).collect())
        .collect()
}

fn parts(term: &Term) -> &[Term] {
    match term {
        Named(_, parts) | Of(_, parts) => parts,
        Param(_) => &[],
    }
}

fn written(term: &Term) -> usize {
    1 + parts(term).iter().map(written).sum::<usize>()
}

fn names_in(term: &Term, into: &mut Vec<Term>) {
    if matches!(term, Named(..)) {
        into.push(term.clone());
    }
    for part in parts(term) {
        names_in(part, into);
    }
}

/// All named types that the roots lead to, by any reference; none where there is no end.
fn closure(graph: &[Declared], roots: &[Term]) -> Option<HashSet<Term>> {
    let mut found = HashSet::new();
    let mut todo = Vec::new();
    for root in roots {
        names_in(root, &mut todo);
    }
    while let Some(term) = todo.pop() {
        if found.contains(&term) {
            continue;
        }
        if written(&term) > SIZE || found.len() > MANY {
            return None;
        }
        members(graph, &term)
            .iter()
            .flatten()
            .for_each(|part| names_in(part, &mut todo));
        found.insert(term);
    }
    Some(found)
}

fn has_value(term: &Term, known: &HashSet<Term>) -> bool {
    match term {
        Of("List" | "Set" | "Dict" | "Option" | "Function", _) => true,
        Named(..) => known.contains(term),
        _ => parts(term).iter().all(|part| has_value(part, known)),
    }
}

/// Those of some instances that have no values.
fn without_values(graph: &[Declared], instances: &HashSet<Term>) -> HashSet<Term> {
    let mut known = HashSet::new();
    loop {
        let more = instances.difference(&known).filter(|each| {
            let Named(name, _) = each else { return false };
            let declared = &graph[*name];
            let always = declared.kind != "record" && declared.groups.is_empty();
            always
                || members(graph, each)
                    .iter()
                    .any(|group| group.iter().all(|part| has_value(part, &known)))
        });
        let more: Vec<Term> = more.cloned().collect();
        if more.is_empty() {
            return instances.difference(&known).cloned().collect();
        }
        known.extend(more);
    }
}

fn code(found: &Result<(), GraphError>) -> &'static str {
    found.as_ref().err().map_or("", |fault| fault.code)
}

#[test]
fn recursion_and_values_are_judged_as_by_all_instances() {
    let (mut endless, mut infinite) = (0, 0);
    for seed in 0..SEEDS {
        let (graph, _) = random_graph(seed);
        let roots = at_int(&graph);
        let found = embedded(&graph, &roots, &unit()).check();
        let Some(instances) = closure(&graph, &roots) else {
            assert_eq!(code(&found), "irregular", "{seed}: {graph:?}");
            endless += 1;
            continue;
        };
        let lacking = without_values(&graph, &instances);
        match found {
            Err(fault) if fault.code == "infinite" => {
                let is_blamed = |term: &Term| matches!(term, Named(name, _) if fault.pointer == format!("/types/d{name}"));
                assert!(lacking.iter().any(is_blamed), "{seed}: {fault}");
                infinite += 1;
            }
            found => {
                assert_ne!(code(&found), "irregular", "{seed}: {graph:?}");
                assert!(lacking.is_empty(), "{seed}: {lacking:?}");
            }
        }
    }
    assert!(endless > 15 && endless < SEEDS - 15, "{endless}");
    assert!(infinite > 20, "{infinite}");
}

fn holds_host(graph: &[Declared], term: &Term, seen: &mut HashSet<Term>) -> bool {
    if !seen.insert(term.clone()) || matches!(term, Of("Function", _)) {
        return false;
    }
    match term {
        Named(name, _) if graph[*name].kind == "host" => true,
        Named(..) => members(graph, term)
            .iter()
            .flatten()
            .any(|part| holds_host(graph, part, seen)),
        _ => parts(term).iter().any(|part| holds_host(graph, part, seen)),
    }
}

/// What the values of a concrete type hold, by walking all of it.
fn held(
    graph: &[Declared],
    term: &Term,
    seen: &mut HashSet<Term>,
    facts: &mut HashSet<&'static str>,
) {
    if !seen.insert(term.clone()) {
        return;
    }
    match term {
        Of("Function", _) => {
            facts.insert("function");
        }
        Named(name, _) => {
            let declared = &graph[*name];
            facts.extend(
                ["host", "nondata"]
                    .into_iter()
                    .filter(|kind| declared.kind == *kind),
            );
            facts.extend(declared.opaque.then_some("opaque"));
            members(graph, term)
                .iter()
                .flatten()
                .for_each(|part| held(graph, part, seen, facts));
        }
        _ => {
            match term {
                Of("Option", item) if item[0] == Of("json.Value", vec![]) => facts.extend(["null"]),
                Of("Set" | "Dict", item) if holds_host(graph, &item[0], &mut HashSet::new()) => {
                    facts.extend(["unordered"]);
                }
                _ => {}
            }
            for part in parts(term) {
                held(graph, part, seen, facts);
            }
        }
    }
}

#[test]
fn what_crosses_is_what_a_walk_through_all_values_lets_cross() {
    let mut counts = [0; 4];
    for seed in 0..2 * SEEDS {
        let (graph, root) = random_graph(seed);
        let is_host = matches!(&root, Named(name, _) if graph[*name].kind == "host");
        let mut facts = HashSet::new();
        if closure(&graph, std::slice::from_ref(&root)).is_none() {
            continue;
        }
        held(&graph, &root, &mut HashSet::new(), &mut facts);
        let parameter = embedded(&graph, std::slice::from_ref(&root), &unit()).check();
        let outcome = embedded(&graph, &[], &root).check();
        if ["irregular", "infinite"].contains(&code(&parameter)) {
            continue;
        }
        let never = ["function", "nondata", "null", "unordered"];
        let never_crosses = never.iter().any(|fact| facts.contains(fact));
        let bars = [
            never_crosses || facts.contains("host") && !is_host,
            never_crosses || facts.contains("opaque"),
        ];
        let bars_parameter = bars[0] && !is_host;
        for (at, (bars, found)) in [(bars_parameter, parameter), (bars[1], outcome)]
            .into_iter()
            .enumerate()
        {
            assert_eq!(
                code(&found),
                if bars { "crossing" } else { "" },
                "{seed}: {facts:?} {root:?} {graph:?}"
            );
            counts[2 * at + usize::from(bars)] += 1;
        }
    }
    assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
}

/// The named types that the schema of a term refers to, by walking all of it.
fn reach(graph: &[Declared], term: &Term, found: &mut HashSet<Term>) {
    if !matches!(term, Named(..)) {
        for part in parts(term) {
            reach(graph, part, found);
        }
    } else if found.insert(term.clone()) {
        members(graph, term)
            .iter()
            .flatten()
            .for_each(|part| reach(graph, part, found));
    }
}

#[test]
fn a_schema_holds_the_types_that_a_walk_through_it_meets() {
    let mut met = 0;
    for seed in 0..2 * SEEDS {
        let (graph, root) = random_graph(seed);
        let declarations = embedded(&graph, std::slice::from_ref(&root), &unit());
        if declarations.check().is_err() {
            continue;
        }
        let mut expected = HashSet::new();
        reach(&graph, &root, &mut expected);
        let described = &declarations.described()[0];
        let schema = Raw(described).get("params").items()[0].items()[1];
        let found = schema
            .find("$defs")
            .map_or(0, |definitions| definitions.members().len());
        assert_eq!(found, expected.len(), "{seed}: {described}");
        met += found;
    }
    assert!(met > 100, "{met}");
}
