package store

import (
	"bytes"
	"context"

	"github.com/thoughtful-solitaire/thoughtful/server/seal"
)

const (
	insertKey = `INSERT INTO secrets (name, value) VALUES ('seal key', $1) ON CONFLICT (name) DO NOTHING`
	selectKey = `SELECT value FROM secrets WHERE name = 'seal key'`

	// In pages by id, so that a database of any size is read in bounded memory.
	selectSeals = `
SELECT id, epoch, verdict, because, engine, states, elapsed_ns, bound, sought, seal, solution, passes
FROM verdicts WHERE id > $1 ORDER BY id LIMIT 1000`
	selectUnsealed = `SELECT number FROM campaigns WHERE seal IS NULL LIMIT 1`
	updateSeal     = `UPDATE verdicts SET seal = $3 WHERE id = $1 AND seal = $2`
)

// Seals returns the keys of seals.
func (t *tables) Seals() *seal.Keys { return &t.seals }

// useKeys sets the keys of seals: those of a text, or if that is empty the one that the database
// keeps. Who may write to the database may also read that key, so the text is what protects from
// them; the key in the database protects what is cached elsewhere.
//
// When the database makes its key, what it has was sealed without one, and is sealed anew in the
// same transaction: other processes wait for it.
func (t *tables) useKeys(ctx context.Context, text string) (err error) {
	if text != "" {
		t.seals, err = seal.Parse(text)
		return err
	}
	defer t.explain(&err, "reading the key of seals")
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
		sealed, left, err := t.reseal(ctx, tx, true)
		if sealed+left > 0 {
			t.log.InfoContext(ctx, "verdicts and campaigns sealed with a new key", "sealed", sealed, "damaged", left)
		}
		return err
	})
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

// Reseal seals verdicts and campaigns with the newest key.
func (t *tables) Reseal(ctx context.Context, adopt bool) (sealed, left int64, err error) {
	defer t.explain(&err, "sealing verdicts and campaigns anew")
	err = t.atomically(ctx, func(tx transaction) (err error) {
		sealed, left, err = t.reseal(ctx, tx, adopt)
		return err
	})
	return sealed, left, err
}

// reseal seals the verdicts and campaigns whose seal is not of the newest key but of another valid one. To
// adopt means to take seals too that anybody who can write to the database can make: of the key
// that it keeps, or of no key.
func (t *tables) reseal(ctx context.Context, tx transaction, adopt bool) (sealed, left int64, err error) {
	trusted := t.seals.Valid
	if adopt {
		var text string
		kept, err := one(ctx, tx, selectKey, nil, &text)
		if err != nil {
			return 0, 0, err
		}
		var old seal.Keys
		if kept {
			if old, err = seal.Parse(text); err != nil {
				return 0, 0, err
			}
		}
		trusted = func(mark []byte, purpose string, parts ...[]byte) bool {
			return t.seals.Valid(mark, purpose, parts...) || old.Valid(mark, purpose, parts...)
		}
	}
	sealed, left, err = t.resealCampaigns(ctx, tx, trusted, adopt, true)
	if err != nil {
		return sealed, left, err
	}
	for after := ""; ; {
		type change struct {
			id       string
			from, to []byte
		}
		var changes []change
		rows := 0
		var r row
		columns := []any{
			&r.id, &r.epoch, &r.verdict, &r.because, &r.engine, &r.states, &r.elapsed,
			&r.bound, &r.sought, &r.seal, &r.solution, &r.passes,
		}
		err := tx.each(ctx, selectSeals, []any{after}, columns, func() error {
			rows++
			after = r.id
			sum := r.sum()
			newest := t.seals.Sum(verdictSeal, sum)
			switch {
			case bytes.Equal(r.seal, newest):
			case trusted(r.seal, verdictSeal, sum), adopt && bytes.Equal(r.seal, sum[:seal.Size]):
				changes = append(changes, change{r.id, bytes.Clone(r.seal), newest})
			default:
				left++
			}
			return nil
		})
		if err != nil {
			return sealed, left, err
		}
		for _, c := range changes {
			n, err := tx.change(ctx, updateSeal, c.id, c.from, c.to)
			if err != nil {
				return sealed, left, err
			}
			sealed += n
		}
		if rows == 0 {
			return sealed, left, nil
		}
	}
}
