package gen

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// FileSet is a set of files in memory, by their paths relative to the output folder, with "/" between segments.
type FileSet struct {
	files map[string][]byte
}

// NewFileSet makes an empty set.
func NewFileSet() *FileSet { return &FileSet{files: map[string][]byte{}} }

// Add puts a file in. A path that is there already is an error, and so is one that is absolute, that is not in its
// shortest form, or that leaves the output folder.
func (s *FileSet) Add(name string, content []byte) error {
	if problem := pathProblem(name); problem != "" {
		return fmt.Errorf("the generated file %q %s", name, problem)
	}
	if _, ok := s.files[name]; ok {
		return fmt.Errorf("the file %q is generated twice", name)
	}
	s.files[name] = content
	return nil
}

// Paths are the paths of all files, sorted.
func (s *FileSet) Paths() []string {
	paths := make([]string, 0, len(s.files))
	for name := range s.files {
		paths = append(paths, name)
	}
	slices.Sort(paths)
	return paths
}

// Content is what the file at a path holds; nil where there is none.
func (s *FileSet) Content(name string) []byte { return s.files[name] }

// pathProblem says why a path cannot stand in a file set or a manifest; "" where it can.
func pathProblem(name string) string {
	switch {
	case name == "" || name == ".":
		return "has no name"
	case strings.ContainsAny(name, "\\:\x00"):
		return "has a character that some file system reads otherwise"
	case path.IsAbs(name):
		return "is not relative"
	case name == ".." || strings.HasPrefix(name, "../"):
		return "leaves the output folder"
	case path.Clean(name) != name:
		return "is not in its shortest form"
	}
	return ""
}
