// Package gen goes from a checked program to files: names, plans, file sets and what is done with them. It knows no
// target language; the packages below it each know one.
package gen

import (
	"strings"

	"github.com/flow-toolkit/flowgen/typespec"
)

// Target is one language that source is generated for.
type Target interface {
	// Name is what --lang takes, such as "python".
	Name() string
	// Plan resolves everything that the files depend on: final identifiers, type parameters, imports. Its error reports
	// names that collide, renames that cannot be followed and options that do not fit the language.
	Plan(*typespec.Program, Options) (Plan, error)
}

// Plan is all that a language's files depend on, resolved.
type Plan interface {
	// Emit writes the files into memory. The paths are relative to the output folder.
	Emit() (*FileSet, error)
}

// Options are what the user asks of a target.
type Options struct {
	// Package is the name that the user gave to the generated package; empty where none was given.
	Package string
	// Folder is the last part of the output folder's path; empty where it is not known. Where Package is empty, Go's
	// package clause is made of it; nothing else that is written depends on it.
	Folder string
	// Renames are the names that the user gave; nil means none.
	Renames *Renames
	// Version is flowgen's own, for the manifest alone.
	Version string
}

// OptionError is an option that does not fit the language.
type OptionError struct {
	// Flag is the option as the user gave it.
	Flag string
	// Problem says what is wrong with it, and what would do.
	Problem string
}

// Error says which option is wrong and why.
func (e *OptionError) Error() string { return e.Flag + ": " + e.Problem }

// Generate goes all the way from a program to the files of one target, its manifest among them.
func Generate(t Target, program *typespec.Program, o Options) (*FileSet, error) {
	plan, err := t.Plan(program, o)
	if err != nil {
		return nil, err
	}
	if err := o.Renames.Unused(); err != nil {
		return nil, err
	}
	set, err := plan.Emit()
	if err != nil {
		return nil, err
	}
	return set, set.addManifest(t.Name(), o.Version)
}

// Targets are the languages that a command offers, in the order in which it lists them.
type Targets []Target

// Find gives the target of a name, and whether there is one.
func (ts Targets) Find(name string) (Target, bool) {
	for _, t := range ts {
		if t.Name() == name {
			return t, true
		}
	}
	return nil, false
}

// Names lists the names, joined by ", ".
func (ts Targets) Names() string {
	names := make([]string, len(ts))
	for i, t := range ts {
		names[i] = t.Name()
	}
	return strings.Join(names, ", ")
}
