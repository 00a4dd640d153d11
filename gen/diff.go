package gen

import (
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// Same reports whether the folder holds exactly the set already.
func (c *Changes) Same() bool { return len(c.files) == 0 && len(c.obstacles) == 0 }

// Obstacles is an error with a line for each thing that forbids to write; nil where nothing does.
func (c *Changes) Obstacles() error { return joinSorted(c.obstacles) }

// Summary has a line for each file that would be written or removed, sorted by path: "create", "update" or "remove",
// then the path below the output folder.
func (c *Changes) Summary() string {
	var b strings.Builder
	for _, f := range c.files {
		switch {
		case f.remove:
			b.WriteString("remove ")
		case f.absent:
			b.WriteString("create ")
		default:
			b.WriteString("update ")
		}
		b.WriteString(f.path + "\n")
	}
	return b.String()
}

// Diff is what would change as a unified diff, from the folder's files (a/) to those of the set (b/), sorted by path.
func (c *Changes) Diff() string {
	var b strings.Builder
	for _, f := range c.files {
		from, to := "a/"+f.path, "b/"+f.path
		if f.absent {
			from = "/dev/null"
		}
		if f.remove {
			to = "/dev/null"
		}
		hunks := udiff.Unified(from, to, string(f.old), string(f.new))
		if hunks == "" { // an empty file comes or goes
			hunks = "--- " + from + "\n+++ " + to + "\n"
		}
		b.WriteString(hunks)
		if strings.ReplaceAll(string(f.old), "\r\n", "\n") == string(f.new) && !f.absent && !f.remove {
			b.WriteString("# " + f.path + " differs in its line ends alone: keep git from changing them (-text in .gitattributes)\n")
		}
	}
	return b.String()
}
