package flow_test

import (
	"fmt"

	flow "github.com/flow-toolkit/flowgen/runtime"
)

func ExampleUnmarshal() {
	prices := flow.DictOf(flow.TextCodec(), flow.DecimalCodec())
	v, err := flow.Unmarshal(prices, []byte(`{"tea": 2.50, "milk": 1e0}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for name, price := range v.All() {
		fmt.Println(name, price)
	}
	_, err = flow.Unmarshal(prices, []byte(`{"tea": "2.50"}`))
	fmt.Println(err)
	// Output:
	// milk 1
	// tea 2.5
	// expected a number (Decimal), found a string (at /tea)
}

func ExampleMarshal() {
	text, err := flow.Marshal(flow.SetOf(flow.IntCodec()), flow.NewSet(flow.IntCodec(), flow.NewInt(10), flow.NewInt(9), flow.NewInt(10)))
	fmt.Println(string(text), err)
	// Output: [9,10] <nil>
}

func ExampleInt_Int32() {
	n := flow.NewInt(1 << 40)
	_, err := n.Int32()
	fmt.Println(err)
	// Output: 1099511627776 does not fit into int32
}
