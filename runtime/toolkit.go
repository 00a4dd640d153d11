package flow

import (
	"fmt"
	"sync"

	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/typespec"
)

// Tool is one served Tool, as a generated package describes it.
type Tool struct {
	// Identity and Fingerprint are the declaration's own.
	Identity, Fingerprint string
	// Generic names the type parameters in declaration order.
	Generic []string
	// Params names the parameters, as Flow does, in declaration order.
	Params []string
	// Codecs makes, for a generic Tool, what CodecsOf gives: usually a struct of the codecs of its roots. It is
	// called once for each view with the codec of each type parameter, in order. Nil where the Tool is not generic.
	Codecs func(bindings []Codec[Generic]) any
	// Handle answers one call: Argument for each parameter, then Begin, then the author's method, then Settle.
	Handle func(in *Invocation)
}

// Toolkit is all Tools of a generated package, bound to an author's implementation. It never changes once made and may
// be used from any goroutine.
type Toolkit struct {
	listing  string
	tools    []Tool
	places   *typespec.Identities // of tools
	mostArgs int
	program  func() (*typespec.Program, error)
	describe func() ([]byte, error)
	views    viewCache
}

// NewToolkit makes a toolkit. listing is the text of the listing that the package was generated from; it is read when
// describe or a generic call first needs it. tools stand in declaration order.
func NewToolkit(listing string, tools ...Tool) *Toolkit {
	k := &Toolkit{listing: listing, tools: tools}
	identities := make([]string, len(tools))
	for i := range tools {
		identities[i] = tools[i].Identity
		k.mostArgs = max(k.mostArgs, len(tools[i].Params))
	}
	k.places = typespec.NewIdentities(identities)
	k.program = sync.OnceValues(func() (*typespec.Program, error) { return typespec.Read("listing", []byte(listing)) })
	k.describe = sync.OnceValues(k.description)
	return k
}

// Find gives the Tool of this identity to the letter; failing that, the only one that is the same without versions;
// nil where there is none.
func (k *Toolkit) Find(identity string) *Tool {
	if place, ok := k.places.Find(identity); ok {
		return &k.tools[place]
	}
	return nil
}

// Tools gives the Tools in declaration order. They are not to be changed.
func (k *Toolkit) Tools() []Tool { return k.tools }

// Describe gives what the server answers to describe, as canonical text: the data version, and each Tool with its
// fingerprint and its signature. It is made once. The error says what is wrong with the embedded listing.
func (k *Toolkit) Describe() ([]byte, error) { return k.describe() }

func (k *Toolkit) description() ([]byte, error) {
	program, err := k.program()
	if err != nil {
		return nil, err
	}
	text := append([]byte(`{"data":`), canon.AppendString(nil, program.Data)...)
	text = append(text, `,"tools":[`...)
	for i := range k.tools {
		declared, err := k.declared(&k.tools[i])
		if err != nil {
			return nil, err
		}
		if i > 0 {
			text = append(text, ',')
		}
		text = append(text, `{"fingerprint":`...)
		text = canon.AppendString(text, k.tools[i].Fingerprint)
		text = append(text, `,"signature":`...)
		text = canon.Append(text, declared.Signature())
		text = append(text, `,"tool":`...)
		text = canon.AppendString(text, declared.Identity)
		text = append(text, '}')
	}
	return append(text, `]}`...), nil
}

// declared gives the declaration of a served Tool.
func (k *Toolkit) declared(tool *Tool) (*typespec.Tool, error) {
	program, err := k.program()
	if err != nil {
		return nil, err
	}
	for _, declared := range program.Tools {
		if declared.Identity == tool.Identity {
			return declared, nil
		}
	}
	return nil, fmt.Errorf("the listing has no Tool %s", tool.Identity)
}
