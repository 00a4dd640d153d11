// Package typescript generates TypeScript packages: types, codecs and an interface of Tools, on support code that is
// copied along.
package typescript

import (
	"errors"
	"slices"
	"strconv"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/typespec"
)

// Target generates ECMAScript modules in TypeScript, for Node 20 and newer.
type Target struct{}

// Name is what --lang takes.
func (Target) Name() string { return "typescript" }

// Plan gives every declaration its TypeScript names. Its error reports the names that collide.
func (Target) Plan(program *typespec.Program, options gen.Options) (gen.Plan, error) {
	if err := checkPackage(options); err != nil {
		return nil, err
	}
	p := &plan{
		program: program,
		reach:   gen.FindReach(program),
		types:   map[*typespec.Declaration]*typePlan{},
	}
	if err := p.name(options.Renames); err != nil {
		return nil, err
	}
	return p, nil
}

// checkPackage refuses the name of a package: the author's package.json has it.
func checkPackage(o gen.Options) error {
	if o.Package == "" {
		return nil
	}
	return &gen.OptionError{
		Flag: "--package " + strconv.Quote(o.Package),
		Problem: "TypeScript imports a folder's files by their path, and the name of a package stands in your package.json: " +
			"leave the flag out",
	}
}

// plan is all that the files depend on.
type plan struct {
	program *typespec.Program
	reach   *gen.Reach
	// order holds the declared types with values that cross, by identity and ordinal; types finds them.
	order []*typePlan
	types map[*typespec.Declaration]*typePlan
	tools []*toolPlan
	// names are those of the declared types and of the contexts; members those of all fields.
	names, members gen.Words
	// codecNames are those of codecs.ts.
	codecNames gen.Words
}

// typePlan is a declared type with its names.
type typePlan struct {
	decl *typespec.Declaration
	name *gen.Name
	// codec names what its codec consists of.
	codec codecPlan
	// params are the type parameters that values hold values of, by their places in decl.Generic; generic names them.
	// TypeScript refuses type parameters that nothing uses.
	params  []int
	generic []string
	// codecArguments are the fields of a generic type's codec that hold those of its type arguments, by place.
	codecArguments []string
	// record holds the members of a record.
	record gen.Group
	// constructors are those of an enum.
	constructors []constructorPlan
}

// constructorPlan is an enum's constructor.
type constructorPlan struct {
	decl  *typespec.Constructor
	parts gen.Group
	// name is an identifier for it; its values bear its name in Flow.
	name *gen.Name
	// codec names what the codec of a named payload consists of.
	codec codecPlan
}

// codecPlan names what stands in codecs.ts for a type: the class of its codec, or the type of a named payload, and the
// constant that knows its members or tags.
type codecPlan struct{ class, members *gen.Name }

// toolPlan is a Tool with its names.
type toolPlan struct {
	tool   *typespec.Tool
	method *gen.Name
	params []gen.Part
	// generic are its type parameters, each under the name that it has in TypeScript.
	generic []string
	// context is the interface of a generic Tool's context, nil for others.
	context *gen.Name
}

// name resolves all names, scope by scope.
func (p *plan) name(renames *gen.Renames) error {
	module := newScope(typeScope, "the package's types", renames)
	methods := newScope(toolScope, "the methods of Tools", renames)
	for _, d := range p.program.Declarations {
		if p.reach.Valued(d) {
			t := &typePlan{decl: d, name: module.Want(typeWant(d)), params: p.reach.Held(d)}
			p.order, p.types[d] = append(p.order, t), t
		}
	}
	for _, tool := range p.program.Tools {
		p.tools = append(p.tools, &toolPlan{tool: tool, method: methods.Want(toolWant(tool))})
	}
	faults := []error{module.Resolve(), methods.Resolve()}
	p.nameDerived(module)
	faults = append(faults, module.Resolve())
	p.names = p.typeNames()
	for _, t := range p.order {
		faults = append(faults, t.nameParts(renames), t.nameGeneric(p.names.Has, renames))
	}
	for _, t := range p.tools {
		faults = append(faults, t.nameParts(p.names.Has, renames))
	}
	faults = append(faults, p.nameCodecs())
	return errors.Join(faults...)
}

// nameDerived asks for the names of what goes with the declared types and the generic Tools.
func (p *plan) nameDerived(module *gen.Scope) {
	for _, t := range p.tools {
		if len(t.tool.Generic) > 0 {
			method := t.method.String()
			own := gen.Pascal(method)
			t.context = module.Want(derivedWant(gen.SubjectOfTool(t.tool), "the context of",
				own+"Context", own+"CallContext", method+"_Context", "ContextOf_"+method))
		}
	}
}

// typeNames are the names of the package's types.
func (p *plan) typeNames() gen.Words {
	taken := gen.Words{}
	for _, t := range p.order {
		taken[t.name.String()] = true
	}
	for _, t := range p.tools {
		if t.context != nil {
			taken[t.context.String()] = true
		}
	}
	return taken
}

// nameParts names the fields of a record, or the parts of an enum's constructors.
func (t *typePlan) nameParts(renames *gen.Renames) error {
	naming := gen.PartNaming{
		Scope: func(title string) *gen.Scope { return newScope(fieldScope, title, renames) },
		Want:  memberWant,
	}
	subject := gen.SubjectOf(t.decl)
	if t.decl.Kind == typespec.Record {
		var err error
		t.record, err = naming.Fields(subject, t.decl.Fields)
		return err
	}
	scope := newScope(constructorScope, "the constructors of "+string(subject), nil)
	var faults []error
	for i := range t.decl.Constructors {
		c := &t.decl.Constructors[i]
		parts, err := naming.Payload(subject.Member(c.Name), c.Payload)
		faults = append(faults, err)
		name := scope.Want(gen.Want{Subject: subject.Member(c.Name), Spelling: c.Name, Candidates: []string{c.Name, "flow_" + gen.ASCII(c.Name)}})
		t.constructors = append(t.constructors, constructorPlan{decl: c, parts: parts, name: name})
	}
	return errors.Join(append(faults, scope.Resolve())...)
}

// nameGeneric names the type parameters of a declaration, which must hide no type of the package.
func (t *typePlan) nameGeneric(taken func(string) bool, renames *gen.Renames) error {
	var err error
	t.generic, err = nameTypeParameters(gen.SubjectOf(t.decl), t.decl.Generic, taken, renames)
	return err
}

func nameTypeParameters(owner gen.Subject, generic []string, taken func(string) bool, renames *gen.Renames) ([]string, error) {
	scope := newScope(typeParameterScope, "the type parameters of "+string(owner), renames, taken)
	names := make([]*gen.Name, len(generic))
	for i, name := range generic {
		names[i] = scope.Want(typeParameterWant(owner, name))
	}
	err := scope.Resolve()
	given := make([]string, len(generic))
	for i, name := range names {
		given[i] = name.String()
	}
	return given, err
}

// nameParts names a Tool's parameters and type parameters.
func (t *toolPlan) nameParts(taken func(string) bool, renames *gen.Renames) error {
	naming := gen.PartNaming{
		Scope: func(title string) *gen.Scope { return newScope(parameterScope, title, renames) },
		Want:  memberWant,
	}
	var fault, err error
	t.params, fault = naming.Parameters(t.tool)
	t.generic, err = nameTypeParameters(gen.SubjectOfTool(t.tool), t.tool.Generic, taken, renames)
	return errors.Join(fault, err)
}

// nameCodecs names what codecs.ts has beside the codecs themselves, which have the names of their types.
func (p *plan) nameCodecs() error {
	p.members, p.codecNames = gen.Words{}, gen.Words{}
	for _, t := range p.order {
		t.eachGroup(func(g gen.Group) {
			for _, part := range g.Parts {
				p.members[part.Name] = true
			}
		})
	}
	scope := newScope(codecScope, "the codecs", nil, p.names.Has, p.members.Has)
	for _, t := range p.order {
		subject, name, what := gen.SubjectOf(t.decl), t.name.String(), "Members"
		if t.decl.Kind == typespec.Enum {
			what = "Tags"
		}
		t.codec = codecPlan{
			scope.Want(derivedWant(subject, "the codec of", name+"Codec", "CodecOf"+name)),
			scope.Want(derivedWant(subject, "the members of", lowerFirst(name)+what, what+"Of"+name)),
		}
		for i := range t.constructors {
			c := &t.constructors[i]
			if c.parts.Kind != gen.NamedParts {
				continue
			}
			subject, own := subject.Member(c.decl.Name), name+gen.Pascal(c.name.String())
			c.codec = codecPlan{
				scope.Want(derivedWant(subject, "the value of", own, own+"Value", "ValueOf"+name+"_"+c.name.String())),
				scope.Want(derivedWant(subject, "the members of", lowerFirst(own)+"Members", "MembersOf"+name+"_"+c.name.String())),
			}
		}
	}
	err := scope.Resolve()
	for _, t := range p.order {
		t.codec.each(p.codecNames)
		p.codecNames[t.name.String()] = true
		for _, c := range t.constructors {
			c.codec.each(p.codecNames)
		}
	}
	for _, t := range p.order {
		t.nameCodecArguments(p.codecNames)
	}
	return err
}

// nameCodecArguments names the codecs of the type arguments: each ofT after its T, which must hide no codec.
func (t *typePlan) nameCodecArguments(taken gen.Words) {
	for _, name := range t.generic {
		argument := "of" + name
		for taken.Has(argument) || slices.Contains(t.codecArguments, argument) || argument != "of"+name && slices.Contains(t.generic, argument[2:]) {
			argument += "_"
		}
		t.codecArguments = append(t.codecArguments, argument)
	}
}

func (c codecPlan) each(names gen.Words) {
	if c.class != nil {
		names[c.class.String()], names[c.members.String()] = true, true
	}
}

// eachGroup calls visit for the fields of a record, or for the parts of each constructor of an enum.
func (t *typePlan) eachGroup(visit func(gen.Group)) {
	visit(t.record)
	for _, c := range t.constructors {
		visit(c.parts)
	}
}
