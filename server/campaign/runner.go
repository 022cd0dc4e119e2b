package campaign

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
)

// RunnerOptions say how a Runner is made.
type RunnerOptions struct {
	Store     store.Campaigns
	Manager   *Manager // whose campaigns it runs
	Workers   int      // ranges at a time; 0 runs none
	NewWorker func() *Worker
	Aim       time.Duration // of one range's work; zero means 8 s
	Log       *slog.Logger
	Observer  Observer // nil if nobody watches
}

// Observer watches the work on campaigns, for metrics.
type Observer interface {
	// RangeFinished tells of a range that was counted.
	RangeFinished(r *store.FinishedRange)
	// CampaignFailed tells of one that ended with a Fault.
	CampaignFailed()
}

type nobody struct{}

func (nobody) RangeFinished(*store.FinishedRange) {}
func (nobody) CampaignFailed()                    {}

// Runner does the work of all campaigns of a store, in this process alone. Nobody else may
// run campaigns of the same store meanwhile.
type Runner struct {
	RunnerOptions
	planner Planner

	life    context.Context // ends with Close
	end     context.CancelFunc
	arrived chan struct{} // holds one element if there may be something to do
	tasks   chan task     // for the workers
	idle    chan struct{} // holds an element for each worker that has nothing to do
	staff   sync.WaitGroup

	mu      sync.Mutex // guards what follows
	running map[place]*task
	spent   map[string]time.Duration // on each unfinished campaign, since all that have the same priority are there
}

// task is a range that is worked on.
type task struct {
	campaign campaign.Campaign
	store.Range
	ctx  context.Context
	drop context.CancelFunc // when its campaign has ended
}

// place is where a range begins, by which it is known.
type place struct {
	campaign string
	first    int64
}

func (t *task) place() place { return place{t.Campaign, t.First} }

// Run starts the workers. They go on with what is unfinished in the store.
func Run(o RunnerOptions) *Runner {
	r := &Runner{
		RunnerOptions: o, planner: Planner{Store: o.Store, Aim: cmp.Or(o.Aim, usualAim)},
		arrived: make(chan struct{}, 1), tasks: make(chan task), idle: make(chan struct{}, o.Workers),
		running: map[place]*task{}, spent: map[string]time.Duration{},
	}
	if r.Observer == nil {
		r.Observer = nobody{}
	}
	r.life, r.end = context.WithCancel(context.Background())
	if o.Workers == 0 {
		return r
	}
	r.Manager.Listen(r.changed)
	for range o.Workers {
		r.staff.Go(r.work)
	}
	r.staff.Go(r.dispatch)
	return r
}

// changed is told of a campaign that was created, resumed or cancelled.
func (r *Runner) changed(id string, over bool) {
	if over {
		r.drop(id)
	}
	r.look()
}

// look has the dispatcher look again whether there is something to do.
func (r *Runner) look() {
	select {
	case r.arrived <- struct{}{}:
	default: // it is going to
	}
}

// drop stops the work on a campaign.
func (r *Runner) drop(id string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for at, t := range r.running {
		if at.campaign == id {
			t.drop()
		}
	}
}

// dispatch is the life of the dispatcher: whenever a worker has nothing to do it looks for
// a range, and if there is none, waits until there may be one.
func (r *Runner) dispatch() {
	defer close(r.tasks)
	for {
		select {
		case <-r.idle:
		case <-r.life.Done():
			return
		}
		for {
			t, found, err := r.next()
			if found {
				r.tasks <- t // an idle worker waits for it
				break
			}
			if err != nil && r.life.Err() == nil {
				r.Log.Warn("campaigns wait for the store", "error", err)
			}
			again := time.NewTimer(poll)
			select {
			case <-r.arrived:
			case <-again.C:
			case <-r.life.Done():
			}
			again.Stop()
			if r.life.Err() != nil {
				return
			}
		}
	}
}

// next finds the range that is to be done next, if any: of the campaigns of the first
// priority of which there is one, that on which the least was spent.
func (r *Runner) next() (task, bool, error) {
	short, cancel := context.WithTimeout(r.life, timeout)
	defer cancel()
	unfinished, err := r.Store.Campaigns(short, campaign.Filter{Unfinished: true})
	if err != nil {
		return task{}, false, err
	}
	spent := r.account(unfinished)
	slices.SortFunc(unfinished, func(a, b campaign.Campaign) int {
		return cmp.Or(cmp.Compare(a.Priority, b.Priority), cmp.Compare(spent[a.ID], spent[b.ID]), cmp.Compare(a.Number, b.Number))
	})
	for i := range unfinished {
		c := &unfinished[i]
		stopped, err := r.planner.Check(short, c)
		if err != nil {
			return task{}, false, err
		}
		if stopped {
			r.Manager.Tell(c.ID)
		}
	}
	for i := range unfinished {
		if t, found, err := r.take(short, &unfinished[i]); found || err != nil {
			return t, found, err
		}
	}
	return task{}, false, nil
}

// account gives what was spent on each of the campaigns. One that is new begins with as
// little as any of its priority, so that it is not ahead of the others for long.
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

// take takes a range of a campaign, if there is one: one that is open and not worked on,
// as there are after a restart, else a new one.
func (r *Runner) take(ctx context.Context, c *campaign.Campaign) (task, bool, error) {
	if c.Share > 0 && r.busy(c.ID) >= c.Share {
		return task{}, false, nil
	}
	open, err := r.Store.OpenRanges(ctx, c.ID)
	if err != nil {
		return task{}, false, err
	}
	// One that was resumed is running from now on, though its open ranges come first.
	if c.State == campaign.Queued && len(open) > 0 {
		if _, err := r.planner.HandOut(ctx, c, len(open)); err != nil {
			return task{}, false, err
		}
		r.Manager.Tell(c.ID)
	}
	// What this program would find of a campaign of another epoch would not count: it is for
	// the store to end that.
	if c.Epoch == solver.Epoch {
		if t, free := r.claim(c, open); free {
			return t, true, nil
		}
	}
	fresh, err := r.planner.HandOut(ctx, c, len(open)+1)
	if err != nil {
		return task{}, false, err
	}
	if c.State == campaign.Queued && len(fresh) > 0 {
		r.Manager.Tell(c.ID)
	}
	t, free := r.claim(c, fresh)
	return t, free, nil
}

// busy counts the ranges of a campaign that are worked on.
func (r *Runner) busy(id string) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := 0
	for at := range r.running {
		if at.campaign == id {
			n++
		}
	}
	return n
}

// claim notes that the first of these ranges that is not worked on is from now on; false if
// there is none.
func (r *Runner) claim(c *campaign.Campaign, open []store.Range) (task, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, o := range open {
		t := task{campaign: *c, Range: o}
		if r.running[t.place()] != nil {
			continue
		}
		t.ctx, t.drop = context.WithCancel(r.life)
		r.running[t.place()] = &t
		r.spent[c.ID] += r.planner.Aim // until it is known
		return t, true
	}
	return task{}, false
}

// release notes that a range is not worked on any more.
func (r *Runner) release(t *task, busy time.Duration) {
	t.drop()
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.running, t.place())
	if _, there := r.spent[t.Campaign]; there {
		r.spent[t.Campaign] += busy - r.planner.Aim
	}
	r.look() // the campaign may have had its share
}

// work is the life of a worker.
func (r *Runner) work() {
	w := r.NewWorker()
	for {
		r.idle <- struct{}{}
		t, more := <-r.tasks
		if !more {
			return
		}
		r.do(w, &t)
	}
}

// do does a range, and has it counted.
func (r *Runner) do(w *Worker, t *task) {
	var done store.FinishedRange
	defer func() { r.release(t, done.Busy) }()
	done, err := w.Do(t.ctx, t.campaign, t.Range)
	if err == nil {
		err = r.finish(t, &done)
	}
	var fault *Fault
	switch {
	case err == nil, t.ctx.Err() != nil:
	case errors.As(err, &fault):
		_ = insist(t.ctx, r.Log, "a campaign can't be ended", func(ctx context.Context) error { return r.fail(ctx, t.Campaign, fault) })
	default: // the store can't say what is known; the range stays open, and is taken again
		r.Log.Warn("a range of a campaign is put off", "campaign", t.Campaign, "error", err)
		wait(t.ctx, poll)
	}
}

// finish has a range counted. The error is a *Fault, or that the campaign or the process
// ends.
func (r *Runner) finish(t *task, done *store.FinishedRange) error {
	counted := false
	err := insist(t.ctx, r.Log, "a range of a campaign can't be stored", func(ctx context.Context) (err error) {
		done.At = time.Now()
		counted, err = r.Store.FinishRange(ctx, *done)
		return kept(done, err)
	})
	if err != nil {
		return err
	}
	if counted { // else the campaign has ended, or this was written when it seemed not to be
		r.Observer.RangeFinished(done)
	}
	r.Manager.Tell(t.Campaign)
	return nil
}

// fail ends a campaign, loudly.
func (r *Runner) fail(ctx context.Context, id string, why error) error {
	ended, err := r.Store.EndCampaign(ctx, id, campaign.Failed, why.Error(), time.Now())
	if !ended {
		return err
	}
	r.Log.Error("a campaign has failed", "campaign", id, "error", why)
	r.Observer.CampaignFailed()
	r.drop(id)
	r.Manager.Tell(id)
	return nil
}

// insist tries something with growing pauses until the store does it, it turns out to be a
// Fault, or the context ends.
func insist(ctx context.Context, log *slog.Logger, otherwise string, try func(context.Context) error) error {
	for pause := 100 * time.Millisecond; ; pause = min(2*pause, 5*time.Second) {
		short, cancel := context.WithTimeout(ctx, timeout)
		err := try(short)
		cancel()
		var fault *Fault
		if err == nil || errors.As(err, &fault) {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		log.Warn(otherwise+"; it is tried again", "error", err)
		wait(ctx, pause)
	}
}

// wait waits so long, or until the context ends.
func wait(ctx context.Context, pause time.Duration) {
	enough := time.NewTimer(pause)
	defer enough.Stop()
	select {
	case <-enough.C:
	case <-ctx.Done():
	}
}

// Close gives up what is worked on, which stays open in the store. The error is the
// context's if that ends before the workers do.
func (r *Runner) Close(ctx context.Context) error {
	r.end()
	ended := make(chan struct{})
	go func() {
		r.staff.Wait()
		close(ended)
	}()
	select {
	case <-ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
