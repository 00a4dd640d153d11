package wire

import (
	"bytes"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// IDScanner finds the id among the members of an object whose text comes in pieces, wherever it stands among them, in
// little memory however long the text is. Of text that is no JSON it makes what it can.
type IDScanner struct {
	depth    int // of the arrays and objects that are open
	inString bool
	escaped  bool // the next character of the string stands for itself
	alien    bool // the text is no object

	name, text []byte // of the object's member at work: its name once it is known, and what stands there unnested
	ids        [][]byte
	method     bool
}

// mostScanned bounds what is kept of a name or id; ids of ours are shorter.
const mostScanned = 8 << 10

// Scan reads a piece of the text.
func (s *IDScanner) Scan(piece []byte) {
	for len(piece) > 0 && !s.alien {
		if s.depth > 1 && !s.inString || s.depth != 1 && s.inString {
			// Nothing in here is kept: hurry to what changes that.
			stops := "\"{}[]"
			if s.inString {
				stops = "\"\\"
			}
			if !s.escaped {
				at := bytes.IndexAny(piece, stops)
				if at < 0 {
					return
				}
				piece = piece[at:]
			}
		}
		s.take(piece[0])
		piece = piece[1:]
	}
}

// take reads one character.
func (s *IDScanner) take(c byte) {
	if s.inString {
		s.keep(c)
		switch {
		case s.escaped:
			s.escaped = false
		case c == '\\':
			s.escaped = true
		case c == '"':
			s.inString = false
		}
		return
	}
	switch c {
	case ' ', '\t', '\r', '\n':
		return
	case '{', '[':
		s.alien = s.depth == 0 && c == '['
		s.depth++
		return
	case '}', ']':
		s.endMember()
		s.depth--
		return
	}
	s.alien = s.depth == 0
	switch {
	case c == '"':
		s.inString = true
		s.keep(c)
	case c == ':' && s.depth == 1:
		s.name = append(s.name[:0], s.text...)
		s.text = s.text[:0]
	case c == ',':
		s.endMember()
	default:
		s.keep(c)
	}
}

// keep keeps what the object's own members consist of.
func (s *IDScanner) keep(c byte) {
	if s.depth == 1 && len(s.text) <= mostScanned {
		s.text = append(s.text, c)
	}
}

func (s *IDScanner) endMember() {
	if s.depth != 1 {
		return
	}
	if name, _, code, _ := canon.ScanString(string(s.name)+" ", 0); len(s.name) > 0 && code == "" {
		switch {
		case name == "id" && len(s.ids) < 2:
			s.ids = append(s.ids, bytes.Clone(s.text))
		case name == "method":
			s.method = true
		}
	}
	s.name, s.text = s.name[:0], s.text[:0]
}

// Found gives the canonical id, empty where there is no good one, or more than one; and whether there is a method, as
// requests have it.
func (s *IDScanner) Found() (id string, method bool) {
	if len(s.ids) != 1 {
		return "", s.method
	}
	if _, err := canon.Parse(s.ids[0], canon.Options{}); err != nil {
		return "", s.method
	}
	id, _ = Identifier(string(s.ids[0]))
	return id, s.method
}
