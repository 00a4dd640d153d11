package main

import (
	"encoding/json"
	"errors"

	"github.com/cockroachdb/apd/v3"
	"github.com/go-json-experiment/json/jsontext"
)

// order is what one would write by hand for another JSON package. Its whole numbers have 64 bits, where Flow's have no bound.
type order struct {
	Count00   int64    `json:"count_00"`
	Count01   int64    `json:"count_01"`
	Count02   int64    `json:"count_02"`
	Count03   int64    `json:"count_03"`
	Count04   int64    `json:"count_04"`
	Count05   int64    `json:"count_05"`
	Count06   int64    `json:"count_06"`
	Count07   int64    `json:"count_07"`
	Count08   int64    `json:"count_08"`
	Count09   int64    `json:"count_09"`
	Count10   int64    `json:"count_10"`
	Count11   int64    `json:"count_11"`
	Count12   int64    `json:"count_12"`
	Count13   int64    `json:"count_13"`
	Price00   decimal  `json:"price_00"`
	Price01   decimal  `json:"price_01"`
	Price02   decimal  `json:"price_02"`
	Price03   decimal  `json:"price_03"`
	Reference string   `json:"reference"`
	Note      *string  `json:"note,omitempty"`
	Paid      bool     `json:"paid"`
	Customer  customer `json:"customer"`
	Lines     []line   `json:"lines"`
	Tags      []string `json:"tags"`
	Status    status   `json:"status"`
}

type customer struct {
	Name    string  `json:"name"`
	Address string  `json:"address"`
	Number  int64   `json:"number"`
	Limit   decimal `json:"limit"`
}

type line struct {
	Article  string  `json:"article"`
	Quantity int64   `json:"quantity"`
	Price    decimal `json:"price"`
	Comment  *string `json:"comment,omitempty"`
}

// decimal is an apd.Decimal that stands as a number in JSON, for both packages in the way that is quickest there.
type decimal struct{ apd.Decimal }

func (d *decimal) UnmarshalJSON(text []byte) error {
	_, _, err := d.SetString(string(text))
	return err
}

func (d decimal) MarshalJSON() ([]byte, error) { return d.Append(nil, 'f'), nil }

func (d *decimal) UnmarshalJSONFrom(in *jsontext.Decoder) error {
	text, err := in.ReadValue()
	if err != nil {
		return err
	}
	return d.UnmarshalJSON(text)
}

func (d *decimal) MarshalJSONTo(out *jsontext.Encoder) error {
	return out.WriteValue(d.Append(out.AvailableBuffer(), 'f'))
}

// status is an enum of two constructors: "Open", or {"Shipped":TEXT}.
type status struct{ shipped *string }

type shipped struct{ Shipped *string }

var errStatus = errors.New("no status")

func (s *status) UnmarshalJSON(text []byte) error {
	if string(text) == `"Open"` {
		*s = status{}
		return nil
	}
	var payload shipped
	if err := json.Unmarshal(text, &payload); err != nil {
		return err
	}
	if payload.Shipped == nil {
		return errStatus
	}
	s.shipped = payload.Shipped
	return nil
}

func (s status) MarshalJSON() ([]byte, error) {
	if s.shipped == nil {
		return []byte(`"Open"`), nil
	}
	return json.Marshal(shipped{s.shipped})
}

func (s *status) UnmarshalJSONFrom(in *jsontext.Decoder) error {
	if in.PeekKind() == '"' {
		name, err := in.ReadToken()
		if err == nil && name.String() != "Open" {
			err = errStatus
		}
		s.shipped = nil
		return err
	}
	var tokens [2]string
	for i := range 4 {
		token, err := in.ReadToken()
		if err != nil {
			return err
		}
		if i == 1 || i == 2 {
			tokens[i-1] = token.String()
		}
	}
	if tokens[0] != "Shipped" {
		return errStatus
	}
	s.shipped = &tokens[1]
	return nil
}

func (s *status) MarshalJSONTo(out *jsontext.Encoder) error {
	if s.shipped == nil {
		return out.WriteToken(jsontext.String("Open"))
	}
	for _, token := range []jsontext.Token{jsontext.BeginObject, jsontext.String("Shipped"), jsontext.String(*s.shipped), jsontext.EndObject} {
		if err := out.WriteToken(token); err != nil {
			return err
		}
	}
	return nil
}
