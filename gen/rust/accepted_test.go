package rust

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/flow-toolkit/flowgen/gen/internal/golden"
)

// hostileTypes names a type of each form like something that stands beside it.
var hostileTypes = map[string]string{
	"record": "Result", "generic": "Codec", "bare": "Outcome", "named": "Error", "mixed": "Value", "hundred": "Hundred", "host": "Json",
}

// hostileMembers are names that Rust's traits and preludes, the generated methods and their variables have; names of other
// scripts; names that look alike; and names that differ in what Rust's spelling leaves out.
var hostileMembers = []string{
	"clone", "fmt", "eq", "cmp", "order", "read", "write", "describe", "absent", "Some", "None", "Ok", "Err", "Self", "self", "super",
	"crate", "_", "__", "_0", "type", "gen", "r", "o", "k", "w", "f", "name", "value", "place", "other", "parts", "part0", "field0", "a0", "b0",
	"args", "types", "flow", "codecs", "declarations", "tools", "text", "ctx", "call", "context", "outcome", "arg0", "T", "serve", "local",
	"toolkit", "phantom", "Phantom", "DECLARATIONS", "std", "core", "x1", "x_1", "X1", "日本", "Đồ", "đồ", "ß", "ǅ", "ı", "ſ", "ª", "сору",
	"copy", "файл", "αβγ", "λόγος", "한국어", "Å", "\u212b", "a٣", "日1", "日l",
}

const hostileDoc = "```\npanic!(1)\n```\n~~~\n[`x`] [y](z) <b> https://a.b.cd/e. &lt;\n\n    let x: () = 1;\n\n-     code()\n\n" +
	"*/ panic!(1) /*\n#![feature(x)]\n\r\x00\u2028\u202e| a | b |\n|---|---|\n``` ` `` \\` \\\n\ttab\n1.      code()"

// Whatever a compiler may print, and declarations whose members are called as anything that stands beside them under hostile
// docs, become modules that rustc, clippy, rustdoc and rustfmt take without a warning.
func TestAcceptedAndHostileListings(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "vectors", "listings-accepted.json"))
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct{ Name, Text string }
	if err := json.Unmarshal(text, &rows); err != nil {
		t.Fatal(err)
	}
	if len(rows) == 0 {
		t.Fatal("no listings")
	}
	c := newCrate(t)
	add := func(name, path string, text []byte) {
		files := emit(t, path, text)
		c.put(t, name, files)
		t.Run(path, func(t *testing.T) { checkFormat(t, files) })
	}
	for i, row := range rows {
		add(fmt.Sprintf("row%d", i), row.Name, []byte(row.Text))
	}
	for name, text := range golden.Hostile(t, hostileTypes, hostileMembers, hostileDoc) {
		add("hostile_"+name, "hostile "+name, text)
	}
	c.check(t)
}
