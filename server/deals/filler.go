package deals

import (
	"context"
	"crypto/rand"
	"math"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
)

const (
	// firstSeed is the first seed that is tried.
	firstSeed = 1_000_000
	// fruitless is how many deals of a game are tried in vain in a row before the game rests:
	// it may have none of a grade.
	fruitless = 1000
	rest      = time.Hour
	// round is how often the filler looks for something to do unless it is woken: a new day,
	// or deals that clients of other processes have seen.
	round = time.Minute

	firstPause = time.Second
	lastPause  = time.Minute
)

// fill runs the filler: one deal after the other, the most urgent first.
func (d *Dealer) fill() {
	defer close(d.done)
	if len(d.games) == 0 {
		return
	}
	d.persist("opening the pools of deals", forever, d.open)
	for d.life.Err() == nil {
		busy := false
		d.persist("filling the pools of deals", forever, func(ctx context.Context) (err error) {
			busy, err = d.lap(ctx)
			return err
		})
		if busy {
			continue
		}
		pool.Release(d.engine) // for a minute mostly
		select {
		case <-time.After(round):
		case <-d.wake:
		case <-d.life.Done():
		}
	}
}

// open creates the pools with their starter deals, and drops deals of earlier epochs.
func (d *Dealer) open(ctx context.Context) error {
	if n, err := d.Store.DropDeals(ctx, solver.Epoch); err != nil {
		return err
	} else if n > 0 {
		d.Log.Info("deals of earlier epochs dropped", "deals", n)
	}
	for i := range d.games {
		if err := d.Store.OpenPool(ctx, d.games[i].Name, rand.Text()[:8]); err != nil {
			return err
		}
		if err := d.stock(ctx, &d.games[i]); err != nil {
			return err
		}
	}
	return nil
}

// lap tries one deal for each pool that needs more, and then finds the deal of today or
// tomorrow. Before each of these it serves one pending day. It reports whether there was
// something to do.
func (d *Dealer) lap(ctx context.Context) (busy bool, err error) {
	for i := range d.games {
		ran, err := d.workOutPending(ctx)
		if err != nil {
			return busy, err
		}
		tried, err := d.replenish(ctx, &d.games[i])
		if err != nil {
			return busy, err
		}
		busy = busy || ran || tried
	}
	prepared, err := d.prepareDay(ctx)
	return busy || prepared, err
}

// replenish tries one deal for the pool of a game, if that needs more.
func (d *Dealer) replenish(ctx context.Context, g *pooled) (tried bool, err error) {
	wanted, counts, err := d.wanted(ctx, g.Name)
	if err != nil || len(wanted) == 0 || d.rests(g.Name) {
		return false, err
	}
	candidate, err := d.Store.Claim(ctx, g.Name)
	if err != nil {
		return false, err
	}
	found, err := d.attempt(ctx, g, candidateSeed(candidate))
	if err != nil {
		return true, err
	}
	d.futile[g.Name]++
	if found != nil && counts[found.deal.Grade].All < d.Max {
		if wanted[found.deal.Grade] {
			d.futile[g.Name] = 0
		}
		d.persist("adding a deal to its pool", 8, func(ctx context.Context) error {
			if err := d.Store.Put(ctx, found.record); err != nil {
				return err
			}
			added, err := d.Store.AddDeal(ctx, found.deal)
			if added {
				d.Observer.Pooled(g.Name, found.deal.Grade, counts[found.deal.Grade].All+1)
			}
			return err
		})
	}
	if d.futile[g.Name] >= d.fruitless {
		d.futile[g.Name] = 0
		d.mu.Lock()
		d.resting[g.Name] = time.Now().Add(rest)
		d.mu.Unlock()
		d.Log.Warn("pool finds no deals that it needs, resting", "game", g.Name, "retry_in", rest)
	}
	return true, nil
}

// rests reports whether a game rests.
func (d *Dealer) rests(game string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return time.Now().Before(d.resting[game])
}

// wanted returns the grades of which a game's pool needs more, those with fewer than size
// deals beyond the furthest cursor and fewer than max in all, and the counts of all grades.
func (d *Dealer) wanted(ctx context.Context, game string) (map[string]bool, map[string]store.Count, error) {
	all, err := d.Store.CountDeals(ctx, game, store.Seen{})
	if err != nil {
		return nil, nil, err
	}
	unseen := map[string]int{}
	for _, grade := range d.Grades {
		unseen[grade] = all[grade].All
		d.Observer.Pooled(game, grade, all[grade].All)
	}
	for r, seen := range d.readers(game) {
		counts, err := d.Store.CountDeals(ctx, game, seen)
		if err != nil {
			return nil, nil, err
		}
		for _, grade := range d.Grades {
			if r.grade == "" || r.grade == grade {
				unseen[grade] = min(unseen[grade], counts[grade].Unseen)
			}
		}
	}
	wanted := map[string]bool{}
	for _, grade := range d.Grades {
		if unseen[grade] < d.Size && all[grade].All < d.Max {
			wanted[grade] = true
		}
	}
	return wanted, all, nil
}

// readers returns the furthest cursors of a game.
func (d *Dealer) readers(game string) map[reader]store.Seen {
	d.mu.Lock()
	defer d.mu.Unlock()
	readers := map[reader]store.Seen{}
	for r, seen := range d.far {
		if r.game == game {
			readers[r] = seen
		}
	}
	return readers
}

// candidateSeed returns the seed of a candidate, counted from 0.
func candidateSeed(candidate int64) deal.Seed {
	const seeds = 1 << 31
	return deal.Seed{Scheme: deal.Solvitaire, Number: uint64(firstSeed+candidate) % seeds}
}

// forever is the number of attempts at what the filler can't do without.
const forever = math.MaxInt

// persist calls do, which needs the store, with growing pauses until it succeeds, has failed
// tries times, or the Dealer closes.
func (d *Dealer) persist(what string, tries int, do func(context.Context) error) {
	for pause := firstPause; tries > 0; pause = min(2*pause, lastPause) {
		tries--
		err := do(d.life)
		switch {
		case d.life.Err() != nil:
			return
		case err == nil && pause > firstPause:
			d.Log.Info("store available again", "task", what)
			return
		case err == nil:
			return
		}
		d.Log.Warn("store failed, retrying", "task", what, "retry_in", pause, "error", err)
		select {
		case <-time.After(pause):
		case <-d.life.Done():
		}
	}
}
