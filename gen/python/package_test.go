package python

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/typespec"
)

// What cannot be imported is made into something that can, and that hides no module of Python's own.
func TestImportable(t *testing.T) {
	for name, want := range map[string]string{
		"my-agent": "my_agent", "acme.tools": "acme_tools", "a b": "a_b", "class": "class_tools", "json": "json_tools",
		"3d": "tools_3d", "..": "tools", "/": "tools", "": "tools", "_private-x": "private_x", "Thé": "Thé", "ﬁle-x": "file_x",
		"a\n\"b": "a_b", "--": "tools", "None": "None_tools", "__future__": "future", "my__agent!": "my_agent",
	} {
		got := importable(name)
		if got != want {
			t.Errorf("importable(%q) = %q, want %q", name, got, want)
		}
		if !isImportable(got) || stdlib().Has(got) {
			t.Errorf("%q, made of %q, cannot be imported", got, name)
		}
	}
}

// A name that the user gives has to be importable; that of a folder need not be, but the user is told.
func TestPackageNames(t *testing.T) {
	for _, c := range []struct {
		options    gen.Options
		err, notes string
	}{
		{options: gen.Options{}},
		{options: gen.Options{Folder: "acme_tools"}},
		{options: gen.Options{Package: "acme_tools", Folder: "my-agent"}},
		{options: gen.Options{Package: "acme_tools", Folder: "json"}},
		{options: gen.Options{Package: "my-agent"}, err: `--package "my-agent": Python imports no package of this name: --package my_agent would do`},
		{options: gen.Options{Package: "a.b"}, err: "--package a_b would do"},
		{options: gen.Options{Package: "class"}, err: "--package class_tools would do"},
		{options: gen.Options{Package: "types"}, notes: "--package types: a package of this name hides Python's own module types"},
		{options: gen.Options{Folder: "json"}, notes: `the folder "json": a package of this name hides Python's own module json`},
		{options: gen.Options{Folder: "my-agent"}, notes: `the folder "my-agent": Python imports no package of this name; write it to a folder such as my_agent,`},
		{options: gen.Options{Folder: "/"}, notes: "such as tools,"},
	} {
		notes, err := checkPackage(c.options)
		var unfit *gen.OptionError
		switch {
		case c.err != "" && (!errors.As(err, &unfit) || !strings.Contains(err.Error(), c.err)):
			t.Errorf("%+v: the error is %v, want %s", c.options, err, c.err)
		case c.err == "" && err != nil:
			t.Errorf("%+v: %v", c.options, err)
		case !strings.Contains(strings.Join(notes, "\n"), c.notes) || (c.notes == "") != (len(notes) == 0):
			t.Errorf("%+v: the notes are %q, want %s", c.options, notes, c.notes)
		}
	}
}

// The name that the user gives stands in the package's docstring and nowhere else; that of the folder stands nowhere.
func TestNamedPackages(t *testing.T) {
	path := filepath.Join("..", "..", "testdata", "vectors", "listings", "testee.json")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	plain := emit(t, path, text)
	for _, options := range []gen.Options{{Folder: "my-agent"}, {Package: "acme_tools"}} {
		program, err := typespec.Read(path, text)
		if err != nil {
			t.Fatal(err)
		}
		files, err := gen.Generate(Target{}, program, options)
		if err != nil {
			t.Fatal(err)
		}
		if (len(files.Notes) > 0) != (options.Folder != "") {
			t.Errorf("%+v: the notes are %q", options, files.Notes)
		}
		for _, name := range plain.Paths() {
			want := string(plain.Content(name))
			if name == "__init__.py" && options.Package != "" {
				const end = "`serve` an instance."
				want = strings.Replace(want, end+`"""`, end+"\n\nIt is imported as `acme_tools`.\n\"\"\"", 1)
			}
			if !bytes.Equal(files.Content(name), []byte(want)) {
				t.Errorf("%+v changes %s", options, name)
			}
		}
	}
}
