package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/kballard/go-shellquote"
)

// The README's section on hosts, walked in the folder that its tour in Python makes: the commands work on the server
// there, the flow.toml binds it, and the code is that of runtime/host's example.
func TestReadmeHosts(t *testing.T) {
	needPython(t)
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile(filepath.Join("..", "..", "runtime", "host", "example_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	listing, err := os.ReadFile(filepath.Join("..", "..", "testdata", "tour", "agent.json"))
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(readme), "\n## Hosts\n")
	if !found {
		t.Fatal("the README has no section on hosts")
	}
	section, _, _ = strings.Cut(section, "\n## ")
	tour := tourBlocks(t, "Python")
	t.Chdir(t.TempDir())
	write(t, filepath.Join("testdata", "tour", "agent.json"), string(listing))
	for _, b := range tour {
		if b.language == "python" {
			name, _, _ := strings.Cut(strings.TrimPrefix(b.text, "# "), "\n")
			write(t, name, b.text)
		}
	}
	if r := Do([]string{"--lang", "python", "testdata/tour/agent.json", "-o", "agent"}, strings.NewReader(""), os.Stdout, os.Stderr); r != 0 {
		t.Fatal(r)
	}
	commands, code := 0, 0
	for _, b := range blocksOf(section) {
		switch b.language {
		case "toml":
			write(t, "flow.toml", b.text)
		case "go":
			code++
			if !strings.Contains(string(example), b.text) {
				t.Error("the README's code is not that of runtime/host/example_test.go")
			}
		case "sh":
			for _, line := range strings.Split(strings.TrimSpace(b.text), "\n") {
				commands++
				walk(t, line)
			}
		}
	}
	if commands < 5 || code != 1 {
		t.Errorf("the README shows %d commands and %d pieces of code", commands, code)
	}
}

// walk runs a line that calls flowgen, and holds it to printing what its comment says that it prints.
func walk(t *testing.T, line string) {
	t.Helper()
	command, comment, _ := strings.Cut(line, " #")
	words, err := shellquote.Split(command)
	if err != nil || words[0] != "flowgen" {
		t.Fatalf("%s: the test cannot run this: %v", line, err)
	}
	var stdout, stderr bytes.Buffer
	status := Do(words[1:], strings.NewReader(""), &stdout, &stderr)
	_, want, _ := strings.Cut(comment, " prints ")
	if status != 0 || !strings.Contains(stdout.String(), want) {
		t.Errorf("%s: status %d\n%s%s", line, status, &stdout, &stderr)
	}
}
