package store

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/server/seal"
)

// keyName is the name of the file with the key that an embedded database has made. It is beside the
// database, so that who can write to that file only, or has a copy of it, can seal nothing.
const keyName = "seal.key"

// ownKeys returns the key that was made for the database, as keys; none if none was made.
func (t *tables) ownKeys(ctx context.Context) (own seal.Keys, found bool, err error) {
	var text string
	if t.keyFile == "" {
		found, err = one(ctx, t.read, selectKey, nil, &text)
	} else {
		var content []byte
		content, err = os.ReadFile(t.keyFile)
		text, found = strings.TrimSpace(string(content)), err == nil
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
	}
	if err == nil && found {
		own, err = seal.Parse(text)
	}
	return own, found, err
}

// warnOfReaders warns if others may read the file of the key.
func (t *tables) warnOfReaders(ctx context.Context) {
	info, err := os.Stat(t.keyFile)
	if err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		t.log.WarnContext(ctx, "other users may read the key of seals", "file", t.keyFile, "mode", info.Mode().Perm())
	}
}

// writeKey writes a key to a file that only its owner may read, unless the file is there.
func writeKey(path, text string) error {
	if _, err := os.Stat(path); err == nil {
		return nil
	}
	file, err := os.CreateTemp(filepath.Dir(path), keyName+".*") // for the owner only
	if err != nil {
		return err
	}
	_, err = file.WriteString(text + "\n")
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	return syncDir(filepath.Dir(path))
}

// syncDir has the names of files in a directory survive a power cut, where that can be asked for.
func syncDir(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
