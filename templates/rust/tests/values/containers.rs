//! Sets and Dicts.

use crate::{reads, refuses};
use flow_support::flow::{from_json, to_json, BigInt, Code, Dict, Set};

fn int(n: i64) -> BigInt {
    BigInt::from(n)
}

#[test]
fn sets_are_collected_in_order() {
    let set: Set<BigInt> = [10, 9, 10, -1].map(int).into_iter().collect();
    assert_eq!(set.as_slice(), [-1, 9, 10].map(int));
    assert_eq!(
        (set.first(), set.last(), set.len()),
        (Some(&int(-1)), Some(&int(10)), 3)
    );
    assert!(set.contains(&int(9)) && !set.contains(&int(8)) && !set.is_empty());
    assert_eq!(set.iter().count(), 3);
    assert_eq!(to_json(&set).as_deref(), Ok("[-1,9,10]"));
    assert_eq!(set, [int(-1), int(9), int(10)].into());
    assert!(Set::<BigInt>::default().is_empty());
    assert_eq!(
        set.into_iter().map(|n| n + 1).collect::<Vec<_>>(),
        [0, 10, 11].map(int)
    );
}

#[test]
fn dicts_are_collected_in_order() {
    let dict: Dict<BigInt, &str> = [(int(10), "x"), (int(9), "y"), (int(10), "z")].into();
    assert_eq!(dict.as_slice(), [(int(9), "y"), (int(10), "z")]);
    assert_eq!((dict.get(&int(10)), dict.get(&int(1))), (Some(&"z"), None));
    assert_eq!(
        (dict.first(), dict.last()),
        (Some(&(int(9), "y")), Some(&(int(10), "z")))
    );
    assert!(dict.contains_key(&int(9)) && !dict.is_empty());
    assert_eq!(
        dict.keys().chain(dict.iter().map(|(key, _)| key)).count(),
        2 * dict.len()
    );
    assert_eq!(dict.values().rev().copied().collect::<String>(), "zy");
    assert_eq!((&dict).into_iter().count(), 2);
    assert!(Dict::<BigInt, ()>::default().is_empty());
    let dict: Dict<BigInt, BigInt> = dict
        .into_iter()
        .map(|(key, _)| (key.clone(), key))
        .collect();
    assert_eq!(to_json(&dict).as_deref(), Ok("[[9,9],[10,10]]"));
}

/// Rust's order of texts, numbers and Options is Flow's; the collections compare as sequences of their entries.
#[test]
fn collections_are_ordered_item_by_item() {
    reads::<Set<Set<BigInt>>>("[[],[1],[1,2],[2]]", "[[],[1],[1,2],[2]]");
    refuses::<Set<Set<BigInt>>>("[[1,2],[1]]", Code::Order, "/1");
    reads::<Set<Dict<String, BigInt>>>(
        r#"[{},{"a":1},{"a":1,"b":0},{"a":2},{"b":0}]"#,
        r#"[{},{"a":1},{"a":1,"b":0},{"a":2},{"b":0}]"#,
    );
    refuses::<Set<Dict<String, BigInt>>>(r#"[{"a":2},{"a":1,"b":0}]"#, Code::Order, "/1");
    reads::<Set<(bool, Option<Vec<u8>>)>>(
        r#"[[false,"None"],[false,{"Some":""}],[false,{"Some":"/w=="}],[true,"None"]]"#,
        r#"[[false,"None"],[false,{"Some":""}],[false,{"Some":"/w=="}],[true,"None"]]"#,
    );
    refuses::<Set<Vec<u8>>>(r#"["/w==","AA=="]"#, Code::Order, "/1");
}

#[test]
fn dicts_of_text_are_objects() {
    let text = r#"{"b":{"2":[],"10":[]},"a":{}}"#;
    reads::<Dict<String, Dict<String, Vec<()>>>>(text, r#"{"a":{},"b":{"10":[],"2":[]}}"#);
    refuses::<Dict<String, ()>>("[]", Code::Type, "");
    refuses::<Dict<String, ()>>(r#"{"a":1}"#, Code::Type, "/a");
    refuses::<Dict<String, ()>>(
        r#"{"a":null,"b":null,"\u0061":null}"#,
        Code::DuplicateMember,
        "/a",
    );
    refuses::<Dict<BigInt, ()>>("{}", Code::Type, "");
    refuses::<Dict<BigInt, ()>>("[[1]]", Code::Type, "/0");
    refuses::<Dict<BigInt, ()>>("[[1,null,null]]", Code::Type, "/0");
    refuses::<Dict<BigInt, ()>>("[[1,null],[1.0,null]]", Code::Duplicate, "/1");
    refuses::<Dict<BigInt, ()>>("[[1,null],[2,1]]", Code::Type, "/1/1");
    // A box is what it holds.
    reads::<Dict<Box<String>, Box<BigInt>>>(r#"{"b":1,"a":2}"#, r#"{"a":2,"b":1}"#);
}

#[test]
fn tuples_of_any_size() {
    type Twelve = (
        BigInt,
        (),
        BigInt,
        (),
        BigInt,
        (),
        BigInt,
        (),
        BigInt,
        (),
        BigInt,
        bool,
    );
    let text = "[1,null,2,null,3,null,4,null,5,null,6,true]";
    reads::<Twelve>(text, text);
    refuses::<Twelve>(&text.replace(",true", ""), Code::Type, "");
    refuses::<Twelve>(&text.replace("true", "true,1"), Code::Type, "");
    refuses::<Twelve>(&text.replace("true", "1"), Code::Type, "/11");
    refuses::<(bool, bool)>("[]", Code::Type, "");
    refuses::<(bool, bool)>("{}", Code::Type, "");
    reads::<(bool, bool, BigInt)>("[true,false,1]", "[true,false,1]");
}

/// A Set of many items is held to its order in time linear in them.
#[test]
fn large_collections() {
    let items: Vec<String> = (0..100_000).map(|n| n.to_string()).collect();
    let set: Set<BigInt> = from_json(format!("[{}]", items.join(","))).expect("a set");
    assert_eq!(set.len(), 100_000);
    let dict: Dict<String, ()> = items.into_iter().rev().map(|key| (key, ())).collect();
    let text = to_json(&dict).expect("a dict");
    assert_eq!(from_json::<Dict<String, ()>>(text), Ok(dict));
}
