package typespec

import (
	"strconv"
	"strings"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// check holds what was read to the rules about the whole: the graph, what crosses, schemas, and what the listing itself
// says of fingerprints and signatures.
func (l *draft) check() {
	var roots []*Term
	for i := range l.entries {
		for _, r := range l.entries[i].roots {
			roots = append(roots, r.term)
		}
	}
	l.graph.check(roots)
	l.checkCrossing(roots)
	l.checkSchemas()
	l.checkListed()
}

// checkCrossing judges each root by what it holds at value positions.
func (l *draft) checkCrossing(roots []*Term) {
	c := newCrossings(l.graph.declarations(), roots)
	i := 0
	for e := range l.entries {
		for _, r := range l.entries[e].roots {
			barred := c.barred(i, r.term, r.param)
			for _, h := range barred {
				l.fault(r.value, r.at, CodeCrossing, "%s", c.complaint(i, h, r.param))
			}
			l.entries[e].barred = l.entries[e].barred || len(barred) > 0
			i++
		}
	}
}

// barred gives what bars a root from crossing, as a parameter or as ok or err.
func (c *crossings) barred(i int, t *Term, param bool) []holding {
	bar := notReply
	if param {
		bar = notData
		if t.Kind == Named && t.Decl.Kind == Host {
			return nil
		}
	}
	return c.among(i, bar)
}

// among gives the things that a root holds among some.
func (c *crossings) among(i int, some holding) []holding {
	var held []holding
	for h := holding(1); h < 1<<holdings; h <<= 1 {
		if c.root(i)&some&h != 0 {
			held = append(held, h)
		}
	}
	return held
}

// found says what a root holds, and where.
func (c *crossings) found(i int, h holding) string {
	what := "this is or holds " + h.String()
	if where := c.where(i, h); where != "" {
		what += " (" + where + ")"
	}
	return what
}

// complaint says what a root holds that may not cross, where, and what to do.
func (c *crossings) complaint(i int, h holding, param bool) string {
	what := c.found(i, h)
	switch {
	case h == holdsOptionalJSON:
		return what + ", which would be encoded alike for None and Some(Null): use json.Value, which has Null"
	case h == holdsHostKey:
		return what + ", where nothing can compare it: use a List, or another key"
	case param:
		return what + ", and is no data: a parameter is data, or directly a host type"
	case h == holdsOpaque:
		return what + ", which decoding cannot build: return a plain type, which the module of the opaque one converts"
	}
	return what + ", which decoding cannot build: ok and err are made of data and host types"
}

// checkListed compares the fingerprint and the signature that a listing gives with those that the terms yield.
func (l *draft) checkListed() {
	for i := range l.entries {
		e := &l.entries[i]
		if e.value.Kind != canon.Object {
			continue
		}
		fingerprint, signature := e.value.Member("fingerprint"), e.value.Member("signature")
		if fingerprint != nil && fingerprint.Kind != canon.String {
			l.fault(fingerprint, e.at.member("fingerprint"), CodeShape, "fingerprint is a string; this is %s", fingerprint.Kind)
			fingerprint = nil
		}
		if e.barred || fingerprint == nil && signature == nil {
			continue
		}
		l.compareListed(l.program.Tools[i], e, fingerprint, signature)
	}
}

func (l *draft) compareListed(t *Tool, e *entry, fingerprint, signature *canon.Value) {
	parting := "list the signature too to see where they part"
	if signature != nil {
		parting = "the listed signature is the one that the terms yield"
		if pointer, ours, theirs, differs := t.SignatureDiffers(signature); differs {
			parting = "they part at " + quotedPointer(pointer) + " of the signature"
			l.fault(signature, e.at.member("signature"), CodeSignature, "%s; the terms yield %s, the listing has %s",
				parting, ours, theirs)
		}
	}
	if fingerprint == nil {
		return
	}
	if ours := t.Fingerprint(); fingerprint.Text != ours {
		l.fault(fingerprint, e.at.member("fingerprint"), CodeFingerprint, "the terms yield %s, the listing has %s: %s",
			ours, quoted(fingerprint.Text), parting)
	}
}

// excerpt is the beginning of the canonical text of what stands at a pointer, for a message.
func excerpt(v *canon.Value, pointer string) string {
	unescape := strings.NewReplacer("~1", "/", "~0", "~")
	for _, token := range strings.Split(pointer, "/")[1:] {
		switch i, err := strconv.Atoi(token); {
		case v.Kind == canon.Object:
			v = v.Member(unescape.Replace(token))
		case v.Kind == canon.Array && err == nil && i < len(v.Items):
			v = v.Items[i]
		default:
			v = nil
		}
		if v == nil {
			return "nothing there"
		}
	}
	const most = 200
	text := string(canon.Append(nil, v))
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}
