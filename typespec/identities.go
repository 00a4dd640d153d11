package typespec

// Identities finds things by their identities: the one of an identity to the letter; failing that, the only one that is
// the same without versions.
type Identities struct {
	exact map[string]int
	bare  map[string]int // without versions; several where more than one is the same
}

const several = -1

// NewIdentities takes the identities of some things, in order, each once.
func NewIdentities(identities []string) *Identities {
	x := &Identities{make(map[string]int, len(identities)), make(map[string]int, len(identities))}
	for i, identity := range identities {
		x.exact[identity] = i
		bare := Unversioned(identity)
		if _, known := x.bare[bare]; known {
			i = several
		}
		x.bare[bare] = i
	}
	return x
}

// Find gives the place of what an identity means; ok is false where there is none, and where it could be several.
func (x *Identities) Find(identity string) (place int, ok bool) {
	if place, ok = x.exact[identity]; ok {
		return place, true
	}
	place, ok = x.bare[Unversioned(identity)]
	return place, ok && place != several
}
