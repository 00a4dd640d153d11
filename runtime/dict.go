package flow

import (
	"iter"
	"slices"
)

// Dict is Flow's Dict: entries in ascending order of their keys, no two keys equal, by the order of the key type's codec.
// It never changes. The zero value is empty.
type Dict[K, V any] struct {
	entries []Entry[K, V]
	keys    Codec[K]
}

// Entry is one entry of a Dict.
type Entry[K, V any] struct {
	Key   K
	Value V
}

// NewDict makes a Dict of entries in any order; of equal keys the last counts. The codec of the keys gives order and
// equality; where it gives none, as for host values, NewDict panics.
func NewDict[K, V any](keys Codec[K], entries ...Entry[K, V]) Dict[K, V] {
	entries = slices.Clone(entries)
	slices.Reverse(entries)
	slices.SortStableFunc(entries, func(a, b Entry[K, V]) int { return keys.Compare(a.Key, b.Key) })
	entries = slices.CompactFunc(entries, func(a, b Entry[K, V]) bool { return keys.Compare(a.Key, b.Key) == 0 })
	return Dict[K, V]{entries: entries, keys: keys}
}

// DictOfMap makes a Dict of a map.
func DictOfMap[K comparable, V any](keys Codec[K], entries map[K]V) Dict[K, V] {
	list := make([]Entry[K, V], 0, len(entries))
	for key, value := range entries {
		list = append(list, Entry[K, V]{key, value})
	}
	return NewDict(keys, list...)
}

// Len gives the number of entries.
func (d Dict[K, V]) Len() int { return len(d.entries) }

// At gives the entry of that place in ascending order, from 0; it panics where there is none.
func (d Dict[K, V]) At(i int) Entry[K, V] { return d.entries[i] }

// All gives keys and values in ascending order of the keys.
func (d Dict[K, V]) All() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for i := range d.entries {
			if !yield(d.entries[i].Key, d.entries[i].Value) {
				return
			}
		}
	}
}

// Entries gives the entries in ascending order of their keys, in a slice of the caller's own.
func (d Dict[K, V]) Entries() []Entry[K, V] { return slices.Clone(d.entries) }

// Get gives the value of a key, and whether the key is there.
func (d Dict[K, V]) Get(key K) (value V, ok bool) {
	if len(d.entries) == 0 {
		return value, false
	}
	i, ok := slices.BinarySearchFunc(d.entries, key, func(e Entry[K, V], key K) int { return d.keys.Compare(e.Key, key) })
	if !ok {
		return value, false
	}
	return d.entries[i].Value, true
}

// Contains says whether a key equal to this one is there.
func (d Dict[K, V]) Contains(key K) bool {
	_, ok := d.Get(key)
	return ok
}

// First gives the entry of the least key, and whether there is one.
func (d Dict[K, V]) First() (entry Entry[K, V], ok bool) {
	if len(d.entries) == 0 {
		return entry, false
	}
	return d.entries[0], true
}

// Last gives the entry of the greatest key, and whether there is one.
func (d Dict[K, V]) Last() (entry Entry[K, V], ok bool) {
	if len(d.entries) == 0 {
		return entry, false
	}
	return d.entries[len(d.entries)-1], true
}
