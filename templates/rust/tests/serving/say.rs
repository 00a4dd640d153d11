//! A toolkit of a few Tools, as generated code would make it, and the lines that call them.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use flow_support::flow::{
    self, Context, Declarations, GenericContext, HostValue, Invocation, Json, Outcome, Toolkit,
};

pub const SAY: &str = "github.com/acme/tools@v1.0.0/say.flow.say";
pub const REFLECT: &str = "github.com/acme/tools@v1.0.0/say.flow.reflect";

pub static DECLARATIONS: Declarations = Declarations::new(
    "1.0",
    &[(
        "Page",
        r#"{"doc":null,"generic":[],"identity":"github.com/acme/tools@v1.0.0/say.flow.Page","kind":"host","lexical_ordinal":1,"name":"Page","opaque":false}"#,
    )],
    &[
        (
            SAY,
            r#"{"err":"Text","generic":[],"ok":"Text","params":[{"name":"text","type":"Text"}]}"#,
        ),
        (
            REFLECT,
            r#"{"err":{"Named":{"declaration":"Page","args":[]}},"generic":["T"],"ok":{"Param":{"owner":"tool","index":0}},"params":[{"name":"value","type":{"Param":{"owner":"tool","index":0}}}]}"#,
        ),
    ],
);

/// A host type, as generated.
#[derive(Debug, Clone)]
pub struct Page(pub Json);

impl HostValue for Page {
    fn of_token(token: Json) -> Self {
        Self(token)
    }

    fn token(&self) -> &Json {
        &self.0
    }
}

impl flow::Value for Page {
    fn read(r: &mut flow::Reader<'_>) -> Result<Self, flow::DecodeError> {
        Ok(Self(flow::Value::read(r)?))
    }

    fn write(&self, w: &mut flow::Writer<'_>) -> Result<(), flow::EncodeError> {
        flow::Value::write(&self.0, w)
    }

    fn order(&self, _other: &Self) -> std::cmp::Ordering {
        panic!("host values are never compared")
    }
}

type Said = Pin<Box<dyn Future<Output = Outcome<String, String>> + Send>>;
type Reflected = Outcome<flow::Generic<0>, Page>;
type Reflect = dyn Fn(&GenericContext, flow::Generic<0>) -> Reflected + Send + Sync;

/// What the Tools do.
pub struct Saying {
    say: Box<dyn Fn(Context, String) -> Said + Send + Sync>,
    reflect: Box<Reflect>,
}

fn answer_say(tools: Arc<Saying>, mut call: Invocation) -> flow::Answering {
    Box::pin(async move {
        let arg0 = call.argument(0)?;
        let ctx = call.begin()?;
        let outcome = (tools.say)(ctx, arg0);
        call.settle(outcome.await)
    })
}

fn answer_reflect(tools: Arc<Saying>, mut call: Invocation) -> flow::Answering {
    Box::pin(async move {
        let arg0 = call.argument(0)?;
        let ctx = call.begin_generic()?;
        let outcome = (tools.reflect)(&ctx, arg0);
        call.settle(outcome)
    })
}

/// A toolkit of one Tool that has a text and gives one, and of one that gives what it has.
pub fn saying<F: Future<Output = Outcome<String, String>> + Send + 'static>(
    say: impl Fn(Context, String) -> F + Send + Sync + 'static,
) -> Toolkit<Saying> {
    kit(Saying {
        say: Box::new(move |ctx, text| Box::pin(say(ctx, text))),
        reflect: Box::new(|_, value| Ok(value)),
    })
}

/// A toolkit whose generic Tool does as it is told here.
pub fn reflecting(
    reflect: impl Fn(&GenericContext, flow::Generic<0>) -> Reflected + Send + Sync + 'static,
) -> Toolkit<Saying> {
    kit(Saying {
        say: Box::new(|_, text| Box::pin(async { Ok(text) })),
        reflect: Box::new(reflect),
    })
}

/// A toolkit whose declarations were changed by hand.
pub fn broken() -> Toolkit<Saying> {
    static BROKEN: Declarations = Declarations::new("1.0", &[], &[(SAY, "{}"), (REFLECT, "{")]);
    bound(
        Saying {
            say: Box::new(|_, text| Box::pin(async { Ok(text) })),
            reflect: Box::new(|_, value| Ok(value)),
        },
        &BROKEN,
    )
}

fn kit(tools: Saying) -> Toolkit<Saying> {
    bound(tools, &DECLARATIONS)
}

fn bound(tools: Saying, declarations: &'static Declarations) -> Toolkit<Saying> {
    let table = vec![
        flow::Tool {
            identity: SAY,
            fingerprint: "sha256:0",
            generic: &[],
            params: &["text"],
            answer: answer_say,
        },
        flow::Tool {
            identity: REFLECT,
            fingerprint: "sha256:1",
            generic: &["T"],
            params: &["value"],
            answer: answer_reflect,
        },
    ];
    Toolkit::new(tools, declarations, table)
}

pub fn echo() -> Toolkit<Saying> {
    saying(|_, text| async { Ok(text) })
}

/// An id in JSON.
pub trait Id: fmt::Display + Copy {}

impl<T: fmt::Display + Copy> Id for T {}

/// The line of a call, without its end.
pub fn call(id: impl Id, run: impl Id, call: impl Id, text: &str) -> String {
    let text = quoted(text);
    format!(
        r#"{{"id":{id},"jsonrpc":"2.0","method":"call","params":{{"args":{{"text":{text}}},"call":{call},"run":{run},"tool":"{SAY}"}}}}"#
    )
}

/// The line that answers a call, without its end.
pub fn reply(id: impl Id, run: impl Id, call: impl Id, outcome: &str) -> String {
    format!(
        r#"{{"id":{id},"jsonrpc":"2.0","result":{{"call":{call},"outcome":{outcome},"run":{run}}}}}"#
    )
}

pub fn ok(text: &str) -> String {
    format!(r#"{{"Ok":{}}}"#, quoted(text))
}

fn quoted(text: &str) -> String {
    flow::to_json(&text.to_owned()).expect("any text is JSON")
}
