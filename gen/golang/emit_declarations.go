package golang

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/dave/jennifer/jen"

	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/typespec"
)

// declarationsFile writes declarations.go: the listing that the package was generated from, a declaration a line.
func (p *plan) declarationsFile(f *jen.File) {
	f.Comment("// listing is what the package was generated from, a Tool or a type a line. The types bear their names in Go as local ids.")
	f.Const().Id("listing").Op("=").Op(textLiteral(p.listing()))
}

// listing gives the lines of the listing. Each declaration is known by its name in Go, since ids of a listing may change
// without cause.
func (p *plan) listing() []string {
	lines := []string{`{"data":` + string(canon.AppendString(nil, p.program.Data)) + `,"tools":[`}
	for i, t := range p.tools {
		lines = append(lines, jsonLine(p.entry(t.tool), i == len(p.tools)-1))
	}
	lines = append(lines, `],"types":{`)
	for i, t := range p.order {
		name := string(canon.AppendString(nil, p.id(t.decl)))
		lines = append(lines, name+":"+jsonLine(t.decl.Template(p.id), i == len(p.order)-1))
	}
	return append(lines, `}}`)
}

// id is the local id of a declaration: its name in Go.
func (p *plan) id(d *typespec.Declaration) string { return p.types[d].name.String() }

// entry gives a Tool's entry in the listing.
func (p *plan) entry(t *typespec.Tool) *canon.Value {
	entry := t.Roots(p.id)
	entry.Members = append(entry.Members, canon.Member{Name: "tool", Value: canon.NewString(t.Identity)})
	return entry
}

// jsonLine writes one element of an array or object.
func jsonLine(v *canon.Value, last bool) string {
	text := string(canon.Append(nil, v))
	if last {
		return text
	}
	return text + ","
}

// textLiteral writes lines as one string: raw where they can be, quoted where something in them could not be seen.
func textLiteral(lines []string) string {
	var literals, plain []string
	flush := func() {
		if len(plain) > 0 {
			literals = append(literals, "`"+strings.Join(plain, "\n")+"\n`")
			plain = nil
		}
	}
	for _, line := range lines {
		if isPlain(line) {
			plain = append(plain, line)
			continue
		}
		flush()
		literals = append(literals, strconv.Quote(line+"\n"))
	}
	flush()
	return strings.Join(literals, " +\n")
}

// isPlain says whether a line can stand in a raw string, and a reader sees all of it.
func isPlain(line string) bool {
	return strconv.CanBackquote(line) && strings.IndexFunc(line, func(r rune) bool { return !unicode.IsGraphic(r) }) < 0
}
