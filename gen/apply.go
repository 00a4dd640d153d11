package gen

import (
	"context"
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
// run are removed; the manifest comes last, so that a run broken off can be repeated. Where ctx ends before the first
// file is moved, nothing is changed; after that it is not asked any more.
func (c *Changes) Apply(ctx context.Context) error {
	if err := joinSorted(c.obstacles); err != nil {
		return err
	}
	w := writer{changes: c}
	err := w.stage(ctx)
	if err == nil {
		err = w.commit()
	}
	if err != nil {
		return joinSorted([]error{err, w.cleanUp()})
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
func (w *writer) stage(ctx context.Context) error {
	w.staged = map[string]string{}
	for _, f := range w.changes.files {
		if f.remove {
			continue
		}
		if err := interrupted(ctx); err != nil {
			return err
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
	return interrupted(ctx)
}

// interrupted says that the work was broken off before anything was changed; nil where it was not.
func interrupted(ctx context.Context) error {
	if ctx.Err() == nil {
		return nil
	}
	return errors.New("interrupted before anything was changed: run the same command again")
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
	return cannot("make", folder, os.MkdirAll(folder, 0o777))
}

// writeTemporary writes a file's new content to a new file beside its place; its name is "" where none was made.
func writeTemporary(target string, f change) (string, error) {
	name := filepath.Join(filepath.Dir(target), fmt.Sprintf(".%s.%016x.tmp", filepath.Base(target), rand.Uint64()))
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, f.mode)
	if err != nil {
		return "", cannot("write", target, err)
	}
	_, err = file.Write(f.new)
	if err == nil && !f.absent {
		err = file.Chmod(f.mode)
	}
	if closing := file.Close(); err == nil {
		err = closing
	}
	return name, cannot("write", target, err)
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
	target := w.changes.join(f.path)
	if err := os.Rename(w.staged[f.path], target); err != nil {
		return cannot("write", target, err)
	}
	delete(w.staged, f.path)
	return nil
}

// remove removes a file, and the folders below the output folder that are empty without it. What another run of flowgen
// has removed in the meantime is as it should be.
func (w *writer) remove(name string) error {
	target := w.changes.join(name)
	if err := os.Remove(target); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return cannot("remove", target, err)
	}
	for at := path.Dir(name); at != "."; at = path.Dir(at) {
		folder := w.changes.join(at)
		entries, err := os.ReadDir(folder)
		if err == nil && len(entries) > 0 {
			return nil
		}
		if err == nil {
			err = os.Remove(folder)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return cannot("remove", folder, err)
		}
	}
	return nil
}

// cleanUp removes temporary files, and folders that were made for nothing.
func (w *writer) cleanUp() error {
	var faults []error
	for _, name := range w.staged {
		faults = append(faults, cannot("remove", name, os.Remove(name)))
	}
	for i := len(w.folders) - 1; i >= 0; i-- {
		entries, err := os.ReadDir(w.folders[i])
		if err == nil && len(entries) == 0 {
			faults = append(faults, cannot("remove", w.folders[i], os.Remove(w.folders[i])))
		}
	}
	return joinSorted(faults)
}

// cannot says what could not be done with which path, in place of the system call that failed; nil where nothing did.
func cannot(do, path string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("cannot %s %s: %w", do, path, Reason(err))
}

// Reason is why a system call on a file failed, without the call and the paths.
func Reason(err error) error {
	var onPath *fs.PathError
	var onLink *os.LinkError
	switch {
	case errors.As(err, &onPath):
		return onPath.Err
	case errors.As(err, &onLink):
		return onLink.Err
	}
	return err
}
