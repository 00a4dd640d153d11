package flow

import (
	"strconv"
	"strings"
)

// The record of 2 KB with 20 Ints, 10 Decimals and 20 Texts, as generated code would read and write it.

type benchRecord struct {
	CountA Int
	CountB Int
	CountC Int
	CountD Int
	CountE Int
	CountF Int
	CountG Int
	CountH Int
	CountI Int
	CountJ Int
	CountK Int
	CountL Int
	CountM Int
	CountN Int
	CountO Int
	CountP Int
	CountQ Int
	CountR Int
	CountS Int
	CountT Int
	PriceA Decimal
	PriceB Decimal
	PriceC Decimal
	PriceD Decimal
	PriceE Decimal
	PriceF Decimal
	PriceG Decimal
	PriceH Decimal
	PriceI Decimal
	PriceJ Decimal
	TextA  string
	TextB  string
	TextC  string
	TextD  string
	TextE  string
	TextF  string
	TextG  string
	TextH  string
	TextI  string
	TextJ  string
	TextK  string
	TextL  string
	TextM  string
	TextN  string
	TextO  string
	TextP  string
	TextQ  string
	TextR  string
	TextS  string
	TextT  string
}

type benchRecordCodec struct{}

func (benchRecordCodec) Decode(r *Reader) (v benchRecord) {
	o := r.Object()
	for o.Next() {
		switch o.Name {
		case "count_a":
			o.Known(0)
			v.CountA = r.Int()
		case "count_b":
			o.Known(1)
			v.CountB = r.Int()
		case "count_c":
			o.Known(2)
			v.CountC = r.Int()
		case "count_d":
			o.Known(3)
			v.CountD = r.Int()
		case "count_e":
			o.Known(4)
			v.CountE = r.Int()
		case "count_f":
			o.Known(5)
			v.CountF = r.Int()
		case "count_g":
			o.Known(6)
			v.CountG = r.Int()
		case "count_h":
			o.Known(7)
			v.CountH = r.Int()
		case "count_i":
			o.Known(8)
			v.CountI = r.Int()
		case "count_j":
			o.Known(9)
			v.CountJ = r.Int()
		case "count_k":
			o.Known(10)
			v.CountK = r.Int()
		case "count_l":
			o.Known(11)
			v.CountL = r.Int()
		case "count_m":
			o.Known(12)
			v.CountM = r.Int()
		case "count_n":
			o.Known(13)
			v.CountN = r.Int()
		case "count_o":
			o.Known(14)
			v.CountO = r.Int()
		case "count_p":
			o.Known(15)
			v.CountP = r.Int()
		case "count_q":
			o.Known(16)
			v.CountQ = r.Int()
		case "count_r":
			o.Known(17)
			v.CountR = r.Int()
		case "count_s":
			o.Known(18)
			v.CountS = r.Int()
		case "count_t":
			o.Known(19)
			v.CountT = r.Int()
		case "price_a":
			o.Known(20)
			v.PriceA = r.Decimal()
		case "price_b":
			o.Known(21)
			v.PriceB = r.Decimal()
		case "price_c":
			o.Known(22)
			v.PriceC = r.Decimal()
		case "price_d":
			o.Known(23)
			v.PriceD = r.Decimal()
		case "price_e":
			o.Known(24)
			v.PriceE = r.Decimal()
		case "price_f":
			o.Known(25)
			v.PriceF = r.Decimal()
		case "price_g":
			o.Known(26)
			v.PriceG = r.Decimal()
		case "price_h":
			o.Known(27)
			v.PriceH = r.Decimal()
		case "price_i":
			o.Known(28)
			v.PriceI = r.Decimal()
		case "price_j":
			o.Known(29)
			v.PriceJ = r.Decimal()
		case "text_a":
			o.Known(30)
			v.TextA = r.Text()
		case "text_b":
			o.Known(31)
			v.TextB = r.Text()
		case "text_c":
			o.Known(32)
			v.TextC = r.Text()
		case "text_d":
			o.Known(33)
			v.TextD = r.Text()
		case "text_e":
			o.Known(34)
			v.TextE = r.Text()
		case "text_f":
			o.Known(35)
			v.TextF = r.Text()
		case "text_g":
			o.Known(36)
			v.TextG = r.Text()
		case "text_h":
			o.Known(37)
			v.TextH = r.Text()
		case "text_i":
			o.Known(38)
			v.TextI = r.Text()
		case "text_j":
			o.Known(39)
			v.TextJ = r.Text()
		case "text_k":
			o.Known(40)
			v.TextK = r.Text()
		case "text_l":
			o.Known(41)
			v.TextL = r.Text()
		case "text_m":
			o.Known(42)
			v.TextM = r.Text()
		case "text_n":
			o.Known(43)
			v.TextN = r.Text()
		case "text_o":
			o.Known(44)
			v.TextO = r.Text()
		case "text_p":
			o.Known(45)
			v.TextP = r.Text()
		case "text_q":
			o.Known(46)
			v.TextQ = r.Text()
		case "text_r":
			o.Known(47)
			v.TextR = r.Text()
		case "text_s":
			o.Known(48)
			v.TextS = r.Text()
		case "text_t":
			o.Known(49)
			v.TextT = r.Text()
		default:
			o.Skip()
		}
	}
	o.Require(0, "count_a")
	o.Require(1, "count_b")
	o.Require(2, "count_c")
	o.Require(3, "count_d")
	o.Require(4, "count_e")
	o.Require(5, "count_f")
	o.Require(6, "count_g")
	o.Require(7, "count_h")
	o.Require(8, "count_i")
	o.Require(9, "count_j")
	o.Require(10, "count_k")
	o.Require(11, "count_l")
	o.Require(12, "count_m")
	o.Require(13, "count_n")
	o.Require(14, "count_o")
	o.Require(15, "count_p")
	o.Require(16, "count_q")
	o.Require(17, "count_r")
	o.Require(18, "count_s")
	o.Require(19, "count_t")
	o.Require(20, "price_a")
	o.Require(21, "price_b")
	o.Require(22, "price_c")
	o.Require(23, "price_d")
	o.Require(24, "price_e")
	o.Require(25, "price_f")
	o.Require(26, "price_g")
	o.Require(27, "price_h")
	o.Require(28, "price_i")
	o.Require(29, "price_j")
	o.Require(30, "text_a")
	o.Require(31, "text_b")
	o.Require(32, "text_c")
	o.Require(33, "text_d")
	o.Require(34, "text_e")
	o.Require(35, "text_f")
	o.Require(36, "text_g")
	o.Require(37, "text_h")
	o.Require(38, "text_i")
	o.Require(39, "text_j")
	o.Require(40, "text_k")
	o.Require(41, "text_l")
	o.Require(42, "text_m")
	o.Require(43, "text_n")
	o.Require(44, "text_o")
	o.Require(45, "text_p")
	o.Require(46, "text_q")
	o.Require(47, "text_r")
	o.Require(48, "text_s")
	o.Require(49, "text_t")
	return v
}

func (benchRecordCodec) Append(w *Writer, v benchRecord) {
	if !w.Object() {
		return
	}
	w.Member("count_a")
	w.Int(v.CountA)
	w.Member("count_b")
	w.Int(v.CountB)
	w.Member("count_c")
	w.Int(v.CountC)
	w.Member("count_d")
	w.Int(v.CountD)
	w.Member("count_e")
	w.Int(v.CountE)
	w.Member("count_f")
	w.Int(v.CountF)
	w.Member("count_g")
	w.Int(v.CountG)
	w.Member("count_h")
	w.Int(v.CountH)
	w.Member("count_i")
	w.Int(v.CountI)
	w.Member("count_j")
	w.Int(v.CountJ)
	w.Member("count_k")
	w.Int(v.CountK)
	w.Member("count_l")
	w.Int(v.CountL)
	w.Member("count_m")
	w.Int(v.CountM)
	w.Member("count_n")
	w.Int(v.CountN)
	w.Member("count_o")
	w.Int(v.CountO)
	w.Member("count_p")
	w.Int(v.CountP)
	w.Member("count_q")
	w.Int(v.CountQ)
	w.Member("count_r")
	w.Int(v.CountR)
	w.Member("count_s")
	w.Int(v.CountS)
	w.Member("count_t")
	w.Int(v.CountT)
	w.Member("price_a")
	w.Decimal(v.PriceA)
	w.Member("price_b")
	w.Decimal(v.PriceB)
	w.Member("price_c")
	w.Decimal(v.PriceC)
	w.Member("price_d")
	w.Decimal(v.PriceD)
	w.Member("price_e")
	w.Decimal(v.PriceE)
	w.Member("price_f")
	w.Decimal(v.PriceF)
	w.Member("price_g")
	w.Decimal(v.PriceG)
	w.Member("price_h")
	w.Decimal(v.PriceH)
	w.Member("price_i")
	w.Decimal(v.PriceI)
	w.Member("price_j")
	w.Decimal(v.PriceJ)
	w.Member("text_a")
	w.Text(v.TextA)
	w.Member("text_b")
	w.Text(v.TextB)
	w.Member("text_c")
	w.Text(v.TextC)
	w.Member("text_d")
	w.Text(v.TextD)
	w.Member("text_e")
	w.Text(v.TextE)
	w.Member("text_f")
	w.Text(v.TextF)
	w.Member("text_g")
	w.Text(v.TextG)
	w.Member("text_h")
	w.Text(v.TextH)
	w.Member("text_i")
	w.Text(v.TextI)
	w.Member("text_j")
	w.Text(v.TextJ)
	w.Member("text_k")
	w.Text(v.TextK)
	w.Member("text_l")
	w.Text(v.TextL)
	w.Member("text_m")
	w.Text(v.TextM)
	w.Member("text_n")
	w.Text(v.TextN)
	w.Member("text_o")
	w.Text(v.TextO)
	w.Member("text_p")
	w.Text(v.TextP)
	w.Member("text_q")
	w.Text(v.TextQ)
	w.Member("text_r")
	w.Text(v.TextR)
	w.Member("text_s")
	w.Text(v.TextS)
	w.Member("text_t")
	w.Text(v.TextT)
	w.EndObject()
}

func (benchRecordCodec) Compare(_, _ benchRecord) int { return 0 }

func benchText() []byte {
	var b strings.Builder
	sep := "{"
	for i := range 20 {
		b.WriteString(sep + `"count_` + string(rune('a'+i)) + `":` + strconv.Itoa(i*i*i*123457))
		sep = ","
	}
	for i := range 10 {
		b.WriteString(`,"price_` + string(rune('a'+i)) + `":` + strconv.Itoa(i*1234) + ".25" + strconv.Itoa(i + 1)[:1])
	}
	for i := range 20 {
		b.WriteString(`,"text_` + string(rune('a'+i)) + `":"` + strings.Repeat("some words ", 4) + strconv.Itoa(i) + `"`)
	}
	return []byte(b.String() + "}")
}
