package main

import "fmt"

// peers are the servers of one language that are measured beside each other.
type peers struct {
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
		if err := p.calls(l.title, window); err != nil {
			return err
		}
	}
	return p.startUp(l.title)
}

func (p peers) calls(title string, window int) error {
	fmt.Printf("%-46s%12s%14s%10s\n", fmt.Sprintf("%s: calls through the server, %d outstanding", title, window), "calls/s", "CPU us/call", "ratio")
	hand, cpu, err := p.hand.calls(window)
	if err != nil {
		return fmt.Errorf("%s: %w", p.hand.name, err)
	}
	show := func(name string, rate, cpu float64) {
		fmt.Printf("  %-44s%12.0f%14.1f%10.2f\n", name, rate, cpu, rate/hand)
	}
	show(p.hand.name, hand, cpu)
	for _, other := range append([]peer{p.floor}, p.rest...) {
		rate, cpu, err := other.calls(window)
		if err != nil {
			return fmt.Errorf("%s: %w", other.name, err)
		}
		show(other.name, rate, cpu)
	}
	return nil
}

// startUp measures the time from exec to the first answer.
func (p peers) startUp(title string) error {
	fmt.Printf("%-46s%12s%24s\n", title+": from exec to the first answer", "ms", "ratio")
	var floor float64
	for _, one := range append([]peer{p.bare, p.hand}, p.rest...) {
		took, err := one.firstAnswer(41)
		if err != nil {
			return fmt.Errorf("%s: %w", one.name, err)
		}
		ms := float64(took.Microseconds()) / 1000
		if floor == 0 {
			floor = ms
		}
		fmt.Printf("  %-44s%12.2f%24.2f\n", one.name, ms, ms/floor)
	}
	return nil
}
