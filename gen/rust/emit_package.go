package rust

import (
	"fmt"
	"io/fs"
	"strings"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/templates"
)

// allowance is lints that generated code cannot keep, and why.
type allowance struct {
	reason string
	lints  []string
}

// allowances are about what a listing decides. Support code is held to these lints where it is written.
var allowances = []allowance{
	{"a program need not use all that is declared", []string{"dead_code", "unused_imports"}},
	{"names that collide in Rust's case stay as Flow spells them", []string{
		"bindings_with_variant_name", "non_camel_case_types", "non_snake_case", "clippy::duplicate_underscore_argument",
		"clippy::just_underscores_and_digits", "clippy::pub_underscore_fields", "clippy::used_underscore_binding",
		"clippy::used_underscore_items",
	}},
	{"Rust 1.85 does not know the shorter form", []string{"clippy::collapsible_if"}},
	{"the tree may be called as one of its modules", []string{"clippy::module_inception"}},
	{"the names mean in Flow what they say there", []string{
		"clippy::enum_variant_names", "clippy::iter_not_returning_iterator", "clippy::many_single_char_names",
		"clippy::new_ret_no_self", "clippy::similar_names",
		"clippy::struct_field_names", "clippy::upper_case_acronyms", "clippy::wrong_self_convention",
	}},
	{"docs are as Flow has them", []string{
		"clippy::doc_lazy_continuation", "clippy::doc_markdown", "clippy::doc_overindented_list_items",
	}},
	{"types and Tools have the shapes that Flow declares", []string{
		"clippy::fn_params_excessive_bools", "clippy::large_enum_variant", "clippy::large_futures", "clippy::match_same_arms",
		"clippy::option_option", "clippy::struct_excessive_bools", "clippy::too_many_arguments", "clippy::too_many_lines",
		"clippy::type_complexity",
	}},
}

// rootFile writes mod.rs, or lib.rs of a crate: all that authors use, under one roof.
func (p *plan) rootFile(w *printer) {
	w.blank()
	w.line("//! Tools declared in Flow, to implement in Rust: implement [`Tools`], then [`serve`] it.")
	if p.pkg == "" {
		w.line("//!")
		w.line("//! This tree of modules stands on these crates, which the manifest of the crate around it has to name:")
		w.line("//!")
		w.line("//! ```toml")
		for _, line := range strings.Split(strings.TrimSpace(dependencies()), "\n") {
			if line != "" && !strings.HasPrefix(line, "#") {
				w.line("//! ", line)
			}
		}
		w.line("//! ```")
	}
	if limit := p.recursionLimit(); limit > 0 && p.pkg != "" {
		w.line(recursionAttribute(limit))
	}
	for _, a := range allowances {
		w.line("#![allow(")
		w.within(func() {
			for _, lint := range a.lints {
				w.line(lint, ",")
			}
			w.line("reason = ", literal(a.reason))
		})
		w.line(")]")
	}
	w.blank()
	w.line("mod codecs;")
	w.line("pub mod declarations;")
	w.line("pub mod flow;")
	w.line("mod tools;")
	w.line("pub mod types;")
	w.blank()
	w.line("pub use self::tools::*;")
	if len(p.order) > 0 {
		w.line("pub use self::types::*;")
	}
}

// supportManifest is the manifest of the support code, which says what it depends on.
const supportManifest = "rust/Cargo.toml"

// dependencies are the parts of that manifest that hold for generated code.
func dependencies() string {
	text, err := fs.ReadFile(templates.Rust, supportManifest)
	if err != nil {
		panic(err) // it is embedded
	}
	var kept strings.Builder
	for _, section := range strings.Split("\n"+string(text), "\n[")[1:] {
		name, _, _ := strings.Cut(section, "]")
		if name == "features" || strings.HasSuffix(name, "dependencies") && !strings.HasPrefix(name, "dev-") {
			kept.WriteString("[" + strings.TrimRight(section, "\n") + "\n\n")
		}
	}
	return strings.TrimRight(kept.String(), "\n") + "\n"
}

// cargoManifest writes the manifest of a crate.
func (p *plan) cargoManifest() []byte {
	return fmt.Appendf(nil, `# %s
[package]
name = "%s"
version = "0.0.0"
edition = "2021"
rust-version = "1.85"
publish = false

%s`, gen.Header, p.pkg, dependencies())
}
