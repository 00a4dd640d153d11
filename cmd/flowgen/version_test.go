package main

import (
	"runtime/debug"
	"testing"
)

func TestCommit(t *testing.T) {
	const revision = "0123456789abcdef0123456789abcdef01234567"
	tests := []struct{ version, revision, modified, want string }{
		{"(devel)", revision, "false", "0123456"},
		{"(devel)", revision, "true", "0123456+dirty"},
		{"v1.2.0", revision, "false", "0123456"},
		{"v0.0.0-20260101000000-0123456789ab+dirty", revision, "true", ""},
		{"(devel)", "", "", ""},
		{"(devel)", "012", "", "012"},
	}
	for _, test := range tests {
		info := &debug.BuildInfo{Main: debug.Module{Version: test.version}, Settings: []debug.BuildSetting{
			{Key: "vcs.revision", Value: test.revision}, {Key: "vcs.modified", Value: test.modified}}}
		if got := commitOf(info); got != test.want {
			t.Errorf("%+v: got %q", test, got)
		}
	}
	if got := commitOf(&debug.BuildInfo{}); got != "" {
		t.Errorf("without settings: got %q", got)
	}
	a := app{version: "devel", commit: "0123456"}
	if r := doAs(a, "", "version"); r.stdout != "flowgen devel (0123456)\n" {
		t.Errorf("got %q", r.stdout)
	}
}
