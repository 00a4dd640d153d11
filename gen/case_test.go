package gen

import "testing"

func TestCase(t *testing.T) {
	tests := []struct{ name, snake, screaming, pascal, camel string }{
		{"chat", "chat", "CHAT", "Chat", "chat"},
		{"rateLimited", "rate_limited", "RATE_LIMITED", "RateLimited", "rateLimited"},
		{"RateLimited", "rate_limited", "RATE_LIMITED", "RateLimited", "rateLimited"},
		{"HTTPServer", "http_server", "HTTP_SERVER", "HTTPServer", "httpServer"},
		{"HTTP_SERVER", "http_server", "HTTP_SERVER", "HttpServer", "httpServer"},
		{"sha256", "sha256", "SHA256", "Sha256", "sha256"},
		{"sha256Sum", "sha256_sum", "SHA256_SUM", "Sha256Sum", "sha256Sum"},
		{"ID", "id", "ID", "ID", "id"},
		{"_foo", "_foo", "_FOO", "Foo", "_foo"},
		{"foo__bar_", "foo__bar_", "FOO__BAR_", "FooBar", "fooBar_"},
		{"_", "_", "_", "", "_"},
		{"__proto__", "__proto__", "__PROTO__", "Proto", "__proto__"},
		{"_1x", "_1x", "_1X", "1x", "_1x"},
		{"max_2_tokens", "max_2_tokens", "MAX_2_TOKENS", "Max2Tokens", "max2Tokens"},
		{"x", "x", "X", "X", "x"},
		{"État_civil", "État_civil", "État_civil", "État_civil", "État_civil"},
	}
	for _, test := range tests {
		got := []string{Snake(test.name), ScreamingSnake(test.name), Pascal(test.name), Camel(test.name)}
		want := []string{test.snake, test.screaming, test.pascal, test.camel}
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%s: got %v, want %v", test.name, got, want)
				break
			}
		}
	}
}

// A name that holds ASCII alone stays as it is, up to the last character of it.
func TestASCII(t *testing.T) {
	for name, want := range map[string]string{"a_Z9": "a_Z9", "a\u007f": "a\u007f", "é": "u00e9", "a\u0080": "au0080", "😀b": "u1f600b"} {
		if got := ASCII(name); got != want || IsASCII(name) != (name == want) || !IsASCII(got) {
			t.Errorf("%q: got %q, want %q; IsASCII says %v", name, got, want, IsASCII(name))
		}
	}
}
