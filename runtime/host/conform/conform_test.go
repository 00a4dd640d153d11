package conform_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/flow-toolkit/flowgen/runtime/host"
	"github.com/flow-toolkit/flowgen/runtime/host/conform"
	"github.com/flow-toolkit/flowgen/testdata/testees"
	"github.com/flow-toolkit/flowgen/typespec"
	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func read(t *testing.T, name, text string) *typespec.Program {
	t.Helper()
	program, err := typespec.Read(name, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return program
}

// The testees of all languages keep the protocol.
func TestTesteesConform(t *testing.T) {
	text, err := os.ReadFile("../../../testdata/vectors/listings/testee.json")
	if err != nil {
		t.Fatal(err)
	}
	program := read(t, "testee.json", string(text))
	for _, testee := range testees.Built(t, "*") {
		t.Run(testee.Language, func(t *testing.T) {
			report, err := conform.Run(t.Context(), program, host.Command{Args: []string{testee.Command}}, conform.Options{Wait: 60 * time.Second})
			if err != nil {
				t.Fatal(err)
			}
			if len(report.Checks) < 300 {
				t.Errorf("only %d checks were made", len(report.Checks))
			}
			for _, c := range report.Checks {
				if c.Fault != "" {
					t.Errorf("%s: %s: %s", c.Group, c.Name, c.Fault)
				}
			}
		})
	}
}

const small = `{"data":"1.0","tools":[{"tool":"a.flow.t","generic":[],"params":[{"name":"x","type":"Int"}],"ok":"Int","err":"Never"}],"types":{}}`

// Each process that misbehaves is found out, and for the right reason.
func TestMisbehaviourIsFound(t *testing.T) {
	program := filepath.Join(t.TempDir(), "misbehave")
	if text, err := exec.Command("go", "build", "-o", program, "../../../testdata/misbehave").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	declared := read(t, "small.json", small)
	fingerprint := declared.Tools[0].Fingerprint()
	for mode, want := range map[string][2]string{
		"":                  {"args that are null", "NotRun should come back"},
		"version-2":         {"the description reads", "data version 2.0"},
		"bad-version":       {"the description reads", "two whole numbers"},
		"describes-badly":   {"the description reads", "/tools/0"},
		"refuses-describe":  {"describe is answered", "-32601"},
		"dies-describing":   {"describe is answered", "exit status 3"},
		"exit-at-once":      {"describe is answered", "exit status 7"},
		"silent":            {"describe is answered", "nothing came back within 300ms, where an answer under"},
		"banner":            {"describe is answered", "no JSON"},
		"dies-before-reply": {"args that are null", "exit status 5"},
		"never":             {"args that are null", "nothing came back"},
		"half-line":         {"args that are null", "no JSON"},
		"twice":             {"args that are null", "or a second time"},
		"closes-output":     {"args that are null", "closed its standard output"},
		"crlf":              {"args that are null", "NotRun should come back"},
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			args := []string{program, "-mode", mode, "-fingerprint", fingerprint}
			report, err := conform.Run(t.Context(), declared, host.Command{Args: args}, conform.Options{Wait: 300 * time.Millisecond, MessageBytes: 1 << 20})
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range report.Checks {
				if strings.Contains(c.Name, want[0]) && strings.Contains(c.Fault, want[1]) {
					return
				}
			}
			t.Errorf("%d faults, and none of %q with %q", report.Faults, want[0], want[1])
			for _, c := range report.Checks {
				t.Logf("%s: %s: %s", c.Group, c.Name, c.Fault)
			}
		})
	}
	// What it serves under another fingerprint does not fit.
	args := []string{program, "-fingerprint", "sha256:0"}
	report, err := conform.Run(t.Context(), declared, host.Command{Args: args}, conform.Options{Wait: 300 * time.Millisecond, MessageBytes: 1 << 20})
	if err != nil || report.Faults == 0 || !strings.Contains(report.Checks[2].Fault, "its fingerprint is sha256:0") {
		t.Errorf("%+v, %v", report.Checks[:3], err)
	}
}

func TestNoProcess(t *testing.T) {
	report, err := conform.Run(t.Context(), read(t, "small.json", small), host.Command{Args: []string{"no-such-program"}}, conform.Options{})
	if err == nil || report.Faults != 0 {
		t.Errorf("%+v, %v", report, err)
	}
}
