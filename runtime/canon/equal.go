package canon

// Equal compares two values by value: numbers whatever their spelling, members in any order. Where they differ, pointer
// is the JSON Pointer of the first place where they do, arrays taken item by item and members by the bytes of their
// names; a member or item that only one of them has is such a place.
func Equal(a, b *Value) (pointer string, equal bool) {
	path, equal := differ(a, b, nil)
	if equal {
		return "", true
	}
	for i := len(path) - 1; i >= 0; i-- {
		if path[i].name == nil {
			pointer = PointerIndex(pointer, path[i].index)
		} else {
			pointer = Pointer(pointer, *path[i].name)
		}
	}
	return pointer, false
}

// step is one token of a pointer.
type step struct {
	name  *string
	index int
}

// differ gives the path to the first difference, innermost step first; it is built only once one was found.
func differ(a, b *Value, path []step) ([]step, bool) {
	if a.Kind != b.Kind {
		return path, false
	}
	switch a.Kind {
	case Bool:
		return path, a.Bool == b.Bool
	case Number:
		return path, equalNumbers(a.Text, b.Text)
	case String:
		return path, a.Text == b.Text
	case Array:
		return differItems(a.Items, b.Items, path)
	case Object:
		return differMembers(sorted(a.Members), sorted(b.Members), path)
	}
	return path, true
}

func differItems(a, b []*Value, path []step) ([]step, bool) {
	for i := range min(len(a), len(b)) {
		if path, equal := differ(a[i], b[i], path); !equal {
			return append(path, step{index: i}), false
		}
	}
	if len(a) != len(b) {
		return append(path, step{index: min(len(a), len(b))}), false
	}
	return path, true
}

func differMembers(a, b []Member, path []step) ([]step, bool) {
	for i := 0; i < len(a) || i < len(b); i++ {
		switch {
		case i == len(b) || i < len(a) && a[i].Name < b[i].Name:
			return append(path, step{name: &a[i].Name}), false
		case i == len(a) || b[i].Name < a[i].Name:
			return append(path, step{name: &b[i].Name}), false
		}
		if path, equal := differ(a[i].Value, b[i].Value, path); !equal {
			return append(path, step{name: &a[i].Name}), false
		}
	}
	return path, true
}
