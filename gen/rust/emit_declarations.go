package rust

import (
	"slices"
	"strings"

	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/typespec"
)

// declarationsFile writes declarations.rs: the declaration graph, each template and each Tool once.
func (p *plan) declarationsFile(w *printer) {
	w.line()
	w.line("//! What the listing declares: each template and each Tool once, as JSON. The types bear their names in Rust as local ids.")
	w.blank()
	w.line("use super::flow::Declarations;")
	w.blank()
	w.line("/// The declarations, read when they are first needed.")
	w.line("pub static DECLARATIONS: Declarations = Declarations::new(", literal(p.program.Data), ", TYPES, TOOLS);")
	types := slices.SortedFunc(slices.Values(p.order), func(a, b *typePlan) int { return strings.Compare(p.id(a.decl), p.id(b.decl)) })
	var templates, tools [][2]string
	for _, t := range types {
		templates = append(templates, [2]string{literal(p.id(t.decl)), jsonLiteral(t.decl.Template(p.id))})
	}
	for _, t := range p.tools {
		tools = append(tools, [2]string{literal(t.tool.Identity), jsonLiteral(t.tool.Roots(p.id))})
	}
	w.pairs("TYPES", templates)
	w.pairs("TOOLS", tools)
}

// id is the local id of a declaration: its name in Rust, which the listing's own ids, free to change with every run of the
// compiler, do not decide.
func (p *plan) id(d *typespec.Declaration) string { return p.types[d].name.String() }

// pairs writes a table of texts, each too long to stand on one line.
func (p *printer) pairs(name string, pairs [][2]string) {
	p.blank()
	before := "static " + name + ": &[(&str, &str)] = &["
	pair := func(each [2]string) {
		p.within(func() {
			p.line(each[0], ",")
			p.line(each[1], ",")
		})
	}
	switch len(pairs) {
	case 0:
		p.line(before, "];")
	case 1:
		p.line(before, "(")
		pair(pairs[0])
		p.line(")];")
	default:
		p.line(before)
		p.within(func() {
			for _, each := range pairs {
				p.line("(")
				pair(each)
				p.line("),")
			}
		})
		p.line("];")
	}
}

// jsonLiteral writes a JSON text as a raw string literal.
func jsonLiteral(v *canon.Value) string { return rawLiteral(string(canon.Append(nil, v))) }
