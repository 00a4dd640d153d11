package roundtrip

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/typespec"
)

// Rows gives the rows of the vectors whose types are of a listing; those of primitive types alone for "". vectors is the
// folder.
func Rows(vectors, listing string) ([]*canon.Value, error) {
	var rows []*canon.Value
	for _, file := range []string{"values.json", "values-random.json"} {
		text, err := os.ReadFile(filepath.Join(vectors, file))
		if err != nil {
			return nil, err
		}
		groups, err := canon.Parse(text, canon.Options{})
		if err != nil {
			return nil, err
		}
		for _, group := range groups.Items {
			if group.Member("listing").Text == listing {
				rows = append(rows, group)
			}
		}
	}
	return rows, nil
}

// rowsFile is the file that declares the Tools of rows.
const rowsFile = "vectors.flow"

// WithRows gives a listing with a Tool besides for each row, whose first root is of the row's type.
func WithRows(t *testing.T, text []byte, rows []*canon.Value) []byte {
	t.Helper()
	listing, err := canon.Parse(text, canon.Options{})
	if err != nil {
		t.Fatal(err)
	}
	tools := listing.Member("tools")
	for i, row := range rows {
		name := fmt.Sprintf("%s.row%d", rowsFile, i)
		before := tools.Items
		tools.Items = append(before[:len(before):len(before)], rowTool(name, row.Member("type"), true))
		if _, err := typespec.Read(name, canon.Append(nil, listing)); err != nil {
			// What holds a host value is no parameter, and what is opaque no success value.
			tools.Items = append(before[:len(before):len(before)], rowTool(name, row.Member("type"), false))
		}
	}
	return canon.Append(nil, listing)
}

// IsRow says whether a Tool is one of those that WithRows added, which are in the order of the rows.
func IsRow(tool *typespec.Tool) bool { return typespec.ParseIdentity(tool.Identity).File == rowsFile }

// rowTool is a Tool whose parameter, or else whose success value, is of a type.
func rowTool(identity string, of *canon.Value, isParameter bool) *canon.Value {
	params, ok := canon.NewArray(), of
	if isParameter {
		ok = canon.NewString("Unit")
		params = canon.NewArray(canon.NewObject(
			canon.Member{Name: "name", Value: canon.NewString("row")}, canon.Member{Name: "type", Value: of}))
	}
	return canon.NewObject(
		canon.Member{Name: "tool", Value: canon.NewString(identity)},
		canon.Member{Name: "generic", Value: canon.NewArray()},
		canon.Member{Name: "params", Value: params},
		canon.Member{Name: "ok", Value: ok},
		canon.Member{Name: "err", Value: canon.NewString("Never")})
}

// Vectors holds codecs to the rows of the vectors, one codec a row.
func Vectors(t *testing.T, listing string, codecs []Codec) {
	rows, err := Rows(filepath.Join("..", "..", "..", "vectors"), listing)
	if err != nil {
		t.Fatal(err)
	}
	HoldRows(t, rows, codecs)
}

// HoldRows holds codecs to rows, one codec a row.
func HoldRows(t *testing.T, rows []*canon.Value, codecs []Codec) {
	t.Helper()
	if len(rows) == 0 || len(rows) != len(codecs) {
		t.Fatalf("%d codecs for %d rows", len(codecs), len(rows))
	}
	for i, row := range rows {
		shown := string(canon.Append(nil, row.Member("type")))
		for _, c := range row.Member("cases").Items {
			codecs[i].holdCase(t, shown, c)
		}
	}
}

// ofWholeText are the codes of what makes a whole text no JSON: where it is at fault is each reader's to say.
var ofWholeText = map[string]bool{
	flow.CodeJSON: true, flow.CodeUTF8: true, flow.CodeSurrogate: true, flow.CodeDuplicate: true, flow.CodeDepth: true,
}

func (c Codec) holdCase(t *testing.T, shown string, row *canon.Value) {
	t.Helper()
	text := row.Member("text").Text
	got, err := c.recode(text)
	if refused := row.Member("refused"); refused != nil {
		want := refused.Text + " at " + row.Member("at").Text
		if _, of, _ := strings.Cut(fault(err), " at "); ofWholeText[refused.Text] {
			want = refused.Text + " at " + of
		}
		if fault(err) != want {
			t.Errorf("%s: %.200q: got %s (%v), want to refuse it: %s", shown, text, got, err, want)
		}
		return
	}
	if want := row.Member("canonical").Text; err != nil || got != want {
		t.Errorf("%s: %.200q: got %.200q (%v), want %.200q", shown, text, got, err, want)
	}
}
