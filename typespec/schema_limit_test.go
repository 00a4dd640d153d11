package typespec

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// schemaCode gives the code for which a root has no schema, empty where it has one.
func schemaCode(t *testing.T, root *Term, o SchemaOptions) string {
	t.Helper()
	_, err := Schema(root, o)
	if err == nil {
		return ""
	}
	var fault *schemaFault
	if !errors.As(err, &fault) || fault.message == "" {
		t.Fatalf("%v", err)
	}
	return fault.code
}

// multiplying declares A0<T> { x: A1<(T, T)> } and so on to a last one with a field of T.
func multiplying(steps int, step func(*Term) []*Term) *Declaration {
	last := record("Last", []string{"T"}, func(d *Declaration) []Field { return []Field{{Name: "x", Type: own(d, 0)}} })
	for i := range steps {
		inner := last
		last = record(fmt.Sprintf("A%d", steps-i), []string{"T"}, func(d *Declaration) []Field {
			var fields []Field
			for j, arg := range step(own(d, 0)) {
				fields = append(fields, Field{Name: fmt.Sprintf("x%d", j), Type: named(inner, arg)})
			}
			return fields
		})
	}
	return last
}

func TestKeysThatDoubleAreRefusedUnbuilt(t *testing.T) {
	pairs := func(p *Term) []*Term { return []*Term{of(Tuple, p, p)} }
	for steps, want := range map[int]string{5: "", 30: CodeLimit, 300: CodeLimit} {
		if got := schemaCode(t, named(multiplying(steps, pairs), prim(Int)), SchemaOptions{}); got != want {
			t.Errorf("%d steps: %q", steps, got)
		}
	}
	// As a phantom argument the same type is part of a KEY all the same.
	tag := record("Tag", []string{"P"}, nil)
	arg := prim(Int)
	for range 60 {
		arg = of(Tuple, arg, arg)
	}
	outer := record("Outer", []string{"T"}, func(d *Declaration) []Field { return []Field{{Name: "t", Type: named(tag, own(d, 0))}} })
	p := newPool(nil)
	x := p.of(prim(Int), nil)
	for range 60 {
		x = p.of(of(Tuple, own(outer, 0), own(outer, 0)), []*concrete{x})
	}
	if _, fault := p.reach(p.of(named(outer, own(outer, 0)), []*concrete{x})); fault == nil || fault.code != CodeLimit {
		t.Errorf("a phantom of 2^60 bytes: %v", fault)
	}
}

func TestInstancesThatDoubleAreRefused(t *testing.T) {
	both := func(p *Term) []*Term { return []*Term{of(List, p), of(Set, p)} }
	for steps, want := range map[int]string{10: "", 17: CodeLimit, 60: CodeLimit} {
		if got := schemaCode(t, named(multiplying(steps, both), prim(Int)), SchemaOptions{}); got != want {
			t.Errorf("%d steps: %q", steps, got)
		}
	}
}

func TestInstanceLimitIsExact(t *testing.T) {
	for count, want := range map[int]string{mostInstances: "", mostInstances + 1: CodeLimit} {
		all := &Declaration{Name: "All", Identity: "a.flow.All", Ordinal: 1}
		for i := range count - 1 {
			d := &Declaration{Name: "D", Identity: "a.flow.D", Ordinal: i + 1}
			all.Fields = append(all.Fields, Field{Name: "f" + fmt.Sprint(i), Type: named(d)})
		}
		if f := newPool(nil).checkSchema(named(all), true); f == nil && want != "" || f != nil && f.code != want {
			t.Errorf("%d instances: %v", count, f)
		}
	}
}

func TestKeyLimitIsExact(t *testing.T) {
	for length, want := range map[int]string{mostKeyBytes: "", mostKeyBytes + 1: CodeLimit} {
		d := record("D", nil, nil)
		d.Identity = "a.flow." + strings.Repeat("é", (length-7)/2) + strings.Repeat("x", (length-7)%2)
		if got := schemaCode(t, named(d), SchemaOptions{}); got != want {
			t.Errorf("a KEY of %d bytes: %q", length, got)
		}
	}
}

func TestSchemaTooLongForAnyMessage(t *testing.T) {
	both := func(p *Term) []*Term { return []*Term{of(List, p), of(Set, p)} }
	d := multiplying(14, both)
	for inner := d; ; inner = inner.Fields[0].Type.Decl {
		inner.Identity = strings.Repeat("x", 30_000) + inner.Name
		if inner.Name == "Last" {
			break
		}
	}
	if got := schemaCode(t, named(d, prim(Int)), SchemaOptions{}); got != CodeLimit {
		t.Errorf("%q", got)
	}
}

func TestTypesThatShareAKey(t *testing.T) {
	version := func(v string, ordinal int) *Declaration {
		return &Declaration{Name: "T", Identity: "github.com/a/b@" + v + "/x.flow.T", Ordinal: ordinal}
	}
	box := record("Box", []string{"T"}, nil)
	fake := record("Fake", nil, nil)
	fake.Identity = box.Identity + "<Int>"
	param := &Term{Kind: Param}
	for _, c := range []struct {
		name                   string
		root                   *Term
		versioned, versionless string
	}{
		{"two versions", of(Tuple, named(version("v1", 1)), named(version("v2", 1))), "", CodeConflicting},
		{"two versions inside phantoms", of(Tuple, named(box, named(version("v1", 1))), named(box, named(version("v2", 1)))), "", CodeConflicting},
		{"one phantom version", of(Tuple, named(box, named(version("v1", 1))), named(version("v2", 1))), "", ""},
		{"two ordinals", of(Tuple, named(version("v1", 1)), named(version("v1", 2))), "", ""},
		{"twins", of(Tuple, named(version("v1", 1)), named(version("v1", 1))), CodeConflicting, CodeConflicting},
		{"a parameter named Int", of(Tuple, named(box, param), named(box, prim(Int))), CodeConflicting, CodeConflicting},
		{"an identity like a KEY", of(Tuple, named(box, prim(Int)), named(fake)), CodeConflicting, CodeConflicting},
		{"one type twice", of(Tuple, named(box, prim(Int)), named(box, prim(Int))), "", ""},
	} {
		o := SchemaOptions{Generic: []string{"Int"}}
		if got := schemaCode(t, c.root, o); got != c.versioned {
			t.Errorf("%s: %q", c.name, got)
		}
		o.Unversioned = true
		if got := schemaCode(t, c.root, o); got != c.versionless {
			t.Errorf("%s, without versions: %q", c.name, got)
		}
		for fingerprinted, want := range map[bool]string{false: c.versioned, true: c.versionless} {
			if f := newPool(o.Generic).checkSchema(c.root, fingerprinted); f == nil && want != "" || f != nil && f.code != want {
				t.Errorf("%s, fingerprinted %v: %v", c.name, fingerprinted, f)
			}
		}
	}
}

func TestWhatHasNoEncodingHasNoSchema(t *testing.T) {
	handler := record("H", nil, nil)
	handler.Kind = NonData
	tag := record("Tag", []string{"P"}, nil)
	for _, root := range []*Term{of(Function, prim(Int)), of(List, of(Task, prim(Int))), named(handler)} {
		if got := schemaCode(t, root, SchemaOptions{}); got != CodeCrossing {
			t.Errorf("%s: %q", FlowType(root, nil), got)
		}
		if got := schemaCode(t, named(tag, root), SchemaOptions{}); got != "" {
			t.Errorf("%s as a phantom: %q", FlowType(root, nil), got)
		}
	}
}

func TestEndlessInstancesAreRefused(t *testing.T) {
	nest := record("Nest", []string{"T"}, nil)
	nest.Fields = []Field{{Name: "next", Type: of(Option, named(nest, of(List, own(nest, 0))))}}
	if got := schemaCode(t, named(nest, prim(Int)), SchemaOptions{}); got != CodeLimit {
		t.Errorf("%q", got)
	}
}

// TestFingerprintsOfDescriptions moves what is named as a keyword, and nothing that only describes.
func TestFingerprintsOfDescriptions(t *testing.T) {
	names := []string{"description", "title", "type", "properties", "required", "items", "const"}
	tool := func(rename string, doc *string, version string) *Tool {
		d := &Declaration{Name: "D", Identity: "github.com/a/b@" + version + "/x.flow.D", Ordinal: 1, Doc: doc}
		for _, name := range names {
			if name == rename {
				name += "_"
			}
			d.Fields = append(d.Fields, Field{Name: name, Type: prim(Text), Doc: doc})
		}
		return &Tool{Identity: "github.com/a/b@" + version + "/x.flow.f", Doc: doc, Ok: named(d), Err: prim(Never)}
	}
	plain := tool("", nil, "v1").Fingerprint()
	for _, same := range []*Tool{tool("", text(""), "v1"), tool("", text("*/ \"\"\" \\"), "v1"), tool("", nil, "v2.0.0")} {
		if got := same.Fingerprint(); got != plain {
			t.Errorf("a doc or a version moved the fingerprint to %s", got)
		}
	}
	for _, name := range names {
		if tool(name, nil, "v1").Fingerprint() == plain {
			t.Errorf("renaming %s did not move the fingerprint", name)
		}
	}
}

func TestSignatureDiffersSaysWhere(t *testing.T) {
	tool := &Tool{Params: []Parameter{{Name: "p", Type: prim(Int)}}, Ok: of(List, prim(Text)), Err: prim(Never)}
	same := `{"params":[["p",{"type":"integer","description":"x"}]],"ok":{"type":"array","items":{"type":"string","description":"y"}},"err":{"not":{}},"generic":[]}`
	if at, _, _, differs := tool.SignatureDiffers(parsed(t, same)); differs {
		t.Errorf("differs at %s", at)
	}
	for change, want := range map[string]string{
		`"p"`: "/params/0/0", `"integer"`: "/params/0/1/type", `"string"`: "/ok/items/type", `"not"`: "/err/",
	} {
		other := strings.Replace(same, change, `"other"`, 1)
		if at, _, _, differs := tool.SignatureDiffers(parsed(t, other)); !differs || !strings.HasPrefix(at, want) {
			t.Errorf("%s: %q, %v", change, at, differs)
		}
	}
	// Descriptions are no difference in what is too long either, and both sides of a message are without them.
	tool.Params[0].Type = named(&Declaration{Name: "T", Identity: "a.flow.T", Ordinal: 1, Kind: Host, Doc: text("a doc")})
	schema := `{"$ref":"#/$defs/a.flow.T","$defs":{"a.flow.T":{"description":"another"}}}`
	whole := `{"params":[["p",` + schema + `,1]],"ok":{"type":"array","items":{"type":"string"}},"err":{"not":{}},"generic":[]}`
	if at, ours, theirs, _ := tool.SignatureDiffers(parsed(t, whole)); at != "/params/0/2" || ours != "nothing there" || theirs != "1" {
		t.Errorf("a pair of three: %s, %s and %s", at, ours, theirs)
	}
	whole = strings.Replace(whole, schema+",1", `5`, 1)
	if _, ours, _, _ := tool.SignatureDiffers(parsed(t, whole)); strings.Contains(ours, "a doc") {
		t.Errorf("a description is shown: %s", ours)
	}
	for _, odd := range []string{`null`, `[]`, `{"params":{},"ok":1,"err":[],"generic":[]}`, `{"params":[[],{"a":1}]}`} {
		if _, _, _, differs := tool.SignatureDiffers(parsed(t, odd)); !differs {
			t.Errorf("%s is no signature", odd)
		}
	}
}

func BenchmarkFingerprints(b *testing.B) {
	p := readListing(b, "everything")
	b.ReportAllocs()
	for b.Loop() {
		for _, tool := range p.Tools {
			_ = tool.Fingerprint()
		}
	}
}

func BenchmarkCheckView(b *testing.B) {
	p := readListing(b, "testee")
	for _, row := range vectorFile(b, "views.json").Items {
		if row.Member("name").Text != "arguments that decode" {
			continue
		}
		tool := toolNamed(b, p, row.Member("tool").Text)
		types, schema := row.Member("types"), row.Member("schema")
		b.SetBytes(int64(len(canon.Append(nil, types)) + len(canon.Append(nil, schema))))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := CheckView(tool, types, schema, 0); err != nil {
				b.Fatal(err)
			}
		}
		return
	}
	b.Fatal("no such row")
}
