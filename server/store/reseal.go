package store

import (
	"bytes"
	"context"
	"errors"
	"math"

	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
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

// resealing replaces seals by seals of the newest key, a page or a campaign at a time, each in a
// transaction.
type resealing struct {
	*Store
	trusted      database.Trust
	sealed, left int64
}

// Reseal gives verdicts, answers of jobs and campaigns a seal of the newest key, if they have a valid
// seal of another trusted key. After that, older keys are no longer needed. If adopt is true, the key
// that was made for the database is trusted too. It returns how many rows it sealed, and how many were
// left because their seals are not valid. Reseal works in short transactions, so that the service can
// go on.
func (s *Store) Reseal(ctx context.Context, adopt bool) (sealed, left int64, err error) {
	defer s.Explain(&err, "sealing rows with the newest key")
	r := &resealing{Store: s}
	if r.trusted, err = s.Trusted(ctx, adopt); err != nil {
		return 0, 0, err
	}
	for _, kind := range []func(context.Context) error{r.verdicts, r.answers, r.campaigns, s.NoteNewestKey} {
		if err := kind(ctx); err != nil {
			return r.sealed, r.left, err
		}
	}
	return r.sealed, r.left, nil
}

// newSeal returns the seal that replaces one, nil if it stays.
func (r *resealing) newSeal(mark []byte, purpose string, parts ...[]byte) []byte {
	newest := r.Seals().Sum(purpose, parts...)
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
		err := r.Atomically(ctx, func(tx database.Tx) error {
			*r, last, more = before, after, false // it may be tried again
			var changes []database.Statement
			err := tx.Each(ctx, page, []any{after}, columns, func() error {
				last, more = *id, true
				if newest := r.newSeal(*mark, purpose, content()...); newest != nil {
					changes = append(changes, database.NewStatement(update, *id, bytes.Clone(*mark), newest))
				}
				return nil
			})
			for _, c := range changes {
				if err == nil {
					var n int64
					n, err = c.Change(ctx, tx)
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
	numbers, err := database.Column[int64](ctx, r.Read, selectNumbers)
	if err != nil {
		return err
	}
	for _, number := range numbers {
		var changed bool
		err := r.Atomically(ctx, func(tx database.Tx) (err error) {
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
func (r *resealing) campaign(ctx context.Context, tx database.Tx, number int64) (bool, error) {
	var c campaignRow
	found, err := database.One(ctx, tx, selectNumbered+r.NoChange, []any{number}, c.selected()...)
	if err != nil || !found { // deleted meanwhile
		return false, err
	}
	identity := c.identity()
	if !r.trusted(c.seal, campaignSeal, identity, c.counted()) {
		return false, solver.ErrDamaged
	}
	var changes []database.Statement
	err = walkBlocks(ctx, tx, number, math.MinInt64, math.MaxInt64, nil, func(b *block, content []byte) error {
		if !r.trusted(b.seal, resultsSeal, identity, content) {
			return solver.ErrDamaged
		}
		if mark := r.Seals().Sum(resultsSeal, identity, content); !bytes.Equal(mark, b.seal) {
			changes = append(changes, database.NewStatement(updateBlock, number, b.first, mark))
		}
		return nil
	})
	if mark := r.sum(&c); err == nil && !bytes.Equal(mark, c.seal) {
		changes = append(changes, database.NewStatement(updateSealed, number, mark))
	}
	for _, change := range changes {
		if err == nil {
			_, err = change.Change(ctx, tx)
		}
	}
	return len(changes) > 0, err
}
