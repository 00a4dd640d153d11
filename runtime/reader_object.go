package flow

import "fmt"

// Object is an object that is being read, member by member:
//
//	o := r.Object()
//	for o.Next() {
//		switch o.Name {
//		case "amount":
//			o.Known(0)
//			v.Amount = r.Decimal()
//		default:
//			o.Skip()
//		}
//	}
//	o.Require(0, "amount")
//
// Every name is to be answered by Known, Skip or Distinct, which refuse it where it is there twice, and by reading the
// member's value.
type Object struct {
	// Name is that of the member whose value begins here.
	Name string

	r     *Reader
	start int
	begun bool
	seen  uint64
	more  []uint64 // seen, for the fields from 64 on
	base  int      // where its names begin among the Reader's
	last  string   // the greatest of these names
	many  map[string]struct{}
}

// Object begins an object. Any other value is refused with CodeType.
func (r *Reader) Object() Object { return r.object("an object") }

func (r *Reader) object(wanted string) Object {
	o := Object{r: r, base: len(r.names)}
	if r.peek() != '{' {
		r.mismatch(wanted)
		return o
	}
	o.start = r.at
	r.open()
	return o
}

// Next goes to the next member, reads its name and the colon, and says whether there is one.
func (o *Object) Next() bool {
	r := o.r
	c := r.peek()
	switch {
	case !o.begun:
		if c == '}' {
			return o.end()
		}
		o.begun = true
	case c == ',':
		r.at++
		c = r.peek()
	case c == '}':
		return o.end()
	default:
		r.unexpectedIn(`a comma or '}'`)
		return false
	}
	if c != '"' {
		r.unexpectedIn("a member name in quotes")
		return false
	}
	name, ok := r.scanString(true)
	if !ok {
		return false
	}
	o.Name = name
	if r.peek() != ':' {
		r.unexpected("a colon")
		return false
	}
	r.at++
	return true
}

func (o *Object) end() bool {
	o.r.names = o.r.names[:o.base]
	o.r.close()
	return false
}

// Known notes that the member is the record's field of that number, from 0, each field its own. A second one is refused.
func (o *Object) Known(field int) {
	if field < 64 && o.seen&(1<<field) == 0 {
		o.seen |= 1 << field
		return
	}
	o.knownSlow(field)
}

func (o *Object) knownSlow(field int) {
	if o.Has(field) {
		o.repeated()
		return
	}
	for len(o.more) < field/64 {
		o.more = append(o.more, 0)
	}
	o.more[field/64-1] |= 1 << (field % 64)
}

// Has says whether the field of that number was there.
func (o *Object) Has(field int) bool {
	if field < 64 {
		return o.seen&(1<<field) != 0
	}
	return field/64 <= len(o.more) && o.more[field/64-1]&(1<<(field%64)) != 0
}

// Require refuses the object, once it was read, where the field of that number and name was not there.
func (o *Object) Require(field int, name string) {
	if field < 64 && o.seen&(1<<field) != 0 {
		return
	}
	if !o.Has(field) {
		o.r.failMember(CodeMissing, o.start, name, "the field is missing")
	}
}

// Skip passes over a member that the codec does not know. Its value is held to JSON's rules and to the nesting, not to
// the limits of numbers.
func (o *Object) Skip() {
	o.Distinct()
	o.r.scan(false)
}

// Distinct refuses the member where one of that name came before that was answered by Distinct or Skip too. Names that
// ascend, as in canonical text, cost one comparison each.
func (o *Object) Distinct() {
	r := o.r
	if names := r.names[o.base:]; len(names) == 0 || o.last < o.Name {
		o.last = o.Name
	} else if o.among(names) {
		o.repeated()
		return
	}
	if r.names == nil {
		r.names = make([]string, 0, 2*manyNames)
	}
	r.names = append(r.names, o.Name)
	if o.many != nil {
		o.many[o.Name] = struct{}{}
	}
}

// manyNames is from how many names on they are looked up in a map.
const manyNames = 16

func (o *Object) among(names []string) bool {
	if len(names) < manyNames {
		for _, name := range names {
			if name == o.Name {
				return true
			}
		}
		return false
	}
	if o.many == nil {
		o.many = make(map[string]struct{}, 2*len(names))
		for _, name := range names {
			o.many[name] = struct{}{}
		}
	}
	_, there := o.many[o.Name]
	return there
}

func (o *Object) repeated() {
	o.r.failMember(CodeDuplicate, o.start, o.Name, fmt.Sprintf("the object has two members named %s", quoted(o.Name)))
}
