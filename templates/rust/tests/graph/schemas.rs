//! Schemas: how references and KEYs are written, where docs stand, and what is judged after
//! substitution.

use flow_support::flow::{
    described, without_version, BigInt, Declarations, Described, Dict, Json, Set, Type,
};

use crate::listing::declare;
use crate::raw::Raw;
use crate::view_trees::{
    fields_record, joined, named, of, param, quoted, record, row, template, Template,
};

fn declared(templates: &[Template]) -> &'static Declarations {
    let text = format!("{{{}}}", joined(templates));
    let types = Raw(&text).members().into_iter();
    declare(
        types
            .map(|(local, raw)| (local, raw.0.to_owned()))
            .collect(),
        vec![],
    )
}

fn schema(declarations: &'static Declarations, local: &'static str, args: Vec<Type>) -> String {
    let schema = Type::declared(declarations, local, args).schema();
    schema.unwrap_or_else(|fault| panic!("{fault}"))
}

#[test]
fn references_are_escaped() {
    for (identity, reference) in [
        (
            "github.com/acme/~x%41 y@v1.2/a b.flow.T",
            "github.com~1acme~1~0x%2541%20y@v1.2~1a%20b.flow.T",
        ),
        ("é<(Int) -> Text>#2", "%C3%A9%3C(Int)%20-%3E%20Text%3E%232"),
        ("-._~!$&'()*+,;=:@/?", "-._~0!$&'()*+,;=:@~1?"),
        (
            "\"\\^`{|}[]\u{0}\u{7f}",
            "%22%5C%5E%60%7B%7C%7D%5B%5D%00%7F",
        ),
    ] {
        let mut odd = record("T", 0, &[]);
        odd.identity = identity.to_owned();
        let found = schema(declared(&[odd]), "T", vec![]);
        let document = Raw(&found);
        assert_eq!(document.get("$ref").text(), format!("#/$defs/{reference}"));
        assert_eq!(document.get("$defs").members()[0].0, identity);
    }
}

#[test]
fn keys_write_arguments_as_flow_does() {
    let mut second = record("second", 0, &[]);
    second.identity = "a@v1/b.flow.second".to_owned();
    let second = second
        .to_string()
        .replace("\"lexical_ordinal\":1", "\"lexical_ordinal\":2");
    let tag = record("tag", 1, &[]).to_string();
    let types = format!("{{{second},{tag}}}");
    let types = Raw(&types)
        .members()
        .into_iter()
        .map(|(local, raw)| (local, raw.0.to_owned()));
    let task = of("Task", "\"Int\"");
    let function = |params: &str, result: &str| {
        format!(r#"{{"Function":{{"params":[{params}],"result":{result}}}}}"#)
    };
    let second = named("second", &[]);
    let cases = [
        (quoted("json.Value"), "json.Value"),
        (quoted("Unit"), "Unit"),
        (of("List", "\"Text\""), "List<Text>"),
        (row("Dict", &["\"Text\"", "\"Int\""]), "Dict<Text, Int>"),
        (
            row("Tuple", &["\"Int\"", "\"Text\"", "\"Bool\""]),
            "(Int, Text, Bool)",
        ),
        (task, "Task<Int>"),
        (function("\"Int\"", "\"Text\""), "(Int) -> Text"),
        (function("", "\"Unit\""), "() -> Unit"),
        (
            function(
                &row("Tuple", &["\"Int\"", "\"Int\""]),
                &function("", "\"Bool\""),
            ),
            "((Int, Int)) -> () -> Bool",
        ),
        (
            function("\"Int\",\"Int\"", &of("Option", "\"Int\"")),
            "(Int, Int) -> Option<Int>",
        ),
        (param("tool", 0), "T"),
        (second.clone(), "a@v1/b.flow.second#2"),
        (
            named("tag", &[&of("Set", &second)]),
            "a/b.flow.tag<Set<a@v1/b.flow.second#2>>",
        ),
    ];
    let tools = cases.iter().enumerate().map(|(at, (term, _))| {
        let term = named("tag", &[term]);
        (
            format!("t{at}"),
            format!(r#"{{"err":"Never","generic":["T"],"ok":{term},"params":[]}}"#),
        )
    });
    let declarations = declare(types.collect(), tools.collect());
    let (described, fingerprinted) = (declarations.described(), declarations.fingerprinted());
    for (at, (_, key)) in cases.iter().enumerate() {
        let key = format!("a/b.flow.tag<{key}>");
        let defs = |signature: &str| Raw(signature).get("ok").get("$defs").members().remove(0).0;
        assert_eq!(defs(&described[at]), key);
        assert_eq!(defs(&fingerprinted[at]), key.replace("@v1", ""));
    }
}

#[test]
fn descriptions_stand_where_they_belong() {
    let mut inner = record("inner", 0, &[]);
    inner.doc = Some(String::new());
    let mut outer = fields_record(
        "outer",
        0,
        &[
            ("description", "\"Text\""),
            ("ref", &named("inner", &[])),
            ("any", &of("Option", "\"json.Value\"")),
            ("plain", "\"Text\""),
        ],
    );
    outer.doc = Some("a record".to_owned());
    for (name, doc) in [
        ("description", "a field"),
        ("ref", "say \"hi\""),
        ("any", "anything"),
    ] {
        let head = format!(r#"{{"name":"{name}","type":"#);
        let start = outer.body.find(&head).expect("the field");
        let null = start + outer.body[start..].find("\"doc\":null").expect("its doc");
        outer
            .body
            .replace_range(null..null + 10, &format!("\"doc\":{}", quoted(doc)));
    }
    let mut choice = template("choice", 0, "");
    choice.doc = Some("an enum".to_owned());
    choice.body = format!(
        r#""kind":"enum","constructors":[{{"name":"description","doc":"a constructor","payload":null}},{{"name":"With","doc":"with parts","payload":{{"named":[{{"name":"description","type":{},"doc":"a part"}}]}}}}]"#,
        named("outer", &[])
    );
    let found = schema(declared(&[inner, outer, choice]), "choice", vec![]);
    let expected = concat!(
        r##"{"$defs":{"a/b.flow.choice":{"description":"an enum","oneOf":[{"const":"description","description":"a constructor"},"##,
        r##"{"additionalProperties":false,"description":"with parts","properties":{"With":{"properties":{"description":"##,
        r##"{"$ref":"#/$defs/a~1b.flow.outer","description":"a part"}},"required":["description"],"type":"object"}},"##,
        r##""required":["With"],"type":"object"}]},"a/b.flow.inner":{"description":"","properties":{},"required":[],"type":"object"},"##,
        r##""a/b.flow.outer":{"description":"a record","properties":{"any":{"description":"anything"},"##,
        r##""description":{"description":"a field","type":"string"},"plain":{"type":"string"},"##,
        r##""ref":{"$ref":"#/$defs/a~1b.flow.inner","description":"say \"hi\""}},"required":["description","ref","plain"],"type":"object"}},"##,
        r##""$ref":"#/$defs/a~1b.flow.choice"}"##,
    );
    assert_eq!(found, expected);
}

#[test]
fn fields_are_judged_after_substitution() {
    let own = param("box", 0);
    let fields = [
        ("item", own.as_str()),
        ("table", &row("Dict", &[&own, "\"Int\""])),
    ];
    let declarations = declared(&[fields_record("box", 1, &fields)]);
    let at_text = schema(declarations, "box", vec![described::<String>()]);
    assert!(
        at_text.contains(r#""required":["item","table"]"#),
        "{at_text}"
    );
    assert!(
        at_text.contains(r#""table":{"additionalProperties":{"type":"integer"},"type":"object"}"#),
        "{at_text}"
    );
    let at_option = schema(declarations, "box", vec![described::<Option<String>>()]);
    assert!(
        at_option.contains(r#""item":{"type":"string"}"#),
        "{at_option}"
    );
    assert!(at_option.contains(r#""required":["table"]"#), "{at_option}");
    let nested = schema(
        declarations,
        "box",
        vec![described::<Option<Option<BigInt>>>()],
    );
    assert!(
        nested.contains(r#""item":{"oneOf":[{"const":"None"},"#),
        "{nested}"
    );
}

#[test]
fn types_of_rust_are_described_as_flow_s() {
    type Row = (bool, Vec<u8>, (), Json, Box<Vec<Set<BigInt>>>);
    let tuple = r#"{"items":false,"minItems":2,"prefixItems":[{"type":"integer"},{"not":{}}],"type":"array"}"#;
    let found = Dict::<BigInt, flow_support::flow::Never>::describe().schema();
    assert_eq!(found, Ok(format!(r#"{{"items":{tuple},"type":"array"}}"#)));
    let found = Row::describe().schema().expect("a schema");
    let items = Raw(&found)
        .get("prefixItems")
        .items()
        .into_iter()
        .map(|item| item.0.to_owned());
    let expected = [
        r#"{"type":"boolean"}"#,
        r#"{"contentEncoding":"base64","type":"string"}"#,
        r#"{"type":"null"}"#,
        "{}",
        r#"{"items":{"items":{"type":"integer"},"type":"array","uniqueItems":true},"type":"array"}"#,
    ];
    assert!(items.eq(expected), "{found}");
}

#[test]
fn types_of_two_declarations_stand_in_no_schema() {
    let (one, other) = (
        declared(&[record("a", 1, &[&param("a", 0)])]),
        declared(&[record("a", 0, &[])]),
    );
    let mixed = Type::declared(one, "a", vec![Type::declared(other, "a", vec![])]);
    assert_eq!(
        mixed.schema().expect_err("declared elsewhere").code,
        "unresolved"
    );
}

#[test]
fn versions_are_left_out_of_identities() {
    for (identity, bare) in [
        (
            "github.com/acme/tools@v1.4.0/openai.flow.chat",
            "github.com/acme/tools/openai.flow.chat",
        ),
        (
            "example.org/~std/fin%20ance@v2.0.0-rc.1+build.7/f/m.flow.Money",
            "example.org/~std/fin%20ance/f/m.flow.Money",
        ),
        ("@scope/pkg@2.0.0/t.flow.Turn", "@scope/pkg/t.flow.Turn"),
        ("a@1/b@2/x.flow.T", "a/b@2/x.flow.T"),
        ("@a/@b/x.flow.T", "@a/@b/x.flow.T"),
        ("a@/x.flow.T", "a/x.flow.T"),
        ("a@@1/x.flow.T", "a/x.flow.T"),
        ("é@1/x.flow.T", "é/x.flow.T"),
        ("/home/me@work/x y/t.flow.T", "/home/me@work/x y/t.flow.T"),
        ("./a@1/b.flow.T", "./a@1/b.flow.T"),
        ("../a@1/b.flow.T", "../a@1/b.flow.T"),
        ("C:/work@1/x.flow.T", "C:/work@1/x.flow.T"),
        (r"c:\work@1/x.flow.T", r"c:\work@1/x.flow.T"),
        ("1:/work@1/x.flow.T", "1:/work/x.flow.T"),
        (".a@1/b.flow.T", ".a/b.flow.T"),
        ("scripts/a@b.flow.T", "scripts/a@b.flow.T"),
        ("plain", "plain"),
        ("@", "@"),
        ("", ""),
    ] {
        assert_eq!(without_version(identity), bare);
    }
}
