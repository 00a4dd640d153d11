package main

import (
	"fmt"
	"os"
	"sync"
	"time"
)

// patience is how long a command works before it says at what.
const patience = time.Second

// progress tells a person who waits what is being done; it stays silent in a pipe, in CI, and where all goes fast.
type progress struct {
	app   *app
	mu    sync.Mutex
	stage string
	late  bool
	timer *time.Timer
}

func (a *app) progress() *progress {
	p := &progress{app: a}
	if isTerminal(a.stderr) && os.Getenv("CI") == "" {
		p.timer = time.AfterFunc(patience, p.speak)
	}
	return p
}

// speak tells the stage at which patience ran out.
func (p *progress) speak() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.late = true
	p.tell()
}

// at says what is being done from now on.
func (p *progress) at(stage string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stage = stage
	if p.late {
		p.tell()
	}
}

func (p *progress) tell() { fmt.Fprintf(p.app.stderr, "flowgen: %s ...\n", p.stage) }

func (p *progress) stop() {
	if p.timer != nil {
		p.timer.Stop()
	}
}
