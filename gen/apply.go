package gen

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
)

// Apply makes the folder hold the set. Where anything is in the way, the error has a line for each and nothing is
// touched. New contents are all written beside their places first and then moved into them; then the files of an earlier
// run are removed; the manifest comes last, so that a run broken off can be repeated.
func (c *Changes) Apply() error {
	if err := joinSorted(c.obstacles); err != nil {
		return err
	}
	w := writer{changes: c}
	err := w.stage()
	if err == nil {
		err = w.commit()
	}
	if err != nil {
		return errors.Join(err, w.cleanUp())
	}
	return nil
}

// writer carries out changes.
type writer struct {
	changes *Changes
	// staged are the temporary files not yet moved, by the path that each is for.
	staged map[string]string
	// folders are those that it made, outer before inner.
	folders []string
}

// stage writes every new content to a temporary file beside its place.
func (w *writer) stage() error {
	w.staged = map[string]string{}
	for _, f := range w.changes.files {
		if f.remove {
			continue
		}
		target := w.changes.join(f.path)
		if err := w.makeFolder(filepath.Dir(target)); err != nil {
			return err
		}
		temporary, err := writeTemporary(target, f)
		if temporary != "" {
			w.staged[f.path] = temporary
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// makeFolder makes a folder with those above it, and remembers which were not there.
func (w *writer) makeFolder(folder string) error {
	var missing []string
	for at := folder; ; at = filepath.Dir(at) {
		if _, err := os.Stat(at); err == nil || !errors.Is(err, fs.ErrNotExist) {
			break
		}
		missing = append([]string{at}, missing...)
	}
	w.folders = append(w.folders, missing...)
	return os.MkdirAll(folder, 0o777)
}

// writeTemporary writes a file's new content to a new file beside its place; its name is "" where none was made.
func writeTemporary(target string, f change) (string, error) {
	name := filepath.Join(filepath.Dir(target), fmt.Sprintf(".%s.%016x.tmp", filepath.Base(target), rand.Uint64()))
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, f.mode)
	if err != nil {
		return "", err
	}
	_, err = file.Write(f.new)
	if !f.absent {
		err = errors.Join(err, file.Chmod(f.mode))
	}
	return name, errors.Join(err, file.Close())
}

// commit moves the staged files into their places and removes what is stale.
func (w *writer) commit() error {
	for _, f := range w.changes.files {
		if f.path != ManifestName && !f.remove {
			if err := w.move(f); err != nil {
				return err
			}
		}
	}
	for _, f := range w.changes.files {
		if f.remove {
			if err := w.remove(f.path); err != nil {
				return err
			}
		}
	}
	for _, f := range w.changes.files {
		if f.path == ManifestName {
			return w.move(f)
		}
	}
	return nil
}

func (w *writer) move(f change) error {
	if err := os.Rename(w.staged[f.path], w.changes.join(f.path)); err != nil {
		return err
	}
	delete(w.staged, f.path)
	return nil
}

// remove removes a file, and the folders below the output folder that are empty without it.
func (w *writer) remove(name string) error {
	if err := os.Remove(w.changes.join(name)); err != nil {
		return err
	}
	for folder := path.Dir(name); folder != "."; folder = path.Dir(folder) {
		entries, err := os.ReadDir(w.changes.join(folder))
		if err != nil || len(entries) > 0 {
			return err
		}
		if err := os.Remove(w.changes.join(folder)); err != nil {
			return err
		}
	}
	return nil
}

// cleanUp removes temporary files, and folders that were made for nothing.
func (w *writer) cleanUp() error {
	var faults []error
	for _, name := range w.staged {
		faults = append(faults, os.Remove(name))
	}
	for i := len(w.folders) - 1; i >= 0; i-- {
		entries, err := os.ReadDir(w.folders[i])
		if err == nil && len(entries) == 0 {
			faults = append(faults, os.Remove(w.folders[i]))
		}
	}
	return joinSorted(faults)
}
