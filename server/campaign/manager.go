package campaign

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
)

// ErrClosed is the answer to whoever asks after Close.
var ErrClosed = errors.New("the campaigns are closed")

// Options say how a Manager is made.
type Options struct {
	Store store.Campaigns
	Most  store.Crowd // unfinished campaigns
	Log   *slog.Logger
}

const (
	poll    = time.Second      // between two looks at what other processes did
	timeout = 10 * time.Second // of one call of the store
)

// Manager creates campaigns, and tells how they go. It does none of their work: whoever
// does that asks to be told of changes ([Manager.Listen]).
type Manager struct {
	Options
	hub hub

	life  context.Context // ends with Close
	end   context.CancelFunc
	staff sync.WaitGroup

	create sync.Mutex // one is created at a time, so that there are not more than there may be

	mu        sync.Mutex // guards what follows
	closed    bool
	listeners []func(id string, over bool)
	polling   bool
}

// New makes a manager.
func New(o Options) *Manager {
	m := &Manager{Options: o}
	m.life, m.end = context.WithCancel(context.Background())
	m.hub.begun = m.beginPolling
	return m
}

// Listen has a function told of each campaign that is created or resumed here, or cancelled,
// and so over, soon after. It must return quickly.
func (m *Manager) Listen(told func(id string, over bool)) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.listeners = append(m.listeners, told)
}

// Tell tells those who watch that a campaign has changed; the work on it is done elsewhere.
func (m *Manager) Tell(id string) {
	if m != nil {
		m.hub.tell(id)
	}
}

// changed tells everybody.
func (m *Manager) changed(id string, over bool) {
	m.hub.tell(id)
	m.mu.Lock()
	listeners := m.listeners
	m.mu.Unlock()
	for _, told := range listeners {
		told(id, over)
	}
}

// Create adds a campaign, which is queued. The error is a *campaign.Invalid if the plan can't be
// carried out, and a *store.Crowded if there are too many unfinished campaigns.
func (m *Manager) Create(ctx context.Context, p campaign.Plan) (campaign.Campaign, error) {
	if m.life.Err() != nil {
		return campaign.Campaign{}, ErrClosed
	}
	if err := p.Settle(); err != nil {
		return campaign.Campaign{}, err
	}
	short, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	m.create.Lock()
	defer m.create.Unlock()
	if err := m.crowded(short, p.Client); err != nil {
		return campaign.Campaign{}, err
	}
	c, err := m.Store.AddCampaign(short, campaign.Campaign{
		Plan: p, ID: rand.Text(), PlayedBy: p.PlayedBy(), Epoch: solver.Epoch, Created: time.Now().Truncate(time.Millisecond),
	})
	if err == nil {
		m.changed(c.ID, false)
	}
	return c, err
}

// crowded tells whether there are as many unfinished campaigns as there may be.
func (m *Manager) crowded(ctx context.Context, client string) error {
	unfinished, err := m.Store.Campaigns(ctx, campaign.Filter{Unfinished: true})
	if err != nil {
		return err
	}
	if len(unfinished) >= m.Most.All {
		return &store.Crowded{What: "campaigns"}
	}
	theirs := 0
	for i := range unfinished {
		if unfinished[i].Client == client {
			theirs++
		}
	}
	if theirs >= m.Most.Client {
		return &store.Crowded{What: "campaigns", Client: true}
	}
	return nil
}

// Campaign gives a campaign; false if there is none.
func (m *Manager) Campaign(ctx context.Context, id string) (campaign.Campaign, bool, error) {
	short, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	return m.Store.Campaign(short, id)
}

// List lists campaigns, the newest first.
func (m *Manager) List(ctx context.Context, which campaign.Filter) ([]campaign.Campaign, error) {
	short, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	return m.Store.Campaigns(short, which)
}

// Results gives a campaign's results by seed, from one on, at most so many.
func (m *Manager) Results(ctx context.Context, id string, from int64, most int) ([]campaign.Result, error) {
	short, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	return m.Store.Results(short, id, from, most)
}

// Cancel ends an unfinished campaign at once; false if it has ended or there is none.
func (m *Manager) Cancel(ctx context.Context, id string) (bool, error) {
	short, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	done, err := m.Store.EndCampaign(short, id, campaign.Cancelled, "it was cancelled", time.Now())
	if done {
		m.changed(id, true)
	}
	return done, err
}

// Resume has a cancelled or failed campaign go on where it was; false if it is none. The
// error is a *store.Crowded if there are too many unfinished campaigns.
func (m *Manager) Resume(ctx context.Context, id string) (bool, error) {
	short, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	c, found, err := m.Store.Campaign(short, id)
	if err != nil || !found || c.State != campaign.Cancelled && c.State != campaign.Failed {
		return false, err
	}
	m.create.Lock()
	defer m.create.Unlock()
	if err := m.crowded(short, c.Client); err != nil {
		return false, err
	}
	done, err := m.Store.ResumeCampaign(short, id)
	if done {
		m.changed(id, false)
	}
	return done, err
}

// Delete deletes a campaign that has ended, with its results; false if it has not, or there
// is none.
func (m *Manager) Delete(ctx context.Context, id string) (bool, error) {
	// There may be a million rows to delete.
	done, err := m.Store.DeleteCampaign(ctx, id)
	if done {
		m.hub.tell(id)
	}
	return done, err
}

// Watch waits until a campaign has another version than is known, and gives it; false if
// there is no such campaign (any more). The error is the context's if that ends before.
func (m *Manager) Watch(ctx context.Context, id string, known int64) (campaign.Campaign, bool, error) {
	l, forget := m.hub.listen(id, known)
	defer forget()
	for {
		c, found, err := m.Campaign(ctx, id)
		if err != nil || !found || c.Version != known {
			return c, found, err
		}
		select {
		case <-l.changed:
		case <-ctx.Done():
			return campaign.Campaign{}, false, ctx.Err()
		case <-m.life.Done():
			return campaign.Campaign{}, false, ErrClosed
		}
	}
}

// beginPolling looks at what other processes did, as long as anybody here wants to know.
func (m *Manager) beginPolling() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.polling || m.closed {
		return
	}
	m.polling = true
	m.staff.Go(m.pollChanges)
}

func (m *Manager) pollChanges() {
	again := time.NewTicker(poll)
	defer again.Stop()
	for {
		select {
		case <-again.C:
		case <-m.life.Done():
			return
		}
		if m.nobodyWatches() {
			return
		}
		short, cancel := context.WithTimeout(m.life, timeout)
		// The clocks of processes may differ a little.
		versions, err := m.Store.Changes(short, time.Now().Add(-time.Minute))
		cancel()
		switch {
		case err == nil:
			m.hub.compare(versions)
		case m.life.Err() == nil:
			m.Log.Warn("what has become of campaigns can't be read", "error", err)
		}
	}
}

// nobodyWatches ends the polling if nobody watches. Whoever begins to watch afterwards
// begins it anew.
func (m *Manager) nobodyWatches() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.polling = m.hub.anybody()
	return !m.polling
}

// Close ends what waits here.
func (m *Manager) Close(context.Context) error {
	m.mu.Lock()
	m.closed = true
	m.mu.Unlock()
	m.end()
	m.staff.Wait()
	return nil
}
