package typescript

import (
	"fmt"
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
