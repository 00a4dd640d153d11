package host_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/runtime/host"
	"github.com/flow-toolkit/flowgen/typespec"
	"go.uber.org/goleak"
)

// misbehaving is where testdata/misbehave was built.
var misbehaving string

func TestMain(m *testing.M) {
	folder, err := os.MkdirTemp("", "misbehave-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	misbehaving = filepath.Join(folder, "misbehave")
	text, err := exec.Command("go", "build", "-o", misbehaving, "../../testdata/misbehave").CombinedOutput()
	if err != nil {
		fmt.Fprintf(os.Stderr, "%v: %s", err, text)
		os.Exit(1)
	}
	goleak.VerifyTestMain(m, goleak.Cleanup(func(code int) {
		_ = os.RemoveAll(folder)
		if left := children(); code == 0 && len(left) > 0 {
			fmt.Fprintf(os.Stderr, "the tests left processes: %v\n", left)
			code = 1
		}
		os.Exit(code)
	}))
}

// children are the ids of the processes that this one started and that are there still, where the system tells.
func children() []string {
	found, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil {
		return []string{err.Error()}
	}
	var pids []string
	for _, file := range found {
		if text, err := os.ReadFile(file); err == nil {
			pids = append(pids, strings.Fields(string(text))...)
		}
	}
	return pids
}

// descriptors counts this process's open files, where the system tells.
func descriptors() int {
	open, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return 0
	}
	return len(open)
}

// listing reads one of the vectors' listings.
func listing(t testing.TB, name string) *typespec.Program {
	t.Helper()
	text, err := os.ReadFile("../../testdata/vectors/listings/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return program(t, string(text))
}

func program(t testing.TB, text string) *typespec.Program {
	t.Helper()
	p, err := typespec.Read("listing", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// declared is a program of Tools without parameters that return an Int.
func declared(t testing.TB, identities ...string) *typespec.Program {
	t.Helper()
	text := `{"data":"1.0","types":{},"tools":[`
	for i, identity := range identities {
		if i > 0 {
			text += ","
		}
		text += fmt.Sprintf(`{"tool":%q,"generic":[],"params":[],"ok":"Int","err":"Never"}`, identity)
	}
	return program(t, text+"]}")
}

// answering is a fake that fits a Tool and answers with a reply.
func answering(tool *typespec.Tool, reply host.Reply) host.Fake {
	return host.Fake{Fingerprint: tool.Fingerprint(), Call: func(context.Context, *host.Call) host.Reply { return reply }}
}
