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

const dropKey = `DELETE FROM secrets WHERE name = 'seal key'`

// keptKey returns the text of the key that was made for the database; false if none was.
func (t *tables) keptKey(ctx context.Context, from querier) (text string, found bool, err error) {
	if t.keyFile != "" {
		text, err := os.ReadFile(t.keyFile)
		if err == nil {
			return strings.TrimSpace(string(text)), true, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", false, err
		}
	}
	found, err = one(ctx, from, selectKey, nil, &text)
	return text, found, err
}

// ownKeys returns the key that was made for the database, as keys; none if none was made.
func (t *tables) ownKeys(ctx context.Context, from querier) (own seal.Keys, found bool, err error) {
	text, found, err := t.keptKey(ctx, from)
	if err == nil && found {
		own, err = seal.Parse(text)
	}
	return own, found, err
}

// moveKey moves the key from the database to its file, if it has one. A key is made in the database,
// in the transaction that seals with it: a kill at any time leaves it in one place or in both.
func (t *tables) moveKey(ctx context.Context) error {
	if t.keyFile == "" {
		return nil
	}
	var text string
	there, err := one(ctx, t.read, selectKey, nil, &text)
	if err != nil {
		return err
	}
	if there {
		if err := writeKey(t.keyFile, text); err != nil {
			return err
		}
		kept, _, err := t.keptKey(ctx, t.read)
		if err == nil && kept == text { // else the file has another one, which counts
			_, err = t.write.change(ctx, dropKey)
		}
		if err != nil {
			return err
		}
	}
	info, err := os.Stat(t.keyFile)
	if err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		t.log.WarnContext(ctx, "other users may read the key of seals", "file", t.keyFile, "mode", info.Mode().Perm())
	}
	if errors.Is(err, fs.ErrNotExist) { // SEAL_KEY is configured
		return nil
	}
	return err
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
