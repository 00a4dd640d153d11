//! What a line asks for.

use flow_support::flow::{Limits, ServeOptions};

use super::say::{self, reply, SAY};
use super::session::{serve_with, Flavor};

fn call(params: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","method":"call","id":1,"params":{{{params}}}}}"#)
}

fn deep(levels: usize) -> String {
    "[".repeat(levels) + &"]".repeat(levels)
}

/// What comes back, in a word or two: the code and the id of a refusal, the id of a description, or
/// the outcome.
fn shown(line: &str) -> String {
    let value: serde_json::Value = serde_json::from_str(line).expect("the server writes JSON");
    if let Some(error) = value.get("error") {
        return format!("{} {}", error["code"], value["id"]);
    }
    match value["result"].get("outcome") {
        Some(outcome) => outcome.to_string(),
        None => format!("describe {}", value["id"]),
    }
}

fn limits() -> Limits {
    Limits::default()
}

/// Sends each line, and one behind it that is answered in any case.
fn check(rows: &[(String, &str)], limits: Limits) {
    let options = ServeOptions {
        limits,
        ..ServeOptions::default()
    };
    let mut s = serve_with(say::echo(), Flavor::MultiThread, options);
    let last = r#"{"jsonrpc":"2.0","method":"nope","id":"marker"}"#.to_owned();
    for (line, want) in rows {
        s.send(&[line.clone(), last.clone()]);
        let mut got = Vec::new();
        let mut marked = false;
        // A call is answered by another task than the marker is.
        while !marked || got.is_empty() && *want != "ignored" {
            let answer = shown(&s.receive());
            if answer == "-32601 \"marker\"" {
                marked = true;
            } else {
                got.push(answer);
            }
        }
        let got = got.join(" and ");
        let want = if *want == "ignored" { "" } else { want };
        assert!(
            got == want || want.ends_with("...") && got.starts_with(want.trim_end_matches("...")),
            "{line:.300}:\n got {got:.300}\nwant {want:.300}"
        );
    }
    s.end();
}

#[test]
fn each_message_has_its_answer() {
    let missing = r#"{"NotRun":"no such Tool is served here (/tool)"}"#;
    let run = r#""run":"r","call":"c""#;
    let rows: Vec<(String, &str)> = vec![
        (r#"{"jsonrpc":"2.0","method":"describe","id":1}"#.into(), "describe 1"),
        (r#" { "jsonrpc" : "2.0" , "method" : "describe" , "id" : "a\"b\/" } "#.into(), r#"describe "a\"b/""#),
        (r#"{"jsonrpc":"2.0","method":"d\u0065scribe","\u0069d":-0}"#.into(), "describe 0"),
        (r#"{"jsonrpc":"2.0","method":"describe","id":1,"params":[{"a":1}]}"#.into(), "describe 1"),
        (r#"{"jsonrpc":"2.0","method":"describe","id":1,"params":{"data":"7.0","args":{"a":[]}}}"#.into(), "describe 1"),
        (r#"{"jsonrpc":"2.0","method":"describe","id":1,"params":{"args":{"a":1,"a":1}}}"#.into(), "-32700 null"),
        (call(&format!(r#"{run},"args":{{}}"#)), missing),
        (call(&format!(r#"{run},"tool":7,"args":{{"a":1,"a":2}}"#)), missing),
        (call(&format!(r#"{run},"tool":"{SAY}","args":{{"a":1,"a":2}}"#)), r#"{"NotRun":"the Tool has no parameter \"a\" (/args)"}"#),
        (call(&format!(r#"{run},"tool":"{SAY}","args":{{"text":"\ud800"}}"#)), r#"{"NotRun":"an argument does not decode: a string holds a surrogate without its other half (at /args/text)"}"#),
        (call(&format!(r#"{run},"tool":"{SAY}","args":{{"text":{}}}"#, deep(999))), r#"{"NotRun":"an argument does not decode: expected..."#),
        (call(&format!(r#"{run},"tool":"{SAY}","args":{{"text":"a"}},"types":"\ud800","schema":{}"#, deep(999))), r#"{"NotRun":"the Tool is not generic: its calls have no types (/types)"}"#),
        (call(&format!(r#"{run},"tool":"{SAY}","args":{{"text":"a"}},"args":{{"text":"a"}}"#)), "-32700 null"),
        (call(&format!(r#"{run},"x":{{"a":1,"a":2}}"#)), "-32700 null"),
        (call(&format!(r#"{run},"x":1,"x":1"#)), "-32700 null"),
        (call(&format!(r#"{run},"x":1,"\u0078":1"#)), "-32700 null"),
        (call(&format!(r#"{run},"x":"\ud800""#)), "-32700 null"),
        (call(r#""run":"\ud800","call":"c""#), "-32700 null"),
        (r#"{"jsonrpc":"2.0","method":"call","id":1,"params":{"run":"r","call":"c"},"x":1,"params":1}"#.into(), "-32700 null"),
        (r#"{"jsonrpc":"2.0","method":"call","id":1,"params":{"run":"r","call":"c","x":1},"x":1}"#.into(), missing),
        (call(&format!(r#"{run},"x":{}"#, deep(254))), missing),
        (call(&format!(r#"{run},"x":{}"#, deep(255))), "-32700 null"),
        (format!(r#"{{"jsonrpc":"2.0","method":"describe","id":1,"x":{}}}"#, deep(255)), "describe 1"),
        (format!(r#"{{"jsonrpc":"2.0","method":"describe","id":1,"x":{}}}"#, deep(256)), "-32700 null"),
        (format!(r#"{{"jsonrpc":"2.0","method":"describe","id":1,"params":{{"args":{}}}}}"#, deep(254)), "describe 1"),
        (format!(r#"{{"jsonrpc":"2.0","method":"describe","id":1,"params":{{"args":{}}}}}"#, deep(255)), "-32700 null"),
        (call(r#""run":"r""#), "-32602 1"),
        (call(r#""run":[],"call":"c""#), "-32602 1"),
        (call(r#""run":1.5,"call":"c""#), "-32602 1"),
        (call(r#""run":1e5000,"call":"c""#), "-32602 1"),
        (r#"{"jsonrpc":"2.0","method":"call","id":1,"params":"x"}"#.into(), "-32602 1"),
        (r#"{"jsonrpc":"2.0","method":"call","id":1}"#.into(), "-32602 1"),
        (r#"{"jsonrpc":"2.0","method":"call","params":{"run":"r","call":"c"}}"#.into(), "ignored"),
        (r#"{"jsonrpc":"2.0","method":"cancel","params":{"run":"r","call":1e1}}"#.into(), "ignored"),
        (r#"{"jsonrpc":"2.0","method":"cancel","params":{"run":"r"}}"#.into(), "ignored"),
        (r#"{"jsonrpc":"2.0","method":"cancel","params":[]}"#.into(), "ignored"),
        (r#"{"jsonrpc":"2.0","method":"cancel","id":1}"#.into(), "-32600 1"),
        (r#"{"jsonrpc":"2.0","method":"nope","id":1}"#.into(), "-32601 1"),
        (r#"{"jsonrpc":"2.0","method":"nope"}"#.into(), "ignored"),
        (r#"{"jsonrpc":"2.0","method":7,"id":1}"#.into(), "-32600 1"),
        (r#"{"jsonrpc":"2.0","id":1,"result":null}"#.into(), "ignored"),
        (r#"{"jsonrpc":"2.0","id":{},"error":null}"#.into(), "ignored"),
        (r#"{"jsonrpc":"2.0","id":1,"result":1,"method":"describe"}"#.into(), "describe 1"),
        (r#"{"id":1e999999999999,"jsonrpc":"2.0","method":"describe"}"#.into(), "-32600 null"),
        (r#"{"id":0e999999999999,"jsonrpc":"2.0","method":"describe"}"#.into(), "describe 0"),
        (r#"{"id":1.50,"jsonrpc":"2.0","method":"describe"}"#.into(), "-32600 null"),
        (r#"{"id":null,"jsonrpc":"2.0","method":"describe"}"#.into(), "-32600 null"),
        (r#"{"id":true,"jsonrpc":"2.0","method":"describe"}"#.into(), "-32600 null"),
        (r#"{"jsonrpc":2.0,"method":"describe","id":1}"#.into(), "-32600 1"),
        (r#"{"JSONRPC":"2.0","method":"describe","id":1}"#.into(), "-32600 1"),
        (r#"{"method":"describe"}"#.into(), "-32600 null"),
        ("[]".into(), "-32600 null"),
        (r#"[{"a":1,"a":1}]"#.into(), "-32700 null"),
        (deep(256), "-32600 null"),
        (deep(257), "-32700 null"),
        (r#""\ud800""#.into(), "-32700 null"),
        ("1".into(), "-32600 null"),
        ("{".into(), "-32700 null"),
        (r#"{"a"}"#.into(), "-32700 null"),
        (r#"{"a":1,}"#.into(), "-32700 null"),
        (r#"{"a":1}x"#.into(), "-32700 null"),
        (call(&format!(r#"{run},"args":{{"a":1]"#)), "-32700 null"),
        (call(&format!(r#"{run},"args":{{"a":01}}"#)), "-32700 null"),
        (call(&format!(r#"{run},"args":{{"a":1,}}"#)), "-32700 null"),
        (call(&format!(r#"{run},"args":{{,"a":1}}"#)), "-32700 null"),
        (call(&format!(r#"{run},"args":{{"a":"\x"}}"#)), "-32700 null"),
    ];
    check(&rows, limits());
}

#[test]
fn a_depth_of_one_lets_no_params_through() {
    let limits = Limits {
        message_depth: 1,
        ..limits()
    };
    check(&[(call(""), "-32700 null")], limits);
}

#[test]
fn a_message_says_where_it_is_wrong() {
    let deep = deep(10);
    let rows = [
        (r#"{"jsonrpc":"2.0","method":"call","id":1,"params":{"run":"r","call":"c","args":{},"x~y":[0,{"a":1,"a":2}]}}"#.to_owned(), "(at /params/x~0y/1/a)"),
        (r#" { "id":1, "more" : {"b":[{"a":1,"a":2}]}}"#.to_owned(), "(at /more/b/0/a)"),
        (r#"{"jsonrpc":"2.0","method":"describe","id":1,"params":{"args":{"a":{"b":1,"b":2}}}}"#.to_owned(), "(at /params/args/a/b)"),
        (r#"[1,{"a":1,"a":1}]"#.to_owned(), "(at /1/a)"),
        (format!(r#"{{"id":1,"more":{deep}}}"#), "(at /more/0/0/0/0/0/0/0)"),
        (format!(r#"{{"method":"describe","id":1,"params":{{"args":{deep}}}}}"#), "(at /params/args/0/0/0/0/0/0)"),
    ];
    let limits = Limits {
        message_depth: 8,
        ..limits()
    };
    let options = ServeOptions {
        limits,
        ..ServeOptions::default()
    };
    let mut s = serve_with(say::echo(), Flavor::MultiThread, options);
    for (line, want) in rows {
        s.send(std::slice::from_ref(&line));
        let got: serde_json::Value = serde_json::from_str(&s.receive()).expect("it is JSON");
        let reason = got["error"]["message"].as_str().expect("it has a message");
        assert!(reason.ends_with(want), "{line}: got {reason}, want {want}");
    }
    s.end();
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let mut s = serve_with(say::echo(), Flavor::MultiThread, ServeOptions::default());
    for bad in [&b"\xFF\xFE"[..], b"\xED\xA0\x80", b"\xC3"] {
        let line = say::call(1, 1, 1, "@");
        let (before, behind) = line.split_once('@').expect("it is there");
        s.write(&[before.as_bytes(), bad, behind.as_bytes(), b"\n"].concat());
        assert_eq!(
            s.receive(),
            r#"{"error":{"code":-32700,"message":"the line is not UTF-8"},"id":null,"jsonrpc":"2.0"}"#
        );
    }
    s.end();
}

/// A million brackets take a bit each, and nothing recurses.
#[test]
fn messages_nest_without_end() {
    let rows: Vec<(String, &str)> = ["[", r#"{"a":"#]
        .into_iter()
        .flat_map(|open| {
            let many = open.repeat(1_000_000);
            [
                (
                    call(&format!(r#""run":"r","call":"c","args":{{"text":{many}"#)),
                    "-32700 null",
                ),
                (
                    call(&format!(r#""run":"r","call":"c","more":{many}"#)),
                    "-32700 null",
                ),
                (many, "-32700 null"),
            ]
        })
        .collect();
    check(&rows, limits());
}

#[test]
fn the_id_of_a_long_message_is_found_before_the_limit() {
    let limits = Limits {
        message_bytes: 80,
        ..limits()
    };
    let row = |start: &str, want| (format!("{start}{}", "a".repeat(200)), want);
    check(
        &[
            row(r#"{"id":1,"x":""#, "-32600 1"),
            row(r#"{"id":1.0,"x":[[["#, "-32600 1"),
            row(
                r#" { "jsonrpc" : "2.0", "params": {"id":[7]} , "\u0069d" : "a\u0062", "x": ""#,
                "-32600 \"ab\"",
            ),
            row(r#"{"params":{"id":7,"x":""#, "-32600 null"),
            row(r#"{"x":""#, "-32600 null"),
            row(r#"{"id":""#, "-32600 null"),
            row(r#"{"id":null,"x":""#, "-32600 null"),
            row(r#"[{"id":1,""#, "-32600 null"),
            row("", "-32600 null"),
            (format!(r#"{{"id":{}"#, "1".repeat(200)), "-32600 null"),
            (format!(r#"{{"id":7,"x":"{}"#, "é".repeat(200)), "-32600 7"),
            (format!(r#" {{"id":7,"x":"{}"#, "é".repeat(200)), "-32600 7"),
            (
                format!(r#"{{"id":7 , "x":{}}}"#, " ".repeat(200)),
                "-32600 7",
            ),
        ],
        limits,
    );
}

#[test]
fn ids_come_back_as_they_came() {
    let mut s = serve_with(say::echo(), Flavor::MultiThread, ServeOptions::default());
    for (sent, back) in [
        ("0", "0"),
        ("-0", "0"),
        ("-1", "-1"),
        ("70e-1", "7"),
        ("1e2", "100"),
        ("9007199254740993", "9007199254740993"),
        (r#""9007199254740993""#, r#""9007199254740993""#),
        (r#""""#, r#""""#),
        (r#""\u00e9\u0001\/""#, r#""é\u0001/""#),
        (r#""é 😀""#, r#""é 😀""#),
    ] {
        s.send(&[say::call(sent, sent, sent, "x")]);
        s.expect(&[reply(back, back, back, r#"{"Ok":"x"}"#)]);
    }
    s.end();
}
