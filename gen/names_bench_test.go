package gen

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkScope shows what a name costs where all differ, where all are spelled alike in their own files, and where
// nothing tells them apart: the time for each name does not grow with their number.
func BenchmarkScope(b *testing.B) {
	kinds := []struct {
		name     string
		identity func(i int) string
		collide  bool
	}{
		{"distinct", func(i int) string { return fmt.Sprintf("a.flow.T%d", i) }, false},
		{"files", func(i int) string { return fmt.Sprintf("a%d.flow.T", i) }, false},
		{"faults", func(i int) string { return "x" + apart.Replace(fmt.Sprintf("%b", i)) + "y/a.flow.T" }, true},
	}
	for _, kind := range kinds {
		for _, n := range []int{1_000, 10_000} {
			b.Run(fmt.Sprintf("%s/%d", kind.name, n), func(b *testing.B) {
				identities := make([]string, n)
				for i := range identities {
					identities[i] = kind.identity(i)
				}
				wants := declarations(identities...)
				for b.Loop() {
					scope := NewScope(pythonic(nil))
					for _, w := range wants {
						scope.Want(w)
					}
					if err := scope.Resolve(); (err != nil) != kind.collide {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/name")
			})
		}
	}
}

// apart writes digits as punctuation, which no identifier keeps.
var apart = strings.NewReplacer("0", "-", "1", "+")
