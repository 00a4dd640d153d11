package typescript

import (
	"errors"
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/typespec"
)

// planned reads and plans a listing.
func planned(t testing.TB, path string, text []byte) (*typespec.Program, *plan) {
	t.Helper()
	program, err := typespec.Read(path, text)
	if err != nil {
		t.Fatal(err)
	}
	made, err := Target{}.Plan(program, gen.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return program, made.(*plan)
}

// Members have TypeScript's case, keep what Flow spells where two become one, and keep their names on the wire.
func TestMemberNames(t *testing.T) {
	for _, members := range []map[string]string{
		{"max_tokens": "maxTokens", "isURL": "isUrl", "URL": "url", "foo__bar": "fooBar", "sha256_sum": "sha256Sum"},
		{"max_tokens": "max_tokens", "maxTokens": "maxTokens"},
		{"foo_bar": "foo_bar", "fooBar": "fooBar", "FooBar": "FooBar", "foo__bar": "foo__bar", "_foo_bar": "_fooBar", "foo_bar_": "fooBar_", "foobar": "foobar"},
		{"class": "class", "constructor": "constructor", "then": "then", "toString": "toString", "prototype": "prototype"},
		{"__proto__": "proto_", "proto": "proto", "_": "_", "naïve_name": "naïve_name"},
		{"\u2e2f": "flow_u2e2f", "ǅ": "ǅ"},
	} {
		var d typespec.Declaration
		d.Kind, d.Identity = typespec.Record, "a.flow.R"
		for name := range members {
			d.Fields = append(d.Fields, typespec.Field{Name: name})
		}
		made := &typePlan{decl: &d}
		if err := made.nameParts(nil); err != nil {
			t.Fatal(err)
		}
		for _, part := range made.record.Parts {
			if want := members[part.Wire]; part.Name != want {
				t.Errorf("the field %s is %s in TypeScript, want %s (of %v)", part.Wire, part.Name, want, members)
			}
		}
	}
}

// The name of a package is refused: a package.json has it.
func TestPackageNames(t *testing.T) {
	program, err := typespec.Read("empty", []byte(`{"data":"1.0","tools":[],"types":{}}`))
	if err != nil {
		t.Fatal(err)
	}
	_, err = Target{}.Plan(program, gen.Options{Package: "acme"})
	var unfit *gen.OptionError
	if !errors.As(err, &unfit) || !strings.Contains(err.Error(), `--package "acme": `) || !strings.Contains(err.Error(), "leave the flag out") {
		t.Errorf("got %v", err)
	}
	if _, err := (Target{}).Plan(program, gen.Options{Folder: "my tools"}); err != nil {
		t.Error(err)
	}
}
