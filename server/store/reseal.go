package store

import (
	"bytes"
	"context"
	"errors"
	"math"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

const (
	// In pages, so that a database of any size is read in bounded memory.
	selectSeals = `SELECT ` + verdictColumns + ` FROM verdicts WHERE id > $1 ORDER BY id LIMIT 1000`
	updateSeal  = `UPDATE verdicts SET seal = $3 WHERE id = $1 AND seal = $2`

	selectAnswerSeals = `SELECT id, answer, seal FROM jobs WHERE answer IS NOT NULL AND id > $1 ORDER BY id LIMIT 100`
	updateAnswerSeal  = `UPDATE jobs SET seal = $3 WHERE id = $1 AND seal = $2`

	selectNumbers = `SELECT number FROM campaigns ORDER BY number`
	updateSealed  = `UPDATE campaigns SET seal = $2 WHERE number = $1`
	updateBlock   = `UPDATE result_seals SET seal = $3 WHERE campaign = $1 AND first = $2`
)

// resealing replaces seals by those of the newest key, a page or a campaign at a time, each in a
// transaction.
type resealing struct {
	*tables
	trusted      trust
	sealed, left int64
}

// trust decides whether a seal of something is to be replaced by a new one.
type trust func(mark []byte, purpose string, parts ...[]byte) bool

// newResealing prepares a resealing. To adopt means to take also seals of the key that was made for
// the database, which anybody can make who can write to a PostgreSQL database.
func (t *tables) newResealing(ctx context.Context, adopt bool) (*resealing, error) {
	r := &resealing{tables: t, trusted: t.seals.Valid}
	if !adopt {
		return r, nil
	}
	old, kept, err := t.ownKeys(ctx)
	if err != nil || !kept {
		return r, err
	}
	r.trusted = func(mark []byte, purpose string, parts ...[]byte) bool {
		return t.seals.Valid(mark, purpose, parts...) || old.Valid(mark, purpose, parts...)
	}
	return r, nil
}

// judge returns the seal that replaces one, nil if it stays.
func (r *resealing) judge(mark []byte, purpose string, parts ...[]byte) []byte {
	newest := r.seals.Sum(purpose, parts...)
	switch {
	case bytes.Equal(mark, newest):
	case r.trusted(mark, purpose, parts...):
		return newest
	default:
		r.left++
	}
	return nil
}

// rows seals rows anew, page after page until one is empty. A page is of those after an id; columns are
// where they are read, and content is what the seal of one covers.
func (r *resealing) rows(ctx context.Context, page, update string, id *string, mark *[]byte, columns []any, purpose string, content func() [][]byte) error {
	for last, more := "", true; more; {
		before, after := *r, last
		err := r.atomically(ctx, func(tx transaction) error {
			*r, last, more = before, after, false // it may be tried again
			var changes []statement
			err := tx.each(ctx, page, []any{after}, columns, func() error {
				last, more = *id, true
				if newest := r.judge(*mark, purpose, content()...); newest != nil {
					changes = append(changes, statement{update, []any{*id, bytes.Clone(*mark), newest}})
				}
				return nil
			})
			for _, c := range changes {
				if err == nil {
					var n int64
					n, err = tx.change(ctx, c.text, c.values...)
					r.sealed += n
				}
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// verdicts seals verdicts anew.
func (r *resealing) verdicts(ctx context.Context) error {
	var v row
	return r.rows(ctx, selectSeals, updateSeal, &v.id, &v.seal, v.columns(), verdictSeal, func() [][]byte { return [][]byte{v.sum()} })
}

// answers seals the answers of jobs anew.
func (r *resealing) answers(ctx context.Context) error {
	var id string
	var answer, mark []byte
	columns := []any{&id, &answer, &mark}
	return r.rows(ctx, selectAnswerSeals, updateAnswerSeal, &id, &mark, columns, answerSeal, func() [][]byte { return [][]byte{[]byte(id), answer} })
}

// campaigns seals campaigns and their results anew. One is left as it is if its seal, or one of its
// results', is not trusted.
func (r *resealing) campaigns(ctx context.Context) error {
	numbers, err := column[int64](ctx, r.read, selectNumbers)
	if err != nil {
		return err
	}
	for _, number := range numbers {
		var changed bool
		err := r.atomically(ctx, func(tx transaction) (err error) {
			changed, err = r.campaign(ctx, tx, number)
			return err
		})
		switch {
		case errors.Is(err, solver.ErrDamaged):
			r.left++
		case err != nil:
			return err
		case changed:
			r.sealed++
		}
	}
	return nil
}

// campaign seals a campaign anew, and reports whether there was anything to do.
func (r *resealing) campaign(ctx context.Context, tx transaction, number int64) (bool, error) {
	var c campaignRow
	found, err := one(ctx, tx, selectNumbered+r.noChange, []any{number}, c.columns()...)
	if err != nil || !found { // deleted meanwhile
		return false, err
	}
	identity := c.identity()
	if !r.trusted(c.seal, campaignSeal, identity, c.counted()) {
		return false, solver.ErrDamaged
	}
	var changes []statement
	err = walkBlocks(ctx, tx, number, math.MinInt64, math.MaxInt64, nil, func(b *block, content []byte) error {
		if !r.trusted(b.seal, resultsSeal, identity, content) {
			return solver.ErrDamaged
		}
		if mark := r.seals.Sum(resultsSeal, identity, content); !bytes.Equal(mark, b.seal) {
			changes = append(changes, statement{updateBlock, []any{number, b.first, mark}})
		}
		return nil
	})
	if mark := r.sum(&c); err == nil && !bytes.Equal(mark, c.seal) {
		changes = append(changes, statement{updateSealed, []any{number, mark}})
	}
	for _, change := range changes {
		if err == nil {
			_, err = tx.change(ctx, change.text, change.values...)
		}
	}
	return len(changes) > 0, err
}
