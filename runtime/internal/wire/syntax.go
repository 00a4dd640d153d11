package wire

import (
	"strings"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// A SyntaxFault is where and how a text breaks JSON's syntax.
type SyntaxFault struct {
	Offset  int
	Message string
}

// SkipSyntax gives the end of the JSON value that begins at. It judges syntax alone: that strings and names are apart
// from each other, surrogates paired and depths small is for whoever reads the value. It does not recurse, and takes a
// bit of memory for each array or object that is open.
func SkipSyntax(text string, at int) (end int, fault *SyntaxFault) {
	var open bitStack // of the arrays and objects around: set for an object
	for {
		// A value begins here.
		if at >= len(text) {
			return at, &SyntaxFault{at, "the text ends where a value should stand"}
		}
		switch c := text[at]; {
		case c == '"':
			if at, fault = skipString(text, at); fault != nil {
				return at, fault
			}
		case c == '{':
			at = SkipSpace(text, at+1)
			if at < len(text) && text[at] == '}' {
				at++
				break
			}
			open.push(true)
			if at, fault = SkipName(text, at); fault != nil {
				return at, fault
			}
			continue
		case c == '[':
			at = SkipSpace(text, at+1)
			if at < len(text) && text[at] == ']' {
				at++
				break
			}
			open.push(false)
			continue
		default:
			if at, fault = skipScalar(text, at); fault != nil {
				return at, fault
			}
		}
		// A value ended here.
		for {
			if open.depth == 0 {
				return at, nil
			}
			at = SkipSpace(text, at)
			object := open.top()
			if at < len(text) && text[at] == ',' {
				at = SkipSpace(text, at+1)
				if object {
					if at, fault = SkipName(text, at); fault != nil {
						return at, fault
					}
				}
				break
			}
			closing := byte(']')
			if object {
				closing = '}'
			}
			if at >= len(text) || text[at] != closing {
				return at, &SyntaxFault{at, "a comma or the closing bracket is missing"}
			}
			at++
			open.depth--
		}
	}
}

// SkipName gives the place of the value behind the member's name, and its colon, that begins here.
func SkipName(text string, at int) (int, *SyntaxFault) {
	if at >= len(text) || text[at] != '"' {
		return at, &SyntaxFault{at, "a member's name is missing"}
	}
	at, fault := skipString(text, at)
	if fault != nil {
		return at, fault
	}
	at = SkipSpace(text, at)
	if at >= len(text) || text[at] != ':' {
		return at, &SyntaxFault{at, "a colon is missing"}
	}
	return SkipSpace(text, at+1), nil
}

// EachMember goes through the object that begins at, by its syntax alone, and gives the place behind it. member takes each
// member: its name, or where that does not read, why; and the place of its value.
func EachMember(text string, at int, member func(name, nameFault string, from, to int)) (end int, fault *SyntaxFault) {
	at = SkipSpace(text, at+1)
	if at < len(text) && text[at] == '}' {
		return at + 1, nil
	}
	for {
		value, fault := SkipName(text, at)
		if fault != nil {
			return at, fault
		}
		name, _, code, message := canon.ScanString(text, at)
		if code == "" {
			message = ""
		}
		if end, fault = SkipSyntax(text, value); fault != nil {
			return end, fault
		}
		member(name, message, value, end)
		at = SkipSpace(text, end)
		switch {
		case at < len(text) && text[at] == ',':
			at = SkipSpace(text, at+1)
		case at < len(text) && text[at] == '}':
			return at + 1, nil
		default:
			return at, &SyntaxFault{at, "a comma or the closing brace is missing"}
		}
	}
}

func SkipSpace(text string, at int) int {
	for at < len(text) && text[at] <= ' ' && (text[at] == ' ' || text[at] == '\t' || text[at] == '\n' || text[at] == '\r') {
		at++
	}
	return at
}

func skipString(text string, at int) (int, *SyntaxFault) {
	for at++; at < len(text); at++ {
		switch c := text[at]; {
		case c == '"':
			return at + 1, nil
		case c < ' ':
			return at, &SyntaxFault{at, "a control character stands in a string"}
		case c == '\\':
			size := escapeSize(text[at:])
			if size == 0 {
				return at, &SyntaxFault{at, "an escape that JSON does not have"}
			}
			at += size - 1
		}
	}
	return at, &SyntaxFault{at, "the text ends in a string"}
}

// escapeSize gives the length of the escape that a text begins with, 0 where it is none.
func escapeSize(text string) int {
	if len(text) < 2 {
		return 0
	}
	if text[1] != 'u' {
		if strings.IndexByte(`"\/bfnrt`, text[1]) < 0 {
			return 0
		}
		return 2
	}
	if len(text) < 6 {
		return 0
	}
	for i := 2; i < 6; i++ {
		if c := text[i] | 0x20; (c < '0' || c > '9' || text[i] < '0') && (c < 'a' || c > 'f') {
			return 0
		}
	}
	return 6
}

func skipScalar(text string, at int) (int, *SyntaxFault) {
	for _, word := range [...]string{"null", "true", "false"} {
		if strings.HasPrefix(text[at:], word) {
			return at + len(word), nil
		}
	}
	end, ok := canon.ScanNumber(text, at)
	if !ok {
		return at, &SyntaxFault{end, "no value begins here"}
	}
	return end, nil
}

// bitStack is a stack of bits: as deep as a text may nest, at little cost.
type bitStack struct {
	depth int
	first uint64
	more  []uint64
}

func (s *bitStack) push(bit bool) {
	word := s.word(s.depth)
	if bit {
		*word |= 1 << (s.depth & 63)
	} else {
		*word &^= 1 << (s.depth & 63)
	}
	s.depth++
}

func (s *bitStack) top() bool {
	at := s.depth - 1
	return *s.word(at)>>(at&63)&1 != 0
}

func (s *bitStack) word(at int) *uint64 {
	if at < 64 {
		return &s.first
	}
	at = at/64 - 1
	if at == len(s.more) {
		s.more = append(s.more, 0)
	}
	return &s.more[at]
}
