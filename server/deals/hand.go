package deals

import (
	"context"
	"math"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver/winnable"
)

// reader is what somebody reads: the deals of a game, of a grade or, where that is empty,
// of all.
type reader struct{ game, grade string }

// soon is when to ask again for deals of a pool that is being filled.
const soon = 10 * time.Second

// Winnable hands out deals of a game, of a grade if one is given, at least one and at most
// so many: those that come after a cursor, or without one those that come after a place
// drawn at random, so that not everybody gets the same.
//
// The error is *NoPool, *BadCursor, *NotYet or *UsedUp, or says that the store could not be asked.
func (d *Dealer) Winnable(ctx context.Context, game, grade string, count int, exclude string) ([]winnable.Deal, error) {
	if _, err := d.pool(game); err != nil {
		return nil, err
	}
	pool, _, err := d.store.Pool(ctx, game)
	if err != nil {
		return nil, err
	}
	seen := cursor{From: 1, To: 1}
	if exclude != "" {
		if seen, err = readCursor(exclude, pool.Mark, game, grade, d.grades); err == nil && !seen.possible(pool.Last) {
			err = errAhead
		}
		if err != nil {
			return nil, &BadCursor{err.Error()}
		}
	} else if pool.Last > 0 {
		seen.From += d.random(pool.Last)
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

// next lists up to so many deals that follow a cursor, each with the cursor after it, and
// gives the last one.
func (d *Dealer) next(ctx context.Context, r reader, mark string, count int, c cursor) ([]winnable.Deal, cursor, error) {
	var deals []winnable.Deal
	for {
		from, below, most := c.To, int64(math.MaxInt64), count-len(deals)
		if c.round() {
			from, below = c.Below, c.From
		}
		found, err := d.store.ListDeals(ctx, r.game, r.grade, from, below, most)
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
		case c.round(): // and on with what was added since the end was reached
			c = cursor{From: 1, To: c.To}
		case c.From > 1:
			c.Below = 1
		default:
			return deals, c, nil
		}
	}
}

// noteSeen has the filler keep ahead of whoever has seen most.
func (d *Dealer) noteSeen(r reader, c cursor) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if c.span() > cursor(d.far[r]).span() {
		d.far[r] = store.Seen(c)
		d.stir()
	}
}

// empty says when there may be deals again.
func (d *Dealer) empty(ctx context.Context, game, grade string) error {
	counts, err := d.store.CountDeals(ctx, game, store.Seen{})
	if err != nil {
		return err
	}
	full := true
	for _, g := range d.grades {
		if (grade == "" || grade == g) && counts[g].All < d.max {
			full = false
		}
	}
	if full {
		return &UsedUp{}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	return &NotYet{"the pool is being filled", max(soon, time.Until(d.resting[game]))}
}
