package typescript

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Types of which no two values differ, with one constructor, with none, and with what no value has, are packages that
// TypeScript accepts, formatted as prettier would.
func TestOddShapes(t *testing.T) {
	const (
		record = `"kind":"record","fields":`
		enum   = `"kind":"enum","constructors":`
		unit   = `{"name":"u","type":"Unit","doc":null}`
		never  = `{"name":"n","type":"Never","doc":null}`
		maybe  = `{"name":"m","type":{"Option":"Never"},"doc":null}`
		param  = `{"name":"p","type":{"Param":{"owner":"%s","index":1}},"doc":null}`
	)
	constructor := func(name, payload string) string {
		return fmt.Sprintf(`{"name":%q,"doc":null,"payload":%s}`, name, payload)
	}
	named := func(fields ...string) string { return `{"named":[` + strings.Join(fields, ",") + `]}` }
	shapes := map[string]string{
		"Nothing":      record + `[]`,
		"OnlyUnit":     record + `[` + unit + `]`,
		"OnlyNever":    record + `[` + never + `,` + maybe + `]`,
		"None":         enum + `[]`,
		"OneBare":      enum + `[` + constructor("A", "null") + `]`,
		"OneUnit":      enum + `[` + constructor("A", `{"positional":["Unit"]}`) + `]`,
		"OneNamed":     enum + `[` + constructor("A", named(unit)) + `]`,
		"OneTuple":     enum + `[` + constructor("A", `{"positional":["Unit","Never"]}`) + `]`,
		"OneInt":       enum + `[` + constructor("A", `{"positional":["Int"]}`) + `]`,
		"TwoNamed":     enum + `[` + constructor("Field", named(unit, never, maybe)) + `,` + constructor("All", named(unit)) + `]`,
		"AllPayloads":  enum + `[` + constructor("A", `{"positional":["Int"]}`) + `,` + constructor("B", named(maybe)) + `]`,
		"Generic":      record + `[` + fmt.Sprintf(param, "Generic") + `,` + maybe + `]`,
		"GenericEnum":  enum + `[` + constructor("A", `{"positional":[{"Param":{"owner":"GenericEnum","index":1}}]}`) + `]`,
		"GenericNamed": enum + `[` + constructor("A", named(fmt.Sprintf(param, "GenericNamed"), unit)) + `,` + constructor("B", "null") + `]`,
		"Phantom":      enum + `[` + constructor("A", "null") + `,` + constructor("B", named(unit)) + `]`,
	}
	var types, params []string
	for name, body := range shapes {
		generic, args := `[]`, `[]`
		if strings.HasPrefix(name, "Generic") || name == "Phantom" {
			generic, args = `["Unused","Used"]`, `[{"List":"Int"},"Unit"]`
		}
		types = append(types, fmt.Sprintf(
			`%q:{"name":%q,"identity":"odd.flow.%s","lexical_ordinal":1,"generic":%s,"opaque":false,"doc":null,%s}`, name, name, name, generic, body))
		params = append(params, fmt.Sprintf(`{"name":"p_%s","type":{"Named":{"declaration":%q,"args":%s}}}`, name, name, args))
	}
	listing := `{"data":"1.0","tools":[{"tool":"odd.flow.f","generic":[],"params":[` + strings.Join(params, ",") +
		`],"ok":{"Named":{"declaration":"None","args":[]}},"err":{"Named":{"declaration":"None","args":[]}}},` +
		`{"tool":"odd.flow.g","generic":["A","B","C"],"params":[{"name":"x","type":{"Param":{"owner":"tool","index":1}}}],"ok":"Never","err":"Unit"}],` +
		`"types":{` + strings.Join(types, ",") + `}}`
	p := newProject(t)
	p.put(t, "odd", emit(t, "odd.json", []byte(listing)))
	p.compile(t)
	p.holdFormat(t)
}

// maker is what an author writes of a record whose fields are called as members that every object has: none of those may be
// left out, the others may.
const maker = `import { E, type Only, R, none, some } from "./index.ts";

const needed = {
  constructor: some(1n),
  toString: none,
  toLocaleString: none,
  valueOf: none,
  hasOwnProperty: none,
  isPrototypeOf: none,
  propertyIsEnumerable: none,
  __defineGetter__: none,
} as const;
// @ts-expect-error: an object has a constructor, but not this one
R.of({});
// @ts-expect-error: so it has in a payload
E.Some({ a: 1n });
export const only: Only = { a: 1n, toString: none };
for (const made of [R.of(needed), E.Some({ a: 1n, ...needed }).value]) {
  if (made.constructor !== needed.constructor || made.then !== none || made.prototype !== none) throw new Error("not as given");
}
`

// Type parameters that nest deep, and names that meet those which generated code makes of others, are packages that
// TypeScript accepts, formatted as prettier would.
func TestOddNames(t *testing.T) {
	p := newProject(t)
	for _, name := range []string{"deep", "bindings", "members", "locals", "objects"} {
		path := filepath.Join("testdata", "odd", name+".json")
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		p.put(t, name, emit(t, path, text))
	}
	p.holdFormat(t)
	write(t, filepath.Join(p.folder, "objects", "author.ts"), []byte(maker))
	built := p.compile(t)
	if out, err := exec.Command("node", filepath.Join(built, "objects", "author.js")).CombinedOutput(); err != nil {
		t.Errorf("%v\n%.4000s", err, out)
	}
}

// Codecs whose names begin alike are numbered without trying all the numbers again.
func TestNamesBeginningAlike(t *testing.T) {
	const many = 1000
	tried := 0
	s := newShared(func(string) bool { tried++; return false })
	for n := range many {
		want := "listOfText"
		if n > 0 {
			want = fmt.Sprintf("listOfText_%d", n+1)
		}
		if got := s.unique("listOfText"); got != want {
			t.Fatalf("got %s, want %s", got, want)
		}
	}
	if tried > many {
		t.Errorf("%d names took %d tries", many, tried)
	}
}
