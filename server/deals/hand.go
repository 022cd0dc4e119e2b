package deals

import (
	"context"
	"math"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver/winnable"
)

// reader is the game and the grade whose deals a cursor goes through; all grades if empty.
type reader struct{ game, grade string }

// storeTime bounds what a client waits for the store.
const storeTime = 2 * time.Second

// soon is when to retry while a pool is being filled.
const soon = 10 * time.Second

// Winnable returns from 1 to count deals of a game, of a grade unless that is empty: those after
// the cursor, or without one those after a random place, so that clients get
// different deals.
//
// The error is *NotFound for a game without a pool and a cursor that has seen all, *BadParameter
// for an invalid cursor, *NotYet, or the store's.
func (d *Dealer) Winnable(ctx context.Context, game, grade string, count int, exclude string) ([]winnable.Deal, error) {
	g, err := d.pool(game)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, storeTime)
	defer cancel()
	if err := d.stock(ctx, g); err != nil {
		return nil, err
	}
	pool, _, err := d.Store.Pool(ctx, game)
	if err != nil {
		return nil, err
	}
	seen := cursor{From: 1, To: 1}
	if exclude != "" {
		if seen, err = readCursor(exclude, pool.Mark, game, grade, d.Grades); err == nil && !seen.possible(pool.Last) {
			err = errAhead
		}
		if err != nil {
			return nil, &BadParameter{"cursor", err.Error()}
		}
	} else if pool.Last > 0 {
		seen.From += d.Random(pool.Last)
		seen.To = seen.From
	}
	deals, seen, err := d.next(ctx, reader{game, grade}, pool.Mark, count, seen)
	if err != nil {
		return nil, err
	}
	d.noteSeen(reader{game, grade}, seen)
	if len(deals) == 0 {
		return nil, d.empty(ctx, game, grade)
	}
	return deals, nil
}

// next returns up to count deals after a cursor, each with the cursor after it, and the last
// cursor.
func (d *Dealer) next(ctx context.Context, r reader, mark string, count int, c cursor) ([]winnable.Deal, cursor, error) {
	var deals []winnable.Deal
	for {
		from, below, most := c.To, int64(math.MaxInt64), count-len(deals)
		if c.round() {
			from, below = c.Below, c.From
		}
		found, err := d.Store.ListDeals(ctx, r.game, r.grade, from, below, most)
		if err != nil {
			return nil, c, err
		}
		for _, f := range found {
			c = c.past(f.Number)
			f.Cursor = c.write(mark, r.game, r.grade)
			deals = append(deals, f)
		}
		switch {
		case len(found) == most:
			return deals, c, nil
		case c.round(): // go on with deals added since the end was reached
			c = cursor{From: 1, To: c.To}
		case c.From > 1:
			c.Below = 1
		default:
			return deals, c, nil
		}
	}
}

// noteSeen wakes the filler if this is the furthest cursor.
func (d *Dealer) noteSeen(r reader, c cursor) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if c.span() > cursor(d.far[r]).span() {
		d.far[r] = store.Seen(c)
		d.wake.Ring()
	}
}

// empty returns the error of a cursor with no more deals.
func (d *Dealer) empty(ctx context.Context, game, grade string) error {
	counts, err := d.Store.CountDeals(ctx, game, store.Seen{})
	if err != nil {
		return err
	}
	full := true
	for _, g := range d.Grades {
		if (grade == "" || grade == g) && counts[g].All < d.Max {
			full = false
		}
	}
	if full {
		return errUsedUp
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return &NotYet{"the pool is being filled", max(soon, time.Until(d.resting[game]))}
}
