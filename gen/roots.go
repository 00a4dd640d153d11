package gen

import (
	"strings"

	"github.com/flow-toolkit/flowgen/typespec"
)

// EachRoot calls visit for the type of each parameter of a Tool, of its success value and of its error.
func EachRoot(t *typespec.Tool, visit func(*typespec.Term)) {
	for _, q := range t.Params {
		visit(q.Type)
	}
	visit(t.Ok)
	visit(t.Err)
}

// ErrorTypes are the declarations that Tools declare as their errors.
func ErrorTypes(program *typespec.Program) map[*typespec.Declaration]bool {
	found := map[*typespec.Declaration]bool{}
	for _, t := range program.Tools {
		if t.Err.Kind == typespec.Named {
			found[t.Err.Decl] = true
		}
	}
	return found
}

// Signature is a Tool's head in Flow's notation, for docs: "chat(prompt: Text) -> Result<Text, ChatError>".
func Signature(t *typespec.Tool) string {
	var b strings.Builder
	b.WriteString(typespec.ParseIdentity(t.Identity).Name)
	if len(t.Generic) > 0 {
		b.WriteString("<" + strings.Join(t.Generic, ", ") + ">")
	}
	b.WriteString("(")
	for i, q := range t.Params {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(q.Name + ": " + typespec.FlowType(q.Type, t.Generic))
	}
	b.WriteString(") -> Result<" + typespec.FlowType(t.Ok, t.Generic) + ", " + typespec.FlowType(t.Err, t.Generic) + ">")
	return b.String()
}
