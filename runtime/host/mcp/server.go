// Package mcp connects Tools and the Model Context Protocol: New makes an MCP server an implementation of Tools, and
// Serve offers the Tools of implementations to MCP clients.
package mcp

import (
	"context"
	"errors"
	"fmt"
	"sync"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/runtime/host"
	"github.com/flow-toolkit/flowgen/runtime/internal/child"
	"github.com/flow-toolkit/flowgen/runtime/internal/peer"
	"github.com/flow-toolkit/flowgen/typespec"
)

// mostServers is how many processes an adapter keeps at once, one for each run.
const mostServers = 64

// Server is an Implementation of an MCP server that speaks over its standard input and output: the MCP adapter. Each run
// that makes calls has a server process of its own, since a call's id in MCP is its history's, which another run may have
// too.
type Server struct {
	command      host.Command
	declarations []*typespec.Tool
	options      host.ProcessOptions
	most         int

	mu      sync.Mutex
	spare   *process            // was described, and is the next run's
	runs    map[string]*process // by the canonical run id
	clock   int64
	closed  bool
	closing sync.WaitGroup // of processes that are forgotten
}

// process is the server process of one run.
type process struct {
	keeper *peer.Keeper[host.Reply, *session]
	out    int   // its calls
	used   int64 // when the last one began
}

// New makes the adapter of an MCP server's command for the declarations that are bound to it. Each is answered by the
// server's tool of the name that its identity ends in. Nothing is started yet. The options are those of a host.Process;
// StartTime is for the handshake and the list of tools.
func New(command host.Command, declarations []*typespec.Tool, options host.ProcessOptions) host.Implementation {
	return &Server{command: command, declarations: declarations, options: options, most: mostServers, runs: map[string]*process{}}
}

// String shows the server's command and folder.
func (s *Server) String() string { return "MCP server " + s.command.String() }

// Describe starts the server, unless one runs, and describes those of the declarations that it offers a tool for. The
// error says why there is none, with the end of what the server wrote to standard error.
func (s *Server) Describe(ctx context.Context) (*host.Description, error) {
	p, err := s.any()
	if err != nil {
		return nil, err
	}
	session, err := p.keeper.Session(ctx)
	if err != nil {
		return nil, err
	}
	return session.description, nil
}

var errShutdown = errors.New("the implementation was shut down")

// any gives some process.
func (s *Server) any() (*process, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, errShutdown
	}
	for _, p := range s.runs {
		return p, nil
	}
	if s.spare == nil {
		s.spare = s.newProcess()
	}
	return s.spare, nil
}

func (s *Server) newProcess() *process {
	meet := func(run *peer.Run[host.Reply]) *session { return newSession(run, s.declarations) }
	return &process{keeper: peer.NewKeeper(child.Command(s.command), peer.Options(s.options), host.Lost, meet)}
}

// Call makes one call, as host.Process does, of the process of its run. A generic Tool's call sends its arguments alone.
// The value is the result's structured content or, where there is none, the JSON that its one text block holds; what has
// neither, and an error response, is BadReply.
func (s *Server) Call(ctx context.Context, call *host.Call) host.Reply {
	if call.Run == (flow.ID{}) || call.ID == (flow.ID{}) {
		return host.Lost(false, "the call has no run id or no call id: give it both")
	}
	p, err := s.enter(call.Run.String())
	if err != nil {
		return host.Lost(false, err.Error())
	}
	defer s.leave(p)
	session, err := p.keeper.Session(ctx)
	if err != nil {
		return host.Lost(false, err.Error())
	}
	if misfit := session.description.Misfit(call); misfit != "" {
		return host.Lost(false, misfit)
	}
	return session.call(ctx, call)
}

// enter gives the process of a run, and counts a call of it.
func (s *Server) enter(run string) (*process, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, errShutdown
	}
	p := s.runs[run]
	if p == nil {
		if len(s.runs) >= s.most && !s.forgetIdle() {
			return nil, fmt.Errorf("%d runs have a server each and calls out to it, which is the most: try again when one of them has none", s.most)
		}
		if p, s.spare = s.spare, nil; p == nil {
			p = s.newProcess()
		}
		s.runs[run] = p
	}
	p.out++
	s.clock++
	p.used = s.clock
	return p, nil
}

func (s *Server) leave(p *process) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p.out--
}

// forgetIdle ends the process that has no call out for longest; the lock is held. It says whether there was one.
func (s *Server) forgetIdle() bool {
	oldest := ""
	for run, p := range s.runs {
		if p.out == 0 && (oldest == "" || p.used < s.runs[oldest].used) {
			oldest = run
		}
	}
	if oldest != "" {
		s.forget(oldest)
	}
	return oldest != ""
}

// forget ends the process of a run without waiting for it; the lock is held.
func (s *Server) forget(run string) {
	p := s.runs[run]
	delete(s.runs, run)
	s.closing.Add(1)
	go func() {
		defer s.closing.Done()
		p.keeper.Shutdown()
	}()
}

// EndRun lets go of a run's process: no more calls of it will come.
func (s *Server) EndRun(run flow.ID) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.runs[run.String()] != nil {
		s.forget(run.String())
	}
}

// Shutdown ends all processes in order, as host.Process does. Calls from now on are NotRun.
func (s *Server) Shutdown() {
	s.mu.Lock()
	s.closed = true
	for run := range s.runs {
		s.forget(run)
	}
	if s.spare != nil {
		s.runs[""], s.spare = s.spare, nil
		s.forget("")
	}
	s.mu.Unlock()
	s.closing.Wait()
}
