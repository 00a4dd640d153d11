//! Listings as generated code embeds them.

use std::collections::HashMap;
use std::sync::{Mutex, OnceLock};

use flow_support::flow::Declarations;

use crate::raw::{file, Raw};

fn kept(text: impl Into<String>) -> &'static str {
    Box::leak(text.into().into_boxed_str())
}

/// What the generated `declarations.rs` of a listing says.
pub fn embed(listing: Raw<'_>) -> &'static Declarations {
    let types = listing.get("types").members();
    let types = types
        .into_iter()
        .map(|(local, template)| (local, template.0.to_owned()))
        .collect();
    let tools = listing.get("tools").items().into_iter().map(|tool| {
        let members = tool.members().into_iter();
        let members =
            members.filter(|(name, _)| ["err", "generic", "ok", "params"].contains(&name.as_str()));
        let members: Vec<_> = members
            .map(|(name, raw)| format!("\"{name}\":{}", raw.0))
            .collect();
        (
            tool.get("tool").text().into_owned(),
            format!("{{{}}}", members.join(",")),
        )
    });
    declare(types, tools.collect())
}

/// Embedded declarations of these templates, by local id, and Tools, by identity.
pub fn declare(
    types: Vec<(String, String)>,
    tools: Vec<(String, String)>,
) -> &'static Declarations {
    let keep = |texts: Vec<(String, String)>| -> &'static [(&'static str, &'static str)] {
        let texts: Vec<_> = texts
            .into_iter()
            .map(|(name, text)| (kept(name), kept(text)))
            .collect();
        Box::leak(texts.into_boxed_slice())
    };
    Box::leak(Box::new(Declarations::new("1.0", keep(types), keep(tools))))
}

/// One of the listings among the vectors.
pub fn listing(name: &str) -> &'static Declarations {
    static KNOWN: OnceLock<Mutex<HashMap<String, &'static Declarations>>> = OnceLock::new();
    let mut known = KNOWN
        .get_or_init(Mutex::default)
        .lock()
        .expect("no test panics in here");
    let make = || embed(Raw(&file(&format!("listings/{name}.json"))));
    known.entry(name.to_owned()).or_insert_with(make)
}

/// The place of a Tool among those declared.
pub fn tool(declarations: &Declarations, identity: &str) -> usize {
    declarations
        .tools()
        .position(|each| each == identity)
        .expect("a Tool of the listing")
}
