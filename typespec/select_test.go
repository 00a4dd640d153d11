package typespec

import (
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// versionsText is a listing of one Tool in two versions and of another file's.
const versionsText = `{"data":"1.0","tools":[
	{"tool":"g/acme@v1/a/openai.flow.chat","generic":[],"params":[],"ok":{"Named":{"declaration":"b","args":[]}},"err":"Never"},
	{"tool":"g/acme@v2/a/openai.flow.chat","generic":[],"params":[],"ok":{"Named":{"declaration":"a","args":[]}},"err":"Never"},
	{"tool":"g/acme@v1/search.flow.find","generic":[],"params":[],"ok":"Int","err":{"Named":{"declaration":"a","args":[]}}}],
	"types":{
	"a":{"name":"A","identity":"g/acme@v2/x.flow.A","lexical_ordinal":1,"generic":[],"opaque":false,"kind":"record","doc":null,"fields":[]},
	"b":{"name":"A","identity":"g/acme@v1/x.flow.A","lexical_ordinal":1,"generic":[],"opaque":false,"kind":"record","doc":null,"fields":[]}}}`

func versions(t *testing.T) *Program {
	t.Helper()
	p, err := Read("versions.json", []byte(versionsText))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestSelect(t *testing.T) {
	cases := []struct{ selectors, tools, declarations string }{
		{"", "0 1 2", "b a"},
		{"openai.flow", "0 1", "b a"},
		{"a/openai.flow", "0 1", "b a"},
		{"g/acme/a/openai.flow", "0 1", "b a"},
		{"g/acme@v2/a/openai.flow", "1", "a"},
		{"search.flow", "2", "a"},
		{"g/acme/search.flow.find", "2", "a"},
		{"g/acme@v9/search.flow.find", "2", "a"},
		{"g/acme@v1/a/openai.flow.chat", "0", "b"},
		{"search.flow g/acme@v1/a/openai.flow.chat", "0 2", "b a"},
		{"find", "2", "a"},
		{"search.flow.find", "2", "a"},
		{"chat", "", ""},
		{"ind", "", ""},
		{"", "0 1 2", "b a"},
		{"penai.flow", "", ""},
		{"g/acme/a/openai.flow.chat", "", ""},
		{"search.flow nothing.flow", "", ""},
	}
	all := versions(t)
	for _, c := range cases {
		p, err := all.Select(strings.Fields(c.selectors))
		if err != nil {
			if c.tools != "" || !strings.Contains(err.Error(), ".flow.") {
				t.Errorf("%q: %v", c.selectors, err)
			}
			continue
		}
		var tools, declarations []string
		for _, tool := range p.Tools {
			for i := range all.Tools {
				if all.Tools[i] == tool {
					tools = append(tools, string(rune('0'+i)))
				}
			}
		}
		for _, d := range p.Declarations {
			declarations = append(declarations, d.ID)
		}
		if strings.Join(tools, " ") != c.tools || strings.Join(declarations, " ") != c.declarations || p.Data != "1.0" {
			t.Errorf("%q selects %v %v; want %s, %s", c.selectors, tools, declarations, c.tools, c.declarations)
		}
	}
}

func TestToolByName(t *testing.T) {
	p := versions(t)
	for name, want := range map[string]int{
		"g/acme@v2/a/openai.flow.chat": 1, "g/acme/search.flow.find": 2, "g/acme@v7/search.flow.find": 2, "search.flow.find": 2, "find": 2,
		"chat": -1, "openai.flow.chat": -1, "g/acme@v3/a/openai.flow.chat": -1, "ind": -1, "": -1, "flow.find": -1,
	} {
		tool, err := p.Tool(name)
		if (err == nil) != (want >= 0) || err == nil && tool != p.Tools[want] {
			t.Errorf("%q finds %v, %v", name, tool, err)
		}
	}
}

// A selection keeps the local ids, and reads back as what it was.
func TestSelectionKeepsItsTypeSpec(t *testing.T) {
	p := readListing(t, "everything")
	part, err := p.Select([]string{"everything.flow"})
	if err != nil {
		t.Fatal(err)
	}
	for i, tool := range part.Tools {
		if a, b := canon.Append(nil, tool.TypeSpec()), canon.Append(nil, p.Tools[i].TypeSpec()); string(a) != string(b) {
			t.Errorf("%s: %s is not %s", tool.Identity, a, b)
		}
	}
}
