package store

import (
	"context"
	"errors"
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/server/seal"
)

const (
	insertKey = `INSERT INTO secrets (name, value) VALUES ('seal key', $1) ON CONFLICT (name) DO NOTHING`
	selectKey = `SELECT value FROM secrets WHERE name = 'seal key'`

	selectUnsealed = `SELECT number FROM campaigns WHERE seal IS NULL LIMIT 1`

	selectNoted = `SELECT value FROM secrets WHERE name = 'fingerprint of the seal key'`
	noteKey     = `INSERT INTO secrets (name, value) VALUES ('fingerprint of the seal key', $1)
ON CONFLICT (name) DO UPDATE SET value = excluded.value`
	forgetKey = `DELETE FROM secrets WHERE name = 'fingerprint of the seal key'`
	selectAny = `SELECT 1 FROM verdicts LIMIT 1`
)

// Seals returns the keys of seals.
func (t *tables) Seals() *seal.Keys { return &t.seals }

// useKeys sets the keys of seals: those of a text, or if that is empty the one that the database
// keeps. Who may write to the database may also read that key, so the text is what protects from
// them; the key in the database protects what is cached elsewhere.
//
// When the database makes its key, what it has was sealed without one, and is sealed anew in the
// same transaction: other processes wait for it.
//
// Under another key than the last time everything would be found damaged, and deleted, so that is
// an error that wraps ErrKey, unless rekeyed is true.
func (t *tables) useKeys(ctx context.Context, text string, rekeyed bool) (err error) {
	defer t.explain(&err, "reading the key of seals")
	if !rekeyed {
		if err := t.checkKeys(ctx, text); err != nil {
			return err
		}
	}
	if text != "" {
		t.seals, err = seal.Parse(text)
		return err
	}
	t.ownKey = true
	if found, err := one(ctx, t.read, selectKey, nil, &text); err != nil || found {
		if err == nil {
			t.seals, err = seal.Parse(text)
		}
		if err != nil {
			return err
		}
		return t.adoptCampaigns(ctx)
	}
	return t.atomically(ctx, func(tx transaction) error {
		made, err := tx.change(ctx, insertKey, seal.NewKey())
		if err != nil {
			return err
		}
		if _, err := one(ctx, tx, selectKey, nil, &text); err != nil {
			return err
		}
		if t.seals, err = seal.Parse(text); err != nil || made == 0 {
			return err
		}
		r, err := t.newResealing(ctx, tx, true)
		if err != nil {
			return err
		}
		err = r.all(ctx, func(_ context.Context, page func(transaction) error) error { return page(tx) })
		if err != nil {
			return err
		}
		sealed, left, err := t.resealCampaigns(ctx, tx, r.trusted, true, true)
		if sealed, left := sealed+r.sealed, left+r.left; sealed+left > 0 {
			t.log.InfoContext(ctx, "everything is sealed with a new key", "sealed", sealed, "damaged", left)
		}
		return err
	})
}

// ErrKey means that a database is sealed with another key.
var ErrKey = errors.New("the database is sealed with another key")

// checkKeys returns an error that wraps ErrKey if the keys of a text are not those under which the
// database was sealed the last time. It notes the newest configured one in a database that has no
// verdicts yet.
func (t *tables) checkKeys(ctx context.Context, text string) error {
	var noted string
	found, err := one(ctx, t.read, selectNoted, nil, &noted)
	if err != nil {
		return err
	}
	if text == "" {
		if found {
			return fmt.Errorf("%w: SEAL_KEY is missing", ErrKey)
		}
		return nil
	}
	keys, err := seal.Parse(text)
	if err != nil {
		return err
	}
	if found {
		if !keys.Has(noted) {
			return fmt.Errorf("%w: SEAL_KEY has to have the key before it too, as NEW,OLD", ErrKey)
		}
		return nil
	}
	var any int
	used, err := one(ctx, t.read, selectAny, nil, &any)
	if err != nil {
		return err
	}
	if used {
		return fmt.Errorf("%w: its own; thoughtful migrate --reseal --adopt replaces it by SEAL_KEY", ErrKey)
	}
	_, err = t.write.change(ctx, noteKey, keys.Fingerprint())
	return err
}

// adoptCampaigns seals campaigns from before they had seals, with the key that the database keeps.
// Nothing is lost by it: who can write such rows can read that key too.
func (t *tables) adoptCampaigns(ctx context.Context) error {
	var number int64
	if old, err := one(ctx, t.read, selectUnsealed, nil, &number); err != nil || !old {
		return err
	}
	return t.atomically(ctx, func(tx transaction) error {
		sealed, _, err := t.resealCampaigns(ctx, tx, t.seals.Valid, true, false)
		t.log.InfoContext(ctx, "campaigns sealed", "sealed", sealed)
		return err
	})
}

// Reseal seals everything with the newest key, and notes that key.
func (t *tables) Reseal(ctx context.Context, adopt bool) (sealed, left int64, err error) {
	defer t.explain(&err, "sealing anew")
	r, err := t.newResealing(ctx, t.read, adopt)
	if err != nil {
		return 0, 0, err
	}
	if err := r.all(ctx, t.atomically); err != nil {
		return r.sealed, r.left, err
	}
	err = t.atomically(ctx, func(tx transaction) error {
		sealed, left, err = t.resealCampaigns(ctx, tx, r.trusted, adopt, true)
		if err != nil {
			return err
		}
		if t.ownKey {
			_, err = tx.change(ctx, forgetKey)
		} else {
			_, err = tx.change(ctx, noteKey, t.seals.Fingerprint())
		}
		return err
	})
	return r.sealed + sealed, r.left + left, err
}
