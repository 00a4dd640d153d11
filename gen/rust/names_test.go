package rust

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/typespec"
)

// Members have Rust's case, keep what Flow spells where two become one, and keep their names on the wire.
func TestMemberNames(t *testing.T) {
	for _, members := range []map[string]string{
		{"maxTokens": "max_tokens", "isURL": "is_url", "URL": "url", "foo__bar": "foo__bar", "sha256Sum": "sha256_sum"},
		{"maxTokens": "maxTokens", "max_tokens": "max_tokens"},
		{"maxTokens": "maxTokens", "MaxTokens": "MaxTokens"},
		{"_private": "private", "__": "__"},
		{"_private": "_private", "private": "private"},
		{"type": "type", "self": "flow_self", "Self": "Self_", "crate": "crate_", "super": "super_", "_": "flow_under_"},
		{"self": "self_", "type_": "type_"},
		{"self": "flow_self", "self_": "self_"},
		{"日本": "日本", "сору": "flow_u0441u043eu0440u0443", "copy": "copy", "\u212b": "flow_u212b", "\u00c5": "\u00c5"},
	} {
		var fields []typespec.Field
		for name := range members {
			fields = append(fields, typespec.Field{Name: name})
		}
		named, err := (&naming{}).parts().Fields(gen.Subject("a.flow.R"), fields)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range named.Parts {
			if want := members[part.Wire]; part.Name != want {
				t.Errorf("the field %s is %s in Rust, want %s (of %v)", part.Wire, part.Name, want, members)
			}
		}
	}
}

// Keywords of each edition are raw identifiers.
func TestIdentifier(t *testing.T) {
	for name, want := range map[string]string{"type": "r#type", "gen": "r#gen", "async": "r#async", "try": "r#try", "union": "union", "name": "name"} {
		if got := identifier(name); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

// Names outside ASCII stay where none of rustc's lints has anything to say of them.
func TestForeignIdentifiers(t *testing.T) {
	for name, want := range map[string]bool{
		"日本": true, "Độ": true, "한국어": true, "файл": true, "naïve": true, "имя_1": true,
		"αβγ": false, "сору": false, "ı": false, "ſ": false, "ª": false, "\u212b": false, "a٣": true, "_": false, "__": true, "1a": false,
	} {
		if got := isIdentifier(name); got != want {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
	if got := lookalikes(map[string]bool{"日1": true, "日l": true, "日2": true, "l": true}); !slices.Equal(sorted(got), []string{"日1", "日l"}) {
		t.Errorf("look alike: %q", got)
	}
}

func sorted(list []string) []string {
	slices.Sort(list)
	return list
}

// Names that look alike are spelled in ASCII, each of them; others stay.
func TestLookalikes(t *testing.T) {
	files := emit(t, "alike.json", listingOf(t, "record", "Alike", []string{}, map[string]any{"fields": []any{
		field("日1", "Int"), field("日l", "Int"), field("日2", "Int"),
	}}))
	types := string(files.Content("types.rs"))
	for _, name := range []string{"pub flow_u65e51: ", "pub flow_u65e5l: ", "pub 日2: "} {
		if !strings.Contains(types, name) {
			t.Errorf("there is no %q in\n%s", name, types)
		}
	}
}

// Types of Rust's prelude go by their paths where the listing declares types of their names, and only there.
func TestShadowedPrelude(t *testing.T) {
	option := map[string]any{"Option": "Text"}
	for name, want := range map[string]string{
		"Option": "pub x: std::option::Option<String>,", "String": "pub x: Option<std::string::String>,", "Plain": "pub x: Option<String>,",
	} {
		files := emit(t, "prelude.json", listingOf(t, "record", name, []string{}, map[string]any{"fields": []any{field("x", option)}}))
		if types := string(files.Content("types.rs")); !strings.Contains(types, want) {
			t.Errorf("beside a type %s there is no %q in\n%s", name, want, types)
		}
	}
}

// Only what would hold itself by value is boxed, and where a list or set stands between nothing is.
func TestBoxes(t *testing.T) {
	self := map[string]any{"Named": map[string]any{"declaration": "d", "args": []any{}}}
	files := emit(t, "boxes.json", listingOf(t, "record", "Node", []string{}, map[string]any{"fields": []any{
		field("next", map[string]any{"Option": self}), field("children", map[string]any{"List": self}),
		field("pair", map[string]any{"Option": map[string]any{"Tuple": []any{"Int", self}}}), field("table", map[string]any{"Dict": []any{"Text", self}}),
	}}))
	types := string(files.Content("types.rs"))
	for _, line := range []string{
		"pub next: Option<Box<Node>>,", "pub children: Vec<Node>,", "pub pair: Option<(flow::BigInt, Box<Node>)>,", "pub table: flow::Dict<String, Node>,",
	} {
		if !strings.Contains(types, line) {
			t.Errorf("there is no %q in\n%s", line, types)
		}
	}
}

// What holds a host value has no order, nor has what holds that.
func TestDerives(t *testing.T) {
	named := func(id string) map[string]any {
		return map[string]any{"Named": map[string]any{"declaration": id, "args": []any{}}}
	}
	template := func(kind, name string, members map[string]any) map[string]any {
		d := map[string]any{"identity": "a.flow." + name, "name": name, "lexical_ordinal": 1, "kind": kind, "opaque": false, "generic": []any{}, "doc": nil}
		for member, value := range members {
			d[member] = value
		}
		return d
	}
	fields := func(of ...any) map[string]any {
		var list []any
		for i, each := range of {
			list = append(list, field("x"+string(rune('0'+i)), each))
		}
		return map[string]any{"fields": list}
	}
	text, err := json.Marshal(map[string]any{"data": "1.0",
		"tools": []any{map[string]any{"tool": "a.flow.t", "generic": []any{}, "params": []any{}, "ok": named("outer"), "err": named("bare")}},
		"types": map[string]any{
			"page": template("host", "Page", nil), "inner": template("record", "Inner", fields(named("page"))),
			"outer": template("record", "Outer", fields(map[string]any{"List": named("inner")}, named("plain"))),
			"plain": template("record", "Plain", fields("Decimal")),
			"bare":  template("enum", "Bare", map[string]any{"constructors": []any{map[string]any{"name": "A", "doc": nil, "payload": nil}}}),
		}})
	if err != nil {
		t.Fatal(err)
	}
	types := string(emit(t, "derives.json", text).Content("types.rs"))
	for _, want := range []string{
		"#[derive(Debug, Clone)]\npub struct Page(", "#[derive(Debug, Clone)]\npub struct Inner {", "#[derive(Debug, Clone)]\npub struct Outer {",
		"#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]\npub struct Plain {",
		"#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]\npub enum Bare {",
	} {
		if !strings.Contains(types, want) {
			t.Errorf("there is no %q in\n%s", want, types)
		}
	}
}

func field(name string, of any) map[string]any {
	return map[string]any{"name": name, "type": of, "doc": nil}
}

// listingOf is a listing of one declaration, which its one Tool declares as its error.
func listingOf(t *testing.T, kind, name string, generic []string, members map[string]any) []byte {
	t.Helper()
	d := map[string]any{"identity": "a.flow." + name, "name": name, "lexical_ordinal": 1, "kind": kind, "opaque": false, "generic": generic, "doc": nil}
	for member, value := range members {
		d[member] = value
	}
	text, err := json.Marshal(map[string]any{"data": "1.0", "types": map[string]any{"d": d}, "tools": []any{map[string]any{
		"tool": "a.flow.t", "generic": []any{}, "params": []any{}, "ok": "Unit", "err": map[string]any{"Named": map[string]any{"declaration": "d", "args": []any{}}},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// What Cargo has no crate of is made into something that it has.
func TestCrateNames(t *testing.T) {
	for name, want := range map[string]string{
		"My agent!": "my-agent", "acme.tools": "acme-tools", "type": "type-tools", "test": "test-tools", "3d": "tools-3d", "..": "tools", "": "tools",
		"tokio": "tokio-tools", "acme_tools": "acme_tools", "Thé": "th", "--": "tools", "self": "self-tools", "a\n\"b": "a-b",
	} {
		got := crateName(name)
		if got != want || !isCrate(got) {
			t.Errorf("crateName(%q) = %q, want %q", name, got, want)
		}
	}
	for name, fits := range map[string]bool{"acme-tools": true, "Acme": true, "_x": true, "a b": false, "fn": false, "num-bigint": false, "build": false, "é": false} {
		var unfit *gen.OptionError
		if err := checkPackage(gen.Options{Package: name}); fits != (err == nil) || err != nil && !errors.As(err, &unfit) {
			t.Errorf("--package %s: %v", name, err)
		}
	}
}

// A crate has the same modules as a tree, below src, and a manifest.
func TestCrate(t *testing.T) {
	program, err := typespec.Read("crate.json", listingOf(t, "record", "R", []string{}, map[string]any{"fields": []any{}}))
	if err != nil {
		t.Fatal(err)
	}
	tree := emit(t, "crate.json", listingOf(t, "record", "R", []string{}, map[string]any{"fields": []any{}}))
	crate, err := gen.Generate(Target{}, program, gen.Options{Package: "acme-tools"})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range tree.Paths() {
		at := "src/" + strings.Replace(path, "mod.rs", "lib.rs", 1)
		if golden := strings.HasPrefix(path, "flow/"); golden {
			at = "src/" + path
		}
		if path != "mod.rs" && string(crate.Content(at)) != string(tree.Content(path)) {
			t.Errorf("%s is another file than %s", at, path)
		}
	}
	if manifest := string(crate.Content("Cargo.toml")); !strings.Contains(manifest, `name = "acme-tools"`) || !strings.Contains(manifest, "\n[dependencies]\n") {
		t.Errorf("the manifest is\n%s", manifest)
	}
	if !crate.Has("src/lib.rs") || crate.Has("src/mod.rs") || !crate.Has(gen.ManifestName) {
		t.Errorf("the files are %q", crate.Paths())
	}
}

// Types that nest deep make a crate raise rustc's limit, and a tree tell its user to.
func TestRecursionLimit(t *testing.T) {
	var of any = "Int"
	for range 100 {
		of = map[string]any{"List": of}
	}
	text := listingOf(t, "record", "Deep", []string{}, map[string]any{"fields": []any{field("x", of)}})
	if notes := emit(t, "deep.json", text).Notes; len(notes) != 1 || !strings.Contains(notes[0], `#![recursion_limit = "512"]`) {
		t.Errorf("the notes are %q", notes)
	}
	program, err := typespec.Read("deep.json", text)
	if err != nil {
		t.Fatal(err)
	}
	crate, err := gen.Generate(Target{}, program, gen.Options{Package: "deep"})
	if err != nil {
		t.Fatal(err)
	}
	if lib := string(crate.Content("src/lib.rs")); !strings.Contains(lib, `#![recursion_limit = "512"]`) || len(crate.Notes) > 0 {
		t.Errorf("lib.rs is\n%s\nand the notes %q", lib, crate.Notes)
	}
}
