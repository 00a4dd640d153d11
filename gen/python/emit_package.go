package python

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/typespec"
)

// declarationsModule writes declarations.py: the declaration graph, each template and each Tool once.
func (p *plan) declarationsModule() ([]byte, error) {
	m := newModule("What the listing declares: each template and each Tool once, as canonical JSON.")
	m.imports["from .flow.declarations import Declarations"] = true
	declarations := slices.SortedFunc(slices.Values(p.program.Declarations), func(a, b *typespec.Declaration) int {
		return strings.Compare(p.id(a), p.id(b))
	})
	var templates, tools []expr
	for _, d := range declarations {
		templates = append(templates, pair(literal(p.id(d)), jsonLiteral(d.Template(p.id))))
	}
	for _, t := range p.program.Tools {
		tools = append(tools, pair(literal(t.Identity), jsonLiteral(t.Roots(p.id))))
	}
	m.assign("DECLARATIONS", call("Declarations",
		atom(literal(p.program.Data)), display("{", templates, "}"), display("{", tools, "}")))
	m.docstring([]string{"The declarations, read when they are first needed."})
	return m.bytes(), nil
}

func jsonLiteral(v *canon.Value) expr { return atom(literal(string(canon.Append(nil, v)))) }

// ownerOfTools is the local id that stands for a Tool, and for no declaration.
const ownerOfTools = "tool"

// id is the local id of a declaration in the package, which the listing's own ids, free to change with every run of the
// compiler, do not decide: the name of its class or, where it has none, its identity, and its ordinal above 1. No
// identity is the name of a class, for it has a dot.
func (p *plan) id(d *typespec.Declaration) string {
	if t, ok := p.types[d]; ok && t.name.String() != ownerOfTools {
		return t.name.String()
	}
	if d.Ordinal > 1 {
		return d.Identity + "#" + strconv.Itoa(d.Ordinal)
	}
	return d.Identity
}

// given are the names of the support code that the package gives to authors as its own.
var given = []string{
	"Carrier", "Codec", "Context", "DecodeError", "Dict", "Duration", "EncodeError", "GenericContext", "Instant", "Json",
	"Registry", "Set", "Some", "call", "call_async", "call_text", "serve",
}

// packageModule writes __init__.py: all that authors use, under one roof.
func (p *plan) packageModule() ([]byte, error) {
	m := newModule("Tools declared in Flow, to implement in Python: derive from `Tools`, then `serve` an instance.")
	if p.pkg != "" {
		m.doc = append(m.doc, "", "It is imported as "+quoted(p.pkg)+".")
	}
	homes := map[string][]string{"codecs": nil, "declarations": nil, "flow": slices.Clone(given), "tools": {"Tools"}, "types": nil}
	for _, t := range p.order {
		homes["types"] = append(homes["types"], t.name.String())
		for _, c := range t.constructors {
			if !t.isBare {
				homes["types"] = append(homes["types"], c.name.String())
			}
		}
	}
	for _, t := range p.tools {
		if t.context != nil {
			homes["tools"] = append(homes["tools"], t.context.String())
		}
	}
	names := []string{"codecs", "flow", "types"}
	for _, name := range names {
		m.checked["from . import "+name] = true
	}
	for home, own := range homes {
		for _, name := range own {
			m.checked["from ."+home+" import "+name] = true
		}
		names = append(names, own...)
	}
	slices.SortFunc(names, compareExported)
	m.assign("__all__", display("[", literals(names), "]"))
	m.blank(1)
	m.imports["from .flow.lazy import exported"] = true
	m.imports[importTypeChecking] = true
	modules := make([]expr, 0, len(homes))
	for _, home := range slices.Sorted(maps.Keys(homes)) {
		if home == "types" {
			continue // the home of all names that no other module is named for
		}
		slices.SortFunc(homes[home], compareExported)
		modules = append(modules, pair(literal(home), display("[", literals(homes[home]), "]")))
	}
	m.line("if not TYPE_CHECKING:  # each name is imported when something first asks for it")
	m.within(func() {
		m.expression("__getattr__, __dir__ = ", call("exported", atom("globals()"), display("{", modules, "}"), atom(literal("types"))), "")
	})
	return m.bytes(), nil
}

// literals are string literals of these names.
func literals(names []string) []expr {
	items := make([]expr, len(names))
	for i, name := range names {
		items[i] = atom(literal(name))
	}
	return items
}
