// Command serve serves the testee on standard input and output.
package main

import (
	"context"
	"log"

	testee "github.com/flow-toolkit/flowgen/testdata/testee/go"
	"github.com/flow-toolkit/flowgen/testdata/testee/go/tools"
)

func main() {
	if err := tools.Serve(context.Background(), testee.New()); err != nil {
		log.Fatal(err)
	}
}
