//! The declaration graph: signatures, call views, and the codecs of types that are known at run
//! time.

mod damaged;
mod generic;
mod hostile;
mod listing;
mod listings;
mod oracle;
mod raw;
mod schemas;
mod values;
mod view_trees;
mod views;
