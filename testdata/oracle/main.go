// Command oracle reads values with the codecs that the Go runtime makes at run time, so that tests in other languages
// can hold their own codecs to it. A request is a line of JSON on standard input, an answer a line on standard output:
//
//	{"listing": path, "term": a type term without type parameters, "text": base64 of a JSON text}
//	{"canonical": text} or {"code": code, "at": pointer}
package main

import (
	"bufio"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"os"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/typespec"
)

func main() {
	if err := serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "oracle:", err)
		os.Exit(1)
	}
}

func serve(in io.Reader, out io.Writer) error {
	lines := bufio.NewReader(in)
	o := oracle{types: map[string]*canon.Value{}, codecs: map[string]flow.Codec[flow.Generic]{}}
	for {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		answer, err := o.answer(line)
		if err != nil {
			return err
		}
		if _, err := out.Write(append(canon.Append(nil, answer), '\n')); err != nil {
			return err
		}
	}
}

// oracle keeps what it has read: the templates of each listing and the codec of each type.
type oracle struct {
	types  map[string]*canon.Value
	codecs map[string]flow.Codec[flow.Generic]
}

func (o *oracle) answer(line []byte) (*canon.Value, error) {
	request, err := canon.Parse(line, canon.Options{Depth: 1000})
	if err != nil {
		return nil, err
	}
	text, err := base64.StdEncoding.DecodeString(request.Member("text").Text)
	if err != nil {
		return nil, err
	}
	codec, err := o.codec(request.Member("listing").Text, request.Member("term"))
	if err != nil {
		return nil, err
	}
	value, err := flow.Unmarshal(codec, text)
	var refused *flow.DecodeError
	if errors.As(err, &refused) {
		return canon.NewObject(canon.Member{Name: "code", Value: canon.NewString(refused.Code)},
			canon.Member{Name: "at", Value: canon.NewString(refused.Pointer)}), nil
	}
	return canon.NewObject(canon.Member{Name: "canonical", Value: canon.NewString(value.Text())}), err
}

// codec gives the codec of a term over the declarations of a listing.
func (o *oracle) codec(listing string, term *canon.Value) (flow.Codec[flow.Generic], error) {
	key := listing + "\n" + string(canon.Append(nil, term))
	if found := o.codecs[key]; found != nil {
		return found, nil
	}
	if o.types[listing] == nil {
		text, err := os.ReadFile(listing)
		if err != nil {
			return nil, err
		}
		tree, err := canon.Parse(text, canon.Options{Depth: 1000})
		if err != nil {
			return nil, err
		}
		o.types[listing] = tree.Member("types")
	}
	read, err := readTerm(term, o.types[listing])
	if err != nil {
		return nil, err
	}
	o.codecs[key] = flow.NewContextual().Of(read)
	return o.codecs[key], nil
}

// readTerm reads a term as the root of a Tool: its parameter, or, since some types only go out, its success.
func readTerm(term, types *canon.Value) (*typespec.Term, error) {
	reached := canon.NewObject()
	collect(term, types, map[string]bool{}, reached)
	written := string(canon.Append(nil, term))
	program, err := typespec.Read("term", listingOf(`[{"name":"value","type":`+written+`}]`, `"Unit"`, reached))
	if err == nil {
		return program.Tools[0].Params[0].Type, nil
	}
	if program, err = typespec.Read("term", listingOf(`[]`, written, reached)); err != nil {
		return nil, err
	}
	return program.Tools[0].Ok, nil
}

func listingOf(params, ok string, types *canon.Value) []byte {
	return []byte(`{"data":"1.0","tools":[{"tool":"oracle.flow.read","generic":[],"params":` + params + `,"ok":` + ok +
		`,"err":"Never"}],"types":` + string(canon.Append(nil, types)) + `}`)
}

// collect adds the templates that a value names, and those that they name in turn.
func collect(v, types *canon.Value, seen map[string]bool, into *canon.Value) {
	if named := v.Member("Named"); named != nil {
		if id := named.Member("declaration").Text; !seen[id] {
			seen[id] = true
			template := types.Member(id)
			into.Members = append(into.Members, canon.Member{Name: id, Value: template})
			collect(template, types, seen, into)
		}
	}
	for _, item := range v.Items {
		collect(item, types, seen, into)
	}
	for _, m := range v.Members {
		collect(m.Value, types, seen, into)
	}
}
