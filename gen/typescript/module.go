package typescript

import (
	"maps"
	"slices"
	"strings"

	"github.com/flow-toolkit/flowgen/gen"
)

const header = "// " + gen.Header

// module is one generated module under construction: its statements, and the imports that they turned out to need.
type module struct {
	doc []string
	// imports are whole statements of imports.
	imports map[string]bool
	// named are names imported from a module of the support code, by the module; those for types alone apart.
	named, namedTypes map[string][]string
	statements        []string
	// flow says whether the support code is named, and for more than its types.
	flow use
}

// use says what a module needs another one for.
type use uint8

const (
	unused use = iota
	forTypes
	forValues
)

// The faces of the support code: of values and codecs, and of all.
const (
	importData = "./flow/data.ts"
	importAll  = "./flow/index.ts"
)

// support names something of the support code.
func (m *module) support(name string, how use) string {
	m.flow = max(m.flow, how)
	return "flow." + name
}

// importFlow imports a face of the support code, where something of it was named.
func (m *module) importFlow(face string) {
	switch m.flow {
	case forTypes:
		m.imports["import type * as flow from "+literal(face)+";"] = true
	case forValues:
		m.imports["import * as flow from "+literal(face)+";"] = true
	}
}

func newModule(doc ...string) *module {
	return &module{doc: doc, imports: map[string]bool{}, named: map[string][]string{}, namedTypes: map[string][]string{}}
}

// add writes a statement, with an empty line before it.
func (m *module) add(parts ...doc) {
	m.statements = append(m.statements, layOut(sequence(parts...)))
}

// from imports a name from a module of the support code, and gives it.
func (m *module) from(home, name string) string { return noted(m.named, home, name) }

// typeFrom imports a type from a module of the support code, and gives its name.
func (m *module) typeFrom(home, name string) string { return noted(m.namedTypes, home, name) }

func noted(names map[string][]string, home, name string) string {
	if !slices.Contains(names[home], name) {
		names[home] = append(names[home], name)
	}
	return name
}

// bytes puts the module together.
func (m *module) bytes() []byte {
	if len(m.statements) == 0 {
		m.statements = []string{"export {};"} // without which it would be no module
	}
	blocks := []string{header, layOut(sequence(comment(m.doc)))}
	if imports := m.importBlock(); imports != "" {
		blocks = append(blocks, imports)
	}
	for i, block := range blocks {
		blocks[i] = strings.TrimRight(block, "\n")
	}
	return []byte(strings.Join(append(blocks, m.statements...), "\n\n") + "\n")
}

// importBlock writes the imports, sorted by what they name.
func (m *module) importBlock() string {
	lines := slices.Collect(maps.Keys(m.imports))
	for home, names := range m.named {
		lines = append(lines, imported("import", names, home))
	}
	for home, names := range m.namedTypes {
		lines = append(lines, imported("import type", names, home))
	}
	slices.SortFunc(lines, func(a, b string) int { return strings.Compare(importKey(a), importKey(b)) })
	return strings.Join(lines, "\n")
}

// importKey orders imports by the module that they name, those of types alone behind those of values.
func importKey(line string) string {
	_, place, _ := strings.Cut(line, ` from "`)
	if strings.HasPrefix(line, "import type") {
		return place + "t"
	}
	return place
}

// imported writes an import of names.
func imported(word string, names []string, home string) string {
	slices.Sort(names)
	items := make([]doc, len(names))
	for i, name := range names {
		items[i] = text(name)
	}
	braces := sequence(text("{ "), join(commaLine, items), text(" }"))
	if len(items) > 1 {
		braces = object(",", items)
	}
	return layOut(sequence(text(word, " "), braces, text(` from "`, home, `";`)))
}
