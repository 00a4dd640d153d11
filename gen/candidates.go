package gen

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/flow-toolkit/flowgen/typespec"
)

// SubjectOf is the subject of a declaration: its identity, with "#n" for an ordinal above 1.
func SubjectOf(d *typespec.Declaration) Subject { return Subject(d.Key()) }

// SubjectOfTool is the subject of a Tool: its identity.
func SubjectOfTool(t *typespec.Tool) Subject { return Subject(t.Identity) }

// Style joins the words of a name, each an identifier's part in any case, to a name in one of a language's cases.
type Style func(words ...string) string

// PascalStyle joins words to UpperCamel: for types.
func PascalStyle(words ...string) string {
	var b strings.Builder
	for _, word := range words {
		b.WriteString(Pascal(word))
	}
	return b.String()
}

// CamelStyle joins words to lowerCamel: for functions and methods.
func CamelStyle(words ...string) string {
	var b strings.Builder
	for i, word := range words {
		if i == 0 {
			b.WriteString(Camel(word))
		} else {
			b.WriteString(Pascal(Camel(word)))
		}
	}
	return b.String()
}

// SnakeStyle joins words to lower_snake: for functions and methods.
func SnakeStyle(words ...string) string {
	snakes := make([]string, len(words))
	for i, word := range words {
		snakes[i] = Snake(word)
	}
	return strings.Join(snakes, "_")
}

// DeclarationWant asks for a declaration's name: by itself, else with its file's name in front, then with its ordinal
// behind, then with more and more of where it is declared.
func DeclarationWant(d *typespec.Declaration, style Style) Want {
	return specific(SubjectOf(d), d.Identity, d.Ordinal, style)
}

// ToolWant asks for a Tool's name, as DeclarationWant does for a declaration's.
func ToolWant(t *typespec.Tool, style Style) Want {
	return specific(SubjectOfTool(t), t.Identity, 1, style)
}

// MemberWant asks for the name of a field, constructor or parameter: in the language's case, else as Flow spells it.
func MemberWant(owner Subject, name string, convert func(string) string) Want {
	return Want{Subject: owner.Member(name), Spelling: name, Candidates: []string{convert(name), name}}
}

// specific asks for the name that an identity ends in, with ever more of the identity in front where it is not enough.
func specific(subject Subject, identity string, ordinal int, style Style) Want {
	id := typespec.ParseIdentity(identity)
	return Want{
		Subject:    subject,
		Spelling:   id.Name,
		Candidates: []string{style(id.Name), id.Name},
		Further:    func() []string { return further(id, strconv.Itoa(ordinal), style) },
	}
}

// further lists the candidates after the bare name.
func further(id typespec.Identity, ordinal string, style Style) []string {
	folders := pathWords(strings.TrimSuffix(id.File, ".flow"))
	file := folders[max(len(folders)-1, 0):]
	repository := pathWords(id.Repository)
	short := []string{"local"} // a file of the program itself may have no folder that tells it from another one's
	if len(repository) > 0 {
		short = repository[len(repository)-1:]
	}
	version := pathWords(id.Version)
	name := []string{id.Name}
	return []string{
		prefixed(style, file, name),
		prefixed(style, file, name, []string{ordinal}),
		prefixed(style, folders, name),
		prefixed(style, short, folders, name),
		prefixed(style, repository, folders, name),
		prefixed(style, repository, version, folders, name),
		prefixed(style, repository, version, folders, name, []string{ordinal}),
	}
}

// pathWords are the words of a path, a segment each: what is no letter or digit becomes "_", and empty ones are left out.
func pathWords(path string) []string {
	var words []string
	for _, segment := range strings.Split(path, "/") {
		word := strings.Trim(strings.Map(wordRune, segment), "_")
		if word != "" {
			words = append(words, word)
		}
	}
	return words
}

func wordRune(r rune) rune {
	if unicode.IsLetter(r) || unicode.IsDigit(r) {
		return r
	}
	return '_'
}

// prefixed joins lists of words to a name; one that would begin with a digit, as a file's name may, begins with "file".
func prefixed(style Style, lists ...[]string) string {
	words := slices.Concat(lists...)
	name := style(words...)
	if first, _ := utf8.DecodeRuneInString(name); unicode.IsDigit(first) {
		return style(append([]string{"file"}, words...)...)
	}
	return name
}
