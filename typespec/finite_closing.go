package typespec

// closing gives for each of some declarations without finite values the member by which its values come to hold another:
// a field of a record, a constructor of an enum. It is empty where none of the kind is found.
func closing(endless []*Declaration) []string {
	index := make(map[*Declaration]int32, len(endless))
	for i, d := range endless {
		index[d] = int32(i)
	}
	holds := digraph{to: make([][]int32, len(endless))}
	for i, d := range endless {
		held(d, func(_ string, t *Term) {
			if to, ok := index[t.Decl]; ok {
				holds.edge(int32(i), to)
			}
		})
	}
	component := holds.components()
	members := make([]string, len(endless))
	for i, d := range endless {
		held(d, func(member string, t *Term) {
			if to, ok := index[t.Decl]; ok && component[to] == component[i] && members[i] == "" {
				members[i] = member
			}
		})
	}
	return members
}

// held visits the declared types whose values stand within those of a declaration, with the member that each stands in.
func held(d *Declaration, visit func(member string, t *Term)) {
	for i := range d.Fields {
		heldIn(d.Fields[i].Type, "the field "+quoted(d.Fields[i].Name), visit)
	}
	for i := range d.Constructors {
		c := &d.Constructors[i]
		c.parts(func(t *Term) { heldIn(t, "the constructor "+quoted(c.Name), visit) })
	}
}

func heldIn(t *Term, member string, visit func(member string, t *Term)) {
	switch t.Kind {
	case Named:
		visit(member, t)
	case Tuple:
	default:
		return
	}
	for _, arg := range t.Args {
		heldIn(arg, member, visit)
	}
}
