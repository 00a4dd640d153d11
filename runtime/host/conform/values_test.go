package conform

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/typespec"
)

// declared reads a program of one Tool with a parameter x of a type, and gives the type.
func declared(t *testing.T, term string, types ...string) *typespec.Term {
	t.Helper()
	text := `{"data":"1.0","tools":[{"tool":"a.flow.t","generic":[],"params":[{"name":"x","type":` + term + `}],"ok":"Int","err":"Never"}],"types":{` +
		strings.Join(types, ",") + `}}`
	program, err := typespec.Read("x.json", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return program.Tools[0].Params[0].Type
}

func named(id string) string { return `{"Named":{"declaration":"` + id + `","args":[]}}` }

// record declares a record of fields, each a name and a type.
func record(name string, fields ...string) string {
	var all []string
	for i := 0; i < len(fields); i += 2 {
		all = append(all, `{"name":"`+fields[i]+`","type":`+fields[i+1]+`,"doc":null}`)
	}
	return fmt.Sprintf(`"%s":{"name":"%s","identity":"a.flow.%s","lexical_ordinal":1,"generic":[],"opaque":false,"kind":"record","doc":null,"fields":[%s]}`,
		name, name, name, strings.Join(all, ","))
}

// doubling declares records of which each holds the next one twice.
func doubling(count int) []string {
	types := make([]string, count)
	for i := range types {
		next := named(fmt.Sprint("N", i+1))
		if i == count-1 {
			next = `"Int"`
		}
		types[i] = record(fmt.Sprint("N", i), "a", next, "b", next)
	}
	return types
}

// A value is made once for each type, and one that would be over the limit not at all.
func TestValuesAreBounded(t *testing.T) {
	v := newValues()
	small := v.good(declared(t, named("N0"), doubling(8)...))
	if want := 256 + 255*11; !small.ok || len(small.text) != want {
		t.Errorf("%+v is not %d bytes long", small, want)
	}
	large := declared(t, named("N0"), doubling(300)...)
	if made := v.good(large); made.ok || !made.tooLarge {
		t.Errorf("%d bytes, %v, %v", len(made.text), made.ok, made.tooLarge)
	}
	found := &misfits{most: mostMisfits, size: mostCases}
	v.bad(large, found)
	if !v.tooLarge || len(found.all) != 2 {
		t.Errorf("%+v, %v", found, v.tooLarge)
	}
}

// The misfits of a large record are as many as there is room for.
func TestMisfitsAreBounded(t *testing.T) {
	var fields []string
	for i := range 3000 {
		fields = append(fields, fmt.Sprint("f", i), `"Int"`)
	}
	wide := declared(t, named("Wide"), record("Wide", fields...))
	v := newValues()
	found := &misfits{most: mostMisfits, size: mostCases}
	v.bad(wide, found)
	size := 0
	for _, one := range found.all {
		size += len(one.text)
	}
	if !found.full() || size > mostCases || len(found.all) < 10 || len(found.all) > mostMisfits {
		t.Errorf("%d misfits of %d bytes", len(found.all), size)
	}
}

// What a type's value is does not depend on which was asked for first, though they hold each other.
func TestValuesOfTypesThatHoldEachOther(t *testing.T) {
	enum := func(name, payload string) string {
		return fmt.Sprintf(`"%s":{"name":"%s","identity":"a.flow.%s","lexical_ordinal":1,"generic":[],"opaque":false,"kind":"enum","doc":null,`+
			`"constructors":[{"name":"More","payload":{"positional":[%s]},"doc":null},{"name":"End","payload":null,"doc":null}]}`, name, name, name, payload)
	}
	types := []string{enum("E", named("R")), record("R", "e", named("E"), "next", `{"Option":`+named("R")+`}`)}
	for _, order := range [][]string{{"E", "R"}, {"R", "E"}} {
		v := newValues()
		for _, id := range order {
			if made := v.good(declared(t, named(id), types...)); !made.ok {
				t.Errorf("%s of %v has no value", id, order)
			}
			found := &misfits{most: mostMisfits, size: mostCases}
			v.bad(declared(t, named(id), types...), found)
			if len(found.all) < 4 {
				t.Errorf("%s has the misfits %v alone", id, found.all)
			}
		}
	}
}
