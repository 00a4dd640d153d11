package rust

import (
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"
)

// The widths of rustfmt's default configuration.
const (
	lineWidth = 100
	tab       = 4
	// callWidth is the width of the arguments of a call, or of the parts of a tuple variant, on one line.
	callWidth = 60
)

// rustType is a Rust type: a name with its arguments, a tuple, or a function.
type rustType struct {
	name    string
	isTuple bool // the arguments stand in parentheses
	args    []rustType
	result  *rustType
	after   string // what follows: " + Send"
}

// called gives the type with something before its name.
func (t rustType) called(before string) rustType {
	t.name = before + t.name
	return t
}

// isFunction says whether it is the type of functions.
func (t rustType) isFunction() bool { return strings.HasPrefix(t.name, "fn") }

func (t rustType) ptr() *rustType { return &t }

func (t rustType) brackets() (open, closing string) {
	if t.isTuple {
		return t.name + "(", ")"
	}
	return t.name + "<", ">"
}

// flat writes the type on one line.
func (t rustType) flat() string {
	var b strings.Builder
	t.write(&b)
	return b.String()
}

func (t rustType) write(b *strings.Builder) {
	open, closing := t.brackets()
	switch {
	case len(t.args) == 0 && !t.isTuple:
		b.WriteString(t.name)
	default:
		b.WriteString(open)
		for i, arg := range t.args {
			if i > 0 {
				b.WriteString(", ")
			}
			arg.write(b)
		}
		b.WriteString(closing)
	}
	if t.result != nil {
		b.WriteString(" -> ")
		t.result.write(b)
	}
	b.WriteString(t.after)
}

// isLong says that the type cannot stand on one line: tuples in it hold their parts to a width of their own.
func (t rustType) isLong() bool {
	if t.isTuple && !t.isFunction() && width(t.flat())-width(t.name)-len("()") > callWidth {
		return true
	}
	for _, arg := range t.args {
		if arg.isLong() {
			return true
		}
	}
	return t.result != nil && t.result.isLong()
}

// lines writes the type as rustfmt does from a column on, with so many columns behind it: on one line, or else an
// argument a line. The lines after the first are indented.
func (t rustType) lines(indent, column, behind int) []string {
	if flat := t.flat(); len(t.args) == 0 || !t.isLong() && column+width(flat)+behind <= lineWidth {
		return []string{flat}
	}
	open, closing := t.brackets()
	if !t.isTuple && len(t.args) == 1 && t.args[0].isTuple && !t.args[0].isFunction() {
		inner := t.args[0].vertical(indent) // a tuple alone in brackets opens with them
		inner[0] = open + inner[0]
		inner[len(inner)-1] += closing
		return inner
	}
	return t.vertical(indent)
}

// vertical writes an argument a line.
func (t rustType) vertical(indent int) []string {
	open, closing := t.brackets()
	lines := []string{open}
	for _, arg := range t.args {
		lines = append(lines, arg.indented(indent+1, ",")...)
	}
	lines = append(lines, strings.Repeat(" ", indent*tab)+closing)
	if t.result != nil {
		lines[len(lines)-1] += " -> " + t.result.flat()
	}
	lines[len(lines)-1] += t.after
	return lines
}

// indented writes the type on lines of its own, with something behind it.
func (t rustType) indented(indent int, behind string) []string {
	lines := t.lines(indent, indent*tab, width(behind))
	lines[0] = strings.Repeat(" ", indent*tab) + lines[0]
	lines[len(lines)-1] += behind
	return lines
}

// widths measures characters as the formatter does, which takes those of ambiguous width to be narrow.
var widths = &runewidth.Condition{StrictEmojiNeutral: true}

// width is how many columns a text takes.
func width(text string) int {
	columns := 0
	for _, r := range text {
		columns += widths.RuneWidth(r)
	}
	return columns
}

// printer collects lines at an indentation.
type printer struct {
	strings.Builder
	indent int
}

// line writes one line.
func (p *printer) line(parts ...string) {
	text := strings.Join(parts, "")
	if text != "" {
		p.WriteString(strings.Repeat(" ", p.indent*tab))
		p.WriteString(text)
	}
	p.WriteByte('\n')
}

// raw writes lines whose indentation after the first they bring themselves.
func (p *printer) raw(lines []string) {
	p.line(lines[0])
	for _, line := range lines[1:] {
		p.WriteString(line)
		p.WriteByte('\n')
	}
}

// within writes lines one step further in.
func (p *printer) within(body func()) {
	p.indent++
	body()
	p.indent--
}

// block writes a head with braces around a body.
func (p *printer) block(head string, body func()) { p.blockThen(head, body, "") }

// blockThen writes something behind the block.
func (p *printer) blockThen(head string, body func(), after string) {
	p.line(head, " {")
	p.within(body)
	p.line("}", after)
}

// blank writes an empty line between things.
func (p *printer) blank() { p.WriteByte('\n') }

// room is how many columns are left on a line.
func (p *printer) room() int { return lineWidth - p.indent*tab }

func (p *printer) fits(text string) bool { return width(text) <= p.room() }

// call writes a call of one line, or with an argument a line.
func (p *printer) call(before string, args []string, after string) {
	joined := strings.Join(args, ", ")
	if (len(args) == 1 || width(joined) <= callWidth) && p.fits(before+"("+joined+")"+after) {
		p.line(before, "(", joined, ")", after)
		return
	}
	p.line(before, "(")
	p.items(args)
	p.line(")", after)
}

// assign writes a call whose value a name gets: behind the name, on the next line, or with an argument a line.
func (p *printer) assign(before, function string, args []string) {
	joined := strings.Join(args, ", ")
	called := function + "(" + joined + ");"
	if isNarrow := len(args) == 1 || width(joined) <= callWidth; isNarrow && !p.fits(before+" "+called) && width(called)+tab <= p.room() {
		p.line(before)
		p.within(func() { p.line(called) })
		return
	}
	p.call(before+" "+function, args, ";")
}

// shortItem is the width of items of which several stand on a line where not all do.
const shortItem = 10

// list writes items between brackets: on one line, short ones on as few lines as hold them, others one on each.
func (p *printer) list(before string, items []string, after string) {
	joined := strings.Join(items, ", ")
	isShort := true
	for _, item := range items {
		isShort = isShort && width(item) <= shortItem
	}
	switch {
	case (len(items) == 1 || width(joined) <= callWidth) && p.fits(before+joined+after):
		p.line(before, joined, after)
		return
	case isShort:
		p.line(before)
		p.within(func() { p.fill(items) })
	default:
		p.line(before)
		p.items(items)
	}
	p.line(after)
}

// fill writes as many items on a line as it holds.
func (p *printer) fill(items []string) {
	line := items[0] + ","
	for _, item := range items[1:] {
		if !p.fits(line + " " + item + ", ") { // rustfmt keeps room for the next space
			p.line(line)
			line = item + ","
			continue
		}
		line += " " + item + ","
	}
	p.line(line)
}

// items writes an item a line, one step further in.
func (p *printer) items(items []string) {
	p.within(func() {
		for _, item := range items {
			p.line(item, ",")
		}
	})
}

// link is one call of a chain of methods.
type link struct {
	method string
	args   []string
}

func (l link) flat() string { return "." + l.method + "(" + strings.Join(l.args, ", ") + ")" }

// chain writes calls of methods one on another, and what ends them: on one line, or a call on each.
func (p *printer) chain(receiver string, links []link, after string) {
	flat := receiver
	isNarrow := true
	for _, l := range links {
		flat += l.flat()
		isNarrow = isNarrow && (len(l.args) == 1 || width(strings.Join(l.args, ", ")) <= callWidth)
	}
	if flat += after; isNarrow && width(flat) <= callWidth && p.fits(flat) {
		p.line(flat)
		return
	}
	p.line(receiver)
	p.within(func() {
		for _, l := range links {
			p.call("."+l.method, l.args, "")
		}
		p.line(after)
	})
}

// field writes "name: Type," of a struct: behind the name, or on the next line where that takes fewer.
func (p *printer) field(name string, of rustType) {
	before := name + ": "
	same := of.lines(p.indent, p.indent*tab+width(before), len(","))
	next := of.indented(p.indent+1, ",")
	isBetter := len(next) == 1 || len(same) > len(next)+1
	if (len(same) > 1 || !p.fits(before+same[0]+",")) && isBetter && width(next[0]) <= lineWidth {
		p.line(name, ":")
		p.WriteString(strings.Join(next, "\n") + "\n")
		return
	}
	same[0] = before + same[0]
	same[len(same)-1] += ","
	p.raw(same)
}

// parameter is one parameter of a function; its type is empty for self.
type parameter struct {
	name string
	of   rustType
}

func (q parameter) flat() string {
	if q.of.name == "" && !q.of.isTuple {
		return q.name
	}
	return q.name + ": " + q.of.flat()
}

// function writes the head of a function, its type parameters with their bounds, and what ends it, ";" or " {": on one
// line, or with a parameter a line.
func (p *printer) function(before string, bounds []string, parameters []parameter, result rustType, after string) {
	flats := make([]string, len(parameters))
	isLong := result.isLong()
	for i, q := range parameters {
		flats[i] = q.flat()
		isLong = isLong || q.of.isLong()
	}
	head := before + generic("", bounds) + "(" + strings.Join(flats, ", ") + ") -> " + result.flat() + after
	if !isLong && p.indent*tab+len(head) <= lineWidth { // rustfmt counts the bytes of names here
		p.line(head)
		return
	}
	if p.isContested(result) || slices.ContainsFunc(parameters, func(q parameter) bool { return p.isTooDeep(q.of) }) {
		p.line("#[rustfmt::skip]")
	}
	if p.fits(before + generic("", bounds) + "()") {
		before += generic("", bounds)
	} else {
		p.line(before, "<")
		p.items(bounds)
		before = ">"
	}
	p.line(before, "(")
	p.within(func() {
		for i, q := range parameters {
			before := q.name + ": "
			lines := []string{flats[i]}
			if len(q.of.args) > 0 {
				lines = q.of.lines(p.indent, p.indent*tab+width(before), len(","))
				lines[0] = before + lines[0]
			}
			lines[len(lines)-1] += ","
			p.raw(lines)
		}
	})
	p.result(result, after)
}

// measured gives the columns that a result takes to where rustfmt measures it: the bounds behind it are not looked at.
func (p *printer) measured(result rustType) int {
	return p.indent*tab + width(") -> "+result.flat()) - width(result.after)
}

// isContested says that the styles of rustfmt do not agree on a result: one of them would have its bounds on a line of
// their own.
func (p *printer) isContested(result rustType) bool {
	over := p.measured(result) - lineWidth
	return result.after != "" && !result.isLong() && over >= 1 && over <= 3 || p.isTooDeep(result)
}

// isTooDeep says that a type nests so deep that its lines are too long even with an argument a line: rustfmt gives up.
func (p *printer) isTooDeep(t rustType) bool {
	return slices.ContainsFunc(t.lines(p.indent, 0, 0), func(line string) bool { return width(line) > lineWidth })
}

// result writes what a function gives, behind its parameters.
func (p *printer) result(result rustType, after string) {
	columns := p.measured(result)
	isBlock := after == " {"
	switch {
	case result.isLong(), !isBlock && columns > lineWidth, isBlock && columns > lineWidth+len(after):
		lines := result.vertical(p.indent)
		lines[0] = ") -> " + lines[0]
		lines[len(lines)-1] += after
		p.raw(lines)
	case isBlock && columns+len(after) > lineWidth-p.indent*tab: // rustfmt counts the indentation twice here
		p.line(") -> ", result.flat())
		p.line("{")
	default:
		p.line(") -> ", result.flat(), after)
	}
}

// variant writes a tuple variant, or a tuple struct, up to what follows it.
func (p *printer) variant(before string, parts []rustType, after string) {
	flats := make([]string, len(parts))
	isLong := false
	for i, part := range parts {
		flats[i] = part.flat()
		isLong = isLong || part.isLong()
	}
	joined := strings.Join(flats, ", ")
	if isNarrow := len(parts) == 1 || width(joined) <= callWidth; isNarrow && !isLong && p.fits(before+"("+joined+")"+after) {
		p.line(before, "(", joined, ")", after)
		return
	}
	p.line(before, "(")
	for _, part := range parts {
		p.WriteString(strings.Join(part.indented(p.indent+1, ","), "\n") + "\n")
	}
	p.line(")", after)
}
