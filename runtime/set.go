package flow

import (
	"iter"
	"slices"
)

// Set is Flow's Set: items of one type in ascending order, no two of them equal, by the order of the type's codec. It never
// changes. The zero value is empty.
type Set[T any] struct {
	items []T
	codec Codec[T]
}

// NewSet makes a Set of items in any order; of equal ones it keeps the first. The codec gives order and equality; where it
// gives none, as for host values, NewSet panics.
func NewSet[T any](codec Codec[T], items ...T) Set[T] {
	items = slices.Clone(items)
	slices.SortStableFunc(items, codec.Compare)
	return Set[T]{items: slices.CompactFunc(items, func(a, b T) bool { return codec.Compare(a, b) == 0 }), codec: codec}
}

// Len gives the number of items.
func (s Set[T]) Len() int { return len(s.items) }

// At gives the item of that place in ascending order, from 0; it panics where there is none.
func (s Set[T]) At(i int) T { return s.items[i] }

// All gives the items in ascending order.
func (s Set[T]) All() iter.Seq[T] { return slices.Values(s.items) }

// Items gives the items in ascending order, in a slice of the caller's own.
func (s Set[T]) Items() []T { return slices.Clone(s.items) }

// First gives the least item, and whether there is one.
func (s Set[T]) First() (item T, ok bool) {
	if len(s.items) == 0 {
		return item, false
	}
	return s.items[0], true
}

// Last gives the greatest item, and whether there is one.
func (s Set[T]) Last() (item T, ok bool) {
	if len(s.items) == 0 {
		return item, false
	}
	return s.items[len(s.items)-1], true
}

// Contains says whether an item equal to this one is in the Set.
func (s Set[T]) Contains(item T) bool {
	if len(s.items) == 0 {
		return false
	}
	_, found := slices.BinarySearchFunc(s.items, item, s.codec.Compare)
	return found
}
