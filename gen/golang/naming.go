package golang

import (
	"errors"
	"maps"
	"slices"
	"strconv"

	"github.com/flow-toolkit/flowgen/gen"
)

// nameConstructors asks for the names of an enum's constructors: the enum's name, then their own.
func (p *plan) nameConstructors(t *typePlan, module *gen.Scope, renames *gen.Renames) error {
	if t.form != sealed && t.form != constants {
		return nil
	}
	subject, naming := gen.SubjectOf(t.decl), partNaming(renames)
	var faults []error
	for i := range t.decl.Constructors {
		c := constructorPlan{decl: &t.decl.Constructors[i]}
		name, own := t.name.String(), c.decl.Name
		c.name = module.Want(gen.Want{Subject: subject.Member(own), Candidates: []string{
			name + upperCamel(own), name + exported(gen.Pascal(own)), name + "_" + exported(own), name + "_" + spelledOut(own),
		}})
		var err error
		c.parts, err = naming.Payload(subject.Member(own), c.decl.Payload)
		faults = append(faults, err)
		t.constructors = append(t.constructors, c)
	}
	return errors.Join(faults...)
}

// nameDerived asks for the names of what goes with the declared types.
func (p *plan) nameDerived(module *gen.Scope) {
	for _, t := range p.order {
		subject, name := gen.SubjectOf(t.decl), t.name.String()
		if p.reach.Valued(t.decl) {
			t.codec = module.Want(derivedWant(subject, "the codec of", name+"Codec", "CodecOf"+name))
		}
		switch t.form {
		case constants:
			t.parse = module.Want(derivedWant(subject, "the parser of", "Parse"+name, "ParseTextOf"+name))
		case sealed:
			t.kind = module.Want(derivedWant(subject, "the kind of", name+"Kind", "KindOf"+name))
			for i := range t.constructors {
				c := &t.constructors[i]
				own := c.name.String()
				c.kind = module.Want(derivedWant(subject.Member(c.decl.Name), "the kind of", own+"Kind", "KindOf"+own))
			}
		}
	}
	for _, t := range p.tools {
		if len(t.tool.Generic) > 0 {
			name := t.method.String()
			t.codecs = module.Want(derivedWant(gen.SubjectOfTool(t.tool), "the codecs of", name+"Codecs", "CodecsOf"+name))
		}
	}
	for _, n := range slices.Sorted(maps.Keys(p.tuples)) {
		size := strconv.Itoa(n)
		p.tuples[n] = module.Want(derivedWant("tuples", "the struct of", "Tuple"+size, "TupleOf"+size))
	}
}

// typeNames are the names of the package's types.
func (p *plan) typeNames() map[string]bool {
	taken := map[string]bool{}
	for _, t := range p.order {
		taken[t.name.String()] = true
	}
	for _, name := range p.tuples {
		taken[name.String()] = true
	}
	return taken
}

// nameGeneric names the type parameters of a declaration, which must hide no type of the package.
func (p *plan) nameGeneric(t *typePlan, taken map[string]bool, renames *gen.Renames) error {
	own := reservedWords()[typeScope]
	scope := gen.NewScope(gen.Rules{
		Scope:    "the type parameters of " + t.name.String(),
		Reserved: func(name string) bool { return taken[name] || own.Has(name) },
		Escape:   func(name string) string { return name + "_" },
		Valid:    isExported,
		Renames:  renames,
	})
	var names []*gen.Name
	for _, name := range t.decl.Generic {
		names = append(names, scope.Want(exportedWant(gen.SubjectOf(t.decl), name)))
	}
	err := scope.Resolve()
	for _, name := range names {
		t.generic = append(t.generic, name.String())
	}
	return err
}

func (p *plan) nameFields(t *typePlan, renames *gen.Renames) error {
	if t.form != record {
		return nil
	}
	var err error
	t.parts, err = partNaming(renames).Fields(gen.SubjectOf(t.decl), t.decl.Fields)
	return err
}

// partNaming is how Go names fields and payload parts.
func partNaming(renames *gen.Renames) gen.PartNaming {
	return gen.PartNaming{
		Scope: func(title string) *gen.Scope { return newScope(fieldScope, title, renames) },
		Want:  exportedWant,
		Only:  "Value", Numbered: "V",
	}
}

func (p *plan) nameParameters(t *toolPlan, renames *gen.Renames) error {
	naming := gen.PartNaming{
		Scope: func(title string) *gen.Scope { return newScope(parameterScope, title, renames) },
		Want:  parameterWant,
	}
	var err error
	t.params, err = naming.Parameters(t.tool)
	return errors.Join(err, t.nameRoots())
}

// nameRoots names the fields of the struct of a generic Tool's codecs.
func (t *toolPlan) nameRoots() error {
	scope := newScope(codecsScope, "the codecs of "+t.tool.Identity, nil)
	var names []*gen.Name
	for _, q := range t.tool.Params {
		names = append(names, scope.Want(exportedWant(gen.SubjectOfTool(t.tool), q.Name)))
	}
	err := scope.Resolve()
	for _, name := range names {
		t.roots = append(t.roots, name.String())
	}
	t.roots = append(t.roots, "Ok", "Err")
	return err
}
