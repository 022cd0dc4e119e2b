package campaign

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/watch"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
)

// Runner runs all campaigns of a store in this process alone. Nothing else may run campaigns
// of the same store meanwhile.
type Runner struct {
	*run
	life    context.Context // ends with Close
	end     context.CancelFunc
	arrived watch.Bell    // wakes a waiting worker to look for something to do
	turn    chan struct{} // holds one element while a worker looks for a range
	staff   sync.WaitGroup

	mu    sync.Mutex // guards what follows
	spent map[string]time.Duration
}

// task is a range to be done.
type task struct {
	campaign campaign.Campaign
	store.Range
	ctx  context.Context // ends with the campaign
	done func()
}

// Run starts the workers, which go on with what is unfinished in the store.
func Run(o RunOptions) *Runner {
	r := &Runner{
		run: newRun(o), arrived: watch.NewBell(), turn: make(chan struct{}, 1), spent: map[string]time.Duration{},
	}
	r.life, r.end = context.WithCancel(context.Background())
	r.Manager.Listen(r.changed)
	for range o.Workers {
		r.staff.Go(r.work)
	}
	return r
}

// changed is called for a campaign that was created, resumed or cancelled.
func (r *Runner) changed(id string, over bool) {
	if over {
		r.running.end(id)
	}
	r.arrived.Ring()
}

// work is the life of a worker.
func (r *Runner) work() {
	w := NewWorker(r.Worker)
	for {
		t, found := r.await()
		if !found {
			return
		}
		r.do(w, &t)
	}
}

// await waits for a range to be done; false when the Runner is closed. One worker at a time
// looks into the store, the others wait for their turn.
func (r *Runner) await() (task, bool) {
	select {
	case r.turn <- struct{}{}:
		defer func() { <-r.turn }()
	case <-r.life.Done():
	}
	for r.life.Err() == nil {
		t, found, err := r.next()
		if found {
			return t, true
		}
		if err != nil && r.life.Err() == nil {
			r.Log.Warn("store unavailable, campaigns wait", "error", err)
		}
		select {
		case <-r.arrived:
		case <-time.After(poll):
		case <-r.life.Done():
		}
	}
	return task{}, false
}

// next returns the range to be done next, if any: among the campaigns of the first priority
// that has one, of the campaign on which the least time was spent.
func (r *Runner) next() (task, bool, error) {
	short, cancel := context.WithTimeout(r.life, timeout)
	defer cancel()
	unfinished, err := r.Store.Campaigns(short, campaign.Filter{Unfinished: true})
	if err != nil {
		return task{}, false, err
	}
	if r.Only != "" {
		unfinished = slices.DeleteFunc(unfinished, func(c campaign.Campaign) bool { return c.ID != r.Only })
	}
	spent := r.account(unfinished)
	slices.SortFunc(unfinished, func(a, b campaign.Campaign) int {
		return cmp.Or(cmp.Compare(a.Priority, b.Priority), cmp.Compare(spent[a.ID], spent[b.ID]), cmp.Compare(a.Number, b.Number))
	})
	for i := range unfinished {
		if err := r.stopIfEnough(short, &unfinished[i]); err != nil {
			return task{}, false, err
		}
	}
	for i := range unfinished {
		if t, found, err := r.take(short, &unfinished[i]); found || err != nil {
			return t, found, err
		}
	}
	return task{}, false, nil
}

// account returns the time spent on each of the campaigns. A new one begins with the least
// of its priority, so that it is not ahead of the others for long.
func (r *Runner) account(unfinished []campaign.Campaign) map[string]time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	least := map[int]time.Duration{}
	for i := range unfinished {
		c := &unfinished[i]
		if spent, there := r.spent[c.ID]; there {
			if l, any := least[c.Priority]; !any || spent < l {
				least[c.Priority] = spent
			}
		}
	}
	spent := make(map[string]time.Duration, len(unfinished))
	for i := range unfinished {
		c := &unfinished[i]
		var there bool
		if spent[c.ID], there = r.spent[c.ID]; !there {
			spent[c.ID] = least[c.Priority]
		}
	}
	r.spent = spent
	return maps.Clone(spent)
}

// take takes a range of a campaign, if there is one: an open one that nobody works on, as
// after a restart, else a new one.
func (r *Runner) take(ctx context.Context, c *campaign.Campaign) (task, bool, error) {
	busy := 0
	here := r.running.places()
	for at := range here {
		if at.campaign == c.ID {
			busy++
		}
	}
	if c.Share > 0 && busy >= c.Share {
		return task{}, false, nil
	}
	open, err := r.Store.OpenRanges(ctx, c.ID)
	if err != nil {
		return task{}, false, err
	}
	// One that was resumed is running from now on, though its open ranges come first.
	if c.State == campaign.Queued && len(open) > 0 {
		if _, err := r.handOut(ctx, c, len(open)); err != nil {
			return task{}, false, err
		}
	}
	free := func(among []store.Range) int {
		return slices.IndexFunc(among, func(o store.Range) bool { return !here[place{c.ID, o.First}] })
	}
	// Results of another epoch would not count. The store ends such a campaign when ranges
	// are handed out.
	if i := free(open); i >= 0 && c.Epoch == solver.Epoch {
		return r.claim(c, open[i]), true, nil
	}
	fresh, err := r.handOut(ctx, c, len(open)+1)
	if i := free(fresh); err == nil && i >= 0 {
		return r.claim(c, fresh[i]), true, nil
	}
	return task{}, false, err
}

// handOut opens ranges of a campaign until so many are open, at most its share.
func (r *Runner) handOut(ctx context.Context, c *campaign.Campaign, open int) ([]store.Range, error) {
	ranges, err := r.Store.HandOut(ctx, c.ID, c.RangeSize(r.Aim), share(c, open), time.Now())
	if err == nil && c.State == campaign.Queued {
		r.Manager.Tell(c.ID)
	}
	return ranges, err
}

// claim begins the work on a range.
func (r *Runner) claim(c *campaign.Campaign, o store.Range) task {
	ctx, cancel := context.WithCancelCause(r.life)
	r.spend(c.ID, r.Aim) // until it is known
	return task{*c, o, ctx, r.running.add(place{c.ID, o.First}, cancel)}
}

// spend adds to the time spent on a campaign.
func (r *Runner) spend(id string, more time.Duration) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, there := r.spent[id]; there {
		r.spent[id] += more
	}
}

// do does a range and stores what became of it.
func (r *Runner) do(w *Worker, t *task) {
	done, err := w.Do(t.ctx, t.campaign, t.Range)
	if err == nil {
		err = r.finish(t.ctx, &done, func(ctx context.Context) (bool, error) { return r.Store.FinishRange(ctx, done) })
	}
	fault, broken := errors.AsType[*Fault](err)
	switch {
	case err == nil, t.ctx.Err() != nil:
	case broken:
		_ = r.insist(t.ctx, "failed campaign not ended", func(ctx context.Context) error { return r.fail(ctx, t.Campaign, fault) })
	default: // what is known can't be read; the range stays open, and is taken again
		r.Log.Warn("range postponed", "campaign", t.Campaign, "error", err)
		wait(t.ctx, poll)
	}
	t.done()
	r.spend(t.Campaign, done.Busy-r.Aim)
	r.arrived.Ring() // the campaign may have had its share
}

// Close gives up the ranges that are worked on, which stay open in the store. The error is
// the context's if that ends before the workers do.
func (r *Runner) Close(ctx context.Context) error {
	r.end()
	return watch.Wait(ctx, r.staff.Wait)
}
