package main

import (
	"fmt"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/typespec"
	"github.com/spf13/cobra"
)

// schemaRequest is what the user asks of "flowgen schema".
type schemaRequest struct {
	tool, typeName string
	canonical      bool
}

func (a *app) schemaCommand() *cobra.Command {
	var s schemaRequest
	cmd := &cobra.Command{
		Use:   "schema [LISTING|-]",
		Short: "Print JSON Schema documents of Tools and types",
		Long: `schema prints JSON Schemas (draft 2020-12), each a document of its own with "$schema" and the "$defs" that it reaches.

With --type it is the one document of that type. With --tool it is an object with a document for each parameter ("params",
pairs of name and document), for "ok" and for "err". With both, the type is looked for among those that the Tool reaches.
With neither it is an object with such an object for each Tool, by identity.`,
		Args: oneListing,
		RunE: run(func(args []string) error { return a.schema(s, args) }),
	}
	cmd.Flags().Var((*nonEmpty)(&s.tool), "tool", "the Tool: its identity, or the `NAME` that it ends in")
	cmd.Flags().Var((*nonEmpty)(&s.typeName), "type", "the type: its identity, or the `NAME` that it ends in")
	cmd.Flags().BoolVar(&s.canonical, "canonical", false, "on one line, in canonical form")
	return cmd
}

func (a *app) schema(s schemaRequest, args []string) error {
	program, err := a.program(listingOnly, args)
	if err != nil {
		return err
	}
	documents, err := s.documents(program)
	if err != nil {
		return err
	}
	return a.printJSON(documents, s.canonical)
}

// documents gives what was asked for.
func (s schemaRequest) documents(program *typespec.Program) (*canon.Value, error) {
	declarations := program.Declarations
	if s.tool != "" {
		tool, err := program.Tool(s.tool)
		switch {
		case err != nil:
			return nil, err
		case s.typeName == "":
			return toolDocuments(tool)
		}
		declarations = program.Reach(tool)
	}
	if s.typeName != "" {
		return typeDocument(declarations, s.typeName)
	}
	var members []canon.Member
	for _, t := range program.Tools {
		documents, err := toolDocuments(t)
		if err != nil {
			return nil, err
		}
		members = append(members, canon.Member{Name: t.Identity, Value: documents})
	}
	return canon.NewObject(members...), nil
}

// toolDocuments is a Tool's signature with a document in place of each schema.
func toolDocuments(t *typespec.Tool) (*canon.Value, error) {
	options := typespec.SchemaOptions{Generic: t.Generic}
	params := make([]*canon.Value, len(t.Params))
	for i, p := range t.Params {
		document, err := typespec.SchemaDocument(p.Type, options)
		if err != nil {
			return nil, fmt.Errorf("the parameter %s of %s: %w", p.Name, t.Identity, err)
		}
		params[i] = canon.NewArray(canon.NewString(p.Name), document)
	}
	members := []canon.Member{{Name: "params", Value: canon.NewArray(params...)}}
	for _, root := range []struct {
		name string
		term *typespec.Term
	}{{"ok", t.Ok}, {"err", t.Err}} {
		document, err := typespec.SchemaDocument(root.term, options)
		if err != nil {
			return nil, fmt.Errorf("%s of %s: %w", root.name, t.Identity, err)
		}
		members = append(members, canon.Member{Name: root.name, Value: document})
	}
	return canon.NewObject(append(members, canon.Member{Name: "generic", Value: t.Signature().Member("generic")})...), nil
}

// typeDocument is the document of the only type that a name means.
func typeDocument(declarations []*typespec.Declaration, name string) (*canon.Value, error) {
	d, err := findType(declarations, name)
	if err != nil {
		return nil, fmt.Errorf("--type %w", err)
	}
	if len(d.Generic) > 0 {
		return nil, fmt.Errorf("%s is generic and has a schema only with its type arguments: ask for a Tool that uses it, with --tool",
			gen.SubjectOf(d))
	}
	document, err := typespec.SchemaDocument(d.Term(), typespec.SchemaOptions{})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", gen.SubjectOf(d), err)
	}
	return document, nil
}

// findType gives the only type of an identity to the letter, else without versions, else that the name is the end of.
func findType(declarations []*typespec.Declaration, name string) (*typespec.Declaration, error) {
	fits := []func(subject, bare gen.Subject) bool{
		func(subject, _ gen.Subject) bool { return string(subject) == name },
		func(_, bare gen.Subject) bool { return string(bare) == typespec.Unversioned(name) },
		func(subject, bare gen.Subject) bool { return subject.EndsIn(name) || bare.EndsIn(name) },
	}
	for _, fit := range fits {
		var found []*typespec.Declaration
		for _, d := range declarations {
			subject := gen.SubjectOf(d)
			if fit(subject, gen.Subject(typespec.Unversioned(string(subject)))) {
				found = append(found, d)
			}
		}
		switch len(found) {
		case 0:
		case 1:
			return found[0], nil
		default:
			return nil, fmt.Errorf("%s may be %s or %s: give more of the identity", name, gen.SubjectOf(found[0]),
				gen.SubjectOf(found[1]))
		}
	}
	if own := typespec.Spelled(name); own != "" {
		return nil, fmt.Errorf("%s: no such type here: Flow's own is spelled %s", name, own)
	}
	return nil, fmt.Errorf("%s: no such type here: \"flowgen list\" lists the declared ones", name)
}
