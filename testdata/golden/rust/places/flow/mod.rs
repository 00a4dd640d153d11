//! The support code, which all goldens share.

pub use crate::flow::*;
