//! Tests of values: how they are read, written and put in order.

#[path = "../sample/mod.rs"]
mod sample;

mod agree;
mod containers;
mod damage;
mod generated;
mod numbers;
mod properties;
mod texts;
mod times;
mod vectors;

use flow_support::flow::{from_json, from_json_within, to_json, to_json_within};
use flow_support::flow::{Code, DecodeError, Limits, Value};

/// Reads a text at a type and writes it again.
fn through<T: Value>(text: &str) -> Result<String, DecodeError> {
    from_json::<T>(text).map(|value| to_json(&value).expect("what was read encodes"))
}

/// Holds a text to be read at a type, and to be this canonical one.
fn reads<T: Value>(text: &str, canonical: &str) {
    assert_eq!(through::<T>(text).as_deref(), Ok(canonical), "{text:.200}");
    assert_eq!(
        through::<T>(canonical).as_deref(),
        Ok(canonical),
        "{text:.200}"
    );
}

/// Holds a text to be refused at a type, for this reason at this place.
fn refuses<T: Value>(text: &str, code: Code, pointer: &str) {
    match through::<T>(text) {
        Ok(found) => panic!("{text:.200} was read as {found:.200}"),
        Err(error) => {
            let found = (error.code(), error.pointer());
            assert_eq!(found, (code, pointer), "{text:.200}: {error}");
            assert!(error.to_string().len() < 700, "{text:.200}: a long message");
        }
    }
}

/// Holds a text to be within small limits or not, when it is read and when it is written alike.
fn fits<T: Value>(text: &str, limits: Limits, code: Option<Code>) {
    let read = from_json_within::<T>(text, limits)
        .err()
        .map(|error| error.code());
    assert_eq!(read, code, "reading {text:.200}");
    let value: T = from_json(text).expect("within the usual limits");
    let written = to_json_within(&value, limits)
        .err()
        .map(|error| error.code());
    assert_eq!(written, code, "writing {text:.200}");
}
