package store

import (
	"bytes"
	"context"

	"github.com/thoughtful-solitaire/thoughtful/server/seal"
)

const (
	// In pages, so that a database of any size is read in bounded memory.
	selectSeals = `
SELECT id, epoch, verdict, because, engine, states, elapsed_ns, shortening_ns, rough, bound, sought, seal, solution, passes
FROM verdicts WHERE id > $1 ORDER BY id LIMIT 1000`
	updateSeal = `UPDATE verdicts SET seal = $3 WHERE id = $1 AND seal = $2`

	selectAnswerSeals = `SELECT id, answer, seal FROM jobs WHERE answer IS NOT NULL AND id > $1 ORDER BY id LIMIT 100`
	updateAnswerSeal  = `UPDATE jobs SET seal = $3 WHERE id = $1 AND seal = $2`
)

// resealing replaces seals by those of the newest key.
type resealing struct {
	*tables
	trusted      trust
	adopt        bool // take rows too from before there were keys
	sealed, left int64

	lastVerdict, lastAnswer string // read
}

// trust decides whether a seal of something is to be replaced by a new one.
type trust func(mark []byte, purpose string, parts ...[]byte) bool

// newResealing prepares a resealing. To adopt means to take seals too that anybody who can write
// to the database can make: of the key that it keeps, or of no key.
func (t *tables) newResealing(ctx context.Context, from querier, adopt bool) (*resealing, error) {
	r := &resealing{tables: t, trusted: t.seals.Valid, adopt: adopt}
	if !adopt {
		return r, nil
	}
	old, kept, err := t.ownKeys(ctx, from)
	if err != nil || !kept {
		return r, err
	}
	r.trusted = func(mark []byte, purpose string, parts ...[]byte) bool {
		return t.seals.Valid(mark, purpose, parts...) || old.Valid(mark, purpose, parts...)
	}
	return r, err
}

// change is a statement that replaces a seal.
type change struct {
	statement string
	values    []any
}

// judge returns the seal that replaces one, nil if it stays. Before there were keys, the seal was
// the beginning of the digest, if a value has one.
func (r *resealing) judge(mark []byte, purpose string, digest []byte, parts ...[]byte) []byte {
	newest := r.seals.Sum(purpose, parts...)
	switch {
	case bytes.Equal(mark, newest):
	case r.trusted(mark, purpose, parts...), r.adopt && digest != nil && bytes.Equal(mark, digest[:seal.Size]):
		return newest
	default:
		r.left++
	}
	return nil
}

// apply replaces seals.
func (r *resealing) apply(ctx context.Context, tx transaction, changes []change) error {
	for _, c := range changes {
		n, err := tx.change(ctx, c.statement, c.values...)
		if err != nil {
			return err
		}
		r.sealed += n
	}
	return nil
}

// all seals everything anew but campaigns, each page in a transaction.
func (r *resealing) all(ctx context.Context, atomically func(context.Context, func(transaction) error) error) error {
	pages := []func(ctx context.Context, tx transaction) (rows int, err error){r.verdicts, r.answers}
	for _, page := range pages {
		for more := true; more; {
			before := *r
			err := atomically(ctx, func(tx transaction) error {
				*r = before // it may be tried again
				rows, err := page(ctx, tx)
				more = rows > 0
				return err
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// verdicts seals the verdicts after the last one that was read, and returns how many rows it read.
func (r *resealing) verdicts(ctx context.Context, tx transaction) (rows int, err error) {
	var v row
	columns := []any{
		&v.id, &v.epoch, &v.verdict, &v.because, &v.engine, &v.states, &v.elapsed,
		&v.shortening, &v.rough, &v.bound, &v.sought, &v.seal, &v.solution, &v.passes,
	}
	var changes []change
	err = tx.each(ctx, selectSeals, []any{r.lastVerdict}, columns, func() error {
		rows++
		r.lastVerdict = v.id
		sum := v.sum()
		if mark := r.judge(v.seal, verdictSeal, sum, sum); mark != nil {
			changes = append(changes, change{updateSeal, []any{v.id, bytes.Clone(v.seal), mark}})
		}
		return nil
	})
	if err == nil {
		err = r.apply(ctx, tx, changes)
	}
	return rows, err
}

// answers does that for the answers of jobs. None is as old as the time before keys.
func (r *resealing) answers(ctx context.Context, tx transaction) (rows int, err error) {
	var id string
	var answer, mark []byte
	var changes []change
	err = tx.each(ctx, selectAnswerSeals, []any{r.lastAnswer}, []any{&id, &answer, &mark}, func() error {
		rows++
		r.lastAnswer = id
		if newest := r.judge(mark, answerSeal, nil, []byte(id), answer); newest != nil {
			changes = append(changes, change{updateAnswerSeal, []any{id, bytes.Clone(mark), newest}})
		}
		return nil
	})
	if err == nil {
		err = r.apply(ctx, tx, changes)
	}
	return rows, err
}
