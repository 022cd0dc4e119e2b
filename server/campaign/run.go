package campaign

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/queue"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/watch"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
)

// RunOptions say how campaigns are run in this process.
type RunOptions struct {
	Store    store.Campaigns
	Only     string       // the one campaign that a Runner runs; empty for all
	Manager  *Manager     // is told of changes, and tells of them; nil for none
	Others   *watch.Relay // to other processes on the store; nil for none
	Workers  int          // ranges at a time
	Worker   WorkerOptions
	Aim      time.Duration // work of one range; zero means 8 s
	Log      *slog.Logger
	Observer Observer // nil for none
}

// usualAim is the work of one range where nothing else is wanted.
const usualAim = 8 * time.Second

// Observer watches the work on campaigns, for metrics.
type Observer interface {
	// RangeFinished is called for each range that was counted.
	RangeFinished(r *store.FinishedRange)
	// CampaignFailed is called for each campaign that failed.
	CampaignFailed()
}

// ignore is an Observer that does nothing.
type ignore struct{}

func (ignore) RangeFinished(*store.FinishedRange) {}
func (ignore) CampaignFailed()                    {}

// Start begins to run the campaigns of a store until stop is called: with other processes where they
// share it ([Share]), else alone ([Run]).
func Start(o RunOptions, timeout time.Duration, d *queue.Duties) (stop func(context.Context) error, err error) {
	if _, is := o.Store.(Shared); is {
		r, err := Share(o, timeout, d)
		if err != nil {
			return nil, err
		}
		return r.Close, nil
	}
	if o.Workers == 0 {
		return func(context.Context) error { return nil }, nil
	}
	return Run(o).Close, nil
}

// run is what a Runner and a River have in common.
type run struct {
	RunOptions
	running running
}

func newRun(o RunOptions) *run {
	if o.Observer == nil {
		o.Observer = ignore{}
	}
	if o.Aim == 0 {
		o.Aim = usualAim
	}
	if o.Worker.Known == nil {
		o.Worker.Known = o.Store
	}
	return &run{RunOptions: o}
}

// share bounds how many ranges of a campaign are open by the campaign's share of workers.
func share(c *campaign.Campaign, open int) int {
	if c.Share > 0 {
		return min(open, c.Share)
	}
	return open
}

// stopIfEnough stops a campaign if one of its stop rules applies. It is called before a
// range is handed out.
func (r *run) stopIfEnough(ctx context.Context, c *campaign.Campaign) error {
	now := time.Now()
	reason := c.Enough(now)
	if reason == "" || c.Stopping || c.Final() {
		return nil
	}
	stopped, err := r.Store.StopCampaign(ctx, c.ID, reason, now)
	if stopped {
		r.tell(c.ID, false)
	}
	return err
}

// finish stores what became of a range, however long the store takes. The error is a *Fault
// or the context's.
func (r *run) finish(ctx context.Context, done *store.FinishedRange, write func(context.Context) (bool, error)) error {
	counted := false
	err := r.insist(ctx, "range not stored", func(ctx context.Context) (err error) {
		done.At = time.Now()
		counted, err = write(ctx)
		if errors.Is(err, store.ErrResults) || errors.Is(err, solver.ErrDamaged) { // it will never be stored
			return &Fault{fmt.Sprintf("one of %d to %d", done.First, done.Last), err}
		}
		return err
	})
	if err != nil {
		return err
	}
	if counted { // else the campaign has ended, or the range was stored before
		r.Observer.RangeFinished(done)
	}
	r.tell(done.Campaign, false)
	return nil
}

// fail ends a campaign as failed.
func (r *run) fail(ctx context.Context, id string, why error) error {
	ended, err := r.Store.EndCampaign(ctx, id, campaign.Failed, why.Error(), time.Now())
	if !ended {
		return err
	}
	r.Log.Error("campaign failed", "campaign", id, "error", why)
	r.Observer.CampaignFailed()
	r.running.end(id)
	r.tell(id, true)
	return nil
}

// tell wakes those who watch a campaign, here and elsewhere.
func (r *run) tell(id string, over bool) {
	r.Manager.Tell(id)
	r.Others.Tell(watch.Change{ID: id, Ended: over})
}

// insist repeats a call of the store with growing pauses until it succeeds, its error is a
// *Fault, or the context ends.
func (r *run) insist(ctx context.Context, failed string, try func(context.Context) error) error {
	for pause := 100 * time.Millisecond; ; pause = min(2*pause, 5*time.Second) {
		short, cancel := context.WithTimeout(ctx, timeout)
		err := try(short)
		cancel()
		if _, fault := errors.AsType[*Fault](err); fault || err == nil {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		r.Log.Warn(failed+"; retrying", "error", err)
		wait(ctx, pause)
	}
}

// wait waits so long, or until the context ends.
func wait(ctx context.Context, pause time.Duration) {
	select {
	case <-time.After(pause):
	case <-ctx.Done():
	}
}

// place is where a range begins, by which it is known.
type place struct {
	campaign string
	first    int64
}

// work is the work on a range.
type work struct {
	place
	cancel context.CancelCauseFunc
}

// running is the work that this process does.
type running struct{ ranges sync.Map } // of *work

// errEnded is why the work on a range ends when its campaign has ended.
var errEnded = errors.New("the campaign has ended")

// add notes the work on a range, until done is called.
func (r *running) add(at place, cancel context.CancelCauseFunc) (done func()) {
	w := &work{at, cancel}
	r.ranges.Store(w, nil)
	return func() {
		cancel(nil)
		r.ranges.Delete(w)
	}
}

// places returns the ranges that are worked on.
func (r *running) places() map[place]bool {
	places := map[place]bool{}
	for w := range r.ranges.Range {
		places[w.(*work).place] = true
	}
	return places
}

// has reports whether a campaign is worked on.
func (r *running) has(id string) bool {
	for w := range r.ranges.Range {
		if w.(*work).campaign == id {
			return true
		}
	}
	return false
}

// end ends the work on a campaign.
func (r *running) end(id string) {
	for w := range r.ranges.Range {
		if w := w.(*work); w.campaign == id {
			w.cancel(errEnded)
		}
	}
}
