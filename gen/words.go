package gen

import "strings"

// Words is a set of reserved words, read from a data file.
type Words map[string]bool

// ParseWords reads a data file of words: any number on a line, apart by white space; "#" begins a comment.
func ParseWords(text string) Words {
	words := Words{}
	for _, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		for _, word := range strings.Fields(line) {
			words[word] = true
		}
	}
	return words
}

// Has reports whether the set holds a word. It fits Rules.Reserved.
func (w Words) Has(word string) bool { return w[word] }

// ParseSections reads a data file of several sets of words: "[name]" at the start of a line begins one.
func ParseSections(text string) map[string]Words {
	sections := map[string]Words{}
	for _, section := range strings.Split(text, "\n[")[1:] {
		name, words, _ := strings.Cut(section, "]")
		sections[name] = ParseWords(words)
	}
	return sections
}
