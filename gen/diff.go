package gen

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strconv"
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

// Diff is what would change as a unified diff, from the folder's files (a/) to those of the set (b/), sorted by path, empty
// files last. The paths begin in the working folder, where "patch -p1" and "git apply" carry it out; those of a folder that
// is not below it begin with that folder's name.
func (c *Changes) Diff() string {
	var text, empty strings.Builder
	for _, f := range c.files {
		name := path.Join(c.prefix(), f.path)
		if len(f.old)+len(f.new) == 0 {
			empty.WriteString(diffOfEmpty(f, name))
			continue
		}
		from, to := diffName("a/"+name), diffName("b/"+name)
		if f.absent {
			from = "/dev/null"
		}
		if f.remove {
			to = "/dev/null"
		}
		text.WriteString(udiff.Unified(from, to, string(f.old), string(f.new)))
		if strings.ReplaceAll(string(f.old), "\r\n", "\n") == string(f.new) && !f.absent && !f.remove {
			text.WriteString("# " + name + " differs in its line ends alone: keep git from changing them (-text in .gitattributes)\n")
		}
	}
	return text.String() + empty.String()
}

// prefix is the output folder in paths of a diff.
func (c *Changes) prefix() string {
	folder, err := filepath.Abs(c.dir)
	if err != nil {
		return filepath.ToSlash(filepath.Base(c.dir))
	}
	if working, err := os.Getwd(); err == nil {
		if below, err := filepath.Rel(working, folder); err == nil && filepath.IsLocal(below) {
			return filepath.ToSlash(below)
		}
	}
	return strings.Trim(filepath.ToSlash(filepath.Base(folder)), "/")
}

// diffOfEmpty tells of a file without content that comes or goes, which only git's form of a diff can. What stands behind
// it must have git's form too.
func diffOfEmpty(f change, name string) string {
	from, to := "a/"+name, "b/"+name
	if strings.Contains(name, " ") || quotedName(name) != name {
		from, to = strconv.Quote(from), strconv.Quote(to)
	}
	head := fmt.Sprintf("diff --git %s %s\n", from, to)
	if f.remove {
		return head + "deleted file mode 100644\nindex e69de29..0000000\n"
	}
	return head + "new file mode 100644\nindex 0000000..e69de29\n"
}

// diffName is a path as a diff's header has it; the tab says that a blank belongs to it.
func diffName(name string) string {
	if quoted := quotedName(name); quoted != name || !strings.Contains(name, " ") {
		return quoted
	}
	return name + "\t"
}

// quotedName quotes a path that a header cannot have as it is.
func quotedName(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || r == '"' || r == '\\' }) {
		return strconv.Quote(name)
	}
	return name
}
