//! Served signatures and fingerprints, and the rules that hold for listings and views alike.

use sha2::{Digest, Sha256};

use crate::listing::{embed, listing};
use crate::raw::{file, Raw};

fn fingerprint(signature: &str) -> String {
    format!("sha256:{:x}", Sha256::digest(signature.as_bytes()))
}

#[test]
fn a_served_signature_is_that_of_the_listing() {
    let text = file("listings.json");
    let mut seen = 0;
    for row in Raw(&text).items() {
        let declarations = listing(&row.get("listing").text());
        let (described, fingerprinted) = (declarations.described(), declarations.fingerprinted());
        let tools = row.get("tools").items();
        assert_eq!(declarations.tools().len(), tools.len());
        for (place, (tool, identity)) in tools.into_iter().zip(declarations.tools()).enumerate() {
            assert_eq!(identity, tool.get("tool").text());
            assert_eq!(described[place], tool.get("signature").text());
            assert_eq!(fingerprinted[place], tool.get("fingerprinted").text());
            assert_eq!(
                fingerprint(&fingerprinted[place]),
                tool.get("fingerprint").text()
            );
            seen += 1;
        }
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn a_listing_on_the_right_side_of_a_line_has_its_fingerprints() {
    let text = file("listings-accepted.json");
    let rows = Raw(&text).items();
    assert!(rows.len() > 20);
    for row in rows {
        let text = row.get("text").text();
        let declarations = embed(Raw(&text));
        let found = declarations
            .fingerprinted()
            .into_iter()
            .map(|text| fingerprint(&text));
        let expected: Vec<_> = row
            .get("fingerprints")
            .items()
            .into_iter()
            .map(Raw::text)
            .collect();
        assert!(found.eq(expected), "{}", row.get("name").text());
        assert_eq!(declarations.check(), Ok(()), "{}", row.get("name").text());
    }
}

/// What views are free of, or what the reading of a whole listing sees to.
const ELSEWHERE: [&str; 5] = [
    "no tools member",
    "tool entry without err",
    "tool doc that is a number",
    "two tools of one identity",
    "a JSON text that is no object",
];

/// The rules that hold for the graphs of views too.
const RULES: [&str; 13] = [
    "shape",
    "unknown-term",
    "unresolved",
    "arity",
    "owner",
    "index",
    "duplicate-name",
    "disconnected",
    "irregular",
    "infinite",
    "crossing",
    "limit",
    "conflicting",
];

#[test]
fn a_broken_rule_is_found_where_it_is_broken() {
    let text = file("listings-refused.json");
    let mut seen = 0;
    for row in Raw(&text).items() {
        let (name, code) = (row.get("name").text(), row.get("code").text());
        if ELSEWHERE.contains(&&*name) || !RULES.contains(&&*code) {
            continue;
        }
        let Some(listing) = row.find("listing") else {
            continue;
        };
        if !listing.get("types").0.starts_with('{') {
            continue; // nothing that could be embedded
        }
        let fault = embed(listing).check().expect_err(&name);
        assert_eq!(
            (fault.code, &*fault.pointer),
            (&*code, &*row.get("at").text()),
            "{name}: {fault}"
        );
        seen += 1;
    }
    assert!(seen > 60, "{seen}");
}

#[test]
fn a_real_graph_is_accepted() {
    for name in [
        "browser",
        "everything",
        "model",
        "openai",
        "planner",
        "testee",
    ] {
        assert_eq!(listing(name).check(), Ok(()), "{name}");
    }
}
