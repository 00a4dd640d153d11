package typescript

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// Whatever a compiler may print becomes a package that TypeScript accepts.
func TestAcceptedListings(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "testdata", "vectors", "listings-accepted.json"))
	if err != nil {
		t.Fatal(err)
	}
	var rows []struct{ Name, Text string }
	if err := json.Unmarshal(text, &rows); err != nil {
		t.Fatal(err)
	}
	if len(rows) == 0 {
		t.Fatal("no listings")
	}
	p := newProject(t)
	for i, row := range rows {
		p.put(t, fmt.Sprintf("row%d", i), emit(t, row.Name, []byte(row.Text)))
	}
	p.compile(t)
}
