package host_test

import (
	"errors"
	"strings"
	"testing"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/runtime/host"
	"github.com/flow-toolkit/flowgen/typespec"
)

const kinds = `{"data":"1.0","tools":[
 {"tool":"a.flow.put","generic":[],"params":[{"name":"sealed","type":{"Named":{"declaration":"s","args":[]}}},{"name":"page","type":{"Named":{"declaration":"h","args":[]}}}],
  "ok":{"List":{"Named":{"declaration":"h","args":[]}}},"err":"Never"}],
 "types":{
 "s":{"name":"Sealed","identity":"a.flow.Sealed","lexical_ordinal":1,"generic":[],"opaque":true,"kind":"record","doc":null,"fields":[{"name":"by","type":"Text","doc":null}]},
 "h":{"name":"Page","identity":"a.flow.Page","lexical_ordinal":1,"generic":[],"opaque":false,"kind":"host","doc":null}}}`

// What may be at a place is judged by the type, before a byte is read.
func TestPlaces(t *testing.T) {
	tool := program(t, kinds).Tools[0]
	list := func(item *typespec.Term) *typespec.Term {
		return &typespec.Term{Kind: typespec.List, Args: []*typespec.Term{item}}
	}
	number := &typespec.Term{Kind: typespec.Int}
	sealed, page := tool.Params[0].Type, tool.Params[1].Type
	function := &typespec.Term{Kind: typespec.Function, Args: []*typespec.Term{number}}
	values := host.NewValues()
	all := []host.Place{host.ToolReply, host.RunInput, host.RunOutput, host.ForkArgument, host.JSONDecode, host.Checkpoint}
	for name, row := range map[string]struct {
		term *typespec.Term
		text string
		// allowed says of each place whether the type may be there.
		allowed string
		reason  string
	}{
		"data":            {number, "12", "yyyyyy", ""},
		"opaque":          {sealed, `{"by":"x"}`, "--y--y", "an opaque type"},
		"holds opaque":    {list(sealed), `[]`, "--y--y", "an opaque type"},
		"host":            {page, `{"token":1}`, "y--yyy", "a host value"},
		"holds host":      {list(page), `["a",5]`, "y--yyy", "a host value"},
		"function":        {function, `null`, "------", "a function"},
		"holds function":  {list(function), `[]`, "------", "a function"},
		"task":            {&typespec.Term{Kind: typespec.Task, Args: []*typespec.Term{number}}, `1`, "------", "a task"},
		"a Set of host":   {&typespec.Term{Kind: typespec.Set, Args: []*typespec.Term{page}}, `[]`, "------", "a host value"},
		"Option of JSON":  {list(&typespec.Term{Kind: typespec.Option, Args: []*typespec.Term{{Kind: typespec.JSONValue}}}), `["None"]`, "-----y", "Option<json.Value>"},
		"Never in a List": {list(&typespec.Term{Kind: typespec.Never}), `[]`, "yyyyyy", ""},
	} {
		for i, at := range all {
			v, err := values.Decode(at, row.term, row.text)
			if row.allowed[i] == 'y' {
				if err != nil || v.Text() != row.text {
					t.Errorf("%s as %s: %s, %v", name, at, v, err)
				}
				continue
			}
			if err == nil || !strings.Contains(err.Error(), at.String()) || !strings.Contains(err.Error(), row.reason) {
				t.Errorf("%s as %s: %s, %v", name, at, v, err)
			}
			if _, unread := values.Decode(at, row.term, "no JSON"); unread == nil || err != nil && unread.Error() != err.Error() {
				t.Errorf("%s as %s: a text was read: %v", name, at, unread)
			}
			if _, byType := values.Codec(at, row.term); byType == nil {
				t.Errorf("%s as %s: there is a codec", name, at)
			}
		}
	}
}

func TestValuesAreHeldToLimits(t *testing.T) {
	number := &typespec.Term{Kind: typespec.Int}
	var misfit *flow.DecodeError
	if _, err := host.NewValues().Decode(host.RunInput, number, "1e5000"); !errors.As(err, &misfit) || misfit.Code != flow.CodeLimit {
		t.Error(err)
	}
	if v, err := host.NewValues(flow.Limits{IntDigits: 6000}).Decode(host.RunInput, number, "1e5000"); err != nil || len(v.Text()) != 5001 {
		t.Error(err)
	}
	if _, err := host.NewValues(flow.Limits{IntDigits: 2}).Decode(host.RunInput, number, "100"); !errors.As(err, &misfit) || misfit.Code != flow.CodeLimit {
		t.Error(err)
	}
}

// Values of one codec compare as Flow compares them.
func TestValuesCompare(t *testing.T) {
	codec, err := host.NewValues().Codec(host.JSONDecode, &typespec.Term{Kind: typespec.Decimal})
	if err != nil {
		t.Fatal(err)
	}
	small, errSmall := flow.UnmarshalString(codec, "9")
	large, errLarge := flow.UnmarshalString(codec, "10.0")
	same, errSame := flow.UnmarshalString(codec, "1e1")
	if err := errors.Join(errSmall, errLarge, errSame); err != nil {
		t.Fatal(err)
	}
	if small.Compare(large) >= 0 || !large.Equal(same) {
		t.Error(small, large, same)
	}
}

func TestNoPlace(t *testing.T) {
	for _, at := range []host.Place{0, host.Checkpoint + 1} {
		if _, err := host.NewValues().Codec(at, &typespec.Term{Kind: typespec.Int}); err == nil || !strings.Contains(err.Error(), "Place(") {
			t.Error(at, err)
		}
	}
}
