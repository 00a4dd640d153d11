//! Holds the reader to its rules on any bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../tests/values/agree.rs"]
mod agree;
#[path = "../../tests/sample/mod.rs"]
mod sample;

fuzz_target!(|text: &[u8]| agree::hold(text));
