//! A module tree as flowgen makes one, by hand: what generated types and codecs look like.
#![allow(dead_code)]

pub use flow_support::flow;

mod codecs;
pub mod types;
