package campaign_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/job"
	runner "github.com/thoughtful-solitaire/thoughtful/server/campaign"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
)

// memory is a store of campaigns in memory, whose calls fail as a test wants. It has what a manager and
// workers call.
type memory struct {
	unused
	mu     sync.Mutex
	rows   []*row
	known  []store.KnownVerdict // beside what its campaigns found
	calls  map[string]int
	faults func(call string, n int) fault // of the n-th call of this name, from 1; nil if none
}

// unused is what no test calls.
type unused interface{ runner.Ranges }

// row is a campaign.
type row struct {
	campaign.Campaign
	results map[int64]campaign.Result
}

// fault is what goes wrong with a call.
type fault int

const (
	none   fault = iota
	before       // it fails, and nothing is done
	after        // it is done, but returns an error
)

var errDown = errors.New("the store is down")

// begin begins a call and returns how it fails. It locks the store; the caller unlocks it.
func (m *memory) begin(ctx context.Context, call string) fault {
	m.mu.Lock()
	if m.calls == nil {
		m.calls = map[string]int{}
	}
	m.calls[call]++
	if ctx.Err() != nil {
		return before
	}
	if m.faults == nil {
		return none
	}
	return m.faults(call, m.calls[call])
}

// called returns how often a call was made.
func (m *memory) called(call string) int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.calls[call]
}

func (m *memory) find(id string) *row {
	for _, r := range m.rows {
		if r.ID == id {
			return r
		}
	}
	return nil
}

func (m *memory) AddCampaign(ctx context.Context, c campaign.Campaign, _ job.Webhook) (campaign.Campaign, error) {
	f := m.begin(ctx, "AddCampaign")
	defer m.mu.Unlock()
	if f == before {
		return campaign.Campaign{}, errDown
	}
	c.Number, c.State, c.Version, c.Next = int64(len(m.rows)+1), campaign.Queued, 1, c.First
	m.rows = append(m.rows, &row{Campaign: c, results: map[int64]campaign.Result{}})
	if f == after {
		return campaign.Campaign{}, errDown
	}
	return c, nil
}

func (m *memory) Campaign(ctx context.Context, id string) (campaign.Campaign, bool, error) {
	f := m.begin(ctx, "Campaign")
	defer m.mu.Unlock()
	r := m.find(id)
	switch {
	case f != none:
		return campaign.Campaign{}, false, errDown
	case r == nil:
		return campaign.Campaign{}, false, nil
	}
	return r.Campaign, true, nil
}

func (m *memory) Campaigns(ctx context.Context, which campaign.Filter) ([]campaign.Campaign, error) {
	f := m.begin(ctx, "Campaigns")
	defer m.mu.Unlock()
	if f != none {
		return nil, errDown
	}
	var list []campaign.Campaign
	for _, r := range slices.Backward(m.rows) {
		if !which.Unfinished || r.Ended.IsZero() {
			list = append(list, r.Campaign)
		}
	}
	return list, nil
}

func (m *memory) EndCampaign(ctx context.Context, id, state, reason string, now time.Time) (bool, error) {
	f := m.begin(ctx, "EndCampaign")
	defer m.mu.Unlock()
	r := m.find(id)
	switch {
	case f == before:
		return false, errDown
	case r == nil || !r.Ended.IsZero():
		return false, nil
	}
	r.State, r.Reason, r.Ended = state, reason, now
	r.Version++
	if f == after {
		return false, errDown
	}
	return true, nil
}

func (m *memory) ResumeCampaign(ctx context.Context, id string) (bool, error) {
	f := m.begin(ctx, "ResumeCampaign")
	defer m.mu.Unlock()
	r := m.find(id)
	switch {
	case f != none:
		return false, errDown
	case r == nil || r.State != campaign.Cancelled && r.State != campaign.Failed:
		return false, nil
	}
	r.State, r.Reason, r.Stopping, r.Ended = campaign.Queued, "", false, time.Time{}
	r.Version++
	return true, nil
}

func (m *memory) DeleteCampaign(ctx context.Context, id string) (bool, error) {
	f := m.begin(ctx, "DeleteCampaign")
	defer m.mu.Unlock()
	r := m.find(id)
	switch {
	case f != none:
		return false, errDown
	case r == nil || r.Ended.IsZero():
		return false, nil
	}
	m.rows = slices.DeleteFunc(m.rows, func(o *row) bool { return o == r })
	return true, nil
}

func (m *memory) Results(ctx context.Context, id string, from int64, most int) ([]campaign.Result, error) {
	f := m.begin(ctx, "Results")
	defer m.mu.Unlock()
	if f != none {
		return nil, errDown
	}
	var list []campaign.Result
	if r := m.find(id); r != nil {
		for _, seed := range slices.Sorted(maps.Keys(r.results)) {
			if seed >= from && len(list) < most {
				list = append(list, r.results[seed])
			}
		}
	}
	return list, nil
}

func (m *memory) Known(ctx context.Context, of []store.RulesDigest, scheme string, first, last int64) ([]store.KnownVerdict, error) {
	f := m.begin(ctx, "Known")
	defer m.mu.Unlock()
	if f != none {
		return nil, errDown
	}
	var list []store.KnownVerdict
	add := func(k store.KnownVerdict) {
		if slices.Contains(of, k.Rules) && k.Seed >= first && k.Seed <= last {
			list = append(list, k)
		}
	}
	for _, k := range m.known {
		add(k)
	}
	for _, r := range m.rows {
		for seed := first; seed <= last; seed++ {
			x := r.results[seed]
			if r.Scheme == scheme && (x.Verdict == solver.Winnable || x.Verdict == solver.Unwinnable) {
				add(store.KnownVerdict{Rules: store.DigestOf(&r.Rules), Seed: seed, Verdict: x.Verdict})
			}
		}
	}
	return list, nil
}
