package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// print writes text to standard output. What a listing says may hold control characters: a terminal gets them escaped,
// anything else gets the text as it is.
func (a *app) print(text string) error {
	if isTerminal(a.stdout) {
		text = visible(text)
	}
	if _, err := io.WriteString(a.stdout, text); err != nil {
		return fmt.Errorf("cannot write to standard output: %w", gen.Reason(err))
	}
	return nil
}

// printJSON writes a JSON value: canonical on one line, or indented.
func (a *app) printJSON(value *canon.Value, canonical bool) error {
	text := canon.Append(nil, value)
	if !canonical {
		var b bytes.Buffer
		if err := json.Indent(&b, text, "", "  "); err != nil {
			return err
		}
		text = b.Bytes()
	}
	return a.print(string(text) + "\n")
}

// printData writes Go data as indented JSON.
func (a *app) printData(data any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(data); err != nil {
		return err
	}
	return a.print(b.String())
}

// visible escapes what could steer a terminal or reorder a line, as \uXXXX, which JSON reads as the same. Line feeds and
// tabs stay.
func visible(text string) string {
	if strings.IndexFunc(text, hides) < 0 {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if !hides(r) {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.String()
}

func hides(r rune) bool {
	return r != '\n' && r != '\t' && unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp, unicode.Bidi_Control)
}

// oneLine is visible text that keeps to its line.
func oneLine(text string) string { return strings.ReplaceAll(visible(text), "\n", `\n`) }
