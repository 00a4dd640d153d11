package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// metadata is what this check reads of `cargo metadata`.
type metadata struct {
	Packages []struct {
		ID          string
		Name        string
		Version     string
		RustVersion string `json:"rust_version"`
	}
	Resolve struct {
		Root  string
		Nodes []struct {
			ID   string
			Deps []struct {
				Pkg   string
				Kinds []struct {
					Kind string
				} `json:"dep_kinds"`
			}
		}
	}
}

// rustVersions holds each crate that generated code stands on, of the version that is locked here, to say of itself that it
// is for the oldest Rust that generated code is for.
func (c *checkout) rustVersions(ctx context.Context, out *bytes.Buffer) error {
	var text bytes.Buffer
	if err := c.exec(ctx, &text, rustSupport, "cargo", "metadata", "--quiet", "--locked", "--all-features", "--format-version", "1"); err != nil {
		out.Write(text.Bytes())
		return err
	}
	var m metadata
	if err := json.Unmarshal(text.Bytes(), &m); err != nil {
		return err
	}
	used, oldest, count := m.used(), "", 0
	for _, p := range m.Packages {
		if p.ID == m.Resolve.Root {
			oldest = p.RustVersion
		}
	}
	if oldest == "" {
		return fmt.Errorf("%s/Cargo.toml names no rust-version", rustSupport)
	}
	for _, p := range m.Packages {
		if !used[p.ID] {
			continue
		}
		newer, err := isNewer(p.RustVersion, oldest)
		if err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
		if newer {
			fmt.Fprintf(out, "%s %s is for Rust %s\n", p.Name, p.Version, p.RustVersion)
			count++
		}
	}
	if count > 0 {
		return fmt.Errorf("generated code is for Rust %s: lock older crates", oldest)
	}
	fmt.Fprintf(out, "%d crates, Rust %s\n", len(used), oldest)
	return nil
}

// used gives the packages that the root reaches otherwise than for its own tests.
func (m metadata) used() map[string]bool {
	used := map[string]bool{}
	for next := []string{m.Resolve.Root}; len(next) > 0; next = next[1:] {
		if used[next[0]] {
			continue
		}
		used[next[0]] = true
		for _, node := range m.Resolve.Nodes {
			if node.ID != next[0] {
				continue
			}
			for _, dep := range node.Deps {
				for _, kind := range dep.Kinds {
					if kind.Kind != "dev" {
						next = append(next, dep.Pkg)
					}
				}
			}
		}
	}
	return used
}

// isNewer compares versions of Rust, such as 1.85 and 1.85.1. A crate that names none is for any.
func isNewer(version, than string) (bool, error) {
	if version == "" {
		return false, nil
	}
	one, err := numbersOf(version)
	if err != nil {
		return false, err
	}
	other, err := numbersOf(than)
	return slices.Compare(one, other) > 0, err
}

func numbersOf(version string) (numbers []int, err error) {
	for part := range strings.SplitSeq(version, ".") {
		n, err := strconv.Atoi(part)
		if err != nil {
			return nil, fmt.Errorf("%q is no version of Rust: %w", version, err)
		}
		numbers = append(numbers, n)
	}
	return numbers, nil
}
