package mcp

import (
	"context"
	"fmt"
	"path"
	"strings"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/runtime/host"
	"github.com/flow-toolkit/flowgen/typespec"
)

// Offer is a Tool as it is offered to MCP clients.
type Offer struct {
	name string
	tool *typespec.Tool
	at   *host.Instance
	// input and output are JSON Schemas. isObject says that every success value is an object, as the revisions of the
	// handshake want what a tool has an output schema for.
	input, output *canon.Value
	isObject      bool
}

// NewOffers makes offers of bound Tools: each under the name that its identity ends in, with its file's name and an
// underscore in front where several end in the same. Generic Tools have no schema of their own and are left out: left has
// them. The error says which names collide all the same, or which Tool has no schema.
func NewOffers(bindings *host.Bindings) (offers []*Offer, left []*typespec.Tool, err error) {
	var bound []*host.Bound
	ending := map[string]int{}
	for _, b := range bindings.All() {
		if len(b.Tool.Generic) > 0 {
			left = append(left, b.Tool)
			continue
		}
		bound = append(bound, b)
		ending[nameOf(b.Tool)]++
	}
	taken := map[string]string{}
	for _, b := range bound {
		name := nameOf(b.Tool)
		if ending[name] > 1 {
			file := path.Base(typespec.ParseIdentity(b.Tool.Identity).File)
			name = strings.TrimSuffix(file, ".flow") + "_" + name
		}
		if other := taken[name]; other != "" {
			return nil, nil, fmt.Errorf("%s and %s would both be offered as %s: offer them by two servers", other, b.Tool.Identity, name)
		}
		taken[name] = b.Tool.Identity
		offer, err := newOffer(name, b)
		if err != nil {
			return nil, nil, err
		}
		offers = append(offers, offer)
	}
	return offers, left, nil
}

func newOffer(name string, b *host.Bound) (*Offer, error) {
	at, err := b.At(flow.DefaultLimits())
	if err != nil {
		return nil, err
	}
	o := &Offer{name: name, tool: b.Tool, at: at, isObject: isObject(b.Tool.Ok)}
	// Clients hold results to the output schema, and may refuse a value that has not the format that is meant for it.
	if o.output, err = typespec.SchemaDocument(b.Tool.Ok, typespec.SchemaOptions{Formatless: true}); err != nil {
		return nil, fmt.Errorf("%s: %w", b.Tool.Identity, err)
	}
	if o.isObject && o.output.Member("type") == nil {
		o.output.Members = append(o.output.Members, canon.Member{Name: "type", Value: canon.NewString("object")})
	}
	if o.input, err = inputSchema(b.Tool); err != nil {
		return nil, fmt.Errorf("%s: %w", b.Tool.Identity, err)
	}
	return o, nil
}

// isObject says whether every value of a type is a JSON object.
func isObject(t *typespec.Term) bool {
	switch {
	case t.Kind == typespec.Dict:
		return t.Args[0].Kind == typespec.Text
	case t.Kind != typespec.Named:
		return false
	case t.Decl.Kind == typespec.Record:
		return true
	}
	for _, c := range t.Decl.Constructors {
		if c.Payload == nil {
			return false
		}
	}
	return len(t.Decl.Constructors) > 0
}

// inputSchema is that of the object of a Tool's arguments. All of them are needed, and no others are taken.
func inputSchema(tool *typespec.Tool) (*canon.Value, error) {
	properties, required, defs := canon.NewObject(), canon.NewArray(), canon.NewObject()
	for _, p := range tool.Params {
		schema, err := typespec.Schema(p.Type, typespec.SchemaOptions{})
		if err != nil {
			return nil, fmt.Errorf("the parameter %s: %w", p.Name, err)
		}
		property := canon.NewObject()
		for _, m := range schema.Members {
			if m.Name != "$defs" {
				property.Members = append(property.Members, m)
			} else if err := merge(defs, m.Value); err != nil {
				return nil, fmt.Errorf("the parameter %s: %w", p.Name, err)
			}
		}
		properties.Members = append(properties.Members, canon.Member{Name: p.Name, Value: property})
		required.Items = append(required.Items, canon.NewString(p.Name))
	}
	members := []canon.Member{
		{Name: "$schema", Value: canon.NewString(typespec.SchemaDialect)},
		{Name: "type", Value: canon.NewString("object")},
		{Name: "properties", Value: properties},
		{Name: "required", Value: required},
		{Name: "additionalProperties", Value: canon.NewBool(false)},
	}
	if len(defs.Members) > 0 {
		members = append(members, canon.Member{Name: "$defs", Value: defs})
	}
	return canon.NewObject(members...), nil
}

// merge adds the definitions of one parameter's types to those of the others.
func merge(defs, more *canon.Value) error {
	for _, m := range more.Members {
		known := defs.Member(m.Name)
		if known == nil {
			defs.Members = append(defs.Members, m)
		} else if _, equal := canon.Equal(known, m.Value); !equal {
			return fmt.Errorf("two types share the key %s", m.Name)
		}
	}
	return nil
}

// structured says whether a result's value is structured content in a revision, for which there is an output schema then.
func (o *Offer) structured(revision string) bool { return o.isObject || revision == stateless }

// listed is the entry of the list of tools.
func (o *Offer) listed(revision string) *canon.Value {
	entry := canon.NewObject(
		canon.Member{Name: "name", Value: canon.NewString(o.name)},
		canon.Member{Name: "inputSchema", Value: o.input})
	if o.tool.Doc != nil {
		entry.Members = append(entry.Members, canon.Member{Name: "description", Value: canon.NewString(*o.tool.Doc)})
	}
	if o.structured(revision) {
		entry.Members = append(entry.Members, canon.Member{Name: "outputSchema", Value: o.output})
	}
	return entry
}

// call makes a call and gives the text of the tool's result.
func (o *Offer) call(ctx context.Context, run, id flow.ID, args, revision string) string {
	outcome := o.at.Call(ctx, run, id, args)
	switch outcome.Kind {
	case host.Ok:
		value := outcome.Value.Text()
		if o.structured(revision) {
			return toolResultText(value, false, value, revision)
		}
		return toolResultText(value, false, "", revision)
	case host.Failed:
		return toolResultText(outcome.Value.Text(), true, "", revision)
	case host.NotRun:
		return doubt("the call definitely did not happen", outcome, revision)
	case host.Unknown:
		return doubt("the call may or may not have happened", outcome, revision)
	}
	return doubt("the call was answered, and the answer cannot be understood, so what it did is not known", outcome, revision)
}

// doubt is the result of a call that has no value.
func doubt(what string, o host.Outcome, revision string) string {
	return toolResultText(fmt.Sprintf("%s (%s): %s", o.Kind, what, o.Reason), true, "", revision)
}

// toolResultText is a result of one text block, with structured content where it is not empty.
func toolResultText(text string, isError bool, structured, revision string) string {
	dst := canon.AppendString([]byte(`{"content":[{"text":`), text)
	dst = append(dst, `,"type":"text"}]`...)
	if isError {
		dst = append(dst, `,"isError":true`...)
	}
	if revision == stateless {
		dst = append(dst, `,"resultType":"complete"`...)
	}
	if structured != "" {
		dst = append(append(dst, `,"structuredContent":`...), structured...)
	}
	return string(append(dst, '}'))
}
