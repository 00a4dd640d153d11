package flow

import (
	"fmt"

	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/typespec"
)

// Schema gives the JSON Schema (draft 2020-12) of a declared type as canonical text, to show to a model, say. name is the
// type's in the generated package: Schema("Action") goes with ActionCodec. The error says that there is no such type, or
// that it is generic, which leaves it without one schema.
//
// It is made anew each time: a program that asks often keeps it.
func (k *Toolkit) Schema(name string) (string, error) {
	program, err := k.program()
	if err != nil {
		return "", err
	}
	for _, declared := range program.Declarations {
		if declared.ID == name {
			return schemaOf(declared)
		}
	}
	return "", fmt.Errorf("flow: there is no type %s in the package", quoted(name))
}

func schemaOf(declared *typespec.Declaration) (string, error) {
	if len(declared.Generic) > 0 {
		return "", fmt.Errorf("flow: %s is generic: it has a schema only with its type arguments", declared.ID)
	}
	schema, err := typespec.Schema(declared.Term(), typespec.SchemaOptions{})
	if err != nil {
		return "", fmt.Errorf("flow: %s has no schema: %w", declared.ID, err)
	}
	return string(canon.Append(nil, schema)), nil
}
