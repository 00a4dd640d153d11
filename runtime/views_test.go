package flow

import (
	"strings"
	"testing"
)

func TestViewCache(t *testing.T) {
	var c viewCache
	key := func(name string, size int) string { return name + strings.Repeat(".", size-len(name)) }
	holds := func(keys ...string) {
		t.Helper()
		size := 0
		for _, k := range keys {
			size += len(k)
			if c.views[k] == nil {
				t.Errorf("the view of %s... is forgotten", k[:1])
			}
		}
		if c.size != size || len(c.views) != len(keys) || len(c.keys) != len(keys) {
			t.Errorf("%d views and %d keys of %d bytes are kept, not %d of %d", len(c.views), len(c.keys), c.size, len(keys), size)
		}
	}
	a, b, d := key("a", keptViews/2), key("b", keptViews/4), key("d", keptViews/2)
	c.keep(a, &BoundView{})
	c.keep(b, &BoundView{})
	first := c.views[a]
	c.keep(a, &BoundView{}) // as two goroutines do that met the same new types
	holds(a, b)
	if c.views[a] != first {
		t.Error("a known view is replaced")
	}
	c.keep(key("x", keptViews+1), &BoundView{})
	holds(a, b)
	c.keep(d, &BoundView{})
	holds(b, d)
	full := key("f", keptViews)
	c.keep(full, &BoundView{})
	holds(full)
}
