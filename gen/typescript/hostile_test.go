package typescript

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/gen/internal/golden"
	"github.com/flow-toolkit/flowgen/testdata/need"
)

// hostileMembers are names that objects of JavaScript have, that mean something in TypeScript, or that stand in generated
// code; names of other scripts; and names that differ in what TypeScript's spelling leaves out.
var hostileMembers = []string{
	"constructor", "prototype", "__proto__", "proto", "proto_", "toString", "to_string", "toJSON", "valueOf", "hasOwnProperty", "then",
	"catch", "class", "class_", "default", "new", "readonly", "get", "set", "static", "async", "await", "yield", "let", "of", "undefined",
	"NaN", "eval", "arguments", "this", "super", "import", "enum", "tag", "value", "name", "length", "r", "w", "v", "o", "a", "b", "flow",
	"types", "codecs", "declarations", "make", "args", "ctx", "fields", "part0", "brand", "token", "Object", "Promise", "Uint8Array",
	"Extract", "Error", "Map", "foo_bar", "fooBar", "FooBar", "foo__bar", "_foo_bar", "foo_bar_", "foobar", "x_1", "x1", "X1", "__", "_",
	"Field", "All", "日本", "Đồ", "đồ", "ß", "ǅ", "ı", "ſ", "a٣", "ª", "\u2e2f", "clasﬀ",
}

const hostileDoc = "@ts-nocheck\n@deprecated\n*/ process.exit(1) /*\n//# sourceMappingURL=x\n\r\x00\u2028eslint-disable\nprettier-ignore\n`\"'\\${x}"

// hostileTypes are names of the package, of the codecs and of JavaScript, a type of each form called as each.
var hostileTypes = []map[string]string{
	{"record": "Object", "generic": "Codec", "bare": "Symbol", "named": "Error", "mixed": "Promise", "hundred": "Map", "host": "Date"},
	{"record": "Readonly", "generic": "Record", "bare": "Tools", "named": "Uint8Array", "mixed": "Extract", "hundred": "flow", "host": "HostValue"},
	{"record": "then", "generic": "call", "bare": "string", "named": "Nested0", "mixed": "any", "hundred": "_", "host": "__proto__"},
}

// Declared errors of each form, called as anything that stands beside them, and with members called so, under hostile docs,
// are packages that TypeScript accepts, formatted as prettier would.
func TestHostileListings(t *testing.T) {
	p := newProject(t)
	for i, types := range hostileTypes {
		for form, text := range golden.Hostile(t, types, hostileMembers, hostileDoc) {
			p.put(t, form+string(rune('a'+i)), emit(t, form, text))
		}
	}
	p.compile(t)
	p.holdFormat(t)
}

// Names of all lengths leave lines where prettier leaves them.
func TestLongNames(t *testing.T) {
	p := newProject(t)
	for length := 19; length < 90; length += 4 {
		name := func(prefix string) string { return prefix + strings.Repeat("n", length) }
		types := map[string]string{}
		for _, form := range []string{"record", "generic", "bare", "named", "mixed", "hundred", "host"} {
			types[form] = name("N")
		}
		for form, text := range golden.Hostile(t, types, []string{name("a"), name("b"), "c"}, "A doc.") {
			p.put(t, fmt.Sprint(form, length), emit(t, form, text))
		}
	}
	listings := golden.Listings(t)
	for _, listing := range []string{"everything", "model", "planner", "openai", "testee"} {
		text, err := os.ReadFile(listings[listing])
		if err != nil {
			t.Fatal(err)
		}
		for length := 3; length < 80; length += 7 {
			lengthened := golden.Lengthened(t, text, strings.Repeat("n", length))
			p.put(t, fmt.Sprint(listing, length), emit(t, listing, lengthened))
		}
	}
	p.holdFormat(t)
}

// holdFormat holds the packages to prettier's format.
func (p *project) holdFormat(t *testing.T) {
	t.Helper()
	node := need.Program(t, "node", "the packages are generated, but their format is not checked")
	prettier := filepath.Join(root(t), ".cache", "node", "node_modules", "prettier", "bin", "prettier.cjs")
	need.File(t, prettier, "the packages are generated, but their format is not checked; `make install` has it")
	command := exec.Command(node, prettier, "--no-config", "--log-level", "warn", "--check", "*/*.ts")
	command.Dir = p.folder
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v\n%.4000s", err, out)
	}
}
