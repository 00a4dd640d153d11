package gen

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/typespec"
	"golang.org/x/text/unicode/norm"
)

func pythonic(renames *Renames) Rules {
	return Rules{
		Scope:     "the module",
		Reserved:  ParseWords("class def  # keywords\nprint self\n").Has,
		Escape:    func(name string) string { return name + "_" },
		Normalize: norm.NFKC.String,
		Renames:   renames,
	}
}

// resolveShuffled resolves wants in many orders and demands the same names each time.
func resolveShuffled(t *testing.T, rules func() Rules, wants []Want) (map[Subject]string, error) {
	t.Helper()
	var first string
	var names map[Subject]string
	var fault error
	random := rand.New(rand.NewSource(1))
	for round := range 50 {
		order := random.Perm(len(wants))
		scope := NewScope(rules())
		got := make([]*Name, len(wants))
		for _, i := range order {
			got[i] = scope.Want(wants[i])
		}
		err := scope.Resolve()
		names = map[Subject]string{}
		for i, w := range wants {
			names[w.Subject] = got[i].String()
		}
		text := fmt.Sprint(names, err)
		if round == 0 {
			first, fault = text, err
		} else if text != first {
			t.Fatalf("another order gives other names:\n%s\n%s", text, first)
		}
	}
	return names, fault
}

func members(names ...string) []Want {
	var wants []Want
	for _, name := range names {
		wants = append(wants, MemberWant("a.flow.R", name, Snake))
	}
	return wants
}

func declarations(subjects ...string) []Want {
	var wants []Want
	for _, s := range subjects {
		identity, ordinal := s, 1
		if at := strings.IndexByte(s, '#'); at >= 0 {
			identity = s[:at]
			fmt.Sscan(s[at+1:], &ordinal)
		}
		wants = append(wants, DeclarationWant(&typespec.Declaration{
			Name: typespec.ParseIdentity(identity).Name, Identity: identity, Ordinal: ordinal}, PascalStyle))
	}
	return wants
}

func TestMembersThatCollideKeepTheirFlowSpelling(t *testing.T) {
	all := []string{"foo_bar", "fooBar", "FooBar", "foo__bar", "_foo_bar", "foo_bar_", "foobar"}
	names, err := resolveShuffled(t, func() Rules { return pythonic(nil) }, members(all...))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range all {
		if got := names[Subject("a.flow.R."+name)]; got != name {
			t.Errorf("%s is named %s", name, got)
		}
	}
}

func TestNames(t *testing.T) {
	tests := []struct {
		name  string
		wants []Want
		want  string // in the order of wants
	}{
		{"alone, in the language's case", members("fooBar"), "foo_bar"},
		{"reserved", members("class", "print", "classy"), "class_ print_ classy"},
		{"reserved beside its escape", members("class", "class_"), "class__ class_"},
		{"reserved by conversion", members("Class"), "class_"},
		{"normalised to a reserved word", members("ｃlass"), "class_"},
		{"normalised to one", members("ﬁ", "fi"), "ufb01 fi"},
		{"both normalised to one", members("ª", "ａ"), "u00aa uff41"},
		{"not an identifier once normalised", members("ͺ"), "u037a"},
		{"types alone", declarations("a.flow.T", "b.flow.U"), "T U"},
		{"types of two files", declarations("x/a.flow.T", "x/b.flow.T", "x/b.flow.U"), "AT BT U"},
		{"types of two folders", declarations("x/a.flow.T", "y/a.flow.T"), "XAT YAT"},
		{"ordinals", declarations("a.flow.T", "a.flow.T#2"), "AT1 AT2"},
		{"repositories", declarations("h/one@v1/a.flow.T", "h/two@v1/a.flow.T"), "OneAT TwoAT"},
		{"versions", declarations("h/one@v1/a.flow.T", "h/one@v2/a.flow.T"), "HOneV1AT HOneV2AT"},
		{"a prefix that is declared", declarations("a.flow.T", "b.flow.T", "c.flow.AT"), "AT1 BT AT"},
		{"a file that begins with a digit", declarations("2fa.flow.T", "b.flow.T"), "File2faT BT"},
		{"a file that is no word", declarations("x/my-tools v2.flow.T", "b.flow.T"), "MyToolsV2T BT"},
		{"spelled beside converted", declarations("a.flow.foo_bar", "a.flow.FooBar"), "foo_bar FooBar"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			names, err := resolveShuffled(t, func() Rules { return pythonic(nil) }, test.wants)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, w := range test.wants {
				got = append(got, names[w.Subject])
			}
			if strings.Join(got, " ") != test.want {
				t.Errorf("got %s, want %s", strings.Join(got, " "), test.want)
			}
		})
	}
}

func TestDerivedNamesYieldToDeclaredOnes(t *testing.T) {
	scope := NewScope(pythonic(nil))
	var declared []*Name
	for _, w := range declarations("a.flow.Operation", "a.flow.OperationCreate", "a.flow.Dog") {
		declared = append(declared, scope.Want(w))
	}
	if err := scope.Resolve(); err != nil {
		t.Fatal(err)
	}
	create := scope.Want(Want{Subject: "a.flow.Operation.Create", Spelling: "Create",
		Candidates: []string{"OperationCreate", "Operation_Create"}})
	dog := scope.Want(Want{Subject: "a.flow.Operation.Dog", Spelling: "Dog",
		Candidates: []string{"OperationDog", "Operation_Dog"}})
	if err := scope.Resolve(); err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprint(declared, create, dog)
	if want := "[Operation OperationCreate Dog] Operation_Create OperationDog"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestAddingADeclarationRenamesOnlyThoseItCollidesWith(t *testing.T) {
	base := declarations("a.flow.T", "b.flow.T", "a.flow.U", "c.flow.V", "c.flow.W")
	before, err := resolveShuffled(t, func() Rules { return pythonic(nil) }, base)
	if err != nil {
		t.Fatal(err)
	}
	added := append(slices.Clone(base), declarations("d.flow.V")...)
	after, err := resolveShuffled(t, func() Rules { return pythonic(nil) }, added)
	if err != nil {
		t.Fatal(err)
	}
	for subject, name := range before {
		if subject != "c.flow.V" && after[subject] != name {
			t.Errorf("%s was %s and is now %s", subject, name, after[subject])
		}
	}
	if after["c.flow.V"] != "CV" || after["d.flow.V"] != "DV" {
		t.Errorf("the two that collide are %s and %s", after["c.flow.V"], after["d.flow.V"])
	}
}

func TestWhatStillCollidesIsAFault(t *testing.T) {
	wants := declarations("x-y/a.flow.T", "x_y/a.flow.T")
	_, err := resolveShuffled(t, func() Rules { return pythonic(nil) }, wants)
	want := "x-y/a.flow.T and x_y/a.flow.T: both would be named XYAT1 in the module: " +
		"give one another name with --rename x_y/a.flow.T=NAME"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestAsciiAlone(t *testing.T) {
	rules := pythonic(nil)
	rules.Valid = IsASCII
	names, err := resolveShuffled(t, func() Rules { return rules }, members("état", "日本"))
	if err != nil || names["a.flow.R.état"] != "u00e9tat" || names["a.flow.R.日本"] != "u65e5u672c" {
		t.Errorf("got %v, %v", names, err)
	}
}

func FuzzMembers(f *testing.F) {
	f.Add("foo_bar fooBar FooBar foo__bar class class_ ﬁ fi")
	f.Fuzz(func(t *testing.T, text string) {
		var names []string
		for _, name := range strings.Fields(text) {
			if typespec.IsName(name) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		scope := NewScope(pythonic(nil))
		var got []*Name
		for _, w := range members(names...) {
			got = append(got, scope.Want(w))
		}
		if scope.Resolve() != nil {
			return
		}
		seen := map[string]bool{}
		for i, name := range got {
			if !typespec.IsName(name.String()) || seen[name.String()] || scope.reserved(name.String()) {
				t.Errorf("%s is named %q", names[i], name)
			}
			seen[name.String()] = true
		}
	})
}
