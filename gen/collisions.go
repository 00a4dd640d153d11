package gen

import (
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
)

// Collision is a name that two subjects want and neither can do without.
type Collision struct {
	// Scope is the namespace and Name the identifier wanted; Name is empty where a subject has no possible name at all.
	Scope, Name string
	// First and Second say who wants it, in sorted order.
	First, Second string
	// Renaming is the subject that can be given another name.
	Renaming Subject
}

// Error says who collides, where, and which flag settles it.
func (c *Collision) Error() string {
	flag := fmt.Sprintf("--rename %s=NAME", shellWord(string(c.Renaming)))
	if c.Name == "" {
		return fmt.Sprintf("%s: nothing that it could be named is an identifier in %s: name it with %s", c.First, c.Scope, flag)
	}
	return fmt.Sprintf("%s and %s: both would be named %s in %s: give one another name with %s",
		c.First, c.Second, c.Name, c.Scope, flag)
}

// collisions are the faults of those without a name left, each pair once.
func (s *Scope) collisions(stuck []*entry) []error {
	var faults []error
	seen := map[Collision]bool{}
	for _, e := range stuck {
		c := s.collision(e)
		if !seen[c] {
			seen[c] = true
			faults = append(faults, &c)
		}
	}
	return faults
}

// collision says at which name a stuck entry ended and who else claims that.
func (s *Scope) collision(e *entry) Collision {
	if len(e.tries) == 0 {
		return Collision{Scope: s.rules.Scope, First: e.want.title(), Renaming: e.want.Subject}
	}
	name := e.tries[len(e.tries)-1].text
	first, second := e.want, s.claimed[name].other(e)
	if second.title() < first.title() {
		first, second = second, first
	}
	return Collision{Scope: s.rules.Scope, Name: name, First: first.title(), Second: second.title(), Renaming: second.Subject}
}

// other is the first by title of those who claimed a name beside an entry; the entry itself where nobody did.
func (c *claimants) other(e *entry) Want {
	if !c.sorted {
		sort.SliceStable(c.all, func(i, j int) bool { return c.all[i].want.title() < c.all[j].want.title() })
		c.sorted = true
	}
	for _, claimant := range c.all {
		if claimant != e {
			return claimant.want
		}
	}
	return e.want
}

// shellWord quotes text so that a shell takes it as one word.
func shellWord(text string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-./@+:,", r)
	}
	if text != "" && strings.IndexFunc(text, func(r rune) bool { return !plain(r) }) < 0 {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// joinSorted joins errors in the order of their texts; nil where there are none.
func joinSorted(faults []error) error {
	faults = slices.DeleteFunc(faults, func(err error) bool { return err == nil })
	sort.SliceStable(faults, func(i, j int) bool { return faults[i].Error() < faults[j].Error() })
	return errors.Join(faults...)
}
