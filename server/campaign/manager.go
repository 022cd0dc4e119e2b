package campaign

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/job"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/watch"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
)

// ErrClosed is the error of calls after Close.
var ErrClosed = errors.New("the campaign manager is closed")

// Store keeps campaigns, as a [store.Store] does.
type Store interface {
	AddCampaign(ctx context.Context, c campaign.Campaign, tell job.Webhook) (campaign.Campaign, error)
	Campaign(ctx context.Context, id string) (campaign.Campaign, bool, error)
	Campaigns(ctx context.Context, which campaign.Filter) ([]campaign.Campaign, error)
	Results(ctx context.Context, id string, from int64, most int) ([]campaign.Result, error)
	EndCampaign(ctx context.Context, id, state, reason string, now time.Time) (bool, error)
	ResumeCampaign(ctx context.Context, id string) (bool, error)
	DeleteCampaign(ctx context.Context, id string) (bool, error)
}

// Options configure a Manager.
type Options struct {
	Store  Store
	Most   store.Limits // limits of unfinished campaigns
	Others *watch.Relay // reports changes to other processes; nil if there are none
}

const (
	poll    = time.Second      // between two looks for changes by other processes
	timeout = 10 * time.Second // of one call of the store
	asked   = 2 * time.Second  // of one that a client waits for
)

// Manager creates campaigns and reports their progress. [Runner] does their work.
type Manager struct {
	Options
	hub watch.Hub

	life context.Context // ends with Close
	end  context.CancelFunc

	create sync.Mutex // held while campaigns are counted and one is created or resumed
}

// New returns a manager.
func New(o Options) *Manager {
	o.Others = cmp.Or(o.Others, watch.NewRelay(nil, nil))
	m := &Manager{Options: o}
	m.life, m.end = context.WithCancel(context.Background())
	m.Others.Listen(m.heard)
	return m
}

// heard is called for changes by any process.
func (m *Manager) heard(c watch.Change) {
	if c.ID == "" {
		m.hub.TellAll()
		return
	}
	m.hub.Tell(c.ID)
}

// Create adds a queued campaign and returns it. If id is empty, the campaign gets a new one. The
// webhook tell is called when it has ended. The error is a *campaign.Invalid if the plan is not valid,
// and a *store.LimitReached if there are too many unfinished campaigns.
func (m *Manager) Create(ctx context.Context, id string, p campaign.Plan, tell job.Webhook) (campaign.Campaign, error) {
	if m.life.Err() != nil {
		return campaign.Campaign{}, ErrClosed
	}
	if err := p.Settle(); err != nil {
		return campaign.Campaign{}, err
	}
	short, cancel := context.WithTimeout(ctx, asked)
	defer cancel()
	m.create.Lock()
	defer m.create.Unlock()
	if err := m.checkLimits(short, p.Client); err != nil {
		return campaign.Campaign{}, err
	}
	c, err := m.Store.AddCampaign(short, campaign.Campaign{
		Plan: p, ID: cmp.Or(id, rand.Text()), PlayedBy: p.PlayedBy(), Epoch: solver.Epoch, Created: time.Now().Truncate(time.Millisecond),
	}, tell)
	if err == nil {
		m.Others.Tell(c.ID, watch.Begun)
	}
	return c, err
}

// checkLimits returns a *store.LimitReached if there are as many unfinished campaigns as allowed.
func (m *Manager) checkLimits(ctx context.Context, client string) error {
	unfinished, err := m.Store.Campaigns(ctx, campaign.Filter{Unfinished: true})
	if err != nil {
		return err
	}
	if len(unfinished) >= m.Most.All {
		return &store.LimitReached{What: "campaigns"}
	}
	theirs := 0
	for i := range unfinished {
		if unfinished[i].Client == client {
			theirs++
		}
	}
	if theirs >= m.Most.Client {
		return &store.LimitReached{What: "campaigns", Client: true}
	}
	return nil
}

// Campaign returns the campaign with an id. It returns false if there is none.
func (m *Manager) Campaign(ctx context.Context, id string) (campaign.Campaign, bool, error) {
	short, cancel := context.WithTimeout(ctx, asked)
	defer cancel()
	return m.Store.Campaign(short, id)
}

// List returns the campaigns that pass a filter, the newest first.
func (m *Manager) List(ctx context.Context, which campaign.Filter) ([]campaign.Campaign, error) {
	short, cancel := context.WithTimeout(ctx, asked)
	defer cancel()
	return m.Store.Campaigns(short, which)
}

// Results returns up to most results of a campaign by seed, beginning with the seed from.
func (m *Manager) Results(ctx context.Context, id string, from int64, most int) ([]campaign.Result, error) {
	short, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	return m.Store.Results(short, id, from, most)
}

// Cancel ends an unfinished campaign at once. It returns false if the campaign has ended already or
// does not exist.
func (m *Manager) Cancel(ctx context.Context, id string) (bool, error) {
	short, cancel := context.WithTimeout(ctx, asked)
	defer cancel()
	done, err := m.Store.EndCampaign(short, id, campaign.Cancelled, "it was cancelled", time.Now())
	if done {
		m.Others.Tell(id, watch.Ended)
	}
	return done, err
}

// Resume continues a cancelled or failed campaign. It returns false if the campaign does not exist,
// has another state, or is of another epoch. The error is a *store.LimitReached if there are too
// many unfinished campaigns.
func (m *Manager) Resume(ctx context.Context, id string) (bool, error) {
	short, cancel := context.WithTimeout(ctx, asked)
	defer cancel()
	c, found, err := m.Store.Campaign(short, id)
	if err != nil || !found || c.State != campaign.Cancelled && c.State != campaign.Failed {
		return false, err
	}
	m.create.Lock()
	defer m.create.Unlock()
	if err := m.checkLimits(short, c.Client); err != nil {
		return false, err
	}
	done, err := m.Store.ResumeCampaign(short, id)
	if done {
		m.Others.Tell(id, watch.Begun)
	}
	return done, err
}

// Delete deletes a campaign that has ended, with its results. It returns false if there is no ended
// campaign with this id.
func (m *Manager) Delete(ctx context.Context, id string) (bool, error) {
	// A million rows take longer than the timeout.
	done, err := m.Store.DeleteCampaign(ctx, id)
	if done {
		m.Others.Tell(id, watch.Ended)
	}
	return done, err
}

// Watch waits until the version of a campaign differs from known, and returns the campaign. It returns
// false if the campaign does not exist. If the context ends first, it returns the context's error. If
// the store fails after the first read, Watch tries again.
func (m *Manager) Watch(ctx context.Context, id string, known int64) (campaign.Campaign, bool, error) {
	changed, forget := m.hub.Listen(id)
	defer forget()
	for again := false; ; again = true {
		c, found, err := m.Campaign(ctx, id)
		down := err != nil && again && !errors.Is(err, solver.ErrDamaged)
		if !down && (err != nil || !found || c.Version != known) {
			return c, found, err
		}
		select {
		case <-changed:
		case <-time.After(m.Others.Interval(poll)):
		case <-ctx.Done():
			return campaign.Campaign{}, false, ctx.Err()
		case <-m.life.Done():
			return campaign.Campaign{}, false, ErrClosed
		}
	}
}

// Close ends all calls of Watch.
func (m *Manager) Close(context.Context) error {
	m.end()
	return nil
}
