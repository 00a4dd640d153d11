//! Every way in which a call can end.

use std::fmt;

use flow_support::flow::{Json, OrProblem, Outcome, Problem, ServeOptions, Stop};

use super::say::{broken, call, reply, saying, REFLECT, SAY};
use super::session::{serve, serve_with, FLAVORS};

#[derive(Debug)]
struct Deep(Option<Box<Deep>>);

impl fmt::Display for Deep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() {
            "outside"
        } else {
            "inside"
        })
    }
}

impl std::error::Error for Deep {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(self.0.as_deref()?)
    }
}

/// Panics when it goes.
struct Grenade;

impl Drop for Grenade {
    fn drop(&mut self) {
        panic!("on its way out");
    }
}

async fn behave(text: String) -> Outcome<String, String> {
    match text.as_str() {
        "fail" => return Err(Stop::Failed("declared".to_owned())),
        "not run" => Err(Problem::not_run("not now"))?,
        "unknown" => Err(Problem::unknown("who knows"))?,
        "error" => Err("boom").or_unknown()?,
        "io" => Err(std::io::Error::other("no room")).or_not_run()?,
        "deep" => Err(Deep(Some(Box::new(Deep(None))))).or_unknown()?,
        "long" => Err("é".repeat(10_000)).or_unknown()?,
        "very long" => Err(Problem::unknown("é".repeat(10_000)))?,
        "panic" => panic!("at once"),
        "panic later" => {
            tokio::task::yield_now().await;
            panic!("{}", "later".to_owned());
        }
        "panic with a number" => std::panic::panic_any(7),
        "panic with a grenade" => std::panic::panic_any(Grenade),
        "bound" => drop(vec![1][text.len()]),
        "bad reason" => Err(Problem::not_run("\0\u{2028}\"\\"))?,
        "later" => tokio::task::yield_now().await,
        _ => {}
    }
    Ok(text)
}

#[test]
fn each_end_has_its_outcome() {
    let long = format!(
        r#"{{"Unknown":"the Tool's code stopped with an error: {}..."}}"#,
        "é".repeat(500)
    );
    let very_long = format!(r#"{{"Unknown":"{}... (20000 bytes)"}}"#, "é".repeat(4096));
    let panicked = r#"{"Unknown":"the Tool's code panicked; standard error says more"}"#;
    for flavor in FLAVORS {
        let toolkit = saying(|_, text| behave(text));
        let mut s = serve_with(toolkit, flavor, ServeOptions::default());
        for (id, (text, want)) in [
            ("fail", r#"{"Failed":"declared"}"#),
            ("not run", r#"{"NotRun":"not now"}"#),
            ("unknown", r#"{"Unknown":"who knows"}"#),
            (
                "error",
                r#"{"Unknown":"the Tool's code stopped with an error: boom"}"#,
            ),
            ("io", r#"{"NotRun":"no room"}"#),
            (
                "deep",
                r#"{"Unknown":"the Tool's code stopped with an error: outside: inside"}"#,
            ),
            ("long", &long),
            ("very long", &very_long),
            ("panic", panicked),
            ("panic later", panicked),
            ("panic with a number", panicked),
            ("panic with a grenade", panicked),
            ("bound", panicked),
            ("bad reason", "{\"NotRun\":\"\\u0000\u{2028}\\\"\\\\\"}"),
            ("later", r#"{"Ok":"later"}"#),
            ("", r#"{"Ok":""}"#),
        ]
        .into_iter()
        .enumerate()
        {
            s.send(&[call(id, 1, id, text)]);
            s.expect(&[reply(id, 1, id, want)]);
        }
        s.end();
    }
}

/// What the author's code leaves behind may panic as well.
#[test]
fn the_remains_of_a_call_may_panic() {
    struct Left(Option<Grenade>);
    let toolkit = saying(|_, text| {
        let left = Left(Some(Grenade));
        async move {
            let _left = left.0.as_ref();
            if text == "wait" {
                tokio::task::yield_now().await;
            }
            Ok(text)
        }
    });
    let mut s = serve(toolkit);
    for (id, text) in ["", "wait", "", "wait"].into_iter().enumerate() {
        s.send(&[call(id, 1, id, text)]);
        let got = s.receive();
        // Where the future drops what it holds before it is ready, the call has not ended well.
        let ended = ["panicked", &format!(r#"{{"Ok":"{text}"}}"#)];
        assert!(ended.iter().any(|end| got.contains(end)), "{got}");
    }
    s.end();
}

#[test]
fn what_cannot_be_run_is_not_run() {
    let mut s = serve(saying(|_, text| async { Ok(text) }));
    let call = |tool: &str, params: &str| {
        format!(
            r#"{{"id":1,"jsonrpc":"2.0","method":"call","params":{{"run":"r","call":"c","tool":"{tool}",{params}}}}}"#
        )
    };
    let view = r#""types":{"bindings":[{"name":"T","type":"Int"}],"params":[{"name":"value","type":"Int"}],"ok":"Int","err":{"Named":{"declaration":"x","args":[]}},"declarations":{"x":{"doc":null,"generic":[],"identity":"github.com/acme/tools@v1.0.0/say.flow.Page","kind":"host","lexical_ordinal":1,"name":"Page","opaque":false}}}"#;
    for (line, want) in [
        (
            call(SAY, r#""args":{}"#),
            r#"{"NotRun":"the argument text is missing (/args)"}"#,
        ),
        (
            call(SAY, r#""args":{"text":1}"#),
            r#"{"NotRun":"an argument does not decode: expected a string (Text), found the number 1 (at /args/text)"}"#,
        ),
        (
            call(SAY, r#""args":{"text":"a","more":1}"#),
            r#"{"NotRun":"the Tool has no parameter \"more\" (/args)"}"#,
        ),
        (
            call(SAY, r#""args":{"text":"a","t\u0065xt":"a"}"#),
            r#"{"NotRun":"the argument text is there twice (/args)"}"#,
        ),
        (
            call(SAY, r#""args":{"a":1,"b":1,"c":1,"d":1}"#),
            r#"{"NotRun":"the Tool has no parameter \"a\" (/args)"}"#,
        ),
        (
            call(SAY, r#""args":{"\ud800":1}"#),
            r#"{"NotRun":"the name of an argument cannot be read: "#,
        ),
        (
            call(SAY, r#""args":[]"#),
            r#"{"NotRun":"args is no object (/args)"}"#,
        ),
        (
            call(SAY, r#""args":null"#),
            r#"{"NotRun":"args is no object (/args)"}"#,
        ),
        (
            call(SAY, r#""more":null"#),
            r#"{"NotRun":"args is missing (/args)"}"#,
        ),
        (
            call(SAY, r#""args":{"text":"a"},"types":null"#),
            r#"{"NotRun":"the Tool is not generic: its calls have no types (/types)"}"#,
        ),
        (
            call(SAY, r#""args":{"text":"a"},"schema":{"a":1,"a":1}"#),
            r#"{"NotRun":"the Tool is not generic: its calls have no schema (/schema)"}"#,
        ),
        (
            call(REFLECT, r#""args":{"value":1}"#),
            r#"{"NotRun":"the call's types are not valid: "#,
        ),
        (
            call(REFLECT, r#""args":{"value":1},"types":null,"schema":null"#),
            r#"{"NotRun":"the call's types are not valid: "#,
        ),
        (
            call(
                REFLECT,
                &format!(r#""args":{{"value":1}},{view},"schema":{{"type":"text"}}"#),
            ),
            r#"{"NotRun":"the call's types are not valid: "#,
        ),
        (
            call(
                REFLECT,
                &format!(r#""args":{{"value":""}},{view},"schema":{{"type":"integer"}}"#),
            ),
            r#"{"NotRun":"an argument does not decode: "#,
        ),
        (
            call(
                REFLECT,
                &format!(r#""args":{{"value":1e2}},{view},"schema":{{"type":"integer"}}"#),
            ),
            r#"{"Ok":100}"#,
        ),
        (
            call(
                "github.com/acme/tools@v9/say.flow.say",
                r#""args":{"text":"a"}"#,
            ),
            r#"{"Ok":"a"}"#,
        ),
        (
            call("say.flow.say", r#""args":{"text":"a"}"#),
            r#"{"NotRun":"no such Tool is served here (/tool)"}"#,
        ),
    ] {
        s.send(std::slice::from_ref(&line));
        let got = s.receive();
        let want = format!(r#"{{"id":1,"jsonrpc":"2.0","result":{{"call":"c","outcome":{want}"#);
        assert!(got.starts_with(&want), "{line}:\n got {got}\nwant {want}");
    }
    s.end();
}

#[test]
fn a_toolkit_describes_itself() {
    let mut s = serve(saying(|_, text| async { Ok(text) }));
    s.send(&[r#"{"id":"d","jsonrpc":"2.0","method":"describe"}"#.to_owned()]);
    let got = s.receive();
    let want = r#"{"id":"d","jsonrpc":"2.0","result":{"data":"1.0","tools":[{"fingerprint":"sha256:0","signature":{"err":{"type":"string"},"generic":[],"ok":{"type":"string"},"params":[["text",{"type":"string"}]]},"tool":"github.com/acme/tools@v1.0.0/say.flow.say"},{"fingerprint":"sha256:1","#;
    assert!(got.starts_with(want), "{got}");
    got.parse::<Json>().expect("it is JSON");
    s.end();
}

/// A success value that is null, false, 0, empty or no value at all is there in the message.
#[test]
fn each_value_is_there() {
    let mut s = serve(saying(|_, text| async { Ok(text) }));
    for value in [
        "null",
        "false",
        "0",
        "\"\"",
        "{}",
        "[]",
        "\"None\"",
        "{\"Ok\":null}",
    ] {
        s.send(&[format!(
            r#"{{"id":1,"jsonrpc":"2.0","method":"call","params":{{"run":"r","call":"c","tool":"{REFLECT}","args":{{"value":{value}}},"types":{{"bindings":[{{"name":"T","type":"json.Value"}}],"params":[{{"name":"value","type":"json.Value"}}],"ok":"json.Value","err":{{"Named":{{"declaration":"x","args":[]}}}},"declarations":{{"x":{{"doc":null,"generic":[],"identity":"github.com/acme/tools@v1.0.0/say.flow.Page","kind":"host","lexical_ordinal":1,"name":"Page","opaque":false}}}}}},"schema":{{}}}}}}"#
        )]);
        s.expect(&[reply(1, "\"r\"", "\"c\"", &format!(r#"{{"Ok":{value}}}"#))]);
    }
    s.end();
}

/// What is wrong with the declarations is an error of describe, and no end of the server.
#[test]
fn a_server_outlives_its_generated_code() {
    let mut s = serve(broken());
    s.send(&[r#"{"id":1,"jsonrpc":"2.0","method":"describe"}"#.to_owned()]);
    s.expect(&[r#"{"error":{"code":-32603,"message":"the toolkit cannot describe itself; standard error says why"},"id":1,"jsonrpc":"2.0"}"#.to_owned()]);
    let unread =
        r#"{"NotRun":"the code that reads the arguments panicked; standard error says more"}"#;
    let generic = format!(
        r#"{{"id":2,"jsonrpc":"2.0","method":"call","params":{{"run":"r","call":"c","tool":"{REFLECT}","args":{{"value":1}},"types":{{}},"schema":{{}}}}}}"#
    );
    s.send(&[generic, call(3, 1, 3, "on")]);
    s.expect_set(&[
        reply(2, "\"r\"", "\"c\"", unread),
        reply(3, 1, 3, r#"{"Ok":"on"}"#),
    ]);
    s.end();
}
