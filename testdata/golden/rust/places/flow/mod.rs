//! The support code, which all trees of the crate share.

pub use crate::flow::*;
