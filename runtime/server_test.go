package flow

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestServerAnswers(t *testing.T) {
	s := serveOnPipes(t, sayToolkit(echo))
	s.send(sayCall("1", `"r"`, `"c"`, "Độ 日本 😀\u2028\u2029\u0085"))
	s.expect(sayReply("1", `"r"`, `"c"`, "{\"Ok\":\"Độ 日本 😀\u2028\u2029\u0085\"}"))
	s.send(`{"id":"d","jsonrpc":"2.0","method":"describe"}`)
	if got := s.receive(); !strings.HasPrefix(got, `{"id":"d","jsonrpc":"2.0","result":{"data":"1.0","tools":[{"fingerprint":"sha256:0","signature":{"err":{"type":"string"},`) {
		t.Errorf("describe answers %s", got)
	}
}

// Every way in which an author's code can end has its outcome.
func TestServerOutcomes(t *testing.T) {
	s := serveOnPipes(t, sayToolkit(func(_ context.Context, text string) (string, error) {
		switch text {
		case "fail":
			return "", fmt.Errorf("wrapped: %w", Fail("declared"))
		case "not run":
			return "", fmt.Errorf("wrapped: %w", NotRun("not now"))
		case "unknown":
			return "", Unknown("who knows")
		case "error":
			return "", errors.New("boom")
		case "panic":
			panic("at once")
		case "nil":
			var none *strings.Builder
			none.WriteString("")
		case "exit":
			runtime.Goexit()
		case "bad":
			return "\xff", nil
		case "bad failure":
			return "", Fail("\xff")
		case "bad reason":
			return "", NotRun("\xff\x00")
		}
		return text, nil
	}))
	quietly(t, func() {
		for i, row := range [][2]string{
			{"fail", `{"Failed":"declared"}`},
			{"not run", `{"NotRun":"not now"}`},
			{"unknown", `{"Unknown":"who knows"}`},
			{"error", `{"Unknown":"the Tool's code stopped with an error: boom"}`},
			{"panic", `{"Unknown":"the Tool's code stopped with a panic: at once"}`},
			{"nil", `{"Unknown":"the Tool's code stopped with a panic: runtime error: invalid memory address or nil pointer dereference"}`},
			{"exit", `{"Unknown":"the Tool's code stopped with runtime.Goexit"}`},
			{"bad", `{"Unknown":"the result does not encode: `},
			{"bad failure", `{"Unknown":"the declared error does not encode: `},
			{"bad reason", `{"NotRun":"\\xff\u0000"}`},
		} {
			id := fmt.Sprint(i)
			s.send(sayCall(id, "1", id, row[0]))
			want := strings.TrimSuffix(sayReply(id, "1", id, row[1]), `,"run":1}}`+"\n")
			got := s.receive()
			want = want[:strings.Index(want, row[1])+len(row[1])]
			if !strings.HasPrefix(got, want) {
				t.Errorf("%s: got %s, want %s", row[0], got, want)
			}
		}
	})
}

// quietly leads what is written to standard error away while do runs.
func quietly(t *testing.T, do func()) {
	t.Helper()
	nothing, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	stderr := os.Stderr
	os.Stderr = nothing
	defer func() { os.Stderr = stderr; _ = nothing.Close() }()
	do()
}

func TestServerRefusals(t *testing.T) {
	s := serveOnPipes(t, sayToolkit(echo))
	call := func(params string) string {
		return `{"id":1,"jsonrpc":"2.0","method":"call","params":{"run":"r","call":"c","tool":"` + sayTool + `",` + params + `}}`
	}
	for _, row := range []struct{ line, want string }{
		{call(`"args":{}`), `{"NotRun":"the argument text is missing (/args)"}`},
		{call(`"args":{"text":1}`), `{"NotRun":"an argument does not decode: expected a string (Text), found the number 1 (at /args/text)"}`},
		{call(`"args":{"text":"a","more":1}`), `{"NotRun":"the Tool has no parameter \"more\" (/args)"}`},
		{call(`"args":{"text":"a","t\u0065xt":"a"}`), `{"NotRun":"the argument text is there twice (/args)"}`},
		{call(`"args":{"a":1,"b":1,"c":1,"d":1}`), `{"NotRun":"the Tool has no parameter \"a\" (/args)"}`},
		{call(`"args":{"\ud800":1}`), `{"NotRun":"the name of an argument cannot be read: `},
		{call(`"args":[]`), `{"NotRun":"args is no object (/args)"}`},
		{call(`"args":null`), `{"NotRun":"args is no object (/args)"}`},
		{call(`"args":{"text":"a"},"types":null`), `{"NotRun":"the Tool is not generic: its calls have no types (/types)"}`},
		{call(`"args":{"text":"a"},"schema":{"a":1,"a":1}`), `{"NotRun":"the Tool is not generic: its calls have no schema (/schema)"}`},
		{`{"id":1,"jsonrpc":"2.0","method":"call","params":{"run":"r","call":"c","args":{}}}`, `{"NotRun":"no such Tool is served here (/tool)"}`},
	} {
		s.send(row.line)
		got := s.receive()
		if want := `{"id":1,"jsonrpc":"2.0","result":{"call":"c","outcome":` + row.want; !strings.HasPrefix(got, want) {
			t.Errorf("%s:\n got %s\nwant %s", row.line, got, want)
		}
	}
}

// Ids that look alike are kept apart, and come back as they came.
func TestServerKeepsIdsApart(t *testing.T) {
	var entered sync.WaitGroup
	release := make(chan struct{})
	s := serveOnPipes(t, sayToolkit(func(_ context.Context, text string) (string, error) {
		entered.Done()
		<-release
		return text, nil
	}))
	ids := []string{"0", `""`, `"0"`, "-1", "9007199254740993", `"9007199254740993"`, `"-1"`, "9007199254740992"}
	var want []string
	entered.Add(2 * len(ids))
	for i, id := range ids {
		s.send(sayCall(id, `"r"`, id, fmt.Sprint(i)), sayCall(id, id, `"c"`, fmt.Sprint(i)))
		outcome := fmt.Sprintf(`{"Ok":"%d"}`, i)
		want = append(want, sayReply(id, `"r"`, id, outcome), sayReply(id, id, `"c"`, outcome))
	}
	entered.Wait() // all run at once: none has joined another
	close(release)
	s.expectSet(want...)
}

func TestServerJoinsTheSameCall(t *testing.T) {
	var runs atomic.Int32
	release := make(chan struct{})
	s := serveOnPipes(t, sayToolkit(func(_ context.Context, text string) (string, error) {
		runs.Add(1)
		<-release
		return text, nil
	}))
	s.send(sayCall("1", `"r"`, "7", "a"), sayCall("2", `"r"`, "7.0", "a"), sayCall(`"3"`, `"\u0072"`, "70e-1", "a"))
	s.send(sayCall("5", `"r"`, "7", `a`)+" ", sayCall("4", `"r"`, "7", "b"))
	s.expect(sayReply("4", `"r"`, "7", `{"NotRun":"a call of the same run and call is running, and is not the same"}`))
	close(release)
	ok := `{"Ok":"a"}`
	s.expectSet(sayReply("1", `"r"`, "7", ok), sayReply("2", `"r"`, "7", ok), sayReply(`"3"`, `"r"`, "7", ok), sayReply("5", `"r"`, "7", ok))
	s.send(sayCall("6", `"r"`, "7", "a"))
	s.expect(sayReply("6", `"r"`, "7", ok))
	if got := runs.Load(); got != 2 {
		t.Errorf("the code ran %d times, not once and once again", got)
	}
}

func TestServerCancels(t *testing.T) {
	begun := make(chan struct{}, 1)
	s := serveOnPipes(t, sayToolkit(func(ctx context.Context, text string) (string, error) {
		if text != "wait" {
			return text, nil
		}
		begun <- struct{}{}
		<-ctx.Done()
		return "", ctx.Err()
	}), WithMaxCalls(1))
	s.send(sayCall("1", `"r"`, `"c"`, "wait"))
	<-begun
	s.send(sayCall("2", `"r"`, `"d"`, "queued"), sayCall("3", `"r"`, `"e"`, "queued"))
	s.send(`{"jsonrpc":"2.0","method":"cancel","params":{"run":"r","call":"d"}}`)
	s.expect(sayReply("2", `"r"`, `"d"`, `{"NotRun":"the call was not begun: the host cancelled it"}`))
	s.send(`{"jsonrpc":"2.0","method":"cancel","params":{"run":"r","call":"nothing"}}`)
	s.send(`{"jsonrpc":"2.0","method":"cancel","params":{"run":"r","call":"c"}}`)
	s.expectSet(sayReply("1", `"r"`, `"c"`, `{"Unknown":"the call was interrupted: the host cancelled it"}`),
		sayReply("3", `"r"`, `"e"`, `{"Ok":"queued"}`))
}

func TestServerKnowsItsCall(t *testing.T) {
	s := serveOnPipes(t, sayToolkit(func(ctx context.Context, _ string) (string, error) {
		below, cancel := context.WithTimeout(ctx, time.Hour)
		defer cancel()
		call := CallOf(below)
		return call.RunID.String() + " " + call.CallID.String() + " " + call.Tool, nil
	}))
	s.send(sayCall("1", `"r"`, "9007199254740993", "x"))
	s.expect(sayReply("1", `"r"`, "9007199254740993", `{"Ok":"\"r\" 9007199254740993 `+sayTool+`"}`))
}

func TestServerBoundsItsBacklog(t *testing.T) {
	release := make(chan struct{})
	s := serveOnPipes(t, sayToolkit(func(_ context.Context, text string) (string, error) {
		<-release
		return text[:1], nil
	}), WithBacklog(100_000))
	big := strings.Repeat("a", 60_000)
	s.send(sayCall("1", "1", "1", big), sayCall("2", "1", "2", big))
	s.expect(sayReply("2", "1", "2", `{"NotRun":"too many bytes of calls are running"}`))
	close(release)
	s.expect(sayReply("1", "1", "1", `{"Ok":"a"}`))
}

// Requests that join a call count as well.
func TestServerBoundsThoseWhoJoin(t *testing.T) {
	release := make(chan struct{})
	s := serveOnPipes(t, sayToolkit(func(_ context.Context, text string) (string, error) {
		<-release
		return text, nil
	}), WithBacklog(4096))
	id := `"` + strings.Repeat("i", 1000) + `"`
	s.send(sayCall("1", "1", "1", "a"), sayCall(id, "1", "1", "a"), sayCall(id, "1", "1", "a"), sayCall(id, "1", "1", "a"))
	s.expect(sayReply(id, "1", "1", `{"NotRun":"too many bytes of calls are running"}`))
	close(release)
	ok := `{"Ok":"a"}`
	s.expect(sayReply("1", "1", "1", ok), sayReply(id, "1", "1", ok), sayReply(id, "1", "1", ok))
}

// A cancel arrives though nobody reads the replies before it.
func TestServerCancelsWhileNobodyReads(t *testing.T) {
	begun, ended := make(chan struct{}), make(chan struct{})
	s := serveOnPipes(t, sayToolkit(func(ctx context.Context, text string) (string, error) {
		if text == "wait" {
			close(begun)
			<-ctx.Done()
			close(ended)
			return "", ctx.Err()
		}
		return text, nil
	}))
	s.send(sayCall("1", "1", "1", "wait"))
	<-begun
	for i := range 200 {
		id := fmt.Sprint(i + 2)
		s.send(sayCall(id, "1", id, strings.Repeat("x", 65_536)))
	}
	s.send(`{"jsonrpc":"2.0","method":"cancel","params":{"run":1,"call":1}}`)
	<-ended
	for range 201 {
		s.receive()
	}
}

func TestServerHoldsRepliesToTheLimit(t *testing.T) {
	s := serveOnPipes(t, sayToolkit(func(_ context.Context, text string) (string, error) {
		return strings.Repeat("a", len(text)*100), nil
	}), WithLimits(Limits{MessageBytes: 400}))
	s.send(sayCall("1", "1", "1", "abc"), sayCall("2", "1", "2", "abcdef"))
	s.expectSet(sayReply("1", "1", "1", `{"Ok":"`+strings.Repeat("a", 300)+`"}`),
		sayReply("2", "1", "2", `{"Unknown":"the reply has 672 bytes; a message has at most 400"}`))
}

// A reply that is too long for one id is not too long for the others that joined the call.
func TestServerHoldsEachReplyToTheLimit(t *testing.T) {
	release := make(chan struct{})
	s := serveOnPipes(t, sayToolkit(func(context.Context, string) (string, error) {
		<-release
		return strings.Repeat("a", 300), nil
	}), WithLimits(Limits{MessageBytes: 420}))
	long := `"` + strings.Repeat("i", 100) + `"`
	s.send(sayCall("1", "1", "1", "a"), sayCall(long, "1", "1", "a"), sayCall("2", "1", "1", "a"))
	s.send(sayCall("3", "1", "2", "a"), sayCall("4", "1", "1", "b"))
	s.expect(sayReply("4", "1", "1", `{"NotRun":"a call of the same run and call is running, and is not the same"}`))
	close(release)
	ok := `{"Ok":"` + strings.Repeat("a", 300) + `"}`
	size := len(sayReply(long, "1", "1", ok)) - 1
	s.expectSet(sayReply("1", "1", "1", ok), sayReply("2", "1", "1", ok), sayReply("3", "1", "2", ok),
		sayReply(long, "1", "1", fmt.Sprintf(`{"Unknown":"the reply has %d bytes; a message has at most 420"}`, size)))
}

// The host writes 200 calls of 64 KiB before it reads, and then reads all: neither side waits for the other for ever.
func TestServerReadsWhileNobodyReads(t *testing.T) {
	s := serveOnPipes(t, sayToolkit(echo))
	var want []string
	for i := range 200 {
		text := strings.Repeat("x", 65_536)
		id := fmt.Sprint(i)
		s.send(sayCall(id, "1", id, text))
		want = append(want, sayReply(id, "1", id, `{"Ok":"`+text+`"}`))
	}
	s.expectSet(want...)
}

// A line of 16 MiB is one call; one byte over the limit refuses that line alone, by its id.
func TestServerReadsLongLines(t *testing.T) {
	const limit = 16 << 20
	s := serveOnPipes(t, sayToolkit(func(_ context.Context, text string) (string, error) {
		return fmt.Sprint(len(text)), nil
	}), WithLimits(Limits{MessageBytes: limit}))
	room := limit - len(sayCall("1", "1", "1", ""))
	for _, row := range []struct {
		size int
		want string
	}{
		{room, sayReply("1", "1", "1", fmt.Sprintf(`{"Ok":"%d"}`, room))},
		{room + 1, `{"error":{"code":-32600,"message":"a message has at most 16777216 bytes"},"id":1,"jsonrpc":"2.0"}` + "\n"},
	} {
		s.send(sayCall("1", "1", "1", strings.Repeat("a", row.size)))
		s.expect(row.want)
		s.send(sayCall("2", "1", "2", "short"))
		s.expect(sayReply("2", "1", "2", `{"Ok":"5"}`))
	}
}

// A Tool whose codecs cannot be made is a call that is not run, and no end of the server.
func TestServerOutlivesItsGeneratedCode(t *testing.T) {
	kit := NewToolkit(sayListing, Tool{Identity: sayTool, Params: []string{"text"}, Handle: func(*Invocation) { panic("generated") }},
		Tool{Identity: "other.flow.silent", Handle: func(in *Invocation) { in.Begin() }})
	s := serveOnPipes(t, kit)
	quietly(t, func() {
		s.send(sayCall("1", "1", "1", "x"))
		s.expect(sayReply("1", "1", "1", `{"NotRun":"the arguments could not be decoded: a panic: generated"}`))
		s.send(`{"id":2,"jsonrpc":"2.0","method":"call","params":{"args":{},"call":1,"run":1,"tool":"other.flow.silent"}}`)
		s.expect(sayReply("2", "1", "1", `{"Unknown":"the Tool's code gave no outcome"}`))
		s.send(`{"id":3,"jsonrpc":"2.0","method":"describe"}`)
		s.expect(`{"error":{"code":-32603,"message":"the toolkit cannot describe itself: the listing has no Tool other.flow.silent"},"id":3,"jsonrpc":"2.0"}` + "\n")
	})
}

// A host that reads nothing more is no reason to stay.
func TestServerEndsThoughNobodyReads(t *testing.T) {
	s := serveOnPipes(t, sayToolkit(echo), WithGrace(50*time.Millisecond))
	for i := range 20 {
		id := fmt.Sprint(i)
		s.send(sayCall(id, "1", id, strings.Repeat("x", 65_536)))
	}
	_ = s.in.Close()
	select {
	case <-s.done:
	case <-time.After(10 * time.Second):
		t.Fatal("the server waits for a host that does not read")
	}
}

func TestServerEndsWhenTheHostIsGone(t *testing.T) {
	s := serveOnPipes(t, sayToolkit(func(ctx context.Context, text string) (string, error) {
		if text == "wait" {
			<-ctx.Done()
		}
		return text, nil
	}))
	s.send(sayCall("1", "1", "1", "wait"))
	_ = s.out.Close()
	s.send(sayCall("2", "1", "2", "x"))
	select {
	case <-s.done:
	case <-time.After(10 * time.Second):
		t.Fatal("the server serves nobody")
	}
}

func TestServerEndOfInput(t *testing.T) {
	slow := func(ctx context.Context, text string) (string, error) {
		switch text {
		case "wait":
			<-ctx.Done()
			return "", ctx.Err()
		case "deaf":
			time.Sleep(1500 * time.Millisecond)
		case "sleep":
			time.Sleep(200 * time.Millisecond)
		}
		return text, nil
	}
	t.Run("in time", func(t *testing.T) {
		s := serveOnPipes(t, sayToolkit(slow))
		s.send(`{"id":0,"jsonrpc":"2.0","method":"describe"}`, sayCall("1", "1", "1", "a"), sayCall("2", "1", "2", "sleep"))
		if _, err := s.in.WriteString(sayCall("3", "1", "3", "b")); err != nil { // no line end
			t.Fatal(err)
		}
		_ = s.in.Close()
		<-s.done
		for range 4 {
			s.receive()
		}
	})
	t.Run("too late", func(t *testing.T) {
		s := serveOnPipes(t, sayToolkit(slow), WithGrace(100*time.Millisecond))
		s.send(sayCall("1", "1", "1", "wait"), sayCall("2", "1", "2", "deaf"))
		_ = s.in.Close()
		s.expect(sayReply("1", "1", "1", `{"Unknown":"the call was interrupted: the process ends"}`),
			sayReply("2", "1", "2", `{"Unknown":"the process ended before the call did"}`))
		<-s.done
		time.Sleep(time.Second) // until the deaf one has ended too
	})
	t.Run("stopped", func(t *testing.T) {
		s := serveOnPipes(t, sayToolkit(slow))
		s.send(sayCall("1", "1", "1", "wait"))
		s.send(`{"id":0,"jsonrpc":"2.0","method":"describe"}`)
		s.receive()
		s.stop()
		got := s.receive()
		if got != sayReply("1", "1", "1", `{"Unknown":"the call was interrupted: the process ends"}`) &&
			got != sayReply("1", "1", "1", `{"NotRun":"the call was not begun: the process ends"}`) {
			t.Errorf("got %s", got)
		}
		<-s.done
	})
}

// What no outcome tells is answered by an error, for each request that joined.
func TestServerAnswersBeyondOutcomes(t *testing.T) {
	proceed := make(chan struct{})
	toolkit := NewToolkit(sayListing, Tool{Identity: sayTool, Fingerprint: "sha256:0", Params: []string{"text"}, Handle: func(in *Invocation) {
		Argument(in, 0, TextCodec())
		if in.Begin() {
			<-proceed
			in.Beyond("no outcome says it")
		}
	}})
	s := serveOnPipes(t, toolkit)
	s.send(sayCall("1", `"r"`, `"c"`, "x"))
	s.send(sayCall("2", `"r"`, `"c"`, "x"))
	time.Sleep(20 * time.Millisecond) // for the second to join
	close(proceed)
	for _, id := range []string{"1", "2"} {
		s.expect(`{"error":{"code":-32603,"message":"no outcome says it"},"id":` + id + ",\"jsonrpc\":\"2.0\"}\n")
	}
	s.send(`{"id":3,"jsonrpc":"2.0","method":"call","params":{"args":{"text":5},"call":1,"run":1,"tool":"` + sayTool + `"}}`)
	if got := s.receive(); !strings.Contains(got, `"NotRun":"an argument does not decode`) {
		t.Error(got)
	}
	if o := NewLocal(toolkit).Call(context.Background(), sayTool, "x"); o.Kind != OutcomeUnknown || o.Reason != "no outcome says it" {
		t.Error(o)
	}
}
