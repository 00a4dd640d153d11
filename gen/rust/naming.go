package rust

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/typespec"
)

// naming makes the scopes in which names are given out.
type naming struct {
	renames *gen.Renames
	// refused are names outside ASCII that look like others of the listing.
	refused map[string]bool
}

func (n *naming) scope(scope, title string) *gen.Scope {
	own := reservedWords()[scope]
	return n.scopeOf(title, own.Has, n.renames)
}

func (n *naming) scopeOf(title string, isTaken func(string) bool, renames *gen.Renames) *gen.Scope {
	unraw := reservedWords()["unraw"]
	return gen.NewScope(gen.Rules{
		Scope:     title,
		Reserved:  func(name string) bool { return unraw.Has(name) || isTaken(name) },
		Escape:    func(name string) string { return name + "_" },
		Normalize: normal,
		Valid:     func(name string) bool { return isIdentifier(name) && !n.refused[name] },
		Renames:   renames,
	})
}

// parts is how Rust names fields and payload parts.
func (n *naming) parts() gen.PartNaming {
	return gen.PartNaming{
		Scope: func(title string) *gen.Scope { return n.scope(memberScope, title) },
		Want:  snakeWant,
		Only:  "0",
	}
}

// typeWant asks for the name of a declared type.
func typeWant(d *typespec.Declaration) gen.Want {
	return gen.DeclarationWant(d, camelStyle).OrLast(spelledOut("Flow_", d.Name))
}

// camelStyle joins words to UpperCamel.
func camelStyle(words ...string) string {
	name := ""
	for _, word := range words {
		name += camel(word)
	}
	return name
}

// toolWant asks for the name of a Tool's method.
func toolWant(t *typespec.Tool) gen.Want {
	want := gen.ToolWant(t, snakeStyle)
	return want.OrLast(spelledOut("flow_", want.Spelling))
}

// snakeStyle joins words to lower_snake.
func snakeStyle(words ...string) string {
	name := snake(words[0])
	for _, word := range words[1:] {
		name += "_" + snake(word)
	}
	return name
}

// snakeWant asks for the name of a field, a named part or a parameter.
func snakeWant(owner gen.Subject, name string) gen.Want {
	return gen.MemberWant(owner, name, snake).OrLast(spelledOut("flow_", name))
}

// camelWant asks for the name of a variant or a type parameter.
func camelWant(owner gen.Subject, name string) gen.Want {
	return gen.MemberWant(owner, name, camel).OrLast(spelledOut("Flow_", name))
}

// derivedWant asks for a name that we make from another one.
func derivedWant(subject gen.Subject, role string, candidates ...string) gen.Want {
	return gen.Want{Subject: subject, Role: role, Candidates: candidates}
}

// nameDerived asks for the names of what stands beside the declared types.
func (p *plan) nameDerived(module *gen.Scope) {
	for _, t := range p.tools {
		if len(t.tool.Generic) > 0 {
			own := camel(t.method.String())
			t.context = module.Want(derivedWant(gen.SubjectOfTool(t.tool), "the context of",
				own+"Context", own+"CallContext", spelledOut("ContextOf_", t.method.String())))
		}
	}
	for _, n := range slices.Sorted(maps.Keys(p.tuples)) {
		size := strconv.Itoa(n)
		p.tuples[n] = module.Want(derivedWant("tuples", "the struct of", "Tuple"+size, "TupleOf"+size, "Flow_tuple"+size))
	}
}

// typeNames are the names of the types in types.rs and of those that the tree gives beside them.
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

// nameGeneric names the type parameters of a declaration, which must hide no type of the module.
func (p *plan) nameGeneric(t *typePlan, taken map[string]bool) error {
	own := reservedWords()[genericScope]
	isTaken := func(name string) bool { return taken[name] || own.Has(name) }
	var err error
	t.generic, err = p.nameAll("the type parameters of "+t.name.String(), isTaken, gen.SubjectOf(t.decl), t.decl.Generic, camelWant)
	return err
}

// rustName is the name of a declared type.
func (t *typePlan) rustName() string { return identifier(t.name.String()) }

// nameAll resolves a scope in which these names of one owner are all.
func (n *naming) nameAll(
	title string, isTaken func(string) bool, owner gen.Subject, names []string, want func(gen.Subject, string) gen.Want,
) ([]string, error) {
	scope := n.scopeOf(title, isTaken, n.renames)
	wanted := make([]*gen.Name, len(names))
	for i, name := range names {
		wanted[i] = scope.Want(want(owner, name))
	}
	err := scope.Resolve()
	given := make([]string, len(names))
	for i, name := range wanted {
		given[i] = identifier(name.String())
	}
	return given, err
}

// nameMembers names fields, variants and payload parts.
func (p *plan) nameMembers(t *typePlan) error {
	if !t.isValued || t.form == hostValue {
		t.nameMarker("Phantom", nil)
		return nil
	}
	subject := gen.SubjectOf(t.decl)
	if t.form == record {
		var err error
		t.parts, err = p.parts().Fields(subject, t.decl.Fields)
		taken := map[string]bool{}
		for _, part := range t.parts.Parts {
			taken[part.Name] = true
		}
		t.nameMarker("phantom", taken)
		return err
	}
	return p.nameConstructors(t, subject)
}

func (p *plan) nameConstructors(t *typePlan, subject gen.Subject) error {
	variants := p.scope(memberScope, "the variants of "+t.name.String())
	var faults []error
	for i := range t.decl.Constructors {
		c := constructorPlan{decl: &t.decl.Constructors[i]}
		c.name = variants.Want(camelWant(subject, c.decl.Name))
		var err error
		c.parts, err = p.parts().Payload(subject.Member(c.decl.Name), c.decl.Payload)
		faults = append(faults, err)
		t.constructors = append(t.constructors, c)
	}
	faults = append(faults, variants.Resolve())
	taken := map[string]bool{}
	for _, c := range t.constructors {
		taken[c.name.String()] = true
	}
	t.nameMarker("Phantom", taken)
	return errors.Join(faults...)
}

// nameMarker names what holds the phantom parameters: it yields to what the listing declares.
func (t *typePlan) nameMarker(name string, taken map[string]bool) {
	if len(t.phantom) == 0 {
		return
	}
	for taken[name] {
		name += "_"
	}
	t.marker = name
}

// nameTool names the parameters and type parameters of a Tool.
func (p *plan) nameTool(t *toolPlan) error {
	naming := gen.PartNaming{
		Scope: func(title string) *gen.Scope { return p.scope(parameterScope, title) },
		Want:  snakeWant,
	}
	params, err := naming.Parameters(t.tool)
	t.params = params
	if len(t.tool.Generic) == 0 {
		return err
	}
	subject := gen.SubjectOfTool(t.tool)
	own := reservedWords()[genericScope]
	generic, genericErr := p.nameAll("the type parameters of "+string(subject), own.Has, subject, t.tool.Generic, camelWant)
	t.generic = generic
	return errors.Join(err, genericErr, p.nameCodecs(t))
}

// nameCodecs names the methods of a context that give the codecs of type parameters.
func (p *plan) nameCodecs(t *toolPlan) error {
	scope := p.scopeOf("the methods of "+t.context.String(), func(string) bool { return false }, nil)
	var names []*gen.Name
	for i, name := range t.generic {
		name = strings.TrimPrefix(name, raw)
		subject := gen.SubjectOfTool(t.tool).Member(t.tool.Generic[i])
		names = append(names, scope.Want(derivedWant(subject, "the codec of", "codec_"+snake(name), "codec_of_"+name)))
	}
	err := scope.Resolve()
	for _, name := range names {
		t.codecs = append(t.codecs, name.String())
	}
	return err
}

// nameReaders names the functions that read payloads whose parts have names.
func (p *plan) nameReaders() error {
	functions := p.scopeOf("the functions of codecs.rs", func(string) bool { return false }, nil)
	names := map[*constructorPlan]*gen.Name{}
	for _, t := range p.order {
		for i := range t.constructors {
			c := &t.constructors[i]
			if c.parts.Kind == gen.NamedParts {
				own, variant := t.name.String(), c.name.String()
				names[c] = functions.Want(derivedWant(gen.SubjectOf(t.decl).Member(c.decl.Name), "the reader of",
					snakeStyle("read", own, variant), "read_"+own+"_"+variant, spelledOut("read_", own)+"_of_"+variant))
			}
		}
	}
	err := functions.Resolve()
	for c, name := range names {
		c.reader = name.String()
	}
	return err
}

// names are all names that Rust is given, but for those of our own making.
func (p *plan) names() map[string]bool {
	names := map[string]bool{}
	add := func(list ...string) {
		for _, name := range list {
			names[name] = true
		}
	}
	addParts := func(parts []gen.Part) {
		for _, part := range parts {
			add(part.Name)
		}
	}
	for _, t := range p.order {
		add(t.name.String())
		add(t.generic...)
		addParts(t.parts.Parts)
		for _, c := range t.constructors {
			add(c.name.String())
			addParts(c.parts.Parts)
		}
	}
	for _, t := range p.tools {
		add(t.method.String())
		add(t.generic...)
		addParts(t.params)
	}
	return names
}
