package templates

import "embed"

// Rust is the support code of generated Rust, the files of rust/flow, and the manifest that says what it depends on.
//
//go:embed rust/flow/*.rs rust/Cargo.toml
var Rust embed.FS
