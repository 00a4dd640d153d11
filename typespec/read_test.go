package typespec

import (
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// shuffled is a value whose objects have their members in another order.
func shuffled(v *canon.Value, r *rand.Rand) *canon.Value {
	s := *v
	s.Items, s.Members = nil, slices.Clone(v.Members)
	for _, item := range v.Items {
		s.Items = append(s.Items, shuffled(item, r))
	}
	r.Shuffle(len(s.Members), func(i, j int) { s.Members[i], s.Members[j] = s.Members[j], s.Members[i] })
	for i := range s.Members {
		s.Members[i].Value = shuffled(s.Members[i].Value, r)
	}
	return &s
}

func TestOrderOfMembersDoesNotMatter(t *testing.T) {
	var texts [][]byte
	for _, r := range append(rows[row](t, "listings-refused.json"), rows[row](t, "listings-accepted.json")...) {
		texts = append(texts, r.text())
	}
	for i, text := range texts {
		v, err := canon.Parse(text, canon.Options{Depth: mostDepth})
		if err != nil {
			continue
		}
		want, wantErr := Read("listing.json", text)
		for seed := range int64(3) {
			got, gotErr := Read("listing.json", written(shuffled(v, rand.New(rand.NewSource(seed)))))
			a, b := codesOf(wantErr), codesOf(gotErr)
			slices.Sort(a)
			slices.Sort(b)
			if !slices.Equal(a, b) {
				t.Fatalf("row %d: %v shuffled is %v", i, a, b)
			}
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("row %d: another Program when shuffled", i)
			}
		}
	}
}

// written is a value's text with members in the order that they have, unlike the canonical one.
func written(v *canon.Value) []byte {
	switch v.Kind {
	case canon.Array:
		var items []string
		for _, item := range v.Items {
			items = append(items, string(written(item)))
		}
		return []byte("[" + strings.Join(items, ",") + "]")
	case canon.Object:
		var members []string
		for _, m := range v.Members {
			members = append(members, string(canon.AppendString(nil, m.Name))+":"+string(written(m.Value)))
		}
		return []byte("{" + strings.Join(members, ",") + "}")
	case canon.Number:
		return []byte(v.Text)
	}
	return canon.Append(nil, v)
}

func TestDeclarationsAreSorted(t *testing.T) {
	p := readListing(t, "everything")
	if len(p.Declarations) != 18 || !slices.IsSortedFunc(p.Declarations, compareDeclarations) {
		t.Errorf("%d declarations, out of order", len(p.Declarations))
	}
}

func TestTypeSpecs(t *testing.T) {
	type tool struct{ Tool, TypeSpec string }
	type listing struct {
		Listing string
		Tools   []tool
	}
	for _, l := range rows[listing](t, "listings.json") {
		p := readListing(t, l.Listing)
		for i, want := range l.Tools {
			got := string(canon.Append(nil, p.Tools[i].TypeSpec()))
			if p.Tools[i].Identity != want.Tool || got != want.TypeSpec {
				t.Errorf("%s: got %s; want %s", want.Tool, got, want.TypeSpec)
			}
			single, err := ReadTypeSpec("spec.json", want.Tool, []byte(want.TypeSpec))
			if err != nil {
				t.Fatal(err)
			}
			if again := string(canon.Append(nil, single.Tools[0].TypeSpec())); again != want.TypeSpec {
				t.Errorf("%s reads back as %s", want.Tool, again)
			}
			if single.Tools[0].Fingerprint() != p.Tools[i].Fingerprint() {
				t.Errorf("%s has another fingerprint when read alone", want.Tool)
			}
			if reach := p.Reach(p.Tools[i]); len(reach) != len(single.Declarations) {
				t.Errorf("%s reaches %d declarations; its TypeSpec has %d", want.Tool, len(reach), len(single.Declarations))
			}
		}
	}
}

func TestTypeSpecsRefused(t *testing.T) {
	const identity = "r@v1/f.flow.t"
	cases := []struct{ name, identity, text, want string }{
		{"a listing", identity, `{"data":"1.0","tools":[],"types":{}}`, "shape "},
		{"an extra member", identity, `{"generic":[],"params":[],"ok":"Int","err":"Never","declarations":{},"doc":null}`, "shape /doc"},
		{"an identity without a name", "r@v1/f.flow.", `{"generic":[],"params":[],"ok":"Int","err":"Never","declarations":{}}`, "identity "},
		{"an unresolved root", identity, `{"generic":[],"params":[],"ok":` + namedText("A") + `,"err":"Never","declarations":{}}`,
			"unresolved /ok/Named/declaration"},
		{"a disconnected template", identity, `{"generic":[],"params":[],"ok":"Int","err":"Never","declarations":{` + recordText("A", "") + `}}`,
			"disconnected /declarations/A"},
		{"a task", identity, `{"generic":[],"params":[{"name":"a","type":{"Task":"Int"}}],"ok":"Int","err":"Never","declarations":{}}`,
			"crossing /params/0/type"},
	}
	for _, c := range cases {
		_, err := ReadTypeSpec("spec.json", c.identity, []byte(c.text))
		if codes := codesOf(err); !slices.Contains(codes, c.want) {
			t.Errorf("%s: got %q; want %q", c.name, codes, c.want)
		}
	}
}

// All faults come at once, where they are, without those that only follow from others.
func TestFaultsTogether(t *testing.T) {
	text := []byte(`{
  "data": "2.0",
  "tools": [
    {"tool": "r@v1/f.flow.t", "generic": ["T", "T"], "params": [{"name": "a b", "type": {"Task": "Int"}}], "ok": {"List": "int"}, "err": {"Named": {"declaration": "E", "args": []}}},
    {"tool": "é@v1/f.flow.t", "generic": [], "params": [], "ok": {"Named": {"declaration": "A", "args": ["Int"]}}, "err": "Never"}
  ],
  "types": {
    "A": {"name": "A", "identity": "r@v1/f.flow.A", "lexical_ordinal": 1, "generic": [], "opaque": false, "kind": "record", "doc": null,
          "fields": [{"name": "x", "type": {"Named": {"declaration": "A", "args": []}}, "doc": null}, {"name": "x", "type": "Int", "doc": null}]},
    "B": {"name": "B", "identity": "r@v1/f.flow.B", "lexical_ordinal": 0, "generic": [], "opaque": false, "kind": "host", "doc": null}
  }
}`)
	_, err := Read("l.json", text)
	faults, _ := err.(Faults)
	var got []string
	for _, f := range faults {
		got = append(got, fmt.Sprintf("%d:%d %s %s", f.Line, f.Column, f.Code, f.At))
	}
	want := []string{
		`2:11 data-version /data`,
		`4:48 duplicate-name /tools/0/generic/1`,
		`4:74 name /tools/0/params/0/name`,
		`4:89 crossing /tools/0/params/0/type`,
		`4:123 unknown-term /tools/0/ok/List`,
		`4:164 unresolved /tools/0/err/Named/declaration`,
		`5:105 arity /tools/1/ok/Named/args`,
		`8:10 infinite /types/A`,
		`9:112 duplicate-name /types/A/fields/1/name`,
		`10:72 shape /types/B/lexical_ordinal`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestFaultIsOneLine(t *testing.T) {
	f := Fault{Code: "shape", At: "/a\nb\u2028", File: "x\x1b.json", Line: 1, Column: 2, Message: "say\r\n\"hi\""}
	if got, want := f.String(), `x\x1b.json:1:2: shape: say\r\n"hi" (/a\nb\u2028)`; got != want {
		t.Errorf("got %s; want %s", got, want)
	}
}

func FuzzRead(f *testing.F) {
	files, err := filepath.Glob(vectors + "/listings/*.json")
	if err != nil || len(files) == 0 {
		f.Fatal("no listings", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	for _, r := range append(rows[row](f, "listings-refused.json"), rows[row](f, "listings-accepted.json")...) {
		if len(r.text()) < 1<<15 {
			f.Add(r.text())
		}
	}
	f.Fuzz(holdReading)
}

// holdReading holds what must be true of any text.
func holdReading(t *testing.T, text []byte) {
	p, err := Read("fuzz.json", text)
	again, errAgain := Read("fuzz.json", text)
	if fmt.Sprint(err) != fmt.Sprint(errAgain) || !reflect.DeepEqual(p, again) {
		t.Fatalf("two readings differ: %v and %v", err, errAgain)
	}
	if err != nil {
		for _, fault := range err.(Faults) {
			if fault.Line < 1 || fault.Column < 1 || fault.Code == "" || strings.ContainsAny(fault.String(), "\n\r") {
				t.Fatalf("a fault without a place, or on two lines: %#v", fault)
			}
		}
		return
	}
	for _, tool := range p.Tools {
		spec := canon.Append(nil, tool.TypeSpec())
		single, err := ReadTypeSpec("spec.json", tool.Identity, spec)
		if err != nil {
			t.Fatalf("the TypeSpec of an accepted Tool is refused: %v\n%s", err, spec)
		}
		if single.Tools[0].Fingerprint() != tool.Fingerprint() {
			t.Fatalf("%s has another fingerprint when read alone", tool.Identity)
		}
	}
}

// values gives a value and all in it.
func values(v *canon.Value) []*canon.Value {
	all := []*canon.Value{v}
	for _, item := range v.Items {
		all = append(all, values(item)...)
	}
	for _, m := range v.Members {
		all = append(all, values(m.Value)...)
	}
	return all
}

// A listing in which parts stand where others stood, or stand no more, is read or refused, and never stops the reader.
func TestListingsWithPartsElsewhere(t *testing.T) {
	accepted := 0
	for _, name := range []string{"everything", "model", "testee"} {
		text, err := os.ReadFile(filepath.Join(vectors, "listings", name+".json"))
		if err != nil {
			t.Fatal(err)
		}
		for seed := range int64(400) {
			r := rand.New(rand.NewSource(seed))
			v, err := canon.Parse(text, canon.Options{Depth: mostDepth})
			if err != nil {
				t.Fatal(err)
			}
			all := values(v)
			for range 1 + r.Intn(3) {
				at, other := all[r.Intn(len(all))], all[r.Intn(len(all))]
				switch n := r.Intn(4); {
				case n == 0 && len(at.Members) > 0:
					at.Members = slices.Delete(slices.Clone(at.Members), 0, 1)
				case n == 1 && len(at.Items) > 0:
					at.Items = append(slices.Clone(at.Items), at.Items[0])
				case !slices.Contains(values(other), at):
					*at = *other
				}
			}
			text := written(v)
			holdReading(t, text)
			if _, err := Read("", text); err == nil {
				accepted++
			}
			if t.Failed() {
				t.Fatalf("%s, seed %d", name, seed)
			}
		}
	}
	t.Log(accepted, "accepted")
}
