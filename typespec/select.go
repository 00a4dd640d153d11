package typespec

import (
	"fmt"
	"slices"
	"strings"
)

// Select gives the part of a program that selectors name: the Tools whose declaring file is FILE.flow, or the one that a
// name means to Tool, in the listing's order, and exactly the declarations that they reach. No selector selects all. The
// error names a selector that selects nothing, or that could mean one of several Tools.
func (p *Program) Select(selectors []string) (*Program, error) {
	if len(selectors) == 0 {
		return p, nil
	}
	chosen := map[*Tool]bool{}
	for _, selector := range selectors {
		tools, err := p.selected(selector)
		if err != nil {
			return nil, err
		}
		for _, t := range tools {
			chosen[t] = true
		}
	}
	part := &Program{Data: p.Data}
	var roots []*Term
	for _, t := range p.Tools {
		if chosen[t] {
			part.Tools = append(part.Tools, t)
			roots = append(roots, t.terms()...)
		}
	}
	part.Declarations = sortedDeclarations(reached(roots))
	return part, nil
}

// selected gives the Tools that one selector names. A file is named by its path, by the end of its path from a segment
// on, or with the repository before it.
func (p *Program) selected(selector string) ([]*Tool, error) {
	if !strings.HasSuffix(selector, ".flow") {
		t, err := p.Tool(selector)
		return []*Tool{t}, err
	}
	var tools []*Tool
	for _, t := range p.Tools {
		path := t.Identity[:strings.LastIndexByte(t.Identity, '.')]
		if endsIn(path, selector) || endsIn(Unversioned(path), selector) {
			tools = append(tools, t)
		}
	}
	if len(tools) == 0 {
		return nil, fmt.Errorf("no Tool of the listing is in the file %s: it declares %s", quoted(selector), p.someTools(p.Tools))
	}
	return tools, nil
}

// endsIn says whether a path is end, or ends in it from a segment on.
func endsIn(path, end string) bool {
	before, ok := strings.CutSuffix(path, end)
	return ok && (before == "" || strings.HasSuffix(before, "/"))
}

// Tool finds the Tool that a name means: its identity to the letter; else the only one of that identity without
// versions; else the only one whose identity ends in the name, from a segment of its path on or as the bare name of the
// function. The error says which Tools a name fits that fits several.
func (p *Program) Tool(name string) (*Tool, error) {
	if t := p.byIdentity(name); t != nil {
		return t, nil
	}
	var fitting []*Tool
	for _, t := range p.Tools {
		if endsIn(t.Identity, name) || endsIn(Unversioned(t.Identity), name) || ParseIdentity(t.Identity).Name == name {
			fitting = append(fitting, t)
		}
	}
	switch len(fitting) {
	case 1:
		return fitting[0], nil
	case 0:
		return nil, fmt.Errorf("the listing declares no Tool %s: it declares %s", quoted(name), p.someTools(p.Tools))
	}
	return nil, fmt.Errorf("%s could be any of %s: write the whole identity", quoted(name), p.someTools(fitting))
}

// byIdentity finds the Tool of an identity to the letter, else the only one that is the same without versions.
func (p *Program) byIdentity(identity string) *Tool {
	var alike []*Tool
	for _, t := range p.Tools {
		if t.Identity == identity {
			return t
		}
		if Unversioned(t.Identity) == Unversioned(identity) {
			alike = append(alike, t)
		}
	}
	if len(alike) == 1 {
		return alike[0]
	}
	return nil
}

// someTools lists the first few of some Tools in a sentence.
func (p *Program) someTools(tools []*Tool) string {
	const most = 5
	var names []string
	for _, t := range tools[:min(len(tools), most)] {
		names = append(names, quoted(t.Identity))
	}
	if more := len(tools) - most; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return listed(names)
}

// Reach gives the declarations that a Tool's roots reach, phantom arguments, functions and tasks included, by identity
// and ordinal.
func (p *Program) Reach(t *Tool) []*Declaration { return t.reach() }

func (t *Tool) reach() []*Declaration { return sortedDeclarations(reached(t.terms())) }

func sortedDeclarations(declarations []*Declaration) []*Declaration {
	slices.SortFunc(declarations, compareDeclarations)
	return declarations
}
