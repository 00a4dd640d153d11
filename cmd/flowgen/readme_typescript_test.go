package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The README's tour in TypeScript, walked in a folder of its own: its files are those of testdata/tour/typescript, its
// commands work, the compiler finds no fault, the tests pass and the call by hand is answered, compiled and as it is.
func TestReadmeTourInTypeScript(t *testing.T) {
	modules, stripping := nodeModules(t), strippingNode(t)
	folder, err := filepath.Abs(filepath.Join("..", "..", "testdata", "tour", "typescript"))
	if err != nil {
		t.Fatal(err)
	}
	listing, err := os.ReadFile(filepath.Join("..", "..", "testdata", "tour", "agent.json"))
	if err != nil {
		t.Fatal(err)
	}
	blocks := tourBlocks(t, "TypeScript")
	t.Chdir(t.TempDir())
	write(t, filepath.Join("testdata", "tour", "agent.json"), string(listing))
	if err := os.Symlink(modules, "node_modules"); err != nil {
		t.Fatal(err)
	}
	var commands, shown []string
	configs := []string{"package.json", "tsconfig.json", ""}
	for _, b := range blocks {
		switch b.language {
		case "sh":
			commands = append(commands, shownCommands(b.text)...)
		case "json": // which has no comments to bear a name
			shown = append(shown, showTour(t, folder, configs[0], b.text))
			configs = configs[1:]
		case "ts":
			first, code, _ := strings.Cut(b.text, "\n")
			shown = append(shown, showTour(t, folder, strings.TrimPrefix(first, "// "), code))
		}
	}
	if want := []string{"package.json", "tsconfig.json", "agent.ts", "server.ts", "agent.test.ts"}; !slices.Equal(shown, want) {
		t.Errorf("the README shows the files %v, and not %v", shown, want)
	}
	walkTypeScript(t, commands, stripping)
}

// showTour holds a file that the README shows to the one in a folder, and writes it here.
func showTour(t *testing.T, folder, name, shown string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, name))
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != shown {
		t.Errorf("the README's %s is not the file testdata/tour/typescript/%s", name, name)
	}
	write(t, name, shown)
	return name
}

// shownCommands gives the commands of a block, without comments.
func shownCommands(text string) (commands []string) {
	for _, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, " #")
		if line = strings.TrimSpace(line); line != "" {
			commands = append(commands, line)
		}
	}
	return commands
}

// walkTypeScript tries the tour's commands in their order: a line that ends in .ts is for a Node that strips types.
func walkTypeScript(t *testing.T, commands []string, stripping string) {
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
		case words[0] == "npm":
			// What it would install is in the folder of packages already.
		case words[0] == "npx":
			tried["tsc"]++
			shell(t, strings.Replace(line, "npx ", "node_modules/.bin/", 1), "")
		case strings.HasSuffix(line, ".ts"):
			tried["stripped"]++
			shell(t, strings.Replace(line, "node ", stripping+" ", 1), wanted(line))
		default:
			tried["compiled"]++
			shell(t, line, wanted(line))
		}
	}
	if tried["flowgen"] == 0 || tried["tsc"] == 0 || tried["stripped"] < 2 || tried["compiled"] < 2 {
		t.Errorf("the README shows these commands to try, and showed more once: %v", tried)
	}
}

// wanted is what a command of the tour prints.
func wanted(line string) string {
	if strings.HasPrefix(line, "echo ") {
		return `"outcome":{"Ok":"You said: hi"}`
	}
	return "fail 0"
}
