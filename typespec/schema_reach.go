package typespec

import (
	"fmt"
	"slices"
)

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

// reach gives the declared types whose values a value of one of the roots may hold, the roots included, each once: those
// that stand in their $defs. What is a type argument alone is not among them. No KEY is built, so that it takes no longer
// than the limits allow.
func (p *pool) reach(roots ...*concrete) (found []*concrete, fault *schemaFault) {
	p.visits++
	length := int64(0)
	pending := slices.Clone(roots)
	for len(pending) > 0 {
		c := pending[len(pending)-1]
		pending = pending[:len(pending)-1]
		if c.visit == p.visits {
			continue
		}
		c.visit = p.visits
		p.steps++
		if c.fault != nil {
			return nil, c.fault
		}
		switch c.term.Kind {
		case Named:
		case Function, Task:
			return nil, p.unencoded(c)
		default:
			pending = append(pending, c.args...)
			continue
		}
		if c.term.Decl.Kind == NonData {
			return nil, p.unencoded(c)
		}
		if c.keyLength > mostKeyBytes {
			return nil, overlong(c)
		}
		if found = append(found, c); len(found) > mostInstances {
			return nil, schemaFaultf(CodeLimit, "the schema reaches more than %d different declared types", mostInstances)
		}
		length += c.keyLength
		for _, part := range p.expand(c) {
			length = saturated(length + part.textLength)
		}
		if length > mostSchemaBytes {
			return nil, schemaFaultf(CodeLimit, "the schema has more than %d bytes, which no message holds", mostSchemaBytes)
		}
		pending = append(pending, c.parts...)
	}
	return found, nil
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
