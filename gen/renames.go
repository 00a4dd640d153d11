package gen

import (
	"fmt"
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
// where that leaves one alone; ".member" behind it means a field, constructor or parameter of it, ".Constructor.field"
// a named part. The error names every flag at fault.
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

// add enters one flag; the answer says what is wrong with it.
func (r *Renames) add(index subjectIndex, flag string) string {
	equals := strings.LastIndexByte(flag, '=')
	if equals < 0 {
		return "it is not of the form IDENTITY=NAME"
	}
	identity, name := flag[:equals], flag[equals+1:]
	if !typespec.IsName(name) {
		return fmt.Sprintf("%s is no identifier", strconv.Quote(name))
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

// subjectIndex finds subjects by themselves and by what is left of them without versions.
type subjectIndex struct {
	exact       map[Subject]bool
	versionless map[Subject][]Subject
}

func indexSubjects(program *typespec.Program) subjectIndex {
	index := subjectIndex{exact: map[Subject]bool{}, versionless: map[Subject][]Subject{}}
	for _, d := range program.Declarations {
		index.addDeclaration(d)
	}
	for _, t := range program.Tools {
		bare := Subject(typespec.Unversioned(t.Identity))
		index.add(SubjectOfTool(t), bare)
		for _, p := range t.Params {
			index.add(SubjectOfTool(t).Member(p.Name), bare.Member(p.Name))
		}
		for _, name := range t.Generic {
			index.add(SubjectOfTool(t).Member(name), bare.Member(name))
		}
	}
	return index
}

func (i subjectIndex) addDeclaration(d *typespec.Declaration) {
	subject := SubjectOf(d)
	bare := Subject(typespec.Unversioned(string(subject)))
	i.add(subject, bare)
	for _, name := range d.Generic {
		i.add(subject.Member(name), bare.Member(name))
	}
	for _, f := range d.Fields {
		i.add(subject.Member(f.Name), bare.Member(f.Name))
	}
	for _, c := range d.Constructors {
		i.add(subject.Member(c.Name), bare.Member(c.Name))
		if c.Payload == nil {
			continue
		}
		for _, f := range c.Payload.Named {
			i.add(subject.Member(c.Name).Member(f.Name), bare.Member(c.Name).Member(f.Name))
		}
	}
}

func (i subjectIndex) add(subject, bare Subject) {
	if !i.exact[subject] {
		i.exact[subject] = true
		i.versionless[bare] = append(i.versionless[bare], subject)
	}
}

// find gives the subject of that identity to the letter, failing that the only one that is the same without versions.
func (i subjectIndex) find(identity string) (Subject, string) {
	if i.exact[Subject(identity)] {
		return Subject(identity), ""
	}
	same := i.versionless[Subject(typespec.Unversioned(identity))]
	switch len(same) {
	case 0:
		return "", "the listing declares nothing of this identity"
	case 1:
		return same[0], ""
	default:
		return "", fmt.Sprintf("it may be %s or %s: give the version", same[0], same[1])
	}
}
