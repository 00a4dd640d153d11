package conform

import (
	"fmt"

	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/runtime/host"
	"github.com/flow-toolkit/flowgen/typespec"
)

// describe checks what the process says it serves.
func (r *runner) describe() error {
	r.group = "describe"
	result, fault := r.description(`,"params":{"data":"1.0"}`)
	r.note("describe is answered, in canonical text", fault)
	if fault != "" {
		return nil
	}
	text := string(canon.Append(nil, result))
	description, err := host.ParseDescription(text)
	if err != nil {
		r.note("the description reads, and is of this data version", err.Error())
		return nil
	}
	r.note("the description reads, and is of this data version", "")
	for _, tool := range r.program.Tools {
		r.note("serves "+tool.Identity, r.serves(description, tool))
	}
	r.note("lists the Tools in declaration order", r.outOfOrder(description))
	for _, row := range [][2]string{
		{"describe without params is answered alike", ""},
		{"describe with unknown members is answered alike", `,"params":{"data":"1.0","more":[{}]},"also":1`},
		{"describe of a host of another major version is answered alike", `,"params":{"data":"2.0"}`},
	} {
		again, fault := r.description(row[1])
		if fault == "" && string(canon.Append(nil, again)) != text {
			fault = "the description is another one"
		}
		r.note(row[0], fault)
	}
	return nil
}

// description asks for the description, and gives the result.
func (r *runner) description(rest string) (*canon.Value, string) {
	id := r.id()
	m, fault := r.exchange(`{"id":`+id+`,"jsonrpc":"2.0","method":"describe"`+rest+`}`, id)
	if fault == "" && m.Member("result") == nil {
		fault = "an error came back: " + short(m.line)
	}
	if fault != "" {
		return nil, fault
	}
	return m.Member("result"), ""
}

// exchange sends a line, and behind it a request that is sure to be answered, and gives the answer to the line, which bears
// an id; the empty id stands for none. fault says what is wrong with what came back: nothing may beside the two answers.
func (r *runner) exchange(line, id string) (answer message, fault string) {
	sync := r.id()
	r.peer.send(line)
	r.peer.send(`{"id":` + sync + `,"jsonrpc":"2.0","method":"describe"}`)
	open := map[string]bool{sync: true}
	if id != "" {
		open[id] = true
	}
	for len(open) > 0 {
		line, err := r.peer.next()
		if err != nil {
			return answer, err.Error() + missing(open, id)
		}
		m, fault := parse(line)
		if fault == "" {
			fault = m.misshaped()
		}
		if fault != "" {
			return answer, fault
		}
		got := m.text("id")
		if !open[got] {
			return answer, "what came answers nothing that was asked, or a second time: " + short(line)
		}
		delete(open, got)
		if got == id {
			answer = m
		}
	}
	return answer, ""
}

// missing says which answer was waited for.
func missing(open map[string]bool, id string) string {
	if open[id] {
		return ", where an answer under the id " + id + " should"
	}
	return ", where an answer to describe behind it should"
}

// serves holds the entry of a declaration to it.
func (r *runner) serves(d *host.Description, tool *typespec.Tool) string {
	entry := d.Find(tool.Identity)
	switch {
	case entry == nil:
		return "the process does not serve it"
	case entry.Fingerprint != tool.Fingerprint():
		return fmt.Sprintf("its fingerprint is %s, and the declaration's %s", entry.Fingerprint, tool.Fingerprint())
	case entry.Signature == "":
		return "its entry has no signature"
	}
	signature, err := canon.Parse([]byte(entry.Signature), canon.Options{Depth: host.SignatureDepth})
	if err != nil {
		return "its signature does not read: " + err.Error()
	}
	// Of another version, it may have versions of its own; the fingerprint has none.
	if pointer, ours, theirs, differs := tool.SignatureDiffers(signature); differs && entry.Tool == tool.Identity {
		return fmt.Sprintf("its signature parts from the declaration's at %q, where it has %s, and the declaration %s", pointer, theirs, ours)
	}
	return ""
}

// outOfOrder says which Tool stands before one that it is declared behind.
func (r *runner) outOfOrder(d *host.Description) string {
	places := map[string]int{}
	for i, entry := range d.Tools {
		places[entry.Tool] = i
	}
	last, before := -1, ""
	for _, tool := range r.program.Tools {
		entry := d.Find(tool.Identity)
		if entry == nil {
			continue
		}
		if places[entry.Tool] < last {
			return fmt.Sprintf("%s stands before %s", entry.Tool, before)
		}
		last, before = places[entry.Tool], entry.Tool
	}
	return ""
}
