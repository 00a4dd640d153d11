package host_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	flow "github.com/flow-toolkit/flowgen/runtime"
	"github.com/flow-toolkit/flowgen/runtime/host"
	"github.com/flow-toolkit/flowgen/typespec"
)

// quick ends processes without much patience.
var quick = host.ProcessOptions{GraceTime: 50 * time.Millisecond, TermTime: 50 * time.Millisecond}

// write makes a file and the folders around it.
func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// serving is a command, for a flow.toml, that serves a Tool.
func serving(tool *typespec.Tool, flags string) string {
	return fmt.Sprintf("'%s' -tool %s -fingerprint %s %s", misbehaving, tool.Identity, tool.Fingerprint(), flags)
}

// table is a table of a flow.toml.
func table(file, command string) string {
	return fmt.Sprintf("[tools.%q]\ncommand = %q\n", file, command)
}

// bind binds whole, or gives what refuses it.
func bind(t *testing.T, p *typespec.Program, options host.BindOptions) (*host.Bindings, *host.BindError) {
	t.Helper()
	options.Process = quick
	b, err := host.Bind(t.Context(), p, options)
	if err == nil {
		t.Cleanup(b.Shutdown)
		return b, nil
	}
	var refused *host.BindError
	if b != nil || !errors.As(err, &refused) {
		t.Fatalf("%v, %v", b, err)
	}
	return nil, refused
}

// bindWhole binds what must not be refused.
func bindWhole(t *testing.T, p *typespec.Program, options host.BindOptions) *host.Bindings {
	t.Helper()
	b, refused := bind(t, p, options)
	if refused != nil {
		t.Fatal(refused)
	}
	return b
}

// refusals holds a bind to being refused for these reasons, in this order, each "TOOL: part of the reason".
func refusals(t *testing.T, p *typespec.Program, options host.BindOptions, want ...string) *host.BindError {
	t.Helper()
	_, refused := bind(t, p, options)
	if refused == nil {
		t.Fatal("it was bound")
	}
	lines := strings.Split(refused.Error(), "\n")
	if len(lines) != len(want) || len(refused.Refusals) != len(want) {
		t.Fatalf("%q, want %q", lines, want)
	}
	for i, line := range lines {
		tool, part, _ := strings.Cut(want[i], ": ")
		if refused.Refusals[i].Tool != tool || !strings.Contains(line, part) {
			t.Errorf("%q, want %q", line, want[i])
		}
	}
	return refused
}

// answers calls a Tool without parameters and holds the outcome to Ok(1), and its maker.
func answers(t *testing.T, b *host.Bindings, identity, by string) {
	t.Helper()
	i, err := b.Find(identity).At(flow.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if o := i.Call(t.Context(), flow.TextID("r"), flow.TextID("c"), "{}"); o.Kind != host.Ok || o.Value.Text() != "1" || !strings.Contains(o.By, by) {
		t.Errorf("%s: %v by %s", identity, o, o.By)
	}
}

var one = host.Reply{Kind: host.Ok, Value: "1"}

// Overrides are found by the identity to the letter or without versions, and win.
func TestOverrides(t *testing.T) {
	p := declared(t, "r/a@v1/f.flow.x", "r/a@v1/f.flow.y", "r/a@v2/f.flow.y")
	fakes := func(identities ...string) *host.Fakes {
		all := map[string]host.Fake{}
		for _, identity := range identities {
			all[identity] = answering(p.Tools[0], one)
		}
		return host.NewFakes(all)
	}
	first, rest := fakes("r/a@v1/f.flow.x"), fakes("r/a@v1/f.flow.y", "r/a@v2/f.flow.y")
	b := bindWhole(t, p, host.BindOptions{Overrides: map[string]host.Implementation{
		"r/a@v7/f.flow.x": first, "r/a@v1/f.flow.y": rest, "r/a@v2/f.flow.y": rest}})
	for _, bound := range b.All() {
		if bound.Origin != "override" || bound.Err != nil {
			t.Errorf("%+v", bound)
		}
		answers(t, b, bound.Tool.Identity, "fakes")
	}
	if b.Find("r/a@v9/f.flow.y") != nil || b.Find("r/a@v9/f.flow.x") == nil {
		t.Error("a declaration is found that could be two, or one is not that can be but one")
	}
	refusals(t, p, host.BindOptions{Overrides: map[string]host.Implementation{
		"r/a@v1/f.flow.x": first, "r/a/f.flow.x": first, "r/a/f.flow.y": rest, "other.flow.z": first}},
		": the override other.flow.z is for no declaration",
		": the override r/a/f.flow.y is for no declaration", // it could be for two
		": two overrides are for r/a@v1/f.flow.x",
		"r/a@v1/f.flow.y: no folder of the repository r/a@v1 is known",
		"r/a@v2/f.flow.y: no folder of the repository r/a@v2 is known")
}

// An implementation fits by its fingerprint, whatever version of the declaration it is of.
func TestFitting(t *testing.T) {
	p := declared(t, "r/a@v1/f.flow.x")
	fits := answering(p.Tools[0], one)
	misfits := fits
	misfits.Fingerprint = "sha256:0"
	override := func(fakes map[string]host.Fake) host.BindOptions {
		return host.BindOptions{Overrides: map[string]host.Implementation{"r/a@v1/f.flow.x": host.NewFakes(fakes)}}
	}
	answers(t, bindWhole(t, p, override(map[string]host.Fake{"r/a@v3/f.flow.x": fits})), "r/a@v1/f.flow.x", "")
	// The one to the letter decides, though another one would fit.
	refusals(t, p, override(map[string]host.Fake{"r/a@v1/f.flow.x": misfits, "r/a@v3/f.flow.x": fits}),
		"r/a@v1/f.flow.x: has the fingerprint sha256:0")
	refusals(t, p, override(map[string]host.Fake{"r/a@v2/f.flow.x": fits, "r/a@v3/f.flow.x": fits}), "r/a@v1/f.flow.x: does not serve")
	refusals(t, p, override(nil), "r/a@v1/f.flow.x: does not serve")
}

// The nearest flow.toml is the boundary, and its commands run in its folder.
func TestNearestManifest(t *testing.T) {
	root := t.TempDir()
	p := declared(t, "app/sub/a.flow.x", "app/b.flow.y")
	sources := host.Sources{Base: root}
	refusals(t, p, host.BindOptions{Sources: sources}, "app/sub/a.flow.x: there is no flow.toml in "+filepath.Join(root, "app", "sub"), "app/b.flow.y: or above it")

	write(t, filepath.Join(root, "flow.toml"), table("app/sub/a.flow", serving(p.Tools[0], ""))+table("app/b.flow", serving(p.Tools[1], "")))
	b := bindWhole(t, p, host.BindOptions{Sources: sources})
	for _, bound := range b.All() {
		if bound.Origin != filepath.Join(root, "flow.toml") {
			t.Error(bound.Origin)
		}
		answers(t, b, bound.Tool.Identity, "(in "+root+")")
	}

	// A nearer one without the table hides the farther one.
	write(t, filepath.Join(root, "app", "sub", "flow.toml"), table("other.flow", "x"))
	refusals(t, p, host.BindOptions{Sources: sources}, "app/sub/a.flow.x: "+filepath.Join(root, "app", "sub", "flow.toml")+` has no table [tools."a.flow"]`)

	// A program of the folder is named by a path below it.
	if err := os.Symlink(misbehaving, filepath.Join(root, "app", "sub", "serve")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(root, "app", "sub", "flow.toml"), table("a.flow", strings.Replace(serving(p.Tools[0], ""), "'"+misbehaving+"'", "./serve", 1)))
	answers(t, bindWhole(t, p, host.BindOptions{Sources: sources}), "app/sub/a.flow.x", "./serve")

	// An absolute path needs no base, but a host that says that there are files.
	absolute := declared(t, filepath.Join(root, "app", "sub", "a.flow")+".x")
	write(t, filepath.Join(root, "app", "sub", "flow.toml"), table("a.flow", serving(absolute.Tools[0], "")))
	answers(t, bindWhole(t, absolute, host.BindOptions{Sources: host.Sources{Base: t.TempDir()}}), absolute.Tools[0].Identity, "")
	refusals(t, absolute, host.BindOptions{}, absolute.Tools[0].Identity+": stands in no file")
}

func TestRepositories(t *testing.T) {
	root := t.TempDir()
	p := declared(t, "github.com/acme/tools@v1.4.0/sub/a.flow.x")
	sources := host.Sources{Base: root, Repositories: map[string]string{"github.com/acme/tools@v1.4.0": filepath.Join(root, "tools")}}
	// The repository's root is the place, not a folder above it or below.
	write(t, filepath.Join(root, "flow.toml"), table("tools/sub/a.flow", serving(p.Tools[0], "")))
	write(t, filepath.Join(root, "tools", "sub", "flow.toml"), table("a.flow", serving(p.Tools[0], "")))
	identity := p.Tools[0].Identity
	refusals(t, p, host.BindOptions{Sources: sources}, identity+": has no flow.toml at its root")
	write(t, filepath.Join(root, "tools", "flow.toml"), table("sub/a.flow", serving(p.Tools[0], "")))
	answers(t, bindWhole(t, p, host.BindOptions{Sources: sources}), identity, "(in "+filepath.Join(root, "tools")+")")
	refusals(t, p, host.BindOptions{Sources: host.Sources{Base: root}}, identity+": no folder of the repository github.com/acme/tools@v1.4.0")
	sources.Repositories["github.com/acme/tools@v1.4.0"] = "tools"
	refusals(t, p, host.BindOptions{Sources: sources}, identity+": is not absolute")
}

// Source that stands in no file has no inferred binding.
func TestSubmittedSource(t *testing.T) {
	p := declared(t, "a.flow.x")
	t.Chdir(t.TempDir())
	write(t, "flow.toml", table("a.flow", serving(p.Tools[0], "")))
	refusals(t, p, host.BindOptions{}, "a.flow.x: its source stands in no file")
	refusals(t, p, host.BindOptions{Sources: host.Sources{Base: "."}}, "a.flow.x: is not absolute")
	fake := host.NewFakes(map[string]host.Fake{"a.flow.x": answering(p.Tools[0], one)})
	answers(t, bindWhole(t, p, host.BindOptions{Overrides: map[string]host.Implementation{"a.flow.x": fake}}), "a.flow.x", "fakes")
}

// Every reason is told at once, in the order of the declarations, each as what it is.
func TestEveryReason(t *testing.T) {
	root := t.TempDir()
	p := declared(t, "a/a.flow.x", "b/b.flow.x", "c/c.flow.x", "c/d.flow.x", "e/e.flow.x", "c/f.flow.x", "c/good.flow.x")
	write(t, filepath.Join(root, "a", "flow.toml"), "[tools.\"a.flow\"]\ncommand = \"x\"\nmcp = \"y\"\n")
	if err := os.MkdirAll(filepath.Join(root, "b", "flow.toml"), 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(root, "c", "flow.toml"), table("c.flow", serving(p.Tools[2], "-mode version-2"))+
		table("d.flow", serving(p.Tools[3], "-mode exit-at-once"))+"[tools.\"f.flow\"]\nmcp = \"server\"\n"+table("good.flow", serving(p.Tools[6], "")))
	write(t, filepath.Join(root, "e", "flow.toml"), table("e.flow", "no-such-program-anywhere"))
	refused := refusals(t, p, host.BindOptions{Sources: host.Sources{Base: root}},
		"a/a.flow.x: "+filepath.Join(root, "a", "flow.toml")+":1:8: config: ",
		"b/b.flow.x: is no regular file",
		"c/c.flow.x: it speaks data version 2.0",
		"c/d.flow.x: exit status 7); the end of its standard error: no configuration",
		"e/e.flow.x: no-such-program-anywhere cannot be started",
		"c/f.flow.x: names an MCP server, and this host has no adapter")
	var version *host.VersionError
	var config *host.ManifestError
	if !errors.As(refused, &version) || version.Data != "2.0" {
		t.Error("the refusal for the version is not found")
	}
	if !errors.As(refused, &config) || config.Line != 1 || config.Column != 8 {
		t.Errorf("the fault of the flow.toml is not found: %+v", config)
	}
	for _, r := range refused.Refusals {
		if v := (*host.VersionError)(nil); errors.As(r.Err, &v) != (r.Tool == "c/c.flow.x") {
			t.Errorf("%s is a version refusal", r.Tool)
		}
	}
}

// One command in one folder is one process; another folder, or another command, is another.
func TestSharedProcesses(t *testing.T) {
	root := t.TempDir()
	p := declared(t, "a.flow.x", "b.flow.x", "c.flow.x", "sub/d.flow.x")
	command := serving(p.Tools[0], "")
	for i, tool := range p.Tools {
		if tool.Fingerprint() != p.Tools[0].Fingerprint() {
			t.Fatal(i)
		}
	}
	write(t, filepath.Join(root, "flow.toml"), table("a.flow", command)+table("b.flow", command+"  ")+table("c.flow", command+" -mode x"))
	write(t, filepath.Join(root, "sub", "flow.toml"), table("d.flow", command))
	b := host.Survey(t.Context(), p, host.BindOptions{Sources: host.Sources{Base: root}, Process: quick})
	t.Cleanup(b.Shutdown)
	of := func(i int) host.Implementation { return b.All()[i].Implementation }
	if of(0) != of(1) || of(0) == of(2) || of(0) == of(3) {
		t.Errorf("%v", b.All())
	}
}

// Survey shows what is bound and why the rest is not.
func TestSurvey(t *testing.T) {
	root := t.TempDir()
	p := declared(t, "a.flow.x", "b.flow.x", "c.flow.x")
	write(t, filepath.Join(root, "flow.toml"), table("a.flow", serving(p.Tools[0], ""))+table("b.flow", serving(p.Tools[1], "-fingerprint other")))
	b := host.Survey(t.Context(), p, host.BindOptions{Sources: host.Sources{Base: root}, Process: quick,
		Overrides: map[string]host.Implementation{"nothing.flow.x": host.NewFakes(nil)}})
	t.Cleanup(b.Shutdown)
	var refused *host.BindError
	if err := b.Err(); !errors.As(err, &refused) || len(refused.Refusals) != 3 || refused.Refusals[0].Tool != "" {
		t.Error(err)
	}
	all := b.All()
	if len(all) != 3 || all[0].Err != nil || all[0].Implementation == nil || all[1].Err == nil || all[1].Implementation == nil ||
		all[2].Err == nil || all[2].Implementation != nil {
		t.Errorf("%+v %+v %+v", all[0], all[1], all[2])
	}
	answers(t, b, "a.flow.x", "")
}

// A nested run uses the outer run's bindings unless they are overridden, and its own sources for the rest; it ends nothing
// of the outer run.
func TestNestedRun(t *testing.T) {
	root := t.TempDir()
	p := declared(t, "a.flow.x", "b.flow.x", "c.flow.x")
	write(t, filepath.Join(root, "flow.toml"), table("a.flow", serving(p.Tools[0], ""))+table("b.flow", serving(p.Tools[1], "")))
	write(t, filepath.Join(root, "inner", "flow.toml"), table("c.flow", serving(p.Tools[2], "")))
	outerProgram := declared(t, "a.flow.x", "b.flow.x")
	outer := bindWhole(t, outerProgram, host.BindOptions{Sources: host.Sources{Base: root}})
	fake := host.NewFakes(map[string]host.Fake{"b.flow.x": answering(p.Tools[1], one)})
	inner := bindWhole(t, p, host.BindOptions{Outer: outer, Sources: host.Sources{Base: filepath.Join(root, "inner")},
		Overrides: map[string]host.Implementation{"b.flow.x": fake}})
	var origins []string
	for _, bound := range inner.All() {
		origins = append(origins, bound.Origin)
	}
	if want := []string{"outer run", "override", filepath.Join(root, "inner", "flow.toml")}; strings.Join(origins, ",") != strings.Join(want, ",") {
		t.Error(origins)
	}
	if inner.Find("a.flow.x").Implementation != outer.Find("a.flow.x").Implementation {
		t.Error("the nested run has another process")
	}
	inner.Shutdown()
	answers(t, outer, "a.flow.x", "")
	if p, ok := outer.Find("a.flow.x").Implementation.(*host.Process); !ok || p.Stats().Starts != 1 {
		t.Error("the nested run's end ended the outer run's process")
	}
}

// Resuming or forking binds by the sources that were recorded with the run, wherever that is done from.
func TestRecordedSources(t *testing.T) {
	root := t.TempDir()
	p := declared(t, "a.flow.x", "r/b@v1/b.flow.x")
	write(t, filepath.Join(root, "flow.toml"), table("a.flow", serving(p.Tools[0], "")))
	write(t, filepath.Join(root, "b", "flow.toml"), table("b.flow", serving(p.Tools[1], "")))
	recorded, err := json.Marshal(host.Sources{Base: root, Repositories: map[string]string{"r/b@v1": filepath.Join(root, "b")}})
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	write(t, "flow.toml", table("a.flow", "not this one")+table("b.flow", "nor this"))
	var sources host.Sources
	if err := json.Unmarshal(recorded, &sources); err != nil {
		t.Fatal(err)
	}
	b := bindWhole(t, p, host.BindOptions{Sources: sources})
	answers(t, b, "a.flow.x", "(in "+root+")")
	answers(t, b, "r/b@v1/b.flow.x", "(in "+filepath.Join(root, "b")+")")
	// Another implementation may serve a resumed run, where it fits.
	fake := host.NewFakes(map[string]host.Fake{"a.flow.x": answering(p.Tools[0], one)})
	answers(t, bindWhole(t, p, host.BindOptions{Sources: sources, Overrides: map[string]host.Implementation{"a.flow.x": fake}}), "a.flow.x", "fakes")
}

// An MCP server's command and declarations go to the host's adapter.
func TestMCPEntries(t *testing.T) {
	root := t.TempDir()
	p := declared(t, "a.flow.x", "a.flow.y", "b.flow.z")
	write(t, filepath.Join(root, "flow.toml"), "[tools.\"a.flow\"]\nmcp = \"server 'an argument'\"\n"+table("b.flow", serving(p.Tools[2], "")))
	adapted := 0
	b := bindWhole(t, p, host.BindOptions{Sources: host.Sources{Base: root}, MCP: func(c host.Command, tools []*typespec.Tool, o host.ProcessOptions) host.Implementation {
		adapted++
		if strings.Join(c.Args, "|") != "server|an argument" || c.Dir != root || len(tools) != 2 || tools[1] != p.Tools[1] || o.GraceTime != quick.GraceTime {
			t.Errorf("%+v, %v, %+v", c, tools, o)
		}
		return host.NewFakes(map[string]host.Fake{"a.flow.x": answering(tools[0], one), "a.flow.y": answering(tools[1], one)})
	}})
	answers(t, b, "a.flow.y", "fakes")
	if adapted != 1 {
		t.Errorf("%d adapters", adapted)
	}
}
