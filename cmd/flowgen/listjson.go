package main

import (
	"github.com/flow-toolkit/flowgen/typespec"
)

// surface is what "flowgen list --json" prints. Types of fields, parts and parameters are in Flow's notation.
type surface struct {
	Tools []toolRow `json:"tools"`
	Types []typeRow `json:"types"`
}

// toolRow is a Tool.
type toolRow struct {
	Tool        string     `json:"tool"`
	Doc         *string    `json:"doc"`
	Fingerprint string     `json:"fingerprint"`
	Generic     []string   `json:"generic"`
	Params      []fieldRow `json:"params"`
	Ok          string     `json:"ok"`
	Err         string     `json:"err"`
	Flow        string     `json:"flow"`
}

// typeRow is a declaration. Fields are there for a record and constructors for an enum.
type typeRow struct {
	Identity     string           `json:"identity"`
	Ordinal      int              `json:"lexical_ordinal"`
	Kind         string           `json:"kind"`
	Opaque       bool             `json:"opaque"`
	Generic      []string         `json:"generic"`
	Doc          *string          `json:"doc"`
	Fields       []fieldRow       `json:"fields,omitzero"`
	Constructors []constructorRow `json:"constructors,omitzero"`
	Flow         string           `json:"flow"`
}

// fieldRow is a field, a named part or a parameter.
type fieldRow struct {
	Name string  `json:"name"`
	Type string  `json:"type"`
	Doc  *string `json:"doc,omitempty"`
}

// constructorRow is a constructor, with one of the two kinds of parts or none.
type constructorRow struct {
	Name       string     `json:"name"`
	Doc        *string    `json:"doc,omitempty"`
	Positional []string   `json:"positional,omitempty"`
	Named      []fieldRow `json:"named,omitempty"`
}

func surfaceOf(program *typespec.Program) surface {
	s := surface{Tools: make([]toolRow, len(program.Tools)), Types: make([]typeRow, len(program.Declarations))}
	for i, t := range program.Tools {
		s.Tools[i] = rowOfTool(t)
	}
	for i, d := range program.Declarations {
		s.Types[i] = rowOfType(d)
	}
	return s
}

func rowOfTool(t *typespec.Tool) toolRow {
	row := toolRow{Tool: t.Identity, Doc: t.Doc, Fingerprint: t.Fingerprint(), Generic: append([]string{}, t.Generic...),
		Params: make([]fieldRow, len(t.Params)), Ok: typespec.FlowType(t.Ok, t.Generic),
		Err: typespec.FlowType(t.Err, t.Generic), Flow: toolInFlow(t)}
	for i, p := range t.Params {
		row.Params[i] = fieldRow{Name: p.Name, Type: typespec.FlowType(p.Type, t.Generic)}
	}
	return row
}

func rowOfType(d *typespec.Declaration) typeRow {
	row := typeRow{Identity: d.Identity, Ordinal: d.Ordinal, Kind: d.Kind.String(), Opaque: d.Opaque, Doc: d.Doc,
		Generic: append([]string{}, d.Generic...), Flow: typeInFlow(d)}
	switch d.Kind {
	case typespec.Record:
		row.Fields = rowsOfFields(d.Fields)
	case typespec.Enum:
		row.Constructors = make([]constructorRow, len(d.Constructors))
		for i, c := range d.Constructors {
			row.Constructors[i] = rowOfConstructor(c)
		}
	}
	return row
}

func rowsOfFields(fields []typespec.Field) []fieldRow {
	rows := make([]fieldRow, len(fields))
	for i, f := range fields {
		rows[i] = fieldRow{f.Name, typespec.FlowType(f.Type, nil), f.Doc}
	}
	return rows
}

func rowOfConstructor(c typespec.Constructor) constructorRow {
	row := constructorRow{Name: c.Name, Doc: c.Doc}
	if c.Payload == nil {
		return row
	}
	row.Named = rowsOfFields(c.Payload.Named)
	for _, part := range c.Payload.Positional {
		row.Positional = append(row.Positional, typespec.FlowType(part, nil))
	}
	return row
}
