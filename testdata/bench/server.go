package main

import (
	"fmt"
	"os"
	"slices"
	"time"
)

// peers are the servers of one language that are measured beside each other.
type peers struct {
	calls int  // to make with 64 outstanding
	floor peer // sends each line back
	hand  peer // what the ratios of calls stand beside
	bare  peer // the least program that answers a line: what the ratios of start-up stand beside
	rest  []peer
}

// server measures calls through each peer with 64 outstanding and one at a time, and the time from exec to an answer.
func (b *bench) server(l language) error {
	p, err := l.peers(b)
	if err != nil {
		return err
	}
	for _, window := range []int{64, 1} {
		if err := p.measure(l.title, window); err != nil {
			return err
		}
	}
	return p.startUp(l.title)
}

// rounds is how often each peer is measured, in turns with the others; the best counts.
const rounds = 5

func (p peers) measure(title string, window int) error {
	all := append([]peer{p.hand, p.floor}, p.rest...)
	total := p.calls
	if window == 1 {
		total /= 5
	}
	rates, costs := make([]float64, len(all)), make([]float64, len(all))
	for range rounds {
		for i, one := range all {
			rate, cost, err := one.calls(total, window)
			if err != nil {
				return fmt.Errorf("%s: %w", one.name, err)
			}
			rates[i] = max(rates[i], rate)
			if costs[i] == 0 || cost < costs[i] {
				costs[i] = cost
			}
		}
	}
	fmt.Printf("%-46s%12s%10s%14s%10s\n", fmt.Sprintf("%s: calls through the server, %d outstanding", title, window), "calls/s", "ratio", "CPU us/call", "ratio")
	for i, one := range all {
		fmt.Printf("  %-44s%12.0f%10.2f%14.1f%10.2f\n", one.name, rates[i], rates[i]/rates[0], costs[i], costs[i]/costs[0])
	}
	return nil
}

// starts is how often each peer is started, in turns with the others; the middle time counts.
const starts = 41

// startUp measures the time from exec to the first answer.
func (p peers) startUp(title string) error {
	all := append([]peer{p.bare, p.hand}, p.rest...)
	times := make([][]time.Duration, len(all))
	for range starts {
		for i, one := range all {
			took, err := one.firstAnswer()
			if err != nil {
				return fmt.Errorf("%s: %w", one.name, err)
			}
			times[i] = append(times[i], took)
		}
	}
	fmt.Printf("%-46s%12s%10s\n", title+": from exec to the first answer", "ms", "ratio")
	for i, one := range all {
		slices.Sort(times[i])
		middle, bare := times[i][starts/2], times[0][starts/2]
		fmt.Printf("  %-44s%12.2f%10.2f\n", one.name, float64(middle.Microseconds())/1000, float64(middle)/float64(bare))
	}
	return nil
}

// size prints how large the servers of a language are that compiles to programs.
func (b *bench) size(l language) error {
	if !l.compiled {
		return nil
	}
	p, err := l.peers(b)
	if err != nil {
		return err
	}
	fmt.Printf("%-46s%12s%10s\n", l.title+": size of the program", "KiB", "ratio")
	var bare float64
	for _, one := range append([]peer{p.bare, p.hand}, p.rest...) {
		file, err := os.Stat(one.command[0])
		if err != nil {
			return err
		}
		if len(one.command) > 1 {
			continue // a program that is shown already, with arguments
		}
		size := float64(file.Size()) / 1024
		if bare == 0 {
			bare = size
		}
		fmt.Printf("  %-44s%12.0f%10.2f\n", one.name, size, size/bare)
	}
	return nil
}
