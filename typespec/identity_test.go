package typespec

import "testing"

func TestIdentities(t *testing.T) {
	cases := []struct {
		identity, unversioned string
		parts                 Identity
	}{
		{"github.com/acme/tools@v1.4.0/openai.flow.chat", "github.com/acme/tools/openai.flow.chat",
			Identity{"github.com/acme/tools", "v1.4.0", "openai.flow", "chat"}},
		{"example.org/~std/fin%20ance@v2.0.0-rc.1+build.7/finance/money.flow.Money", "example.org/~std/fin%20ance/finance/money.flow.Money",
			Identity{"example.org/~std/fin%20ance", "v2.0.0-rc.1+build.7", "finance/money.flow", "Money"}},
		{"@scope/pkg@2.0.0/t.flow.Turn", "@scope/pkg/t.flow.Turn", Identity{"@scope/pkg", "2.0.0", "t.flow", "Turn"}},
		{"a@1/b@2/x.flow.T", "a/b@2/x.flow.T", Identity{"a", "1", "b@2/x.flow", "T"}},
		{"@a/@b/x.flow.T", "@a/@b/x.flow.T", Identity{"", "", "@a/@b/x.flow", "T"}},
		{"a@/x.flow.T", "a/x.flow.T", Identity{"a", "", "x.flow", "T"}},
		{"a@@1/x.flow.T", "a/x.flow.T", Identity{"a", "@1", "x.flow", "T"}},
		{"/home/me@work/x y/t.flow.T", "/home/me@work/x y/t.flow.T", Identity{"", "", "/home/me@work/x y/t.flow", "T"}},
		{"./a@1/b.flow.T", "./a@1/b.flow.T", Identity{"", "", "./a@1/b.flow", "T"}},
		{"../a@1/b.flow.T", "../a@1/b.flow.T", Identity{"", "", "../a@1/b.flow", "T"}},
		{"C:/work@1/x.flow.T", "C:/work@1/x.flow.T", Identity{"", "", "C:/work@1/x.flow", "T"}},
		{`c:\work@1/x.flow.T`, `c:\work@1/x.flow.T`, Identity{"", "", `c:\work@1/x.flow`, "T"}},
		{"1:/work@1/x.flow.T", "1:/work/x.flow.T", Identity{"1:/work", "1", "x.flow", "T"}},
		{".a@1/b.flow.T", ".a/b.flow.T", Identity{".a", "1", "b.flow", "T"}},
		{"scripts/a@b.flow.T", "scripts/a@b.flow.T", Identity{"", "", "scripts/a@b.flow", "T"}},
		{"plain", "plain", Identity{"", "", "plain", ""}},
		{"", "", Identity{}},
	}
	for _, c := range cases {
		if got := ParseIdentity(c.identity); got != c.parts {
			t.Errorf("%q splits into %+v; want %+v", c.identity, got, c.parts)
		}
		if got := Unversioned(c.identity); got != c.unversioned {
			t.Errorf("%q without versions is %q; want %q", c.identity, got, c.unversioned)
		}
	}
}

func TestNames(t *testing.T) {
	for _, name := range []string{"a", "_", "_1", "größe", "提示", "aǅ", "x٣", "ªº", "ʰ"} {
		if !IsName(name) {
			t.Errorf("%q is taken for no name", name)
		}
	}
	for _, name := range []string{"", "1", "٣x", "a b", "a-b", "a.b", "xⅧ", "ⅹ", "e\u0301", "a\u200db", "a\n", "$", "x²", "\xff", "a\xff", "‿"} {
		if IsName(name) {
			t.Errorf("%q is taken for a name", name)
		}
	}
}
