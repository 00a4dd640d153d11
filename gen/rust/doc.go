package rust

import (
	"regexp"
	"strings"
)

// docLines gives the lines of a doc, in Markdown that shows its text and does nothing else: no code that rustdoc would
// run, no link, no HTML. There are no blank lines at either end; none at all for a doc without text.
func docLines(doc *string) []string {
	if doc == nil {
		return nil
	}
	lines := strings.Split(*doc, "\n")
	for i, line := range lines {
		lines[i] = docLine(line)
	}
	for len(lines) > 0 && lines[0] == "" {
		lines = lines[1:]
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// wide finds what makes a code block of the text behind it.
var wide = regexp.MustCompile(` {4,}`)

// bareURL finds what rustdoc would have in angle brackets.
var bareURL = regexp.MustCompile(`^https?://[-a-zA-Z0-9@:%._+~#=?&/]*[-a-zA-Z0-9@%_+~#=&/]`)

// tableHead finds the line that makes a table of those around it.
var tableHead = regexp.MustCompile(`^[-:| ]*\|[-:| ]*$`)

// entity finds what Markdown would show as another character.
var entity = regexp.MustCompile(`^&#?[a-zA-Z0-9]+;`)

// docLine writes one line of a doc. Characters that cannot be seen are escaped; spans of code stay as they are, and what
// means something else in Markdown than emphasis, lists and headings gets a backslash in front.
func docLine(line string) string {
	line = visible(strings.TrimRight(strings.ReplaceAll(line, "\t", "    "), " "))
	line = wide.ReplaceAllString(line, "   ")
	if tableHead.MatchString(line) {
		return strings.ReplaceAll(line, "|", `\|`)
	}
	var b strings.Builder
	last := lastRuns(line)
	for len(line) > 0 {
		if span := codeSpan(line, last); span > 0 {
			b.WriteString(line[:span])
			line = line[span:]
			continue
		}
		if url := bareURL.FindString(line); url != "" {
			b.WriteString("<" + url + ">")
			line = line[len(url):]
			continue
		}
		if needsBackslash(line) {
			b.WriteByte('\\')
		}
		b.WriteByte(line[0])
		line = line[1:]
	}
	return b.String()
}

// lastRuns gives, for runs of one backtick and of two, how much of the line follows the last of them, the run included; 0
// where there is none.
func lastRuns(line string) (last [3]int) {
	for at := 0; at < len(line); {
		if line[at] != '`' {
			at++
			continue
		}
		run := len(line[at:]) - len(strings.TrimLeft(line[at:], "`"))
		if run < len(last) {
			last[run] = len(line) - at
		}
		at += run
	}
	return last
}

// codeSpan gives the length of the span of code that a line, the end of one with these last runs, begins with: backticks,
// and as many of them later on it.
func codeSpan(line string, last [3]int) int {
	rest := strings.TrimLeft(line, "`")
	size := len(line) - len(rest)
	if size == 0 || size >= len(last) || last[size] > len(rest) || last[size] == 0 {
		return 0
	}
	for at := size; at < len(line); {
		next := strings.IndexByte(line[at:], '`')
		if next < 0 {
			return 0
		}
		at += next
		run := len(line[at:]) - len(strings.TrimLeft(line[at:], "`"))
		if run == size {
			return at + run
		}
		at += run
	}
	return 0
}

const punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"

// needsBackslash says whether Markdown would make something of the character that a line begins with.
func needsBackslash(line string) bool {
	switch line[0] {
	case '`', '[', '<':
		return true
	case '~':
		return strings.HasPrefix(line, "~~")
	case '&':
		return entity.MatchString(line)
	case '\\':
		return len(line) == 1 || strings.IndexByte(punctuation, line[1]) >= 0 || bareURL.MatchString(line[1:])
	}
	return false
}

// visible escapes the characters that cannot be seen.
func visible(text string) string {
	var b strings.Builder
	for _, r := range text {
		if isPlain(r) {
			b.WriteRune(r)
		} else {
			b.WriteString(escaped(r))
		}
	}
	return b.String()
}

// code writes text as a span of code in a doc.
func code(text string) string {
	text = visible(text)
	marks := strings.Repeat("`", max(longestRun(text, "", '`'), 0)+1)
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") {
		text = " " + text + " "
	}
	return marks + text + marks
}

// doc writes lines as a doc comment. Behind "/// " no line can become anything else.
func (p *printer) doc(lines []string) {
	for _, line := range lines {
		p.line(strings.TrimRight("/// "+line, " "))
	}
}

// described puts a doc in front of sentences that say what the thing is.
func described(doc *string, sentences ...string) []string {
	lines := docLines(doc)
	if len(lines) > 0 && len(sentences) > 0 {
		lines = append(lines, "")
	}
	return append(lines, sentences...)
}

// orElse gives the lines of a doc, or a sentence for what has none.
func orElse(doc *string, otherwise string) []string {
	if lines := docLines(doc); len(lines) > 0 {
		return lines
	}
	return []string{otherwise}
}
