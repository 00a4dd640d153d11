package typescript

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/flow-toolkit/flowgen/gen"
	"github.com/flow-toolkit/flowgen/typespec"
)

//go:embed identifiers.txt
var identifierData string

// identifiers knows the identifiers of every TypeScript and Node that we support.
var identifiers = sync.OnceValue(func() *gen.Identifiers { return gen.ParseIdentifiers(identifierData) })

func isIdentifier(name string) bool { return identifiers().Valid(name) }

//go:embed reserved.txt
var reservedData string

// reservedWords holds the sections of the data file: "[scope]" begins one.
var reservedWords = sync.OnceValue(func() map[string]gen.Words { return gen.ParseSections(reservedData) })

// The scopes in which names are given out, as the data file calls them.
const (
	typeScope          = "types"
	typeParameterScope = "parameters of types"
	fieldScope         = "fields"
	parameterScope     = "parameters"
	toolScope          = "tools"
	codecScope         = "codecs"
	localScope         = "locals"
	constructorScope   = "constructors"
	codecMemberScope   = "members of codecs"
	objectScope        = "objects"
)

// newScope makes a scope. Members may be called as keywords are; what stands alone may not.
func newScope(scope, title string, renames *gen.Renames, taken ...func(string) bool) *gen.Scope {
	taken = append(taken, reservedWords()[scope].Has)
	if scope == toolScope { // a Tool called so would never be missed
		taken = append(taken, reservedWords()[objectScope].Has)
	}
	if isAlone(scope) {
		taken = append(taken, reservedWords()["keywords"].Has, isNestedName)
	}
	return gen.NewScope(gen.Rules{
		Scope: title,
		Reserved: func(name string) bool {
			for _, has := range taken {
				if has(name) {
					return true
				}
			}
			return false
		},
		Escape:  escapeName,
		Valid:   isIdentifier,
		Renames: renames,
	})
}

// isAlone says whether the names of a scope stand alone, not as members.
func isAlone(scope string) bool {
	return scope == typeScope || scope == typeParameterScope || scope == codecScope
}

// escapeName turns a reserved name into another one: the underscores around it go, and one is put behind.
func escapeName(name string) string { return strings.Trim(name, "_") + "_" }

// typeWant asks for the name of a declared type.
func typeWant(d *typespec.Declaration) gen.Want {
	return gen.DeclarationWant(d, gen.PascalStyle).OrLast("Flow_" + gen.ASCII(d.Name))
}

// toolWant asks for the name of a Tool's method.
func toolWant(t *typespec.Tool) gen.Want {
	want := gen.ToolWant(t, gen.CamelStyle)
	return want.OrLast("flow_" + gen.ASCII(want.Spelling))
}

// memberWant asks for the name of a field or parameter. The last candidate is no other's but by intent.
func memberWant(owner gen.Subject, name string) gen.Want {
	return gen.MemberWant(owner, name, gen.Camel).OrLast("flow_" + gen.ASCII(name))
}

// typeParameterWant asks for the name of a type parameter, which stays as Flow spells it where it can.
func typeParameterWant(owner gen.Subject, name string) gen.Want {
	return gen.Want{
		Subject: owner.Member(name), Spelling: name,
		Candidates: []string{name, "T" + gen.Pascal(name), "T_" + gen.ASCII(name)},
	}
}

// derivedWant asks for a name that we make from another one.
func derivedWant(subject gen.Subject, role string, candidates ...string) gen.Want {
	return gen.Want{Subject: subject, Role: role, Candidates: append(candidates, "flow_"+gen.ASCII(candidates[0]))}
}
