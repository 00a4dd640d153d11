//! Values of a caller's type, in the hands of an author.

use std::cmp::Ordering;
use std::collections::HashSet;

use flow_support::flow::{
    described, BigInt, Bindings, Code, DecodeError, Described, Dict, EncodeError, Generic, Json,
    Limits, Reader, Set, Value, View, Writer,
};

use crate::listing::{listing, tool};
use crate::raw::{file, Raw};
use crate::view_trees::{
    fields_record, host, joined, named, of, record, reflect_at, row, template, validate,
    validate_for, variants, Template,
};

type Carried = Generic<0>;

const SWAP: &str = "github.com/acme/tools@v1.4.0/testee.flow.swap";
const INTEGER: &str = r#"{"type":"integer"}"#;

fn decode<T: Value>(bindings: Bindings<'_>, text: &str) -> Result<T, DecodeError> {
    let mut r = Reader::new(text).bound(bindings);
    let value = T::read(&mut r)?;
    r.end()?;
    Ok(value)
}

fn encode<T: Value>(bindings: Bindings<'_>, value: &T) -> Result<String, EncodeError> {
    let mut w = Writer::new().bound(bindings);
    value.write(&mut w)?;
    Ok(w.finish())
}

/// Decodes a text that is canonical but for what the type says.
fn get<T: Value>(view: &View, text: &str) -> T {
    decode(view.codecs(), text).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

/// A record in which `b` stands before `a`, so that the order of fields is neither that of names
/// nor that of the JSON.
fn item() -> Template {
    fields_record(
        "item",
        0,
        &[("b", "\"Int\""), ("a", r#"{"Option":"Text"}"#)],
    )
}

const ITEM_SCHEMA: &str = r##"{"$ref":"#/$defs/a~1b.flow.item","$defs":{"a/b.flow.item":{"type":"object","properties":{"b":{"type":"integer"},"a":{"type":"string"}},"required":["b"]}}}"##;

fn reflect(term: &str, schema: &str, templates: &[Template]) -> View {
    validate(&reflect_at(term, templates), schema).unwrap_or_else(|fault| panic!("{fault}"))
}

fn items() -> View {
    reflect(&named("item", &[]), ITEM_SCHEMA, &[item()])
}

fn option_schema(item: &str) -> String {
    format!(
        r#"{{"oneOf":[{{"const":"None"}},{{"type":"object","properties":{{"Some":{item}}},"required":["Some"],"additionalProperties":false}}]}}"#
    )
}

fn swap(a: &str, b: &str, schema_of_a: &str, schema_of_b: &str) -> View {
    let some = of("Option", b);
    let types = format!(
        r#"{{"bindings":[{{"name":"A","type":{a}}},{{"name":"B","type":{b}}}],"params":[{{"name":"left","type":{a}}},{{"name":"right","type":{some}}}],"ok":{},"err":"Never","declarations":{{}}}}"#,
        row("Tuple", &[&some, a])
    );
    let schema = format!(
        r#"{{"type":"array","prefixItems":[{},{schema_of_a}],"items":false,"minItems":2}}"#,
        option_schema(schema_of_b)
    );
    validate_for(SWAP, &types, &schema).unwrap_or_else(|fault| panic!("{fault}"))
}

#[test]
fn a_value_is_its_canonical_json() {
    let view = items();
    let value: Carried = get(&view, r#" {"more": [1], "b": 1.50e1, "a": "x"} "#);
    assert_eq!(value.as_json(), r#"{"a":"x","b":15}"#);
    assert_eq!(value.to_string(), value.as_json());
    assert_eq!(
        value.to_json(Limits::default()),
        r#"{"b":15,"a":"x"}"#.parse::<Json>()
    );
    assert_eq!(
        encode(view.codecs(), &value).as_deref(),
        Ok(value.as_json())
    );
    assert_eq!(encode(&[], &value).as_deref(), Ok(value.as_json()));
}

#[test]
fn values_compare_by_the_declaration() {
    let view = items();
    let texts = [
        r#"{"b":1}"#,
        r#"{"b":1,"a":""}"#,
        r#"{"b":1,"a":"z"}"#,
        r#"{"b":2,"a":"a"}"#,
        r#"{"b":10}"#,
    ];
    let values: Vec<Carried> = texts.iter().map(|text| get(&view, text)).collect();
    for (at, low) in values.iter().enumerate() {
        assert_eq!(low.order(low), Ordering::Equal);
        for high in &values[at + 1..] {
            assert_eq!(
                (low.order(high), high.order(low)),
                (Ordering::Less, Ordering::Greater)
            );
            assert_ne!(low, high);
        }
    }
    assert_eq!(
        values.iter().rev().cloned().collect::<Set<_>>().as_slice(),
        values
    );
    let again: Carried = get(&view, r#"{"b":1.0}"#);
    assert_eq!(again, values[0]);
    assert_eq!(HashSet::from([again, values[0].clone()]).len(), 1);
}

#[test]
fn values_of_different_calls_have_nothing_in_common() {
    let (view, other) = (items(), items());
    let text = r#"{"b":1}"#;
    let (a, b): (Carried, Carried) = (get(&view, text), get(&other, text));
    assert_ne!(a, b);
}

#[test]
#[should_panic(expected = "values of type parameters of different calls have no order")]
fn values_of_different_calls_have_no_order() {
    let text = r#"{"b":1}"#;
    let (a, b): (Carried, Carried) = (get(&items(), text), get(&items(), text));
    let _ = a.order(&b);
}

#[test]
fn a_value_of_another_call_is_written_where_it_is_a_value_of_this_one() {
    let ints = reflect("\"Int\"", INTEGER, &[]);
    let decimals = reflect("\"Decimal\"", r#"{"type":"number"}"#, &[]);
    let one: Carried = get(&ints, "1");
    let half: Carried = get(&decimals, "0.5");
    assert_eq!(encode(decimals.codecs(), &one).as_deref(), Ok("1"));
    let fault = encode(ints.codecs(), &vec![one, half]).expect_err("0.5 is no Int");
    assert_eq!((fault.code(), fault.pointer()), (Code::Type, "/1"));
    let view = items();
    let wrong: Carried = get(&reflect("\"json.Value\"", "{}", &[]), r#"{"b":"x"}"#);
    let fault = encode(view.codecs(), &vec![wrong]).expect_err("b is no Int");
    assert_eq!((fault.code(), fault.pointer()), (Code::Type, "/0/b"));
}

#[test]
fn each_type_parameter_has_its_own_codec() {
    let view = swap(
        "\"Int\"",
        &of("Option", "\"Int\""),
        INTEGER,
        &option_schema(INTEGER),
    );
    let a: Generic<0> = get(&view, "1");
    let b: Generic<1> = get(&view, r#"{"Some":1}"#);
    assert_eq!((a.as_json(), b.as_json()), ("1", r#"{"Some":1}"#));
    let fault = decode::<Generic<1>>(view.codecs(), "1").expect_err("1 is no Option");
    assert_eq!(fault.code(), Code::Constructor);
    let fault =
        decode::<Generic<2>>(view.codecs(), "1").expect_err("there is no third type parameter");
    assert_eq!(fault.code(), Code::Unavailable);
    let ok: (Option<Generic<1>>, Generic<0>) = get(&view, r#"[{"Some":"None"},7]"#);
    assert_eq!(
        encode(view.codecs(), &ok).as_deref(),
        Ok(r#"[{"Some":"None"},7]"#)
    );
}

/// A record with one field of the type parameter, as generated code reads and writes it.
#[derive(Debug)]
struct Boxed(Carried);

impl Value for Boxed {
    fn read(r: &mut Reader<'_>) -> Result<Self, DecodeError> {
        let mut value = None;
        let mut object = r.object()?;
        while let Some(name) = object.member(r)? {
            match name {
                "value" => object.field(r, &mut value)?,
                _ => object.skip(r)?,
            }
        }
        Ok(Self(object.take(r, value, "value")?))
    }

    fn write(&self, w: &mut Writer<'_>) -> Result<(), EncodeError> {
        w.object()?;
        w.field("value", &self.0)?;
        w.end_object();
        Ok(())
    }

    fn order(&self, other: &Self) -> Ordering {
        self.0.order(&other.0)
    }
}

#[test]
fn the_field_form_of_an_option_leaves_none_out() {
    let view = reflect(&of("Option", "\"Int\""), &option_schema(INTEGER), &[]);
    for (text, value) in [("{}", "\"None\""), (r#"{"value":1}"#, r#"{"Some":1}"#)] {
        let boxed: Boxed = get(&view, text);
        assert_eq!(boxed.0.as_json(), value);
        assert_eq!(boxed.0, get(&view, value));
        assert_eq!(encode(view.codecs(), &boxed).as_deref(), Ok(text));
    }
    let (none, one): (Carried, Carried) = (get(&view, "\"None\""), get(&view, r#"{"Some":-1}"#));
    assert_eq!(none.order(&one), Ordering::Less);
    let fault = decode::<Boxed>(view.codecs(), r#"{"value":null}"#).expect_err("null is not None");
    assert_eq!((fault.code(), fault.pointer()), (Code::Type, "/value"));
    let nested = of("Option", &of("Option", "\"Int\""));
    let view = reflect(&nested, &option_schema(&option_schema(INTEGER)), &[]);
    for text in ["{}", r#"{"value":"None"}"#, r#"{"value":{"Some":1}}"#] {
        let boxed: Boxed = get(&view, text);
        assert_eq!(encode(view.codecs(), &boxed).as_deref(), Ok(text));
    }
    // What another call bound to an Option is a value of this call's, or it is not.
    let ints = reflect("\"Int\"", INTEGER, &[]);
    let boxed: Boxed = get(&view, "{}");
    let fault = encode(ints.codecs(), &boxed).expect_err("None is no Int");
    assert_eq!((fault.code(), fault.pointer()), (Code::Type, "/value"));
}

#[test]
fn the_field_form_of_other_types_is_their_value() {
    let view = items();
    let text = r#"{"value":{"b":1}}"#;
    let boxed: Boxed = get(&view, text);
    assert_eq!(encode(view.codecs(), &boxed).as_deref(), Ok(text));
    let fault = decode::<Boxed>(view.codecs(), "{}").expect_err("the field is missing");
    assert_eq!(
        (fault.code(), fault.pointer()),
        (Code::MissingField, "/value")
    );
    // An enum of a caller's may have constructors that are named as those of Option are.
    let mut like = variants("like", 0, &["", "\"Int\""]);
    like.body = like
        .body
        .replace("\"C0\"", "\"None\"")
        .replace("\"C1\"", "\"Some\"");
    let schema = option_schema(INTEGER);
    let schema =
        format!(r##"{{"$ref":"#/$defs/a~1b.flow.like","$defs":{{"a/b.flow.like":{schema}}}}}"##);
    let view = reflect(&named("like", &[]), &schema, &[like]);
    for text in [r#"{"value":"None"}"#, r#"{"value":{"Some":1}}"#] {
        let boxed: Boxed = get(&view, text);
        assert_eq!(encode(view.codecs(), &boxed).as_deref(), Ok(text));
    }
    assert_eq!(
        decode::<Boxed>(view.codecs(), "{}")
            .expect_err("no field")
            .code(),
        Code::MissingField
    );
}

#[test]
fn collections_keep_flows_order() {
    let view = items();
    let text = r#"[{"b":2},{"a":"x","b":2},{"b":10}]"#;
    let set: Set<Carried> = get(&view, text);
    assert_eq!(encode(view.codecs(), &set).as_deref(), Ok(text));
    assert!(set.contains(&get(&view, r#"{"b":10.0}"#)));
    assert!(!set.contains(&get(&view, r#"{"b":11}"#)));
    let fault =
        decode::<Set<Carried>>(view.codecs(), r#"[{"b":10},{"b":2}]"#).expect_err("not ascending");
    assert_eq!((fault.code(), fault.pointer()), (Code::Order, "/1"));
    let fault =
        decode::<Set<Carried>>(view.codecs(), r#"[{"b":10},{"b":10.0}]"#).expect_err("twice");
    assert_eq!((fault.code(), fault.pointer()), (Code::Duplicate, "/1"));
    let table: Dict<Carried, BigInt> = get(&view, r#"[[{"b":2},5],[{"b":10},6]]"#);
    assert_eq!(
        table.get(&get(&view, r#"{"b":10}"#)),
        Some(&BigInt::from(6))
    );
}

#[test]
fn a_dict_with_keys_of_a_type_bound_to_text_is_an_object() {
    let view = reflect("\"Text\"", r#"{"type":"string"}"#, &[]);
    let table: Dict<Carried, BigInt> = get(&view, r#"{"b\n":1,"a":2}"#);
    let keys: Vec<&str> = table.keys().map(Carried::as_json).collect();
    assert_eq!(keys, [r#""a""#, r#""b\n""#]);
    assert_eq!(table.get(&get(&view, r#""b\n""#)), Some(&BigInt::from(1)));
    assert_eq!(
        encode(view.codecs(), &table).as_deref(),
        Ok(r#"{"a":2,"b\n":1}"#)
    );
}

#[test]
fn enums_order_by_constructor_then_parts() {
    let shape = variants(
        "shape",
        0,
        &["", r#"{"Tuple":["Int","Text"]}"#, "\"Bytes\""],
    );
    let tagged = |name: &str, payload: &str| {
        format!(
            r#"{{"type":"object","properties":{{"{name}":{payload}}},"required":["{name}"],"additionalProperties":false}}"#
        )
    };
    let tuple = r#"{"type":"array","prefixItems":[{"type":"integer"},{"type":"string"}],"items":false,"minItems":2}"#;
    let bytes = r#"{"type":"string","contentEncoding":"base64"}"#;
    let schema = format!(
        r##"{{"$ref":"#/$defs/a~1b.flow.shape","$defs":{{"a/b.flow.shape":{{"oneOf":[{{"const":"C0"}},{},{}]}}}}}}"##,
        tagged("C1", tuple),
        tagged("C2", bytes)
    );
    let view = reflect(&named("shape", &[]), &schema, &[shape]);
    let texts = [
        r#""C0""#,
        r#"{"C1":[-1,"z"]}"#,
        r#"{"C1":[3,""]}"#,
        r#"{"C1":[3,"10"]}"#,
        r#"{"C1":[3,"2"]}"#,
        r#"{"C2":""}"#,
        r#"{"C2":"AA=="}"#,
        r#"{"C2":"AAA="}"#,
        r#"{"C2":"/w=="}"#,
    ];
    let sorted: Set<Carried> = texts.iter().rev().map(|text| get(&view, text)).collect();
    let sorted: Vec<&str> = sorted.iter().map(Carried::as_json).collect();
    assert_eq!(sorted, texts);
}

#[test]
fn json_within_is_compared_as_json() {
    let schema = r#"{"type":"array","items":{},"uniqueItems":true}"#;
    let view = reflect(&of("Set", "\"json.Value\""), schema, &[]);
    let text = r#"[null,false,true,1,2,"a",[],{"a":1}]"#;
    assert_eq!(get::<Carried>(&view, text).as_json(), text);
    let fault = decode::<Carried>(view.codecs(), "[1,1.0]").expect_err("twice");
    assert_eq!((fault.code(), fault.pointer()), (Code::Duplicate, "/1"));
}

#[test]
fn values_as_deep_as_json_may_nest_are_read_compared_and_written() {
    let recursive = record("loop", 0, &[&of("List", &named("loop", &[]))]);
    let definition = r##"{"type":"object","properties":{"f0":{"type":"array","items":{"$ref":"#/$defs/a~1b.flow.loop"}}},"required":["f0"]}"##;
    let schema = format!(
        r##"{{"$ref":"#/$defs/a~1b.flow.loop","$defs":{{"a/b.flow.loop":{definition}}}}}"##
    );
    let view = reflect(&named("loop", &[]), &schema, &[recursive]);
    let nested = |depth: usize| format!("{}{}", r#"{"f0":["#.repeat(depth), "]}".repeat(depth));
    let (deep, other): (Carried, Carried) = (get(&view, &nested(128)), get(&view, &nested(127)));
    assert_eq!(deep.as_json(), nested(128));
    assert_eq!(deep.order(&other), Ordering::Greater);
    assert_eq!(encode(view.codecs(), &deep).as_deref(), Ok(&*nested(128)));
    assert_eq!(
        decode::<Carried>(view.codecs(), &nested(129))
            .expect_err("too deep")
            .code(),
        Code::Depth
    );
    let fault =
        encode(view.codecs(), &vec![other.clone(), deep.clone()]).expect_err("too deep in a list");
    assert_eq!((fault.code(), fault.pointer()), (Code::Depth, "/1"));
    assert_eq!(
        encode(view.codecs(), &vec![vec![other]]).map(|text| text.len()),
        Ok(nested(127).len() + 4)
    );
}

#[test]
fn values_deeper_than_the_stack_has_room_for_are_read_where_the_limit_lets_them() {
    const DEPTH: usize = 3_000;
    let recursive = record("loop", 0, &[&of("List", &named("loop", &[]))]);
    let definition = r##"{"type":"object","properties":{"f0":{"type":"array","items":{"$ref":"#/$defs/a~1b.flow.loop"}}},"required":["f0"]}"##;
    let schema = format!(
        r##"{{"$ref":"#/$defs/a~1b.flow.loop","$defs":{{"a/b.flow.loop":{definition}}}}}"##
    );
    let view = reflect(&named("loop", &[]), &schema, &[recursive]);
    let text = format!(
        "{}{}",
        r#"{"f0":["#.repeat(DEPTH / 2),
        "]}".repeat(DEPTH / 2)
    );
    let limits = Limits {
        depth: DEPTH,
        ..Limits::default()
    };
    let mut r = Reader::new(&text).within(limits).bound(view.codecs());
    let value = Carried::read(&mut r).unwrap_or_else(|fault| panic!("{}", fault.message()));
    assert_eq!(value.as_json(), text);
}

#[test]
fn a_binding_of_which_no_value_can_be_decoded_has_a_codec_that_refuses() {
    const LABEL: &str = "github.com/acme/tools@v1.4.0/model.flow.label";
    let text = file("listings/model.json");
    let tag = Raw(&text).get("types").get("tag").0.to_owned();
    let model = listing("model");
    let mut sealed = item();
    sealed.opaque = true;
    let page = host("page");
    for (bound, templates) in [
        (
            r#"{"Function":{"params":["Int"],"result":"Text"}}"#.to_owned(),
            vec![],
        ),
        (of("Option", "\"json.Value\""), vec![]),
        (named("page", &[]), vec![page]),
        (named("item", &[]), vec![sealed]),
        (
            named("x", &[]),
            vec![template("x", 0, r#""kind":"nondata""#)],
        ),
    ] {
        let declared = [format!("\"tag\":{tag}")]
            .into_iter()
            .chain(templates.iter().map(ToString::to_string));
        let declared = joined(declared);
        let types = format!(
            r#"{{"bindings":[{{"name":"T","type":{bound}}}],"params":[{{"name":"tag","type":{}}}],"ok":"Int","err":"Never","declarations":{{{declared}}}}}"#,
            named("tag", &[&bound])
        );
        let (types, schema) = (types.as_bytes(), INTEGER.as_bytes());
        let view = View::validate(
            model,
            tool(model, LABEL),
            Some(types),
            Some(schema),
            Limits::default(),
        );
        let view = view.unwrap_or_else(|fault| panic!("{fault}"));
        let fault = decode::<Carried>(view.codecs(), "1").expect_err("no value crosses");
        assert_eq!(fault.code(), Code::Unavailable, "{fault}");
        assert!(fault.message().contains("so it has no codec"), "{fault}");
        let other: Carried = get(&reflect("\"Int\"", INTEGER, &[]), "1");
        assert_eq!(
            encode(view.codecs(), &other)
                .expect_err("no value crosses")
                .code(),
            Code::Unavailable
        );
        let codec = view
            .codec(view.signature().params[0].1)
            .expect("a root has a codec");
        assert_eq!(
            crate::views::whole(&codec, r#"{"value":7}"#).as_deref(),
            Ok(r#"{"value":7}"#)
        );
    }
}

#[test]
fn a_view_prints_as_flow_and_keeps_its_schema() {
    let view = swap(
        "\"Int\"",
        &row("Dict", &["\"Text\"", "\"Bool\""]),
        INTEGER,
        r#"{"type":"object","additionalProperties":{"type":"boolean"}}"#,
    );
    let bound: Vec<_> = view
        .bindings()
        .map(|(name, term)| (name, view.graph().notation(term)))
        .collect();
    assert_eq!(
        bound,
        [
            ("A", "Int".to_owned()),
            ("B", "Dict<Text, Bool>".to_owned())
        ]
    );
    let signature = view.signature();
    assert_eq!(
        view.graph().notation(signature.ok),
        "(Option<Dict<Text, Bool>>, Int)"
    );
    assert!(
        view.schema()
            .starts_with(r#"{"items":false,"minItems":2,"prefixItems":[{"oneOf":"#),
        "{}",
        view.schema()
    );
    assert_eq!(
        format!("{view:?}"),
        r#"View { A: "Int", B: "Dict<Text, Bool>", .. }"#
    );
}

#[test]
fn a_view_is_made_of_types_that_rust_types_stand_for() {
    let testee = listing("testee");
    let place = tool(testee, SWAP);
    let types = [
        described::<Vec<u8>>(),
        described::<Option<(BigInt, Set<String>)>>(),
    ];
    let view = View::at(testee, place, &types).unwrap_or_else(|fault| panic!("{fault}"));
    let signature = view.signature();
    let roots = signature
        .params
        .iter()
        .map(|(_, term)| *term)
        .chain([signature.ok, signature.err]);
    let terms: Vec<_> = roots.map(|term| view.graph().notation(term)).collect();
    assert_eq!(
        terms,
        [
            "Bytes",
            "Option<Option<(Int, Set<Text>)>>",
            "(Option<Option<(Int, Set<Text>)>>, Bytes)",
            "Never"
        ]
    );
    let value: (Option<Generic<1>>, Generic<0>) =
        get(&view, r#"[{"Some":{"Some":[1,["a"]]}},"AA=="]"#);
    assert_eq!(value.1.as_json(), "\"AA==\"");
    let fault = View::at(testee, place, &types[..1]).expect_err("a type is missing");
    assert_eq!(fault.code, "mismatch");
    let fault = View::at(
        testee,
        place,
        &[described::<Option<Json>>(), types[0].clone()],
    )
    .expect_err("not data");
    assert_eq!(fault.code, "crossing");
    assert_eq!(
        Vec::<Dict<String, BigInt>>::describe().schema().as_deref(),
        Ok(
            r#"{"items":{"additionalProperties":{"type":"integer"},"type":"object"},"type":"array"}"#
        )
    );
}

#[test]
fn declared_types_have_schemas_with_their_docs() {
    let declarations = listing("planner");
    let text = file("listings.json");
    let planner = Raw(&text)
        .items()
        .into_iter()
        .find(|row| row.get("listing").text() == "planner");
    let signature = planner
        .expect("a listing of the vectors")
        .get("tools")
        .items()[0]
        .get("signature")
        .text()
        .into_owned();
    let ok = Raw(&signature).get("ok").0.to_owned();
    let name = Raw(&file("listings/planner.json")).get("tools").items()[0]
        .get("ok")
        .get("Named")
        .get("declaration")
        .text()
        .into_owned();
    let name: &'static str = Box::leak(name.into_boxed_str());
    let found = flow_support::flow::Type::declared(declarations, name, Vec::new()).schema();
    assert_eq!(found.as_deref(), Ok(&*ok));
    let elsewhere =
        flow_support::flow::Type::declared(declarations, "no such id", Vec::new()).schema();
    assert_eq!(
        elsewhere.expect_err("nothing is declared so").code,
        "unresolved"
    );
}
