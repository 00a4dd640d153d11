//! The sample of generated types: each form of type reads, writes and compares as Flow says.

use crate::sample::flow::{from_json, to_json};
use crate::sample::flow::{Code, Value};
use crate::sample::types::{
    Empty, Even, Everything, Mark, Money, Nothing, Opened, Pack, Shape, Tag, Tree,
};
use crate::{reads, refuses};
use std::cmp::Ordering;
use std::fmt::Debug;

type Int = crate::sample::flow::BigInt;

#[test]
fn records() {
    reads::<Money>(
        r#"{"amount":1.50,"type":"EUR"}"#,
        r#"{"amount":1.5,"type":"EUR"}"#,
    );
    reads::<Money>(
        r#" { "type" : "EUR" , "x" : [ { } ] , "note":"a" , "am\u006funt" : 1e0 } "#,
        r#"{"amount":1,"note":"a","type":"EUR"}"#,
    );
    reads::<Money>(
        r#"{"amount":1,"AMOUNT":2,"Type":0,"type":""}"#,
        r#"{"amount":1,"type":""}"#,
    );
    reads::<Money>(
        r#"{"amount":1,"type":"","x":1e999999999}"#,
        r#"{"amount":1,"type":""}"#,
    );
    reads::<Empty>(r#"{"a":{}}"#, "{}");
    for (text, code, pointer) in [
        (r#"{"type":""}"#, Code::MissingField, "/amount"),
        (r#"{"amount":1}"#, Code::MissingField, "/type"),
        (r#"{"amount":1,"type":null}"#, Code::Type, "/type"),
        (r#"{"amount":1,"type":"","note":null}"#, Code::Type, "/note"),
        (
            r#"{"amount":1,"type":"","amount":1}"#,
            Code::DuplicateMember,
            "/amount",
        ),
        (
            r#"{"amount":1,"type":"","\u0061mount":1}"#,
            Code::DuplicateMember,
            "/amount",
        ),
        (
            r#"{"amount":1,"type":"","note":"a","note":"a"}"#,
            Code::DuplicateMember,
            "/note",
        ),
        (
            r#"{"amount":1,"type":"","x":1,"y":2,"\u0078":1}"#,
            Code::DuplicateMember,
            "/x",
        ),
        (
            r#"{"amount":1,"type":"","y":1,"x":2,"z":0,"x":1}"#,
            Code::DuplicateMember,
            "/x",
        ),
        (
            r#"{"amount":1,"type":"","x":{"a":[0,{"k":1,"k":1}]}}"#,
            Code::DuplicateMember,
            "/x/a/1/k",
        ),
        (
            r#"{"amount":1,"type":"","x":"\ud800"}"#,
            Code::Surrogate,
            "/x",
        ),
        (r#"{"amount":1,"type":"","\ud800":0}"#, Code::Surrogate, ""),
        (r#"{"amount":1e5000,"type":""}"#, Code::Limit, "/amount"),
        (r#"{"amount":1,"type":"",}"#, Code::Json, ""),
        (r#"{"amount":1,"type":""} x"#, Code::Json, ""),
        (r#"{"amount":1,"type":"""#, Code::Json, ""),
        (r#"{"amount":1,"type":"#, Code::Json, "/type"),
        (r#"{"amount""#, Code::Json, "/amount"),
        (r#"{"amount":1 "type":1}"#, Code::Json, ""),
        (r#"{"amount":01}"#, Code::Json, ""),
        (r#"{"amount":-}"#, Code::Json, "/amount"),
        (r#"{"amount":1.}"#, Code::Json, "/amount"),
        (r#"{"amount":.5}"#, Code::Json, "/amount"),
        (r#"{"amount":tru}"#, Code::Json, "/amount"),
        ("[]", Code::Type, ""),
        ("", Code::Json, ""),
    ] {
        refuses::<Money>(text, code, pointer);
    }
}

#[test]
fn utf8() {
    for (text, pointer) in [
        (&b"{\"amount\":1,\"type\":\"\xff\"}"[..], "/type"),
        (b"{\"amount\":1,\"type\":\"\",\"x\":[\"\xff\"]}", "/x/0"),
        (b"{\"amount\":1,\"type\":\"\",\"\xff\":1}", ""),
        (b"{\"amount\":1,\"type\":\"\"}\xff", ""),
        (b"\xff\xfe", ""),
        (b"{\"amount\":1,\"type\":\"\xed\xa0\x80\"}", "/type"),
    ] {
        let error = from_json::<Money>(text).expect_err("not UTF-8");
        assert_eq!(
            (error.code(), error.pointer()),
            (Code::Utf8, pointer),
            "{error}"
        );
    }
}

#[test]
fn fields_of_type_parameters() {
    type Optional = Pack<Option<Int>>;
    reads::<Optional>("{}", "{}");
    reads::<Optional>(r#"{"value":1}"#, r#"{"value":1}"#);
    reads::<Optional>(
        r#"{"value":1,"spare":"None"}"#,
        r#"{"spare":"None","value":1}"#,
    );
    reads::<Optional>(r#"{"spare":{"Some":2}}"#, r#"{"spare":{"Some":2}}"#);
    refuses::<Optional>(r#"{"value":"None"}"#, Code::Type, "/value");
    refuses::<Optional>(r#"{"value":null}"#, Code::Type, "/value");
    refuses::<Optional>(r#"{"spare":1}"#, Code::Constructor, "/spare");
    reads::<Pack<Int>>(r#"{"value":1,"spare":2}"#, r#"{"spare":2,"value":1}"#);
    refuses::<Pack<Int>>("{}", Code::MissingField, "/value");
    reads::<Pack<Option<Option<Int>>>>(r#"{"value":"None"}"#, r#"{"value":"None"}"#);
}

#[test]
fn enums() {
    reads::<Shape>(r#""Point""#, r#""Point""#);
    reads::<Shape>(r#"{"Circle":1.0}"#, r#"{"Circle":1}"#);
    reads::<Shape>(r#"{"Line":[1,2]}"#, r#"{"Line":[1,2]}"#);
    reads::<Shape>(
        r#"{ "Label" : {"text":"a","more":0} }"#,
        r#"{"Label":{"text":"a"}}"#,
    );
    reads::<Shape>(
        r#"{"Label":{"text":"a","size":2}}"#,
        r#"{"Label":{"size":2,"text":"a"}}"#,
    );
    for (text, code, pointer) in [
        (r#""Circle""#, Code::Constructor, ""),
        (r#"{"Point":null}"#, Code::Constructor, ""),
        (r#"{"Circle":1,"Line":[1,2]}"#, Code::Constructor, ""),
        (
            r#"{"Circle":1,"Circle":1}"#,
            Code::DuplicateMember,
            "/Circle",
        ),
        (r#"{"Circle":true}"#, Code::Type, "/Circle"),
        (r#"{"Line":[1]}"#, Code::Type, "/Line"),
        (r#"{"Line":[1,2,3]}"#, Code::Type, "/Line"),
        (r#"{"Line":[1,""]}"#, Code::Type, "/Line/1"),
        (r#"{"Line":1}"#, Code::Type, "/Line"),
        (r#"{"Label":{"size":1}}"#, Code::MissingField, "/Label/text"),
        (r#""point""#, Code::Constructor, ""),
        ("{}", Code::Constructor, ""),
        ("null", Code::Constructor, ""),
        ("3", Code::Constructor, ""),
    ] {
        refuses::<Shape>(text, code, pointer);
    }
    refuses::<Nothing>(r#""A""#, Code::Constructor, "");
    refuses::<Nothing>(r#"{"A":1}"#, Code::Constructor, "");
}

#[test]
fn types_that_hold_themselves() {
    let tree = r#"{"Node":["Leaf",1,{"Node":["Leaf",2,"Leaf"]}]}"#;
    reads::<Tree<Int>>(tree, tree);
    refuses::<Tree<Int>>(
        r#"{"Node":["Leaf",1,{"Node":["Leaf","","Leaf"]}]}"#,
        Code::Type,
        "/Node/2/Node/1",
    );
    reads::<Even>(
        r#"{"odd":{"even":{"odd":{"even":{}}}}}"#,
        r#"{"odd":{"even":{"odd":{"even":{}}}}}"#,
    );
    refuses::<Even>(r#"{"odd":{}}"#, Code::MissingField, "/odd/even");
}

#[test]
fn phantom_parameters() {
    struct NoTraits;
    let tag: Tag<NoTraits> = from_json(r#"{"name":"a"}"#).expect("a tag");
    assert_eq!(tag.clone(), tag);
    assert_eq!(to_json(&tag).as_deref(), Ok(r#"{"name":"a"}"#));
    reads::<Mark<NoTraits>>(r#"{"Named":"a"}"#, r#"{"Named":"a"}"#);
    reads::<Mark<NoTraits>>(r#""Plain""#, r#""Plain""#);
    refuses::<Mark<NoTraits>>(r#""Phantom""#, Code::Constructor, "");
}

#[test]
fn host_values() {
    let text = r#"{"history":["p1",null,{"a":[1.0,"\u00e9"]}],"page":{"b":1e1,"a":[]}}"#;
    reads::<Opened>(
        text,
        r#"{"history":["p1",null,{"a":[1,"é"]}],"page":{"a":[],"b":10}}"#,
    );
    refuses::<Opened>(
        r#"{"history":[],"page":{"a":1,"a":2}}"#,
        Code::DuplicateMember,
        "/page/a",
    );
    refuses::<Opened>(
        r#"{"history":[1e5000],"page":0}"#,
        Code::Limit,
        "/history/0",
    );
}

#[test]
fn everything() {
    let text = r#"{"bool":true,"bytes":"AAE=","decimal":1.25,"dict":{"a":1,"b":2},"duration":"PT1.5S","instant":"2026-11-30T12:00:00.5Z","int":7,"json":{"a":[null,1.5]},"mark":"Plain","never":[],"options":["None",{"Some":1}],"shapes":["Point",{"Circle":1}],"table":[[[false,""],{}],[[true,"a"],{"value":1}]],"tag":{"name":"n"},"twice":{"Some":1},"unit":null}"#;
    reads::<Everything>(text, text);
    let text = &text.replace(r#""twice":{"Some":1},"#, "");
    reads::<Everything>(text, text);
    refuses::<Everything>(
        &text.replace(r#"["Point",{"Circle":1}]"#, r#"[{"Circle":1},"Point"]"#),
        Code::Order,
        "/shapes/1",
    );
    refuses::<Everything>(
        &text.replace(r#"["Point",{"Circle":1}]"#, r#"["Point","Point"]"#),
        Code::Duplicate,
        "/shapes/1",
    );
    reads::<Everything>(&text.replace(r#"{"a":1,"b":2}"#, r#"{"b":2,"a":1}"#), text);
    refuses::<Everything>(
        &text.replace(r#"{"a":1,"b":2}"#, r#"{"b":2,"b":2}"#),
        Code::DuplicateMember,
        "/dict/b",
    );
    refuses::<Everything>(
        &text.replace(r#"[[false,""],{}],"#, r#"[[true,"b"],{}],"#),
        Code::Order,
        "/table/1",
    );
}

/// Holds texts to ascend in Flow's order, and Rust's to be the same.
fn ascends<T: Value + Ord + Debug>(texts: &[&str]) {
    let values: Vec<T> = texts
        .iter()
        .map(|text| from_json(text).expect(text))
        .collect();
    for (i, a) in values.iter().enumerate() {
        for (j, b) in values.iter().enumerate() {
            assert_eq!(a.order(b), i.cmp(&j), "{} and {}", texts[i], texts[j]);
            assert_eq!(a.cmp(b), a.order(b), "{} and {}", texts[i], texts[j]);
            assert_eq!(
                a == b,
                a.order(b) == Ordering::Equal,
                "{} and {}",
                texts[i],
                texts[j]
            );
        }
    }
}

#[test]
fn order() {
    ascends::<Money>(&[
        r#"{"amount":-1,"type":"b"}"#,
        r#"{"amount":1.5,"type":"a"}"#,
        r#"{"amount":1.5,"type":"a","note":""}"#,
        r#"{"amount":1.5,"type":"b"}"#,
        r#"{"amount":10,"type":""}"#,
    ]);
    ascends::<Shape>(&[
        r#""Point""#,
        r#"{"Circle":-1}"#,
        r#"{"Circle":1}"#,
        r#"{"Line":[0,5]}"#,
        r#"{"Line":[1,2]}"#,
        r#"{"Line":[1,10]}"#,
        r#"{"Label":{"text":"a"}}"#,
        r#"{"Label":{"size":1,"text":"a"}}"#,
        r#"{"Label":{"text":"b"}}"#,
    ]);
    ascends::<Tree<Int>>(&[
        r#""Leaf""#,
        r#"{"Node":["Leaf",1,"Leaf"]}"#,
        r#"{"Node":["Leaf",2,"Leaf"]}"#,
    ]);
    ascends::<Tag<()>>(&[r#"{"name":"a"}"#, r#"{"name":"b"}"#]);
    ascends::<Mark<()>>(&[r#""Plain""#, r#"{"Named":""}"#, r#"{"Named":"a"}"#]);
}
