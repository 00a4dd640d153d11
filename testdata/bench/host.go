package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

// hostOutstanding is how many calls are out at once.
const hostOutstanding = 64

// hostRow is a way to call a process, and what was measured of it.
type hostRow struct {
	name      string
	way       string
	calls     int
	command   []string
	rate, cpu float64
}

// host measures calls from the host's side: through runtime/host to a language's testee, beside the client of the MCP Go
// SDK, to which the ratios are, with its own server and with the language's.
func (b *bench) host(l language) error {
	program, err := b.goPrograms()
	if err != nil {
		return err
	}
	testee := filepath.Join(b.root, "testdata", "testee", l.name, "run")
	if err := b.output(testee, "build"); err != nil {
		return err
	}
	servers, err := l.peers(b)
	if err != nil {
		return err
	}
	rows := []*hostRow{{name: "MCP Go SDK's client, its own server", way: "mcp", calls: 5000, command: []string{program("mcp")}}}
	for _, one := range servers.rest {
		if one.hello != nil && l.name != golang.name {
			rows = append(rows, &hostRow{name: "MCP Go SDK's client, " + one.name, way: "mcp", calls: 5000, command: one.command})
		}
	}
	rows = append(rows,
		&hostRow{name: "flowgen, host.Process", way: "process", calls: 50000, command: []string{testee}},
		&hostRow{name: "flowgen, host.Instance", way: "instance", calls: 50000, command: []string{testee}})
	for range rounds {
		for _, row := range rows {
			if err := row.measure(b, program("host")); err != nil {
				return fmt.Errorf("%s: %w", row.name, err)
			}
		}
	}
	fmt.Printf("%-46s%12s%10s%14s%10s\n", fmt.Sprintf("%s: calls from the host, %d outstanding", l.title, hostOutstanding), "calls/s", "ratio", "CPU us/call", "ratio")
	for _, row := range rows {
		fmt.Printf("  %-44s%12.0f%10.2f%14.1f%10.2f\n", row.name, row.rate, row.rate/rows[0].rate, row.cpu, row.cpu/rows[0].cpu)
	}
	return nil
}

// measure runs the row once more, and keeps the best.
func (r *hostRow) measure(b *bench, program string) error {
	args := append([]string{r.way, strconv.Itoa(r.calls), strconv.Itoa(hostOutstanding)}, r.command...)
	command := exec.Command(program, args...)
	command.Dir, command.Stderr = b.root, os.Stderr
	out, err := command.Output()
	if err != nil {
		return err
	}
	var rate, cpu float64
	if _, err := fmt.Sscan(string(out), &rate, &cpu); err != nil {
		return fmt.Errorf("%w in %q", err, out)
	}
	r.rate = max(r.rate, rate)
	if r.cpu == 0 || cpu < r.cpu {
		r.cpu = cpu
	}
	return nil
}
