package main

import (
	"bytes"
	"testing"
)

func TestProgressSpeaksOnceItIsLate(t *testing.T) {
	var stderr bytes.Buffer
	a := app{stderr: &stderr}
	p := a.progress()
	defer p.stop()
	if p.timer != nil {
		t.Error("a pipe is told")
	}
	p.at("reading")
	p.at("generating")
	if stderr.Len() > 0 {
		t.Errorf("it spoke too early: %q", stderr.String())
	}
	p.speak()
	p.at("comparing")
	if got, want := stderr.String(), "flowgen: generating ...\nflowgen: comparing ...\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
