package typespec

import "fmt"

// The limits of one schema.
const (
	mostKeyBytes  = 65_536
	mostInstances = 100_000
	// mostSchemaBytes is the size of the largest message: a schema that is longer cannot be sent to anyone.
	mostSchemaBytes = 64 << 20
)

// schemaFault says why a type has no schema.
type schemaFault struct{ code, message string }

func (f *schemaFault) Error() string { return f.code + ": " + f.message }

func schemaFaultf(code, format string, args ...any) *schemaFault {
	return &schemaFault{code: code, message: fmt.Sprintf(format, args...)}
}

// checkSchema says why a root has no schema, nil where it has one: a KEY or the whole would be too long, there would be
// too many declared types, or two of them would share a KEY. Types that share a KEY only without versions are at fault
// where the schema goes into a fingerprint, which has none.
func (p *pool) checkSchema(root *Term, fingerprinted bool) *schemaFault {
	found, fault := p.reach(p.of(root, nil))
	if fault != nil {
		return fault
	}
	if fault = p.tellApart(found, (*Declaration).Key); fault != nil || !fingerprinted {
		return fault
	}
	return p.tellApart(found, keyUnversioned)
}

// reach gives the declared types whose values a value of the root may hold, the root included, each once: those that
// stand in its $defs. What is a type argument alone is not among them.
func (p *pool) reach(root *concrete) (found []*concrete, fault *schemaFault) {
	r := p.reachNothing()
	if fault = r.add(root); fault != nil {
		return nil, fault
	}
	return r.declared, nil
}

// reachable is what roots reach that were added one after another. A pool has one that grows at a time.
type reachable struct {
	pool *pool
	// declared are the declared types, all those and the types around them.
	declared, all []*concrete
	// length bounds the text of a schema of all roots from below.
	length int64
}

func (p *pool) reachNothing() *reachable {
	p.visits++
	return &reachable{pool: p}
}

// add adds what a root reaches. The fault says why there is no schema of all roots together; what was reached is then
// incomplete. No KEY is built, so that it takes no longer than the limits allow.
func (r *reachable) add(root *concrete) *schemaFault {
	p := r.pool
	pending := []*concrete{root}
	for len(pending) > 0 {
		c := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if c.visit == p.visits {
			continue
		}
		c.visit = p.visits
		p.steps++
		if c.fault != nil {
			return c.fault
		}
		r.all = append(r.all, c)
		if c.term.Kind == Named {
			if fault := r.declare(c); fault != nil {
				return fault
			}
		} else if c.term.Kind == Function || c.term.Kind == Task {
			return p.unencoded(c)
		}
		pending = append(pending, p.held(c)...)
	}
	return nil
}

// declare adds a declared type without what it reaches.
func (r *reachable) declare(c *concrete) *schemaFault {
	if c.term.Decl.Kind == NonData {
		return r.pool.unencoded(c)
	}
	if c.keyLength > mostKeyBytes {
		return overlong(c)
	}
	if r.declared = append(r.declared, c); len(r.declared) > mostInstances {
		return schemaFaultf(CodeLimit, "the schema reaches more than %d different declared types", mostInstances)
	}
	r.length += c.keyLength
	for _, part := range r.pool.expand(c) {
		r.length = saturated(r.length + part.textLength)
	}
	if r.length > mostSchemaBytes {
		return schemaFaultf(CodeLimit, "the schema has more than %d bytes, which no message holds", mostSchemaBytes)
	}
	return nil
}

// held gives the types of which a value of the type directly holds values.
func (p *pool) held(c *concrete) []*concrete {
	if c.term.Kind == Named {
		return p.expand(c)
	}
	return c.args
}

func overlong(c *concrete) *schemaFault {
	what := "its identity is too long"
	if len(c.args) > 0 {
		what = "its type arguments are too long"
	}
	return schemaFaultf(CodeLimit, "the KEY of %s would have more than %d bytes: %s", quoted(c.term.Decl.Name), mostKeyBytes, what)
}

func (p *pool) unencoded(c *concrete) *schemaFault {
	return schemaFaultf(CodeCrossing, "%s has no schema: only data and host types cross", quoted(FlowType(c.term, p.generic)))
}

// tellApart finds two different types of one KEY.
func (p *pool) tellApart(found []*concrete, name func(*Declaration) string) *schemaFault {
	seen := make(map[string]*concrete, len(found))
	for _, c := range found {
		key := p.key(c, name)
		if other := seen[key]; other != nil {
			return p.confusion(key, other, c)
		}
		seen[key] = c
	}
	return nil
}

func (p *pool) confusion(key string, a, b *concrete) *schemaFault {
	first, second := p.key(a, (*Declaration).Key), p.key(b, (*Declaration).Key)
	if first == second {
		return schemaFaultf(CodeConflicting, "two different types would stand in one schema under the KEY %s: rename one of them, or "+
			"the type parameter that is spelled like a type", quoted(key))
	}
	return schemaFaultf(CodeConflicting, "%s and %s would stand in one schema, and versions aside both have the KEY %s: use one version",
		quoted(first), quoted(second), quoted(key))
}

// key writes a type as a KEY spells it.
func (p *pool) key(c *concrete, name func(*Declaration) string) string {
	return string(appendTerm(make([]byte, 0, c.keyLength), c.term, p.generic, name))
}
