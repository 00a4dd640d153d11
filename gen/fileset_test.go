package gen

import (
	"slices"
	"strings"
	"testing"
)

func TestFileSetRefuses(t *testing.T) {
	tests := []struct{ first, second, want string }{
		{"a.py", "a.py", "cannot both be written"},
		{"a.py", "A.py", "cannot both be written"},
		{"Flow/a.py", "flow/b.py", "cannot both be written"},
		{"a", "a/b", "is the folder of"},
		{"a/b", "a", "cannot both be written"},
		{"a", "", "has no name"},
		{"a", ".", "has no name"},
		{"a", "/etc/passwd", "is not relative"},
		{"a", "..", "leaves the output folder"},
		{"a", "../b", "leaves the output folder"},
		{"a", "b/../c", "is not in its shortest form"},
		{"a", "./b", "is not in its shortest form"},
		{"a", "b/", "is not in its shortest form"},
		{"a", `..\b`, "reads otherwise"},
		{"a", "C:b", "reads otherwise"},
		{"a", "b\x00", "reads otherwise"},
	}
	for _, test := range tests {
		set := NewFileSet()
		if err := set.Add(test.first, nil); err != nil {
			t.Fatal(err)
		}
		err := set.Add(test.second, nil)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q after %q: got %v, want %q", test.second, test.first, err, test.want)
		}
	}
}

func TestFileSetIsSorted(t *testing.T) {
	set := NewFileSet()
	for _, name := range []string{"b/x.py", "a.py", "b/a.py", "c.py"} {
		if err := set.Add(name, []byte(name)); err != nil {
			t.Fatal(err)
		}
	}
	if got := set.Paths(); !slices.Equal(got, []string{"a.py", "b/a.py", "b/x.py", "c.py"}) {
		t.Errorf("got %v", got)
	}
	if got := string(set.Content("b/a.py")); got != "b/a.py" {
		t.Errorf("got %q", got)
	}
}
