package main

import (
	"strings"

	"github.com/flow-toolkit/flowgen/typespec"
)

// toolInFlow writes a Tool's declaration as Flow does.
func toolInFlow(t *typespec.Tool) string {
	params := make([]string, len(t.Params))
	for i, p := range t.Params {
		params[i] = p.Name + ": " + typespec.FlowType(p.Type, t.Generic)
	}
	return "@tool flow " + typespec.ParseIdentity(t.Identity).Name + angled(t.Generic) +
		"(" + strings.Join(params, ", ") + ") -> Result<" +
		typespec.FlowType(t.Ok, t.Generic) + ", " + typespec.FlowType(t.Err, t.Generic) + ">"
}

// typeInFlow writes a type's declaration as Flow does, with the docs of its members.
func typeInFlow(d *typespec.Declaration) string {
	head := "type " + d.Name + angled(d.Generic)
	if d.Opaque {
		head = "opaque " + head
	}
	switch d.Kind {
	case typespec.Host:
		return "@tool " + head
	case typespec.NonData:
		return head + "  // not data: no value of it crosses"
	case typespec.Record:
		return head + " " + braced("{", fieldsInFlow(d.Fields), "}", "")
	default:
		if len(d.Constructors) == 0 {
			return head + " {}  // an enum without constructors"
		}
		return head + " " + braced("{", constructorsInFlow(d.Constructors), "}", "")
	}
}

// member is one line of a declaration's body with its doc.
type member struct {
	doc  *string
	text string
}

func fieldsInFlow(fields []typespec.Field) []member {
	members := make([]member, len(fields))
	for i, f := range fields {
		members[i] = member{f.Doc, f.Name + ": " + typespec.FlowType(f.Type, nil)}
	}
	return members
}

func constructorsInFlow(constructors []typespec.Constructor) []member {
	members := make([]member, len(constructors))
	for i, c := range constructors {
		members[i] = member{c.Doc, c.Name + payloadInFlow(c.Payload)}
	}
	return members
}

// payloadInFlow writes a payload behind its constructor's name; named parts have a line each where one has a doc.
func payloadInFlow(p *typespec.Payload) string {
	switch {
	case p == nil:
		return ""
	case p.Named == nil:
		parts := make([]string, len(p.Positional))
		for i, part := range p.Positional {
			parts[i] = typespec.FlowType(part, nil)
		}
		return "(" + strings.Join(parts, ", ") + ")"
	}
	members := fieldsInFlow(p.Named)
	parts := make([]string, len(members))
	for i, m := range members {
		if m.doc != nil {
			return braced("(", members, ")", indent)
		}
		parts[i] = m.text
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

const indent = "    "

// braced writes members between brackets, a line each with its doc above it.
func braced(opening string, members []member, closing, margin string) string {
	if len(members) == 0 {
		return opening + closing
	}
	var b strings.Builder
	b.WriteString(opening + "\n")
	for _, m := range members {
		b.WriteString(docInFlow(m.doc, margin+indent) + margin + indent + m.text + ",\n")
	}
	b.WriteString(margin + closing)
	return b.String()
}

// docInFlow writes a doc comment, nothing where there is none.
func docInFlow(doc *string, margin string) string {
	if doc == nil {
		return ""
	}
	var b strings.Builder
	for _, line := range strings.Split(visible(*doc), "\n") {
		b.WriteString(strings.TrimRight(margin+"/// "+line, " ") + "\n")
	}
	return b.String()
}

func angled(generic []string) string {
	if len(generic) == 0 {
		return ""
	}
	return "<" + strings.Join(generic, ", ") + ">"
}
