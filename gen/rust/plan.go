// Package rust generates Rust: types, codecs and a trait of Tools, on support code that is copied along.
package rust

import (
	"errors"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/typespec"
)

// Target generates Rust 1.85 and newer, in the editions 2021 and 2024 alike.
type Target struct{}

// Name is what --lang takes.
func (Target) Name() string { return "rust" }

// Plan gives every declaration its Rust names. Its error reports the names that collide.
func (Target) Plan(program *typespec.Program, options gen.Options) (gen.Plan, error) {
	if err := checkPackage(options); err != nil {
		return nil, err
	}
	refused := map[string]bool{}
	for {
		p, err := newPlan(program, options, refused)
		if err != nil {
			return nil, err
		}
		alike := lookalikes(p.names())
		if len(alike) == 0 {
			return p, nil
		}
		for _, name := range alike {
			refused[name] = true
		}
	}
}

// plan is all that the files depend on.
type plan struct {
	program *typespec.Program
	// pkg is the name of the crate; empty where the files are a module tree.
	pkg   string
	reach *gen.Reach
	boxes *boxes
	// ordered says which declarations Rust's derived traits compare as Flow does.
	ordered map[*typespec.Declaration]bool
	// order holds the declared types by identity and ordinal; types finds them.
	order []*typePlan
	types map[*typespec.Declaration]*typePlan
	tools []*toolPlan
	// tuples are the names of the structs of tuples that are longer than those that std's traits know, by length.
	tuples map[int]*gen.Name
	// shadowed are the types of Rust's prelude whose names declared types bear.
	shadowed map[string]bool
	naming
}

// form says what a declared type is in Rust.
type form uint8

const (
	// record is a struct.
	record form = iota
	// enum is an enum, without variants where no value that crosses is of it.
	enum
	// hostValue is the newtype of a host type's token.
	hostValue
)

// typePlan is a declared type with its names.
type typePlan struct {
	decl *typespec.Declaration
	form form
	// isValued says that values of it cross.
	isValued bool
	// isError says that some Tool declares it as its error.
	isError bool
	name    *gen.Name
	// generic are its type parameters, each under the name that it has in Rust.
	generic []string
	// held are the places of those that values hold values of; phantom are those of the others.
	held, phantom []int
	// marker names what holds the phantom parameters: a field of a record, a variant of an enum. Empty where there are none.
	marker string
	// parts are a record's.
	parts        gen.Group
	constructors []constructorPlan
}

// constructorPlan is an enum's constructor.
type constructorPlan struct {
	decl  *typespec.Constructor
	name  *gen.Name
	parts gen.Group
	// reader names the function that reads parts that have names.
	reader string
}

// toolPlan is a Tool with its names.
type toolPlan struct {
	tool   *typespec.Tool
	method *gen.Name
	params []gen.Part
	// generic are its type parameters, each under the name that it has in Rust.
	generic []string
	// context names a generic Tool's context, and codecs its methods that give the codecs of type parameters.
	context *gen.Name
	codecs  []string
}

func newPlan(program *typespec.Program, options gen.Options, refused map[string]bool) (*plan, error) {
	p := &plan{
		program:  program,
		pkg:      options.Package,
		reach:    gen.FindReach(program),
		boxes:    findBoxes(program.Declarations),
		ordered:  findOrdered(program.Declarations),
		types:    map[*typespec.Declaration]*typePlan{},
		tuples:   map[int]*gen.Name{},
		shadowed: map[string]bool{},
		naming:   naming{renames: options.Renames, refused: refused},
	}
	return p, p.name()
}

// formOf says what a declaration is in Rust.
func formOf(d *typespec.Declaration, isValued bool) form {
	switch {
	case isValued && d.Kind == typespec.Record:
		return record
	case isValued && d.Kind == typespec.Host:
		return hostValue
	}
	return enum
}

// longestTuple is the length of the longest tuple that std's traits know.
const longestTuple = 12

// findTuples notes the lengths of the tuples that are longer.
func (p *plan) findTuples(t *typespec.Term) {
	if t.Kind == typespec.Tuple && len(t.Args) > longestTuple {
		p.tuples[len(t.Args)] = nil
	}
	for _, arg := range t.Args {
		p.findTuples(arg)
	}
}

// name resolves all names, scope by scope.
func (p *plan) name() error {
	module := p.scope(typeScope, "the module of types")
	methods := p.scope(toolScope, "the methods of Tools")
	failing := gen.ErrorTypes(p.program)
	for _, d := range p.program.Declarations {
		isValued := p.reach.Valued(d)
		t := &typePlan{
			decl: d, isValued: isValued, form: formOf(d, isValued), isError: failing[d], name: module.Want(typeWant(d)), held: p.reach.Held(d),
		}
		if !isValued { // whose parts are not there
			t.held = nil
		}
		t.phantom = missing(t.held, len(d.Generic))
		p.order, p.types[d] = append(p.order, t), t
		gen.EachPart(d, p.findTuples)
	}
	for _, tool := range p.program.Tools {
		p.tools = append(p.tools, &toolPlan{tool: tool, method: methods.Want(toolWant(tool))})
		gen.EachRoot(tool, p.findTuples)
	}
	faults := []error{module.Resolve(), methods.Resolve()}
	p.nameDerived(module)
	faults = append(faults, module.Resolve())
	taken := p.typeNames()
	for name := range taken {
		p.shadowed[name] = reservedWords()["prelude"].Has(name)
	}
	for _, t := range p.order {
		faults = append(faults, p.nameGeneric(t, taken), p.nameMembers(t))
	}
	for _, t := range p.tools {
		faults = append(faults, p.nameTool(t))
	}
	return errors.Join(append(faults, p.nameReaders())...)
}

// missing are the numbers below n that are not in an ascending list.
func missing(list []int, n int) []int {
	var others []int
	for i := range n {
		if len(list) > 0 && list[0] == i {
			list = list[1:]
			continue
		}
		others = append(others, i)
	}
	return others
}
