package flow

import (
	"fmt"
	"strings"
	"testing"

	"github.com/flow-toolkit/flowgen/runtime/canon"
)

// shown gives what a line says, in a word or two.
func shown(line string, limits Limits) string {
	m := readMessage(line, limits.orDefaults(), make([]spanPair, 0, 4))
	switch m.kind {
	case messageDescribe:
		return "describe " + m.id
	case messageCall:
		return strings.Join([]string{"call", m.id, m.run, m.call, m.tool, m.args, m.types, m.schema}, " ")
	case messageCancel:
		return "cancel " + m.run + " " + m.call
	case messageRefused:
		return fmt.Sprintf("%d %s", m.code, m.id)
	}
	return "ignored"
}

func TestMessages(t *testing.T) {
	deep := func(n int) string { return strings.Repeat("[", n) + strings.Repeat("]", n) }
	for _, row := range [][2]string{
		{`{"jsonrpc":"2.0","method":"describe","id":1}`, "describe 1"},
		{` { "jsonrpc" : "2.0" , "method" : "describe" , "id" : "a\"b\/" } `, `describe "a\"b/"`},
		{`{"jsonrpc":"2.0","method":"d\u0065scribe","\u0069d":-0}`, "describe 0"},
		{`{"jsonrpc":"2.0","method":"describe","id":1,"params":[{"a":1}]}`, "describe 1"},
		{`{"jsonrpc":"2.0","method":"describe","id":1,"params":{"data":"7.0","args":{"a":[]}}}`, "describe 1"},
		{`{"jsonrpc":"2.0","method":"describe","id":1,"params":{"args":{"a":1,"a":1}}}`, "-32700 null"},
		{`{"jsonrpc":"2.0","method":"call","id":1,"params":{"run":"r","call":7.0,"tool":"t","args":{"a":1,"a":2},"types":"\ud800","schema":` + deep(999) + `}}`,
			`call 1 "r" 7 "t" {"a":1,"a":2} "\ud800" ` + deep(999)},
		{`{"jsonrpc":"2.0","method":"call","id":1,"params":{"run":"r","call":"c","args":null}}`, `call 1 "r" "c"  null  `},
		{`{"jsonrpc":"2.0","method":"call","id":1,"params":{"run":"r","call":"c","args":{"a":1},"args":{"a":1}}}`, "-32700 null"},
		{`{"jsonrpc":"2.0","method":"call","id":1,"params":{"run":"r","call":"c","x":{"a":1,"a":2}}}`, "-32700 null"},
		{`{"jsonrpc":"2.0","method":"call","id":1,"params":{"run":"r","call":"c","x":1,"x":1}}`, "-32700 null"},
		{`{"jsonrpc":"2.0","method":"call","id":1,"params":{"run":"r","call":"c","x":1,"\u0078":1}}`, "-32700 null"},
		{`{"jsonrpc":"2.0","method":"call","id":1,"params":{"run":"r","call":"c","x":"\ud800"}}`, "-32700 null"},
		{`{"jsonrpc":"2.0","method":"call","id":1,"params":{"run":"\ud800","call":"c"}}`, "-32700 null"},
		{`{"jsonrpc":"2.0","method":"call","id":1,"params":{"run":"r","call":"c"},"x":1,"params":1}`, "-32700 null"},
		{`{"jsonrpc":"2.0","method":"call","id":1,"params":{"run":"r","call":"c","x":1},"x":1}`, `call 1 "r" "c"    `},
		{`{"jsonrpc":"2.0","method":"call","id":1,"params":{"run":"r","call":"c","x":` + deep(254) + `}}`, `call 1 "r" "c"    `},
		{`{"jsonrpc":"2.0","method":"call","id":1,"params":{"run":"r","call":"c","x":` + deep(255) + `}}`, "-32700 null"},
		{`{"jsonrpc":"2.0","method":"describe","id":1,"x":` + deep(255) + `}`, "describe 1"},
		{`{"jsonrpc":"2.0","method":"describe","id":1,"x":` + deep(256) + `}`, "-32700 null"},
		{`{"jsonrpc":"2.0","method":"call","id":1,"params":{"run":"r"}}`, "-32602 1"},
		{`{"jsonrpc":"2.0","method":"call","id":1,"params":{"run":[],"call":"c"}}`, "-32602 1"},
		{`{"jsonrpc":"2.0","method":"call","id":1,"params":{"run":1e5000,"call":"c"}}`, "-32602 1"},
		{`{"jsonrpc":"2.0","method":"call","id":1,"params":"x"}`, "-32602 1"},
		{`{"jsonrpc":"2.0","method":"call","params":{"run":"r","call":"c"}}`, "ignored"},
		{`{"jsonrpc":"2.0","method":"cancel","params":{"run":"r","call":1e1}}`, `cancel "r" 10`},
		{`{"jsonrpc":"2.0","method":"cancel","params":{"run":"r"}}`, "ignored"},
		{`{"jsonrpc":"2.0","method":"cancel","params":[]}`, "ignored"},
		{`{"jsonrpc":"2.0","method":"cancel","id":1}`, "-32600 1"},
		{`{"jsonrpc":"2.0","method":"nope","id":1}`, "-32601 1"},
		{`{"jsonrpc":"2.0","method":7,"id":1}`, "-32600 1"},
		{`{"jsonrpc":"2.0","id":1,"result":null}`, "ignored"},
		{`{"jsonrpc":"2.0","id":{},"error":null}`, "ignored"},
		{`{"jsonrpc":"2.0","id":1,"result":1,"method":"describe"}`, "describe 1"},
		{`{"id":1e999999999999,"jsonrpc":"2.0","method":"describe"}`, "-32600 null"},
		{`{"id":0e999999999999,"jsonrpc":"2.0","method":"describe"}`, "describe 0"},
		{`{"id":null,"jsonrpc":"2.0","method":"describe"}`, "-32600 null"},
		{`{"id":true,"jsonrpc":"2.0","method":"describe"}`, "-32600 null"},
		{`{"jsonrpc":2.0,"method":"describe","id":1}`, "-32600 1"},
		{`{"JSONRPC":"2.0","method":"describe","id":1}`, "-32600 1"},
		{`{"method":"describe"}`, "-32600 null"},
		{`[]`, "-32600 null"},
		{`[{"a":1,"a":1}]`, "-32700 null"},
		{deep(256), "-32600 null"},
		{deep(257), "-32700 null"},
		{`"\ud800"`, "-32700 null"},
		{`1`, "-32600 null"},
		{``, "-32700 null"},
		{`{`, "-32700 null"},
		{`{"a"}`, "-32700 null"},
		{`{"a":1,}`, "-32700 null"},
		{`{"a":1}x`, "-32700 null"},
		{"{\"a\":\"\xff\xfe\"}", "-32700 null"},
		{`{"jsonrpc":"2.0","method":"call","id":1,"params":{"run":"r","call":"c","args":{"a":1]}}`, "-32700 null"},
		{`{"jsonrpc":"2.0","method":"call","id":1,"params":{"run":"r","call":"c","args":{"a":01}}}`, "-32700 null"},
	} {
		if got := shown(row[0], Limits{}); got != row[1] {
			t.Errorf("%s:\n got %s\nwant %s", shortLine(row[0]), shortLine(got), shortLine(row[1]))
		}
	}
	if got := shown(`{"jsonrpc":"2.0","method":"call","id":1,"params":{}}`, Limits{MessageDepth: 1}); got != "-32700 null" {
		t.Errorf("a depth of 1 lets params through: %s", got)
	}
}

// What is wrong inside of a message is told from the message's root, and by the limit that was set.
func TestMessagesSayWhere(t *testing.T) {
	deep := strings.Repeat("[", 10) + strings.Repeat("]", 10)
	for _, row := range [][2]string{
		{`{"jsonrpc":"2.0","method":"call","id":1,"params":{"run":"r","call":"c","args":{},"x~y":[0,{"a":1,"a":2}]}}`, "(at /params/x~0y/1/a)"},
		{` { "id":1, "more" : {"b":[{"a":1,"a":2}]}}`, "(at /more/b/0/a)"},
		{`{"jsonrpc":"2.0","method":"describe","id":1,"params":{"args":{"a":{"b":1,"b":2}}}}`, "(at /params/args/a/b)"},
		{`[1,{"a":1,"a":1}]`, "(at /1/a)"},
		{`{"id":1,"more":` + deep + `}`, "the message nests deeper than 8"},
		{`{"id":1,"params":{"more":` + deep + `}}`, "the message nests deeper than 8"},
		{`{"method":"describe","id":1,"params":{"args":` + deep + `}}`, "the message nests deeper than 8"},
		{deep, "the message nests deeper than 8"},
	} {
		m := readMessage(row[0], Limits{MessageDepth: 8}.orDefaults(), nil)
		if m.code != codeParse || !strings.HasSuffix(m.reason, row[1]) {
			t.Errorf("%s: got %d %s, want %s", row[0], m.code, m.reason, row[1])
		}
	}
}

// A million brackets take a bit each, and nothing recurses.
func TestMessagesNestWithoutEnd(t *testing.T) {
	for _, open := range []string{"[", `{"a":`} {
		line := `{"jsonrpc":"2.0","method":"call","id":1,"params":{"run":"r","call":"c","args":` + strings.Repeat(open, 1_000_000)
		if got := shown(line, Limits{}); got != "-32700 null" {
			t.Errorf("got %s", shortLine(got))
		}
	}
}

// A call is read without an allocation.
func TestMessagesAllocateNothing(t *testing.T) {
	line, limits, members := sayCall("1", `"r"`, `"c"`, "text"), DefaultLimits(), make([]spanPair, 0, 4)
	allocated := testing.AllocsPerRun(100, func() {
		if m := readMessage(line, limits, members); m.kind != messageCall {
			t.Error(m.reason)
		}
	})
	if allocated > 0 {
		t.Errorf("reading a call allocates %v times", allocated)
	}
}

func TestIdBefore(t *testing.T) {
	for _, row := range [][2]string{
		{`{"id":1,"x":"aaaa`, "1"},
		{`{"id":1.0,"x":[[[`, "1"},
		{` { "jsonrpc" : "2.0", "params": {"id":[7]} , "\u0069d" : "a\u0062", "x": `, `"ab"`},
		{`{"params":{"id":7,"x":"aaa`, "null"},
		{`{"x":"aaa`, "null"},
		{`{"id":12`, "null"},
		{`{"id":"ab`, "null"},
		{`{"id":null,"x":`, "null"},
		{`[{"id":1,`, "null"},
		{``, "null"},
	} {
		if got := idBefore(row[0]); got != row[1] {
			t.Errorf("%s: got %s, want %s", row[0], got, row[1])
		}
	}
}

// A line is accepted by the scan exactly when its syntax is good.
func FuzzMessage(f *testing.F) {
	for _, seed := range []string{
		sayCall("1", `"r"`, "7", "x"), `{"jsonrpc":"2.0","method":"cancel","params":{"call":1,"run":"r"}}`,
		`{"id":1,"params":{"args":{"\u00e9":[1,-2.5e-7,true,null,{"a":""}]}}}`, `[[],{}]`, "\"\\ud83d\\ude00\"",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		m := readMessage(string(line), DefaultLimits(), make([]spanPair, 0, 4))
		_, err := canon.Parse(line, canon.Options{Depth: 1 << 20})
		var refusal *canon.Error
		if err != nil {
			refusal = err.(*canon.Error)
		}
		parsed := m.kind != messageRefused || m.code != codeParse
		if err == nil && !parsed && !strings.Contains(m.reason, "deeper") {
			t.Errorf("%q: %s, which is JSON", line, m.reason)
		}
		if parsed && err != nil && (refusal.Code == canon.CodeJSON || refusal.Code == canon.CodeUTF8) {
			t.Errorf("%q was read, and is %v", line, err)
		}
		if m.kind == messageCall {
			for _, id := range []string{m.id, m.run, m.call} {
				if v, err := canon.Parse([]byte(id), canon.Options{}); err != nil || string(canon.Append(nil, v)) != id {
					t.Errorf("%q: the id %s is not canonical", line, id)
				}
			}
		}
	})
}
