// Command server has the benchmark's Tools on the generated toolkit, as an author writes them.
package main

import (
	"context"
	"log"

	"github.com/flow-toolkit/flowgen/testdata/bench/golang/tools"
)

//go:generate go run -C ../../../.. ./cmd/flowgen --lang go testdata/bench/bench.json -o testdata/bench/golang/tools

type bench struct{}

func (bench) Greet(_ context.Context, prompt string) (string, error) { return "hello " + prompt, nil }

func (bench) Place(_ context.Context, order tools.Order) (tools.Order, error) { return order, nil }

func main() {
	if err := tools.Serve(context.Background(), bench{}); err != nil {
		log.Fatal(err)
	}
}
