package store

import (
	"context"
	"errors"
	"fmt"
	"slices"

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

// Seals returns the keys of seals.
func (t *tables) Seals() *seal.Keys { return &t.seals }

// useKeys sets the keys of seals: those that are configured, or if there are none the one that the
// database has made. PostgreSQL keeps that itself, for all processes: who may write to the database
// may also read it, so the configured one is what protects from them, and the key in the database
// protects what is cached elsewhere. SQLite's is in a file beside the database.
//
// What was sealed under a key that is missing would be found damaged, and deleted, so that is an
// error that wraps ErrKey. So that neither a way back to an older configuration nor a resealing
// that was killed loses anything, the keys are noted before they seal.
func (t *tables) useKeys(ctx context.Context, c *Config) (err error) {
	defer t.explain(&err, "reading the key of seals")
	own, made, err := t.ownKeys(ctx)
	if err != nil {
		return err
	}
	t.seals, t.ownKey = own, c.SealKey == ""
	if !t.ownKey {
		if t.seals, err = seal.Parse(c.SealKey); err != nil {
			return err
		}
	}
	noted, err := t.checkKeys(ctx, &own, c)
	if err != nil {
		return err
	}
	if t.ownKey && !made {
		if err := t.makeKey(ctx); err != nil {
			return err
		}
	}
	t.warnOfReaders(ctx)
	return t.noteKeys(ctx, noted)
}

// makeKey makes the key of the database.
func (t *tables) makeKey(ctx context.Context) error {
	var err error
	if t.keyFile != "" {
		err = writeKey(t.keyFile, seal.NewKey())
	} else {
		_, err = t.write.change(ctx, insertKey, seal.NewKey())
	}
	if err == nil { // another process may have made one first
		t.seals, _, err = t.ownKeys(ctx)
	}
	return err
}

// ErrKey means that a database is sealed with another key.
var ErrKey = errors.New("the database is sealed with another key")

// checkKeys returns an error that wraps ErrKey if a key is missing under which something may have
// been sealed; else the fingerprints of all such keys.
func (t *tables) checkKeys(ctx context.Context, own *seal.Keys, c *Config) (noted []string, err error) {
	var any int
	used, err := one(ctx, t.read, selectAny, nil, &any)
	if err != nil {
		return nil, err
	}
	if noted, err = column[string](ctx, t.read, selectNoted); err != nil {
		return nil, err
	}
	switch {
	case !used: // its own key has sealed nothing
		noted = slices.DeleteFunc(noted, own.Has)
	case len(noted) == 0 && !c.LostKey:
		return nil, fmt.Errorf("%w, or with none: a version before 2026-11-23 wrote it, which noted no keys. thoughtful migrate --reseal --lost-key discards what it sealed", ErrKey)
	}
	for _, key := range noted {
		itsOwn := own.Has(key)
		switch {
		case t.seals.Has(key), t.ownKey && itsOwn, c.Adopt && itsOwn, c.LostKey:
		case t.ownKey:
			if t.keyFile != "" {
				return nil, fmt.Errorf("%w: SEAL_KEY is missing, or the file %s", ErrKey, keyName)
			}
			return nil, fmt.Errorf("%w: SEAL_KEY is missing", ErrKey)
		case itsOwn:
			return nil, fmt.Errorf("%w, which it made itself. If it never had a SEAL_KEY, run thoughtful migrate --reseal --adopt: that trusts all that is stored, and seals it with SEAL_KEY", ErrKey)
		default:
			return nil, fmt.Errorf("%w: SEAL_KEY must name that one too, as NEW,OLD", ErrKey)
		}
	}
	return noted, nil
}

// noteKeys notes keys and the newest one, and no others.
func (t *tables) noteKeys(ctx context.Context, keys []string) error {
	keys = append(keys, t.seals.Fingerprints()[0])
	noted, err := column[string](ctx, t.read, selectNoted)
	if err != nil {
		return err
	}
	var changes []statement
	for _, key := range keys {
		if !slices.Contains(noted, key) {
			changes = append(changes, statement{noteKey, []any{"fingerprint " + key, key}})
		}
	}
	for _, key := range noted {
		if !slices.Contains(keys, key) {
			changes = append(changes, statement{forgetKey, []any{key}})
		}
	}
	if len(changes) == 0 {
		return nil
	}
	return t.together(ctx, changes)
}

// Reseal seals everything with the newest key, a page or a campaign at a time, so that the service
// goes on meanwhile. No other key is needed then.
func (t *tables) Reseal(ctx context.Context, adopt bool) (sealed, left int64, err error) {
	defer t.explain(&err, "sealing anew")
	r, err := t.newResealing(ctx, adopt)
	for _, kind := range []func(context.Context) error{r.verdicts, r.answers, r.campaigns} {
		if err == nil {
			err = kind(ctx)
		}
	}
	if err == nil {
		err = t.noteKeys(ctx, nil)
	}
	return r.sealed, r.left, err
}
