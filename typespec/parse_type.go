package typespec

import (
	"fmt"
	"strings"
)

// deepestType is how deep a type may nest that ParseType reads.
const deepestType = 256

// ParseType reads a type in Flow's notation, such as Dict<Text, List<Plan>>, (Int, Text) or (Int) -> Text. find gives the
// declaration that a name means which is no primitive's or compound's; its error is ParseType's.
func ParseType(text string, find func(name string) (*Declaration, error)) (*Term, error) {
	p := typeParser{rest: text, find: find}
	t, err := p.term(0)
	if err != nil {
		return nil, err
	}
	if p.space(); p.rest != "" {
		return nil, p.unexpected("the end")
	}
	return t, nil
}

type typeParser struct {
	rest string
	find func(name string) (*Declaration, error)
}

func (p *typeParser) space() { p.rest = strings.TrimLeft(p.rest, " \t\n") }

// take takes a token, and says whether it stood there.
func (p *typeParser) take(token string) (ok bool) {
	p.space()
	p.rest, ok = strings.CutPrefix(p.rest, token)
	return ok
}

func (p *typeParser) unexpected(wanted string) error {
	found := "the end of the type"
	if p.rest != "" {
		found = quoted(p.rest)
	}
	return fmt.Errorf("%s should stand where %s stands", wanted, found)
}

func (p *typeParser) term(depth int) (*Term, error) {
	if depth > deepestType {
		return nil, fmt.Errorf("the type nests deeper than %d", deepestType)
	}
	if p.take("(") {
		return p.parenthesized(depth)
	}
	p.space()
	end := strings.IndexAny(p.rest, "<>,() \t\n")
	if end < 0 {
		end = len(p.rest)
	}
	if end == 0 {
		return nil, p.unexpected("a type")
	}
	name := p.rest[:end]
	p.rest = p.rest[end:]
	var args []*Term
	if p.take("<") {
		var err error
		if args, err = p.terms(depth+1, ">"); err != nil {
			return nil, err
		}
	}
	return p.applied(name, args)
}

// parenthesized reads a tuple, or a function's parameters and its result.
func (p *typeParser) parenthesized(depth int) (*Term, error) {
	var parts []*Term
	if !p.take(")") {
		var err error
		if parts, err = p.terms(depth+1, ")"); err != nil {
			return nil, err
		}
	}
	if p.take("->") {
		result, err := p.term(depth + 1)
		if err != nil {
			return nil, err
		}
		return &Term{Kind: Function, Args: append(parts, result)}, nil
	}
	if len(parts) < 2 {
		return nil, fmt.Errorf("a tuple has at least two parts, not %d", len(parts))
	}
	return &Term{Kind: Tuple, Args: parts}, nil
}

// terms reads types separated by commas, and what closes them.
func (p *typeParser) terms(depth int, closing string) ([]*Term, error) {
	var terms []*Term
	for {
		t, err := p.term(depth)
		if err != nil {
			return nil, err
		}
		terms = append(terms, t)
		if p.take(closing) {
			return terms, nil
		}
		if !p.take(",") {
			return nil, p.unexpected(`"," or "` + closing + `"`)
		}
	}
}

// applied makes the term of a name and its arguments.
func (p *typeParser) applied(name string, args []*Term) (*Term, error) {
	for kind, spelling := range spelled {
		if spelling != name {
			continue
		}
		if want := arityOf(TermKind(kind)); len(args) != want {
			return nil, fmt.Errorf("%s takes %d type arguments, not %d", name, want, len(args))
		}
		return &Term{Kind: TermKind(kind), Args: args}, nil
	}
	d, err := p.find(name)
	if err != nil {
		return nil, err
	}
	if len(args) != len(d.Generic) {
		return nil, fmt.Errorf("%s takes %d type arguments, not %d", name, len(d.Generic), len(args))
	}
	return &Term{Kind: Named, Decl: d, Args: args}, nil
}

// arityOf is how many arguments a primitive or compound with a name has.
func arityOf(kind TermKind) int {
	switch kind {
	case List, Set, Option, Task:
		return 1
	case Dict:
		return 2
	}
	return 0
}

// Spelled gives the primitive or compound of Flow that a name differs from in nothing but its case, as int does from Int;
// empty where there is none.
func Spelled(name string) string {
	for _, spelling := range spelled {
		if strings.EqualFold(spelling, name) {
			return spelling
		}
	}
	return ""
}
