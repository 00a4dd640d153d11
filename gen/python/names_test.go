package python

import (
	"testing"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/typespec"
)

// Members have Python's case, keep what Flow spells where two become one, and keep their names on the wire.
func TestMemberNames(t *testing.T) {
	for _, members := range []map[string]string{
		{"maxTokens": "max_tokens", "isURL": "is_url", "URL": "url", "foo__bar": "foo__bar", "sha256Sum": "sha256_sum"},
		{"maxTokens": "maxTokens", "max_tokens": "max_tokens"},
		{"maxTokens": "maxTokens", "MaxTokens": "MaxTokens"},
		{"class": "class_", "mro": "mro_"},
		{"class": "flow_class", "Class": "Class"},
		{"Class": "class_", "None": "none", "naïveName": "naïveName"},
	} {
		var fields []typespec.Field
		for name := range members {
			fields = append(fields, typespec.Field{Name: name})
		}
		named, err := partNaming(nil).Fields(gen.Subject("a.flow.R"), fields)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range named.Parts {
			if want := members[part.Wire]; part.Name != want {
				t.Errorf("the field %s is %s in Python, want %s (of %v)", part.Wire, part.Name, want, members)
			}
		}
	}
}
