package gen_test

import (
	"fmt"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/typespec"
)

// An answer is what the rules make of a trial: the kind of outcome, with its canonical text where it is a value. A line
// that is no JSON has the kind badJSON.
type answer struct{ kind, text string }

const badJSON = "error -32700"

// line gives the line that answers a trial. A reason is "*", which stands for any.
func (a answer) line(number int) string {
	if a.text == "" {
		a.text = `"*"`
	}
	return fmt.Sprintf(`{"id":%d,"jsonrpc":"2.0","result":{"call":%d,"outcome":{"%s":%s},"run":"differential"}}`, number, number, a.kind, a.text)
}

// answer judges a trial by the check of views and the contextual codecs alone: what a Tool does with values is done here
// with their canonical texts, since values are equal exactly where these are.
func (t *trial) answer() (answer, error) {
	if !wellFormed(t.line) {
		return answer{kind: badJSON}, nil
	}
	view := t.view()
	if view == nil {
		return answer{kind: "NotRun"}, nil
	}
	codecs := flow.NewContextual()
	args := t.decoded(codecs, view)
	if args == nil {
		return answer{kind: "NotRun"}, nil
	}
	for name, text := range t.canonical {
		if args[name] != text {
			return answer{}, fmt.Errorf("%s was made as %s, and the contextual codec writes %s", name, text, args[name])
		}
	}
	kind, text := called(t.tool, view, args)
	root := view.Ok
	if kind == "Failed" {
		root = view.Err
	}
	encoded, err := flow.UnmarshalString(codecs.Of(root), text)
	if err != nil {
		return answer{kind: "Unknown"}, nil
	}
	if encoded.Text() != text {
		return answer{}, fmt.Errorf("the outcome is %s, and the contextual codec writes %s", text, encoded)
	}
	return answer{kind, text}, nil
}

// view gives the view, nil where it is refused.
func (t *trial) view() *typespec.View {
	parsed := func(text string) *canon.Value {
		v, err := canon.Parse([]byte(text), canon.Options{})
		if err != nil {
			return nil
		}
		return v
	}
	view, err := typespec.CheckView(t.tool, parsed(t.types), parsed(t.schema), 0)
	if err != nil {
		return nil
	}
	return view
}

// decoded gives the canonical text of each argument; nil where one is none.
func (t *trial) decoded(codecs *flow.Contextual, view *typespec.View) map[string]string {
	given, err := canon.Parse([]byte(t.args), canon.Options{Depth: canon.DefaultDepth + 1})
	if err != nil || given.Kind != canon.Object || len(given.Members) != len(view.Params) {
		return nil
	}
	args := map[string]string{}
	for _, p := range view.Params {
		arg := given.Member(p.Name)
		if arg == nil {
			return nil
		}
		v, err := flow.UnmarshalString(codecs.For(p.Type, flow.Arguments), t.args[arg.Offset:arg.End])
		if err != nil {
			return nil
		}
		args[p.Name] = v.Text()
	}
	return args
}

// called does what a Tool does, as its doc says, with canonical texts.
func called(tool *typespec.Tool, view *typespec.View, args map[string]string) (kind, text string) {
	switch typespec.ParseIdentity(tool.Identity).Name {
	case "reflect":
		return "Ok", args["value"]
	case "swap":
		return "Ok", "[" + args["right"] + "," + args["left"] + "]"
	}
	items := read(args["items"])
	if len(items.Items) == 0 {
		return "Failed", `{"NoItems":` + args["batch"] + `}`
	}
	last := written(items.Items[len(items.Items)-1])
	first := firstOf(view.Bindings[0].Type, read(args["batch"]))
	has := false
	for _, item := range items.Items {
		has = has || written(item) == first
	}
	found := ""
	if entry := entryOf(read(args["table"]), first); entry != nil {
		found = `"found":` + written(entry) + ","
	}
	if of := view.Bindings[0].Type; of.Kind == typespec.Never {
		return "Ok", ""
	}
	return "Ok", fmt.Sprintf(`{%s"has_first":%t,"items":%s,"largest":%s,"size":%d,"table":%s}`, found, has, args["items"], last, len(items.Items), args["table"])
}

// firstOf gives the value form of a Batch's first, which a record holds in its field form.
func firstOf(of *typespec.Term, batch *canon.Value) string {
	first := batch.Member("first")
	switch {
	case first == nil:
		return `"None"`
	case of.Kind == typespec.Option:
		return `{"Some":` + written(first) + `}`
	}
	return written(first)
}

// entryOf gives the value that a Dict has for a key; nil for none.
func entryOf(table *canon.Value, key string) *canon.Value {
	for _, m := range table.Members {
		if written(canon.NewString(m.Name)) == key {
			return m.Value
		}
	}
	for _, pair := range table.Items {
		if written(pair.Items[0]) == key {
			return pair.Items[1]
		}
	}
	return nil
}

// read takes a canonical text of a value, which may nest one deeper than what it was an argument of.
func read(text string) *canon.Value {
	v, err := canon.Parse([]byte(text), canon.Options{Depth: 2 * canon.DefaultDepth})
	if err != nil {
		panic("a canonical text is no JSON: " + err.Error())
	}
	return v
}

func written(v *canon.Value) string { return string(canon.Append(nil, v)) }
