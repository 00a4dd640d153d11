package host_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/runtime/host"
)

func TestManifest(t *testing.T) {
	m, err := host.ParseManifest("dir/flow.toml", []byte(`# how to run
[tools."openai.flow"]
command = "acme-tools openai 'two words' \"\" a\\ b # & $HOME *"

[tools]
"sub/search.flow" = { mcp = "npx @acme/search-mcp" }
"inline.flow".command = '''
  run
  it'''
`))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]host.Entry{
		"openai.flow":     {Args: []string{"acme-tools", "openai", "two words", "", "a b", "#", "&", "$HOME", "*"}},
		"sub/search.flow": {Args: []string{"npx", "@acme/search-mcp"}, MCP: true},
		"inline.flow":     {Args: []string{"run", "it"}},
	}
	if m.Path != "dir/flow.toml" || m.Dir != "dir" || len(m.Tools) != len(want) {
		t.Errorf("%+v", m)
	}
	for file, entry := range want {
		if got := m.Tools[file]; !slices.Equal(got.Args, entry.Args) || got.MCP != entry.MCP {
			t.Errorf("%s: %+v", file, got)
		}
	}
	for _, empty := range []string{"", "# nothing\n", "[tools]\n", "tools = {}\n"} {
		if m, err := host.ParseManifest("flow.toml", []byte(empty)); err != nil || len(m.Tools) != 0 {
			t.Errorf("%q: %v, %v", empty, m, err)
		}
	}
}

func TestManifestFaults(t *testing.T) {
	for text, want := range map[string][]string{
		"tools = 3":                             {`1:1: config: "tools" is a table`},
		"tools = ]":                             {"1:9: config: this is no TOML: "},
		"a = 1\na = 2":                          {"config: this is no TOML: "},
		"x = 1\n[y]\nz = 2\n[y.w]\nv = 3":       {`1:1: config: unknown key "x"`, `2:2: config: unknown key "y"`, `4:2: config: unknown key "y"`},
		"[[tools]]":                             {`1:3: config: "tools" is a table`},
		"[[tools.\"a.flow\"]]\ncommand = \"x\"": {`1:9: config: "tools.a.flow" is a table`},
		"[tools]\n\"a.flow\" = \"run\"":         {`2:1: config: "tools.a.flow" is a table`},
		"[tools.\"a.flow\"]":                    {`1:8: config: the table of "a.flow" says nothing: name command or mcp`},
		"[tools.\"a.flow\"]\ncommand = \"x\"\nmcp = \"y\"":   {`1:8: config: the table of "a.flow" names both command and mcp`},
		"[tools.\"a.flow\"]\ncommand = \"x\"\ncwd = \"y\"":   {`3:1: config: unknown key "cwd": a table names command or mcp`},
		"[tools.\"a.flow\"]\ncommand = [\"x\"]":              {`2:1: config: command is a string`},
		"[tools.\"a.flow\"]\ncommand.x = \"y\"":              {`2:1: config: command is a string`},
		"[tools.\"a.flow\"]\ncommand = \"  \"":               {`2:1: config: command: the command names no program`},
		"[tools.\"a.flow\"]\n  command = \"a 'b\"":           {`2:3: config: command: a quote or backslash has no end`},
		"[tools.\"/a.flow\"]\ncommand = \"x\"":               {`1:8: config: "/a.flow" is absolute`},
		"[tools.'C:\\a.flow']\ncommand = \"x\"":              {`1:8: config: "C:\\a.flow" is absolute`},
		"[tools.\"../a.flow\"]\ncommand = \"x\"":             {`1:8: config: "../a.flow" leads out of this folder`},
		"[tools.\"b/../../a.flow\"]\nmcp = \"x\"":            {`leads out of this folder`},
		"[tools.\"./a.flow\"]\ncommand = \"x\"":              {`1:8: config: "./a.flow" is written "a.flow"`},
		"[tools.\"\"]\ncommand = \"x\"":                      {`1:8: config: a table is named after a file`},
		"x = 1\nx.y = 'é'":                                   {`config: this is no TOML: `},
		"t = {'é' = {a = 1}, b = 2}\n\n'é'.z = {'é' = 1}":    {`1:1: config: unknown key "t"`, `3:1: config: unknown key "é"`},
		"tools.\"a.flow\" = {\"é\" = 1, b = 2} # é":          {`1:7: config: the table of "a.flow" says nothing`, `1:19: config: unknown key "é"`, `1:28: config: unknown key "b"`},
		"[tools.\"a.flow\"]\n[tools.\"b.flow\"]\nwhat = 1.5": {`1:8: `, `2:8: `, `3:1: config: unknown key "what"`},
	} {
		m, err := host.ParseManifest("flow.toml", []byte(text))
		if err == nil {
			t.Errorf("%q: %+v", text, m)
			continue
		}
		var fault *host.ManifestError
		if !errors.As(err, &fault) || fault.Path != "flow.toml" {
			t.Errorf("%q: %v", text, err)
		}
		got := strings.Split(err.Error(), "\n")
		for i, part := range want {
			if i >= len(got) || !strings.HasPrefix(got[i], "flow.toml:") || !strings.Contains(got[i], part) {
				t.Errorf("%q: %q, want %q", text, got, want)
				break
			}
		}
	}
}

// A flow.toml has at most so many keys and bytes.
func TestManifestIsBounded(t *testing.T) {
	for _, form := range []struct{ before, format, behind string }{
		{"", "k%d=1\n", ""}, {"[tools.\"a.flow\"]\n", "k%d=1\n", ""}, {"tools={\"a.flow\"={", "k%d=1,", "last=1}}"},
		{"x=[{", "k%d=1,", "last=1}]"}, {"", "[k%d]\n", ""}, {"[a", ".k%d", "]"},
	} {
		for _, keys := range []int{5000, host.MostManifestKeys + 1} {
			text := form.before
			for i := range keys {
				text += fmt.Sprintf(form.format, i)
			}
			_, err := host.ParseManifest("flow.toml", []byte(text+form.behind))
			if refused := strings.Contains(fmt.Sprint(err), "more than 10000 keys"); err == nil || refused != (keys > host.MostManifestKeys) {
				t.Errorf("%q: %d keys: %.200s", form.format, keys, err)
			}
		}
	}
	file := filepath.Join(t.TempDir(), "flow.toml")
	if err := os.WriteFile(file, make([]byte, host.MostManifest+1), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := host.ReadManifest(file); err == nil || !strings.Contains(err.Error(), "more than 1048576 bytes") {
		t.Error(err)
	}
}

func FuzzManifest(f *testing.F) {
	f.Add("[tools.\"a.flow\"]\ncommand = \"x\"")
	f.Add("tools.a = {mcp='b', c=[{d=1}]}\n[[x.y]]\n[x.y.z]\n")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := host.ParseManifest("flow.toml", []byte(text))
		if (m == nil) == (err == nil) {
			t.Fatalf("%v, %v", m, err)
		}
		if err != nil {
			return
		}
		for file, entry := range m.Tools {
			if file == "" || len(entry.Args) == 0 {
				t.Fatalf("%q: %+v", file, entry)
			}
		}
	})
}
