// Package golang generates Go packages: types, codecs and an interface of Tools, on the package runtime, which they
// import.
package golang

import (
	"errors"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/typespec"
)

// Target generates Go 1.24 and newer.
type Target struct{}

// Name is what --lang takes.
func (Target) Name() string { return "go" }

// Plan gives every declaration its Go names. Its error reports the names that collide.
func (Target) Plan(program *typespec.Program, options gen.Options) (gen.Plan, error) {
	pkg, err := packageOf(options)
	if err != nil {
		return nil, err
	}
	p := &plan{
		program: program,
		pkg:     pkg,
		reach:   gen.FindReach(program),
		boxes:   findBoxes(program.Declarations),
		types:   map[*typespec.Declaration]*typePlan{},
		tuples:  map[int]*gen.Name{},
		shared:  newShared("shared"),
	}
	if err := p.name(options.Renames); err != nil {
		return nil, err
	}
	return p, nil
}

// plan is all that the files depend on.
type plan struct {
	program *typespec.Program
	pkg     string
	reach   *gen.Reach
	boxes   *boxes
	// order holds the declared types by identity and ordinal; types finds them.
	order []*typePlan
	types map[*typespec.Declaration]*typePlan
	tools []*toolPlan
	// tuples are the names of the tuples that are longer than the runtime's, by length.
	tuples map[int]*gen.Name
	// shared are the codecs of compound types without type parameters.
	shared *shared
}

// form says what a declared type is in Go.
type form uint8

const (
	// record is a struct.
	record form = iota
	// sealed is an interface that a struct for each constructor implements.
	sealed
	// constants are those of an integer type: an enum of which no constructor has a payload.
	constants
	// hostValue is the struct of a host type's token.
	hostValue
	// empty is an interface that nothing implements: an enum without constructors, and what no value that crosses is of.
	empty
)

// typePlan is a declared type with its names.
type typePlan struct {
	decl *typespec.Declaration
	form form
	// isError says that some Tool declares it as its error.
	isError bool
	name    *gen.Name
	// codec names the function that gives its codec; nil where no value of it crosses.
	codec *gen.Name
	// kind and parse name what goes with an enum: the type of its constructors' kinds, or the function that reads one.
	kind, parse *gen.Name
	// generic are its type parameters, each under the name that it has in Go.
	generic []string
	// held are the places of those that values hold values of, and whose codecs its codec needs.
	held []int
	// parts are a record's.
	parts        gen.Group
	constructors []constructorPlan
}

// constructorPlan is an enum's constructor.
type constructorPlan struct {
	decl *typespec.Constructor
	// name is that of its struct, or of its constant.
	name *gen.Name
	// kind is the constant of its kind where it has a struct.
	kind  *gen.Name
	parts gen.Group
}

// toolPlan is a Tool with its names.
type toolPlan struct {
	tool   *typespec.Tool
	method *gen.Name
	params []gen.Part
	// codecs names the struct of a generic Tool's codecs, and roots its fields: those of the parameters, of ok and of err.
	codecs *gen.Name
	roots  []string
}

// formOf says what a declaration is in Go.
func (p *plan) formOf(d *typespec.Declaration) form {
	switch {
	case !p.reach.Valued(d) || d.Kind == typespec.NonData || d.Kind == typespec.Enum && len(d.Constructors) == 0:
		return empty
	case d.Kind == typespec.Record:
		return record
	case d.Kind == typespec.Host:
		return hostValue
	}
	for i := range d.Constructors {
		if d.Constructors[i].Payload != nil || len(d.Generic) > 0 {
			return sealed
		}
	}
	return constants
}

// longestTuple is the length of the runtime's longest tuple.
const longestTuple = 6

// findTuples notes the lengths of the tuples that the runtime lacks.
func (p *plan) findTuples(t *typespec.Term) {
	if t.Kind == typespec.Tuple && len(t.Args) > longestTuple {
		p.tuples[len(t.Args)] = nil
	}
	for _, arg := range t.Args {
		p.findTuples(arg)
	}
}

// name resolves all names, scope by scope.
func (p *plan) name(renames *gen.Renames) error {
	module := newScope(typeScope, "the package", renames)
	methods := newScope(toolScope, "the methods of Tools", renames)
	failing := gen.ErrorTypes(p.program)
	for _, d := range p.program.Declarations {
		t := &typePlan{decl: d, form: p.formOf(d), isError: failing[d], held: p.reach.Held(d), name: module.Want(placedWant(gen.DeclarationWant(d, style)))}
		p.order, p.types[d] = append(p.order, t), t
		gen.EachPart(d, p.findTuples)
	}
	for _, tool := range p.program.Tools {
		p.tools = append(p.tools, &toolPlan{tool: tool, method: methods.Want(placedWant(gen.ToolWant(tool, style)))})
		gen.EachRoot(tool, p.findTuples)
	}
	faults := []error{module.Resolve(), methods.Resolve()}
	for _, t := range p.order {
		faults = append(faults, p.nameConstructors(t, module, renames))
	}
	faults = append(faults, module.Resolve())
	p.nameDerived(module)
	faults = append(faults, module.Resolve())
	taken := p.typeNames()
	for _, t := range p.order {
		faults = append(faults, p.nameGeneric(t, taken, renames), p.nameFields(t, renames))
	}
	for _, t := range p.tools {
		faults = append(faults, p.nameParameters(t, renames))
	}
	return errors.Join(faults...)
}
