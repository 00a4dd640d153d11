package host

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/flow-toolkit/flowgen/typespec"
)

// Sources says where the files stand that declare Tools. Its folders are absolute. A host records them with a run, as JSON
// say: resuming or forking it binds by the same ones, wherever that is done from.
type Sources struct {
	// Base is the folder that the paths of local files are relative to. Where it is empty, as for source that was
	// submitted and stands in no file, nothing is inferred for local declarations: they need overrides.
	Base string `json:"base,omitempty"`
	// Repositories has the folder of each repository's checkout, by repository and version as identities have them:
	// "github.com/acme/tools@v1.4.0".
	Repositories map[string]string `json:"repositories,omitempty"`
}

// manifests finds and reads flow.toml files, each once.
type manifests struct {
	sources Sources
	read    map[string]manifestResult
}

type manifestResult struct {
	manifest *Manifest
	err      error
}

// entry gives what the manifest for a declaration says of its file. The error says why nothing does.
func (m *manifests) entry(identity string) (*Manifest, Entry, error) {
	id := typespec.ParseIdentity(identity)
	manifest, key, err := m.locate(id)
	if err != nil {
		return nil, Entry{}, err
	}
	entry, ok := manifest.Tools[key]
	if !ok {
		return nil, Entry{}, fmt.Errorf("%s has no table [tools.%q]: add it, or bind the Tool by hand", manifest.Path, key)
	}
	return manifest, entry, nil
}

// locate gives the manifest for a declaration and the name of its file's table there.
func (m *manifests) locate(id typespec.Identity) (*Manifest, string, error) {
	if id.Repository != "" {
		repository := id.Repository + "@" + id.Version
		folder, known := m.sources.Repositories[repository]
		switch {
		case !known:
			return nil, "", fmt.Errorf("no folder of the repository %s is known: name it, or bind the Tool by hand", repository)
		case !filepath.IsAbs(folder):
			return nil, "", fmt.Errorf("the folder of the repository %s, %s, is not absolute", repository, folder)
		}
		manifest, err := m.at(filepath.Join(folder, ManifestName))
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("the repository %s has no %s at its root, %s: write one with a table [tools.%q] that names a command", repository, ManifestName, folder, id.File)
		}
		return manifest, id.File, err
	}
	switch {
	case m.sources.Base == "":
		return nil, "", errors.New("its source stands in no file, so nothing says how to run it: bind it by hand")
	case !filepath.IsAbs(m.sources.Base):
		return nil, "", fmt.Errorf("the base of the sources, %s, is not absolute", m.sources.Base)
	}
	file := filepath.FromSlash(id.File)
	if !filepath.IsAbs(file) {
		file = filepath.Join(m.sources.Base, file)
	}
	manifest, err := m.nearest(filepath.Dir(file))
	if err != nil {
		return nil, "", err
	}
	key, err := filepath.Rel(manifest.Dir, file)
	return manifest, filepath.ToSlash(key), err
}

// nearest reads the manifest of a folder, or of the nearest folder above that has one.
func (m *manifests) nearest(start string) (*Manifest, error) {
	for folder := start; ; folder = filepath.Dir(folder) {
		manifest, err := m.at(filepath.Join(folder, ManifestName))
		if !errors.Is(err, fs.ErrNotExist) {
			return manifest, err
		}
		if folder == filepath.Dir(folder) {
			return nil, fmt.Errorf("there is no %s in %s or above it: write one that names a command for each file", ManifestName, start)
		}
	}
}

// at reads the manifest of a path, once; the error is fs.ErrNotExist where there is none.
func (m *manifests) at(path string) (*Manifest, error) {
	if known, ok := m.read[path]; ok {
		return known.manifest, known.err
	}
	info, err := os.Stat(path)
	var manifest *Manifest
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
	case err != nil:
		err = fs.ErrNotExist
	case !info.Mode().IsRegular():
		err = fmt.Errorf("%s is no regular file", path)
	default:
		manifest, err = ReadManifest(path)
	}
	if m.read == nil {
		m.read = map[string]manifestResult{}
	}
	m.read[path] = manifestResult{manifest, err}
	return manifest, err
}
