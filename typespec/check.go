package typespec

// graph is the templates of one input, by identity, ordinal and local id.
type graph struct {
	r         *reader
	templates []*template
	// faulty are the declarations whose types no schema can tell apart: their instances are endless, or there are two of
	// one identity and ordinal.
	faulty map[*Declaration]bool
}

// declarations gives them in the graph's order.
func (g *graph) declarations() []*Declaration {
	declarations := make([]*Declaration, len(g.templates))
	for i, t := range g.templates {
		declarations[i] = t.decl
	}
	return declarations
}

// check holds the graph to the rules about declarations as a whole: none twice, each reached from the roots, regular
// recursion, finite values. What crosses is judged root by root (crossing.go), and so are the KEYs of schemas.
func (g *graph) check(roots []*Term) {
	declarations := g.declarations()
	g.faulty = map[*Declaration]bool{}
	g.checkTwins()
	g.checkReached(declarations, roots)
	g.checkRecursion(declarations)
}

// checkRecursion holds recursive declarations to regular substitution and finite values.
func (g *graph) checkRecursion(declarations []*Declaration) {
	of := make(map[*Declaration]*template, len(g.templates))
	for _, t := range g.templates {
		of[t.decl] = t
	}
	for _, d := range irregular(declarations) {
		g.faulty[d] = true
		g.fault(of[d], CodeIrregular, "a type parameter of %s grows around a cycle of references, so that its instances never end: "+
			"pass it on as it is", quoted(d.Name))
	}
	without, tooMany := infinite(declarations)
	members := closing(without)
	for i, d := range without {
		through := ""
		if members[i] != "" {
			through = " through " + members[i]
		}
		g.fault(of[d], CodeInfinite, "every value of %s would hold another%s, so that none is finite: let one of them stand in "+
			"an Option, List, Set or Dict, or in one of several constructors", quoted(d.Name), through)
	}
	if tooMany != nil {
		g.fault(of[tooMany], CodeLimit, "whether values of %s are finite takes more than %d steps to judge: use fewer type parameters",
			quoted(tooMany.Name), mostFurther)
	}
}

func (g *graph) fault(t *template, code, format string, args ...any) {
	g.r.fault(t.value, t.at, code, format, args...)
}

// checkTwins finds templates of one identity and ordinal. The graph has them side by side.
func (g *graph) checkTwins() {
	for i := 1; i < len(g.templates); i++ {
		a, b := g.templates[i-1], g.templates[i]
		if compareDeclarations(a.decl, b.decl) == 0 && a.decl.Identity != "" && a.decl.Ordinal != 0 {
			g.faulty[a.decl], g.faulty[b.decl] = true, true
			for _, twin := range []*template{a, b} {
				g.fault(twin, CodeConflicting, "%s and %s are both %s with lexical_ordinal %d: keep one template, or correct the ordinal",
					quoted(a.decl.ID), quoted(b.decl.ID), quoted(b.decl.Identity), b.decl.Ordinal)
			}
		}
	}
}

// checkReached finds declarations that no root reaches. Where a part of the input was lost, none is known to be.
func (g *graph) checkReached(declarations []*Declaration, roots []*Term) {
	if g.r.hurt {
		return
	}
	seen := make(map[*Declaration]bool, len(declarations))
	for _, d := range reached(roots) {
		seen[d] = true
	}
	for _, t := range g.templates {
		if !seen[t.decl] {
			g.fault(t, CodeDisconnected, "nothing reaches %s: remove the template, or refer to it", quoted(t.decl.Name))
		}
	}
}

// unsound gives the declarations that reach a lost part or a faulty declaration, so that no schema can be judged.
func (g *graph) unsound() map[*Declaration]bool {
	users := map[*Declaration][]*Declaration{}
	unsound := map[*Declaration]bool{}
	var found []*Declaration
	mark := func(d *Declaration) {
		if !unsound[d] {
			unsound[d] = true
			found = append(found, d)
		}
	}
	for _, t := range g.templates {
		if t.hurt || g.faulty[t.decl] {
			mark(t.decl)
		}
	}
	if len(found) == 0 {
		return nil
	}
	for _, t := range g.templates {
		t.decl.parts(func(part *Term) {
			eachNamed(part, func(d *Declaration) { users[d] = append(users[d], t.decl) })
		})
	}
	for i := 0; i < len(found); i++ {
		for _, d := range users[found[i]] {
			mark(d)
		}
	}
	return unsound
}

// eachNamed visits the declarations that a term names, those in arguments, functions and tasks included.
func eachNamed(t *Term, visit func(d *Declaration)) {
	if t.Kind == Named {
		visit(t.Decl)
	}
	for _, arg := range t.Args {
		eachNamed(arg, visit)
	}
}
