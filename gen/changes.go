package gen

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Changes are what would make an output folder hold a file set: files to write and files of an earlier run to remove.
type Changes struct {
	dir   string
	files []change
	// obstacles are what forbids to write anything; a comparison takes no notice of them.
	obstacles []error
}

// change is one file that differs.
type change struct {
	path string
	// old and new are the contents before and after; absent says that there was none, remove that there shall be none.
	old, new       []byte
	absent, remove bool
	mode           fs.FileMode
}

// Compare finds out what differs between a folder and what a set holds. It reads and changes nothing else. The error is
// about a folder that cannot be read; what stands in the way of writing is reported by Apply.
func Compare(dir string, set *FileSet) (*Changes, error) {
	c := &Changes{dir: dir}
	if err := danglingLink(dir); err != nil {
		return nil, err
	}
	info, err := os.Stat(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, cannot("read", dir, err)
	}
	if err == nil && !info.IsDir() {
		return nil, fmt.Errorf("%s is a file, not a folder: give another one with -o", dir)
	}
	earlier, err := c.earlier(set)
	if err != nil {
		return nil, err
	}
	for _, name := range set.Paths() {
		if err := c.compareFile(name, set.Content(name), earlier); err != nil {
			return nil, err
		}
	}
	for name := range earlier.Files {
		if !set.Has(name) {
			if err := c.compareStale(name, earlier); err != nil {
				return nil, err
			}
		}
	}
	slices.SortFunc(c.files, func(a, b change) int { return cmp.Compare(a.path, b.path) })
	return c, nil
}

// danglingLink is an error about a symbolic link on the way to the folder that leads to nothing.
func danglingLink(dir string) error {
	for at := filepath.Clean(dir); ; at = filepath.Dir(at) {
		if _, err := os.Stat(at); err == nil || !errors.Is(err, fs.ErrNotExist) || at == filepath.Dir(at) {
			return nil // whatever else is wrong shows when it is used
		}
		if target, err := os.Readlink(at); err == nil {
			return fmt.Errorf("%s is a symbolic link to %s, which is not there: make that folder, or remove the link", at, target)
		}
	}
}

// earlier reads the manifest of the earlier run; an empty one where there is none.
func (c *Changes) earlier(set *FileSet) (*manifest, error) {
	none := &manifest{}
	old, err := c.read(ManifestName)
	if err != nil || old.state != regular {
		return none, err // compareFile tells of what is no regular file
	}
	m, err := parseManifest(old.content)
	if err != nil {
		c.block("%s: %w: remove it if this folder is flowgen's to write", c.join(ManifestName), err)
		return none, nil
	}
	next, err := parseManifest(set.Content(ManifestName))
	if err != nil {
		return nil, err
	}
	if m.Lang != next.Lang {
		c.block("%s holds what flowgen made for %q: give another folder with -o, or remove this one", c.dir, m.Lang)
		return none, nil
	}
	return m, nil
}

// compareFile enters a file of the set if the folder holds another, or none.
func (c *Changes) compareFile(name string, content []byte, earlier *manifest) error {
	old, err := c.read(name)
	if err != nil {
		return err
	}
	switch {
	case old.state == odd:
		c.block("%s is in the way: it is %s: move it away", c.join(name), old.what)
	case old.state == absent:
		c.files = append(c.files, change{path: name, new: content, absent: true, mode: 0o666})
		return nil
	case string(old.content) == string(content):
		return nil
	case name != ManifestName && len(old.content) > 0 && !bearsHeader(old.content) && !earlier.made(name, old.content):
		c.block("%s was not made by flowgen: move it away, or give another folder with -o", c.join(name))
	}
	c.files = append(c.files, change{path: name, old: old.content, new: content, mode: old.mode})
	return nil
}

// compareStale enters a file of the earlier run that is not made any more.
func (c *Changes) compareStale(name string, earlier *manifest) error {
	old, err := c.read(name)
	if err != nil {
		return err
	}
	switch {
	case old.state == absent:
		return nil
	case old.state == odd:
		c.block("%s is no longer generated, but it is %s now: remove it yourself", c.join(name), old.what)
		return nil
	case !earlier.made(name, old.content):
		c.block("%s is no longer generated, but it was changed since flowgen wrote it: move it away", c.join(name))
	}
	c.files = append(c.files, change{path: name, old: old.content, remove: true})
	return nil
}

func (c *Changes) block(format string, args ...any) {
	c.obstacles = append(c.obstacles, fmt.Errorf(format, args...))
}

func (c *Changes) join(name string) string { return filepath.Join(c.dir, filepath.FromSlash(name)) }

// state says what stands at a path.
type state uint8

const (
	absent state = iota
	regular
	odd // a folder, a symbolic link or the like, or something below one
)

// standing is what stands at a path of the folder.
type standing struct {
	state   state
	what    string
	content []byte
	mode    fs.FileMode
}

// read looks at a path without following any symbolic link below the folder.
func (c *Changes) read(name string) (standing, error) {
	segments := strings.Split(name, "/")
	for i := range segments {
		at := c.join(path.Join(segments[:i+1]...))
		info, err := os.Lstat(at)
		last := i == len(segments)-1
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return standing{}, nil
		case err != nil:
			return standing{}, cannot("read", at, err)
		case info.Mode()&fs.ModeSymlink != 0:
			return standing{state: odd, what: "a symbolic link"}, nil
		case last && info.IsDir():
			return standing{state: odd, what: "a folder"}, nil
		case last && !info.Mode().IsRegular():
			return standing{state: odd, what: "no regular file"}, nil
		case !last && !info.IsDir():
			return standing{state: odd, what: "below a file"}, nil
		case last:
			content, err := os.ReadFile(at)
			return standing{state: regular, content: content, mode: info.Mode().Perm()}, cannot("read", at, err)
		}
	}
	return standing{}, nil
}
