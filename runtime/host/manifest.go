package host

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/kballard/go-shellquote"
	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// ManifestName is the name of the file that says how to run implementations.
const ManifestName = "flow.toml"

// Manifest is a flow.toml: how to run the implementations of the Tools that its folder's files declare.
type Manifest struct {
	// Path is the file's own, and Dir the folder that it is in, where its commands run.
	Path, Dir string
	// Tools has an entry for each declaring file, by its path relative to Dir, with slashes.
	Tools map[string]Entry
}

// Entry says how to run the implementations of one file's Tools.
type Entry struct {
	// Args are the words of the command.
	Args []string
	// MCP says that the command is an MCP server, to be spoken to through an adapter.
	MCP bool
}

// ManifestError is a fault of a flow.toml.
type ManifestError struct {
	// Path is the file's, Line and Column the fault's place in it, from 1 on, in characters.
	Path         string
	Line, Column int
	// Message says what is wrong and what would do.
	Message string
}

// Error gives the place and the message.
func (e *ManifestError) Error() string {
	return fmt.Sprintf("%s:%d:%d: config: %s", e.Path, e.Line, e.Column, e.Message)
}

const (
	// MostManifest is how many bytes a flow.toml may have.
	MostManifest = 1 << 20
	// MostManifestKeys is how many keys a flow.toml may have, those of tables' names included: the decoder compares each
	// of a table's with all others.
	MostManifestKeys = 10000
)

// ReadManifest reads the flow.toml of this path. The error joins all its faults, each a *ManifestError, in the order of
// their places; one that says that the file cannot be read is that of os.Open or of reading.
func ReadManifest(file string) (*Manifest, error) {
	from, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer from.Close()
	text, err := io.ReadAll(io.LimitReader(from, MostManifest+1))
	if err != nil {
		return nil, err
	}
	return ParseManifest(file, text)
}

// ParseManifest reads the text of a flow.toml, whose path serves for messages and as the folder of its commands. The
// error is as that of ReadManifest.
func ParseManifest(file string, text []byte) (*Manifest, error) {
	if len(text) > MostManifest {
		return nil, &ManifestError{Path: file, Line: 1, Column: 1, Message: fmt.Sprintf(
			"the file has more than %d bytes, the most that a flow.toml may have: part it among folders", MostManifest)}
	}
	if tooManyKeys(text) {
		return nil, &ManifestError{Path: file, Line: 1, Column: 1, Message: fmt.Sprintf(
			"the file has more than %d keys, the most that a flow.toml may have: part it among folders", MostManifestKeys)}
	}
	var syntax *toml.DecodeError
	if err := toml.Unmarshal(text, new(map[string]any)); errors.As(err, &syntax) {
		line, column := syntax.Position()
		return nil, &ManifestError{Path: file, Line: line, Column: column, Message: "this is no TOML: " + strings.TrimPrefix(syntax.Error(), "toml: ")}
	} else if err != nil {
		return nil, &ManifestError{Path: file, Line: 1, Column: 1, Message: "this is no TOML: " + err.Error()}
	}
	r := manifestReader{manifest: &Manifest{Path: file, Dir: filepath.Dir(file), Tools: map[string]Entry{}}, known: map[ManifestError]bool{}, files: map[string]*fileTable{}}
	for _, item := range flattened(text) {
		r.take(item)
	}
	r.finish()
	if err := r.err(); err != nil {
		return nil, err
	}
	return r.manifest, nil
}

// tooManyKeys says whether a text has more keys than a flow.toml may have. What is no TOML counts up to its fault.
func tooManyKeys(text []byte) bool {
	var p unstable.Parser
	p.Reset(text)
	keys := 0
	for keys <= MostManifestKeys && p.NextExpression() {
		keys += countKeys(p.Expression())
	}
	return keys > MostManifestKeys
}

func countKeys(n *unstable.Node) (keys int) {
	switch n.Kind {
	case unstable.Array, unstable.InlineTable:
		for children := n.Children(); children.Next(); {
			keys += countKeys(children.Node())
		}
	case unstable.KeyValue, unstable.Table, unstable.ArrayTable:
		for all := n.Key(); all.Next(); {
			keys++
		}
		if n.Kind == unstable.KeyValue {
			keys += countKeys(n.Value())
		}
	}
	return keys
}

// mostKeys is how many of the keys that lead to an item are kept: one more than matter.
const mostKeys = 4

// tomlItem is a table, or a key with a value that is no table, with the first of the keys that lead to it and their places.
type tomlItem struct {
	keys   []string
	places []place
	kind   unstable.Kind
	text   string
}

// place is one in a document, from 1 on, the column in characters.
type place struct{ line, column int }

// document is a text that is known to be TOML, whose places are asked for in order.
type document struct {
	unstable.Parser
	at   int // the offset of here, the last place that was asked for
	here place
}

func newDocument(text []byte) *document {
	d := &document{here: place{1, 1}}
	d.Reset(text)
	return d
}

// place gives that of an offset. It goes on from the last one, so that all of them are found in one reading.
func (d *document) place(offset int) place {
	if offset < d.at {
		d.at, d.here = 0, place{1, 1}
	}
	passed := d.Data()[d.at:offset]
	d.at = offset
	if lines := bytes.Count(passed, []byte("\n")); lines > 0 {
		d.here = place{d.here.line + lines, 1}
		passed = passed[bytes.LastIndexByte(passed, '\n')+1:]
	}
	d.here.column += utf8.RuneCount(passed)
	return d.here
}

// flattened lists a document's items in their order.
func flattened(text []byte) []tomlItem {
	p := newDocument(text)
	var items []tomlItem
	var table tomlItem
	for p.NextExpression() {
		switch e := p.Expression(); e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = tomlItem{kind: e.Kind}.under(p, e)
			items = append(items, table)
		case unstable.KeyValue:
			items = appendKeyValue(items, p, table, e)
		}
	}
	return items
}

// under gives the item at the keys of a node below those of t.
func (t tomlItem) under(p *document, n *unstable.Node) tomlItem {
	t.keys, t.places = slices.Clone(t.keys), slices.Clone(t.places)
	for keys := n.Key(); len(t.keys) < mostKeys && keys.Next(); {
		t.keys = append(t.keys, string(keys.Node().Data))
		t.places = append(t.places, p.place(int(keys.Node().Raw.Offset)))
	}
	return t
}

func appendKeyValue(items []tomlItem, p *document, table tomlItem, n *unstable.Node) []tomlItem {
	item := table.under(p, n)
	value := n.Value()
	item.kind, item.text = value.Kind, string(value.Data)
	items = append(items, item)
	if value.Kind == unstable.InlineTable {
		for children := value.Children(); children.Next(); {
			items = appendKeyValue(items, p, item, children.Node())
		}
	}
	return items
}

// manifestReader holds the items of a document to what a flow.toml may say.
type manifestReader struct {
	manifest *Manifest
	faults   []*ManifestError
	known    map[ManifestError]bool
	files    map[string]*fileTable
}

// fileTable is the table of one file.
type fileTable struct {
	place place
	named []string // which of command and mcp it names
	entry Entry
}

func (r *manifestReader) fault(at place, format string, args ...any) {
	fault := &ManifestError{Path: r.manifest.Path, Line: at.line, Column: at.column, Message: fmt.Sprintf(format, args...)}
	if r.known[*fault] {
		return // of a table and of each key in it
	}
	r.known[*fault] = true
	r.faults = append(r.faults, fault)
}

func (r *manifestReader) err() error {
	if len(r.faults) == 0 {
		return nil
	}
	slices.SortStableFunc(r.faults, func(a, b *ManifestError) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	joined := make([]error, len(r.faults))
	for i, f := range r.faults {
		joined[i] = f
	}
	return errors.Join(joined...)
}

func isTable(kind unstable.Kind) bool { return kind == unstable.Table || kind == unstable.InlineTable }

func (r *manifestReader) take(item tomlItem) {
	depth := len(item.keys)
	switch {
	case item.keys[0] != "tools":
		r.fault(item.places[0], `unknown key %q: a flow.toml has tables [tools."FILE"] alone`, item.keys[0])
	case item.kind == unstable.ArrayTable && depth <= 2 || depth <= 2 && !isTable(item.kind):
		r.fault(item.places[depth-1], `%q is a table: write [tools."FILE"] with command or mcp in it`, strings.Join(item.keys, "."))
	case depth == 1:
	case depth == 2:
		r.file(item)
	default:
		r.key(item)
	}
}

// file gives the table of an item's file, which it enters where it is new.
func (r *manifestReader) file(item tomlItem) *fileTable {
	name, place := item.keys[1], item.places[1]
	if known := r.files[name]; known != nil {
		return known
	}
	switch clean := path.Clean(filepath.ToSlash(name)); {
	case name == "" || clean == ".":
		r.fault(place, "a table is named after a file, such as %q", "openai.flow")
	case path.IsAbs(clean) || filepath.IsAbs(name) || filepath.VolumeName(name) != "" || hasDrive(name):
		r.fault(place, "%q is absolute: name the file by its path below this folder", name)
	case clean == ".." || strings.HasPrefix(clean, "../"):
		r.fault(place, "%q leads out of this folder: the flow.toml of a file is in its folder or above it", name)
	case clean != name:
		r.fault(place, "%q is written %q", name, clean)
	}
	r.files[name] = &fileTable{place: place}
	return r.files[name]
}

// hasDrive says whether a path begins with a drive's letter, which is absolute on some machines.
func hasDrive(name string) bool {
	return len(name) > 1 && name[1] == ':' && ('a' <= name[0]|0x20 && name[0]|0x20 <= 'z')
}

// key takes a key of a file's table.
func (r *manifestReader) key(item tomlItem) {
	file := r.file(item)
	key, place := item.keys[2], item.places[2]
	switch {
	case key != "command" && key != "mcp":
		hint := "a table names command or mcp"
		if key == "flow" {
			hint = fmt.Sprintf("put the file's name in quotes, [tools.%q]", item.keys[1]+".flow")
		}
		r.fault(place, "unknown key %q: %s", key, hint)
		return
	case len(item.keys) > 3 || item.kind != unstable.String:
		r.fault(place, "%s is a string", key)
	}
	if slices.Contains(file.named, key) {
		return
	}
	file.named = append(file.named, key)
	words, err := splitCommand(item.text)
	if err != nil && item.kind == unstable.String {
		r.fault(place, "%s: %s", key, err)
	}
	file.entry = Entry{Args: words, MCP: key == "mcp"}
}

// finish judges the files' tables as wholes.
func (r *manifestReader) finish() {
	for name, file := range r.files {
		switch len(file.named) {
		case 0:
			r.fault(file.place, "the table of %q says nothing: name command or mcp", name)
		case 1:
			r.manifest.Tools[name] = file.entry
		default:
			r.fault(file.place, "the table of %q names both command and mcp: name one of them", name)
		}
	}
}

// splitCommand takes a command apart into words as a shell does: by spaces, with quotes and backslashes. Nothing else
// that a shell does is done.
func splitCommand(command string) ([]string, error) {
	words, err := shellquote.Split(command)
	switch {
	case err != nil:
		return nil, fmt.Errorf("a quote or backslash has no end in %q", command)
	case strings.ContainsRune(command, 0):
		return nil, errors.New("the command holds a NUL, which no program can be given")
	case len(words) == 0 || words[0] == "":
		return nil, errors.New("the command names no program")
	}
	return words, nil
}
