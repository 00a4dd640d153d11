package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/typespec"
	"github.com/sebdah/goldie/v2"
)

// names is a language whose only source lists the names of a program: enough to test what the commands do with one.
type names struct{ wanted []*gen.Name }

func (names) Name() string { return "names" }

func (names) Plan(program *typespec.Program, o gen.Options) (gen.Plan, error) {
	scope := gen.NewScope(gen.Rules{Scope: "the file", Renames: o.Renames})
	var n names
	for _, t := range program.Tools {
		n.wanted = append(n.wanted, scope.Want(gen.ToolWant(t, gen.SnakeStyle)))
	}
	for _, d := range program.Declarations {
		n.wanted = append(n.wanted, scope.Want(gen.DeclarationWant(d, gen.PascalStyle)))
	}
	return n, scope.Resolve()
}

func (n names) Emit() (*gen.FileSet, error) {
	text := "# " + gen.Header + "\n"
	for _, name := range n.wanted {
		text += name.String() + "\n"
	}
	set := gen.NewFileSet()
	return set, set.Add("names.txt", []byte(text))
}

// result is what a run of the command gave.
type result struct {
	code           int
	stdout, stderr string
}

func do(stdin string, args ...string) result { return doWith(gen.Targets{names{}}, stdin, args...) }

const listings = "../../testdata/vectors/listings/"

func readListing(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(listings + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

const broken = `{"data": "2.0",
 "tools": [{"tool": "a.flow.chat", "generic": [], "params": [{"name": "p-q", "type": "Txt"}], "ok": "Text", "err": "Never"}],
 "types": {}}`

const hostile = `{"data": "1.0", "tools": [{"tool": "odd\u001b[2J\n\u202e/a.flow.chat", "doc": "\u001b]0;title\u0007\u009b31m\r\n@tool flow x() \u202e",
 "generic": [], "params": [], "ok": "Text", "err": "Never"}], "types": {}}`

// TestGolden runs commands and holds status and output to what testdata has; "go test ./cmd/flowgen -update" writes it.
func TestGolden(t *testing.T) {
	everything, browser := readListing(t, "everything.json"), readListing(t, "browser.json")
	spec := do(browser, "typespec", "--tool", "click").stdout
	tests := []struct {
		name  string
		stdin string
		args  []string
	}{
		{"help", "", []string{"--help"}},
		{"help-check", "", []string{"help", "check"}},
		{"version", "", []string{"version"}},
		{"list", everything, []string{"list"}},
		{"list-json", browser, []string{"list", "--json", "-"}},
		{"list-hostile", hostile, []string{"list"}},
		{"fingerprint", everything, []string{"fingerprint"}},
		{"fingerprint-hostile", hostile, []string{"fingerprint"}},
		{"check", everything, []string{"check"}},
		{"check-json", everything, []string{"check", "--json"}},
		{"check-broken", broken, []string{"check"}},
		{"check-broken-json", broken, []string{"check", "--json"}},
		{"check-no-json", "{", []string{"check"}},
		{"check-empty", "", []string{"check"}},
		{"schema-tool", browser, []string{"schema", "--tool", "open"}},
		{"schema-type", everything, []string{"schema", "--type", "Shape"}},
		{"schema-type-canonical", everything, []string{"schema", "--type", "money.flow.Money", "--canonical"}},
		{"schema-type-of-tool", everything, []string{"schema", "--tool", "visit", "--type", "Page"}},
		{"schema-all", browser, []string{"schema", "--canonical"}},
		{"schema-generic", everything, []string{"schema", "--type", "Box"}},
		{"schema-unknown", everything, []string{"schema", "--type", "Nothing"}},
		{"schema-ordinals", everything, []string{"schema", "--type", "Twin"}},
		{"schema-ordinal", everything, []string{"schema", "--type", "Twin#2"}},
		{"typespec", browser, []string{"typespec", "--tool", "click"}},
		{"typespec-missing", browser, []string{"typespec"}},
		{"typespec-unknown", browser, []string{"typespec", "--tool", "nothing"}},
		{"usage-nothing", "", []string{}},
		{"usage-no-lang", "", []string{"-o", "x"}},
		{"usage-lang", "", []string{"--lang", "cobol", "-o", "x"}},
		{"usage-no-output", "", []string{"--lang", "names"}},
		{"usage-flag", "", []string{"--frob"}},
		{"usage-command", "", []string{"chekc"}},
		{"usage-command-file", "", []string{"chekc", "main.go"}},
		{"usage-command-flag", "", []string{"shema", "--type", "Page"}},
		{"usage-shell", "", []string{"completion", "tcsh"}},
		{"usage-empty-tool", browser, []string{"check", "--tool", ""}},
		{"usage-rename", browser, []string{"--lang", "names", "-o", "testdata/never", "--rename", "Page", "--rename", "Page=a b"}},
		{"usage-exclusive", "", []string{"--lang", "names", "-o", "x", "--check", "--diff"}},
		{"usage-exclusive-all", "", []string{"--lang", "names", "-o", "x", "--check", "--dry-run", "--diff"}},
		{"usage-arguments", "", []string{"check", "a", "b"}},
		{"file-missing", "", []string{"check", "missing.json"}},
		{"file-folder", "", []string{"check", "testdata"}},
		{"tool-listing", browser, []string{"check", "--tool", "a.flow.click"}},
		{"tool-listing-root", browser, []string{"--lang", "names", "-o", "testdata/never", "--tool", "a.flow.click"}},
		{"tool-spec", spec, []string{"check"}},
		{"tool-spec-json", spec, []string{"check", "--json"}},
		{"tool-spec-root", spec, []string{"--lang", "names", "-o", "testdata/never"}},
		{"tool-spec-schema", spec, []string{"schema", "--tool", "click"}},
		{"generate-broken", broken, []string{"--lang", "names", "-o", "testdata/never"}},
		{"generate-select-unknown", browser, []string{"--lang", "names", "-o", "testdata/never", "--select", "other.flow"}},
		{"generate-select-end", browser, []string{"--lang", "names", "-o", "testdata/never", "--select", "click", "--dry-run"}},
		{"generate-rename-end", browser, []string{"--lang", "names", "-o", "testdata/never", "--rename", "PageError=Trouble", "--diff"}},
		{"generate-rename-unknown", browser, []string{"--lang", "names", "-o", "testdata/never", "--rename", "a.flow.B=C"}},
		{"generate-output-file", browser, []string{"--lang", "names", "-o", "main.go"}},
		{"generate-dry-run", browser, []string{"--lang", "names", "-o", "testdata/never", "--dry-run"}},
		{"generate-diff", everything, []string{"--lang", "names", "-o", "testdata/never", "--diff"}},
		{"generate-check", browser, []string{"--lang", "names", "-o", "testdata/never", "--check", "--select", "browser.flow"}},
	}
	g := goldie.New(t, goldie.WithDiffEngine(goldie.ColoredDiff))
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r := do(test.stdin, test.args...)
			text := fmt.Sprintf("$ flowgen %s\nexit %d\n--- stdout\n%s--- stderr\n%s", strings.Join(test.args, " "), r.code, r.stdout, r.stderr)
			g.Assert(t, test.name, []byte(text))
		})
	}
	if _, err := os.Stat("testdata/never"); !os.IsNotExist(err) {
		t.Error("a run that writes nothing wrote something")
	}
}

func expect(t *testing.T, r result, code int, stdout, stderr string) {
	t.Helper()
	if r.code != code || !strings.Contains(r.stdout, stdout) || !strings.Contains(r.stderr, stderr) {
		t.Errorf("got %d, %q, %q; want %d, %q, %q", r.code, r.stdout, r.stderr, code, stdout, stderr)
	}
	if stderr == "" && r.stderr != "" {
		t.Errorf("there is something on standard error: %q", r.stderr)
	}
}

func TestGenerate(t *testing.T) {
	browser := readListing(t, "browser.json")
	dir := filepath.Join(t.TempDir(), "out")
	args := func(more ...string) []string { return append([]string{"--lang", "names", "-o", dir}, more...) }
	expect(t, do(browser, args("--check")...), 1, "--- /dev/null\n+++ b/out/names.txt\n", "is not what would be generated")
	expect(t, do(browser, args()...), 0, "", "")
	expect(t, do(browser, args("--check", "-")...), 0, "", "")
	expect(t, do("", args("--check", listings+"browser.json")...), 0, "", "")
	edited := filepath.Join(dir, "names.txt")
	text, err := os.ReadFile(edited)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(edited, append(text, "edited\n"...), 0o666); err != nil {
		t.Fatal(err)
	}
	expect(t, do(browser, args("--check")...), 1, "\n-edited\n", "run the same command without --check")
	expect(t, do(browser, args("--diff")...), 0, "\n-edited\n", "")
	expect(t, do(browser, args("--dry-run")...), 0, "update names.txt\n", "")
	expect(t, do(browser, args()...), 0, "", "")
	after, err := os.ReadFile(edited)
	if err != nil || string(after) != string(text) {
		t.Errorf("got %q, %v, want %q", after, err, text)
	}
	if err := os.WriteFile(edited, []byte("mine\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	expect(t, do(browser, args()...), 1, "", "was not made by flowgen: move it away")
}

// What --check tells to do brings the folder in order, where a file that is no longer generated was edited too.
func TestCheckGivesAdviceThatHelps(t *testing.T) {
	browser := readListing(t, "browser.json")
	dir := filepath.Join(t.TempDir(), "out")
	stale := filepath.Join(dir, "old.txt")
	write(t, stale, "# "+gen.Header+"\nedited\n")
	write(t, filepath.Join(dir, "flowgen.json"), `{"files":{"old.txt":"sha256:00"},"flowgen":"v0","lang":"names"}`)
	r := do(browser, "--lang", "names", "-o", dir, "--check")
	want := "flowgen: " + stale + " is no longer generated, but it was changed since flowgen wrote it: move it away\n" +
		"flowgen: " + dir + " is not what would be generated: do as the lines above say, then run the same command without --check\n"
	if r.code != 1 || r.stderr != want {
		t.Errorf("got %d, %q, want %q", r.code, r.stderr, want)
	}
	if err := os.Rename(stale, filepath.Join(t.TempDir(), "old.txt")); err != nil {
		t.Fatal(err)
	}
	expect(t, do(browser, "--lang", "names", "-o", dir), 0, "", "")
	expect(t, do(browser, "--lang", "names", "-o", dir, "--check"), 0, "", "")
}

func TestOutputThatIsADanglingLink(t *testing.T) {
	link := filepath.Join(t.TempDir(), "out")
	if err := os.Symlink("nowhere", link); err != nil {
		t.Fatal(err)
	}
	want := link + " is a symbolic link to nowhere, which is not there: make that folder, or remove the link"
	expect(t, do(readListing(t, "browser.json"), "--lang", "names", "-o", link), 1, "", want)
	expect(t, do(readListing(t, "browser.json"), "--lang", "names", "-o", filepath.Join(link, "below")), 1, "", want)
}

func TestGenerateReadsATypeSpec(t *testing.T) {
	identity := "github.com/acme/tools@v1.4.0/browser.flow.click"
	spec := do(readListing(t, "browser.json"), "typespec", "--tool", "click", "--canonical")
	dir := t.TempDir()
	expect(t, do(spec.stdout, "--lang", "names", "-o", dir, "--tool", identity, "--rename", "rowser.flow.click=press"), 1, "",
		"declares nothing of this identity")
	expect(t, do(spec.stdout, "--lang", "names", "-o", dir, "--tool", identity, "--rename", identity+"=press"), 0, "", "")
	text, err := os.ReadFile(filepath.Join(dir, "names.txt"))
	if err != nil || !strings.Contains(string(text), "\npress\n") {
		t.Errorf("got %q, %v", text, err)
	}
	direct := do(readListing(t, "browser.json"), "fingerprint")
	single := do(spec.stdout, "fingerprint", "--tool", identity)
	if single.code != 0 || !strings.Contains(direct.stdout, single.stdout) {
		t.Errorf("the fingerprint of the TypeSpec is %q, not among %q", single.stdout, direct.stdout)
	}
}

func TestNothingIsWrittenForABrokenListing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "out")
	expect(t, do(broken, "--lang", "names", "-o", dir), 1, "", "<stdin>:1:")
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("the folder is there: %v", err)
	}
}

func TestNoCommandSteersATerminal(t *testing.T) {
	for _, args := range [][]string{{"list"}, {"fingerprint"}, {"check", "--tool", "x\x1b"}, {"--lang", "x\x1b\u202e"}, {"x\x1b"}} {
		r := do(hostile, args...)
		if strings.ContainsAny(r.stdout+r.stderr, "\x1b\x07\r\u009b\u202e") {
			t.Errorf("%q: %q, %q", args, r.stdout, r.stderr)
		}
	}
}

func TestCompletion(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		expect(t, do("", "completion", shell), 0, "flowgen", "")
	}
	expect(t, do("", "__complete", "--lang", ""), 0, "names\n:4\n", "Completion ended")
}

func TestWhatIsNotThereIsAWrongUse(t *testing.T) {
	for _, args := range [][]string{{"help", "chek"}, {"help", "check", "x"}, {"completion", "tcsh"}, {"completion", "bash", "x"}} {
		expect(t, do("", args...), 2, "", "flowgen: ")
	}
	for _, args := range [][]string{{"help"}, {"help", "check"}, {"help", "completion", "bash"}, {"completion"}} {
		expect(t, do("", args...), 0, "flowgen", "")
	}
}

// failing is an output that cannot be written.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestOutputThatFailsIsTold(t *testing.T) {
	var stderr bytes.Buffer
	a := app{stdin: strings.NewReader(hostile), stdout: failing{}, stderr: &stderr, targets: gen.Targets{names{}}}
	if code := a.do([]string{"list"}); code != 1 || stderr.String() != "flowgen: cannot write to standard output: file already closed\n" {
		t.Errorf("got %d, %q", code, stderr.String())
	}
}

func TestDo(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if code := Do([]string{"version"}, strings.NewReader(""), &stdout, &stderr); code != 0 || !strings.HasPrefix(stdout.String(), "flowgen "+buildVersion()) {
		t.Errorf("got %d, %q, %q", code, stdout.String(), stderr.String())
	}
	if code := Do([]string{"--lang", "cobol"}, strings.NewReader(""), &stdout, &stderr); code != 2 ||
		!strings.Contains(stderr.String(), "one of go, python") {
		t.Errorf("got %d, %q", code, stderr.String())
	}
}
