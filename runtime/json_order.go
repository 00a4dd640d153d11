package flow

import (
	"cmp"
	"strings"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// Compare orders JSON values as Flow's json.Value: null, booleans, numbers by value, strings by code point, arrays item by
// item, objects by their entries in ascending order of names. It is linear in the texts: as both are canonical, they are
// walked side by side up to where they part.
func (j JSON) Compare(k JSON) int {
	if j == k {
		return 0
	}
	c := jsonComparison{a: j.String(), b: k.String()}
	return c.value()
}

type jsonComparison struct {
	a, b string
	i, j int
}

func (c *jsonComparison) value() int {
	kind := kindAt(c.a, c.i)
	if order := cmp.Compare(kind, kindAt(c.b, c.j)); order != 0 {
		return order
	}
	switch kind {
	case KindText:
		return c.text()
	case KindList:
		return c.sequence(']')
	case KindObject:
		return c.sequence('}')
	}
	endA, endB := valueEnd(c.a, c.i), valueEnd(c.b, c.j)
	a, b := c.a[c.i:endA], c.b[c.j:endB]
	c.i, c.j = endA, endB
	if a == b || kind != KindNumber {
		return strings.Compare(a, b) // "false" is before "true"
	}
	p, _ := canon.NumberParts(a)
	q, _ := canon.NumberParts(b)
	return decimalOfParts(p).Compare(decimalOfParts(q))
}

func (c *jsonComparison) text() int {
	a, endA, _, _ := canon.ScanString(c.a, c.i)
	b, endB, _, _ := canon.ScanString(c.b, c.j)
	c.i, c.j = endA, endB
	return strings.Compare(a, b)
}

// sequence compares arrays, or objects as the sequence of their names and values. The one that ends first is before.
func (c *jsonComparison) sequence(closing byte) int {
	for {
		c.i++ // past the bracket or the comma
		c.j++
		if order, ended := c.ends(closing); ended {
			return order
		}
		if closing == '}' {
			if order := c.text(); order != 0 {
				return order
			}
			c.i++ // past the colon
			c.j++
		}
		if order := c.value(); order != 0 {
			return order
		}
		if order, ended := c.ends(closing); ended {
			return order
		}
	}
}

// ends says whether one of two sequences ends here; where both do, it passes their brackets.
func (c *jsonComparison) ends(closing byte) (order int, ended bool) {
	endA, endB := c.a[c.i] == closing, c.b[c.j] == closing
	if endA && endB {
		c.i++
		c.j++
	}
	return CompareBool(endB, endA), endA || endB
}
