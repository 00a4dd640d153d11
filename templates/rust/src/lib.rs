//! The support code of generated Rust, as a crate of its own for its tests. Generated module trees carry `flow/` as it is.

#[path = "../flow/mod.rs"]
pub mod flow;
