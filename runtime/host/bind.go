package host

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/flow-toolkit/flowgen/typespec"
)

// BindOptions say what the declarations of a run are bound to.
type BindOptions struct {
	// Overrides are the host's own choices, by the identity of the declaration, to the letter or without versions. They
	// win. The bindings do not shut them down.
	Overrides map[string]Implementation
	// Outer are the bindings of the run around this one; nil where there is none. They come after Overrides.
	Outer *Bindings
	// Sources say where flow.toml files are looked for, for declarations that nothing else covers.
	Sources Sources
	// Process bounds the processes that are started.
	Process ProcessOptions
	// MCP makes an implementation of an MCP server's command and the declarations that are bound to it, as
	// runtime/host/mcp does; nil for a host that has none, where a flow.toml's mcp is refused.
	MCP func(command Command, declarations []*typespec.Tool, options ProcessOptions) Implementation
}

// Bindings connect each declaration of a program to the implementation that answers its calls, for one run.
type Bindings struct {
	bound  []*Bound
	places *typespec.Identities // of bound
	owned  []Implementation     // to shut down
	// general are refusals that are no one declaration's.
	general []error
}

// Bound is a declaration and what it is bound to.
type Bound struct {
	// Tool is the declaration.
	Tool *typespec.Tool
	// Implementation answers its calls; nil where nothing covers it.
	Implementation Implementation
	// Origin says what chose the implementation: "override", "outer run", or the path of a flow.toml.
	Origin string
	// Err says why the declaration is not bound; nil where it is.
	Err error
}

// Refusal is a declaration that is not bound, and why.
type Refusal struct {
	// Tool is the declaration's identity; empty for what is not one declaration's.
	Tool string
	// Err says why: a *ManifestError or several joined, a *VersionError, or a text.
	Err error
}

// BindError refuses a bind, with every reason.
type BindError struct {
	// Refusals are in the order of the program's declarations, what is not one declaration's first.
	Refusals []Refusal
}

// Error has a line for each refusal.
func (e *BindError) Error() string {
	lines := make([]string, len(e.Refusals))
	for i, r := range e.Refusals {
		lines[i] = r.Err.Error()
		if r.Tool != "" {
			lines[i] = r.Tool + ": " + lines[i]
		}
	}
	return strings.Join(lines, "\n")
}

// Unwrap gives the reasons, for errors.As.
func (e *BindError) Unwrap() []error {
	errs := make([]error, len(e.Refusals))
	for i, r := range e.Refusals {
		errs[i] = r.Err
	}
	return errs
}

// Bind binds every declaration of a program, or none: the error is a *BindError with every reason. Implementations are
// started and described; each declaration fits by its fingerprint. Nothing is bound later. The bindings of a run are its
// own: shut them down when it ends.
func Bind(ctx context.Context, program *typespec.Program, options BindOptions) (*Bindings, error) {
	b := Survey(ctx, program, options)
	if err := b.Err(); err != nil {
		b.Shutdown()
		return nil, err
	}
	return b, nil
}

// Survey binds what can be bound, to be shown; Err says what could not. The bindings are to be shut down, as Bind's are.
func Survey(ctx context.Context, program *typespec.Program, options BindOptions) *Bindings {
	b := &Bindings{}
	identities := make([]string, len(program.Tools))
	for i, tool := range program.Tools {
		b.bound = append(b.bound, &Bound{Tool: tool})
		identities[i] = tool.Identity
	}
	b.places = typespec.NewIdentities(identities)
	b.override(options.Overrides)
	b.inherit(options.Outer)
	b.infer(options)
	b.fit(ctx)
	return b
}

// override applies the host's own choices.
func (b *Bindings) override(overrides map[string]Implementation) {
	for _, identity := range sortedKeys(overrides) {
		bound := b.Find(identity)
		switch {
		case bound == nil:
			b.general = append(b.general, fmt.Errorf("the override %s is for no declaration of the program", identity))
		case bound.Implementation != nil:
			b.general = append(b.general, fmt.Errorf("two overrides are for %s; %s is one of them", bound.Tool.Identity, identity))
		default:
			bound.Implementation, bound.Origin = overrides[identity], "override"
		}
	}
}

// inherit takes over the bindings of the outer run.
func (b *Bindings) inherit(outer *Bindings) {
	if outer == nil {
		return
	}
	for _, bound := range b.bound {
		if from := outer.Find(bound.Tool.Identity); bound.Implementation == nil && from != nil && from.Implementation != nil {
			bound.Implementation, bound.Origin = from.Implementation, "outer run"
		}
	}
}

// command is what several declarations may share an implementation by.
type command struct {
	dir, words string
	mcp        bool
}

// infer binds the rest by the flow.toml files. Declarations whose tables say the same command in the same folder share
// one implementation, so that a host value that one makes is known to the others.
func (b *Bindings) infer(options BindOptions) {
	found := manifests{sources: options.Sources}
	byCommand := map[command][]*Bound{}
	var order []command
	for _, bound := range b.bound {
		if bound.Implementation != nil {
			continue
		}
		manifest, entry, err := found.entry(bound.Tool.Identity)
		if err == nil && entry.MCP && options.MCP == nil {
			err = fmt.Errorf("%s names an MCP server, and this host has no adapter for one", manifest.Path)
		}
		if bound.Err = err; err != nil {
			continue
		}
		bound.Origin = manifest.Path
		key := command{manifest.Dir, strings.Join(entry.Args, "\x00"), entry.MCP}
		if byCommand[key] == nil {
			order = append(order, key)
		}
		byCommand[key] = append(byCommand[key], bound)
	}
	for _, key := range order {
		implementation := key.implement(byCommand[key], options)
		b.owned = append(b.owned, implementation)
		for _, bound := range byCommand[key] {
			bound.Implementation = implementation
		}
	}
}

func (c command) implement(all []*Bound, options BindOptions) Implementation {
	start := Command{Args: strings.Split(c.words, "\x00"), Dir: c.dir}
	if !c.mcp {
		return NewProcess(start, options.Process)
	}
	tools := make([]*typespec.Tool, len(all))
	for i, bound := range all {
		tools[i] = bound.Tool
	}
	return options.MCP(start, tools, options.Process)
}

// fit has all implementations describe themselves, side by side, and holds the declarations to what they say.
func (b *Bindings) fit(ctx context.Context) {
	type answer struct {
		description *Description
		err         error
	}
	answers := map[Implementation]*answer{}
	var wait sync.WaitGroup
	for _, bound := range b.bound {
		implementation := bound.Implementation
		if implementation == nil || answers[implementation] != nil {
			continue
		}
		a := &answer{}
		answers[implementation] = a
		wait.Add(1)
		go func() {
			defer wait.Done()
			a.description, a.err = implementation.Describe(ctx)
		}()
	}
	wait.Wait()
	for _, bound := range b.bound {
		if bound.Implementation == nil {
			bound.Err = cmp.Or(bound.Err, errors.New("nothing says what answers it"))
			continue
		}
		if a := answers[bound.Implementation]; a.err != nil {
			bound.Err = fmt.Errorf("%s: %w", bound.Implementation, a.err)
		} else if misfit := a.description.Misfit(&Call{Tool: bound.Tool.Identity, Fingerprint: bound.Tool.Fingerprint()}); misfit != "" {
			bound.Err = fmt.Errorf("%s: %s", bound.Implementation, misfit)
		}
	}
}

// Err refuses bindings that are not whole: a *BindError with every reason, nil where there is none.
func (b *Bindings) Err() error {
	var refusals []Refusal
	for _, err := range b.general {
		refusals = append(refusals, Refusal{Err: err})
	}
	for _, bound := range b.bound {
		if bound.Err != nil {
			refusals = append(refusals, Refusal{bound.Tool.Identity, bound.Err})
		}
	}
	if len(refusals) == 0 {
		return nil
	}
	return &BindError{refusals}
}

// All gives the declarations in the program's order, and what each is bound to.
func (b *Bindings) All() []*Bound { return b.bound }

// Find gives the declaration of this identity to the letter; failing that, the only one that is the same without
// versions; nil where there is none.
func (b *Bindings) Find(identity string) *Bound {
	if place, ok := b.places.Find(identity); ok {
		return b.bound[place]
	}
	return nil
}

// Shutdown ends the implementations that the bindings started; overrides and what the outer run started stay.
func (b *Bindings) Shutdown() {
	var wait sync.WaitGroup
	for _, implementation := range b.owned {
		wait.Add(1)
		go func() {
			defer wait.Done()
			implementation.Shutdown()
		}()
	}
	wait.Wait()
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
