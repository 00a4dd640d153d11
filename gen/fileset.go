package gen

import (
	"fmt"
	"path"
	"slices"
	"strings"
)

// FileSet is a set of files in memory, by their paths relative to the output folder, with "/" between segments.
type FileSet struct {
	// Notes are what the user should know of the files although nothing is wrong with them, each with the next step.
	Notes []string

	files map[string][]byte
	// spellings are the paths of files and of their folders, by their lower-case form.
	spellings map[string]string
}

// NewFileSet makes an empty set.
func NewFileSet() *FileSet {
	return &FileSet{files: map[string][]byte{}, spellings: map[string]string{}}
}

// Add puts a file in. A path that is there already is an error; so are two that a file system could not keep apart, and
// one that is absolute, that leaves the output folder, or that is not in its shortest form.
func (s *FileSet) Add(name string, content []byte) error {
	if problem := pathProblem(name); problem != "" {
		return fmt.Errorf("the generated file %q %s", name, problem)
	}
	if other, ok := s.spellings[strings.ToLower(name)]; ok {
		return fmt.Errorf("the generated files %q and %q cannot both be written", other, name)
	}
	for folder := path.Dir(name); folder != "."; folder = path.Dir(folder) {
		if _, ok := s.files[folder]; ok {
			return fmt.Errorf("the generated file %q is the folder of %q", folder, name)
		}
		if other, ok := s.spellings[strings.ToLower(folder)]; ok && other != folder {
			return fmt.Errorf("the generated folders %q and %q cannot both be written", other, folder)
		}
		s.spellings[strings.ToLower(folder)] = folder
	}
	s.files[name] = content
	s.spellings[strings.ToLower(name)] = name
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

// Has reports whether there is a file at a path.
func (s *FileSet) Has(name string) bool {
	_, ok := s.files[name]
	return ok
}

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
