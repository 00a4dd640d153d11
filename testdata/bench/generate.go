package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// generate measures the whole process on listings of growing size, and a peer that makes the language's types too.
func (b *bench) generate(l language) error {
	fmt.Printf("%-46s%10s%12s%14s%12s\n", l.title+": generate a package (whole process)", "ms", "us each", "peak MiB", "KiB each")
	for _, n := range []int{10, 100, 200, 1000, 2000, 10000} {
		into := filepath.Join(b.work, fmt.Sprintf("%s-%d", l.name, n), "bench")
		list, err := b.listingFile(n)
		if err != nil {
			return err
		}
		took, peak, err := best(3, nil, b.flowgen, "--lang", l.name, "-o", into, list)
		if err != nil {
			return err
		}
		row(fmt.Sprintf("flowgen, %d declarations, %d Tools", n, (n+3)/4), n, took, peak)
	}
	if l.types == nil {
		return nil
	}
	return b.generatePeer(l, 200)
}

// generatePeer has a peer make types alone from the JSON Schema of the same declarations.
func (b *bench) generatePeer(l language, n int) error {
	list, err := b.listingFile(n)
	if err != nil {
		return err
	}
	schema, err := exec.Command(b.flowgen, "schema", list).Output()
	if err != nil {
		return fmt.Errorf("flowgen schema: %w", err)
	}
	name, took, peak, err := l.types(b, schema)
	if err != nil {
		fmt.Printf("  %s did not run: %v\n", name, err)
		return nil
	}
	row(fmt.Sprintf("%s, %d declarations, types", name, n), n, took, peak)
	return nil
}

// listingFile has another process write a listing: the memory that this one has ever had counts, on Linux, as that of all
// processes that it starts.
func (b *bench) listingFile(n int) (string, error) {
	path := filepath.Join(b.work, fmt.Sprintf("listing-%d.json", n))
	program, err := os.Executable()
	if err != nil {
		return "", err
	}
	file, err := os.Create(path)
	if err != nil {
		return "", err
	}
	command := exec.Command(program, "-listing", strconv.Itoa(n))
	command.Stdout, command.Stderr = file, os.Stderr
	return path, errors.Join(command.Run(), file.Close())
}

func row(name string, n int, took time.Duration, peak int64) {
	fmt.Printf("  %-44s%10.1f%12.1f%14.1f%12.1f\n", name, float64(took.Microseconds())/1000,
		float64(took.Microseconds())/float64(n), float64(peak)/1024, float64(peak)/float64(n))
}

// best runs a command several times on the same input; it gives the shortest time and the peak memory in KiB.
func best(rounds int, input []byte, name string, args ...string) (took time.Duration, peak int64, err error) {
	for range rounds {
		command := exec.Command(name, args...)
		command.Stdin = bytes.NewReader(input)
		var said bytes.Buffer
		command.Stderr = &said
		start := time.Now()
		if err := command.Run(); err != nil {
			return 0, 0, fmt.Errorf("%w: %s", err, said.Bytes())
		}
		if once := time.Since(start); took == 0 || once < took {
			took = once
		}
		if usage, ok := command.ProcessState.SysUsage().(*syscall.Rusage); ok {
			peak = max(peak, usage.Maxrss)
		}
	}
	return took, peak, nil
}
