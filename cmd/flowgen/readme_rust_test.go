package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The README's tour in Rust, walked in a folder of its own: its files are those of testdata/tour/rust, its commands work,
// the tests pass and the call by hand is answered.
func TestReadmeTourInRust(t *testing.T) {
	needCargo(t)
	folder, err := filepath.Abs(filepath.Join("..", "..", "testdata", "tour", "rust"))
	if err != nil {
		t.Fatal(err)
	}
	listing, err := os.ReadFile(filepath.Join("..", "..", "testdata", "tour", "agent.json"))
	if err != nil {
		t.Fatal(err)
	}
	lock, err := os.ReadFile(filepath.Join(folder, "Cargo.lock"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := tourBlocks(t, "Rust")
	t.Chdir(t.TempDir())
	write(t, filepath.Join("testdata", "tour", "agent.json"), string(listing))
	write(t, "Cargo.lock", string(lock))
	var commands, shown []string
	for _, b := range blocks {
		switch b.language {
		case "sh":
			commands = append(commands, shownCommands(b.text)...)
		case "toml", "rust":
			first, text, _ := strings.Cut(b.text, "\n")
			shown = append(shown, showTour(t, folder, strings.TrimLeft(first, "#/ "), text))
		}
	}
	if want := []string{"Cargo.toml", "src/lib.rs", "src/main.rs", "tests/agent.rs"}; !slices.Equal(shown, want) {
		t.Errorf("the README shows the files %v, and not %v", shown, want)
	}
	walkRust(t, commands)
}

// walkRust tries the tour's commands in their order.
func walkRust(t *testing.T, commands []string) {
	t.Helper()
	tried := map[string]int{}
	for _, line := range commands {
		words := strings.Fields(line)
		switch args, ok := flowgenCommand(line); {
		case ok:
			tried["flowgen"]++
			var out strings.Builder
			if status := Do(args, strings.NewReader(""), &out, &out); status != 0 {
				t.Errorf("%s: status %d\n%s", line, status, out.String())
			}
		case words[0] == "cargo":
			tried[words[1]]++
			said := cargo(t, words[1:]...)
			if words[1] == "test" && !strings.Contains(said, "test result: ok. 4 passed") {
				t.Errorf("%s: %s", line, said)
			}
		default:
			tried["call"]++
			shell(t, strings.Replace(line, "target/", os.Getenv("CARGO_TARGET_DIR")+"/", 1), `"outcome":{"Ok":"You said: hi"}`)
		}
	}
	if tried["flowgen"] == 0 || tried["test"] == 0 || tried["build"] == 0 || tried["call"] == 0 {
		t.Errorf("the README shows these commands to try, and showed more once: %v", tried)
	}
}

// cargo runs one of Cargo's commands in the current folder, with locked crates, and gives all that it prints.
func cargo(t *testing.T, args ...string) string {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), demoCargoTime)
	defer stop()
	out, err := exec.CommandContext(ctx, "cargo", append(args, "--locked")...).CombinedOutput()
	if err != nil {
		t.Errorf("cargo %s: %v\n%s", args[0], err, out)
	}
	return string(out)
}
