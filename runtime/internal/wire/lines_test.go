package wire

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// readLines gives the lines of a stream, those over the limit marked with "!" and cut.
func readLines(t *testing.T, source io.Reader, limit int) []string {
	t.Helper()
	lines := NewLines(source, limit)
	var got []string
	for {
		line, overlong, err := lines.Next()
		if err != nil {
			if !errors.Is(err, io.EOF) {
				t.Errorf("the stream ends with %v", err)
			}
			return got
		}
		text := string(line)
		if overlong {
			text = "!" + text
		}
		got = append(got, text)
	}
}

func TestLines(t *testing.T) {
	for name, row := range map[string]struct {
		in   string
		want []string
	}{
		"nothing":                    {"", nil},
		"a line":                     {"a\n", []string{"a"}},
		"no line end":                {"a\nb", []string{"a", "b"}},
		"blank lines":                {"\n\r\n  \t\na\n \n", []string{"a"}},
		"carriage returns":           {"a\r\nb\r", []string{"a", "b"}},
		"one carriage return goes":   {"a\r\r\n", []string{"a\r"}},
		"a byte-order mark":          {"\ufeffa\n\ufeffb\n", []string{"a", "\ufeffb"}},
		"a byte-order mark alone":    {"\ufeff\na\n", []string{"a"}},
		"half a byte-order mark":     {"\xef\xbb", []string{"\xef\xbb"}},
		"only \\n ends a line":       {"\u2028\u0085\v\f\r\n", []string{"\u2028\u0085\v\f"}},
		"at the limit":               {"12345678\nx\n", []string{"12345678", "x"}},
		"at the limit, with all":     {"\ufeff12345678\r\nx", []string{"12345678", "x"}},
		"over the limit":             {"123456789\nx\n", []string{"!12345678", "x"}},
		"over the limit with CR":     {"123456789\r\nx\n", []string{"!12345678", "x"}},
		"far over the limit":         {strings.Repeat("y", 1000) + "\nx\n", []string{"!yyyyyyyy", "x"}},
		"over the limit at the end":  {"x\n" + strings.Repeat("y", 1000), []string{"x", "!yyyyyyyy"}},
		"over the limit, mark first": {"\ufeff123456789\nx", []string{"!12345678", "x"}},
		"a long blank line":          {strings.Repeat(" ", 8) + "\nx", []string{"x"}},
	} {
		for way, reader := range map[string]func(io.Reader) io.Reader{
			"at once":        func(r io.Reader) io.Reader { return r },
			"byte by byte":   iotest.OneByteReader,
			"by halves":      iotest.HalfReader,
			"with the error": iotest.DataErrReader,
		} {
			if got := readLines(t, reader(strings.NewReader(row.in)), 8); !slices.Equal(got, row.want) {
				t.Errorf("%s, %s: got %q, want %q", name, way, got, row.want)
			}
		}
	}
}

// Lines of every size around that of the chunks, each followed by a short one, arrive whole; one byte over the limit,
// that line alone is refused.
func TestLinesOfManySizes(t *testing.T) {
	const limit = 3<<20 + 17
	sizes := []int{1, chunkSize - 2, chunkSize - 1, chunkSize, chunkSize + 1, 2*chunkSize - 1, 2 * chunkSize, 1 << 20, limit - 1, limit}
	var in bytes.Buffer
	for _, size := range sizes {
		in.Write(bytes.Repeat([]byte{'a'}, size))
		in.WriteString("\nb\n")
	}
	in.Write(bytes.Repeat([]byte{'a'}, limit+1))
	in.WriteString("\nb\n")
	in.Write(bytes.Repeat([]byte{'a'}, limit+chunkSize*5))
	in.WriteString("\nb")
	for way, reader := range map[string]io.Reader{
		"at once":   bytes.NewReader(in.Bytes()),
		"by halves": iotest.HalfReader(bytes.NewReader(in.Bytes())),
	} {
		got := readLines(t, reader, limit)
		if len(got) != 2*len(sizes)+4 {
			t.Fatalf("%s: %d lines", way, len(got))
		}
		for i, size := range append(slices.Clone(sizes), limit+1, limit+1) {
			if len(got[2*i]) != size || got[2*i+1] != "b" {
				t.Errorf("%s: a line of %d bytes arrives as one of %d, and then %s", way, size, len(got[2*i]), got[2*i+1][:min(len(got[2*i+1]), 80)])
			}
		}
	}
}

// What is over the limit is not stored.
func TestLinesSkipWithoutStoring(t *testing.T) {
	endless := io.MultiReader(io.LimitReader(repeating('a'), 256<<20), strings.NewReader("\nb\n"))
	lines := NewLines(endless, 1<<20)
	if _, overlong, err := lines.Next(); !overlong || err != nil {
		t.Fatalf("overlong %v, %v", overlong, err)
	}
	allocated := testing.AllocsPerRun(1, func() {
		line, _, err := lines.Next()
		if err != nil && !errors.Is(err, io.EOF) || err == nil && string(line) != "b" {
			t.Errorf("got %s, %v", line, err)
		}
	})
	if allocated > 4 || cap(lines.held) > 0 {
		t.Errorf("skipping allocates %v times and holds %d bytes", allocated, cap(lines.held))
	}
}

type repeating byte

func (r repeating) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(r)
	}
	return len(p), nil
}

// What Next cuts off arrives at Skipped, in pieces, with nil behind the last one of a line.
func TestLinesSkipped(t *testing.T) {
	for _, size := range []int{9, 10, 11, 12, 100, chunkSize - 1, chunkSize, chunkSize + 1, 3*chunkSize + 7} {
		for _, end := range []string{"\n", "\r\n", "\n", ""} {
			long := strings.Repeat("abcdefg", size/7+1)[:size]
			source := iotest.OneByteReader(strings.NewReader(long + "\n" + long + end))
			lines := NewLines(source, 10)
			var whole, ended []string
			var rest strings.Builder
			lines.Skipped = func(piece []byte) {
				if piece == nil {
					ended = append(ended, rest.String())
					rest.Reset()
					return
				}
				rest.Write(piece)
			}
			for {
				line, overlong, err := lines.Next()
				if err != nil {
					break
				}
				if !overlong {
					line = append(line, '!')
				}
				whole = append(whole, string(line))
			}
			if size <= 10 {
				if len(ended) != 0 || !slices.Equal(whole, []string{long + "!", long + "!"}) {
					t.Errorf("%d bytes: %q, and %q skipped", size, whole, ended)
				}
				continue
			}
			for i, text := range ended {
				ended[i] = whole[i] + strings.TrimSuffix(text, "\r")
			}
			if !slices.Equal(ended, []string{long, long}) {
				t.Errorf("%d bytes: %d lines, the first of %d bytes", size, len(ended), len(whole[0]))
			}
		}
	}
}
