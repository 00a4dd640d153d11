// Command misbehave is a Tool process that does what no Tool process should, for the tests of hosts. It serves the Tool
// of -tool under -fingerprint, and answers calls with {"Ok": 1}, but for what -mode says.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"time"
)

// request is a message from the host.
type request struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Run  json.RawMessage `json:"run"`
		Call json.RawMessage `json:"call"`
	} `json:"params"`
}

// peer is one run of the process.
type peer struct {
	mode, tool, fingerprint, state, pids string
	size                                 int

	mu   sync.Mutex // of standard output
	open []request
}

func main() {
	p := &peer{}
	flag.StringVar(&p.mode, "mode", "", "how to misbehave")
	flag.StringVar(&p.tool, "tool", "a.flow.t", "the identity to serve")
	flag.StringVar(&p.fingerprint, "fingerprint", "f", "its fingerprint")
	flag.StringVar(&p.state, "state", "", "a file that is there from the second start on")
	flag.StringVar(&p.pids, "pids", "", "a file to which each start adds its process id")
	flag.IntVar(&p.size, "size", 0, "the length of a reply's line, without its end")
	flag.Parse()
	p.begin()
	lines := bufio.NewReaderSize(os.Stdin, 1<<20)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		var r request
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			fmt.Fprintln(os.Stderr, "misbehave:", err)
			os.Exit(2)
		}
		p.answer(r)
	}
}

// begin does what is done before the first line is read.
func (p *peer) begin() {
	if p.pids != "" {
		file, err := os.OpenFile(p.pids, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err == nil {
			_, err = fmt.Fprintln(file, os.Getpid())
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "misbehave:", err)
			os.Exit(2)
		}
	}
	switch p.mode {
	case "exit-at-once":
		fmt.Print(`{"id":1,"jsonrpc":"2.0","result":{"da`)
		fmt.Fprintln(os.Stderr, "no configuration")
		os.Exit(7)
	case "silent":
		time.Sleep(time.Hour)
	case "ignores-term":
		signal.Ignore(syscall.SIGTERM)
	case "floods":
		fmt.Fprint(os.Stderr, strings.Repeat("x", 1<<20))
	case "banner":
		fmt.Println("Welcome to misbehave 1.0!")
		fmt.Println(`{"progress": 1}`)
	case "grandchild":
		child := exec.Command("sleep", "60")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		if err := child.Start(); err != nil {
			fmt.Fprintln(os.Stderr, "misbehave:", err)
			os.Exit(2)
		}
		fmt.Fprintf(os.Stderr, "grandchild %d\n", child.Process.Pid)
	}
}

// restarted says whether this is not the first start, and remembers that there was one.
func (p *peer) restarted() bool {
	if p.state == "" {
		return false
	}
	_, err := os.Stat(p.state)
	if err != nil {
		if err := os.WriteFile(p.state, nil, 0o600); err != nil {
			fmt.Fprintln(os.Stderr, "misbehave:", err)
			os.Exit(2)
		}
	}
	return err == nil
}

func (p *peer) answer(r request) {
	switch r.Method {
	case "describe":
		p.describe(r)
	case "cancel":
		p.cancelled(r)
	case "call":
		p.called(r)
	}
}

func (p *peer) describe(r request) {
	data, fingerprint, tool := "1.0", p.fingerprint, p.tool
	switch p.mode {
	case "version-2":
		data = "2.0"
	case "version-1.7":
		data = "1.7"
	case "bad-version":
		data = "one"
	case "describes-badly":
		p.print(`{"id":%s,"jsonrpc":"2.0","result":{"data":"1.0","tools":[{"tool":5}]}}`+"\n", r.ID)
		return
	case "refuses-describe":
		p.print(`{"id":%s,"jsonrpc":"2.0","error":{"code":-32601,"message":"no"}}`+"\n", r.ID)
		return
	case "dies-describing":
		os.Exit(3)
	case "changes-fingerprint":
		if p.restarted() {
			fingerprint = "other"
		}
	case "changes-tools":
		if p.restarted() {
			tool = "a.flow.other"
		}
	}
	end := "\n"
	if p.mode == "crlf" {
		end = "\r\n"
	}
	p.print(`{"id":%s,"jsonrpc":"2.0","result":{"data":%q,"tools":[{"fingerprint":%q,"signature":{},"tool":%q}]}}`+end, r.ID, data, fingerprint, tool)
}

func (p *peer) cancelled(r request) {
	switch p.mode {
	case "late":
		time.Sleep(300 * time.Millisecond)
		p.reply(p.open[len(p.open)-1], `{"Ok":1}`, "\n")
	case "obeys":
		for _, call := range p.open {
			if string(call.Params.Call) == string(r.Params.Call) && string(call.Params.Run) == string(r.Params.Run) {
				p.reply(call, `{"Unknown":"stopped"}`, "\n")
			}
		}
	}
}

func (p *peer) called(r request) {
	p.open = append(p.open, r)
	switch p.mode {
	case "dies-mid-line":
		p.print(`{"id":%s,"jsonrpc":"2.0","result":{"call":%s,"outc`, r.ID, r.Params.Call)
		os.Exit(4)
	case "dies-before-reply":
		fmt.Fprintln(os.Stderr, "it was the disk")
		os.Exit(5)
	case "dies-after-reply":
		p.reply(r, `{"Ok":1}`, "\n")
		os.Exit(6)
	case "last-line-open":
		p.reply(r, `{"Ok":1}`, "")
		os.Exit(0)
	case "half-line":
		p.print(`{"id":%s,"jsonrpc":"2.0","res`, r.ID)
	case "never", "late", "obeys", "ignores-term", "grandchild-never":
	case "stops-reading":
		time.Sleep(time.Hour)
	case "closes-output":
		_ = os.Stdout.Close()
	case "closes-input":
		_ = os.Stdin.Close()
		time.Sleep(200 * time.Millisecond)
		p.reply(r, `{"Ok":1}`, "\n")
		time.Sleep(time.Hour)
	case "random":
		p.randomly(r)
	case "twice":
		p.reply(r, `{"Ok":1}`, "\n")
		p.reply(r, `{"Ok":2}`, "\n")
	case "to-nothing":
		p.print(`{"id":99,"jsonrpc":"2.0","result":{"call":"nobody","outcome":{"Ok":0},"run":"r"}}` + "\n")
		p.print(`{"id":98,"jsonrpc":"2.0","error":{"code":1,"message":"x"}}` + "\n")
		p.print("garbage\n\n[1]\n{}\n")
		p.print(`{"id":%s,"jsonrpc":"2.0","result":{"call":"nobody","outcome":{"Ok":0},"run":"r"}}`+"\n", r.ID)
		p.reply(r, `{"Ok":1}`, "\n")
	case "backwards":
		if len(p.open)%4 == 0 {
			for i := range 4 {
				p.reply(p.open[len(p.open)-1-i], `{"Ok":1}`, "\n")
			}
		}
	case "floods":
		fmt.Fprint(os.Stderr, strings.Repeat("y", 1<<20))
		p.reply(r, `{"Ok":1}`, "\n")
	case "crlf":
		p.reply(r, `{"Ok":1}`, "\r\n")
	case "id-last":
		p.print("  { \"result\" : {\"run\":%s,\"outcome\" : {\"Ok\": 1 },\"call\":%s} , \"jsonrpc\":\"2.0\" , \"id\" : %s }\t\n", r.Params.Run, r.Params.Call, r.ID)
	case "sized":
		p.sized(r, false)
	case "sized-id-last":
		p.sized(r, true)
	case "verbatim":
		p.verbatim(r)
	default:
		p.reply(r, `{"Ok":1}`, "\n")
	}
}

// randomly replies at once, later, twice, never, with other outcomes or none, or ends the process.
func (p *peer) randomly(r request) {
	outcomes := []string{`{"Ok":1}`, `{"Failed":1}`, `{"NotRun":"no"}`, `{"Unknown":"perhaps"}`, `{"Nothing":1}`, `null`}
	outcome := outcomes[max(0, rand.IntN(3*len(outcomes))-2*len(outcomes))]
	switch rand.IntN(40) {
	case 0:
	case 1:
		p.reply(r, `{"Ok":1}`, "\n")
		p.reply(r, `{"Ok":2}`, "\n")
	case 2:
		p.print(`{"id":%s,"jsonrpc":"2.0","result":{"call":%s,"outc`, r.ID, r.Params.Call)
		os.Exit(4)
	case 3:
		os.Exit(5)
	case 4, 5, 6, 7, 8:
		go func() {
			time.Sleep(time.Duration(rand.IntN(20)) * time.Millisecond)
			p.reply(r, outcome, "\n")
		}()
	default:
		p.reply(r, outcome, "\n")
	}
}

// sized replies by a line of exactly so many bytes, and with a short reply to the next call at once behind it.
func (p *peer) sized(r request, idLast bool) {
	if len(p.open) != 1 {
		if len(p.open) == 2 {
			head := fmt.Sprintf(`{"id":%s,"jsonrpc":"2.0","result":{"call":%s,"outcome":{"Ok":"`, p.open[0].ID, p.open[0].Params.Call)
			tail := fmt.Sprintf(`"},"run":%s}}`, p.open[0].Params.Run)
			if idLast {
				head = fmt.Sprintf(`{"jsonrpc":"2.0","result":{"call":%s,"outcome":{"Ok":"`, p.open[0].Params.Call)
				tail = fmt.Sprintf(`\""},"run":%s},"id":%s}`, p.open[0].Params.Run, p.open[0].ID)
			}
			p.print("%s", head+strings.Repeat("z", p.size-len(head)-len(tail))+tail+"\n"+
				fmt.Sprintf(`{"id":%s,"jsonrpc":"2.0","result":{"call":%s,"outcome":{"Ok":1},"run":%s}}`+"\n", r.ID, r.Params.Call, r.Params.Run))
		}
	}
}

// verbatim replies with lines from the state file, in which $id, $call and $run stand for the call's.
func (p *peer) verbatim(r request) {
	text, err := os.ReadFile(p.state)
	if err != nil {
		fmt.Fprintln(os.Stderr, "misbehave:", err)
		os.Exit(2)
	}
	p.print("%s", strings.NewReplacer("$id", string(r.ID), "$call", string(r.Params.Call), "$run", string(r.Params.Run)).Replace(string(text)))
}

func (p *peer) reply(r request, outcome, end string) {
	p.print(`{"id":%s,"jsonrpc":"2.0","result":{"call":%s,"outcome":%s,"run":%s}}%s`, r.ID, r.Params.Call, outcome, r.Params.Run, end)
}

func (p *peer) print(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	fmt.Printf(format, args...)
}
