package flow

import (
	"fmt"
	"slices"
	"strconv"
	"sync"

	"github.com/flow-toolkit/flowgen/runtime/canon"
	"github.com/flow-toolkit/flowgen/typespec"
)

// keptViews bounds the texts of the views that are remembered, in bytes.
const keptViews = 4 << 20

// BoundView is the validated view of a call to a generic Tool, with the codecs at its types.
type BoundView struct {
	tool     *Tool
	view     *typespec.View
	bindings []Codec[Generic]
	codecs   any
	roots    *Contextual
}

// Bind makes the codecs at a view's types. The view is that of typespec.CheckView for a generic Tool of the toolkit; the
// error says that it is for another.
func (k *Toolkit) Bind(view *typespec.View) (*BoundView, error) {
	tool := k.Find(view.Tool.Identity)
	if tool == nil || tool.Codecs == nil {
		return nil, fmt.Errorf("flow: %s is no generic Tool that is served here", view.Tool.Identity)
	}
	return bindView(tool, view), nil
}

// View gives the view.
func (b *BoundView) View() *typespec.View { return b.view }

// Codec gives the codec of what a type parameter stands for. Where no value of that type can be decoded, using it fails.
// The error says that the Tool has no such type parameter.
func (b *BoundView) Codec(parameter string) (Codec[Generic], error) {
	if b != nil {
		for i, binding := range b.view.Bindings {
			if binding.Name == parameter {
				return b.bindings[i], nil
			}
		}
	}
	return nil, fmt.Errorf("flow: the call binds no type parameter %s", quoted(parameter))
}

func bindView(tool *Tool, view *typespec.View) *BoundView {
	bindings := ViewCodecs(view)
	return &BoundView{tool: tool, view: view, bindings: bindings, codecs: tool.Codecs(bindings), roots: NewContextual()}
}

// viewCache remembers the views of late calls by their texts: a host calls with the same types again and again.
type viewCache struct {
	mu    sync.Mutex
	size  int // of the keys, in bytes
	views map[string]*BoundView
	keys  []string // those of views, the oldest first
}

// of gives the view of a call to a generic Tool. The error says why it is not valid.
func (c *viewCache) of(k *Toolkit, tool *Tool, types, schema string, limits Limits) (*BoundView, error) {
	if types == "" || schema == "" {
		return nil, fmt.Errorf("a call of a generic Tool has types and schema")
	}
	key := tool.Identity + "\n" + strconv.Itoa(limits.Depth) + "\n" + types + "\n" + schema
	c.mu.Lock()
	bound := c.views[key]
	c.mu.Unlock()
	if bound != nil {
		return bound, nil
	}
	view, err := k.checkView(tool, types, schema, limits)
	if err != nil {
		return nil, err
	}
	bound = bindView(tool, view)
	c.keep(key, bound)
	return bound, nil
}

// keep remembers a view, and forgets the oldest ones where there is no room. A view too large for all the room is not kept.
func (c *viewCache) keep(key string, bound *BoundView) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(key) > keptViews || c.views[key] != nil {
		return
	}
	for c.size += len(key); c.size > keptViews; c.keys = slices.Delete(c.keys, 0, 1) {
		c.size -= len(c.keys[0])
		delete(c.views, c.keys[0])
	}
	if c.views == nil {
		c.views = make(map[string]*BoundView)
	}
	c.views[key] = bound
	c.keys = append(c.keys, key)
}

func (k *Toolkit) checkView(tool *Tool, types, schema string, limits Limits) (*typespec.View, error) {
	declared, err := k.declared(tool)
	if err != nil {
		return nil, err
	}
	typesValue, err := canon.Parse([]byte(types), canon.Options{Depth: limits.Depth})
	if err != nil {
		return nil, fmt.Errorf("types cannot be read: %w", err)
	}
	schemaValue, err := canon.Parse([]byte(schema), canon.Options{Depth: limits.Depth})
	if err != nil {
		return nil, fmt.Errorf("schema cannot be read: %w", err)
	}
	return typespec.CheckView(declared, typesValue, schemaValue, limits.Depth)
}
