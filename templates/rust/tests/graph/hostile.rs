//! Views that would take for ever, or all memory, or the stack, if they were taken at their word.

use flow_support::flow::{Limits, View, Views};

use crate::listing::{declare, listing, tool};
use crate::view_trees::{
    fault, fields_record, host, joined, named, of, param, quoted, record, reflect_at, row,
    template, validate, variants, Template, REFLECT,
};

/// How many declarations stand in a long chain: more than any stack has frames for.
const MANY: usize = 8_000;

/// A row of records, each of which holds what is made of the next one's name and its own type
/// parameter.
fn chain(count: usize, next: impl Fn(&str, &str) -> String) -> Vec<Template> {
    let link = |at: usize| {
        let (own, following) = (format!("d{at}"), format!("d{}", at + 1));
        record(&own, 1, &[&next(&following, &param(&own, 0))])
    };
    (0..count).map(link).collect()
}

fn ended(mut links: Vec<Template>, end: impl Fn(&str) -> String) -> Vec<Template> {
    let last = format!("d{}", links.len());
    let term = end(&param(&last, 0));
    links.push(record(&last, 1, &[&term]));
    links
}

const ROOT: &str = "/types/params/0/type";

fn limit(at: &str) -> (&'static str, String) {
    ("limit", at.to_owned())
}

/// A declaration of so many type parameters, which leads to two to their number instances.
fn rotating(count: usize, more: &[String]) -> Template {
    let rest: Vec<_> = (1..count).map(|at| param("d", at)).collect();
    let turned = |last: &str| {
        let args: Vec<&str> = rest.iter().map(String::as_str).chain([last]).collect();
        of("Option", &named("d", &args))
    };
    let (int, text, first) = (turned("\"Int\""), turned("\"Text\""), param("d", 0));
    let types: Vec<&str> = [&int, &text, &first]
        .into_iter()
        .chain(more)
        .map(String::as_str)
        .collect();
    record("d", count, &types)
}

fn at_bools(count: usize, last: Option<&str>) -> String {
    let args: Vec<&str> = std::iter::repeat_n("\"Bool\"", count).chain(last).collect();
    named("d", &args)
}

#[test]
fn a_key_that_doubles_at_each_of_thirty_declarations_is_refused() {
    let links = chain(30, |next, own| named(next, &[&row("Tuple", &[own, own])]));
    let types = reflect_at(&named("d0", &["\"Int\""]), &ended(links, str::to_owned));
    assert_eq!(fault(&types, "{}"), limit(ROOT));
}

#[test]
fn more_instances_than_a_schema_may_hold_are_refused() {
    // `all` holds `mid` at each of many types, which holds `end` at each pair of them.
    const SIDE: usize = 320;
    let small: Vec<_> = (0..SIDE).map(|at| format!("s{at}")).collect();
    let held = |holder: &dyn Fn(&str) -> String| -> Vec<String> {
        small.iter().map(|name| holder(&named(name, &[]))).collect()
    };
    let fields = |terms: &[String], local: &str, arity: usize| {
        let terms: Vec<&str> = terms.iter().map(String::as_str).collect();
        record(local, arity, &terms)
    };
    let all = fields(&held(&|one| named("mid", &[one])), "all", 0);
    let mid = fields(
        &held(&|one| named("end", &[&param("mid", 0), one])),
        "mid",
        1,
    );
    let mut templates = vec![all, mid, record("end", 2, &["\"Int\""])];
    templates.extend(small.iter().map(|name| record(name, 0, &[])));
    let root = named("all", &[]);
    let found = validate(&reflect_at(&root, &templates), "{}").expect_err("too many instances");
    assert_eq!((found.code, &*found.pointer), ("limit", ROOT), "{found}");
    // Of types whose KEYs are long there may be fewer.
    templates[2].identity = format!("{}.flow.Big", "x".repeat(60_000));
    let found = validate(&reflect_at(&root, &templates), "{}").expect_err("too long");
    assert_eq!((found.code, &*found.pointer), ("limit", ROOT), "{found}");
}

#[test]
fn instances_of_many_fields_are_refused_before_they_are_all_looked_at() {
    let shuffled = (0..2000).map(|at| {
        let args = [1, 3, 7].map(|step| param("d", (at * step) % 17));
        named("e", &[&args[0], &args[1], &args[2]])
    });
    let shuffled: Vec<_> = shuffled.collect();
    let types = reflect_at(
        &at_bools(17, None),
        &[rotating(17, &shuffled), record("e", 3, &["\"Int\""])],
    );
    assert_eq!(fault(&types, "{}").0, "limit");
}

/// The fault of a view of a Tool that takes its type parameter and gives nothing, so that no schema
/// of the caller's has to be as large as what its types lead to.
fn fault_of_sink(term: &str, templates: &[Template]) -> (&'static str, String) {
    let tool = format!(
        r#"{{"err":"Never","generic":["T"],"ok":"Unit","params":[{{"name":"value","type":{}}}]}}"#,
        param("tool", 0)
    );
    let sink = declare(vec![], vec![("a/b.flow.sink".to_owned(), tool)]);
    let types = format!(
        r#"{{"bindings":[{{"name":"T","type":{term}}}],"params":[{{"name":"value","type":{term}}}],"ok":"Unit","err":"Never","declarations":{{{}}}}}"#,
        joined(templates)
    );
    let schema = br#"{"type":"null"}"#;
    let found = View::validate(
        sink,
        0,
        Some(types.as_bytes()),
        Some(schema),
        Limits::default(),
    );
    let found = found.expect_err("the types are too large");
    (found.code, found.pointer)
}

#[test]
fn instances_of_many_members_are_refused_before_codecs_are_made_of_them_all() {
    // No reference stands in these members, so that they add no KEY, but room at each of many
    // instances.
    let own = param("d", 0);
    let tuples: Vec<_> = (0..400)
        .map(|at| row("Tuple", &vec![own.as_str(); at % 20 + 2]))
        .collect();
    assert_eq!(
        fault_of_sink(&at_bools(13, None), &[rotating(13, &tuples)]),
        limit(ROOT)
    );
    let bare = variants("e", 1, &vec![""; 2000]);
    let params: Vec<_> = (0..13).map(|at| param("d", at)).collect();
    let params: Vec<&str> = params.iter().map(String::as_str).collect();
    let held = of("Option", &named("e", &[&row("Tuple", &params)]));
    let found = fault_of_sink(&at_bools(13, None), &[rotating(13, &[held]), bare]);
    assert_eq!(found, limit(ROOT));
}

#[test]
fn finite_values_are_judged_within_bounds() {
    // Which of the arguments of `r` have values changes at each turn: two to the seventeenth cases.
    let rest: Vec<_> = (1..17).map(|at| param("r", at)).collect();
    let turned = |last: &str| {
        let args: Vec<&str> = rest.iter().map(String::as_str).chain([last]).collect();
        named("r", &args)
    };
    let turning = variants("r", 17, &[&turned(&named("s", &[])), &turned("\"Int\"")]);
    let held = named("r", &["\"Int\""; 17]);
    let types = reflect_at(&named("s", &[]), &[record("s", 0, &[&held]), turning]);
    assert_eq!(fault(&types, "{}"), limit("/types/declarations"));
}

#[test]
fn a_chain_of_declarations_is_walked_without_recursion() {
    let links = || chain(MANY, |next, own| of("Option", &named(next, &[own])));
    let root = named("d0", &["\"Int\""]);
    let plain_end = reflect_at(&root, &ended(links(), str::to_owned));
    assert_eq!(fault(&plain_end, "{}"), ("mismatch", "/schema".to_owned()));
    let back = reflect_at(&root, &ended(links(), |own| named("d0", &[own])));
    assert_eq!(fault(&back, "{}").0, "mismatch");
    let growing = reflect_at(
        &root,
        &ended(links(), |own| {
            of("Option", &named("d0", &[&of("List", own)]))
        }),
    );
    assert_eq!(
        fault(&growing, "{}"),
        ("irregular", format!("/types/declarations/d{MANY}"))
    );
}

#[test]
fn a_type_that_nests_deeper_than_any_stack_is_written_and_compared() {
    // Each declaration wraps the argument of the next one; the KEYs stay below their limit.
    let links = chain(9000, |next, own| {
        of("Option", &named(next, &[&of("Set", own)]))
    });
    let types = reflect_at(
        &named("d0", &["\"Int\""]),
        &ended(links, |own| of("List", own)),
    );
    let found = fault(&types, "{}");
    assert!(found == limit(ROOT) || found.0 == "mismatch", "{found:?}");
}

#[test]
fn a_ring_of_declarations_without_values_is_found() {
    let ring: Vec<_> = (0..MANY)
        .map(|at| {
            record(
                &format!("d{at}"),
                0,
                &[&named(&format!("d{}", (at + 1) % MANY), &[])],
            )
        })
        .collect();
    assert_eq!(
        fault(&reflect_at(&named("d0", &[]), &ring), "{}").0,
        "infinite"
    );
}

#[test]
fn a_host_value_in_a_set_is_found_through_a_chain_of_parameters() {
    let links = chain(MANY, |next, own| of("Option", &named(next, &[own])));
    let mut templates = ended(links, |own| of("Set", own));
    templates.push(host("h"));
    let types = reflect_at(&named("d0", &[&named("h", &[])]), &templates);
    assert_eq!(
        fault(&types, "{}"),
        ("crossing", "/types/bindings/0/type".to_owned())
    );
}

#[test]
fn terms_as_deep_as_a_view_may_nest_are_read_and_deeper_ones_refused() {
    let (head, tail) = (r#"{"Named":{"declaration":"b","args":["#, "]}}");
    let nested = |depth: usize| format!("{}\"Int\"{}", head.repeat(depth), tail.repeat(depth));
    let at = |depth| reflect_at(&nested(depth), &[record("b", 1, &[&param("b", 0)])]);
    assert_eq!(fault(&at(80), "{}").0, "mismatch");
    for depth in [100, 1000, 100_000] {
        assert_eq!(fault(&at(depth), "{}"), ("depth", "/types".to_owned()));
    }
    assert_eq!(fault(&"[".repeat(1_000_000), "{}").0, "depth");
    assert_eq!(fault(&at(1), &"[".repeat(1_000_000)).0, "depth");
}

#[test]
fn no_limit_lets_terms_nest_deeper_than_the_stack_has_room_for() {
    let term = format!(
        "{}\"Int\"{}",
        "{\"List\":".repeat(100_000),
        "}".repeat(100_000)
    );
    let testee = listing("testee");
    let limits = Limits {
        depth: usize::MAX,
        ..Limits::default()
    };
    let types = reflect_at(&term, &[]);
    let found = View::validate(
        testee,
        tool(testee, REFLECT),
        Some(types.as_bytes()),
        Some(b"{}"),
        limits,
    );
    assert_eq!(found.expect_err("too deep").code, "depth");
}

#[test]
fn an_index_is_judged_by_value_with_bounded_work() {
    let long = format!("1{}", "0".repeat(5000));
    for spelling in [
        "1e1000000000",
        "-1",
        "0.5",
        "1e-1000000000",
        &long,
        "1",
        "\"0\"",
        "true",
        "[]",
    ] {
        let types = reflect_at(
            &named("b", &["\"Int\""]),
            &[record("b", 1, &[&param("b", spelling)])],
        );
        assert!(
            fault(&types, "{}").1.ends_with("/Param/index"),
            "{spelling:.20}"
        );
    }
}

/// The schema of a record without fields but those given, of this local id.
fn schema_of(reference: &str, key: &str, properties: &str, required: &str) -> String {
    format!(
        r##"{{"$ref":"#/$defs/{reference}","$defs":{{{}:{{"type":"object","properties":{{{properties}}},"required":[{required}]}}}}}}"##,
        quoted(key)
    )
}

#[test]
fn an_index_and_an_ordinal_may_have_any_whole_spelling() {
    for spelling in ["0", "0.0", "0e999999999", "-0"] {
        let types = reflect_at(
            &named("b", &["\"Int\""]),
            &[record("b", 1, &[&param("b", spelling)])],
        );
        let types = types.replace("\"lexical_ordinal\":1", "\"lexical_ordinal\":10.0e-1");
        let schema = schema_of(
            "a~1b.flow.b%3CInt%3E",
            "a/b.flow.b<Int>",
            r#""f0":{"type":"integer"}"#,
            "\"f0\"",
        );
        validate(&types, &schema).unwrap_or_else(|fault| panic!("{spelling}: {fault}"));
    }
    for ordinal in ["0", "2147483648", "1.5", "null", "1e99"] {
        let types = reflect_at(&named("b", &[]), &[record("b", 0, &[])]);
        let types = types.replace(
            "\"lexical_ordinal\":1",
            &format!("\"lexical_ordinal\":{ordinal}"),
        );
        let at = "/types/declarations/b/lexical_ordinal".to_owned();
        assert_eq!(fault(&types, "{}"), ("shape", at), "{ordinal}");
    }
}

#[test]
fn a_schema_is_told_where_it_first_differs() {
    let types = reflect_at(&row("Tuple", &["\"Int\"", &of("List", "\"Text\"")]), &[]);
    let schema = |item: &str, least: &str| {
        format!(
            r#"{{"type":"array","prefixItems":[{{"type":"integer"}},{{"type":"array","items":{{"type":"{item}"}}}}],"items":false,"minItems":{least}}}"#
        )
    };
    let found = validate(&types, &schema("number", "2")).expect_err("another schema");
    assert_eq!((found.code, &*found.pointer), ("mismatch", "/schema"));
    assert!(
        found.message.contains("/prefixItems/1/items/type"),
        "{found}"
    );
    for least in ["2", "2.0", "20e-1"] {
        let view = validate(&types, &schema("string", least)).expect("the schema of success");
        assert!(
            view.schema().contains("\"minItems\":2,"),
            "{}",
            view.schema()
        );
    }
    for least in ["3", "\"2\"", "2.5", "1e999999999"] {
        let found = validate(&types, &schema("string", least)).expect_err("another schema");
        assert!(found.message.contains("/minItems"), "{found}");
    }
    let surplus = schema("string", "2").replacen('{', r#"{"zz":1,"#, 1);
    let found = validate(&types, &surplus).expect_err("another schema");
    assert!(found.message.contains("also a member \"zz\""), "{found}");
    let lacking = schema("string", "2").replace(r#""items":false,"#, "");
    let found = validate(&types, &lacking).expect_err("another schema");
    assert!(found.message.contains("no member \"items\""), "{found}");
}

#[test]
fn members_that_are_missing_or_no_objects_are_refused() {
    let testee = listing("testee");
    let place = tool(testee, REFLECT);
    let types = reflect_at("\"Int\"", &[]);
    for schema in ["null", "[]", "\"x\"", "1", "true"] {
        assert_eq!(fault(&types, schema), ("shape", "/schema".to_owned()));
        assert_eq!(fault(schema, "{}"), ("shape", "/types".to_owned()));
    }
    let found = View::validate(
        testee,
        place,
        Some(types.as_bytes()),
        None,
        Limits::default(),
    );
    assert_eq!(found.expect_err("no schema").pointer, "/schema");
    let found = View::validate(testee, place, None, None, Limits::default());
    assert_eq!(found.expect_err("no types").pointer, "/types");
}

#[test]
fn what_is_wrong_with_the_text_itself_is_found_where_it_stands() {
    let twice = reflect_at("\"Int\"", &[]).replacen('{', r#"{"err":"Never","#, 1);
    assert_eq!(
        fault(&twice, "{}"),
        ("duplicate-member", "/types/err".to_owned())
    );
    assert_eq!(fault(&reflect_at("\"\\ud800\"", &[]), "{}").0, "surrogate");
    assert_eq!(
        fault(&reflect_at("\"Int\"", &[]), r#"{"a":{"b":1,"b":2}}"#).1,
        "/schema/a/b"
    );
}

/// Names that a generator or a printer could take for something else.
const NAMES: [&str; 14] = [
    "",
    " ",
    "tool",
    "Int",
    "List",
    "json.Value",
    "~",
    "/",
    "~1~0%25",
    "\"",
    "\\",
    "\u{0}\n\u{7f}\u{2028}",
    "日本😀",
    "<>, ()",
];

#[test]
fn any_text_may_be_a_name() {
    for name in NAMES {
        let local = format!("{name}!");
        let mut held = fields_record(
            &local,
            0,
            &[
                (name, "\"Int\""),
                ("f", &of("Option", &named("other", &[]))),
            ],
        );
        held.identity = format!("{name}@{name}");
        let mut other = template("other", 0, "");
        other.body = format!(
            r#""kind":"enum","constructors":[{{"name":{0},"doc":{0},"payload":null}},{{"name":{1},"doc":null,"payload":{{"named":[{{"name":{0},"type":"Text","doc":{0}}}]}}}}]"#,
            quoted(name),
            quoted(&format!("{name}."))
        );
        let types = reflect_at(&named(&local, &[]), &[held, other]);
        let found = validate(&types, "{}").expect_err("another schema");
        assert_eq!(
            (found.code, &*found.pointer),
            ("mismatch", "/schema"),
            "{name:?}: {found}"
        );
    }
}

#[test]
fn long_names_make_no_long_messages() {
    let long = "é".repeat(200_000);
    let held = record(&long, 0, &[]);
    let root = named(&long, &[]);
    for types in [
        reflect_at(&root, &[held.clone(), record("x", 0, &[])]),
        reflect_at(&root, &[record("x", 0, &[])]),
        reflect_at(&of("List", &quoted(&long)), &[]),
        reflect_at(&of(&long, "\"Int\""), &[]),
        reflect_at(&row("Tuple", &vec!["\"Int\""; 50_000]), &[]),
        reflect_at(&root, &[held]),
    ] {
        let found = validate(&types, "{}").expect_err("not valid");
        assert!(found.message.len() < 1000, "{:.300}", found.message);
    }
}

#[test]
fn many_declarations_and_many_references_are_read_in_linear_time() {
    // A long identity that each of many fields refers to would be compared each time, taken by its
    // text.
    let mut big = record("big", 0, &[]);
    big.identity = format!("{}@v1/x.flow.big", "x".repeat(50_000));
    let reference = named("big", &[]);
    let all: Vec<&str> = std::iter::repeat_n(reference.as_str(), 50_000).collect();
    let types = reflect_at(&named("all", &[]), &[record("all", 0, &all), big]);
    assert_eq!(fault(&types, "{}").0, "mismatch");
    let wide: Vec<_> = (0..MANY)
        .map(|at| record(&format!("d{at}"), 0, &["\"Int\""]))
        .collect();
    let names: Vec<_> = (0..MANY).map(|at| named(&format!("d{at}"), &[])).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut templates = wide;
    templates.push(record("all", 0, &names));
    assert_eq!(
        fault(&reflect_at(&named("all", &[]), &templates), "{}").0,
        "mismatch"
    );
}

#[test]
fn a_record_of_many_absent_fields_costs_nothing_for_them() {
    // A hundred thousand Options in a record, and a hundred thousand such records, all empty.
    let fields: Vec<&str> = std::iter::repeat_n(r#"{"Option":"Int"}"#, 100_000).collect();
    let term = of("List", &named("wide", &[]));
    let types = reflect_at(&term, &[record("wide", 0, &fields)]);
    let properties: Vec<_> = (0..100_000)
        .map(|at| format!(r#""f{at}":{{"type":"integer"}}"#))
        .collect();
    let wide = format!(
        r#"{{"type":"object","properties":{{{}}},"required":[]}}"#,
        properties.join(",")
    );
    let schema = format!(
        r##"{{"type":"array","items":{{"$ref":"#/$defs/a~1b.flow.wide"}},"$defs":{{"a/b.flow.wide":{wide}}}}}"##
    );
    let view = validate(&types, &schema).unwrap_or_else(|fault| panic!("{fault}"));
    let args = format!("[{}{{}}]", "{},".repeat(100_000));
    let codec = view.codec(view.signature().ok).expect("a root has a codec");
    assert_eq!(crate::views::whole(&codec, &args).as_deref(), Ok(&*args));
}

#[test]
fn the_views_of_a_server_are_kept_and_the_oldest_forgotten() {
    let testee = listing("testee");
    let place = tool(testee, REFLECT);
    let views = Views::new(testee, Limits::default());
    let get = |types: &str, schema: &str| {
        views.get(place, Some(types.as_bytes()), Some(schema.as_bytes()))
    };
    let (int, text) = (reflect_at("\"Int\"", &[]), reflect_at("\"Text\"", &[]));
    let (integer, string) = (r#"{"type":"integer"}"#, r#"{"type":"string"}"#);
    let first = get(&int, integer).expect("valid");
    assert!(std::sync::Arc::ptr_eq(
        &first,
        &get(&int, integer).expect("valid")
    ));
    assert!(!std::sync::Arc::ptr_eq(
        &first,
        &get(&text, string).expect("valid")
    ));
    assert!(get(&int, string).is_err());
    let large = |at: usize| {
        let mut docs = record("b", 0, &[]);
        docs.doc = Some("x".repeat(3_000_000));
        docs.identity = format!("a/b.flow.b{at}");
        let schema = schema_of(&format!("a~1b.flow.b{at}"), &docs.identity, "", "");
        get(&reflect_at(&named("b", &[]), &[docs]), &schema).expect("valid")
    };
    let kept = large(0);
    assert!(std::sync::Arc::ptr_eq(&kept, &large(0)));
    for at in 1..8 {
        large(at);
    }
    assert!(!std::sync::Arc::ptr_eq(&kept, &large(0)));
    assert!(!std::sync::Arc::ptr_eq(
        &first,
        &get(&int, integer).expect("valid")
    ));
}
