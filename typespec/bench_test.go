package typespec

import (
	"fmt"
	"strings"
	"testing"
)

// manyDeclarations is a listing of n declarations that refer to their neighbours, generic and recursive ones among them,
// and of a tool for every hundred.
func manyDeclarations(n int) []byte {
	var templates, tools []string
	for i := range n {
		id := fmt.Sprintf("D%d", i)
		next := fmt.Sprintf("D%d", (i+1)%n)
		fields := []string{"id", `"Int"`, "names", `{"List":"Text"}`, "at", `{"Option":"Instant"}`}
		switch {
		case i%10 == 0:
			p := paramText(id, 0)
			fields = append(fields, "value", p, "spare", `{"Option":`+p+`}`)
		case (i+1)%n%10 == 0:
			fields = append(fields, "next", `{"Option":`+namedText(next, `{"Dict":["Int",`+namedText(id)+`]}`)+`}`)
		default:
			fields = append(fields, "next", `{"Set":`+namedText(next)+`}`)
		}
		generic := ""
		if i%10 == 0 {
			generic = `"T"`
			fields = append(fields, "more", `{"Option":`+namedText(next)+`}`)
			if (i+1)%n%10 == 0 {
				fields = fields[:len(fields)-2]
			}
		}
		templates = append(templates, recordText(id, generic, fields...))
		if i%100 == 1 {
			tools = append(tools, fmt.Sprintf(`{"tool":"r@v1/f.flow.t%d","generic":[],"params":[{"name":"a","type":"Text"}],"ok":%s,"err":"Never"}`,
				i, namedText(id)))
		}
	}
	return []byte(`{"data":"1.0","tools":[` + strings.Join(tools, ",") + `],"types":{` + strings.Join(templates, ",") + `}}`)
}

// BenchmarkRead shows by its ns/declaration that reading and checking is linear.
func BenchmarkRead(b *testing.B) {
	for _, n := range []int{10, 100, 1_000, 10_000, 50_000} {
		text := manyDeclarations(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Read("listing.json", text); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/declaration")
		})
	}
}
