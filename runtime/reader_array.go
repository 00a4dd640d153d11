package flow

import "fmt"

// Array is an array that is being read, item by item:
//
//	a := r.Array()
//	for a.Next() {
//		items = append(items, item.Decode(r))
//	}
type Array struct {
	r     *Reader
	start int
	begun bool
	count int
	size  int // of a tuple
}

// Array begins an array. Any other value is refused with CodeType.
func (r *Reader) Array() Array { return r.array("an array (List)", 0) }

// Tuple begins an array of exactly so many items, for each of which Item is to be called, and End in the end.
func (r *Reader) Tuple(size int) Array {
	if r.peek() != '[' {
		r.mismatch(fmt.Sprintf("an array of %d (tuple)", size))
		return Array{r: r}
	}
	return r.array("", size)
}

func (r *Reader) array(wanted string, size int) Array {
	a := Array{r: r, size: size}
	if r.peek() != '[' {
		r.mismatch(wanted)
		return a
	}
	a.start = r.at
	r.open()
	return a
}

// Next goes to the next item, and says whether there is one.
func (a *Array) Next() bool {
	r := a.r
	c := r.peek()
	switch {
	case !a.begun:
		if c == ']' {
			r.close()
			return false
		}
		a.begun = true
	case c == ',':
		r.at++
		r.peek()
	case c == ']':
		r.close()
		return false
	default:
		r.unexpectedIn(`a comma or ']'`)
		return false
	}
	a.count++
	return r.err == nil
}

// Item goes to the next item of a tuple, which must be there.
func (a *Array) Item() {
	if !a.Next() {
		a.miscounted()
	}
}

// End holds a tuple to end behind its last item.
func (a *Array) End() {
	if a.Next() {
		a.miscounted()
	}
}

func (a *Array) miscounted() {
	r := a.r
	if r.err != nil {
		return
	}
	if a.count <= a.size {
		r.fail(CodeType, a.start, fmt.Sprintf("expected an array of %d (tuple), found an array of %d", a.size, a.count))
		return
	}
	r.fail(CodeType, a.start, fmt.Sprintf("expected an array of %d (tuple), found a longer one", a.size))
}
