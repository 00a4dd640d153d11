//! The server, held to the protocol: in memory, between sockets, and as a process.
#![allow(missing_docs)]
#![cfg(unix)]

mod ending;
mod lines;
mod local;
mod messages;
mod outcomes;
mod process;
mod properties;
mod registry;
mod say;
mod session;
mod streams;
