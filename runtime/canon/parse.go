package canon

import (
	"fmt"
	"strings"
)

// DefaultDepth is how deep a text may nest where Options do not say.
const DefaultDepth = 256

// Options say what Parse refuses beyond what JSON does.
type Options struct {
	// Depth is how deep arrays and objects may nest, the root being 1; 0 is DefaultDepth.
	Depth int
	// Size is how many bytes the text may have; 0 is no limit.
	Size int
	// Values is how many values the text may hold, each taking far more memory than its two bytes of text may; 0 is no
	// limit.
	Values int
	// Numbers hold every number to the limits of a Decimal. Zero holds none to any, since only the reader of a value
	// knows which members are ignored.
	Numbers Limits
}

// Parse reads one JSON text by RFC 8259, strictly: UTF-8, no repeated member names (after unescaping), no lone
// surrogate, no byte-order mark. The error is an *Error about the first fault in the text. Nothing recurses, memory is
// linear in the text, and the values keep no reference to the slice.
func Parse(text []byte, o Options) (*Value, error) {
	if o.Size > 0 && len(text) > o.Size {
		return nil, &Error{Code: CodeSize, Offset: o.Size, Message: fmt.Sprintf("the text has more than %d bytes", o.Size)}
	}
	if o.Depth == 0 {
		o.Depth = DefaultDepth
	}
	p := parser{text: string(text), options: o}
	root, err := p.run()
	if err != nil {
		return nil, err
	}
	return root, nil
}

// frame is an array or object that is being read.
type frame struct {
	value *Value
	// base is where its items or members begin in the parser's shared stack.
	base int
	// name is the member that is being read, whose quote is at offset.
	name   string
	offset int
	// names are those read so far, once there are many.
	names map[string]struct{}
}

type parser struct {
	text    string
	at      int
	options Options
	values  int
	frames  []frame
	// items and members are shared by all open frames, each one's above its holder's.
	items   []*Value
	members []Member

	valueSlab  slab[Value]
	itemSlab   slab[*Value]
	memberSlab slab[Member]
}

// run reads one value's beginning a turn, and gives each value that is complete to its holder.
func (p *parser) run() (*Value, *Error) {
	for {
		v, err := p.begin()
		for err == nil && v != nil {
			if len(p.frames) == 0 {
				return v, p.end()
			}
			v, err = p.hold(v)
		}
		if err != nil {
			return nil, err
		}
	}
}

func (p *parser) end() *Error {
	if p.peek() != 0 || p.at < len(p.text) {
		return p.unexpected("the end of the text")
	}
	return nil
}

// peek skips white space and gives the byte after it, 0 at the end of the text.
func (p *parser) peek() byte {
	for ; p.at < len(p.text); p.at++ {
		switch c := p.text[p.at]; c {
		case ' ', '\t', '\n', '\r':
		default:
			return c
		}
	}
	return 0
}

// begin reads a scalar or an empty array or object whole. Of one with content it reads the beginning and gives nil.
func (p *parser) begin() (*Value, *Error) {
	c := p.peek()
	if p.values++; p.options.Values > 0 && p.values > p.options.Values {
		return nil, p.fail(CodeSize, p.at, fmt.Sprintf("the text holds more than %d values", p.options.Values))
	}
	v := &p.valueSlab.take(1)[0]
	v.Offset = p.at
	switch {
	case c == '"':
		return v, p.readString(v)
	case c == '-' || '0' <= c && c <= '9':
		return v, p.readNumber(v)
	case c == '{':
		return p.open(v, Object, '}')
	case c == '[':
		return p.open(v, Array, ']')
	case p.literal("true"):
		v.Kind, v.Bool = Bool, true
	case p.literal("false"):
		v.Kind = Bool
	case !p.literal("null"):
		return nil, p.unexpected("a value")
	}
	v.End = p.at
	return v, nil
}

func (p *parser) literal(word string) bool {
	if !strings.HasPrefix(p.text[p.at:], word) {
		return false
	}
	p.at += len(word)
	return true
}

func (p *parser) readString(v *Value) *Error {
	text, end, code, message := scanString(p.text, p.at)
	if code != "" {
		return p.fail(code, end, message)
	}
	v.Kind, v.Text, v.End, p.at = String, text, end, end
	return nil
}

func (p *parser) readNumber(v *Value) *Error {
	end, ok := scanNumber(p.text, p.at)
	if !ok {
		p.at = end
		return p.unexpected("a digit")
	}
	v.Kind, v.Text, v.End, p.at = Number, p.text[p.at:end], end, end
	if p.options.Numbers == (Limits{}) {
		return nil
	}
	d, _ := readDecimal(v.Text)
	if message := d.excess(p.options.Numbers); message != "" {
		return p.fail(CodeLimit, v.Offset, message)
	}
	return nil
}

// open begins an array or object, and closes it at once where it is empty.
func (p *parser) open(v *Value, kind Kind, closing byte) (*Value, *Error) {
	if len(p.frames) >= p.options.Depth {
		return nil, p.fail(CodeDepth, p.at, fmt.Sprintf("the text nests deeper than %d", p.options.Depth))
	}
	v.Kind = kind
	f := frame{value: v, base: len(p.items)}
	if kind == Object {
		f.base = len(p.members)
	}
	p.frames = append(p.frames, f)
	p.at++
	if p.peek() == closing {
		return p.close(), nil
	}
	if kind == Object {
		return nil, p.readName()
	}
	return nil, nil
}

// hold adds a value to the array or object that is open, and gives that one where it ends behind the value.
func (p *parser) hold(v *Value) (*Value, *Error) {
	f := &p.frames[len(p.frames)-1]
	object := f.value.Kind == Object
	closing := byte(']')
	if object {
		closing = '}'
		p.members = append(p.members, Member{Name: f.name, Offset: f.offset, Value: v})
	} else {
		p.items = append(p.items, v)
	}
	switch p.peek() {
	case closing:
		return p.close(), nil
	case ',':
		p.at++
		if object {
			return nil, p.readName()
		}
		return nil, nil
	}
	return nil, p.unexpectedIn(fmt.Sprintf("a comma or %q", rune(closing)))
}

// close ends the array or object that is open, at its bracket.
func (p *parser) close() *Value {
	last := len(p.frames) - 1
	f := p.frames[last]
	if f.value.Kind == Object {
		f.value.Members = p.memberSlab.take(len(p.members) - f.base)
		copy(f.value.Members, p.members[f.base:])
		p.members = p.members[:f.base]
	} else {
		f.value.Items = p.itemSlab.take(len(p.items) - f.base)
		copy(f.value.Items, p.items[f.base:])
		p.items = p.items[:f.base]
	}
	p.frames[last] = frame{}
	p.frames = p.frames[:last]
	p.at++
	f.value.End = p.at
	return f.value
}

// readName reads a member's name and the colon behind it.
func (p *parser) readName() *Error {
	if p.peek() != '"' {
		return p.unexpectedIn("a member name in quotes")
	}
	f := &p.frames[len(p.frames)-1]
	name, end, code, message := scanString(p.text, p.at)
	if code != "" {
		return p.failIn(code, end, message)
	}
	repeated := f.repeats(name, p.members[f.base:])
	f.name, f.offset = name, p.at
	if repeated {
		return p.fail(CodeDuplicate, p.at, fmt.Sprintf("the object has two members named %q", abbreviate(name)))
	}
	p.at = end
	if p.peek() != ':' {
		return p.unexpected("a colon")
	}
	p.at++
	return nil
}

// manyMembers is from how many members on an object's names are kept in a map.
const manyMembers = 16

func (f *frame) repeats(name string, before []Member) bool {
	if len(before) < manyMembers {
		for i := range before {
			if before[i].Name == name {
				return true
			}
		}
		return false
	}
	if f.names == nil {
		f.names = make(map[string]struct{}, 2*manyMembers)
		for i := range before {
			f.names[before[i].Name] = struct{}{}
		}
	}
	_, repeated := f.names[name]
	f.names[name] = struct{}{}
	return repeated
}

// slab hands out slices of larger allocations.
type slab[T any] struct {
	free []T
	size int
}

const (
	firstSlab = 8
	lastSlab  = 512
)

func (s *slab[T]) take(n int) []T {
	if n > len(s.free) {
		if n > lastSlab/4 {
			return make([]T, n)
		}
		s.size = min(max(2*s.size, firstSlab, n), lastSlab)
		s.free = make([]T, s.size)
	}
	taken := s.free[:n:n]
	s.free = s.free[n:]
	return taken
}
