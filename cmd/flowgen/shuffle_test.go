package main

import (
	"bytes"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// shuffled writes a JSON value with the members of every object in some other order.
func shuffled(random *rand.Rand, dst *bytes.Buffer, v *canon.Value) {
	switch v.Kind {
	case canon.Array:
		dst.WriteString("[")
		for i, item := range v.Items {
			if i > 0 {
				dst.WriteString(", ")
			}
			shuffled(random, dst, item)
		}
		dst.WriteString("]")
	case canon.Object:
		dst.WriteString("{")
		for i, at := range random.Perm(len(v.Members)) {
			if i > 0 {
				dst.WriteString(",\n")
			}
			dst.Write(canon.AppendString(nil, v.Members[at].Name))
			dst.WriteString(": ")
			shuffled(random, dst, v.Members[at].Value)
		}
		dst.WriteString("}")
	default:
		dst.Write(canon.Append(nil, v))
	}
}

// TestShuffledMembersGiveTheSameBytes generates every listing for every language, then checks the output against
// listings that differ in the order of their members alone.
func TestShuffledMembersGiveTheSameBytes(t *testing.T) {
	files, err := filepath.Glob(listings + "*.json")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	languages := append(targets(), names{})
	random := rand.New(rand.NewSource(1))
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		root, err := canon.Parse(text, canon.Options{Depth: 512})
		if err != nil {
			t.Fatal(err)
		}
		for _, language := range languages {
			dir := filepath.Join(t.TempDir(), "out")
			run := func(text string, more ...string) result {
				return doWith(languages, text, append([]string{"--lang", language.Name(), "-o", dir}, more...)...)
			}
			expect(t, run(string(text)), 0, "", "")
			for range 5 {
				var other bytes.Buffer
				shuffled(random, &other, root)
				expect(t, run(other.String(), "--check"), 0, "", "")
			}
		}
	}
}

// doWith runs the command with some languages.
func doWith(languages gen.Targets, stdin string, args ...string) result {
	return doAs(app{targets: languages, version: "v0.0.0-test"}, stdin, args...)
}

// lockedBuffer is a buffer for several writers.
type lockedBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *lockedBuffer) Write(piece []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(piece)
}

func (b *lockedBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// doAs runs the command of an app.
func doAs(a app, stdin string, args ...string) result {
	var stdout, stderr lockedBuffer // processes write to standard error beside the command
	a.stdin, a.stdout, a.stderr = strings.NewReader(stdin), &stdout, &stderr
	code := a.do(args)
	return result{code, stdout.String(), stderr.String()}
}
