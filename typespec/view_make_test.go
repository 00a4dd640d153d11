package typespec

import (
	"testing"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// A view made of the types that a valid view binds says the same as that one.
func TestNewViewSaysWhatTheVectorsSay(t *testing.T) {
	programs := map[string]*Program{}
	made := 0
	for _, row := range vectorFile(t, "views.json").Items {
		listing, name := row.Member("listing").Text, row.Member("name").Text
		if programs[listing] == nil {
			programs[listing] = readListing(t, listing)
		}
		tool := toolNamed(t, programs[listing], row.Member("tool").Text)
		given, err := CheckView(tool, row.Member("types"), row.Member("schema"), 0)
		if err != nil {
			continue
		}
		arguments := make([]*Term, len(given.Bindings))
		for i, b := range given.Bindings {
			arguments[i] = b.Type
		}
		view, err := NewView(tool, arguments)
		if err != nil {
			// Where the caller has another version of what the Tool declares, its roots are of that version.
			continue
		}
		made++
		if pointer, equal := canon.Equal(bare(given.Schema), bare(view.Schema)); !equal && !mixesVersions(given) {
			t.Errorf("%s: the schemas part at %q", name, pointer)
		}
		if got, want := FlowType(view.Ok, nil), FlowType(given.Ok, nil); got != want {
			t.Errorf("%s: ok is %s, want %s", name, got, want)
		}
		if len(view.Declarations) != len(given.Declarations) && !mixesVersions(given) {
			t.Errorf("%s: %d declarations, want %d", name, len(view.Declarations), len(given.Declarations))
		}
	}
	if made < 60 {
		t.Errorf("only %d views were made", made)
	}
}

// mixesVersions says whether a view's declarations are of versions other than the served ones.
func mixesVersions(v *View) bool {
	served := map[string]string{}
	for _, d := range reached(v.Tool.terms()) {
		served[keyUnversioned(d)] = d.Key()
	}
	for _, d := range v.Declarations {
		if key, ok := served[keyUnversioned(d)]; ok && key != d.Key() {
			return true
		}
	}
	return false
}

func TestNewViewRefuses(t *testing.T) {
	program := readListing(t, "model")
	extract := toolNamed(t, program, "github.com/acme/tools@v1.4.0/model.flow.extract")
	list := func(item *Term) *Term { return &Term{Kind: List, Args: []*Term{item}} }
	open := &Term{Kind: Param}
	function := &Term{Kind: Function, Args: []*Term{{Kind: Int}}}
	for what, arguments := range map[string][]*Term{
		"no type":        {},
		"two types":      {{Kind: Int}, {Kind: Int}},
		"an open type":   {list(open)},
		"no data":        {list(function)},
		"Option of JSON": {{Kind: Option, Args: []*Term{{Kind: JSONValue}}}},
	} {
		if view, err := NewView(extract, arguments); err == nil {
			t.Errorf("%s: %v", what, view)
		}
	}
	// A caller's own declaration under the key of a served one, with other members.
	budget := toolNamed(t, program, "github.com/acme/tools@v1.4.0/model.flow.pair")
	both := *budget.Ok.Decl
	both.Fields = both.Fields[:1]
	mine := &Term{Kind: Named, Decl: &both, Args: []*Term{{Kind: Int}, {Kind: Int}}}
	if view, err := NewView(budget, []*Term{mine, {Kind: Int}}); err == nil {
		t.Errorf("two declarations of one key: %v", view)
	}
}
