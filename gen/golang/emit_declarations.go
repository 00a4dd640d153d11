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
	c := &copier{declarations: map[*typespec.Declaration]*typespec.Declaration{}, terms: map[*typespec.Term]*typespec.Term{}}
	for _, t := range p.order {
		renamed := *t.decl
		renamed.ID = t.name.String()
		c.declarations[t.decl] = &renamed
	}
	for _, t := range p.order {
		c.members(c.declarations[t.decl])
	}
	lines := []string{`{"data":` + string(canon.AppendString(nil, p.program.Data)) + `,"tools":[`}
	for i, t := range p.tools {
		lines = append(lines, jsonLine(c.tool(t.tool), i == len(p.tools)-1))
	}
	lines = append(lines, `],"types":{`)
	for i, t := range p.order {
		name := string(canon.AppendString(nil, t.name.String()))
		lines = append(lines, name+":"+jsonLine(c.declarations[t.decl].Template(), i == len(p.order)-1))
	}
	return append(lines, `}}`)
}

// jsonLine writes one element of an array or object.
func jsonLine(v *canon.Value, last bool) string {
	text := string(canon.Append(nil, v))
	if last {
		return text
	}
	return text + ","
}

// copier copies terms so that they refer to the copies of declarations.
type copier struct {
	declarations map[*typespec.Declaration]*typespec.Declaration
	terms        map[*typespec.Term]*typespec.Term
}

func (c *copier) term(t *typespec.Term) *typespec.Term {
	if t == nil {
		return nil
	}
	if known := c.terms[t]; known != nil {
		return known
	}
	made := *t
	made.Decl, made.Owner = c.declarations[t.Decl], c.declarations[t.Owner]
	made.Args = c.list(t.Args)
	c.terms[t] = &made
	return &made
}

func (c *copier) list(terms []*typespec.Term) []*typespec.Term {
	made := make([]*typespec.Term, len(terms))
	for i, t := range terms {
		made[i] = c.term(t)
	}
	return made
}

func (c *copier) fields(fields []typespec.Field) []typespec.Field {
	if fields == nil {
		return nil
	}
	made := make([]typespec.Field, len(fields))
	for i, f := range fields {
		f.Type = c.term(f.Type)
		made[i] = f
	}
	return made
}

func (c *copier) members(d *typespec.Declaration) {
	d.Fields = c.fields(d.Fields)
	constructors := make([]typespec.Constructor, len(d.Constructors))
	for i, each := range d.Constructors {
		if each.Payload != nil {
			each.Payload = &typespec.Payload{Positional: c.list(each.Payload.Positional), Named: c.fields(each.Payload.Named)}
		}
		constructors[i] = each
	}
	d.Constructors = constructors
}

// tool gives a Tool's entry in the listing.
func (c *copier) tool(t *typespec.Tool) *canon.Value {
	made := *t
	made.Ok, made.Err = c.term(t.Ok), c.term(t.Err)
	made.Params = make([]typespec.Parameter, len(t.Params))
	for i, q := range t.Params {
		q.Type = c.term(q.Type)
		made.Params[i] = q
	}
	entry := []canon.Member{{Name: "tool", Value: canon.NewString(t.Identity)}}
	for _, member := range made.TypeSpec().Members {
		if member.Name != "declarations" {
			entry = append(entry, member)
		}
	}
	return canon.NewObject(entry...)
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
