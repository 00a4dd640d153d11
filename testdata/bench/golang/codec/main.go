// Command codec reads and writes one order through the generated codec, encoding/json and go-json-experiment/json, in
// one process. It prints a line a row: name, microseconds a call, ratio to the first row of its block, allocations.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"testing"

	experiment "github.com/go-json-experiment/json"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/testdata/bench/golang/tools"
)

// rounds is how often each row is measured, in turns with the others of its block; the best counts.
const rounds = 7

type row struct {
	name string
	run  func() error
}

func main() {
	testing.Init()
	if err := flag.Set("test.benchtime", "100ms"); err != nil {
		log.Fatal(err)
	}
	flag.Parse()
	text, err := os.ReadFile(flag.Arg(0))
	if err != nil {
		log.Fatal(err)
	}
	if err := measure(bytes.TrimSpace(text)); err != nil {
		log.Fatal(err)
	}
}

// measure prints both blocks, after checking that each way gives the text back.
func measure(text []byte) error {
	codec := tools.OrderCodec()
	made, err := flow.Unmarshal(codec, text)
	if err != nil {
		return err
	}
	var plain, other order
	if err := json.Unmarshal(text, &plain); err != nil {
		return err
	}
	if err := experiment.Unmarshal(text, &other); err != nil {
		return err
	}
	encode := []row{
		{"encoding/json", func() error { return check(json.Marshal(&plain)) }},
		{"go-json-experiment/json", func() error { return check(experiment.Marshal(&other)) }},
		{"flowgen codec", func() error { return check(flow.Marshal(codec, made)) }},
	}
	if err := givesBack(text, made, plain, other); err != nil {
		return err
	}
	decode := []row{
		{"encoding/json", func() error { var v order; return json.Unmarshal(text, &v) }},
		{"go-json-experiment/json", func() error { var v order; return experiment.Unmarshal(text, &v) }},
		{"flowgen codec", func() error { return check(flow.Unmarshal(codec, text)) }},
	}
	if err := block(fmt.Sprintf("Go: decode an order (%d bytes)", len(text)), decode); err != nil {
		return err
	}
	return block(fmt.Sprintf("Go: encode an order (%d bytes)", len(text)), encode)
}

func check[T any](_ T, err error) error { return err }

// givesBack holds the three ways to the same text, but for the order of members and spelling of escapes, which no order
// here has: flowgen's is the text itself, the others' has as many bytes.
func givesBack(text []byte, made tools.Order, plain, other order) error {
	ours, err := flow.Marshal(tools.OrderCodec(), made)
	if err != nil {
		return err
	}
	if !bytes.Equal(ours, text) {
		return fmt.Errorf("the codec does not give the order back, but %s", ours)
	}
	old, err := json.Marshal(&plain)
	if err != nil {
		return err
	}
	young, err := experiment.Marshal(&other)
	if err != nil {
		return err
	}
	if len(old) != len(text) || !bytes.Equal(old, young) {
		return fmt.Errorf("the structs do not give the order back, but %s and %s", old, young)
	}
	return nil
}

// block measures rows and prints them beside the first.
func block(title string, rows []row) error {
	fmt.Printf("%-46s%12s%9s%14s%12s\n", title, "us", "ratio", "allocations", "bytes")
	best := make([]testing.BenchmarkResult, len(rows))
	for range rounds {
		for i, r := range rows {
			result, err := once(r.run)
			if err != nil {
				return fmt.Errorf("%s: %w", r.name, err)
			}
			if best[i].N == 0 || result.NsPerOp() < best[i].NsPerOp() {
				best[i] = result
			}
		}
	}
	for i, r := range rows {
		fmt.Printf("  %-44s%12.2f%9.2f%14d%12d\n", r.name, float64(best[i].NsPerOp())/1000,
			float64(best[i].NsPerOp())/float64(best[0].NsPerOp()), best[i].AllocsPerOp(), best[i].AllocedBytesPerOp())
	}
	return nil
}

// once runs a benchmark; the error is what its work gave.
func once(run func() error) (result testing.BenchmarkResult, failed error) {
	result = testing.Benchmark(func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if err := run(); err != nil {
				failed = err
				b.FailNow()
			}
		}
	})
	return result, failed
}
