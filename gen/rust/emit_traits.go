package rust

import (
	"slices"
)

// described writes what says which Flow type the type stands for.
func (w *codecWriter) described() {
	t := w.t
	w.implement(implementation{trait: "flow::Described", of: t.rustName(), generic: t.generic, bound: "flow::Described", held: t.held}, func() {
		args := make([]string, len(t.generic))
		for i, name := range t.generic {
			args[i] = "flow::Type::never()"
			if slices.Contains(t.held, i) {
				args[i] = name + "::describe()"
			}
		}
		w.block("fn describe() -> flow::Type", func() {
			if len(args) == 0 {
				w.call("flow::Type::declared", []string{declarations, literal(t.name.String()), "Vec::new()"}, "")
				return
			}
			w.list("let args = vec![", args, "];")
			w.call("flow::Type::declared", []string{declarations, literal(t.name.String()), "args"}, "")
		})
	})
}

const declarations = "&DECLARATIONS"

// errorTraits makes a declared error one of Rust.
func (w *codecWriter) errorTraits() {
	t := w.t
	name := t.rustName()
	w.implement(implementation{trait: "flow::DeclaredError", of: name, generic: t.generic}, nil)
	w.implement(implementation{trait: "std::fmt::Display", of: name, generic: t.generic}, func() {
		w.block("fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result", func() {
			if len(t.generic) > 0 { // whose codecs are not at hand
				w.line("f.write_str(", literal(t.decl.Name), ")")
				return
			}
			w.call("flow::show_error", []string{"f", literal(t.decl.Name), "self"}, "")
		})
	})
	all := missing(nil, len(t.generic))
	w.implement(implementation{trait: "std::error::Error", of: name, generic: t.generic, bound: "std::fmt::Debug", held: all}, nil)
}

// hostTraits makes a host type one that a registry keeps objects for.
func (w *codecWriter) hostTraits() {
	made := "Self(token)"
	if len(w.t.phantom) > 0 {
		made = "Self(token, " + phantomData + ")"
	}
	w.implement(implementation{trait: "flow::HostValue", of: w.t.rustName(), generic: w.t.generic}, func() {
		w.block("fn of_token(token: flow::Json) -> Self", func() { w.line(made) })
		w.blank()
		w.block("fn token(&self) -> &flow::Json", func() { w.line("&self.0") })
	})
}
