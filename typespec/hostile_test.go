package typespec

import (
	"fmt"
	"math/rand"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/runtime/canon"
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

// However many faults there are, those that come first are told, and how many follow.
func TestTooManyFaults(t *testing.T) {
	const more = 3*mostFaults + 7
	_, err := Read("hostile.json", []byte(`{"types":{},"tools":[`+strings.Repeat("0,", mostFaults+more-1)+`0],"data":1}`))
	faults, _ := err.(Faults)
	if len(faults) != mostFaults+1 {
		t.Fatalf("%d faults", len(faults))
	}
	if last := faults[mostFaults-1].At; last != fmt.Sprintf("/tools/%d", mostFaults-1) {
		t.Errorf("the last one kept is %s", last)
	}
	want := fmt.Sprintf("%d more faults", more+1)
	if rest := faults[mostFaults]; rest.Code != CodeLimit || !strings.HasPrefix(rest.Message, want) {
		t.Errorf("got %s, want %s", rest, want)
	}
}

// turning is a template of n type parameters that holds itself at them turned and at the first two swapped, so that it
// has as many instances as they have orders.
func turning(n int) string {
	generic := make([]string, n)
	turned, swapped := make([]string, n), make([]string, n)
	for i := range n {
		generic[i] = fmt.Sprintf("%q", fmt.Sprintf("T%d", i))
		turned[i], swapped[i] = paramText("D", (i+1)%n), paramText("D", i)
	}
	swapped[0], swapped[1] = swapped[1], swapped[0]
	return recordText("D", strings.Join(generic, ","), "x", `{"Option":`+namedText("D", turned...)+`}`,
		"y", `{"Option":`+namedText("D", swapped...)+`}`)
}

// Many Tools over types that are too many for any schema take no look at all of them each.
func TestManyRootsOverTooManyInstances(t *testing.T) {
	args := []string{`"Int"`, `"Text"`, `"Bool"`, `"Bytes"`, `"Unit"`, `"Decimal"`, `"Instant"`, `"Duration"`, `"json.Value"`}
	var tools []string
	for root := namedText("D", args...); len(tools) < 30; root = `{"List":` + root + `}` {
		tools = append(tools, toolText(fmt.Sprintf("t%d", len(tools)), "", root))
	}
	l := drafted(t, toolsText(tools, turning(len(args))))
	faults := 0
	j := schemaJudge{pool: newPool(nil), most: mostJudged, fault: func(schemaRoot, *schemaFault) { faults++ }}
	j.roots = l.schemaRoots(j.pool)
	j.check()
	if faults != len(tools) {
		t.Errorf("%d roots at fault, want %d", faults, len(tools))
	}
	if most := 3 * mostInstances; j.pool.steps > most {
		t.Errorf("%d steps, want fewer than %d", j.pool.steps, most)
	}
}

// Where judging takes too long, one fault says so and the rest is left.
func TestJudgingGivesUp(t *testing.T) {
	var tools []string
	for i := range 5 {
		tools = append(tools, toolText(fmt.Sprintf("t%d", i), "", `{"Tuple":[`+namedText("A")+`,`+namedText("B")+`]}`))
	}
	twin := strings.Replace(recordText("B", ""), `"r@v1/f.flow.B"`, `"r@v2/f.flow.A"`, 1)
	l := drafted(t, toolsText(tools, recordText("A", ""), strings.Replace(twin, `"name":"B"`, `"name":"A"`, 1)))
	for most, want := range map[int][]string{mostJudged: {
		CodeConflicting, CodeConflicting, CodeConflicting, CodeConflicting, CodeConflicting,
	}, 1: {CodeConflicting, CodeLimit}} {
		var codes []string
		j := schemaJudge{pool: newPool(nil), most: most, fault: func(_ schemaRoot, f *schemaFault) { codes = append(codes, f.code) }}
		j.roots = l.schemaRoots(j.pool)
		if j.check(); !slices.Equal(codes, want) {
			t.Errorf("at most %d steps: %v, want %v", most, codes, want)
		}
	}
}

// Judging many roots together gives what judging each alone gives.
func TestRootsJudgedTogether(t *testing.T) {
	for seed := range int64(3000) {
		r := rand.New(rand.NewSource(seed))
		n := 2 + r.Intn(7)
		id := func() string { return fmt.Sprintf("R%d", r.Intn(n)) }
		term := func() string {
			switch r.Intn(4) {
			case 0:
				return `{"Tuple":[` + namedText(id()) + `,` + namedText(id()) + `]}`
			case 1:
				return namedText("Box", namedText(id()))
			case 2:
				return namedText("Box", `{"List":`+namedText("Box", namedText(id()))+`}`)
			}
			return namedText(id())
		}
		templates := []string{recordText("Box", `"A"`, "a", paramText("Box", 0))}
		for i := range n {
			var fields []string
			for f := range r.Intn(3) {
				fields = append(fields, fmt.Sprintf("f%d", f), `{"List":`+term()+`}`)
			}
			name := fmt.Sprintf("R%d", i)
			versioned := fmt.Sprintf("r@v%d/f.flow.%s", i%2, fmt.Sprintf("R%d", i/2*2))
			text := strings.Replace(recordText(name, "", fields...), `"r@v1/f.flow.`+name+`"`, `"`+versioned+`"`, 1)
			templates = append(templates, strings.Replace(text, `"name":"`+name+`"`, fmt.Sprintf(`"name":"R%d"`, i/2*2), 1))
		}
		var tools []string
		for i := range 1 + r.Intn(6) {
			tools = append(tools, toolText(fmt.Sprintf("t%d", i), "", term()))
		}
		l := drafted(t, toolsText(tools, templates...))
		var together, alone []string
		j := schemaJudge{pool: newPool(nil), most: mostJudged, fault: func(r schemaRoot, f *schemaFault) {
			together = append(together, r.at.pointer()+" "+f.code)
		}}
		j.roots = l.schemaRoots(j.pool)
		j.check()
		for _, root := range j.roots {
			if f := newPool(nil).checkSchema(root.term, true); f != nil {
				alone = append(alone, root.at.pointer()+" "+f.code)
			}
		}
		if !slices.Equal(together, alone) {
			t.Fatalf("seed %d: together %v, alone %v", seed, together, alone)
		}
	}
}

// Many generic Tools whose type parameters have different names share the types that those do not stand in.
func TestManyNamesOfTypeParameters(t *testing.T) {
	var tools, templates []string
	const core = 500
	for i := range core {
		id := fmt.Sprintf("R%d", i)
		templates = append(templates, recordText(id, "", "next", `{"List":`+namedText(fmt.Sprintf("R%d", (i+1)%core))+`}`))
	}
	templates = append(templates, recordText("Box", `"A"`, "a", paramText("Box", 0), "r", namedText("R0")))
	for i := range core {
		tools = append(tools, toolText(fmt.Sprintf("t%d", i), fmt.Sprintf(`"T%d"`, i), namedText("Box", paramText("tool", 0))))
	}
	l := drafted(t, toolsText(tools, templates...))
	p := newPool(nil)
	if l.schemaRoots(p); len(p.known) > 4*core {
		t.Errorf("%d types before a look at any", len(p.known))
	}
	j := schemaJudge{pool: newPool(nil), most: mostJudged, fault: func(_ schemaRoot, f *schemaFault) { t.Error(f) }}
	j.roots = l.schemaRoots(j.pool)
	j.check()
	if len(j.pool.known) > 10*core {
		t.Errorf("%d types, want them shared", len(j.pool.known))
	}
}

// drafted is a listing that was read, with all its faults left aside.
func drafted(t *testing.T, text []byte) *draft {
	t.Helper()
	var drafted *draft
	_, err := read("hostile.json", text, func(l *draft, v *canon.Value) {
		l.graph = l.templates(v.Member("types"), root("/types"))
		l.readTools(v.Member("tools"), root("/tools"))
		copied := *l
		drafted, l.graph = &copied, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	drafted.graph.faulty = map[*Declaration]bool{}
	return drafted
}

func toolText(name, generic, ok string) string {
	return fmt.Sprintf(`{"tool":"r@v1/f.flow.%s","generic":[%s],"params":[],"ok":%s,"err":"Never"}`, name, generic, ok)
}

func toolsText(tools []string, templates ...string) []byte {
	return []byte(`{"data":"1.0","tools":[` + strings.Join(tools, ",") + `],"types":{` + strings.Join(templates, ",") + `}}`)
}

// Names of type parameters are told from types in each Tool, and two Tools' parameters of one name are no conflict.
func TestParametersSpelledLikeTypesOfOtherTools(t *testing.T) {
	box := recordText("Box", `"A"`, "a", paramText("Box", 0))
	of := namedText("Box", paramText("tool", 0))
	at := func(n int) string { return namedText("Box", paramText("tool", n)) }
	for name, c := range map[string]struct {
		tools []string
		want  string
	}{
		"in two tools": {[]string{toolText("a", `"Int"`, of), toolText("b", ``, namedText("Box", `"Int"`))}, ""},
		"in one tool": {[]string{toolText("c", `"T"`, of),
			toolText("d", `"Int"`, `{"Tuple":[`+of+`,`+namedText("Box", `"Int"`)+`]}`)}, "conflicting /tools/1/ok"},
		"at two places": {[]string{toolText("e", `"T","U"`, at(1)), toolText("f", `"U","T"`, at(1))}, ""},
	} {
		_, err := Read("l.json", toolsText(c.tools, box))
		if got := strings.Join(codesOf(err), "; "); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// A template that cannot be read makes no fault in what is listed of Tools that reach it.
func TestNoFaultFollowsFromAnUnreadableTemplate(t *testing.T) {
	listed := `{"tool":"r@v1/f.flow.t","generic":[],"params":[],"ok":%s,"err":"Never","fingerprint":"sha256:00"}`
	user := recordText("A", "", "x", namedText("B"))
	for want, templates := range map[string][]string{
		"shape /types/B":         {user, `"B":5`},
		"shape /types/B/generic": {user, strings.Replace(recordText("B", ""), `"generic":[]`, `"generic":5`, 1)},
	} {
		for _, ok := range []string{namedText("A"), `{"Tuple":[` + namedText("A") + `,` + namedText("B") + `]}`} {
			_, err := Read("l.json", toolsText([]string{fmt.Sprintf(listed, ok)}, templates...))
			if got := strings.Join(codesOf(err), "; "); got != want {
				t.Errorf("%s: got %s, want %s", ok, got, want)
			}
		}
	}
}

// A Tool of many type parameters and many parameters takes memory for their sum, not for their product.
func TestManyTypeParametersAndParameters(t *testing.T) {
	const n = 20_000
	generic, params := make([]string, n), make([]string, n)
	for i := range n {
		generic[i] = fmt.Sprintf(`"T%d"`, i)
		params[i] = fmt.Sprintf(`{"name":"p%d","type":%s}`, i, paramText("tool", i))
	}
	text := []byte(`{"data":"1.0","tools":[{"tool":"r@v1/f.flow.t","generic":[` + strings.Join(generic, ",") + `],"params":[` +
		strings.Join(params, ",") + `],"ok":"Int","err":"Never"}],"types":{}}`)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	program, err := Read("hostile.json", text)
	if err != nil {
		t.Fatal(err)
	}
	carried := program.Tools[0].carried()
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 200<<20 {
		t.Errorf("took %d MiB", took>>20)
	}
	if slices.Contains(carried, false) {
		t.Error("a parameter's type parameter carries no value")
	}
}
