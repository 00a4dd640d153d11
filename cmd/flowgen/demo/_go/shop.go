// A small shop: the two Tools of the demonstration, written as an author would.
package main

import (
	"context"
	"log"

	flow "github.com/flow-toolkit/flowgen/runtime"

	tools "demo/shop_tools"
)

// Shop sells parcels.
type Shop struct{}

func (Shop) Quote(_ context.Context, article string, quantity flow.Int) (tools.Quote, error) {
	n, err := quantity.Int64()
	if err != nil || n > 100 {
		return tools.Quote{}, tools.RefusalTooMany{Value: flow.NewInt(100)}
	}
	return tools.Quote{
		Total:    flow.NewDecimal(n*110, -2),
		ValidFor: flow.Seconds(3600),
		Note:     flow.Some(article + ", in stock"),
	}, nil
}

func (Shop) Pick(_ context.Context, items flow.Set[flow.Generic]) (flow.Generic, error) {
	last, ok := items.Last()
	if !ok {
		return flow.Generic{}, tools.NothingNoItems
	}
	return last, nil
}

func main() {
	if err := tools.Serve(context.Background(), Shop{}); err != nil {
		log.Fatal(err)
	}
}
