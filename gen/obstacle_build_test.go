package gen_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// A course is a listing under construction, in the shapes that `flow tools` prints.
type course struct {
	Data  string               `json:"data"`
	Tools []*courseTool        `json:"tools"`
	Types map[string]*template `json:"types"`
	file  string               // where what is added next is declared
}

type courseTool struct {
	Tool    string   `json:"tool"`
	Doc     *string  `json:"doc"`
	Generic []string `json:"generic"`
	Params  []param  `json:"params"`
	Ok      term     `json:"ok"`
	Err     term     `json:"err"`
}

type param struct {
	Name string `json:"name"`
	Type term   `json:"type"`
}

// template is a declaration. Fields and Constructors are pointers so that an empty array is written for one kind and
// nothing at all for the others.
type template struct {
	Name         string         `json:"name"`
	Identity     string         `json:"identity"`
	Ordinal      int            `json:"lexical_ordinal"`
	Generic      []string       `json:"generic"`
	Opaque       bool           `json:"opaque"`
	Kind         string         `json:"kind"`
	Doc          *string        `json:"doc"`
	Fields       *[]field       `json:"fields,omitempty"`
	Constructors *[]constructor `json:"constructors,omitempty"`

	id string
}

type field struct {
	Name string  `json:"name"`
	Type term    `json:"type"`
	Doc  *string `json:"doc"`
}

type constructor struct {
	Name    string   `json:"name"`
	Doc     *string  `json:"doc"`
	Payload *payload `json:"payload"`
}

type payload struct {
	Positional []term  `json:"positional,omitempty"`
	Named      []field `json:"named,omitempty"`
}

// term is a type term: a primitive's name or an object of one member.
type term any

func list(item term) term            { return map[string]term{"List": item} }
func set(item term) term             { return map[string]term{"Set": item} }
func option(item term) term          { return map[string]term{"Option": item} }
func task(item term) term            { return map[string]term{"Task": item} }
func dict(key, value term) term      { return map[string]term{"Dict": []term{key, value}} }
func tuple(items ...term) term       { return map[string]term{"Tuple": items} }
func toolParam(index int) term       { return parameterOf("tool", index) }
func (t *template) param(i int) term { return parameterOf(t.id, i) }

func function(result term, params ...term) term {
	return map[string]any{"Function": map[string]any{"params": append([]term{}, params...), "result": result}}
}

func parameterOf(owner string, index int) term {
	return map[string]any{"Param": map[string]any{"owner": owner, "index": index}}
}

// of is the term that names t with arguments.
func (t *template) of(args ...term) term {
	return map[string]any{"Named": map[string]any{"declaration": t.id, "args": append([]term{}, args...)}}
}

const courseFile = "github.com/acme/obstacles@v1.0.0/course.flow"

func newCourse() *course {
	return &course{Data: "1.0", Tools: []*courseTool{}, Types: map[string]*template{}, file: courseFile}
}

// in sets the file of what is added next.
func (c *course) in(file string) *course {
	c.file = file
	return c
}

// add makes a declaration without members and gives it a local id.
func (c *course) add(kind, name string, generic ...string) *template {
	t := &template{
		Name: name, Identity: c.file + "." + name, Ordinal: 1, Generic: append([]string{}, generic...), Kind: kind,
		id: fmt.Sprintf("d%d", len(c.Types)),
	}
	for _, other := range c.Types {
		if other.Identity == t.Identity {
			t.Ordinal++
		}
	}
	c.Types[t.id] = t
	return t
}

func (c *course) record(name string, fields ...field) *template {
	return c.add("record", name).with(fields...)
}

func (c *course) enum(name string, constructors ...constructor) *template {
	return c.add("enum", name).choosing(constructors...)
}

func (c *course) host(name string, generic ...string) *template {
	return c.add("host", name, generic...)
}

// with sets a record's fields.
func (t *template) with(fields ...field) *template {
	fields = append([]field{}, fields...)
	t.Fields = &fields
	return t
}

// choosing sets an enum's constructors.
func (t *template) choosing(constructors ...constructor) *template {
	constructors = append([]constructor{}, constructors...)
	t.Constructors = &constructors
	return t
}

func (t *template) documented(doc string) *template {
	t.Doc = &doc
	return t
}

// tool adds a Tool that takes nothing and answers Result<ok, err>.
func (c *course) tool(name string, ok, err term, params ...param) *courseTool {
	t := &courseTool{
		Tool: c.file + "." + name, Generic: []string{}, Params: append([]param{}, params...), Ok: ok, Err: err,
	}
	c.Tools = append(c.Tools, t)
	return t
}

// carry adds a Tool named name that takes and gives back a value of each declaration not reached so far, so that every
// declaration is reached and travels both ways.
func (c *course) carry(name string, terms ...term) *courseTool {
	params := make([]param, len(terms))
	for i, t := range terms {
		params[i] = param{fmt.Sprintf("value%d", i), t}
	}
	ok := term("Unit")
	switch len(terms) {
	case 0:
	case 1:
		ok = terms[0]
	default:
		ok = tuple(terms...)
	}
	return c.tool(name, ok, "Never", params...)
}

// fields makes a field of each name, with the terms in turn.
func fields(names []string, terms ...term) []field {
	made := make([]field, len(names))
	for i, name := range names {
		made[i] = field{Name: name, Type: terms[i%len(terms)]}
	}
	return made
}

// cases makes a constructor without payload of each name.
func cases(names ...string) []constructor {
	made := make([]constructor, len(names))
	for i, name := range names {
		made[i] = constructor{Name: name}
	}
	return made
}

func positional(name string, parts ...term) constructor {
	return constructor{Name: name, Payload: &payload{Positional: parts}}
}

func named(name string, parts ...field) constructor {
	return constructor{Name: name, Payload: &payload{Named: parts}}
}

// text is the listing as it is checked in: indented, in the order of the courses, with a newline at its end.
func (c *course) text() []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	if err := e.Encode(c); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// unique gives the words of several lists, each once, sorted.
func unique(lists ...string) []string {
	words := strings.Fields(strings.Join(lists, " "))
	slices.Sort(words)
	return slices.Compact(words)
}
