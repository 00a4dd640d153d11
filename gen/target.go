// Package gen goes from a checked program to files: names, plans, file sets and what is done with them. It knows no
// target language; the packages below it each know one.
package gen

import "github.com/flow-toolkit/flowgen/typespec"

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
	// Package names the generated package; where the user gave none, it is the output folder's name.
	Package string
	// Renames are the names that the user gave; nil means none.
	Renames *Renames
	// Version is flowgen's own, for the manifest alone.
	Version string
}
