package rust

import (
	"io/fs"
	"path"
	"strings"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/templates"
)

// header marks generated code.
const header = "// " + gen.Header

// Emit writes the files: a module tree, or a crate.
func (p *plan) Emit() (*gen.FileSet, error) {
	files := gen.NewFileSet()
	folder, root := "", "mod.rs"
	if p.pkg != "" {
		folder, root = "src", "lib.rs"
		if err := files.Add("Cargo.toml", p.cargoManifest()); err != nil {
			return nil, err
		}
	}
	for _, f := range []struct {
		name  string
		write func(*printer)
	}{
		{"types.rs", p.typesFile},
		{"codecs.rs", p.codecsFile},
		{"tools.rs", p.toolsFile},
		{"declarations.rs", p.declarationsFile},
		{root, p.rootFile},
	} {
		w := &printer{}
		w.line(header)
		f.write(w)
		if err := files.Add(path.Join(folder, f.name), []byte(w.String())); err != nil {
			return nil, err
		}
	}
	if limit := p.recursionLimit(); limit > 0 && p.pkg == "" {
		files.Notes = append(files.Notes, "the types hold each other to such a depth that rustc may give up (E0275): if so, put "+
			recursionAttribute(limit)+" at the head of the crate that has these modules")
	}
	return files, addSupport(files, folder)
}

// supportFolder is where the support code stands in what templates embeds.
const supportFolder = "rust/flow"

// addSupport copies the support code, which is the same everywhere.
func addSupport(files *gen.FileSet, folder string) error {
	return fs.WalkDir(templates.Rust, supportFolder, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		source, err := fs.ReadFile(templates.Rust, name)
		if err != nil {
			return err
		}
		return files.Add(path.Join(folder, strings.TrimPrefix(name, "rust/")), withHeader(source))
	})
}

// withHeader puts the line that marks generated code at the head of a file, where it is not yet.
func withHeader(source []byte) []byte {
	if strings.HasPrefix(string(source), header+"\n") {
		return source
	}
	return append([]byte(header+"\n"), source...)
}
