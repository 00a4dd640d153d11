package host

import (
	"errors"
	"fmt"
	"sync"

	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/typespec"
)

// Description is what an implementation says it serves.
type Description struct {
	// Data is the implementation's data version.
	Data string
	// Tools are its declarations, in its order. They do not change once Find was called.
	Tools []Described

	indexed sync.Once
	places  *typespec.Identities // of Tools
}

// Described is one declaration of a Description.
type Described struct {
	// Tool is the identity, and Fingerprint that by which it is bound.
	Tool, Fingerprint string
	// Signature is the JSON text of the signature, which is there to be read; empty where it is missing.
	Signature string
}

// VersionError refuses an implementation whose data version has another major than ours. No shape is to blame.
type VersionError struct {
	// Data is the implementation's data version.
	Data string
}

// Error says which versions part.
func (e *VersionError) Error() string {
	return fmt.Sprintf("it speaks data version %s, and this host %s: their majors differ, so one of the two has to be updated", e.Data, dataVersion)
}

const dataVersion = "1.0"

// SignatureDepth is how deep a signature may nest in a description: a type's schema nests several times as deep as the
// type, whose depth a listing bounds.
const SignatureDepth = 4096

// mostDescribed is how many JSON values a description may hold, each of which takes far more memory than its text.
const mostDescribed = 4 << 20

// Find gives the entry for a declaration: the one of that identity to the letter, else the only one that is the same
// without versions; nil where there is none.
func (d *Description) Find(identity string) *Described {
	d.indexed.Do(func() {
		identities := make([]string, len(d.Tools))
		for i := range d.Tools {
			identities[i] = d.Tools[i].Tool
		}
		d.places = typespec.NewIdentities(identities)
	})
	if place, ok := d.places.Find(identity); ok {
		return &d.Tools[place]
	}
	return nil
}

// Misfit says why a call cannot go to the implementation; empty where it can.
func (d *Description) Misfit(call *Call) string {
	entry := d.Find(call.Tool)
	switch {
	case entry == nil:
		return fmt.Sprintf("the implementation does not serve %s", call.Tool)
	case entry.Fingerprint != call.Fingerprint:
		return fmt.Sprintf("the implementation of %s has the fingerprint %s, and the declaration %s: generate its toolkit anew",
			call.Tool, entry.Fingerprint, call.Fingerprint)
	}
	return ""
}

// ParseDescription reads the result of describe. The error is a *VersionError, or says what is wrong with the shape.
// Members that it does not know are ignored.
func ParseDescription(result string) (*Description, error) {
	v, err := canon.Parse([]byte(result), canon.Options{Depth: SignatureDepth + 8, Values: mostDescribed})
	if err != nil {
		return nil, fmt.Errorf("its description does not read: %w", err)
	}
	data := v.Member("data")
	if data == nil || data.Kind != canon.String {
		return nil, fmt.Errorf(`its description has no data version: "data" is a string such as %q (/data)`, dataVersion)
	}
	if major, ok := typespec.MajorOf(data.Text); !ok {
		return nil, fmt.Errorf("its data version %q is not two whole numbers joined by a dot (/data)", data.Text)
	} else if major != typespec.DataMajor {
		return nil, &VersionError{Data: data.Text}
	}
	tools := v.Member("tools")
	if tools == nil || tools.Kind != canon.Array {
		return nil, fmt.Errorf(`its description lists no Tools: "tools" is an array (/tools)`)
	}
	d := &Description{Data: data.Text}
	known := map[string]bool{}
	for i, entry := range tools.Items {
		tool, err := describedTool(result, entry)
		if err != nil {
			return nil, fmt.Errorf("its description of a Tool does not read: %w (/tools/%d)", err, i)
		}
		if known[tool.Tool] {
			return nil, fmt.Errorf("its description has the Tool %s twice (/tools/%d)", tool.Tool, i)
		}
		known[tool.Tool] = true
		d.Tools = append(d.Tools, tool)
	}
	return d, nil
}

func describedTool(text string, v *canon.Value) (Described, error) {
	if v.Kind != canon.Object {
		return Described{}, fmt.Errorf("an entry is an object, not %s", v.Kind)
	}
	tool, fingerprint := v.Member("tool"), v.Member("fingerprint")
	if tool == nil || tool.Kind != canon.String || fingerprint == nil || fingerprint.Kind != canon.String {
		return Described{}, errors.New(`an entry has the strings "tool" and "fingerprint"`)
	}
	d := Described{Tool: tool.Text, Fingerprint: fingerprint.Text}
	if signature := v.Member("signature"); signature != nil {
		d.Signature = text[signature.Offset:signature.End]
	}
	return d, nil
}
