package golden

import (
	"slices"
	"testing"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// Undocumented gives a listing without docs: all are null.
func Undocumented(t testing.TB, listing []byte) []byte {
	t.Helper()
	tree := parsed(t, listing)
	undocument(tree)
	return canon.Append(nil, tree)
}

func undocument(v *canon.Value) {
	for i := range v.Members {
		if m := &v.Members[i]; m.Name == "doc" {
			m.Value = &canon.Value{Kind: canon.Null}
		} else {
			undocument(m.Value)
		}
	}
	for _, item := range v.Items {
		undocument(item)
	}
}

// Renumbered gives a listing that says the same otherwise: the members of all objects are in reverse order, and each
// declaration has another local id.
func Renumbered(t testing.TB, listing []byte) []byte {
	t.Helper()
	tree := parsed(t, listing)
	renumber(tree, tree.Member("types"))
	return canon.Append(nil, tree)
}

func renumber(v *canon.Value, types *canon.Value) {
	slices.Reverse(v.Members)
	for i := range v.Members {
		m := &v.Members[i]
		if m.Value.Kind == canon.String && (m.Name == "declaration" || m.Name == "owner" && m.Value.Text != "tool") {
			m.Value = canon.NewString("another " + m.Value.Text)
		}
		renumber(m.Value, types)
		if v == types {
			m.Name = "another " + m.Name
		}
	}
	for _, item := range v.Items {
		renumber(item, types)
	}
}

// Lengthened gives a listing in which all names go on with the same letters.
func Lengthened(t testing.TB, listing []byte, more string) []byte {
	t.Helper()
	tree := parsed(t, listing)
	lengthen(tree, more)
	return canon.Append(nil, tree)
}

func lengthen(v *canon.Value, more string) {
	v.Members = slices.DeleteFunc(v.Members, func(m canon.Member) bool { return m.Name == "fingerprint" || m.Name == "signature" })
	for _, m := range v.Members {
		switch m.Name {
		case "name", "identity", "tool":
			m.Value.Text += more
		case "generic":
			for _, item := range m.Value.Items {
				item.Text += more
			}
		default:
			lengthen(m.Value, more)
		}
	}
	for _, item := range v.Items {
		lengthen(item, more)
	}
}

func parsed(t testing.TB, listing []byte) *canon.Value {
	t.Helper()
	tree, err := canon.Parse(listing, canon.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}
