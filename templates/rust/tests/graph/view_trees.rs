//! The texts of views, put together from terms and templates.

use std::fmt::Display;

use flow_support::flow::{GraphError, Limits, View};

use crate::listing::{listing, tool};

/// A Tool of the testee whose one parameter and success are of its type parameter.
pub const REFLECT: &str = "github.com/acme/tools@v1.4.0/testee.flow.reflect";

/// A text as JSON.
pub fn quoted(text: &str) -> String {
    serde_json::to_string(text).expect("a text is JSON")
}

pub fn joined<T: Display>(parts: impl IntoIterator<Item = T>) -> String {
    let parts: Vec<_> = parts.into_iter().map(|part| part.to_string()).collect();
    parts.join(",")
}

pub fn named(local: &str, args: &[&str]) -> String {
    format!(
        r#"{{"Named":{{"declaration":{},"args":[{}]}}}}"#,
        quoted(local),
        joined(args)
    )
}

pub fn param(owner: &str, index: impl Display) -> String {
    format!(
        r#"{{"Param":{{"owner":{},"index":{index}}}}}"#,
        quoted(owner)
    )
}

/// A compound of one part.
pub fn of(kind: &str, part: &str) -> String {
    format!("{{{}:{part}}}", quoted(kind))
}

/// A compound of several parts.
pub fn row(kind: &str, parts: &[&str]) -> String {
    format!("{{{}:[{}]}}", quoted(kind), joined(parts))
}

/// A template, with its local id, which is its name too.
#[derive(Clone)]
pub struct Template {
    pub local: String,
    pub identity: String,
    pub arity: usize,
    pub doc: Option<String>,
    pub opaque: bool,
    /// `kind` and what goes with it.
    pub body: String,
}

impl Display for Template {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self {
            local,
            identity,
            arity,
            doc,
            opaque,
            body,
        } = self;
        let generic = joined((0..*arity).map(|at| format!("\"T{at}\"")));
        let (local, identity) = (quoted(local), quoted(identity));
        let doc = doc.as_ref().map_or("null".to_owned(), |doc| quoted(doc));
        write!(
            f,
            r#"{local}:{{"name":{local},"identity":{identity},"lexical_ordinal":1,"generic":[{generic}],"#
        )?;
        write!(f, r#""opaque":{opaque},"doc":{doc},{body}}}"#)
    }
}

pub fn template(local: &str, arity: usize, body: impl Into<String>) -> Template {
    Template {
        local: local.to_owned(),
        identity: format!("a/b.flow.{local}"),
        arity,
        doc: None,
        opaque: false,
        body: body.into(),
    }
}

/// A record of fields named `f0`, `f1` and so on.
pub fn record(local: &str, arity: usize, types: &[&str]) -> Template {
    let names: Vec<_> = (0..types.len()).map(|at| format!("f{at}")).collect();
    let fields: Vec<_> = names
        .iter()
        .zip(types)
        .map(|(name, term)| (name.as_str(), *term))
        .collect();
    fields_record(local, arity, &fields)
}

/// A record of these fields.
pub fn fields_record(local: &str, arity: usize, fields: &[(&str, &str)]) -> Template {
    let fields = fields
        .iter()
        .map(|(name, term)| format!(r#"{{"name":{},"type":{term},"doc":null}}"#, quoted(name)));
    template(
        local,
        arity,
        format!(r#""kind":"record","fields":[{}]"#, joined(fields)),
    )
}

/// An enum of constructors of one part, named `C0`, `C1` and so on; of none, where the part is
/// empty.
pub fn variants(local: &str, arity: usize, parts: &[&str]) -> Template {
    let constructors = parts.iter().enumerate().map(|(at, part)| {
        let payload = if part.is_empty() {
            "null".to_owned()
        } else {
            format!(r#"{{"positional":[{part}]}}"#)
        };
        format!(r#"{{"name":"C{at}","doc":null,"payload":{payload}}}"#)
    });
    template(
        local,
        arity,
        format!(r#""kind":"enum","constructors":[{}]"#, joined(constructors)),
    )
}

pub fn host(local: &str) -> Template {
    template(local, 0, r#""kind":"host""#)
}

/// The view of a call to `reflect` at a type.
pub fn reflect_at(term: &str, templates: &[Template]) -> String {
    format!(
        r#"{{"bindings":[{{"name":"T","type":{term}}}],"params":[{{"name":"value","type":{term}}}],"ok":{term},"err":"Never","declarations":{{{}}}}}"#,
        joined(templates)
    )
}

pub fn validate(types: &str, schema: &str) -> Result<View, GraphError> {
    validate_for(REFLECT, types, schema)
}

pub fn validate_for(identity: &str, types: &str, schema: &str) -> Result<View, GraphError> {
    let testee = listing("testee");
    let (types, schema) = (types.as_bytes(), schema.as_bytes());
    View::validate(
        testee,
        tool(testee, identity),
        Some(types),
        Some(schema),
        Limits::default(),
    )
}

/// The code and the pointer of the fault of a view that is not valid.
pub fn fault(types: &str, schema: &str) -> (&'static str, String) {
    let fault = validate(types, schema).expect_err("the view is not valid");
    assert!(
        fault.message.len() < 1000 && !fault.message.is_empty(),
        "{fault}"
    );
    (fault.code, fault.pointer)
}
