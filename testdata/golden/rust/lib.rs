//! The goldens of generated Rust, each a module, on one support code.
#![recursion_limit = "1024"]

#[path = "../../../templates/rust/flow/mod.rs"]
pub mod flow;

pub mod browser;
pub mod collisions;
pub mod docs;
pub mod empty;
pub mod everything;
pub mod model;
pub mod namesakes;
pub mod openai;
pub mod places;
pub mod planner;
pub mod shapes;
pub mod testee;
pub mod unicode;
pub mod wordmembers;
pub mod wordtools;
pub mod wordtypes;
