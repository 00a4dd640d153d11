package gen

import (
	"slices"

	"github.com/flow-toolkit/flowgen/typespec"
)

// Reach says which declarations have values that cross, and which of their type parameters those values hold. Of what
// stands only in phantom arguments and functions no value is ever here.
type Reach struct {
	valued map[*typespec.Declaration]bool
	used   map[parameterOf]bool
}

// parameterOf is one type parameter of a declaration.
type parameterOf struct {
	owner *typespec.Declaration
	index int
}

// Valued says whether values of a declaration cross.
func (r *Reach) Valued(d *typespec.Declaration) bool { return r.valued[d] }

// Held are the places, in order, of the type parameters of a declaration that its values hold values of.
func (r *Reach) Held(d *typespec.Declaration) []int {
	var places []int
	for i := range d.Generic {
		if r.used[parameterOf{d, i}] {
			places = append(places, i)
		}
	}
	return places
}

// EachPart calls visit for the type of each field and payload part.
func EachPart(d *typespec.Declaration, visit func(*typespec.Term)) {
	for _, f := range d.Fields {
		visit(f.Type)
	}
	for _, c := range d.Constructors {
		if c.Payload == nil {
			continue
		}
		for _, t := range c.Payload.Positional {
			visit(t)
		}
		for _, f := range c.Payload.Named {
			visit(f.Type)
		}
	}
}

// FindReach walks a program's value positions.
func FindReach(program *typespec.Program) *Reach {
	r := &Reach{valued: map[*typespec.Declaration]bool{}, used: usedParameters(program.Declarations, nil)}
	var queue []*typespec.Declaration
	visit := func(t *typespec.Term) { queue = r.enter(t, queue) }
	for _, tool := range program.Tools {
		EachRoot(tool, visit)
	}
	for len(queue) > 0 {
		d := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		EachPart(d, visit)
	}
	return r
}

// enter marks the declarations at value positions of a term, and queues those that are new.
func (r *Reach) enter(t *typespec.Term, queue []*typespec.Declaration) []*typespec.Declaration {
	if t.Kind == typespec.Named && !r.valued[t.Decl] {
		r.valued[t.Decl] = true
		queue = append(queue, t.Decl)
	}
	for _, arg := range r.Parts(t) {
		queue = r.enter(arg, queue)
	}
	return queue
}

// Parts are the arguments of a term that its values hold values of.
func (r *Reach) Parts(t *typespec.Term) []*typespec.Term {
	switch t.Kind {
	case typespec.Function, typespec.Task:
		return nil
	case typespec.Named:
		var parts []*typespec.Term
		for i, arg := range t.Args {
			if r.used[parameterOf{t.Decl, i}] {
				parts = append(parts, arg)
			}
		}
		return parts
	}
	return t.Args
}

// Places adds the indices of the type parameters that stand at value positions of a term.
func (r *Reach) Places(t *typespec.Term, seen map[int]bool) {
	if t.Kind == typespec.Param {
		seen[t.Index] = true
	}
	for _, arg := range r.Parts(t) {
		r.Places(arg, seen)
	}
}

// IsOpen says whether a type parameter stands at a value position of a term.
func (r *Reach) IsOpen(t *typespec.Term) bool {
	return t.Kind == typespec.Param || slices.ContainsFunc(r.Parts(t), r.IsOpen)
}

// usedParameters finds the type parameters that fields hold values of, directly or through other declarations'
// parameters: each occurrence counts once all parameters that it is passed through are known to count.
func usedParameters(declarations []*typespec.Declaration, isReference func(*typespec.Term) bool) map[parameterOf]bool {
	s := &usage{isReference: isReference, used: map[parameterOf]bool{}, waiting: map[parameterOf][]*occurrence{}}
	for _, d := range declarations {
		EachPart(d, func(t *typespec.Term) { s.find(t, nil) })
	}
	for len(s.found) > 0 {
		p := s.found[len(s.found)-1]
		s.found = s.found[:len(s.found)-1]
		for _, o := range s.waiting[p] {
			o.open--
			if o.open == 0 {
				s.use(o.parameter)
			}
		}
		delete(s.waiting, p)
	}
	return s.used
}

// Inline says which type parameters values hold within themselves: not behind the terms that are references in a target
// language, such as lists. What it gives answers for a declaration and the index of a parameter.
func Inline(declarations []*typespec.Declaration, isReference func(*typespec.Term) bool) func(*typespec.Declaration, int) bool {
	used := usedParameters(declarations, isReference)
	return func(d *typespec.Declaration, index int) bool { return used[parameterOf{d, index}] }
}

// occurrence is a place where a type parameter stands, below so many parameters not yet known to be used.
type occurrence struct {
	parameter parameterOf
	open      int
}

type usage struct {
	// isReference says behind which terms occurrences do not count; nil means none.
	isReference func(*typespec.Term) bool
	used        map[parameterOf]bool
	waiting     map[parameterOf][]*occurrence
	found       []parameterOf
}

func (s *usage) use(p parameterOf) {
	if !s.used[p] {
		s.used[p] = true
		s.found = append(s.found, p)
	}
}

// find enters the occurrences of parameters in a term; through are the parameters that it is passed to.
func (s *usage) find(t *typespec.Term, through []parameterOf) {
	if s.isReference != nil && s.isReference(t) {
		return
	}
	switch t.Kind {
	case typespec.Param:
		p := parameterOf{t.Owner, t.Index}
		if len(through) == 0 {
			s.use(p)
			return
		}
		o := &occurrence{parameter: p, open: len(through)}
		for _, each := range through {
			s.waiting[each] = append(s.waiting[each], o)
		}
	case typespec.Function, typespec.Task:
	case typespec.Named:
		for i, arg := range t.Args {
			s.find(arg, append(through[:len(through):len(through)], parameterOf{t.Decl, i}))
		}
	default:
		for _, arg := range t.Args {
			s.find(arg, through)
		}
	}
}
