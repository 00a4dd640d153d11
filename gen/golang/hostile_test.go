package golang

import (
	"go/format"
	"go/token"
	"testing"

	"github.com/flow-toolkit/flowgen/gen/internal/golden"
)

// hostileMembers are names that Go's errors, the generated methods, their receivers and parameters, and the imports have;
// names of other scripts; and names that differ in what Go's spelling leaves out.
var hostileMembers = []string{
	"error", "Error", "kind", "Kind", "as", "As", "is", "Is", "unwrap", "Unwrap", "flow_token", "FlowToken", "token", "string", "String",
	"v", "w", "r", "k", "o", "p", "c", "t", "a", "b", "order", "flow", "cmp", "strings", "bytes", "sync", "slices", "context", "ctx",
	"tools", "in", "value", "Value", "err", "nil", "true", "len", "any", "iota", "init", "main", "id", "ID", "Id", "http_url", "x_1", "x1", "X1",
	"__", "_", "日本", "Đồ", "đồ", "ß", "ǅ", "ı", "ſ", "a٣", "ª", "V0", "v0",
}

const hostileDoc = "go:build ignore\n//go:embed x\n*/ panic(1)\n/*\r\x00\u2028Deprecated: no\n\nDeprecated: y\n#nosec\n//nolint\nline a.go:1\n`\"\\\n\tfunc init() {}"

// Declared errors of each form whose members are called as anything that stands beside them, under hostile docs, are packages
// without faults, formatted as gofmt would; and so are a hundred constructors that hold each other.
func TestHostileListings(t *testing.T) {
	set := token.NewFileSet()
	imports := exportedTypes(t, set)
	for name, text := range golden.HostileListings(t, hostileMembers, hostileDoc) {
		t.Run(name, func(t *testing.T) {
			files := golden.Emit(t, Target{}, "hostile", name, text)
			checkTypes(t, set, imports, files)
			for _, path := range files.Paths() {
				formatted, err := format.Source(files.Content(path))
				if err != nil || string(formatted) != string(files.Content(path)) {
					t.Errorf("%s is not formatted (%v)", path, err)
				}
			}
		})
	}
}
