package typespec

import "testing"

func TestFindByIdentity(t *testing.T) {
	x := NewIdentities([]string{"r/a@v1/f.flow.x", "r/a@v2/f.flow.x", "r/a@v1/f.flow.y", "f.flow.z", "/r/a@v1/f.flow.w"})
	for identity, want := range map[string]int{
		"r/a@v1/f.flow.x":  0,
		"r/a@v2/f.flow.x":  1,
		"r/a@v3/f.flow.x":  several, // either could be meant
		"r/a/f.flow.x":     several,
		"r/a@v3/f.flow.y":  2,
		"r/a/f.flow.y":     2,
		"f.flow.z":         3,
		"/r/a@v1/f.flow.w": 4,
		"/r/a@v2/f.flow.w": several, // a path has no version
		"x":                several,
		"":                 several,
	} {
		if place, ok := x.Find(identity); ok != (want != several) || ok && place != want {
			t.Errorf("%q: %d, %v", identity, place, ok)
		}
	}
}
