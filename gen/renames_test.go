package gen

import (
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/typespec"
)

func renameProgram() *typespec.Program {
	text := &typespec.Term{Kind: typespec.Text}
	shape := &typespec.Declaration{Name: "Shape", Identity: "h/r@v1/a.flow.Shape", Ordinal: 1, Kind: typespec.Enum,
		Generic: []string{"P"}, Constructors: []typespec.Constructor{
			{Name: "Circle", Payload: &typespec.Payload{Named: []typespec.Field{{Name: "radius", Type: text}}}},
			{Name: "Nothing"}}}
	second := &typespec.Declaration{Name: "Shape", Identity: "h/r@v1/a.flow.Shape", Ordinal: 2,
		Fields: []typespec.Field{{Name: "size", Type: text}}}
	return &typespec.Program{
		Declarations: []*typespec.Declaration{shape, second},
		Tools: []*typespec.Tool{
			{Identity: "h/r@v1/a.flow.chat", Params: []typespec.Parameter{{Name: "prompt", Type: text}}},
			{Identity: "h/r@v2/a.flow.chat"},
			{Identity: "h/r@v1/a.flow.draw", Generic: []string{"T"}},
		},
	}
}

const nothing = `the listing declares nothing of this identity: "flowgen list" shows what it declares`

func TestParseRenames(t *testing.T) {
	tests := []struct{ flag, subject, problem string }{
		{"h/r@v1/a.flow.Shape=Form", "h/r@v1/a.flow.Shape", ""},
		{"h/r/a.flow.Shape=Form", "h/r@v1/a.flow.Shape", ""},
		{"h/r/a.flow.Shape#2=Form", "h/r@v1/a.flow.Shape#2", ""},
		{"h/r/a.flow.Shape#2.size=x", "h/r@v1/a.flow.Shape#2.size", ""},
		{"h/r/a.flow.Shape.P=x", "h/r@v1/a.flow.Shape.P", ""},
		{"h/r/a.flow.Shape.Circle=x", "h/r@v1/a.flow.Shape.Circle", ""},
		{"h/r/a.flow.Shape.Circle.radius=x", "h/r@v1/a.flow.Shape.Circle.radius", ""},
		{"h/r@v1/a.flow.chat.prompt=x", "h/r@v1/a.flow.chat.prompt", ""},
		{"h/r/a.flow.draw.T=x", "h/r@v1/a.flow.draw.T", ""},
		{"h/r@v2/a.flow.chat=x", "h/r@v2/a.flow.chat", ""},
		{"h/r@v9/a.flow.draw=x", "h/r@v1/a.flow.draw", ""},
		{"h/r/a.flow.chat=x", "", "it may be h/r@v1/a.flow.chat or h/r@v2/a.flow.chat: give the version"},
		{"Shape#2=Form", "h/r@v1/a.flow.Shape#2", ""},
		{"Shape=Form", "h/r@v1/a.flow.Shape", ""},
		{"a.flow.Shape.Circle=x", "h/r@v1/a.flow.Shape.Circle", ""},
		{"Shape.Circle.radius=x", "h/r@v1/a.flow.Shape.Circle.radius", ""},
		{"draw.T=x", "h/r@v1/a.flow.draw.T", ""},
		{"r@v2/a.flow.chat=x", "h/r@v2/a.flow.chat", ""},
		{"chat=x", "", "it may be h/r@v1/a.flow.chat or h/r@v2/a.flow.chat: give more of the identity"},
		{"h/r/a.flow.Other=x", "", nothing},
		{"Circle=x", "", nothing},
		{"Circle.radius=x", "", nothing},
		{"radius=x", "", nothing},
		{"hape=x", "", nothing},
		{"=x", "", "it is not of the form IDENTITY=NAME"},
		{"h/r/a.flow.Shape", "", "it is not of the form IDENTITY=NAME"},
		{"h/r/a.flow.Shape=", "", `"" is no identifier`},
		{"h/r/a.flow.Shape=a b", "", `"a b" is no identifier`},
		{"h/r/a.flow.Shape=1x", "", `"1x" is no identifier`},
	}
	for _, test := range tests {
		renames, err := ParseRenames(renameProgram(), []string{test.flag})
		switch {
		case test.problem == "" && err != nil:
			t.Errorf("%s: %v", test.flag, err)
		case test.problem == "":
			if _, ok := renames.take(Subject(test.subject)); !ok {
				t.Errorf("%s is not about %s", test.flag, test.subject)
			}
			if err := renames.Unused(); err != nil {
				t.Errorf("%s: %v", test.flag, err)
			}
		case err == nil || !strings.HasSuffix(err.Error(), ": "+test.problem):
			t.Errorf("%s: got %v, want %s", test.flag, err, test.problem)
		}
	}
}

func TestCheckRenames(t *testing.T) {
	err := CheckRenames([]string{"T=U", "b", "a.flow.T=1"})
	want := "--rename 'a.flow.T=1': \"1\" is no identifier\n--rename b: it is not of the form IDENTITY=NAME"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if err := CheckRenames([]string{"T=U"}); err != nil {
		t.Error(err)
	}
}

func TestRenamesAreFollowed(t *testing.T) {
	wants := declarations("x-y/a.flow.T", "x_y/a.flow.T", "b.flow.Two")
	program := &typespec.Program{}
	for _, w := range wants {
		program.Declarations = append(program.Declarations, &typespec.Declaration{Identity: string(w.Subject), Ordinal: 1})
	}
	tests := []struct{ flags, want string }{
		{"x_y/a.flow.T=Other", "T Other Two"},
		{"x_y/a.flow.T=Two", "T Two BTwo"},
		{"b.flow.Two=T x_y/a.flow.T=U x-y/a.flow.T=Two", "Two U T"},
	}
	for _, test := range tests {
		names, err := resolveShuffled(t, func() Rules {
			renames, err := ParseRenames(program, strings.Fields(test.flags))
			if err != nil {
				t.Fatal(err)
			}
			return pythonic(renames)
		}, wants)
		var got []string
		for _, w := range wants {
			got = append(got, names[w.Subject])
		}
		if err != nil || strings.Join(got, " ") != test.want {
			t.Errorf("%s: got %v, %v, want %s", test.flags, got, err, test.want)
		}
	}
}

func TestRenamesThatCannotBeFollowed(t *testing.T) {
	wants := declarations("a.flow.T", "b.flow.U")
	program := &typespec.Program{}
	for _, w := range wants {
		program.Declarations = append(program.Declarations, &typespec.Declaration{Identity: string(w.Subject), Ordinal: 1})
	}
	tests := []struct{ flags, want string }{
		{"a.flow.T=class", "--rename 'a.flow.T=class': class is reserved in the module"},
		{"a.flow.T=ｃlass", "--rename 'a.flow.T=ｃlass': class is reserved in the module"},
		{"a.flow.T=ͺ", "--rename 'a.flow.T=ͺ': it is no identifier in the module"},
		{"a.flow.T=X b.flow.U=X", "a.flow.T and b.flow.U: both would be named X in the module: " +
			"give one another name with --rename b.flow.U=NAME"},
	}
	for _, test := range tests {
		_, err := resolveShuffled(t, func() Rules {
			renames, err := ParseRenames(program, strings.Fields(test.flags))
			if err != nil {
				t.Fatal(err)
			}
			return pythonic(renames)
		}, wants)
		if err == nil || err.Error() != test.want {
			t.Errorf("%s: got %v, want %s", test.flags, err, test.want)
		}
	}
}

func TestTheSameRenamedTwice(t *testing.T) {
	_, err := ParseRenames(renameProgram(), []string{"h/r/a.flow.Shape=A", "h/r@v1/a.flow.Shape=B", "nothing=C"})
	want := "--rename 'h/r@v1/a.flow.Shape=B': the same is named by --rename 'h/r/a.flow.Shape=A'\n" +
		"--rename 'nothing=C': " + nothing
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
