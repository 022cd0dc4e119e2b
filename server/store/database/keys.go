package database

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/server/seal"
)

const (
	insertKey = `INSERT INTO secrets (name, value) VALUES ('seal key', $1) ON CONFLICT (name) DO NOTHING`
	selectKey = `SELECT value FROM secrets WHERE name = 'seal key'`

	// The fingerprints of the keys that may have sealed something here, each in a row of its own, so
	// that processes that note theirs at a time don't undo each other's.
	selectNoted = `SELECT value FROM secrets WHERE name LIKE 'fingerprint %'`
	noteKey     = `INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`
	forgetKey   = `DELETE FROM secrets WHERE name LIKE 'fingerprint %' AND value = $1`
	selectAny   = `
SELECT 1 FROM verdicts UNION ALL SELECT 1 FROM campaigns UNION ALL SELECT 1 FROM jobs WHERE answer IS NOT NULL LIMIT 1`
)

// Seals returns the keys that seal rows.
func (db *DB) Seals() *seal.Keys { return &db.seals }

// useKeys sets the keys of seals: those that are configured, or if there are none the one that the
// database has made. PostgreSQL keeps that itself, for all processes: who may write to the database
// may also read it, so the configured one is what protects from them, and the key in the database
// protects what is cached elsewhere. SQLite's is in a file beside the database.
//
// What was sealed under a key that is missing would be found damaged, and deleted, so that is an
// error that wraps ErrKey. So that neither a way back to an older configuration nor a resealing
// that was killed loses anything, the keys are noted before they seal.
func (db *DB) useKeys(ctx context.Context, c *Config) (err error) {
	defer db.Explain(&err, "checking the seal keys")
	own, made, err := db.ownKeys(ctx)
	if err != nil {
		return err
	}
	db.seals, db.ownKey = own, c.SealKey == ""
	if !db.ownKey {
		if db.seals, err = seal.Parse(c.SealKey); err != nil {
			return err
		}
	}
	noted, err := db.checkKeys(ctx, &own, c)
	if err != nil {
		return err
	}
	if db.ownKey && !made {
		if err := db.makeKey(ctx); err != nil {
			return err
		}
	}
	db.warnOfReaders(ctx)
	return db.noteKeys(ctx, noted)
}

// makeKey makes the key of the database.
func (db *DB) makeKey(ctx context.Context) error {
	var err error
	if db.keyFile != "" {
		err = writeKey(db.keyFile, seal.NewKey())
	} else {
		_, err = db.Write.Change(ctx, insertKey, seal.NewKey())
	}
	if err == nil { // another process may have made one first
		db.seals, _, err = db.ownKeys(ctx)
	}
	return err
}

// ErrKey is the error of opening a database with rows that are sealed with a key that is not configured.
var ErrKey = errors.New("the database is sealed with another key")

// checkKeys returns an error that wraps ErrKey if a key that may have sealed something is
// missing. Otherwise it returns the fingerprints of all keys that may have.
func (db *DB) checkKeys(ctx context.Context, own *seal.Keys, c *Config) (noted []string, err error) {
	var any int
	used, err := One(ctx, db.Read, selectAny, nil, &any)
	if err != nil {
		return nil, err
	}
	if noted, err = Column[string](ctx, db.Read, selectNoted); err != nil {
		return nil, err
	}
	switch {
	case !used: // its own key has sealed nothing
		noted = slices.DeleteFunc(noted, own.Has)
	case len(noted) == 0 && !c.LostKey:
		return nil, fmt.Errorf("%w, or with none: it was written by a version before 2026-11-23, which did not record keys. To discard what that version sealed, run thoughtful migrate --reseal --lost-key", ErrKey)
	}
	for _, key := range noted {
		itsOwn := own.Has(key)
		switch {
		case db.seals.Has(key), db.ownKey && itsOwn, c.Adopt && itsOwn, c.LostKey:
		case db.ownKey:
			if db.keyFile != "" {
				return nil, fmt.Errorf("%w: SEAL_KEY or the file %s is missing", ErrKey, keyName)
			}
			return nil, fmt.Errorf("%w: SEAL_KEY is missing", ErrKey)
		case itsOwn:
			return nil, fmt.Errorf("%w, which was made for this database. If it never had a SEAL_KEY, run thoughtful migrate --reseal --adopt, which trusts all stored rows and seals them with SEAL_KEY", ErrKey)
		default:
			return nil, fmt.Errorf("%w: SEAL_KEY must have that key too. To replace OLD, give OLD,NEW to all processes, then NEW,OLD, and run thoughtful migrate --reseal before OLD goes", ErrKey)
		}
	}
	return noted, nil
}

// NoteNewestKey records that all rows are sealed with the newest key.
func (db *DB) NoteNewestKey(ctx context.Context) error { return db.noteKeys(ctx, nil) }

// noteKeys notes keys and the newest one, and no others.
func (db *DB) noteKeys(ctx context.Context, keys []string) error {
	keys = append(keys, db.seals.Fingerprints()[0])
	noted, err := Column[string](ctx, db.Read, selectNoted)
	if err != nil {
		return err
	}
	var changes []Statement
	for _, key := range keys {
		if !slices.Contains(noted, key) {
			changes = append(changes, Statement{noteKey, []any{"fingerprint " + key, key}})
		}
	}
	for _, key := range noted {
		if !slices.Contains(keys, key) {
			changes = append(changes, Statement{forgetKey, []any{key}})
		}
	}
	if len(changes) == 0 {
		return nil
	}
	return db.Together(ctx, changes)
}

// Trust reports whether a seal is valid.
type Trust func(mark []byte, purpose string, parts ...[]byte) bool

// Trusted returns a function that reports whether a seal is trusted. It trusts seals of configured
// keys. If adopt is true, it also trusts seals of the key that was made for the database. In
// PostgreSQL everybody who can write to the database can make such seals.
func (db *DB) Trusted(ctx context.Context, adopt bool) (Trust, error) {
	if !adopt {
		return db.seals.Valid, nil
	}
	own, _, err := db.ownKeys(ctx) // none are valid if there are none
	return func(mark []byte, purpose string, parts ...[]byte) bool {
		return db.seals.Valid(mark, purpose, parts...) || own.Valid(mark, purpose, parts...)
	}, err
}

// keyName is the name of the file with the key that an embedded database has made. It is beside the
// database, so that who can write to that file only, or has a copy of it, can seal nothing.
const keyName = "seal.key"

// ownKeys returns the key that was made for the database, as keys; none if none was made.
func (db *DB) ownKeys(ctx context.Context) (own seal.Keys, found bool, err error) {
	var text string
	if db.keyFile == "" {
		found, err = One(ctx, db.Read, selectKey, nil, &text)
	} else {
		var content []byte
		content, err = os.ReadFile(db.keyFile)
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
func (db *DB) warnOfReaders(ctx context.Context) {
	info, err := os.Stat(db.keyFile)
	if err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		db.Log.WarnContext(ctx, "other users of this machine may read the file with the seal key", "file", db.keyFile, "mode", info.Mode().Perm())
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
