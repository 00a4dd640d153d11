package python

import (
	"slices"

	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/typespec"
)

// declarationsModule writes declarations.py: the declaration graph, each template and each Tool once.
func (p *plan) declarationsModule() ([]byte, error) {
	m := newModule("What the listing declares: each template and each Tool once, as canonical JSON.")
	m.imports["from .flow.declarations import Declarations"] = true
	var templates, tools []expr
	for _, d := range p.program.Declarations {
		templates = append(templates, pair(literal(d.ID), jsonLiteral(d.Template())))
	}
	for _, t := range p.program.Tools {
		tools = append(tools, pair(literal(t.Identity), jsonLiteral(rootsOf(t))))
	}
	m.assign("DECLARATIONS", call("Declarations",
		atom(literal(p.program.Data)), display("{", templates, "}"), display("{", tools, "}")))
	m.docstring([]string{"The declarations, read when they are first needed."})
	return m.bytes(), nil
}

func jsonLiteral(v *canon.Value) expr { return atom(literal(string(canon.Append(nil, v)))) }

// rootsOf is a Tool's TypeSpec without its declarations.
func rootsOf(t *typespec.Tool) *canon.Value {
	spec := t.TypeSpec()
	return canon.NewObject(slices.DeleteFunc(spec.Members, func(m canon.Member) bool { return m.Name == "declarations" })...)
}

// given are the names of the support code that the package gives to authors as its own.
var given = []string{
	"Carrier", "Codec", "Context", "DecodeError", "Dict", "Duration", "EncodeError", "GenericContext", "Instant", "Json",
	"Registry", "Set", "Some", "call", "call_async", "call_text", "serve",
}

// packageModule writes __init__.py: all that authors use, under one roof.
func (p *plan) packageModule() ([]byte, error) {
	m := newModule("Tools declared in Flow, to implement in Python: derive from `Tools`, then `serve` an instance.")
	names := slices.Clone(given)
	for _, name := range given {
		m.imports["from .flow import "+name] = true
	}
	for _, t := range p.order {
		own := []string{t.name.String()}
		for _, c := range t.constructors {
			if !t.isBare {
				own = append(own, c.name.String())
			}
		}
		for _, name := range own {
			m.imports["from .types import "+name] = true
		}
		names = append(names, own...)
	}
	m.imports["from .tools import Tools"] = true
	names = append(names, "Tools")
	for _, t := range p.tools {
		if t.context != nil {
			m.imports["from .tools import "+t.context.String()] = true
			names = append(names, t.context.String())
		}
	}
	for _, name := range []string{"codecs", "flow", "types"} {
		m.imports["from . import "+name] = true
		names = append(names, name)
	}
	slices.SortFunc(names, compareExported)
	items := make([]expr, len(names))
	for i, name := range names {
		items[i] = atom(literal(name))
	}
	m.assign("__all__", display("[", items, "]"))
	return m.bytes(), nil
}
