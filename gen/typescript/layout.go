package typescript

import (
	"strings"

	"golang.org/x/text/width"
)

// lineWidth is the width to which prettier fills lines unless it is told otherwise, and indentWidth that of a level.
const (
	lineWidth   = 80
	indentWidth = 2
)

// doc is a text with the places where it may break: what prettier calls a document. layOut writes it as prettier would.
type doc struct {
	kind docKind
	// text is that of a text.
	text string
	// parts are what the others consist of; of a choice, what stands where the group around it breaks, and what where not.
	parts []doc
	// breaks says that a hard line stands within, so that every group around it breaks.
	breaks bool
	// mark is where a group notes whether it broke, and where a choice or an indentation behind it looks that up.
	mark *mark
}

// attempts are several ways to write the same: the first that fits, or else the last.
func attempts(ways ...doc) doc { return doc{kind: attemptsDoc, parts: ways} }

// mark says whether a group broke when it was laid out.
type mark struct{ broken bool }

type docKind uint8

const (
	textDoc docKind = iota
	sequenceDoc
	groupDoc
	attemptsDoc
	indentDoc
	indentIfDoc
	lineDoc
	softLineDoc
	hardLineDoc
	choiceDoc
)

var (
	// line is a space, or a new line where its group breaks.
	line = doc{kind: lineDoc}
	// softLine is nothing, or a new line where its group breaks.
	softLine = doc{kind: softLineDoc}
	// hardLine is always a new line.
	hardLine = doc{kind: hardLineDoc, breaks: true}
	// nothing is no text.
	nothing = doc{}
)

func text(parts ...string) doc { return doc{text: strings.Join(parts, "")} }

func of(kind docKind, parts []doc) doc {
	d := doc{kind: kind, parts: parts}
	for _, part := range parts {
		d.breaks = d.breaks || part.breaks
	}
	return d
}

func sequence(parts ...doc) doc { return of(sequenceDoc, parts) }

// group is all on one line where it fits there, else each of its lines breaks.
func group(parts ...doc) doc { return of(groupDoc, parts) }

// broken is a group that always breaks.
func broken(parts ...doc) doc {
	g := group(parts...)
	g.breaks = true
	return g
}

func indent(parts ...doc) doc { return of(indentDoc, parts) }

// marked is a group that notes in m whether it broke.
func marked(m *mark, parts ...doc) doc {
	g := group(parts...)
	g.mark = m
	return g
}

// indentIf indents where the marked group broke.
func indentIf(m *mark, parts ...doc) doc {
	d := of(indentIfDoc, parts)
	d.mark = m
	return d
}

// ifMarked is one thing where the marked group broke, and another where not.
func ifMarked(m *mark, yes, no doc) doc { return doc{kind: choiceDoc, parts: []doc{yes, no}, mark: m} }

// ifBroken is one thing where the group around it breaks, and another where not.
func ifBroken(yes, no doc) doc { return doc{kind: choiceDoc, parts: []doc{yes, no}} }

func (d doc) isNothing() bool { return d.kind == textDoc && d.text == "" }

// join puts a separator between documents.
func join(separator doc, items []doc) doc {
	var parts []doc
	for i, item := range items {
		if i > 0 {
			parts = append(parts, separator)
		}
		parts = append(parts, item)
	}
	return sequence(parts...)
}

// columns is how many columns prettier counts for a text. Of what stands outside ASCII, generated code holds letters and
// digits alone unescaped, so that emoji and marks without width do not matter.
func columns(s string) int {
	n := 0
	for _, r := range s {
		n++
		switch width.LookupRune(r).Kind() {
		case width.EastAsianWide, width.EastAsianFullwidth:
			n++
		}
	}
	return n
}

// command is a document to write, at an indentation, broken or on one line.
type command struct {
	doc    doc
	indent int
	broken bool
}

// chosen is the branch of a choice.
func (c command) chosen() doc {
	isBroken := c.broken
	if c.doc.mark != nil {
		isBroken = c.doc.mark.broken
	}
	if isBroken {
		return c.doc.parts[0]
	}
	return c.doc.parts[1]
}

// printer lays out documents.
type printer struct {
	out      strings.Builder
	position int
	commands []command
	// pending is white space that is written only if something follows on the line.
	pending string
}

// layOut writes a document.
func layOut(d doc) string {
	p := &printer{commands: []command{{doc: d, broken: true}}}
	for len(p.commands) > 0 {
		last := len(p.commands) - 1
		c := p.commands[last]
		p.commands = p.commands[:last]
		p.step(c)
	}
	return p.out.String()
}

func (p *printer) push(c command, d doc) {
	p.commands = append(p.commands, command{d, c.indent, c.broken})
}

func (p *printer) pushAll(c command) {
	for i := len(c.doc.parts) - 1; i >= 0; i-- {
		p.push(c, c.doc.parts[i])
	}
}

func (p *printer) step(c command) {
	switch c.doc.kind {
	case textDoc:
		p.write(c.doc.text)
	case sequenceDoc:
		p.pushAll(c)
	case indentDoc, indentIfDoc:
		if c.doc.kind == indentDoc || c.doc.mark.broken {
			c.indent += indentWidth
		}
		p.pushAll(c)
	case groupDoc:
		flat := command{sequence(c.doc.parts...), c.indent, false}
		c.broken = c.doc.breaks || c.broken && !p.fits(flat)
		if c.doc.mark != nil {
			c.doc.mark.broken = c.broken
		}
		p.pushAll(c)
	case attemptsDoc:
		p.attempt(c)
	case choiceDoc:
		p.push(c, c.chosen())
	case lineDoc, softLineDoc, hardLineDoc:
		p.line(c)
	}
}

// attempt writes the first way that fits.
func (p *printer) attempt(c command) {
	last := len(c.doc.parts) - 1
	for _, way := range c.doc.parts[:last] {
		flat := command{way, c.indent, false}
		if !c.broken || p.fits(flat) {
			p.commands = append(p.commands, flat)
			return
		}
	}
	p.push(c, c.doc.parts[last])
}

func (p *printer) write(s string) {
	if s == "" {
		return
	}
	// Spaces at the end of a text stand at the end of a line if a line breaks there, and prettier leaves none.
	trimmed := strings.TrimRight(s, " ")
	p.out.WriteString(p.pending)
	p.out.WriteString(trimmed)
	p.pending = s[len(trimmed):]
	p.position += columns(s)
}

func (p *printer) line(c command) {
	switch {
	case c.broken || c.doc.kind == hardLineDoc:
		p.out.WriteByte('\n')
		p.pending = strings.Repeat(" ", c.indent)
		p.position = c.indent
	case c.doc.kind == lineDoc:
		p.write(" ")
	}
}

// fits says whether a document fits on what is left of the line, with what follows it up to where a line may break.
func (p *printer) fits(next command) bool {
	left, rest := lineWidth-p.position, len(p.commands)
	commands := []command{next}
	space := 0 // white space counts only where something follows it
	for left >= 0 {
		if len(commands) == 0 {
			if rest == 0 {
				return true
			}
			rest--
			commands = append(commands, p.commands[rest])
			continue
		}
		c := commands[len(commands)-1]
		commands = commands[:len(commands)-1]
		switch c.doc.kind {
		case textDoc:
			if c.doc.text != "" {
				left -= columns(c.doc.text) + space
				space = 0
			}
		case attemptsDoc:
			way := 0
			if c.broken {
				way = len(c.doc.parts) - 1
			}
			commands = append(commands, command{c.doc.parts[way], 0, c.broken})
		case choiceDoc:
			commands = append(commands, command{c.chosen(), 0, c.broken})
		case lineDoc, softLineDoc, hardLineDoc:
			if c.broken || c.doc.kind == hardLineDoc {
				return true
			}
			if c.doc.kind == lineDoc {
				space = 1
			}
		default:
			isBroken := c.broken || c.doc.kind == groupDoc && c.doc.breaks
			for i := len(c.doc.parts) - 1; i >= 0; i-- {
				commands = append(commands, command{c.doc.parts[i], 0, isBroken})
			}
		}
	}
	return false
}
