package decimal_test

import (
	"fmt"
	"math"
	"os/exec"
	"strings"
	"testing"

	"github.com/cockroachdb/apd/v3"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/runtime/decimal"
)

func TestThereAndBack(t *testing.T) {
	for _, text := range []string{"0", "-0", "1", "-1.5", "1e400", "-1e-400", "18446744073709551616", "-9223372036854775808.25",
		"-9223372036854775808", "0." + strings.Repeat("0", 4000) + "7", strings.Repeat("9", 4096)} {
		d, err := flow.ParseDecimal(text)
		if err != nil {
			t.Fatal(err)
		}
		there := decimal.ToApd(d)
		if want, _, err := apd.NewFromString(text); err != nil || want.Cmp(there) != 0 {
			t.Errorf("%s became %s in apd, %v", text, there, err)
		}
		if back, err := decimal.OfApd(there); err != nil || back != d {
			t.Errorf("%s came back as %s, %v", text, back, err)
		}
	}
}

// What every server imports must not import apd: that is why this package is one.
func TestServersStartWithoutApd(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "github.com/flow-toolkit/flowgen/runtime").Output()
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(out), "cockroachdb/apd") {
		t.Error("the runtime imports apd, which takes a millisecond to start")
	}
}

func TestOfApd(t *testing.T) {
	for _, text := range []string{"NaN", "sNaN", "Infinity", "-Infinity"} {
		d, _, err := apd.NewFromString(text)
		if err != nil {
			t.Fatal(err)
		}
		if made, err := decimal.OfApd(d); err == nil {
			t.Errorf("%s became %s", text, made)
		}
	}
	d, _, _ := apd.NewFromString("-1.500e3")
	if made, err := decimal.OfApd(d); err != nil || made != flow.NewDecimal(-15, 2) {
		t.Errorf("%s, %v", made, err)
	}
	for _, zero := range []*apd.Decimal{nil, {Negative: true}} {
		if made, err := decimal.OfApd(zero); err != nil || made != (flow.Decimal{}) {
			t.Errorf("%s, %v", made, err)
		}
	}
	if _, err := decimal.OfApd(apd.New(10, math.MaxInt32)); err == nil {
		t.Error("an exponent overflowed")
	}
	kept := apd.New(-25, -1)
	made, err := decimal.OfApd(kept)
	kept.Coeff.SetInt64(1)
	if err != nil || made != flow.NewDecimal(-25, -1) || !kept.Negative {
		t.Errorf("%s, %v, and %s was changed", made, err, kept)
	}
}

func ExampleToApd() {
	price, _ := flow.ParseDecimal("19.99")
	total := decimal.ToApd(price)
	if _, err := apd.BaseContext.WithPrecision(50).Mul(total, total, apd.New(3, 0)); err != nil {
		fmt.Println(err)
		return
	}
	sum, err := decimal.OfApd(total)
	fmt.Println(sum, err)
	// Output: 59.97 <nil>
}
