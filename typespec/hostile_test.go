package typespec

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
)

// listingText writes a listing of one Tool with this ok term and these templates.
func listingText(ok string, templates ...string) []byte {
	return []byte(`{"data":"1.0","tools":[{"tool":"r@v1/f.flow.t","generic":[],"params":[],"ok":` + ok +
		`,"err":"Never"}],"types":{` + strings.Join(templates, ",") + `}}`)
}

// recordText writes a record's template; fields alternate names and terms.
func recordText(id, generic string, fields ...string) string {
	var members []string
	for i := 0; i < len(fields); i += 2 {
		members = append(members, fmt.Sprintf(`{"name":%q,"type":%s,"doc":null}`, fields[i], fields[i+1]))
	}
	return fmt.Sprintf(`%q:{"name":%q,"identity":"r@v1/f.flow.%s","lexical_ordinal":1,"generic":[%s],"opaque":false,`+
		`"kind":"record","doc":null,"fields":[%s]}`, id, id, id, generic, strings.Join(members, ","))
}

func namedText(id string, args ...string) string {
	return fmt.Sprintf(`{"Named":{"declaration":%q,"args":[%s]}}`, id, strings.Join(args, ","))
}

func paramText(owner string, index int) string {
	return fmt.Sprintf(`{"Param":{"owner":%q,"index":%d}}`, owner, index)
}

func codesOf(err error) []string {
	faults, _ := err.(Faults)
	var codes []string
	for _, f := range faults {
		codes = append(codes, f.Code+" "+f.At)
	}
	return codes
}

// doubling is a chain in which each type holds the next at a pair of its own argument.
func doubling(n int, last string) []string {
	var templates []string
	for i := range n {
		id := fmt.Sprintf("A%d", i)
		p := paramText(id, 0)
		templates = append(templates, recordText(id, `"T"`, "x", namedText(fmt.Sprintf("A%d", i+1), `{"Tuple":[`+p+`,`+p+`]}`)))
	}
	return append(templates, last)
}

// Each of these is small for who writes it and would be endless for a reader that writes types out, numbers included.
func TestHostileListings(t *testing.T) {
	phantom := recordText("A200", `"T"`)
	holding := recordText("A200", `"T"`, "x", paramText("A200", 0))
	long := strings.Repeat("n", 4<<20)
	cases := map[string]struct {
		text []byte
		want string
	}{
		"a type that doubles two hundred times": {listingText(namedText("A0", `"Int"`), doubling(200, holding)...), "limit /tools/0/ok"},
		"one that doubles into a phantom":       {listingText(namedText("A0", `"Int"`), doubling(200, phantom)...), "limit /tools/0/ok"},
		"one that doubles around a function": {
			listingText(namedText("A0", `{"Task":"Int"}`), doubling(200, holding)...), "crossing /tools/0/ok"},
		"an ordinal of a billion digits": {
			[]byte(strings.Replace(string(listingText(namedText("A"), recordText("A", ""))), `ordinal":1`, `ordinal":1e1000000000`, 1)),
			"shape /types/A/lexical_ordinal"},
		"an ordinal of a billionth part": {
			[]byte(strings.Replace(string(listingText(namedText("A"), recordText("A", ""))), `ordinal":1`, `ordinal":1e-1000000000`, 1)),
			"shape /types/A/lexical_ordinal"},
		"an index of a billion digits": {
			listingText(namedText("A", `"Int"`), recordText("A", `"T"`, "x", `{"Param":{"owner":"A","index":1e1000000000}}`)),
			"index /types/A/fields/0/type/Param/index"},
		"an index of less than nothing": {
			listingText(namedText("A", `"Int"`), recordText("A", `"T"`, "x", `{"Param":{"owner":"A","index":-1e1000000000}}`)),
			"shape /types/A/fields/0/type/Param/index"},
		"a name of four megabytes": {listingText(namedText("A"), recordText("A", "", long+"-", `"Int"`)), "name /types/A/fields/0/name"},
		"an unknown term of four megabytes": {
			listingText(`{"` + long + `":1}`), "unknown-term /tools/0/ok/" + long},
		"an unknown local id of four megabytes": {listingText(namedText(long)), "unresolved /tools/0/ok/Named/declaration"},
		"a million brackets":                    {[]byte(strings.Repeat("[", 1_000_000)), "depth " + strings.Repeat("/0", mostDepth)},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := Read("hostile.json", c.text)
			runtime.ReadMemStats(&after)
			codes := codesOf(err)
			if len(codes) == 0 || codes[0] != c.want {
				t.Errorf("got %.300q; want %.300s", codes, c.want)
			}
			if allowed := uint64(40*len(c.text) + 64<<20); after.TotalAlloc-before.TotalAlloc > allowed {
				t.Errorf("took %d bytes for %d of text", after.TotalAlloc-before.TotalAlloc, len(c.text))
			}
			if message := err.Error(); len(message) > 1<<14 || strings.Contains(message, "\n") {
				t.Errorf("the message is %d bytes long or has several lines: %.400s", len(message), message)
			}
		})
	}
}

// A permutation of many type parameters has more instances than anyone can visit.
func TestManyInstancesByWhatIsFinite(t *testing.T) {
	const n = 40
	var generic, turned, swapped, self []string
	for i := range n {
		generic = append(generic, fmt.Sprintf(`"P%d"`, i))
		turned = append(turned, paramText("A", (i+1)%n))
		swapped = append(swapped, paramText("A", i))
		self = append(self, `"Int"`)
		if i%3 == 0 {
			self[i] = namedText("S")
		}
	}
	swapped[0], swapped[1] = swapped[1], swapped[0]
	text := listingText(namedText("S"),
		recordText("S", "", "a", namedText("A", self...)),
		recordText("A", strings.Join(generic, ","), "a", namedText("A", turned...), "b", namedText("A", swapped...)))
	_, err := Read("hostile.json", text)
	if codes := strings.Join(codesOf(err), "; "); !strings.Contains(codes, "infinite /types/A") && !strings.Contains(codes, "limit /types/A") {
		t.Errorf("got %s", codes)
	}
}

// Faults under a long local id do not take the id's length each.
func TestManyFaultsUnderALongName(t *testing.T) {
	long := strings.Repeat("é", 1<<20)
	fields := make([]string, 0, 20_000)
	for range cap(fields) / 2 {
		fields = append(fields, "x", `"int"`)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := Read("hostile.json", listingText(namedText(long), recordText(long, "", fields...)))
	runtime.ReadMemStats(&after)
	if faults, _ := err.(Faults); len(faults) < 10_000 {
		t.Fatalf("%d faults", len(faults))
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > 1<<30 {
		t.Errorf("took %d MiB", took>>20)
	}
	if message := err.Error(); len(message) > 100<<20 {
		t.Errorf("the message has %d MiB", len(message)>>20)
	}
}
