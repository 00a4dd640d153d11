package gen_test

import (
	"bytes"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/flow-toolkit/flowgen/typespec"
)

var writeObstacles = flag.Bool("obstacles", false, "write testdata/obstacles anew")

// obstacleFolder holds the courses as files, where the golden tests of every backend find them.
var obstacleFolder = filepath.Join("..", "testdata", "obstacles")

// courses are the obstacle courses by file name. Each is one kind of trap, so that a failure names it.
var courses = map[string]func() *course{
	"collisions":  collisions,
	"docs":        docs,
	"empty":       newCourse,
	"namesakes":   namesakes,
	"places":      places,
	"shapes":      shapes,
	"unicode":     unicodeNames,
	"wordmembers": wordMembers,
	"wordtools":   wordTools,
	"wordtypes":   wordTypes,
}

// The listings on disk are what the courses make, and all of them are listings that a compiler could print.
func TestObstacleListings(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(courses)) {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(obstacleFolder, name+".json")
			text := courses[name]().text()
			if _, err := typespec.Read(path, text); err != nil {
				t.Errorf("not a valid listing: %v", err)
			}
			if *writeObstacles {
				if err := os.MkdirAll(obstacleFolder, 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, text, 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			onDisk, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(onDisk, text) {
				t.Errorf("%s is not what its course makes; `make generate` writes it anew", path)
			}
		})
	}
}

// No file stands in the folder that no course makes, so that goldens never test a listing that nobody maintains.
func TestObstacleFolder(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(obstacleFolder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		name := filepath.Base(path)
		if _, ok := courses[name[:len(name)-len(filepath.Ext(name))]]; !ok {
			t.Errorf("no course makes %s", path)
		}
	}
}
