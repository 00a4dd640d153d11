package gen

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/flow-toolkit/flowgen/typespec"
)

// Renames are the names that the user gives with --rename. A nil *Renames holds none.
type Renames struct {
	names map[Subject]string
	// flags are the texts of the flags by subject, for messages.
	flags map[Subject]string
	used  map[Subject]bool
}

// RenameError is a --rename that cannot be followed.
type RenameError struct {
	// Flag is what stood after --rename.
	Flag string
	// Problem says what is wrong with it.
	Problem string
}

// Error says which flag is wrong and why.
func (e *RenameError) Error() string {
	return fmt.Sprintf("--rename %s: %s", shellWord(e.Flag), e.Problem)
}

// ParseRenames reads flags of the form IDENTITY=NAME. An identity is a declaration's or a Tool's, its version optional
// where that leaves one alone, and so is all before a segment of its path or before its name; ".member" behind it means a
// field, constructor or parameter of it, ".Constructor.field" a named part. The error names every flag at fault.
func ParseRenames(program *typespec.Program, flags []string) (*Renames, error) {
	if len(flags) == 0 {
		return nil, nil
	}
	index := indexSubjects(program)
	r := &Renames{names: map[Subject]string{}, flags: map[Subject]string{}, used: map[Subject]bool{}}
	var faults []error
	for _, flag := range flags {
		if problem := r.add(index, flag); problem != "" {
			faults = append(faults, &RenameError{Flag: flag, Problem: problem})
		}
	}
	return r, joinSorted(faults)
}

// CheckRenames judges the form of flags, for which no program is needed. The error names every flag at fault.
func CheckRenames(flags []string) error {
	var faults []error
	for _, flag := range flags {
		if _, _, problem := splitRename(flag); problem != "" {
			faults = append(faults, &RenameError{Flag: flag, Problem: problem})
		}
	}
	return joinSorted(faults)
}

// splitRename takes a flag apart; the problem says what is wrong with its form.
func splitRename(flag string) (identity, name, problem string) {
	equals := strings.LastIndexByte(flag, '=')
	if equals <= 0 {
		return "", "", "it is not of the form IDENTITY=NAME"
	}
	identity, name = flag[:equals], flag[equals+1:]
	if !typespec.IsName(name) {
		return "", "", fmt.Sprintf("%s is no identifier", strconv.Quote(name))
	}
	return identity, name, ""
}

// add enters one flag; the answer says what is wrong with it.
func (r *Renames) add(index *subjectIndex, flag string) string {
	identity, name, problem := splitRename(flag)
	if problem != "" {
		return problem
	}
	subject, problem := index.find(identity)
	if problem != "" {
		return problem
	}
	if earlier, ok := r.flags[subject]; ok {
		return "the same is named by --rename " + shellWord(earlier)
	}
	r.names[subject], r.flags[subject] = name, flag
	return ""
}

// take looks up the name given to a subject and marks it as used.
func (r *Renames) take(subject Subject) (string, bool) {
	if r == nil {
		return "", false
	}
	name, ok := r.names[subject]
	if ok {
		r.used[subject] = true
	}
	return name, ok
}

// Unused reports the renames of what bears no name in the generated source; a backend's Plan asks at its end.
func (r *Renames) Unused() error {
	if r == nil {
		return nil
	}
	var faults []error
	for subject, flag := range r.flags {
		if !r.used[subject] {
			faults = append(faults, &RenameError{Flag: flag, Problem: "nothing in the generated source has this name"})
		}
	}
	return joinSorted(faults)
}

// subjectIndex finds subjects by themselves, by what is left of them without versions, and by their ends.
type subjectIndex struct {
	exact       map[Subject]bool
	versionless map[Subject][]Subject
	// short are the lengths of the shortest ends that subjects are known by: the declared name and what follows it.
	short map[Subject]int
}

func indexSubjects(program *typespec.Program) *subjectIndex {
	index := &subjectIndex{exact: map[Subject]bool{}, versionless: map[Subject][]Subject{}, short: map[Subject]int{}}
	for _, d := range program.Declarations {
		index.addDeclaration(d)
	}
	for _, t := range program.Tools {
		owner := index.owner(SubjectOfTool(t), t.Identity)
		owner.add()
		for _, p := range t.Params {
			owner.add(p.Name)
		}
		for _, name := range t.Generic {
			owner.add(name)
		}
	}
	return index
}

func (i *subjectIndex) addDeclaration(d *typespec.Declaration) {
	owner := i.owner(SubjectOf(d), d.Identity)
	owner.add()
	for _, name := range d.Generic {
		owner.add(name)
	}
	for _, f := range d.Fields {
		owner.add(f.Name)
	}
	for _, c := range d.Constructors {
		owner.add(c.Name)
		if c.Payload == nil {
			continue
		}
		for _, f := range c.Payload.Named {
			owner.add(c.Name, f.Name)
		}
	}
}

// owner is a declaration or Tool with all that an index knows of it.
type owner struct {
	index         *subjectIndex
	subject, bare Subject
	short         int
}

func (i *subjectIndex) owner(subject Subject, identity string) owner {
	before := len(identity) - len(typespec.ParseIdentity(identity).Name)
	return owner{i, subject, Subject(typespec.Unversioned(string(subject))), len(subject) - before}
}

// add enters the owner itself, or the member that the names lead to.
func (o owner) add(names ...string) {
	subject, bare := o.subject, o.bare
	for _, name := range names {
		subject, bare = subject.Member(name), bare.Member(name)
	}
	if !o.index.exact[subject] {
		o.index.exact[subject] = true
		o.index.versionless[bare] = append(o.index.versionless[bare], subject)
		o.index.short[subject] = o.short + len(subject) - len(o.subject)
	}
}

// find gives the subject of that identity to the letter, failing that the only one that is the same without versions,
// failing that the only one that ends in it.
func (i *subjectIndex) find(identity string) (Subject, string) {
	if i.exact[Subject(identity)] {
		return Subject(identity), ""
	}
	fitting, more := i.versionless[Subject(typespec.Unversioned(identity))], "the version"
	if len(fitting) == 0 {
		fitting, more = i.endingIn(identity), "more of the identity"
	}
	switch len(fitting) {
	case 0:
		return "", "the listing declares nothing of this identity: \"flowgen list\" shows what it declares"
	case 1:
		return fitting[0], ""
	default:
		return "", fmt.Sprintf("it may be %s or %s: give %s", fitting[0], fitting[1], more)
	}
}

// endingIn gives the subjects that end so, with or without versions, from a segment of the path or the declared name on.
func (i *subjectIndex) endingIn(end string) []Subject {
	var fitting []Subject
	for bare, subjects := range i.versionless {
		for _, subject := range subjects {
			if len(end) >= i.short[subject] && (subject.EndsIn(end) || bare.EndsIn(end)) {
				fitting = append(fitting, subject)
			}
		}
	}
	slices.Sort(fitting)
	return fitting
}

// EndsIn reports whether a subject ends so, from a segment of its path or a name on.
func (s Subject) EndsIn(end string) bool {
	before, ok := strings.CutSuffix(string(s), end)
	return ok && end != "" && (strings.HasSuffix(before, "/") || strings.HasSuffix(before, "."))
}
