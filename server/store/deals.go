package store

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/server/seal"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/winnable"
)

// Deals keeps the pools of winnable deals, one for each game, and the deals of the day.
//
// The deals of a pool are numbered from 1 in the order in which they were added, and become
// visible in that order, whichever process adds them: after a number is read, no lower one
// appears. Numbers may be missing.
//
// A row that was damaged or changed by hand is left out.
type Deals interface {
	// OpenPool creates an empty pool with this mark for a game, unless it has one.
	OpenPool(ctx context.Context, game, mark string) error
	// Pool returns the state of a game's pool; false if there is none.
	Pool(ctx context.Context, game string) (Pool, bool, error)
	// Claim returns the next candidate of a game to be tried, counted from 0. Each is
	// returned once.
	Claim(ctx context.Context, game string) (int64, error)
	// AddDeal adds a deal to the pool of its game under the next number; false if it is in
	// there. The deal's problem must have been Put.
	AddDeal(ctx context.Context, d winnable.Deal) (bool, error)
	// ListDeals lists deals of a game by number, from <= number < below, of a grade, or of
	// all grades where that is empty, at most so many.
	ListDeals(ctx context.Context, game, grade string, from, below int64, most int) ([]winnable.Deal, error)
	// FindDeal returns the deal with an id in the pool of a game; false if it is not in there.
	FindDeal(ctx context.Context, game string, id solver.ID) (winnable.Deal, bool, error)
	// CountDeals counts the deals of a game by grade.
	CountDeals(ctx context.Context, game string, seen Seen) (map[string]Count, error)
	// Daily returns the deal of a day; false if it has not been stored.
	Daily(ctx context.Context, day winnable.Day) (winnable.Deal, bool, error)
	// PutDaily stores the deal of a day. It replaces only damaged ones, since all processes
	// find the same deal. The deal's problem must have been Put.
	PutDaily(ctx context.Context, day winnable.Day, d winnable.Deal) error
	// DropDeals deletes the deals of epochs before this one, whose solutions no longer
	// count, and returns how many.
	DropDeals(ctx context.Context, before int) (int64, error)
}

// Pool is the state of a pool of winnable deals.
type Pool struct {
	Mark string
	Last int64 // the number of the last deal; 0 if there is none
}

// Seen are the numbers of deals that a client has seen: From <= number < To, and all below
// Below.
type Seen struct{ From, To, Below int64 }

// Count is how many deals there are, and how many of them a client has not seen.
type Count struct{ All, Unseen int }

// The statements, in the SQL that both databases understand.
const (
	openPool   = `INSERT INTO deal_pools (game, mark) VALUES ($1, $2) ON CONFLICT (game) DO NOTHING`
	selectPool = `SELECT mark, deals FROM deal_pools WHERE game = $1`
	claim      = `UPDATE deal_pools SET claimed = claimed + 1 WHERE game = $1 RETURNING claimed - 1`

	// This locks the pool's row until the transaction ends: no deal of a higher number
	// becomes visible before.
	nextNumber = `UPDATE deal_pools SET deals = deals + 1 WHERE game = $1 RETURNING deals`
	insertPool = `
INSERT INTO winnable_deals (game, number, id, seed, length, grade, score, components, epoch, seal)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (game, id) DO NOTHING`

	dealColumns = `seed, id, length, grade, score, components, epoch, seal`

	listDeals = `SELECT number, ` + dealColumns + ` FROM winnable_deals
WHERE game = $1 AND number >= $2 AND number < $3 ORDER BY number LIMIT $4`
	listGrade = `SELECT number, ` + dealColumns + ` FROM winnable_deals
WHERE game = $1 AND number >= $2 AND number < $3 AND grade = $5 ORDER BY number LIMIT $4`

	findDeal = `SELECT number, ` + dealColumns + ` FROM winnable_deals WHERE game = $1 AND id = $2`

	countDeals = `
SELECT grade, count(*), count(*) FILTER (WHERE NOT (number >= $2 AND number < $3 OR number < $4))
FROM winnable_deals WHERE game = $1 GROUP BY grade`

	selectDaily = `SELECT ` + dealColumns + ` FROM daily_deals WHERE game = $1 AND day = $2 AND asked = $3 AND version = $4`
	insertDaily = `
INSERT INTO daily_deals (game, day, asked, version, id, seed, length, grade, score, components, epoch, seal)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (game, day, asked, version) DO UPDATE SET
    id = excluded.id, seed = excluded.seed, length = excluded.length, grade = excluded.grade,
    score = excluded.score, components = excluded.components, epoch = excluded.epoch, seal = excluded.seal`

	dropDeals = `DELETE FROM winnable_deals WHERE epoch < $1`
	dropDaily = `DELETE FROM daily_deals WHERE epoch < $1`
)

// OpenPool creates an empty pool for a game, unless it has one.
func (t *tables) OpenPool(ctx context.Context, game, mark string) (err error) {
	defer t.explain(&err, "opening the pool of %s", game)
	_, err = t.write.change(ctx, openPool, game, mark)
	return err
}

// Pool returns the state of a game's pool.
func (t *tables) Pool(ctx context.Context, game string) (p Pool, found bool, err error) {
	defer t.explain(&err, "reading the pool of %s", game)
	found, err = one(ctx, t.read, selectPool, []any{game}, &p.Mark, &p.Last)
	return p, found, err
}

// Claim returns the next candidate of a game.
func (t *tables) Claim(ctx context.Context, game string) (candidate int64, err error) {
	defer t.explain(&err, "claiming a deal of %s", game)
	found, err := one(ctx, t.write, claim, []any{game}, &candidate)
	if err == nil && !found {
		err = errNoPool
	}
	return candidate, err
}

var errNoPool = errors.New("no such pool")

// AddDeal adds a deal to the pool of its game, unless it is in there.
func (t *tables) AddDeal(ctx context.Context, d winnable.Deal) (added bool, err error) {
	if err := checkDeal(&d); err != nil {
		return false, err
	}
	defer t.explain(&err, "adding %s to the pool of %s", d.Seed, d.Game)
	err = t.atomically(ctx, func(tx transaction) error {
		found, err := one(ctx, tx, nextNumber, []any{d.Game}, &d.Number)
		if err == nil && !found {
			err = errNoPool
		}
		if err != nil {
			return err
		}
		n, err := tx.change(ctx, insertPool, append([]any{d.Game, d.Number}, t.dealValues(&d, dealPlace(&d))...)...)
		if added = n > 0; err == nil && !added {
			err = errUndo // the number is not used up
		}
		return err
	})
	return added && err == nil, err
}

// ListDeals lists deals of a game by number. It reads on where rows are damaged, so that
// there are fewer than asked for only where the pool ends.
func (t *tables) ListDeals(ctx context.Context, game, grade string, from, below int64, most int) (deals []winnable.Deal, err error) {
	defer t.explain(&err, "listing deals of %s", game)
	for {
		wanted, rows := most-len(deals), 0
		statement, values := listDeals, []any{game, from, below, wanted}
		if grade != "" {
			statement, values = listGrade, append(values, grade)
		}
		row := sealed{Deal: winnable.Deal{Game: game}}
		err := t.read.each(ctx, statement, values, append([]any{&row.Number}, row.columns()...), func() error {
			rows++
			from = row.Number + 1
			if d, whole := row.open(dealPlace(&row.Deal), &t.seals); whole {
				deals = append(deals, d)
			}
			return nil
		})
		if err != nil || rows < wanted || len(deals) == most {
			return deals, err
		}
	}
}

// FindDeal returns the deal with an id in the pool of a game.
func (t *tables) FindDeal(ctx context.Context, game string, id solver.ID) (d winnable.Deal, found bool, err error) {
	defer t.explain(&err, "reading deal %s of %s", id, game)
	row := sealed{Deal: winnable.Deal{Game: game}}
	found, err = one(ctx, t.read, findDeal, []any{game, string(id)}, append([]any{&row.Number}, row.columns()...)...)
	if err != nil || !found {
		return winnable.Deal{}, false, err
	}
	d, whole := row.open(dealPlace(&row.Deal), &t.seals)
	return d, whole, nil
}

// CountDeals counts the deals of a game by grade.
func (t *tables) CountDeals(ctx context.Context, game string, seen Seen) (_ map[string]Count, err error) {
	defer t.explain(&err, "counting deals of %s", game)
	counts := map[string]Count{}
	var grade string
	var c Count
	err = t.read.each(ctx, countDeals, []any{game, seen.From, seen.To, seen.Below}, []any{&grade, &c.All, &c.Unseen}, func() error {
		counts[grade] = c
		return nil
	})
	return counts, err
}

// Daily returns the deal of a day.
func (t *tables) Daily(ctx context.Context, day winnable.Day) (_ winnable.Deal, _ bool, err error) {
	defer t.explain(&err, "reading the deal of %s of %s", day.Game, day.Date)
	row := sealed{Deal: winnable.Deal{Game: day.Game}}
	found, err := one(ctx, t.read, selectDaily, []any{day.Game, day.Date, day.Grade, day.Version}, row.columns()...)
	if err != nil || !found {
		return winnable.Deal{}, false, err
	}
	d, whole := row.open(dayPlace(&day), &t.seals)
	return d, whole, nil
}

// PutDaily stores the deal of a day.
func (t *tables) PutDaily(ctx context.Context, day winnable.Day, d winnable.Deal) (err error) {
	defer t.explain(&err, "storing the deal of %s of %s", day.Game, day.Date)
	if err = checkDeal(&d); err == nil {
		values := []any{day.Game, day.Date, day.Grade, day.Version}
		_, err = t.write.change(ctx, insertDaily, append(values, t.dealValues(&d, dayPlace(&day))...)...)
	}
	return err
}

// DropDeals deletes the deals of epochs before this one and returns how many.
func (t *tables) DropDeals(ctx context.Context, before int) (dropped int64, err error) {
	defer t.explain(&err, "deleting deals of earlier epochs")
	for _, statement := range []string{dropDeals, dropDaily} {
		n, err := t.write.change(ctx, statement, before)
		if err != nil {
			return dropped, err
		}
		dropped += n
	}
	return dropped, nil
}

// checkDeal returns an error if a deal is impossible.
func checkDeal(d *winnable.Deal) error {
	switch {
	case d.Game == "" || d.ID == "" || d.Seed == "" || d.Grade == "":
		return fmt.Errorf("a deal without game, id, seed or grade: %+v", *d)
	case d.Length < 0 || d.Epoch < 1:
		return fmt.Errorf("a deal of length %d and epoch %d", d.Length, d.Epoch)
	case !json.Valid([]byte(d.Components)):
		return fmt.Errorf("components are not JSON: %q", d.Components)
	}
	return nil
}

// dealSeal is what the seals of deals are for.
const dealSeal = "winnable deal"

// sumDeal returns a digest of a deal and of its row's key.
func sumDeal(d *winnable.Deal, key string) []byte {
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s %s %d %s %g %d\n%s", key, d.ID, d.Seed, d.Length, d.Grade, d.Score, d.Epoch, d.Components)
	return h.Sum(nil)
}

// dealPlace returns the key of a deal's row in its pool.
func dealPlace(d *winnable.Deal) string { return fmt.Sprintf("pool %s %d", d.Game, d.Number) }

// dayPlace returns the key of a day's row.
func dayPlace(d *winnable.Day) string {
	return fmt.Sprintf("daily %s %s %q %d", d.Game, d.Date, d.Grade, d.Version)
}

// dealValues returns the parameters of both inserts from the id on, for the row with a key.
func (t *tables) dealValues(d *winnable.Deal, key string) []any {
	return []any{string(d.ID), d.Seed, d.Length, d.Grade, d.Score, d.Components, d.Epoch, t.seals.Sum(dealSeal, sumDeal(d, key))}
}

// sealed is a deal as it is read.
type sealed struct {
	winnable.Deal
	id   string
	mark []byte // the seal as it was when the row was written
}

// columns returns where dealColumns go.
func (s *sealed) columns() []any {
	return []any{&s.Seed, &s.id, &s.Length, &s.Grade, &s.Score, &s.Components, &s.Epoch, &s.mark}
}

// open returns the deal; false if its seal and its row's key don't match.
func (s *sealed) open(key string, seals *seal.Keys) (winnable.Deal, bool) {
	s.ID = solver.ID(s.id)
	return s.Deal, seals.Valid(s.mark, dealSeal, sumDeal(&s.Deal, key))
}
