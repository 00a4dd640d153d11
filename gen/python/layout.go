package python

import (
	"strings"

	"github.com/mattn/go-runewidth"
)

// lineWidth is the width to which ruff's formatter fills lines unless it is told otherwise.
const lineWidth = 88

const indentWidth = 4

// expr is an expression of the few shapes that generated code has.
type expr struct {
	// text is the whole of an atom; of a bracketed expression, what stands before the bracket.
	text string
	// open and close are the brackets; empty for an atom or a union.
	open, close string
	items       []expr
	// exploded displays (list, dict) break to an item a line at once; calls and subscripts first try all on one line.
	exploded bool
	// union joins the items with "|".
	union bool
}

func atom(text string) expr { return expr{text: text} }

func call(function string, args ...expr) expr {
	return expr{text: function, open: "(", close: ")", items: args}
}

func subscript(base string, args ...expr) expr {
	return expr{text: base, open: "[", close: "]", items: args}
}

func display(open string, items []expr, close string) expr {
	return expr{open: open, close: close, items: items, exploded: true}
}

// pair is a dict's entry.
func pair(key string, value expr) expr {
	value.text = key + ": " + value.text
	return value
}

func keyword(name string, value expr) expr {
	value.text = name + "=" + value.text
	return value
}

// union joins alternatives with "|"; one alone stands for itself.
func union(items []expr) expr {
	if len(items) == 1 {
		return items[0]
	}
	return expr{union: true, items: items}
}

func (e expr) isAtom() bool { return !e.union && e.open == "" }

// flat writes the expression on one line.
func (e expr) flat() string {
	var b strings.Builder
	e.writeFlat(&b)
	return b.String()
}

func (e expr) writeFlat(b *strings.Builder) {
	separator := ", "
	if e.union {
		separator = " | "
	}
	b.WriteString(e.text)
	b.WriteString(e.open)
	for i, item := range e.items {
		if i > 0 {
			b.WriteString(separator)
		}
		item.writeFlat(b)
	}
	b.WriteString(e.close)
}

// widths measures characters, whatever the locale of the machine.
var widths = &runewidth.Condition{}

// width is how many columns a text takes.
func width(text string) int {
	columns := 0
	for _, r := range text {
		columns += widths.RuneWidth(r)
	}
	return columns
}

// printer writes lines as ruff would leave them.
type printer struct {
	out    strings.Builder
	indent int
	// gap is how many empty lines are to stand before the next line.
	gap int
}

// line writes one line; an empty one has no indentation.
func (p *printer) line(parts ...string) {
	text := strings.Join(parts, "")
	p.open()
	if text != "" {
		p.out.WriteString(strings.Repeat(" ", p.indent*indentWidth))
		p.out.WriteString(text)
	}
	p.out.WriteByte('\n')
}

// blank asks for at least so many empty lines before the next line, none at the head of the text.
func (p *printer) blank(n int) { p.gap = max(p.gap, n) }

// open writes the empty lines that were asked for.
func (p *printer) open() {
	if p.out.Len() > 0 {
		p.out.WriteString(strings.Repeat("\n", p.gap))
	}
	p.gap = 0
}

// lines writes lines that were laid out elsewhere.
func (p *printer) lines(text string) {
	p.open()
	p.out.WriteString(text)
}

// text is all that was written.
func (p *printer) text() string { return p.out.String() }

// within writes a block one level deeper.
func (p *printer) within(block func()) {
	p.indent++
	block()
	p.indent--
}

// fits says whether a text fits on a line at the current indentation.
func (p *printer) fits(text string) bool { return p.indent*indentWidth+width(text) <= lineWidth }

// expression writes an expression between what stands before it on its first line and after it on its last.
func (p *printer) expression(before string, e expr, after string) {
	if flat := before + e.flat() + after; e.isAtom() || p.fits(flat) {
		p.line(flat)
		return
	}
	if e.union {
		p.parenthesised(before, e, after)
		return
	}
	p.line(before, e.text, e.open)
	p.within(func() { p.contents(e) })
	p.line(e.close, after)
}

// contents writes what stands between an expression's brackets, on lines of their own.
func (p *printer) contents(e expr) {
	if !e.exploded && len(e.items) > 0 {
		inner := e
		inner.text, inner.open, inner.close = "", "", ""
		if flat := inner.flat(); p.fits(flat) {
			p.line(flat)
			return
		}
	}
	after := ","
	if len(e.items) == 1 && e.open == "[" && !e.exploded {
		after = "" // a comma would make a tuple of it
	}
	for _, item := range e.items {
		p.expression("", item, after)
	}
}

// parenthesised writes an expression in parentheses of its own, a union's alternatives a line each unless all fit on one.
func (p *printer) parenthesised(before string, e expr, after string) {
	p.line(before, "(")
	p.within(func() { p.alternatives(e) })
	p.line(")", after)
}

func (p *printer) alternatives(e expr) {
	if flat := e.flat(); !e.union || p.fits(flat) {
		p.expression("", e, "")
		return
	}
	for i, item := range e.items {
		operator := "| "
		if i == 0 {
			operator = ""
		}
		p.expression(operator, item, "")
	}
}

// assign writes "target = value" where the value may have to move to a line of its own, in parentheses.
func (p *printer) assign(target string, value expr) {
	before := target + " = "
	switch {
	case p.fits(before + value.flat()):
		p.line(before, value.flat())
	case value.isAtom() || !value.union && !p.fits(before+value.text+value.open):
		p.moved(before, value)
	default:
		p.expression(before, value, "")
	}
}

// moved puts a value on the line below in parentheses, if that is enough for it to fit.
func (p *printer) moved(before string, value expr) {
	p.indent++
	fits := p.fits(value.flat()) || !value.isAtom() && p.fits(value.text+value.open)
	p.indent--
	if !fits {
		p.expression(before, value, "")
		return
	}
	p.parenthesised(before, value, "")
}

// annotated writes "name: annotation = value".
func (p *printer) annotated(name string, annotation, value expr) {
	before := name + ": " + annotation.flat() + " = "
	if p.fits(before+value.flat()) || p.fits(before+value.text+value.open) {
		p.expression(before, value, "")
		return
	}
	p.line(name, ": ", annotation.text, annotation.open)
	p.within(func() { p.contents(annotation) })
	p.expression(annotation.close+" = ", value, "")
}

// parameter is one parameter of a function: its name, and its annotation where it has one.
type parameter struct {
	text       string
	annotation *expr
}

func (q parameter) flat() string {
	if q.annotation == nil {
		return q.text
	}
	return q.text + ": " + q.annotation.flat()
}

// function writes the head of a function, up to its colon (and "after" behind it).
func (p *printer) function(before string, parameters []parameter, result expr, after string) {
	flats := make([]string, len(parameters))
	for i, q := range parameters {
		flats[i] = q.flat()
	}
	body := strings.Join(flats, ", ")
	if head := before + "(" + body + ") -> " + result.flat() + ":" + after; p.fits(head) {
		p.line(head)
		return
	}
	if len(parameters) == 0 {
		p.result(before+"() -> ", result, after)
		return
	}
	p.line(before, "(")
	p.within(func() {
		if len(parameters) > 1 && p.fits(body) {
			p.line(body)
			return
		}
		for _, q := range parameters {
			p.parameter(q)
		}
	})
	p.result(") -> ", result, after)
}

func (p *printer) parameter(q parameter) {
	if q.annotation == nil {
		p.line(q.text, ",")
		return
	}
	p.expression(q.text+": ", *q.annotation, ",")
}

// result writes a function's result behind its parameters.
func (p *printer) result(before string, result expr, after string) {
	if result.isAtom() && before[0] != ')' && !p.fits(before+result.text+":") {
		p.parenthesised(before, result, ":"+after)
		return
	}
	p.expression(before, result, ":"+after)
}

// condition writes the head of an if statement that compares two operands.
func (p *printer) condition(left, operator, right string) {
	if flat := "if " + left + " " + operator + " " + right + ":"; p.fits(flat) {
		p.line(flat)
		return
	}
	p.line("if (")
	p.within(func() {
		p.line(left)
		p.line(operator, " ", right)
	})
	p.line("):")
}

// format writes an f-string, in pieces that the compiler joins where it does not fit on a line.
func (p *printer) format(before string, pieces []string, quote string) {
	joined := formatted(strings.Join(pieces, ""), quote)
	if len(pieces) == 1 || p.fits(before+joined) {
		p.line(before, joined)
		return
	}
	p.line(before, "(")
	p.within(func() {
		if strings.HasSuffix(before, " = ") && p.fits(joined) {
			p.line(joined)
			return
		}
		for _, piece := range pieces {
			p.line(formatted(piece, quote))
		}
	})
	p.line(")")
}

// formatted is an f-string literal; it has double quotes unless it holds some.
func formatted(text, quote string) string {
	if !strings.Contains(text, `"`) {
		quote = `"`
	}
	return "f" + quote + text + quote
}
