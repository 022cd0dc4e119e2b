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
	updateSeal = `UPDATE verdicts SET seal = $3 WHERE id = $1 AND seal = $2`
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
		return err
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
			t.log.InfoContext(ctx, "verdicts sealed with a new key", "sealed", sealed, "damaged", left)
		}
		return err
	})
}

// Reseal seals verdicts with the newest key.
func (t *tables) Reseal(ctx context.Context, adopt bool) (sealed, left int64, err error) {
	defer t.explain(&err, "sealing verdicts anew")
	err = t.atomically(ctx, func(tx transaction) (err error) {
		sealed, left, err = t.reseal(ctx, tx, adopt)
		return err
	})
	return sealed, left, err
}

// reseal seals the verdicts whose seal is not of the newest key but of another valid one. To
// adopt means to take seals too that anybody who can write to the database can make: of the key
// that it keeps, or of no key.
func (t *tables) reseal(ctx context.Context, tx transaction, adopt bool) (sealed, left int64, err error) {
	trusted := func(mark, sum []byte) bool { return t.seals.Valid(mark, verdictSeal, sum) }
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
		trusted = func(mark, sum []byte) bool {
			return t.seals.Valid(mark, verdictSeal, sum) || old.Valid(mark, verdictSeal, sum) || bytes.Equal(mark, sum[:seal.Size])
		}
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
			case trusted(r.seal, sum):
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
