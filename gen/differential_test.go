package gen_test

import (
	"flag"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/flow-toolkit/flowgen/typespec"
)

var (
	differentialCases = flag.Int("differential.cases", 0, "trials of the differential test; 2000 in CI and 300 elsewhere where it is 0")
	differentialSeed  = flag.Uint64("differential.seed", 0, "seed of the differential test; any where it is 0")
	differentialCase  = flag.Int("differential.case", 0, "the number of the only trial of the differential test that runs; all where it is 0")
)

// batch is how many calls a testee has outstanding at once.
const batch = 100

// TestDifferential calls generic Tools of all testees with random types and values, right and wrong, and holds their
// answers to each other and to what the check of views and the contextual codecs say. A language joins by having a testee.
func TestDifferential(t *testing.T) {
	cases, seed := *differentialCases, *differentialSeed
	switch {
	case cases == 0 && os.Getenv("CI") != "":
		cases = 2000
	case cases == 0:
		cases = 300
	}
	if seed == 0 {
		seed = rand.Uint64()
	}
	text, err := os.ReadFile("../testdata/vectors/listings/testee.json")
	if err != nil {
		t.Fatal(err)
	}
	program, err := typespec.Read("testee.json", text)
	if err != nil {
		t.Fatal(err)
	}
	first, last := 1, cases
	if *differentialCase > 0 {
		first, last = *differentialCase, *differentialCase
	}
	d := &differential{T: t, seed: seed, contestants: startContestants(t), seen: map[string]int{}}
	for ; first <= last && !t.Failed(); first += batch {
		var trials []*trial
		for number := first; number <= min(last, first+batch-1); number++ {
			made, err := makeTrial(program, seed, number)
			if err != nil {
				t.Fatal(err)
			}
			trials = append(trials, made)
		}
		d.run(trials)
	}
	t.Logf("seed %d: %v", seed, d.seen)
	if *differentialCase == 0 && cases >= 200 && !t.Failed() {
		d.checkVariety(cases)
	}
}

// differential is the state of the test.
type differential struct {
	*testing.T
	seed        uint64
	contestants []*contestant
	// seen counts the outcomes, and the damages that each was due to.
	seen map[string]int
}

func (d *differential) run(trials []*trial) {
	answers := make([]map[int]string, len(d.contestants))
	errs := make([]error, len(d.contestants))
	var group sync.WaitGroup
	for i, c := range d.contestants {
		group.Add(1)
		go func() {
			defer group.Done()
			answers[i], errs[i] = c.exchange(trials)
		}()
	}
	group.Wait()
	for _, t := range trials {
		want, err := t.answer()
		if err != nil {
			d.report(t, err.Error())
			continue
		}
		d.seen[want.kind]++
		d.seen[t.damaged+": "+want.kind]++
		if t.damaged == "" && want.kind == "Ok" {
			d.described(t)
		}
		for i, c := range d.contestants {
			if got, answered := answers[i][t.number]; answered && !want.fits(t.number, got) {
				d.report(t, "the rules say "+abridged(want.line(t.number))+"\n"+c.language+" says "+abridged(got))
			}
		}
	}
	for i, err := range errs {
		if err != nil {
			d.Errorf("seed %d, trials %d to %d: %s: %v", d.seed, trials[0].number, trials[len(trials)-1].number, d.contestants[i].language, err)
		}
	}
}

// fits says whether a line is the answer. Reasons may differ, values may not.
func (a answer) fits(number int, line string) bool {
	switch {
	case a.kind == badJSON:
		return expectation{id: []byte("null"), code: -32700}.fits(line)
	case a.text == "":
		return expectation{line: a.line(number)}.fits(line)
	}
	return line == a.line(number)+"\n"
}

// report shows a trial that failed, and how to run it alone.
func (d *differential) report(t *trial, what string) {
	d.Errorf("%s\ndamaged: %q\nrun it alone: go test ./gen -run 'TestDifferential$' -differential.seed %d -differential.case %d\nor send this line: %s",
		what, t.damaged, d.seed, t.number, abridged(t.line))
}

// abridged keeps what is printed readable; a line that is longer is made anew from its seed and number.
func abridged(line string) string {
	const most = 20_000
	if line = strings.TrimSuffix(line, "\n"); len(line) > most {
		return line[:most/2] + " … " + line[len(line)-most/2:]
	}
	return line
}

// parts are what the types of some trials must have that end well, as a view writes them.
var parts = []string{
	`"Int"`, `"Decimal"`, `"Bool"`, `"Text"`, `"Bytes"`, `"Duration"`, `"Instant"`, `"Unit"`, `"json.Value"`, `{"List":`, `{"Set":`, `{"Option":`,
	`{"Dict":["Text",`, `{"Dict":[{`, `{"Tuple":`, `{"Named":`, `{"Param":`, `{"Function":`, `{"Task":`, `"kind":"record"`, `"kind":"enum"`, `"kind":"host"`,
	`"kind":"nondata"`, `"opaque":true`, `"payload":null`, `{"named":`, `{"positional":`, `"lexical_ordinal":2,`,
	`everything.flow`, `@v9.0.0/testee.flow`, `@v2.0.0`,
}

// described counts the parts that the types of a trial of reflect have: it brings no type of its own.
func (d *differential) described(t *trial) {
	if typespec.ParseIdentity(t.tool.Identity).Name != "reflect" {
		return
	}
	for _, part := range parts {
		if strings.Contains(t.described, part) {
			d.seen[part]++
		}
	}
}

// checkVariety holds a run to having tried what it is there for; a short one only to the most of it.
func (d *differential) checkVariety(cases int) {
	for kind, share := range map[string]int{"Ok": 4, ": Ok": 5, "NotRun": 6, "Failed": 400, "Unknown": 2000, badJSON: 400} {
		if d.seen[kind] < cases/share {
			d.Errorf("seed %d: only %d of %d trials end as %q", d.seed, d.seen[kind], cases, kind)
		}
	}
	if cases < 2000 {
		return
	}
	for _, part := range parts {
		if d.seen[part] == 0 {
			d.Errorf("seed %d: no types have %s", d.seed, part)
		}
	}
	for _, each := range slices.Concat(valueDamages, viewDamages) {
		if d.seen[each.name+": NotRun"] == 0 {
			d.Errorf("seed %d: no trial with the damage %q was refused", d.seed, each.name)
		}
	}
}
