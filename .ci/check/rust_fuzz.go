package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
)

const rustFuzz = rustSupport + "/fuzz"

// sanitizerCoverage is what `cargo fuzz` has the compiler put in. Done by hand it needs neither that command nor a nightly
// Rust: only the sanitizers do, which code without `unsafe` has no use for.
var sanitizerCoverage = strings.Join([]string{
	"--cfg fuzzing", "-Cpasses=sancov-module", "-Ccodegen-units=1", "-Cdebug-assertions", "-Coverflow-checks",
	"-Cllvm-args=-sanitizer-coverage-level=4",
	"-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
	"-Cllvm-args=-sanitizer-coverage-pc-table",
}, " ")

// fuzzRust builds every fuzz target and tries each for a short while, from the texts of the vectors on.
func (c *checkout) fuzzRust(ctx context.Context, out *bytes.Buffer) error {
	seeds, err := c.rustSeeds()
	if err != nil {
		return err
	}
	host, err := c.rustHost(ctx)
	if err != nil {
		return err
	}
	target := c.path(".cache", "target", "fuzz")
	if err := c.exec(ctx, out, rustFuzz, "env", "RUSTFLAGS="+sanitizerCoverage, "CARGO_TARGET_DIR="+target,
		"cargo", "build", "--quiet", "--locked", "--target", host); err != nil {
		return err
	}
	names, err := c.files(ctx, rustFuzz+"/fuzz_targets/*.rs")
	if err != nil {
		return err
	}
	runs := strings.TrimSuffix(fuzzRuns, "x")
	for _, name := range names {
		name = strings.TrimSuffix(path.Base(name), ".rs")
		corpus, err := c.corpus(name, seeds[name])
		if err != nil {
			return err
		}
		fmt.Fprintln(out, name)
		if err := c.exec(ctx, out, "", filepath.Join(target, host, "debug", name), "-runs="+runs, "-verbosity=0", "-print_funcs=0",
			"-timeout=10", "-artifact_prefix="+corpus+"-", corpus); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if len(names) != len(seeds) {
		return fmt.Errorf("%d fuzz targets were found, and there are texts to begin with for %d", len(names), len(seeds))
	}
	fmt.Fprintf(out, "%d targets, %s each\n", len(names), fuzzRuns)
	return nil
}

// rustHost gives the name that Rust has for this machine. Where it is named, flags are not for what is built to build with.
func (c *checkout) rustHost(ctx context.Context) (string, error) {
	var said bytes.Buffer
	if err := c.exec(ctx, &said, "", "rustc", "-vV"); err != nil {
		return "", err
	}
	for line := range strings.Lines(said.String()) {
		if host, ok := strings.CutPrefix(line, "host: "); ok {
			return strings.TrimSpace(host), nil
		}
	}
	return "", errors.New("rustc -vV names no host")
}

// rustSeeds gives the texts of the vectors that each target begins with.
func (c *checkout) rustSeeds() (map[string][][]byte, error) {
	var texts []struct{ Text string }
	var views []struct{ Types, Schema json.RawMessage }
	if err := errors.Join(c.vectors("json.json", &texts), c.vectors("views.json", &views)); err != nil {
		return nil, err
	}
	seeds := map[string][][]byte{}
	for _, row := range texts {
		seeds["reader"] = append(seeds["reader"], []byte(row.Text))
	}
	for _, row := range views {
		var lines bytes.Buffer
		for _, part := range []json.RawMessage{row.Types, row.Schema} {
			if part == nil {
				continue // a row that lacks it
			}
			if err := json.Compact(&lines, part); err != nil {
				return nil, err
			}
			lines.WriteByte('\n')
		}
		seeds["view"] = append(seeds["view"], bytes.TrimSpace(lines.Bytes()))
	}
	return seeds, nil
}

func (c *checkout) vectors(name string, rows any) error {
	text, err := os.ReadFile(c.path("testdata", "vectors", name))
	if err != nil {
		return err
	}
	return json.Unmarshal(text, rows)
}

// corpus makes a folder of texts anew.
func (c *checkout) corpus(name string, seeds [][]byte) (string, error) {
	folder := c.path(".cache", "fuzz", "rust", name)
	if err := errors.Join(os.RemoveAll(folder), os.MkdirAll(folder, 0o755)); err != nil {
		return "", err
	}
	for i, seed := range seeds {
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("vector-%03d", i)), seed, 0o644); err != nil {
			return "", err
		}
	}
	return folder, nil
}
