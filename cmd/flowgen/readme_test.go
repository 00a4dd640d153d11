package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// block is a fenced block of the README: what it is written in, and its text.
type block struct{ language, text string }

var fence = regexp.MustCompile("(?ms)^```(\\w+)\n(.*?)^```$")

func readmeBlocks(t *testing.T) []block {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	return blocksOf(string(text))
}

// tourBlocks gives the blocks of the tour in a language.
func tourBlocks(t *testing.T, language string) []block {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, tour, found := strings.Cut(string(text), "\n## A tour in "+language+"\n")
	if !found {
		t.Fatalf("the README has no tour in %s", language)
	}
	tour, _, _ = strings.Cut(tour, "\n## ")
	return blocksOf(tour)
}

func blocksOf(text string) []block {
	var blocks []block
	for _, match := range fence.FindAllStringSubmatch(text, -1) {
		blocks = append(blocks, block{match[1], match[2]})
	}
	return blocks
}

// The README's tour, walked in an empty folder: its commands work, its files do what they say.
func TestReadmeTour(t *testing.T) {
	needPython(t)
	tour, err := os.ReadFile(filepath.Join("..", "..", "testdata", "tour", "agent.json"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := tourBlocks(t, "Python")
	t.Chdir(t.TempDir())
	write(t, filepath.Join("testdata", "tour", "agent.json"), string(tour))
	commands := 0
	for _, b := range blocks {
		switch b.language {
		case "sh":
			for _, line := range strings.Split(b.text, "\n") {
				if args, ok := flowgenCommand(line); ok {
					commands++
					var stdout, stderr bytes.Buffer
					if status := Do(args, strings.NewReader(""), &stdout, &stderr); status != 0 {
						t.Errorf("%s: status %d\n%s%s", line, status, &stdout, &stderr)
					}
				}
				if strings.HasPrefix(line, "echo ") {
					commands++
					shell(t, line, `"outcome":{"Ok":"You said: hi"}`)
				}
			}
		case "python":
			name, _, _ := strings.Cut(strings.TrimPrefix(b.text, "# "), "\n")
			write(t, name, b.text)
		}
	}
	if commands < 4 {
		t.Errorf("the README shows %d commands to try, and showed more once", commands)
	}
	runTests(t, "test_server")
}

// The README's examples of output are what comes out.
func TestReadmeOutput(t *testing.T) {
	blocks := readmeBlocks(t)
	t.Chdir(filepath.Join("..", ".."))
	shown := 0
	for _, b := range blocks {
		if b.language != "console" {
			continue
		}
		shown++
		line, want, _ := strings.Cut(strings.TrimPrefix(b.text, "$ "), "\n")
		args, ok := flowgenCommand(line)
		if !ok {
			t.Errorf("%s: the test cannot run this", line)
			continue
		}
		var out bytes.Buffer
		Do(args, strings.NewReader(""), &out, &out)
		if out.String() != want {
			t.Errorf("%s prints\n%swhere the README says\n%s", line, &out, want)
		}
	}
	if shown == 0 {
		t.Error("the README shows no output")
	}
}

// flowgenCommand gives the arguments of a line that calls flowgen, without its comment.
func flowgenCommand(line string) ([]string, bool) {
	line, _, _ = strings.Cut(line, " #")
	words := strings.Fields(line)
	if len(words) < 2 || words[0] != "flowgen" {
		return nil, false
	}
	return words[1:], true
}

// runTests calls every test function of a module, which needs no test runner to be installed.
func runTests(t *testing.T, module string) {
	t.Helper()
	script := `
import sys
sys.path.insert(0, "")
import ` + module + ` as tests
names = [name for name in vars(tests) if name.startswith("test_")]
for name in names:
    vars(tests)[name]()
print(len(names), "tests")
`
	out := output(t, "python3", "-c", script)
	if out != "3 tests\n" {
		t.Errorf("%s: %s", module, out)
	}
}

func shell(t *testing.T, line, want string) {
	t.Helper()
	if out := output(t, "sh", "-c", line); !strings.Contains(out, want) {
		t.Errorf("%s: %s lacks %s", line, out, want)
	}
}

// output runs a program in the current folder and gives all that it prints.
func output(t *testing.T, name string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%s: %v\n%s", name, err, out)
	}
	return string(out)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
