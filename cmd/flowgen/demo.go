package main

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/typespec"
	"github.com/spf13/cobra"
)

//go:embed demo/shop.json
var demoListing []byte

// demoTime bounds the demonstration: a process that says nothing is ended.
const demoTime = time.Minute

// exchange is a line to the server and a word on what the answer shows.
type exchange struct{ word, line string }

const (
	demoPick   = "github.com/acme/shop@v1.2.0/shop.flow.pick"
	demoParcel = `{"Named":{"args":[],"declaration":"p"}}`
	demoTypes  = `{"bindings":[{"name":"T","type":` + demoParcel + `}],"declarations":{` +
		`"n":{"constructors":[{"doc":null,"name":"NoItems","payload":null}],"doc":null,"generic":[],` +
		`"identity":"github.com/acme/shop@v1.2.0/shop.flow.Nothing","kind":"enum","lexical_ordinal":1,"name":"Nothing","opaque":false},` +
		`"p":{"doc":null,"fields":[{"doc":null,"name":"weight","type":"Decimal"},{"doc":null,"name":"label","type":"Text"}],` +
		`"generic":[],"identity":"example.org/mine/main.flow.Parcel","kind":"record","lexical_ordinal":1,"name":"Parcel","opaque":false}},` +
		`"err":{"Named":{"args":[],"declaration":"n"}},"ok":` + demoParcel + `,"params":[{"name":"items","type":{"Set":` + demoParcel + `}}]}`
	demoSchema = `{"$defs":{"example.org/mine/main.flow.Parcel":{"properties":{"label":{"type":"string"},"weight":{"type":"number"}},` +
		`"required":["weight","label"],"type":"object"}},"$ref":"#/$defs/example.org~1mine~1main.flow.Parcel"}`
)

var demoExchanges = []exchange{
	{
		"describe: what the process serves; a host binds each declaration whose fingerprint is its own",
		`{"id":1,"jsonrpc":"2.0","method":"describe","params":{"data":"1.0"}}`,
	},
	{
		"a success: the total is exact, the duration canonical",
		demoQuote(2, `{"article":"tape","quantity":12}`),
	},
	{
		"a declared error: the program gets Failed with the value TooMany",
		demoQuote(3, `{"article":"tape","quantity":1000}`),
	},
	{
		"NotRun: the arguments do not decode, so the author's code never ran",
		demoQuote(4, `{"article":"tape","quantity":1.5}`),
	},
	{
		"a generic Tool at the caller's own type: parcels are ordered by weight, the field declared first",
		`{"id":5,"jsonrpc":"2.0","method":"call","params":{"args":{"items":[{"label":"b","weight":2},{"label":"a","weight":10.50}]},` +
			`"call":"c5","run":"r1","schema":` + demoSchema + `,"tool":"` + demoPick + `","types":` + demoTypes + `}}`,
	},
}

func demoQuote(id int, args string) string {
	return fmt.Sprintf(`{"id":%d,"jsonrpc":"2.0","method":"call","params":{"args":%s,"call":"c%d","run":"r1",`+
		`"tool":"github.com/acme/shop@v1.2.0/shop.flow.quote"}}`, id, args, id)
}

func (a *app) demoCommand() *cobra.Command {
	var lang string
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Generate a toolkit, start a small server on it, and show what crosses the wire",
		Long: `demo needs no input. It generates a toolkit from a listing of two Tools into a temporary folder, starts a small
implementation on it, and prints each line that goes to the process (>) and that comes back (<).`,
		Args: cobra.NoArgs,
		RunE: run(func([]string) error { return a.demo(lang) }),
	}
	cmd.Flags().StringVar(&lang, "lang", "python", "the `LANGUAGE` of the toolkit")
	return cmd
}

func (a *app) demo(lang string) error {
	target, ok := a.targets.Find(lang)
	d, made := demonstrations[lang]
	if !ok || !made {
		return usagef("--lang %s: there is no demonstration in that language: one of %s", lang, a.targets.Names())
	}
	folder, err := os.MkdirTemp("", "flowgen-demo-")
	if err != nil {
		return err
	}
	err = a.demoIn(folder, target, d)
	return errors.Join(err, os.RemoveAll(folder))
}

// demoIn generates the toolkit into a folder, puts the implementation beside it and talks to it.
func (a *app) demoIn(folder string, target gen.Target, d demonstration) error {
	program, err := typespec.Read("shop.json", demoListing)
	if err != nil {
		return err
	}
	set, err := gen.Generate(target, program, gen.Options{Folder: "shop_tools", Version: a.version})
	if err != nil {
		return err
	}
	changes, err := gen.Compare(filepath.Join(folder, "shop_tools"), set)
	if err != nil {
		return err
	}
	if err := apply(changes); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, d.file), d.text, 0o600); err != nil {
		return err
	}
	p := a.progress()
	defer p.stop()
	p.at("making the server ready")
	command, err := d.ready(folder, a.version)
	if err != nil {
		return fmt.Errorf("the demonstration runs on %s: %w", d.need, err)
	}
	p.stop()
	return a.demoTalk(command, d)
}

// demoTalk starts the server and plays the exchanges one after the other.
func (a *app) demoTalk(command []string, d demonstration) error {
	ctx, stop := context.WithTimeout(context.Background(), demoTime)
	defer stop()
	var said bytes.Buffer
	server := exec.CommandContext(ctx, command[0], command[1:]...)
	server.Stderr = &said
	in, err := server.StdinPipe()
	if err != nil {
		return err
	}
	out, err := server.StdoutPipe()
	if err != nil {
		return err
	}
	if err := server.Start(); err != nil {
		return err
	}
	failed := a.demoPlay(in, bufio.NewReader(out))
	_ = in.Close() // the end of its input ends the server; a pipe that broke has been reported already
	if err := errors.Join(failed, server.Wait()); err != nil {
		return fmt.Errorf("the demonstration's server (%s) stopped: %w; it wants %s\n%s", command[0], err, d.need, said.Bytes())
	}
	return a.print("\nThe server ended with its input. The same in your project: flowgen --lang LANGUAGE LISTING -o DIR\n")
}

func (a *app) demoPlay(in io.Writer, out *bufio.Reader) error {
	for _, e := range demoExchanges {
		if _, err := io.WriteString(in, e.line+"\n"); err != nil {
			return err
		}
		answer, err := out.ReadString('\n')
		if err != nil {
			return err
		}
		if err := a.print(fmt.Sprintf("\n%s\n> %s\n< %s", e.word, e.line, answer)); err != nil {
			return err
		}
	}
	return nil
}
