//! Calls in memory.

use std::time::Duration;

use flow_support::flow::{BigInt, Id, Json, Limits, Local, Outcome, Problem, Reply, Set, Stop};

use super::say::{echo, reflecting, saying, Page, Saying, REFLECT, SAY};

fn run<T>(work: impl std::future::Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.expect("there is a runtime").block_on(work)
}

fn say(local: &Local<Saying>, text: &str) -> Reply<String, String> {
    run(local.tool(0).with("text", text.to_owned()).call())
}

#[test]
fn a_local_gives_each_outcome() {
    let local = Local::new(saying(|ctx, text| async move {
        match text.as_str() {
            "fail" => Err(Stop::Failed("declared".to_owned())),
            "not run" => Err(Problem::not_run("no").into()),
            "unknown" => Err(Problem::unknown("eh").into()),
            "panic" => panic!("in memory"),
            "ids" => Ok(format!("{} {}", ctx.run_id(), ctx.call_id())),
            "wait" => ctx.unless_cancelled(std::future::pending()).await?,
            _ => Ok(text),
        }
    }));
    assert_eq!(say(&local, "hi"), Reply::Ok("hi".to_owned()));
    assert_eq!(say(&local, "fail").failed(), Some("declared".to_owned()));
    assert_eq!(say(&local, "not run"), Reply::NotRun("no".to_owned()));
    assert_eq!(say(&local, "unknown"), Reply::Unknown("eh".to_owned()));
    assert_eq!(say(&local, "ids").ok(), Some("\"run\" \"call\"".to_owned()));
    let panicked = "the Tool's code panicked; standard error says more";
    assert_eq!(say(&local, "panic"), Reply::Unknown(panicked.to_owned()));
    let call = local.tool(0).ids("r", 7).with("text", "ids".to_owned());
    assert_eq!(
        run(call.call::<String, String>()).ok(),
        Some("\"r\" 7".to_owned())
    );
    let cancelled = local.tool(0).with("text", "wait".to_owned());
    let cancelled = cancelled.cancel_when(tokio_sleep());
    assert_eq!(
        run(cancelled.call::<String, String>()),
        Reply::Unknown("the call was interrupted: the caller cancelled it".to_owned())
    );
    let missing: Reply<String, String> = run(local.tool(0).call());
    assert_eq!(
        missing,
        Reply::NotRun("the argument text is missing (/args)".to_owned())
    );
    let more = local.tool(0).with("text", String::new()).with("more", true);
    assert_eq!(
        run(more.call::<String, String>()),
        Reply::NotRun("the Tool has no parameter more (/args)".to_owned())
    );
    let wrong: Reply<String, String> = run(local.tool(0).with("text", true).call());
    assert!(matches!(wrong, Reply::NotRun(reason) if reason.contains("/args/text")));
    let other: Reply<bool, String> = run(local.tool(0).with("text", String::new()).call());
    assert!(matches!(other, Reply::Unknown(reason) if reason.contains("is no value of the types")));
}

async fn tokio_sleep() {
    tokio::time::sleep(Duration::from_millis(10)).await;
}

#[test]
fn values_are_held_to_the_limits() {
    let limits = Limits {
        int_digits: 3,
        ..Limits::default()
    };
    let local = Local::within(reflecting(|_, value| Ok(value)), limits);
    let call = |number: i32| {
        let call = local
            .tool(1)
            .at::<BigInt>()
            .with("value", BigInt::from(number));
        run(call.call::<BigInt, Page>())
    };
    assert!(matches!(call(999), Reply::Ok(number) if number == BigInt::from(999)));
    assert!(
        matches!(call(1000), Reply::NotRun(reason) if reason.contains("the argument value is no value of its type"))
    );
}

#[test]
fn a_local_calls_generic_tools() {
    let local = Local::new(reflecting(|ctx, value| {
        let view = ctx.view();
        let bindings: Vec<(String, String)> = view
            .bindings()
            .map(|(name, term)| (name.to_owned(), view.graph().notation(term)))
            .collect();
        assert_eq!(bindings, [("T".to_owned(), "Set<Int>".to_owned())]);
        assert_eq!(
            ctx.schema(),
            r#"{"items":{"type":"integer"},"type":"array","uniqueItems":true}"#
        );
        assert_eq!(ctx.tool(), REFLECT);
        let codec = ctx.binding::<flow_support::flow::Generic<0>>(0);
        let codec = codec.expect("sets of numbers cross");
        let decoded = codec.decode("[1, 2e0]").expect("it is a set");
        assert_eq!(decoded, value);
        assert_eq!(codec.encode(&decoded).expect("it encodes"), "[1,2]");
        assert_eq!(
            ctx.root::<flow_support::flow::Generic<0>>()
                .decode(b"[1,2]")
                .expect("it is"),
            value
        );
        assert!(codec.decode("[2,1]").is_err());
        let other = ctx.binding::<flow_support::flow::Generic<1>>(1);
        assert_eq!(
            other.expect_err("there is none").to_string(),
            "there is no type parameter 1"
        );
        Ok(value)
    }));
    let items: Set<BigInt> = [2, 1].into_iter().map(BigInt::from).collect();
    let call = local
        .tool(1)
        .at::<Set<BigInt>>()
        .with("value", items.clone());
    let reply: Reply<Set<BigInt>, Page> = run(call.call());
    assert_eq!(reply.ok(), Some(items.clone()));
    let untyped: Reply<Set<BigInt>, Page> = run(local.tool(1).with("value", items).call());
    assert!(
        matches!(untyped, Reply::NotRun(reason) if reason.contains("a type is needed for each of"))
    );
}

#[test]
fn an_error_of_a_host_type_comes_back() {
    let local = Local::new(reflecting(|_, _| {
        Err(Stop::Failed(Page(Json::from("token"))))
    }));
    let call = local.tool(1).at::<bool>().with("value", true);
    let failed = run(call.call::<bool, Page>()).failed().expect("it failed");
    assert_eq!(failed.0, Json::from("token"));
}

#[test]
fn a_local_is_called_by_text() {
    let local = Local::new(echo());
    let call = |params: &str| run(local.call_text(params)).expect("it is a call");
    assert_eq!(
        call(&format!(
            r#"{{"run":1,"call":1,"tool":"{SAY}","args":{{"text":"hi"}}}}"#
        )),
        r#"{"Ok":"hi"}"#
    );
    assert_eq!(
        call(&format!(
            r#"{{"run":1,"call":1,"tool":"{SAY}","args":{{}}}}"#
        )),
        r#"{"NotRun":"the argument text is missing (/args)"}"#
    );
    for (params, why) in [
        (
            r#"{"run":1}"#,
            "call is a string or a whole number (/params/call)",
        ),
        (
            r#"{}},"method":"cancel","params":{}"#,
            "the line is not a message",
        ),
        ("{", "the line is not a message"),
        ("7", "a call's params are an object"),
    ] {
        let fault = run(local.call_text(params))
            .expect_err("it is no call")
            .to_string();
        assert!(
            fault.starts_with("the params are no call's: ") && fault.contains(why),
            "{fault}"
        );
    }
}

#[test]
fn ids_are_texts_or_numbers() {
    assert_ne!(Id::from("7"), Id::from(7));
    assert_eq!(Id::from("a\"\n").to_string(), r#""a\"\n""#);
    assert_eq!(Id::Number(BigInt::from(-7)).to_string(), "-7");
}

fn declared() -> Outcome<(), Text> {
    Err(Text("x".to_owned()))?;
    Ok(())
}

#[derive(Debug, PartialEq)]
struct Text(String);

impl flow_support::flow::DeclaredError for Text {}

#[test]
fn the_question_mark_takes_declared_errors_and_problems() {
    assert_eq!(declared(), Err(Stop::Failed(Text("x".to_owned()))));
    let problem = || -> Outcome<(), Text> { Err(Problem::unknown("eh"))? };
    assert_eq!(problem(), Err(Stop::Problem(Problem::unknown("eh"))));
}
