//! What several programs of the bench have in common.

pub mod order;
pub mod tools;
