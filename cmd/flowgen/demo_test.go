package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/testdata/need"
)

// needPython skips a test that runs what is generated in Python, where there is none; CI must have it.
func needPython(t *testing.T) {
	t.Helper()
	need.Program(t, "python3", "what is generated is not run")
}

func TestDemo(t *testing.T) {
	needPython(t)
	testDemo(t, "demo")
}

func TestDemoInGo(t *testing.T) {
	testDemo(t, "demo", "--lang", "go")
}

// Out of its checkout a build without a version has no support code to build on, and says so.
func TestDemoInGoElsewhere(t *testing.T) {
	t.Chdir(t.TempDir())
	_, err := readyGo(t.TempDir(), "devel")
	if err == nil || !strings.Contains(err.Error(), "checkout") {
		t.Errorf("%v: want to be sent to the checkout", err)
	}
}

func TestDemoInTypeScriptAsItIs(t *testing.T) {
	firstOnPath(t, map[string]string{"node": strippingNode(t)})
	testDemo(t, "demo", "--lang", "typescript")
}

func TestDemoInTypeScriptCompiled(t *testing.T) {
	firstOnPath(t, map[string]string{"tsc": filepath.Join(nodeModules(t), "typescript", "bin", "tsc")})
	testDemo(t, "demo", "--lang", "typescript")
}

func testDemo(t *testing.T, args ...string) {
	t.Helper()
	var out, said bytes.Buffer
	if status := Do(args, strings.NewReader(""), &out, &said); status != 0 {
		t.Fatalf("exit status %d: %s", status, said.String())
	}
	shown := answers(out.String())
	if len(shown) != len(demoExchanges) {
		t.Fatalf("%d answers to %d lines:\n%s", len(shown), len(demoExchanges), out.String())
	}
	for i, want := range []string{`"fingerprint":"sha256:`, `{"Ok":{`, `{"Failed":{"TooMany":100}}`, `{"NotRun":`, `{"Ok":{"label":"a","weight":10.5}}`} {
		if !strings.Contains(shown[i], want) {
			t.Errorf("answer %d is %s, without %s", i+1, shown[i], want)
		}
	}
}

func TestDemoOfAnotherLanguage(t *testing.T) {
	var out, said bytes.Buffer
	if status := Do([]string{"demo", "--lang", "cobol"}, strings.NewReader(""), &out, &said); status != 2 || !strings.Contains(said.String(), "python") {
		t.Errorf("exit status %d and %q: want 2 and the languages that there are", status, said.String())
	}
}

// answers are the lines that came back.
func answers(shown string) []string {
	var found []string
	for _, line := range strings.Split(shown, "\n") {
		if answer, ok := strings.CutPrefix(line, "< "); ok {
			found = append(found, answer)
		}
	}
	return found
}
