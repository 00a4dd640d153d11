package typespec

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

var (
	primitiveWords = []string{"Int", "Decimal", "Bool", "Text", "Bytes", "Duration", "Instant", "Unit", "Never", "json.Value"}
	compoundWords  = []string{"List", "Set", "Option", "Task", "Dict", "Tuple", "Function", "Named", "Param"}
)

// wordMeant says what to write instead of a word that is no primitive: the one that it differs from in its case alone,
// a reference where a declaration has the name or local id, else all that there is.
func (r *reader) wordMeant(word string) string {
	if i := slices.IndexFunc(primitiveWords, func(w string) bool { return strings.EqualFold(w, word) }); i >= 0 {
		return fmt.Sprintf("did you mean %s?", quoted(primitiveWords[i]))
	}
	if t := r.declared(word); t != nil {
		args := "[]"
		if t.arity != 0 {
			args = "[…]"
		}
		return fmt.Sprintf(`for the declared type write {"Named": {"declaration": %s, "args": %s}}`,
			canon.AppendString(nil, shortened(t.decl.ID)), args)
	}
	return "write " + alternatives(primitiveWords) + `, or {"Named": …} for a declared type`
}

// declared finds the template of a local id, failing that the first by local id of a name; nil where there is none.
func (r *reader) declared(word string) *template {
	if t := r.known[word]; t != nil {
		return t
	}
	if r.byName == nil {
		r.byName = make(map[string]*template, len(r.known))
		for _, t := range r.known {
			if first := r.byName[t.decl.Name]; first == nil || t.decl.ID < first.decl.ID {
				r.byName[t.decl.Name] = t
			}
		}
	}
	return r.byName[word]
}

// compoundMeant says what to write instead of a word that is no compound term.
func compoundMeant(word string) string {
	if i := slices.IndexFunc(compoundWords, func(w string) bool { return strings.EqualFold(w, word) }); i >= 0 {
		return fmt.Sprintf("did you mean %s?", quoted(compoundWords[i]))
	}
	return "write " + alternatives(compoundWords)
}

// alternatives writes names as a choice in a sentence.
func alternatives(names []string) string {
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}
