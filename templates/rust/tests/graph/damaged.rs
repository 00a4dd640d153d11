//! Damaged views and odd values: refused with a place, and with nothing else.

use std::sync::OnceLock;

use flow_support::flow::{Code, GraphError, Limits, Reader, View};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::strategy::ValueTree;
use serde_json::Value as Tree;

use crate::listing::{listing, tool};
use crate::raw::{file, Raw};

/// A call of the vectors whose view is valid.
#[derive(Debug)]
struct Call {
    listing: String,
    tool: String,
    types: String,
    schema: String,
    args: String,
}

fn calls() -> &'static [Call] {
    static CALLS: OnceLock<Vec<Call>> = OnceLock::new();
    CALLS.get_or_init(|| {
        let text = file("views.json");
        let rows = Raw(&text)
            .items()
            .into_iter()
            .filter(|row| row.get("valid").is_true());
        let call = |row: Raw<'_>| Call {
            listing: row.get("listing").text().into_owned(),
            tool: row.get("tool").text().into_owned(),
            types: row.get("types").0.to_owned(),
            schema: row.get("schema").0.to_owned(),
            args: row.get("args").0.to_owned(),
        };
        // The tree that is damaged here is of a library that reads nothing deeper than 127.
        let is_shallow = |call: &Call| serde_json::from_str::<Tree>(&call.types).is_ok();
        rows.map(call).filter(is_shallow).collect()
    })
}

impl Call {
    fn validate(&self, types: &[u8], schema: &[u8]) -> Result<View, GraphError> {
        let declarations = listing(&self.listing);
        let tool = tool(declarations, &self.tool);
        View::validate(
            declarations,
            tool,
            Some(types),
            Some(schema),
            Limits::default(),
        )
    }
}

/// What is put where something else should stand.
fn odd(which: Index) -> Tree {
    let odd = [
        "null",
        "true",
        "0",
        "-1",
        "1",
        "1.5",
        "1e300",
        r#""""#,
        r#""Int""#,
        r#""Never""#,
        r#""tool""#,
        r#""record""#,
        r#""host""#,
        r#""T""#,
        "[]",
        "{}",
        r#"["Int","Int"]"#,
        r#"{"List":"Int"}"#,
        r#"{"Param":{"owner":"tool","index":0}}"#,
        r#"{"Named":{"declaration":"item","args":[]}}"#,
        r#"{"Option":"json.Value"}"#,
        r#"{"Task":"Int"}"#,
    ];
    serde_json::from_str(odd[which.index(odd.len())]).expect("JSON")
}

/// A change of one place of a tree.
#[derive(Clone, Debug)]
struct Damage {
    way: Vec<Index>,
    act: u8,
    odd: Index,
    other: Index,
}

fn damage() -> impl Strategy<Value = Damage> {
    let parts = (
        prop::collection::vec(any::<Index>(), 1..9),
        0..5_u8,
        any::<Index>(),
        any::<Index>(),
    );
    parts.prop_map(|(way, act, odd, other)| Damage {
        way,
        act,
        odd,
        other,
    })
}

fn size(tree: &Tree) -> usize {
    match tree {
        Tree::Array(items) => items.len(),
        Tree::Object(members) => members.len(),
        _ => 0,
    }
}

fn at(tree: &mut Tree, place: usize) -> &mut Tree {
    match tree {
        Tree::Array(items) => &mut items[place],
        Tree::Object(members) => members.values_mut().nth(place).expect("a member"),
        _ => tree,
    }
}

impl Damage {
    fn apply(&self, root: &mut Tree) {
        let mut holder = root;
        let (last, way) = self.way.split_last().expect("a way has a step");
        for step in way {
            let place = step.index(size(holder).max(1));
            if size(holder) == 0 || size(at(holder, place)) == 0 {
                break;
            }
            holder = at(holder, place);
        }
        let count = size(holder);
        if count == 0 {
            *holder = odd(self.odd);
            return;
        }
        let place = last.index(count);
        let other = self.other.index(count);
        match (self.act, holder) {
            (0, Tree::Array(items)) => drop(items.remove(place)),
            (0, Tree::Object(members)) => {
                let name = members.keys().nth(place).cloned();
                members.remove(&name.expect("a member"));
            }
            (1, Tree::Array(items)) => items.insert(place, odd(self.odd)),
            (1 | 2, Tree::Object(members)) => {
                let name = *self
                    .other
                    .get(&["", "doc", "extra", "T", "0", "description"]);
                members.insert(name.to_owned(), odd(self.odd));
            }
            (3, Tree::Array(items)) => items.swap(place, other),
            (3, Tree::Object(members)) => {
                let mut values: Vec<_> = members.values().cloned().collect();
                values.swap(place, other);
                members
                    .values_mut()
                    .zip(values)
                    .for_each(|(member, value)| *member = value);
            }
            (_, holder) => *at(holder, place) = odd(self.odd),
        }
    }
}

fn judged(found: Result<View, GraphError>) -> Result<(), TestCaseError> {
    if let Err(fault) = found {
        prop_assert!(
            fault.pointer.starts_with("/types") || fault.pointer.starts_with("/schema"),
            "{}",
            fault
        );
        prop_assert!(
            !fault.message.is_empty() && fault.message.len() < 1000,
            "{}",
            fault
        );
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_damaged_view_is_refused_at_a_place_or_stays_valid(
        which in any::<Index>(),
        of_types in prop::collection::vec(damage(), 0..3),
        of_schema in prop::collection::vec(damage(), 0..2),
    ) {
        let call = which.get(calls());
        let mut types: Tree = serde_json::from_str(&call.types).expect("JSON");
        let mut schema: Tree = serde_json::from_str(&call.schema).expect("JSON");
        for damage in of_types {
            damage.apply(&mut types);
        }
        for damage in of_schema {
            damage.apply(&mut schema);
        }
        judged(call.validate(types.to_string().as_bytes(), schema.to_string().as_bytes()))?;
    }

    #[test]
    fn a_view_of_damaged_text_is_refused_at_a_place_or_stays_valid(
        which in any::<Index>(),
        changes in prop::collection::vec((any::<Index>(), any::<u8>(), 0..3_u8), 1..4),
    ) {
        let call = which.get(calls());
        let mut types = call.types.clone().into_bytes();
        for (place, byte, act) in changes {
            let place = place.index(types.len());
            match act {
                0 => types[place] = byte,
                1 => types.insert(place, byte),
                _ => drop(types.remove(place)),
            }
        }
        judged(call.validate(&types, call.schema.as_bytes()))?;
    }

    #[test]
    fn a_damaged_argument_is_refused_or_read_to_what_it_reads_back_as(
        which in any::<Index>(),
        damage in prop::collection::vec(damage(), 0..3),
    ) {
        let call = which.get(calls());
        let view = call.validate(call.types.as_bytes(), call.schema.as_bytes()).expect("a valid view");
        let mut args: Tree = serde_json::from_str(&call.args).expect("JSON");
        for damage in damage {
            damage.apply(&mut args);
        }
        let Tree::Object(args) = args else { return Ok(()) };
        for (name, term) in &view.signature().params {
            let Some(arg) = args.get(name) else { continue };
            let text = arg.to_string();
            let codec = view.codec(*term).expect("a root has a codec");
            match codec.canonical(&mut Reader::new(&text)) {
                Err(fault) => prop_assert!(fault.code() != Code::Json && !fault.message().is_empty(), "{}", fault),
                Ok(read) => {
                    let again = codec.canonical(&mut Reader::new(&read));
                    prop_assert_eq!(again.as_deref(), Ok(&*read));
                }
            }
        }
    }
}

#[test]
fn damage_is_found_more_often_than_not() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut refused = 0;
    for call in calls() {
        let damage = damage().new_tree(&mut runner).expect("a damage").current();
        let mut types: Tree = serde_json::from_str(&call.types).expect("JSON");
        damage.apply(&mut types);
        refused += usize::from(
            call.validate(types.to_string().as_bytes(), call.schema.as_bytes())
                .is_err(),
        );
    }
    assert!(
        refused * 2 > calls().len(),
        "{refused} of {}",
        calls().len()
    );
}
