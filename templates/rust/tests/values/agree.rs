//! What holds of any text: reading it gives a value or says why not, and all ways of reading agree.

use crate::sample::types::{Everything, Money, Opened, Shape, Tree};
use flow_support::flow::{from_json, to_json};
use flow_support::flow::{BigInt, Code, DecodeError, Json, Reader, Value};

/// Holds a text, which may be of any bytes, to all of it.
pub fn hold(text: &[u8]) {
    agree(text);
    read::<Json>(text);
    read::<Money>(text);
    read::<Shape>(text);
    read::<Opened>(text);
    read::<Everything>(text);
    read::<Tree<BigInt>>(text);
}

/// Reads a text at a type. What is read is written, and what was written is read as the same.
fn read<T: Value>(text: &[u8]) {
    let shown = || String::from_utf8_lossy(text).into_owned();
    let value: T = match from_json(text) {
        Ok(value) => value,
        Err(error) => {
            assert!(
                !error.message().is_empty() && error.to_string().len() < 1000,
                "{}",
                shown()
            );
            return;
        }
    };
    assert!(std::str::from_utf8(text).is_ok(), "{}", shown());
    let written = to_json(&value).unwrap_or_else(|error| panic!("{}: {error}", shown()));
    let again: T =
        from_json(&written).unwrap_or_else(|error| panic!("{}: {written}: {error}", shown()));
    assert_eq!(
        to_json(&again).as_deref(),
        Ok(written.as_str()),
        "{}",
        shown()
    );
}

/// Holds the ways of reading any JSON to one another, and to another reader.
fn agree(text: &[u8]) {
    let shown = || String::from_utf8_lossy(text).into_owned();
    let json = from_json::<Json>(text);
    let mut r = Reader::of_bytes(text);
    let skipped = r.skip().and_then(|()| r.end());
    let mut r = Reader::of_bytes(text);
    let skimmed = r.skim().map(drop).and_then(|()| r.end());
    match (&json, &skipped) {
        (Ok(_), Ok(())) => {}
        (Err(error), Ok(())) => assert_eq!(error.code(), Code::Limit, "{}", shown()),
        (Err(read), Err(skipped)) => {
            let (read, skipped) = (
                (read.code(), read.pointer()),
                (skipped.code(), skipped.pointer()),
            );
            assert!(
                read == skipped || read.0 == Code::Limit,
                "{}: {read:?}, {skipped:?}",
                shown()
            );
        }
        (Ok(_), Err(error)) => panic!("{}: {error}", shown()),
    }
    let of_syntax = |error: &DecodeError| matches!(error.code(), Code::Json | Code::Utf8);
    match (&skipped, &skimmed) {
        (Ok(()), Err(error)) => panic!("{}: {error}", shown()),
        (Err(error), Ok(())) => assert!(!of_syntax(error), "{}: {error}", shown()),
        _ => {}
    }
    let peer = serde_json::from_slice::<serde_json::Value>(text);
    if json.is_ok() {
        // The other one has floats alone, which end before our numbers do, and nests less deep.
        let narrower = |error: serde_json::Error| {
            let why = error.to_string();
            why.contains("out of range") || why.contains("recursion limit")
        };
        assert!(peer.is_ok() || peer.is_err_and(narrower), "{}", shown());
    } else if let (Ok(_), Err(error)) = (peer, json) {
        let ours_alone = matches!(
            error.code(),
            Code::DuplicateMember | Code::Limit | Code::Depth
        );
        assert!(ours_alone, "{}: {error}", shown());
    }
}
