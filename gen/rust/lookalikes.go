package rust

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/flow-toolkit/flowgen/gen"
)

//go:embed lookalikes.txt
var lookalikeData string

// appearance is what the data file says of letters and digits outside ASCII.
type appearance struct {
	doubtful *unicode.RangeTable
	looks    map[rune]string
}

var appearances = sync.OnceValue(func() *appearance {
	a := &appearance{doubtful: &unicode.RangeTable{}, looks: map[rune]string{}}
	for _, line := range strings.Split(lookalikeData, "\n") {
		role, items, _ := strings.Cut(line, " ")
		for _, item := range strings.Fields(items) {
			switch role {
			case "doubtful":
				a.addDoubtful(item)
			case "looks":
				a.addLook(item)
			}
		}
	}
	return a
})

func (a *appearance) addDoubtful(span string) {
	low, high, isRange := strings.Cut(span, "-")
	if !isRange {
		high = low
	}
	a.doubtful.R32 = append(a.doubtful.R32, unicode.Range32{Lo: uint32(codePoint(low)), Hi: uint32(codePoint(high)), Stride: 1})
}

func (a *appearance) addLook(item string) {
	from, to, _ := strings.Cut(item, "=")
	var look []rune
	for _, each := range strings.Split(to, "+") {
		look = append(look, codePoint(each))
	}
	a.looks[codePoint(from)] = string(look)
}

func codePoint(hex string) rune {
	n, err := strconv.ParseInt(hex, 16, 32)
	if err != nil {
		panic("lookalikes.txt: " + err.Error())
	}
	return rune(n)
}

// isOfItsScript says whether beside each letter of a name that is taken for one of another script there is one of its own
// script that is not.
func isOfItsScript(name string) bool {
	doubtful, certain := map[string]bool{}, map[string]bool{"Latin": true}
	for _, r := range name {
		switch {
		case r <= unicode.MaxASCII:
		case unicode.Is(appearances().doubtful, r):
			doubtful[scriptOf(r)] = true
		default:
			certain[scriptOf(r)] = true
		}
	}
	for script := range doubtful {
		if !certain[script] {
			return false
		}
	}
	return true
}

func scriptOf(r rune) string {
	for name, table := range unicode.Scripts {
		if unicode.Is(table, r) {
			return name
		}
	}
	return ""
}

// skeleton is the same for names that a reader can take for each other.
func skeleton(name string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(name) {
		if look, ok := appearances().looks[r]; ok {
			b.WriteString(look)
		} else {
			b.WriteRune(r)
		}
	}
	return norm.NFD.String(b.String())
}

// lookalikes are the names outside ASCII that some other one of the names looks like.
func lookalikes(names map[string]bool) []string {
	alike := map[string][]string{}
	for name := range names {
		if !gen.IsASCII(name) {
			look := skeleton(name)
			alike[look] = append(alike[look], name)
		}
	}
	var found []string
	for _, names := range alike {
		if len(names) > 1 {
			found = append(found, names...)
		}
	}
	return found
}
