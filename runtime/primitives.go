package flow

import (
	"bytes"
	"strings"
)

type textCodec struct{}

func (textCodec) Decode(r *Reader) string    { return r.Text() }
func (textCodec) Append(w *Writer, v string) { w.Text(v) }
func (textCodec) Compare(a, b string) int    { return strings.Compare(a, b) }
func (textCodec) isText() bool               { return true }
func (textCodec) ofText(name string) string  { return name }

var (
	intCodec      = &codec[Int]{(*Reader).Int, (*Writer).Int, Int.Compare}
	decimalCodec  = &codec[Decimal]{(*Reader).Decimal, (*Writer).Decimal, Decimal.Compare}
	boolCodec     = &codec[bool]{(*Reader).Bool, (*Writer).Bool, CompareBool}
	bytesCodec    = &codec[[]byte]{(*Reader).Bytes, (*Writer).Bytes, bytes.Compare}
	instantCodec  = &codec[Instant]{(*Reader).Instant, (*Writer).Instant, Instant.Compare}
	durationCodec = &codec[Duration]{(*Reader).Duration, (*Writer).Duration, Duration.Compare}
	unitCodec     = &codec[Unit]{(*Reader).Unit, (*Writer).Unit, func(_, _ Unit) int { return 0 }}
	neverCodec    = &codec[Never]{(*Reader).Never, (*Writer).Never, func(_, _ Never) int { return 0 }}
	jsonCodec     = &codec[JSON]{(*Reader).JSON, (*Writer).JSON, JSON.Compare}
)

// CompareBool orders Bools: false before true.
func CompareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// IntCodec gives the codec of Int.
func IntCodec() Codec[Int] { return intCodec }

// DecimalCodec gives the codec of Decimal.
func DecimalCodec() Codec[Decimal] { return decimalCodec }

// BoolCodec gives the codec of Bool.
func BoolCodec() Codec[bool] { return boolCodec }

// TextCodec gives the codec of Text.
func TextCodec() Codec[string] { return textCodec{} }

// BytesCodec gives the codec of Bytes.
func BytesCodec() Codec[[]byte] { return bytesCodec }

// InstantCodec gives the codec of Instant.
func InstantCodec() Codec[Instant] { return instantCodec }

// DurationCodec gives the codec of Duration.
func DurationCodec() Codec[Duration] { return durationCodec }

// UnitCodec gives the codec of Unit.
func UnitCodec() Codec[Unit] { return unitCodec }

// NeverCodec gives the codec of Never, which refuses everything.
func NeverCodec() Codec[Never] { return neverCodec }

// JSONCodec gives the codec of json.Value.
func JSONCodec() Codec[JSON] { return jsonCodec }
