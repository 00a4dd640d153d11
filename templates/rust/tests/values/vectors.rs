//! The vectors: every text as `json.Value`, and those of the types that stand for Flow's own.

use base64::prelude::{Engine as _, BASE64_STANDARD};
use flow_support::flow::{
    from_json, to_json, BigDecimal, BigInt, Code, DecodeError, Dict, Duration,
};
use flow_support::flow::{Instant, Json, Never, Set, Value};

fn vectors(name: &str) -> Vec<serde_json::Value> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/vectors/");
    let text = std::fs::read_to_string(format!("{path}{name}")).expect(name);
    serde_json::from_str(&text).expect(name)
}

fn through<T: Value>(text: &[u8]) -> Result<String, DecodeError> {
    from_json::<T>(text).map(|value| to_json(&value).expect("what was read encodes"))
}

/// Holds a reading to what a row says of its text.
fn check(row: &serde_json::Value, text: &[u8], read: fn(&[u8]) -> Result<String, DecodeError>) {
    let shown = String::from_utf8_lossy(text);
    match (row["canonical"].as_str(), read(text)) {
        (Some(canonical), Ok(found)) => {
            assert_eq!(found, canonical, "{shown:.200}");
            assert_eq!(
                read(canonical.as_bytes()).as_deref(),
                Ok(canonical),
                "{canonical:.200}"
            );
        }
        (Some(_), Err(error)) => panic!("{shown:.200}: {error}"),
        (None, Ok(found)) => panic!("{shown:.200} was read as {found:.200}"),
        (None, Err(error)) => {
            assert_eq!(
                error.code().as_str(),
                row["refused"],
                "{shown:.200}: {error}"
            );
            // What is wrong with a text as such, the vectors say of all of it.
            let of_text = matches!(
                error.code(),
                Code::Json | Code::Utf8 | Code::Surrogate | Code::DuplicateMember | Code::Depth
            );
            if let (Some(at), false) = (row["at"].as_str(), of_text) {
                assert_eq!(error.pointer(), at, "{shown:.200}: {error}");
            }
        }
    }
}

#[test]
fn json() {
    let rows = vectors("json.json");
    assert_eq!(rows.len(), 140);
    for row in rows {
        let text = match (row["text"].as_str(), row["bytes"].as_str()) {
            (Some(text), _) => text.as_bytes().to_vec(),
            (None, bytes) => BASE64_STANDARD
                .decode(bytes.expect("bytes"))
                .expect("base64"),
        };
        check(&row, &text, through::<Json>);
    }
}

/// Gives how values of a term are read, where it is one of those that the vectors have without a listing.
fn reading(term: &str) -> fn(&[u8]) -> Result<String, DecodeError> {
    match term {
        r#""Int""# => through::<BigInt>,
        r#""Decimal""# => through::<BigDecimal>,
        r#""Bool""# => through::<bool>,
        r#""Text""# => through::<String>,
        r#""Bytes""# => through::<Vec<u8>>,
        r#""Instant""# => through::<Instant>,
        r#""Duration""# => through::<Duration>,
        r#""Unit""# => through::<()>,
        r#""Never""# => through::<Never>,
        r#""json.Value""# => through::<Json>,
        r#"{"List":"Int"}"# => through::<Vec<BigInt>>,
        r#"{"Set":"Int"}"# => through::<Set<BigInt>>,
        r#"{"Set":"Decimal"}"# => through::<Set<BigDecimal>>,
        r#"{"Set":"Text"}"# => through::<Set<String>>,
        r#"{"Set":"Bool"}"# => through::<Set<bool>>,
        r#"{"Set":"Bytes"}"# => through::<Set<Vec<u8>>>,
        r#"{"Set":"Instant"}"# => through::<Set<Instant>>,
        r#"{"Set":"Duration"}"# => through::<Set<Duration>>,
        r#"{"Set":"Unit"}"# => through::<Set<()>>,
        r#"{"Set":"Never"}"# => through::<Set<Never>>,
        r#"{"Set":{"Tuple":["Int","Text"]}}"# => through::<Set<(BigInt, String)>>,
        r#"{"Set":{"List":"Int"}}"# => through::<Set<Vec<BigInt>>>,
        r#"{"Set":{"Set":"Int"}}"# => through::<Set<Set<BigInt>>>,
        r#"{"Set":{"Option":"Int"}}"# => through::<Set<Option<BigInt>>>,
        r#"{"Set":{"Dict":["Text","Int"]}}"# => through::<Set<Dict<String, BigInt>>>,
        r#"{"Set":"json.Value"}"# => through::<Set<Json>>,
        r#"{"Dict":["Text","Int"]}"# => through::<Dict<String, BigInt>>,
        r#"{"Dict":["Int","Text"]}"# => through::<Dict<BigInt, String>>,
        r#"{"Dict":[{"Tuple":["Bool","Text"]},"Unit"]}"# => through::<Dict<(bool, String), ()>>,
        r#"{"Dict":[{"Option":"Text"},"Int"]}"# => through::<Dict<Option<String>, BigInt>>,
        r#"{"Tuple":["Int","Text"]}"# => through::<(BigInt, String)>,
        r#"{"Option":"Int"}"# => through::<Option<BigInt>>,
        r#"{"Option":{"Option":"Int"}}"# => through::<Option<Option<BigInt>>>,
        r#"{"Option":"Text"}"# => through::<Option<String>>,
        r#"{"Option":"Unit"}"# => through::<Option<()>>,
        _ => panic!("no Rust type is known for {term}: add it"),
    }
}

#[test]
fn values() {
    let mut seen = 0;
    for group in vectors("values.json") {
        if !group["listing"].is_null() {
            continue; // generated types, and those of a view, are tested with what makes them
        }
        let read = reading(&group["type"].to_string());
        for row in group["cases"].as_array().expect("cases") {
            check(row, row["text"].as_str().expect("text").as_bytes(), read);
            seen += 1;
        }
    }
    assert_eq!(seen, 355);
}
