// Package python generates Python packages: types, codecs and an abstract class of Tools, on support code that is
// copied along.
package python

import (
	"errors"
	"slices"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/typespec"
)

// Target generates Python 3.11 and newer.
type Target struct{}

// Name is what --lang takes.
func (Target) Name() string { return "python" }

// Plan gives every declaration its Python names. Its error reports the names that collide.
func (Target) Plan(program *typespec.Program, options gen.Options) (gen.Plan, error) {
	notes, err := checkPackage(options)
	if err != nil {
		return nil, err
	}
	p := &plan{
		program: program,
		pkg:     options.Package,
		notes:   notes,
		reach:   gen.FindReach(program),
		types:   map[*typespec.Declaration]*typePlan{},
	}
	if err := p.name(options.Renames); err != nil {
		return nil, err
	}
	return p, nil
}

// plan is all that the files depend on.
type plan struct {
	program *typespec.Program
	// pkg is the name under which the package is imported, if the user said so.
	pkg string
	// notes are for the user who generates.
	notes []string
	reach *gen.Reach
	// order holds the declared types that have a class, by identity and ordinal; types finds them.
	order []*typePlan
	types map[*typespec.Declaration]*typePlan
	tools []*toolPlan
}

// typePlan is a declared type with its names.
type typePlan struct {
	decl *typespec.Declaration
	name *gen.Name
	// params are the type parameters that fields hold values of, by their places in decl.Generic.
	params []int
	// record holds the members of a record.
	record gen.Group
	// constructors are those of an enum. isBare says that none has a payload, and that there are some.
	constructors []constructorPlan
	isBare       bool
	// arguments are the places in decl.Generic of the parameters of an enum's alias, in the order in which they first
	// stand in it; for other types the same as params.
	arguments []int
}

// constructorPlan is an enum's constructor: a class of its own, or a member of a class where none has a payload.
type constructorPlan struct {
	decl   *typespec.Constructor
	name   *gen.Name
	index  int
	params []int
	parts  gen.Group
}

// toolPlan is a Tool with its names.
type toolPlan struct {
	tool   *typespec.Tool
	method *gen.Name
	params []gen.Part
	// context is the class of a generic Tool's context, nil for others.
	context *gen.Name
}

// name resolves all names, scope by scope.
func (p *plan) name(renames *gen.Renames) error {
	module := newScope(moduleScope, "the package's types", renames)
	methods := newScope(methodScope, "the methods of Tools", renames)
	for _, d := range p.program.Declarations {
		if p.reach.Valued(d) {
			t := &typePlan{decl: d, name: module.Want(typeWant(d))}
			t.params = p.reach.Held(d)
			p.order, p.types[d] = append(p.order, t), t
		}
	}
	for _, tool := range p.program.Tools {
		p.tools = append(p.tools, &toolPlan{tool: tool, method: methods.Want(toolWant(tool))})
	}
	faults := []error{module.Resolve(), methods.Resolve()}
	for _, t := range p.order {
		faults = append(faults, p.nameMembers(t, module, renames))
	}
	taken := map[string]bool{}
	for _, t := range p.tools {
		taken[t.method.String()] = true
	}
	for _, t := range p.tools {
		faults = append(faults, p.nameTool(t, module, taken, renames))
	}
	return errors.Join(append(faults, module.Resolve())...)
}

func newScope(scope, title string, renames *gen.Renames) *gen.Scope {
	return gen.NewScope(gen.Rules{
		Scope:     title,
		Reserved:  reservedIn(scope),
		Escape:    escapeName,
		Normalize: normal,
		Valid:     isIdentifier,
		Renames:   renames,
	})
}

// typeWant asks for the name of a declared type.
func typeWant(d *typespec.Declaration) gen.Want {
	return gen.DeclarationWant(d, gen.PascalStyle).OrLast("Flow_" + gen.ASCII(spelledOut(d.Name)))
}

// toolWant asks for the name of a Tool's method.
func toolWant(t *typespec.Tool) gen.Want {
	want := gen.ToolWant(t, gen.SnakeStyle)
	return want.OrLast("flow_" + gen.ASCII(spelledOut(want.Spelling)))
}

// memberWant asks for the name of a field, parameter or constructor. The last candidate is no other's but by intent.
func memberWant(owner gen.Subject, name string, convert func(string) string) gen.Want {
	want := gen.MemberWant(owner, name, convert)
	want.Candidates = append(want.Candidates, "flow_"+gen.ASCII(spelledOut(name)))
	return want
}

func (p *plan) nameMembers(t *typePlan, module *gen.Scope, renames *gen.Renames) error {
	subject := gen.SubjectOf(t.decl)
	t.arguments = t.params
	switch t.decl.Kind {
	case typespec.Record:
		var err error
		t.record, err = partNaming(renames).Fields(subject, t.decl.Fields)
		return err
	case typespec.Enum:
		return p.nameConstructors(t, subject, module, renames)
	}
	return nil
}

func (p *plan) nameConstructors(t *typePlan, subject gen.Subject, module *gen.Scope, renames *gen.Renames) error {
	t.isBare = len(t.decl.Constructors) > 0
	for _, c := range t.decl.Constructors {
		t.isBare = t.isBare && c.Payload == nil
	}
	inside := newScope(memberScope, "the members of "+t.name.String(), renames)
	var faults []error
	for i := range t.decl.Constructors {
		c := constructorPlan{decl: &t.decl.Constructors[i], index: i}
		if t.isBare {
			c.name = inside.Want(memberWant(subject, c.decl.Name, gen.ScreamingSnake))
		} else {
			c.name = module.Want(constructorWant(subject, t.name.String(), c.decl.Name))
			var err error
			c.parts, err = partNaming(renames).Payload(subject.Member(c.decl.Name), c.decl.Payload)
			faults = append(faults, err)
			c.params = p.usedPlaces(t.decl, c)
		}
		t.constructors = append(t.constructors, c)
	}
	t.arguments = firstPlaces(t.constructors)
	return errors.Join(append(faults, inside.Resolve())...)
}

// constructorWant asks for the name of a constructor's class: the enum's name, then the constructor's.
func constructorWant(enum gen.Subject, enumName, name string) gen.Want {
	return gen.Want{Subject: enum.Member(name), Candidates: []string{
		gen.PascalStyle(enumName, name), enumName + "_" + gen.Pascal(name), enumName + "_" + name,
		enumName + "_" + gen.ASCII(spelledOut(name)) + "_constructor",
	}}
}

// partNaming is how Python names fields and payload parts.
func partNaming(renames *gen.Renames) gen.PartNaming {
	return gen.PartNaming{
		Scope: func(title string) *gen.Scope { return newScope(fieldScope, title, renames) },
		Want:  snakeWant,
		Only:  "value", Numbered: "item",
	}
}

func snakeWant(owner gen.Subject, name string) gen.Want { return memberWant(owner, name, gen.Snake) }

// nameTool names a Tool's parameters and, where it is generic, the class of its context: in the body of Tools, methods
// hide what is named like them outside.
func (p *plan) nameTool(t *toolPlan, module *gen.Scope, methods map[string]bool, renames *gen.Renames) error {
	subject := gen.SubjectOfTool(t.tool)
	naming := gen.PartNaming{
		Scope: func(title string) *gen.Scope { return newScope(parameterScope, title, renames) },
		Want:  snakeWant,
	}
	var err error
	t.params, err = naming.Parameters(t.tool)
	if len(t.tool.Generic) > 0 {
		own := gen.Pascal(t.method.String())
		candidates := []string{own + "Context", own + "CallContext", t.method.String() + "_context"}
		t.context = module.Want(gen.Want{
			Subject: subject, Role: "the context of", Candidates: slices.DeleteFunc(candidates, func(name string) bool { return methods[name] }),
		})
	}
	return err
}

// usedPlaces are the places of the type parameters of d that stand at value positions of a constructor's parts.
func (p *plan) usedPlaces(d *typespec.Declaration, c constructorPlan) []int {
	seen := map[int]bool{}
	for _, part := range c.parts.Parts {
		p.reach.Places(part.Term, seen)
	}
	var places []int
	for i := range d.Generic {
		if seen[i] {
			places = append(places, i)
		}
	}
	return places
}

// firstPlaces are the parameters of constructors in the order in which a union of their classes mentions them.
func firstPlaces(constructors []constructorPlan) []int {
	var places []int
	seen := map[int]bool{}
	for _, c := range constructors {
		for _, place := range c.params {
			if !seen[place] {
				seen[place] = true
				places = append(places, place)
			}
		}
	}
	return places
}
