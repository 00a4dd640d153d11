package python

import (
	"cmp"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
)

// compareMembers orders the names of an import statement as isort does: constants before classes before the others, then
// without regard to case, numbers in names by value.
func compareMembers(a, b string) int {
	return cmp.Or(
		cmp.Compare(nameRank(a), nameRank(b)),
		compareNaturally(lower(a), lower(b)),
		compareNaturally(a, b),
	)
}

func lower(name string) string { return cases.Lower(language.Und).String(name) }

// compareExported orders the names of __all__, where case counts.
func compareExported(a, b string) int {
	return cmp.Or(cmp.Compare(nameRank(a), nameRank(b)), compareNaturally(a, b))
}

// nameRank is 0 for a constant by its spelling, 1 for a class, 2 for others.
func nameRank(name string) int {
	first := []rune(name)[0]
	hasCase := strings.IndexFunc(name, func(r rune) bool { return unicode.IsUpper(r) || unicode.IsLower(r) }) >= 0
	switch {
	case len(name) > 1 && hasCase && strings.IndexFunc(name, unicode.IsLower) < 0:
		return 0
	case unicode.IsUpper(first):
		return 1
	}
	return 2
}

// compareNaturally compares texts by character, but rows of digits by the number that they write; a row that begins
// with 0 counts as the digits of a fraction.
func compareNaturally(a, b string) int {
	x, y := []rune(a), []rune(b)
	i, j := 0, 0
	for i < len(x) && j < len(y) {
		if isDigit(x[i]) && isDigit(y[j]) {
			m, n := digitsFrom(x, i), digitsFrom(y, j)
			if c := compareDigits(x[i:m], y[j:n]); c != 0 {
				return c
			}
			i, j = m, n
			continue
		}
		if c := cmp.Compare(x[i], y[j]); c != 0 {
			return c
		}
		i, j = i+1, j+1
	}
	return cmp.Compare(len(x)-i, len(y)-j)
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

func digitsFrom(text []rune, at int) int {
	for at < len(text) && isDigit(text[at]) {
		at++
	}
	return at
}

func compareDigits(a, b []rune) int {
	if a[0] != '0' && b[0] != '0' {
		if c := cmp.Compare(len(a), len(b)); c != 0 {
			return c
		}
	}
	return strings.Compare(string(a), string(b))
}
