package typespec

import (
	"fmt"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// The codes of a Fault. Faults of the JSON text itself bear the codes of canon.
const (
	CodeShape         = "shape"          // a member is missing, unknown or of another JSON type
	CodeDataVersion   = "data-version"   // data is no version, or one of another major
	CodeIdentity      = "identity"       // an identity that does not end in the declaration's name
	CodeName          = "name"           // a name that is no identifier
	CodeDuplicateName = "duplicate-name" // a name twice in one scope
	CodeUnknownTerm   = "unknown-term"   // a term of no known form
	CodeUnresolved    = "unresolved"     // a reference to no declaration
	CodeArity         = "arity"          // too many or too few type arguments
	CodeOwner         = "owner"          // a type parameter of another owner
	CodeIndex         = "index"          // a type parameter beyond its owner's
	CodeDisconnected  = "disconnected"   // a declaration that nothing reaches
	CodeConflicting   = "conflicting"    // two declarations or types that cannot be told apart
	CodeIrregular     = "irregular"      // a type parameter grows around a cycle
	CodeInfinite      = "infinite"       // no finite value exists
	CodeCrossing      = "crossing"       // a type that may not cross the boundary here
	CodeLimit         = "limit"          // over a limit on KEYs or instances
	CodeFingerprint   = "fingerprint"    // a listed fingerprint that the terms do not yield
	CodeSignature     = "signature"      // a listed signature that the terms do not yield
)

// Fault is one breach of a rule, at one place of the input.
type Fault struct {
	// Code names the kind of breach: one of the constants above, or one of canon's.
	Code string
	// At is the JSON Pointer of the place.
	At string
	// File is the name that the input was read under; empty in a view's, which is no file.
	File string
	// Line and Column count from 1; columns are code points. They are 0 where there is no file.
	Line, Column int
	// Message says what is wrong and what to do.
	Message string

	offset int
}

// String writes the fault on one line: file:line:col: code: message (at), without the position where there is no file.
// Characters that would break the line, or hide in it, are escaped.
func (f Fault) String() string {
	at := f.At
	if at == "" {
		at = "the root"
	}
	text := fmt.Sprintf("%s: %s (%s)", f.Code, oneLine(f.Message), oneLine(at))
	if f.File == "" && f.Line == 0 {
		return text
	}
	return fmt.Sprintf("%s:%d:%d: %s", oneLine(f.File), f.Line, f.Column, text)
}

// Faults are all the faults of one input, by position, then code, then pointer. It is an error when it is not empty.
type Faults []Fault

// Error writes each fault on a line of its own.
func (fs Faults) Error() string {
	lines := make([]string, len(fs))
	for i, f := range fs {
		lines[i] = f.String()
	}
	return strings.Join(lines, "\n")
}

// sink collects faults while one input is read and checked.
type sink struct {
	file   string
	text   []byte
	faults Faults
	// pointers counts the bytes of their pointers.
	pointers int
	// dropped counts faults that were left out because there were too many before them; last is the offset of the last
	// one kept when that was found.
	dropped, last int
}

// mostFaults bounds the faults that are reported of one input: nobody mends more at once, and each takes many times the
// bytes of a small fault in the text.
const mostFaults = 100_000

// add notes a fault at a byte offset of the input.
func (s *sink) add(offset int, at, code, format string, args ...any) {
	if s.dropped > 0 && offset > s.last {
		s.dropped++
		return
	}
	if len(s.faults) == 2*mostFaults {
		s.shorten()
	}
	s.faults = append(s.faults, Fault{
		Code: code, At: at, File: s.file, Message: fmt.Sprintf(format, args...), offset: offset,
	})
}

// err gives the faults in order, each with its line and column; nil where there is none.
func (s *sink) err() error {
	if len(s.faults) == 0 {
		return nil
	}
	s.shorten()
	if s.dropped > 0 {
		s.faults = append(s.faults, Fault{Code: CodeLimit, File: s.file, offset: max(len(s.text), s.last),
			Message: fmt.Sprintf("%d more faults stand behind these %d: correct these first", s.dropped, mostFaults)})
	}
	fs := s.faults
	// Each position is counted from the one before it, so that many faults cost one pass over the text.
	from, line, column := 0, 1, 1
	for i := range fs {
		to := min(max(fs[i].offset, from), len(s.text))
		down, right := canon.Line(s.text[from:to], to-from)
		if down > 1 {
			column = 1
		}
		from, line, column = to, line+down-1, column+right-1
		fs[i].Line, fs[i].Column = line, column
	}
	return fs
}

// shorten sorts the faults and keeps the first mostFaults of them.
func (s *sink) shorten() {
	fs := s.faults
	sort.SliceStable(fs, func(i, j int) bool {
		a, b := &fs[i], &fs[j]
		switch {
		case a.offset != b.offset:
			return a.offset < b.offset
		case a.Code != b.Code:
			return a.Code < b.Code
		case a.At != b.At:
			return a.At < b.At
		}
		return a.Message < b.Message
	})
	if extra := len(fs) - mostFaults; extra > 0 {
		clear(fs[mostFaults:])
		s.faults, s.dropped, s.last = fs[:mostFaults], s.dropped+extra, fs[mostFaults-1].offset
	}
}

// mostPointers bounds the bytes of all the pointers of one input's faults, so that many faults under a long name cost no
// more memory than a long input.
const mostPointers = 64 << 20

// pointer writes a place as a JSON Pointer, its long names cut short once the faults have many bytes of them.
func (s *sink) pointer(p *place) string {
	if s.pointers > mostPointers {
		return p.shortened().pointer()
	}
	pointer := p.pointer()
	s.pointers += len(pointer)
	return pointer
}

// quoted is text from the input as part of a message: in quotes, on one line, never long.
func quoted(text string) string {
	if short := shortened(text); short != text {
		return strconv.Quote(short) + "…"
	}
	return strconv.Quote(text)
}

// quotedPointer is a JSON Pointer as part of a message: whole where people can read it, since its end says most.
func quotedPointer(pointer string) string {
	const most = 1000
	if len(pointer) > most {
		return quoted(pointer)
	}
	return strconv.Quote(pointer)
}

// shortened gives the first characters of a text, all of them where they are few. It does not look at the others.
func shortened(text string) string {
	const most = 80
	n := 0
	for i := range text {
		if n == most {
			return text[:i]
		}
		n++
	}
	return text
}

// oneLine escapes what would break a line or hide in it, and leaves out the middle of what is very long.
func oneLine(text string) string {
	const most = 2000
	if len(text) > most {
		head, tail := text[:most/2], text[len(text)-most/2:]
		text = strings.ToValidUTF8(head, "") + "…" + strings.ToValidUTF8(tail, "")
	}
	clean := true
	for _, r := range text {
		clean = clean && unicode.IsPrint(r)
	}
	if clean {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if unicode.IsPrint(r) {
			b.WriteRune(r)
		} else {
			escaped := strconv.QuoteRune(r)
			b.WriteString(escaped[1 : len(escaped)-1])
		}
	}
	return b.String()
}
