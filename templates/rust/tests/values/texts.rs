//! Text, Bytes and JSON as such: escapes, names, nesting, UTF-8.

use crate::sample::types::{Empty, Even, Money, Tree};
use crate::{fits, reads, refuses};
use flow_support::flow::{from_json, from_json_within, to_json, to_json_within};
use flow_support::flow::{BigDecimal, BigInt, Code, Dict, Json, Limits, Never, Reader, Value};

#[test]
fn strings() {
    let all: String = (0..0x80).map(char::from).collect();
    let written = to_json(&all).expect("a text");
    assert_eq!(
        written,
        concat!(
            r##""\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f"##,
            r"\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f",
            r##" !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~"##,
            "\u{7f}\""
        )
    );
    assert_eq!(from_json::<String>(&written).as_ref(), Ok(&all));
    for (text, canonical) in [
        (r#""\/\u003c\u2028""#, "\"/<\u{2028}\""),
        (r#""\uD83D\uDE00""#, "\"😀\""),
        (r#""\u00e9\u00C9""#, "\"éÉ\""),
        ("\"Độ 日本 😀\"", "\"Độ 日本 😀\""),
        (
            "\"a\u{2028}b\u{2029}c\u{85}d\u{7f}\"",
            "\"a\u{2028}b\u{2029}c\u{85}d\u{7f}\"",
        ),
        (r#""<>&/""#, r#""<>&/""#),
        (r#""\\\"\u0022""#, r#""\\\"\"""#),
    ] {
        reads::<String>(text, canonical);
        reads::<Json>(text, canonical);
        reads::<Vec<String>>(&format!("[{text}]"), &format!("[{canonical}]"));
    }
    for text in [
        r#"""#,
        r#""\""#,
        r#""\x""#,
        r#""\u12""#,
        r#""\u12g4""#,
        r#""\u+123""#,
        "\"\n\"",
        "\"\u{0}\"",
        "\"\t\"",
        "'a'",
        r#""\U0041""#,
        "\"abcdefghijk\u{1f}\"",
    ] {
        refuses::<String>(text, Code::Json, "");
        refuses::<Json>(&format!("[0,{text}]"), Code::Json, "/1");
    }
}

#[test]
fn lone_surrogates() {
    for escape in [
        r"\ud800",
        r"\udbff",
        r"\udc00",
        r"\udfff",
        r"\ud800\ud800",
        r"\ud800x",
        r"\ude00\ud83d",
        r"\ud83d\u0041",
        r"\ud83d\n",
    ] {
        refuses::<String>(&format!("\"{escape}\""), Code::Surrogate, "");
        refuses::<Json>(&format!("{{\"{escape}\":1}}"), Code::Surrogate, "");
        refuses::<Dict<String, ()>>(
            &format!("{{\"a\":null,\"{escape}\":null}}"),
            Code::Surrogate,
            "",
        );
        refuses::<Money>(&format!(r#"{{"x":["{escape}"]}}"#), Code::Surrogate, "/x/0");
    }
}

#[test]
fn runs_of_every_length_end_where_they_should() {
    for length in 0..40 {
        let run = "x".repeat(length);
        for (c, escaped) in [
            ("\"", "\\\""),
            ("\\", "\\\\"),
            ("\u{1f}", "\\u001f"),
            ("é", "é"),
            ("\u{20}", " "),
            ("\u{80}", "\u{80}"),
        ] {
            let text = format!("{run}{c}{run}");
            let written = to_json(&text).expect("a text");
            assert_eq!(written, format!("\"{run}{escaped}{run}\""));
            assert_eq!(from_json::<String>(written), Ok(text));
        }
    }
}

#[test]
fn keys_are_in_the_order_of_code_points() {
    let text = r#"{"😀":1,"דּ":2,"10":3,"2":4,"01":5,"a":6}"#;
    let canonical = r#"{"01":5,"10":3,"2":4,"a":6,"דּ":2,"😀":1}"#;
    reads::<Json>(text, canonical);
    reads::<Dict<String, BigInt>>(text, canonical);
}

#[test]
fn names_are_compared_to_the_letter() {
    refuses::<Money>(r#"{"AMOUNT":1,"type":""}"#, Code::MissingField, "/amount");
    reads::<Json>(r#"{"id":1,"ID":2}"#, r#"{"ID":2,"id":1}"#);
    reads::<Json>(r#"{"":1,"__proto__":2}"#, r#"{"":1,"__proto__":2}"#);
}

#[test]
fn repeated_names() {
    for (text, pointer) in [
        (r#"{"a":1,"a":2}"#, "/a"),
        (r#"{"a":1,"\u0061":2}"#, "/a"),
        (r#"[{"":1,"":2}]"#, "/0/"),
        (r#"{"b":1,"a":2,"c":3,"a":4}"#, "/a"),
        (r#"{"a/b~":[{"c":1,"b":1,"c":1}]}"#, "/a~1b~0/0/c"),
    ] {
        refuses::<Json>(text, Code::DuplicateMember, pointer);
        refuses::<Dict<String, Json>>(
            &format!(r#"{{"x":{text}}}"#),
            Code::DuplicateMember,
            &format!("/x{pointer}"),
        );
        let mut r = Reader::new(text);
        let error = r.skip().expect_err("a repeated name");
        assert_eq!(
            (error.code(), error.pointer()),
            (Code::DuplicateMember, pointer)
        );
        let mut r = Reader::new(text);
        assert_eq!(r.skim(), Ok(text), "it is held to syntax alone");
    }
    // A great many names, in an order that is not theirs, take no longer than their number.
    let names: Vec<String> = (0..50_000)
        .map(|n: u32| format!("\"{}\":0", n.wrapping_mul(2_654_435_761)))
        .collect();
    let members = names.join(",");
    assert!(Reader::new(&format!("{{{members}}}")).skip().is_ok());
    let error = Reader::new(&format!("{{{members},{}}}", names[17]))
        .skip()
        .expect_err("a repeated name");
    assert_eq!(error.code(), Code::DuplicateMember);
}

#[test]
fn depth() {
    for (depth, fits) in [
        (100, true),
        (127, true),
        (128, true),
        (129, true),
        (256, true),
        (257, false),
        (1000, false),
        (20_000, false),
        (1_000_000, false),
    ] {
        let lists = "[".repeat(depth) + &"]".repeat(depth);
        let objects = r#"{"a":"#.repeat(depth) + "0" + &"}".repeat(depth);
        for text in [&lists, &objects] {
            let skipped = Reader::new(text).skip().map_err(|error| error.code());
            let read = from_json::<Json>(text)
                .map(drop)
                .map_err(|error| error.code());
            let expected = if fits { Ok(()) } else { Err(Code::Depth) };
            assert_eq!((read, skipped), (expected, expected), "depth {depth}");
            assert_eq!(Reader::new(text).skim(), Ok(text.as_str()));
            let ignored = format!(r#"{{"amount":1,"type":"","x":{text}}}"#);
            let ignored = from_json::<Money>(ignored)
                .map_err(|error| error.code())
                .is_ok();
            assert_eq!(ignored, depth < 256, "depth {depth}");
        }
        let open = "[".repeat(depth);
        let error = from_json::<Json>(&open).expect_err("not closed");
        assert_eq!(error.code(), if fits { Code::Json } else { Code::Depth });
    }
    let small = Limits {
        depth: 3,
        ..Limits::default()
    };
    fits_depth("[[[]]]", small, None);
    fits_depth("[[[[]]]]", small, Some(Code::Depth));
    fits_depth(r#"[{"a":[0]}]"#, small, None);
    fits_depth(r#"[{"a":[{}]}]"#, small, Some(Code::Depth));
    fits_depth(
        "0",
        Limits {
            depth: 0,
            ..Limits::default()
        },
        None,
    );
    fits_depth(
        "[]",
        Limits {
            depth: 0,
            ..Limits::default()
        },
        Some(Code::Depth),
    );
}

fn fits_depth(text: &str, limits: Limits, code: Option<Code>) {
    fits::<Json>(text, limits, code);
}

/// Values that nest far deeper than a thread's stack has room for, the limits being so wide.
#[test]
fn deep_values_need_no_deep_stack() {
    const LEVELS: usize = 1000;
    let wide = Limits {
        depth: 2 * LEVELS,
        ..Limits::default()
    };
    let reading = std::thread::Builder::new()
        .stack_size(1 << 20)
        .spawn(move || {
            deep::<Json>(&"[".repeat(LEVELS), "0", &"]".repeat(LEVELS), wide);
            deep::<Json>(&r#"{"a":"#.repeat(LEVELS), "0", &"}".repeat(LEVELS), wide);
            deep::<Tree<BigInt>>(
                &r#"{"Node":["Leaf",1,"#.repeat(LEVELS / 2),
                r#""Leaf""#,
                &"]}".repeat(LEVELS / 2),
                wide,
            );
            deep::<Even>(
                &r#"{"odd":{"even":"#.repeat(LEVELS / 2),
                "{}",
                &"}}".repeat(LEVELS / 2),
                wide,
            );
            let ignored = format!(r#"{{"x":{}{}}}"#, "[".repeat(LEVELS), "]".repeat(LEVELS));
            assert!(from_json_within::<Empty>(ignored, wide).is_ok());
        });
    reading.expect("a thread").join().expect("no overflow");
}

/// Comparing, copying and freeing go as deep as the usual limits allow, on the stack that Rust gives a
/// thread.
#[test]
fn deep_values_are_compared() {
    let text = r#"{"a":["#.repeat(128) + &"]}".repeat(128);
    let json: Json = from_json(&text).expect("within the limits");
    assert!(json.order(&json.clone()).is_eq());
    let text = r#"{"Node":["Leaf",1,"#.repeat(128) + r#""Leaf""# + &"]}".repeat(128);
    let tree: Tree<BigInt> = from_json(&text).expect("within the limits");
    assert!(tree.order(&tree.clone()).is_eq());
}

fn deep<T: Value>(before: &str, within: &str, behind: &str, limits: Limits) {
    let text = [before, within, behind].concat();
    let value: T = from_json_within(&text, limits).expect("within the limits");
    assert_eq!(to_json_within(&value, limits), Ok(text));
    let wrong = [before, "!", behind].concat();
    let error = from_json_within::<T>(wrong, limits)
        .err()
        .map(|error| error.code());
    assert_eq!(error, Some(Code::Json));
}

#[test]
fn an_authors_deep_value_does_not_encode() {
    let mut deep = Json::Null;
    for _ in 0..300 {
        deep = Json::List(vec![deep]);
    }
    let error = to_json(&deep).expect_err("too deep");
    assert_eq!(
        (error.code(), error.pointer()),
        (Code::Depth, "/0".repeat(256).as_str())
    );
    let deeper = Limits {
        depth: 300,
        ..Limits::default()
    };
    let text = to_json_within(&deep, deeper).expect("within the limits");
    assert_eq!(from_json_within::<Json>(&text, deeper), Ok(deep));
}

#[test]
fn base64() {
    for (text, bytes) in [
        ("\"\"", &b""[..]),
        ("\"AA==\"", b"\0"),
        ("\"AAE=\"", b"\0\x01"),
        ("\"+/+/\"", b"\xfb\xff\xbf"),
        ("\"\\u0041A==\"", b"\0"),
    ] {
        assert_eq!(from_json::<Vec<u8>>(text).as_deref(), Ok(bytes), "{text}");
    }
    for text in [
        "ZE==",
        "AAF=",
        "AA",
        "AA=",
        "AA===",
        "Z A==",
        "_-8=",
        "AA==\\n",
        "A",
        "====",
        "AA==AA==",
        "AA\\u0000=",
        "ÄA==",
    ] {
        refuses::<Vec<u8>>(&format!("\"{text}\""), Code::Format, "");
    }
    refuses::<Vec<u8>>("[1]", Code::Type, "");
}

#[test]
fn white_space() {
    reads::<Vec<Json>>(" [ 1 ,\t{ \"a\" :\r\n[ ] } ] ", r#"[1,{"a":[]}]"#);
    for space in [
        "\u{feff}", "\u{a0}", "\u{2028}", "\u{b}", "\u{c}", "/**/", "//\n",
    ] {
        refuses::<Json>(&format!("{space}null"), Code::Json, "");
        refuses::<Json>(&format!("null{space}"), Code::Json, "");
    }
}

#[test]
fn broken_texts() {
    for (text, pointer) in [
        ("", ""),
        (" ", ""),
        ("[", "/0"),
        ("[1", ""),
        ("[1,", "/1"),
        ("[1,]", "/1"),
        ("[,1]", "/0"),
        ("[1 2]", ""),
        ("{", ""),
        ("{1:2}", ""),
        ("{\"a\"}", "/a"),
        ("{\"a\":}", "/a"),
        ("{\"a\":1,}", ""),
        ("{\"a\":1 \"b\":2}", ""),
        ("{,}", ""),
        ("[1}", ""),
        ("{\"a\":1]", ""),
        ("nul", ""),
        ("truth", ""),
        ("[tru]", "/0"),
        ("1 2", ""),
        ("[] []", ""),
        ("undefined", ""),
    ] {
        refuses::<Json>(text, Code::Json, pointer);
        let mut r = Reader::new(text);
        let skimmed = r.skim().map(drop).and_then(|()| r.end());
        assert_eq!(skimmed.expect_err(text).code(), Code::Json, "{text}");
        let mut r = Reader::new(text);
        let skipped = r.skip().and_then(|()| r.end()).expect_err(text);
        assert_eq!(
            (skipped.code(), skipped.pointer()),
            (Code::Json, pointer),
            "{text}"
        );
    }
}

#[test]
fn messages_say_what_is_expected_and_found() {
    for (found, expected) in [
        (
            from_json::<BigInt>("\"a\"").expect_err("").to_string(),
            "expected a whole number (Int), found a string",
        ),
        (
            from_json::<Vec<BigInt>>("[1,{}]")
                .expect_err("")
                .to_string(),
            "expected a whole number (Int), found an object (at /1)",
        ),
        (
            from_json::<Vec<BigInt>>("[1,2.5]")
                .expect_err("")
                .to_string(),
            "expected a whole number (Int), found 2.5 (at /1)",
        ),
        (
            from_json::<BigDecimal>("null").expect_err("").to_string(),
            "expected a number (Decimal), found null",
        ),
        (
            from_json::<Never>("1").expect_err("").to_string(),
            "expected nothing, as no value is possible here (Never), found the number 1",
        ),
        (
            from_json::<(BigInt, bool)>("[1]")
                .expect_err("")
                .to_string(),
            "expected an array of 2 (tuple), found an array of 1",
        ),
        (
            from_json::<Option<bool>>("true").expect_err("").to_string(),
            "expected a constructor of Option, found true",
        ),
        (
            from_json::<Json>("[1,}").expect_err("").to_string(),
            "'}' stands where a value should (at /1)",
        ),
        (
            from_json::<Json>("[1").expect_err("").to_string(),
            "the text ends where a comma or ']' should stand",
        ),
    ] {
        assert_eq!(found, expected);
    }
    // A hostile text does not make a long message.
    let name = "x".repeat(1_000_000);
    refuses::<Json>(
        &format!(r#"{{"{name}":1,"{name}":1}}"#),
        Code::DuplicateMember,
        &format!("/{name}"),
    );
    refuses::<Option<bool>>(&format!("\"{name}\""), Code::Constructor, "");
}

#[test]
fn json_values_are_made_and_asked() {
    let json = Json::from([
        ("a", Json::from_iter([1, 2])),
        ("b", "x".into()),
        ("c", true.into()),
    ]);
    assert_eq!(json.to_string(), r#"{"a":[1,2],"b":"x","c":true}"#);
    assert_eq!(
        r#"{"c":true,"b":"x","a":[1.0,2e0]}"#.parse(),
        Ok(json.clone())
    );
    assert_eq!(json.get("b").and_then(Json::as_str), Some("x"));
    assert_eq!(json.get("c").and_then(Json::as_bool), Some(true));
    let list = json.get("a").and_then(Json::as_list).expect("a list");
    assert_eq!(list[1].as_number(), Some(&BigDecimal::from(2)));
    assert!(json.get("d").is_none() && Json::default().is_null());
    assert_eq!(Json::from(u64::MAX).to_string(), u64::MAX.to_string());
    let huge = Json::Number(BigDecimal::new(BigInt::from(1), -1_000_000_000));
    assert!(huge.to_string().len() < 200, "it is shown all the same");
}
