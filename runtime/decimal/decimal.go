// Package decimal takes Flow's Decimals to apd, which calculates with them, and back:
//
//	price := decimal.ToApd(order.Price)
//	_, err := apd.BaseContext.WithPrecision(50).Mul(price, price, apd.New(3, 0))
//	total, err := decimal.OfApd(price)
//
// It is a package of its own because a program that imports apd takes as long again to start.
package decimal

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/apd/v3"

	flow "github.com/flow-toolkit/flowgen/runtime"
)

// ToApd gives the number as a new apd.Decimal, to calculate with in an apd.Context.
func ToApd(d flow.Decimal) *apd.Decimal {
	digits, negative := strings.CutPrefix(d.Coefficient().String(), "-")
	coefficient, _ := new(apd.BigInt).SetString(digits, 10)
	made := apd.NewWithBigInt(coefficient, d.Exponent())
	made.Negative = negative
	return made
}

// OfApd makes a Decimal of an apd.Decimal, of which it keeps no reference; nil is 0. The error says that it is NaN or
// infinite, which no Decimal is, or that its exponent is past what an int32 holds.
func OfApd(d *apd.Decimal) (flow.Decimal, error) {
	if d == nil {
		return flow.Decimal{}, nil
	}
	if d.Form != apd.Finite {
		return flow.Decimal{}, fmt.Errorf("%s is no Decimal: a Decimal is finite", d.Text('f'))
	}
	coefficient := d.Coeff.MathBigInt()
	if d.Negative {
		coefficient.Neg(coefficient)
	}
	return flow.DecimalOf(flow.IntOf(coefficient), d.Exponent) // apd's Reduce would take quadratic time
}
