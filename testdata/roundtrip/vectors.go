package roundtrip

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/runtime/canon"
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

// Vectors holds codecs to the rows of the vectors, one codec a row.
func Vectors(t *testing.T, listing string, codecs []Codec) {
	rows, err := Rows(filepath.Join("..", "..", "..", "vectors"), listing)
	if err != nil {
		t.Fatal(err)
	}
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
