package typescript

import (
	"io/fs"
	"path"
	"strings"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/templates"
)

// Emit writes the package.
func (p *plan) Emit() (*gen.FileSet, error) {
	files := gen.NewFileSet()
	for _, m := range []struct {
		name  string
		write func() ([]byte, error)
	}{
		{"types.ts", p.typesModule},
		{"codecs.ts", p.codecsModule},
		{"tools.ts", p.toolsModule},
		{"declarations.ts", p.declarationsModule},
		{"index.ts", p.indexModule},
	} {
		text, err := m.write()
		if err != nil {
			return nil, err
		}
		if err := files.Add(m.name, text); err != nil {
			return nil, err
		}
	}
	return files, addSupport(files)
}

const supportFolder = "typescript/flow"

// addSupport copies the support code, which is the same in every package.
func addSupport(files *gen.FileSet) error {
	entries, err := fs.ReadDir(templates.TypeScript, supportFolder)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		source, err := fs.ReadFile(templates.TypeScript, path.Join(supportFolder, entry.Name()))
		if err != nil {
			return err
		}
		if err := files.Add(path.Join("flow", entry.Name()), withHeader(source)); err != nil {
			return err
		}
	}
	return nil
}

// withHeader puts the line that marks generated code at the head of a file, where it is not yet.
func withHeader(source []byte) []byte {
	if strings.HasPrefix(string(source), header+"\n") {
		return source
	}
	return append([]byte(header+"\n\n"), source...)
}
