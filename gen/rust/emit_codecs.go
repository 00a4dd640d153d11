package rust

import (
	"fmt"
	"maps"
	"slices"
)

// codecsFile writes codecs.rs: for each declared type how its values are read, written and put in order.
func (p *plan) codecsFile(w *printer) {
	body := &printer{}
	for _, t := range p.order {
		if t.isValued {
			(&codecWriter{printer: body, plan: p, t: t}).write()
		}
	}
	for _, n := range slices.Sorted(maps.Keys(p.tuples)) {
		p.writeTupleCodec(body, n)
	}
	w.line()
	w.line("//! How the values of the Tools' types are read, written and put in order.")
	if body.Len() == 0 {
		return
	}
	w.blank()
	w.line("use std::cmp::Ordering;")
	w.blank()
	w.line("use super::declarations::DECLARATIONS;")
	w.line("use super::{flow, types};")
	w.WriteString(body.String())
}

// codecWriter writes the codec of one declared type.
type codecWriter struct {
	*printer
	*plan
	t *typePlan
}

func (w *codecWriter) write() {
	w.implement(implementation{trait: "flow::Value", of: w.t.rustName(), generic: w.t.generic, bound: "flow::Value", held: w.t.held}, func() {
		w.method(readHead, w.read)
		w.blank()
		w.method(w.writeHead(), w.writeBody)
		w.blank()
		w.method(w.orderHead(), w.order)
	})
	w.readers()
	w.described()
	if w.t.form == hostValue {
		w.hostTraits()
	}
	if w.t.isError {
		w.errorTraits()
	}
}

func (w *printer) method(head string, body func()) { w.block(head, body) }

const readHead = "fn read(r: &mut flow::Reader<'_>) -> Result<Self, flow::DecodeError>"

func (w *codecWriter) writeHead() string {
	name := "w"
	if w.isEmpty() {
		name = "_w"
	}
	return "fn write(&self, " + name + ": &mut flow::Writer<'_>) -> Result<(), flow::EncodeError>"
}

func (w *codecWriter) orderHead() string {
	other := "other"
	if w.t.form == hostValue || w.isEmpty() || w.t.form == record && len(w.t.parts.Parts) == 0 {
		other = "_other"
	}
	return "fn order(&self, " + other + ": &Self) -> Ordering"
}

// isEmpty says that the type has no values.
func (w *codecWriter) isEmpty() bool { return w.t.form == enum && len(w.t.constructors) == 0 }

// isCompared says that the traits which the type derives compare as Flow does, whatever its type arguments are.
func (w *codecWriter) isCompared() bool { return w.ordered[w.t.decl] && len(w.t.generic) == 0 }

// writeTupleCodec writes the codec of the struct of a long tuple.
func (p *plan) writeTupleCodec(w *printer, length int) {
	parameters := tupleParameters(length)
	w.implement(implementation{
		trait: "flow::Value", of: p.tuples[length].String(), generic: parameters, bound: "flow::Value", held: missing(nil, length),
	}, func() {
		w.method(readHead, func() {
			w.line(fmt.Sprintf("let mut parts = r.tuple(%d)?;", length))
			w.assign("let value =", "Self", slices.Repeat([]string{"parts.part(r)?"}, length))
			w.line("parts.end(r)?;")
			w.line("Ok(value)")
		})
		w.blank()
		w.method("fn write(&self, w: &mut flow::Writer<'_>) -> Result<(), flow::EncodeError>", func() {
			w.line("w.array()?;")
			for i := range length {
				w.line(fmt.Sprintf("w.item(&self.%d)?;", i))
			}
			w.line("w.end_array();")
			w.line("Ok(())")
		})
		w.blank()
		w.method("fn order(&self, other: &Self) -> Ordering", func() {
			(&codecWriter{printer: w, plan: p}).orderParts(length, func(i int) (string, string) {
				return fmt.Sprintf("&self.%d", i), fmt.Sprintf("&other.%d", i)
			})
		})
	})
}
