//go:build unix

package flow

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/flow-toolkit/flowgen/testdata/need"
)

// The test binary serves where it is told to: the tests of this file run it as a process of its own.
func init() {
	kind := os.Getenv("FLOW_TEST_SERVES")
	if kind == "" {
		return
	}
	var options []ServeOption
	if kind == "early" {
		channel, err := TakeStandardStreams()
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println("a banner")
		options = append(options, WithChannel(channel))
	}
	if err := Serve(context.Background(), sayToolkit(behave), options...); err != nil {
		log.Fatal(err)
	}
	fmt.Println("printed after serving")
	os.Exit(0)
}

// behave does what a text says.
func behave(ctx context.Context, text string) (string, error) {
	what, rest, _ := strings.Cut(text, " ")
	switch what {
	case "print":
		fmt.Println(rest)
		_, err := syscall.Write(1, []byte(rest+"\n")) // as C code would
		return rest, err
	case "print-later":
		go func() {
			for range 50 {
				fmt.Println(rest)
				println(rest)
			}
		}()
		return rest, nil
	case "shout": // 1 MiB on standard error without a line end
		_, err := os.Stderr.Write(bytes.Repeat([]byte{'e'}, 1<<20))
		return rest, err
	case "run": // a child process with the standard streams of this one
		child := exec.Command("sh", "-c", rest)
		child.Stdin, child.Stdout = os.Stdin, os.Stdout
		return "", child.Run()
	case "output":
		out, err := exec.Command("sh", "-c", rest).Output()
		return string(out), err
	case "timer":
		time.AfterFunc(time.Hour, func() {})
		go func() { select {} }()
		return rest, nil
	case "wait":
		<-ctx.Done()
		return "", ctx.Err()
	}
	return text, nil
}

// child is a server in a process of its own.
type child struct {
	t      *testing.T
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    io.ReadCloser
	lines  *bufio.Reader
	mu     sync.Mutex
	errors bytes.Buffer
}

func (c *child) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.errors.Write(p)
}

func (c *child) stderr() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.errors.String()
}

func startChild(t *testing.T, kind string) *child {
	t.Helper()
	c := &child{t: t, cmd: exec.Command(os.Args[0])}
	c.cmd.Env = append(os.Environ(), "FLOW_TEST_SERVES="+kind, "GORACE=atexit_sleep_ms=0")
	c.cmd.Stderr = c
	var err error
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	if c.out, err = c.cmd.StdoutPipe(); err != nil {
		t.Fatal(err)
	}
	c.lines = bufio.NewReader(c.out)
	if err := c.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	killer := time.AfterFunc(30*time.Second, func() { _ = c.cmd.Process.Kill() })
	t.Cleanup(func() { killer.Stop() })
	return c
}

func (c *child) ask(id, text string) string {
	c.t.Helper()
	if _, err := io.WriteString(c.in, sayCall(id, "1", id, text)+"\n"); err != nil {
		c.t.Fatal(err)
	}
	line, err := c.lines.ReadString('\n')
	if err != nil {
		c.t.Fatalf("no answer to %s: %v\n%s", text, err, c.stderr())
	}
	return line
}

// end waits for the process, which must say nothing more and end with status 0.
func (c *child) end() {
	c.t.Helper()
	rest, err := io.ReadAll(c.lines)
	if err != nil || len(rest) > 0 {
		c.t.Errorf("on the protocol's stream: %s, %v", rest, err)
	}
	if err := c.cmd.Wait(); err != nil {
		c.t.Errorf("the process ended with %v\n%s", err, c.stderr())
	}
}

func (c *child) close() {
	c.t.Helper()
	_ = c.in.Close()
	c.end()
}

func TestProcessKeepsItsStreams(t *testing.T) {
	for _, kind := range []string{"plain", "early"} {
		t.Run(kind, func(t *testing.T) {
			c := startChild(t, kind)
			for i, row := range [][2]string{
				{"print on standard output", "on standard output"},
				{"print-later from a goroutine", "from a goroutine"},
				{"shout", ""},
				{"run echo from a child; cat; cat <&0", ""}, // cat sees the end of the input
				{"output cat; readlink /proc/self/fd/0 2>&1 || true", ""},
				{"still here", "still here"},
			} {
				id := fmt.Sprint(i)
				got := c.ask(id, row[0])
				if row[1] != "" && got != sayReply(id, "1", id, `{"Ok":"`+row[1]+`"}`) {
					t.Errorf("%s answers %s", row[0], got)
				}
				if row[1] == "" && !strings.HasPrefix(got, `{"id":`+id+`,"jsonrpc":"2.0","result":{"call":`+id+`,"outcome":{"Ok":`) {
					t.Errorf("%s answers %s", row[0], got)
				}
			}
			c.close()
			wants := []string{"on standard output\non standard output\n", "from a goroutine\n", "from a child\n", "printed after serving\n"}
			if kind == "early" {
				wants = append(wants, "a banner\n")
			}
			for _, want := range wants {
				if !strings.Contains(c.stderr(), want) {
					t.Errorf("standard error lacks %q", want)
				}
			}
		})
	}
}

// No child inherits a descriptor of the protocol's.
func TestProcessLeaksNoDescriptor(t *testing.T) {
	need.File(t, "/proc/self/fd", "nobody looks at a child's descriptors")
	c := startChild(t, "plain")
	got := c.ask("1", "output readlink /proc/self/fd/* || true")
	for name, pipe := range map[string]any{"input": c.in, "output": c.out} {
		link, err := os.Readlink(fmt.Sprintf("/proc/self/fd/%d", pipe.(interface{ Fd() uintptr }).Fd()))
		if err != nil || !strings.HasPrefix(link, "pipe:[") {
			t.Fatalf("the %s is %s, %v", name, link, err)
		}
		if strings.Contains(got, link) {
			t.Errorf("a child has the protocol's %s: %s", name, got)
		}
	}
	if !strings.Contains(got, "/dev/null") {
		t.Errorf("a child's standard input is not at its end: %s", got)
	}
	c.close()
}

// The end of input ends the process whatever the author's code has left running.
func TestProcessEndsWithItsInput(t *testing.T) {
	c := startChild(t, "plain")
	c.ask("1", "timer x")
	began := time.Now()
	c.close()
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
}

func TestProcessEndsInOrderWhenTold(t *testing.T) {
	for i := range 20 {
		for _, stop := range []os.Signal{syscall.SIGTERM, syscall.SIGINT} {
			c := startChild(t, "plain")
			c.ask("1", "up")
			if i%2 == 1 {
				if _, err := io.WriteString(c.in, sayCall("2", "1", "2", "wait")+"\n"+sayCall("3", "1", "3", "x")+"\n"); err != nil {
					t.Fatal(err)
				}
				if _, err := c.lines.ReadString('\n'); err != nil {
					t.Fatal(err)
				}
			}
			if err := c.cmd.Process.Signal(stop); err != nil {
				t.Fatal(err)
			}
			if i%2 == 1 {
				line, err := c.lines.ReadString('\n')
				if err != nil || !strings.HasSuffix(line, `the process ends"},"run":1}}`+"\n") {
					t.Errorf("the running call is answered %s, %v", line, err)
				}
			}
			c.end()
			_ = c.in.Close()
		}
	}
}

// A host that has closed the standard error is no reason to end.
func TestProcessOutlivesItsStandardError(t *testing.T) {
	cmd := exec.Command("sh", "-c", `exec "$0" 2>&1 >&3 3>&- | true`, os.Args[0])
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.ExtraFiles = []*os.File{write}
	cmd.Env = append(os.Environ(), "FLOW_TEST_SERVES=plain")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = write.Close()
	lines := bufio.NewReader(read)
	for i := range 5 {
		id := fmt.Sprint(i)
		if _, err := io.WriteString(in, sayCall(id, "1", id, "shout")+"\n"); err != nil {
			t.Fatal(err)
		}
		if line, err := lines.ReadString('\n'); err != nil || !strings.Contains(line, "broken pipe") && i > 0 {
			t.Fatalf("the answer is %s, %v", line, err)
		}
	}
	_ = in.Close()
	if err := cmd.Wait(); err != nil {
		t.Error(err)
	}
	_ = read.Close()
}

// Streams that are no pipes are served too: a file to read from and one to write to.
func TestProcessServesFiles(t *testing.T) {
	folder := t.TempDir()
	in, out := folder+"/in", folder+"/out"
	if err := os.WriteFile(in, []byte(sayCall("1", "1", "1", "a")+"\n"+sayCall("2", "1", "1", "print b")), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", "-c", `exec "$0" <"$1" >"$2" 2>/dev/null`, os.Args[0], in, out)
	cmd.Env = append(os.Environ(), "FLOW_TEST_SERVES=plain")
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(string(got), "\n"); lines != 2 || !strings.HasPrefix(string(got), `{"id":`) {
		t.Errorf("got %s", got)
	}
}

// Some hosts give their children sockets; these cannot be opened anew, and are read in the blocking way.
func TestProcessServesSockets(t *testing.T) {
	for _, stop := range []bool{false, true} {
		ends, err := syscall.Socketpair(syscall.AF_UNIX, syscall.SOCK_STREAM, 0)
		if err != nil {
			t.Fatal(err)
		}
		theirs := os.NewFile(uintptr(ends[1]), "theirs")
		connection, err := net.FileConn(os.NewFile(uintptr(ends[0]), "ours"))
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), "FLOW_TEST_SERVES=plain")
		cmd.Stdin, cmd.Stdout = theirs, theirs
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		_ = theirs.Close()
		if _, err := io.WriteString(connection, sayCall("1", "1", "1", "a")+"\n"); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewReader(connection)
		if line, err := lines.ReadString('\n'); err != nil || line != sayReply("1", "1", "1", `{"Ok":"a"}`) {
			t.Errorf("the answer is %s, %v", line, err)
		}
		if stop {
			err = cmd.Process.Signal(syscall.SIGTERM)
		} else {
			err = connection.(*net.UnixConn).CloseWrite()
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("stop %v: %v", stop, err)
		}
		_ = connection.Close()
	}
}

// Standard error on the pipe of the protocol stays as it is: the server makes nothing of it non-blocking.
func TestProcessLeavesSharedDescriptorsAlone(t *testing.T) {
	cmd := exec.Command("sh", "-c", `exec "$0" 2>&1`, os.Args[0])
	cmd.Env = append(os.Environ(), "FLOW_TEST_SERVES=plain")
	cmd.Stdin = strings.NewReader(sayCall("1", "1", "1", "shout") + "\n")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if shouted := bytes.Count(out, []byte{'e'}); shouted < 1<<20 {
		t.Errorf("only %d of the bytes on standard error arrive", shouted)
	}
}
