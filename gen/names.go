package gen

import (
	"strings"

	"github.com/flow-toolkit/flowgen/typespec"
)

// Subject is what bears a name: a declaration or a Tool by its identity (then "#n" for an ordinal above 1), or a member
// of one, such as "github.com/acme/tools@v1/a.flow.Shape.Circle.radius". It is what --rename takes on its left.
type Subject string

// Member is the subject of a field, constructor, parameter or type parameter of s.
func (s Subject) Member(name string) Subject { return s + "." + Subject(name) }

// Rules say which spellings one scope of a language allows.
type Rules struct {
	// Scope names the scope in faults, such as "the module's types".
	Scope string
	// Reserved reports names that the language or our own code has taken; nil means none.
	Reserved func(name string) bool
	// Escape turns a reserved name into another one, by habit name + "_". It is needed where Reserved is set.
	Escape func(name string) string
	// Normalize is the form to which the language itself brings identifiers (NFKC in Python), so that two spellings of
	// one identifier collide; the names that a scope gives are in this form. nil means that spellings stand as they are.
	Normalize func(name string) string
	// Valid reports the identifiers of the language; nil allows all that Flow allows. A candidate that is not valid is
	// passed over, and a name of which none is valid is written in ASCII.
	Valid func(name string) bool
	// Renames are the names that the user gave; nil means none.
	Renames *Renames
}

// Want asks for one name in a scope.
type Want struct {
	// Subject is who wants the name.
	Subject Subject
	// Role says what the name is for where it is not the subject's own, such as "the context of"; only a subject's own
	// name (Role "") is looked up in the renames.
	Role string
	// Spelling is the subject's name in Flow. A candidate that equals it is the strongest claim: it is what the
	// declaration says.
	Spelling string
	// Candidates are the spellings to try in turn, each more specific than the one before.
	Candidates []string
	// Further gives candidates to try after those; it is asked only where they were not enough. It may be nil.
	Further func() []string
}

// OrLast adds a candidate behind all others, for names of which a language makes one or leaves nothing.
func (w Want) OrLast(candidate string) Want {
	further := w.Further
	w.Further = func() []string {
		if further == nil {
			return []string{candidate}
		}
		return append(further(), candidate)
	}
	return w
}

// title says who wants the name, for faults.
func (w Want) title() string { return strings.TrimSpace(w.Role + " " + string(w.Subject)) }

// Name is a name asked for. Its text is there once the scope has been resolved.
type Name struct{ text string }

// String gives the identifier; it is empty before Resolve and where Resolve reported a collision.
func (n *Name) String() string { return n.text }

// Scope gives out the names of one namespace of the target language: a module's, a class's, a parameter list's.
//
// A name never depends on the order in which names are asked for. Everybody claims a first candidate; a claim yields to
// a stronger one, and two of equal strength both yield and go on to their next candidates. A claim once made stays in
// the way of weaker ones, so that a name that was ambiguous is nobody's by luck. What has no candidate left is a fault.
//
// Resolve may be called again after further Wants: names settled before are never moved by those asked for later.
// So declared names are resolved first, and those that we derive from them afterwards.
type Scope struct {
	rules   Rules
	open    []*entry
	claimed map[string]*claimants
	faults  []error
}

// NewScope makes an empty scope.
func NewScope(rules Rules) *Scope {
	return &Scope{rules: rules, claimed: map[string]*claimants{}}
}

// entry is a name asked for and how far it has come.
type entry struct {
	want  Want
	name  *Name
	tries []try
	next  int
	// more gives the tries after those; nil once it was asked.
	more func() []try
}

// try is one candidate with its weight: the less, the stronger.
type try struct {
	text   string
	weight int
}

// The weights of claims that are not plain candidates; candidate i of a list weighs i+1.
const (
	settled = -2 // resolved earlier
	given   = -1 // by --rename
	spelled = 0  // as the declaration is spelled in Flow
)

// claimants are those who ever claimed one name.
type claimants struct {
	best   int
	holder *entry // nil where several claimed it with the best weight
	all    []*entry
	// sorted says that all is in the order of titles.
	sorted bool
}

// Want asks for a name. The answer can be read after Resolve.
func (s *Scope) Want(w Want) *Name {
	e := &entry{want: w, name: &Name{}}
	e.tries, e.more = s.tries(w)
	s.open = append(s.open, e)
	return e.name
}

// Resolve settles every name asked for since the last call. The error has a line for each pair that still collides and
// for each rename that this scope cannot follow, sorted.
func (s *Scope) Resolve() error {
	pending := append([]*entry(nil), s.open...)
	var stuck []*entry
	for len(pending) > 0 {
		e := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if t, ok := e.advance(); ok {
			pending = append(pending, s.claim(e, t)...)
		} else {
			stuck = append(stuck, e)
		}
	}
	for _, e := range s.open {
		e.settle(s.claimed)
	}
	err := joinSorted(append(s.faults, s.collisions(stuck)...))
	s.open, s.faults = nil, nil
	return err
}

// advance gives an entry's next try, if it has one left.
func (e *entry) advance() (try, bool) {
	if e.next == len(e.tries) && e.more != nil {
		e.tries, e.more = append(e.tries, e.more()...), nil
	}
	if e.next == len(e.tries) {
		return try{}, false
	}
	e.next++
	return e.tries[e.next-1], true
}

// claim enters a claim and returns those who have to go on to their next candidate.
func (s *Scope) claim(e *entry, t try) []*entry {
	c := s.claimed[t.text]
	if c == nil {
		s.claimed[t.text] = &claimants{best: t.weight, holder: e, all: []*entry{e}}
		return nil
	}
	c.all, c.sorted = append(c.all, e), false
	if t.weight > c.best {
		return []*entry{e}
	}
	var yielding []*entry
	if c.holder != nil {
		yielding = append(yielding, c.holder)
	}
	if t.weight == c.best {
		c.holder = nil
		return append(yielding, e)
	}
	c.holder, c.best = e, t.weight
	return yielding
}

// settle gives an entry the name that it holds, for good.
func (e *entry) settle(claimed map[string]*claimants) {
	if e.next == 0 {
		return
	}
	text := e.tries[e.next-1].text
	if c := claimed[text]; c.holder == e {
		e.name.text, c.best = text, settled
	}
}

// tries turns what a want asks for into allowed spellings with their weights: the candidates at once, and later, where
// those were not enough, the further ones, then second escapes of reserved names, then spellings in ASCII.
func (s *Scope) tries(w Want) (now []try, more func() []try) {
	if w.Role == "" {
		if name, ok := s.rules.Renames.take(w.Subject); ok {
			return s.renamed(w.Subject, name), nil
		}
	}
	return s.plain(w.Spelling, w.Candidates, 0), func() []try {
		all := append([]string(nil), w.Candidates...)
		if w.Further != nil {
			all = append(all, w.Further()...)
		}
		tries := s.plain(w.Spelling, all[len(w.Candidates):], len(w.Candidates))
		return append(tries, s.fallbacks(all)...)
	}
}

// plain are the tries for candidates as they are, once escaped where they are reserved.
func (s *Scope) plain(spelling string, candidates []string, before int) []try {
	var tries []try
	for i, candidate := range candidates {
		text := s.normal(candidate)
		if s.reserved(text) {
			text = s.escape(text)
		}
		weight := before + i + 1
		if text == spelling {
			weight = spelled
		}
		tries = append(tries, try{text, weight})
	}
	return s.allowed(tries)
}

// fallbacks are the tries after the plain ones: reserved names escaped twice, and names outside ASCII spelled with it.
func (s *Scope) fallbacks(candidates []string) []try {
	var escaped, ascii []try
	n := len(candidates)
	for i, candidate := range candidates {
		if text := s.normal(candidate); s.reserved(text) {
			escaped = append(escaped, try{s.escape(s.escape(text)), n + i + 1})
		}
		if !IsASCII(candidate) {
			ascii = append(ascii, try{ASCII(candidate), 2*n + i + 1})
		}
	}
	return s.allowed(append(escaped, ascii...))
}

// renamed is the only try of a subject that was given a name; a name that cannot stand here is a fault.
func (s *Scope) renamed(subject Subject, name string) []try {
	text := s.normal(name)
	if problem := s.problem(text); problem != "" {
		s.faults = append(s.faults, &RenameError{Flag: string(subject) + "=" + name, Problem: problem})
	}
	return []try{{text, given}}
}

// allowed keeps the tries that can stand in this scope.
func (s *Scope) allowed(tries []try) []try {
	kept := tries[:0]
	for _, t := range tries {
		if s.problem(t.text) == "" {
			kept = append(kept, t)
		}
	}
	return kept
}

// problem says why a name cannot stand in this scope; "" where it can.
func (s *Scope) problem(name string) string {
	switch {
	case s.reserved(name):
		return name + " is reserved in " + s.rules.Scope
	case !typespec.IsName(name) || s.rules.Valid != nil && !s.rules.Valid(name):
		return "it is no identifier in " + s.rules.Scope
	}
	return ""
}

func (s *Scope) normal(name string) string {
	if s.rules.Normalize == nil {
		return name
	}
	return s.rules.Normalize(name)
}

func (s *Scope) reserved(name string) bool {
	return s.rules.Reserved != nil && s.rules.Reserved(name)
}

func (s *Scope) escape(name string) string { return s.normal(s.rules.Escape(name)) }
