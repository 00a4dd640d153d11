package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

//go:embed demo/rust/shop.rs
var demoRust []byte

//go:embed demo/rust/Cargo.toml
var demoManifest []byte

//go:embed demo/rust/Cargo.lock
var demoLock []byte

// demoCargoTime bounds what Cargo does to make the demonstration ready: it fetches and compiles the crates that it needs.
const demoCargoTime = 10 * time.Minute

// readyRust builds a program in a crate of its own.
func readyRust(folder, _ string) ([]string, error) {
	cargo, err := exec.LookPath("cargo")
	if err != nil {
		return nil, errors.New("there is no cargo here: install Rust and try again")
	}
	for name, text := range map[string][]byte{"Cargo.toml": demoManifest, "Cargo.lock": demoLock} {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o600); err != nil {
			return nil, err
		}
	}
	ctx, stop := context.WithTimeout(context.Background(), demoCargoTime)
	defer stop()
	command := exec.CommandContext(ctx, cargo, "build", "--quiet", "--locked", "--message-format", "json-render-diagnostics")
	command.Dir = folder
	var said strings.Builder
	command.Stderr = &said
	out, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("cargo build: %w\n%s", err, said.String())
	}
	return builtProgram(out)
}

// builtProgram finds the program among the messages of Cargo: where it is depends on how Cargo is set up.
func builtProgram(messages []byte) ([]string, error) {
	for decoder := json.NewDecoder(bytes.NewReader(messages)); decoder.More(); {
		var message struct{ Executable string }
		if err := decoder.Decode(&message); err != nil {
			return nil, err
		}
		if message.Executable != "" {
			return []string{message.Executable}, nil
		}
	}
	return nil, errors.New("cargo build made no program")
}
