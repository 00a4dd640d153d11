package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/testdata/testees"
	"github.com/flow-toolkit/flowgen/typespec"
	"github.com/sebdah/goldie/v2"
)

// withProcesses puts two Tool processes into PATH: the testee in Go, and testdata/misbehave.
func withProcesses(t *testing.T) {
	t.Helper()
	testees.Built(t, "go")
	cache, err := filepath.Abs(filepath.Join("..", "..", ".cache"))
	if err != nil {
		t.Fatal(err)
	}
	misbehave := filepath.Join(cache, "misbehave")
	output(t, "go", "build", "-o", filepath.Join(misbehave, "misbehave"), "../../testdata/misbehave")
	path := []string{filepath.Join(cache, "testee", "go"), misbehave, os.Getenv("PATH")}
	t.Setenv("PATH", strings.Join(path, string(os.PathListSeparator)))
	for _, name := range []string{"testee", "misbehave"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Fatal(err)
		}
	}
}

const small = `{"data":"1.0","tools":[{"tool":"a.flow.t","generic":[],"params":[],"ok":"Int","err":"Never"},
 {"tool":"sub/b.flow.t","generic":[],"params":[],"ok":"Int","err":"Never"}],"types":{}}`

// TestHostingGolden runs the commands that start processes, as TestGolden does the others.
func TestHostingGolden(t *testing.T) {
	withProcesses(t)
	program, err := typespec.Read("small", []byte(small))
	if err != nil {
		t.Fatal(err)
	}
	fits := "-fingerprint " + program.Tools[0].Fingerprint()
	folder := t.TempDir()
	write(t, filepath.Join(folder, "small.json"), small)
	write(t, filepath.Join(folder, "text.json"), strings.ReplaceAll(small, `"ok":"Int"`, `"ok":"Text"`))
	text, err := typespec.Read("text", []byte(strings.ReplaceAll(small, `"ok":"Int"`, `"ok":"Text"`)))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(folder, "args.json"), `{"value": {"Some": 2.0}}`)
	root := func(name, a, b string) string {
		write(t, filepath.Join(folder, name, "flow.toml"), a)
		if b != "" {
			write(t, filepath.Join(folder, name, "sub", "flow.toml"), b)
		}
		return filepath.Join(folder, name)
	}
	b := "[tools.\"b.flow\"]\ncommand = 'misbehave -tool sub/b.flow.t " + fits + "'\n"
	good := root("good", "[tools.\"a.flow\"]\ncommand = 'misbehave "+fits+"'\n", b)
	bad := root("bad", "[tools.\"a.flow\"]\ncommand = 'misbehave'\n", "[tools.\"b.flow\"]\nrun = 'x'\n")
	repository := root("repository", "[tools.\"testee.flow\"]\ncommand = 'testee'\n", "")

	elsewhere := filepath.Join(folder, "elsewhere.json")
	write(t, elsewhere, strings.NewReplacer("a.flow.t", "/bin/a.flow.t", "sub/b.flow.t", "../b.flow.t").Replace(small))
	above := filepath.Join(folder, "above", "deep")
	root("above", "[tools.\"deep/a.flow\"]\ncommand = 'misbehave "+fits+"'\n[tools.\"deep/sub/b.flow\"]\ncommand = 'misbehave -tool sub/b.flow.t "+fits+"'\n", "")
	write(t, filepath.Join(above, "a.flow"), "")

	testee, small, wrong := listings+"testee.json", filepath.Join(folder, "small.json"), filepath.Join(folder, "text.json")
	// process puts a command behind arguments.
	process := func(args []string, command string) []string {
		return append(append(args, "--"), strings.Fields(command)...)
	}
	call := func(args ...string) []string { return append([]string{"call", testee}, args...) }
	for _, test := range []struct {
		name, stdin string
		args        []string
	}{
		{"describe", "", process([]string{"describe"}, "testee")},
		{"describe-json", "", process([]string{"describe", "--json"}, "misbehave")},
		{"describe-version", "", process([]string{"describe"}, "misbehave -mode version-2")},
		{"describe-ended", "", process([]string{"describe"}, "misbehave -mode exit-at-once")},
		{"describe-missing", "", process([]string{"describe"}, "no-such-program-anywhere")},
		{"describe-usage", "", []string{"describe", "testee"}},
		{"describe-usage-empty", "", []string{"describe", "--"}},
		{"describe-usage-more", "", process([]string{"describe", "x"}, "testee")},
		{"call-ok", "", process(call("maybe", "--args", `{"value":"None"}`), "testee")},
		{"call-args-file", "", process(call("maybe", "--args", "@"+filepath.Join(folder, "args.json")), "testee")},
		{"call-args-stdin", `{"how": {"Answer": "hi"}}`, process(call("testee.flow.behave", "--args", "-"), "testee")},
		{"call-args-missing", "", process(call("maybe", "--args", "@"+filepath.Join(folder, "nothing")), "testee")},
		{"call-args-none", "", process(call("maybe"), "testee")},
		{"call-failed", "", process(call("fail", "--args", `{"problem":{"Bad":"x"}}`), "testee")},
		{"call-not-run", "", process(call("behave", "--args", `{"how":{"Decline":"not\ntoday"}}`), "testee")},
		{"call-unknown", "", process(call("behave", "--args", `{"how":{"Exit":3}}`), "testee")},
		{"call-bad-reply", "", process([]string{"call", wrong, "a.flow.t"}, "misbehave -fingerprint "+text.Tools[0].Fingerprint())},
		{"call-generic", "", process(call("swap", "--args", `{"left":[1,2],"right":{"Some":{"b":1,"a":"x"}}}`, "--type", "A=List<Int>", "--type", "B=Rec"), "testee")},
		{"call-type-missing", "", process(call("swap", "--type", "A=Int"), "testee")},
		{"call-type-unknown", "", process(call("reflect", "--type", "T=Int", "--type", "U=Int"), "testee")},
		{"call-type-of-none", "", process(call("maybe", "--type", "T=Int"), "testee")},
		{"call-type-twice", "", process(call("reflect", "--type", "T=Int", "--type", "T=Text"), "testee")},
		{"call-type-broken", "", process(call("reflect", "--type", "T=List<Int"), "testee")},
		{"call-type-undeclared", "", process(call("reflect", "--type", "T=List<Nothing>"), "testee")},
		{"call-type-long", "", process(call("reflect", "--type", "T="+strings.Repeat("Long", 10000)), "testee")},
		{"call-type-host", "", process(call("reflect", "--type", "T=Page", "--args", `{"value":1}`), "testee")},
		{"call-type-usage", "", process(call("reflect", "--type", "T"), "testee")},
		{"call-tool-unknown", "", process(call("nothing"), "testee")},
		{"call-misfit", "", process([]string{"call", small, "a.flow.t"}, "misbehave")},
		{"call-usage-stdin", "", process([]string{"call", "-", "a.flow.t", "--args", "-"}, "testee")},
		{"call-usage", "", []string{"call", testee, "maybe"}},
		{"bind-good", "", []string{"bind", small, "--root", good}},
		{"bind-bad", "", []string{"bind", small, "--root", bad}},
		{"bind-repository", "", []string{"bind", testee, "--root", repository}},
		{"bind-repository-named", "", []string{"bind", testee, "--root", good, "--repository", "github.com/acme/tools@v1.4.0=" + repository}},
		{"bind-repository-usage", "", []string{"bind", testee, "--root", good, "--repository", "github.com/acme/tools"}},
		{"bind-root-missing", "", []string{"bind", small, "--root", filepath.Join(folder, "nothing")}},
		{"bind-elsewhere", "", []string{"bind", elsewhere, "--root", good}},
		{"bind-above", "", []string{"bind", small, "--root", above}},
		{"help-bind", "", []string{"bind", "--help"}},
		{"bind-usage", "", []string{"bind", small}},
		{"conform", "", process([]string{"conform", testee}, "testee")},
		{"conform-fault", "", process([]string{"conform", small}, "testee")},
		{"conform-verbose", "", process([]string{"conform", "--verbose", small}, "testee")},
		{"conform-json", "", process([]string{"conform", "--json", small}, "testee")},
		{"conform-missing", "", process([]string{"conform", small}, "no-such-program-anywhere")},
		{"conform-usage", "", process([]string{"conform", "--json", "--verbose", small}, "misbehave")},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := do(test.stdin, test.args...)
			for i, arg := range test.args {
				test.args[i] = excerpt(arg)
			}
			text := fmt.Sprintf("$ flowgen %s\nexit %d\n--- stdout\n%s--- stderr\n%s", strings.Join(test.args, " "), r.code, r.stdout, r.stderr)
			goldie.New(t, goldie.WithDiffEngine(goldie.ColoredDiff)).Assert(t, test.name, []byte(strings.ReplaceAll(text, folder, "FOLDER")))
		})
	}
}

// What processes write is shown on a terminal without what could steer it, however their writes part it.
func TestVisibleWriter(t *testing.T) {
	for _, test := range []struct {
		writes []string
		want   string
	}{
		{[]string{"plain é\tline\n"}, "plain é\tline\n"},
		{[]string{"a\x1b", "[31mb"}, "a\\u001b[31mb"},
		{[]string{"\xc2", "\x9b31m", "\xe2", "\x80", "\xae."}, "\\u009b31m\\u202e."},
		{[]string{"\x9b31m\r", "é"}, "\uFFFD31m\\u000dé"},
		{[]string{"\xf0\x9f", "", "\x98", "\x80\xf0"}, "😀"},
		{[]string{"\xff", "\xe2\x80x"}, "\uFFFD\uFFFDx"},
	} {
		var shown strings.Builder
		w := &visibleWriter{to: &shown}
		for _, text := range test.writes {
			if n, err := w.Write([]byte(text)); n != len(text) || err != nil {
				t.Error(n, err)
			}
		}
		if shown.String() != test.want {
			t.Errorf("%q are shown as %q", test.writes, shown.String())
		}
	}
}
