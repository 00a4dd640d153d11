package typespec

import "strconv"

// FlowType writes a term as Flow does: Dict<Text, Int>, (Int) -> Text. A declared type stands under its bare name, and a
// type parameter under its own: a Tool's are those of generic.
func FlowType(t *Term, generic []string) string {
	return string(appendTerm(nil, t, generic, func(d *Declaration) string { return d.Name }))
}

// appendTerm writes a term as Flow does, each declaration as name gives it.
func appendTerm(dst []byte, t *Term, generic []string, name func(*Declaration) string) []byte {
	n := notationOf(t, generic, name)
	dst = append(dst, n.opening...)
	for i, arg := range t.Args {
		switch {
		case t.Kind == Function && i == len(t.Args)-1:
			dst = append(dst, n.closing...)
		case i > 0:
			dst = append(dst, separator...)
		}
		dst = appendTerm(dst, arg, generic, name)
	}
	if t.Kind == Function {
		return dst
	}
	return append(dst, n.closing...)
}

// separator stands between two arguments.
const separator = ", "

// notation is what stands around a term's arguments, which are parted by separator. A Function's closing stands before
// its result.
type notation struct{ opening, closing string }

// length gives the bytes of a term in this notation, of whose so many arguments are so many bytes long together.
func (n notation) length(t *Term, args int64) int64 {
	parted := len(t.Args) - 1
	if t.Kind == Function {
		parted--
	}
	return int64(len(n.opening)+len(n.closing)+max(parted, 0)*len(separator)) + args
}

var spelled = [...]string{
	Int: "Int", Decimal: "Decimal", Bool: "Bool", Text: "Text", Bytes: "Bytes", Duration: "Duration", Instant: "Instant",
	Unit: "Unit", Never: "Never", JSONValue: "json.Value", List: "List", Set: "Set", Option: "Option", Task: "Task", Dict: "Dict",
}

func notationOf(t *Term, generic []string, name func(*Declaration) string) notation {
	switch t.Kind {
	case Tuple:
		return notation{"(", ")"}
	case Function:
		return notation{"(", ") -> "}
	case Param:
		return notation{paramName(t, generic), ""}
	case Named:
		return applied(name(t.Decl), t.Args)
	}
	if int(t.Kind) < len(spelled) {
		return applied(spelled[t.Kind], t.Args)
	}
	return notation{}
}

func applied(name string, args []*Term) notation {
	if len(args) == 0 {
		return notation{name, ""}
	}
	return notation{name + "<", ">"}
}

// paramName gives the name of a type parameter: the Tool's own stand in generic.
func paramName(t *Term, generic []string) string {
	if t.Owner != nil {
		generic = t.Owner.Generic
	}
	return generic[t.Index]
}

// Key is what tells a declaration from all others: its identity, and #n for an ordinal n above 1. It is how a
// declaration without arguments stands in a schema's KEY.
func (d *Declaration) Key() string { return withOrdinal(d.Identity, d.Ordinal) }

// keyUnversioned is the Key without the identity's version.
func keyUnversioned(d *Declaration) string {
	return withOrdinal(Unversioned(d.Identity), d.Ordinal)
}

func withOrdinal(identity string, ordinal int) string {
	if ordinal > 1 {
		return identity + "#" + strconv.Itoa(ordinal)
	}
	return identity
}
