package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// generate measures the whole process on listings of growing size, and a peer that makes Python types too.
func (b *bench) generate() error {
	fmt.Println("Generate a Python package (whole process)")
	fmt.Printf("  %-34s%10s%12s%14s%12s\n", "declarations (Tools)", "ms", "us each", "peak MiB", "KiB each")
	for _, n := range []int{10, 100, 200, 1000, 2000, 10000} {
		into := filepath.Join(b.work, fmt.Sprintf("out-%d", n))
		took, peak, err := best(3, listing(n), b.flowgen, "--lang", "python", "-o", into)
		if err != nil {
			return err
		}
		row(fmt.Sprintf("flowgen %d (%d)", n, (n+3)/4), n, took, peak)
	}
	return b.generatePeer(200)
}

// generatePeer has datamodel-code-generator make types alone from the JSON Schema of the same declarations.
func (b *bench) generatePeer(n int) error {
	list := filepath.Join(b.work, "peer.json")
	if err := os.WriteFile(list, listing(n), 0o600); err != nil {
		return err
	}
	schema, err := exec.Command(b.flowgen, "schema", list).Output()
	if err != nil {
		return fmt.Errorf("flowgen schema: %w", err)
	}
	into := filepath.Join(b.work, "peer.py")
	took, peak, err := best(1, schema, b.python, "-m", "datamodel_code_generator", "--input-file-type", "jsonschema",
		"--output", into, "--disable-timestamp")
	if err != nil {
		fmt.Println("  datamodel-code-generator did not run:", err)
		return nil
	}
	row(fmt.Sprintf("datamodel-code-generator %d, types", n), n, took, peak)
	return nil
}

func row(name string, n int, took time.Duration, peak int64) {
	fmt.Printf("  %-34s%10.1f%12.1f%14.1f%12.1f\n", name, float64(took.Microseconds())/1000,
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
