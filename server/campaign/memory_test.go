package campaign_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// memory is a store of campaigns in memory, whose calls fail as a test wants.
type memory struct {
	mu     sync.Mutex
	rows   []*row
	known  []store.KnownVerdict // beside what its campaigns found
	calls  map[string]int
	faults func(call string, n int) fault // of the n-th call of this name, from 1; nil if none
}

// row is a campaign.
type row struct {
	campaign.Campaign
	ranges  []store.Range
	done    map[int64]bool // by the first seed
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

func (m *memory) AddCampaign(ctx context.Context, c campaign.Campaign) (campaign.Campaign, error) {
	f := m.begin(ctx, "AddCampaign")
	defer m.mu.Unlock()
	if f == before {
		return campaign.Campaign{}, errDown
	}
	c.Number, c.State, c.Version, c.Next = int64(len(m.rows)+1), campaign.Queued, 1, c.First
	m.rows = append(m.rows, &row{Campaign: c, done: map[int64]bool{}, results: map[int64]campaign.Result{}})
	if f == after {
		return campaign.Campaign{}, errDown
	}
	return c, nil
}

func (m *memory) ImportCampaign(context.Context, campaign.Campaign, []campaign.Result, bool) (campaign.Campaign, error) {
	return campaign.Campaign{}, errors.New("nothing is imported in these tests")
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

func (m *memory) Changes(ctx context.Context, since time.Time) (map[string]int64, error) {
	f := m.begin(ctx, "Changes")
	defer m.mu.Unlock()
	if f != none {
		return nil, errDown
	}
	versions := map[string]int64{}
	for _, r := range m.rows {
		if r.Ended.IsZero() || !r.Ended.Before(since) {
			versions[r.ID] = r.Version
		}
	}
	return versions, nil
}

func (m *memory) HandOut(ctx context.Context, id string, seeds int64, open int, now time.Time) ([]store.Range, error) {
	f := m.begin(ctx, "HandOut")
	defer m.mu.Unlock()
	r := m.find(id)
	if f == before {
		return nil, errDown
	}
	if r != nil && r.Ended.IsZero() && r.Epoch < solver.Epoch {
		r.State, r.Reason, r.Ended = campaign.Failed, "of an earlier epoch", now
		r.Version++
	}
	if r == nil || !r.Ended.IsZero() || r.Stopping {
		return nil, nil
	}
	if r.State == campaign.Queued {
		r.State, r.Started = campaign.Running, now
		r.Version++
	}
	var list []store.Range
	for len(r.open()) < open && r.Next <= r.Last {
		last := min(r.Last, r.Next+seeds-1)
		list = append(list, store.Range{Campaign: r.ID, Number: r.Number, First: r.Next, Last: last})
		r.ranges = append(r.ranges, list[len(list)-1])
		r.Next = last + 1
	}
	if f == after {
		return nil, errDown
	}
	return list, nil
}

func (r *row) open() []store.Range {
	var list []store.Range
	for _, o := range r.ranges {
		if !r.done[o.First] {
			list = append(list, o)
		}
	}
	return list
}

func (m *memory) OpenRanges(ctx context.Context, id string) ([]store.Range, error) {
	f := m.begin(ctx, "OpenRanges")
	defer m.mu.Unlock()
	if f != none {
		return nil, errDown
	}
	if r := m.find(id); r != nil {
		return r.open(), nil
	}
	return nil, nil
}

func (m *memory) FinishRange(ctx context.Context, d store.FinishedRange) (bool, error) {
	f := m.begin(ctx, "FinishRange")
	defer m.mu.Unlock()
	if f == before {
		return false, errDown
	}
	r := m.find(d.Campaign)
	if r == nil || !r.Ended.IsZero() || r.done[d.First] || r.Epoch != solver.Epoch {
		return false, nil
	}
	if !slices.Contains(r.ranges, d.Range) || int64(len(d.Results)) != d.Last-d.First+1 {
		return false, fmt.Errorf("a range from %d to %d of %d results was not handed out", d.First, d.Last, len(d.Results))
	}
	r.done[d.First] = true
	r.Busy += d.Busy
	for _, x := range d.Results {
		r.results[x.Seed] = x
		r.count(x)
		if x.Inferred {
			r.Inferred++
		}
	}
	r.Version++
	r.settle(d.At)
	if f == after {
		return false, errDown
	}
	return true, nil
}

func (r *row) count(x campaign.Result) {
	switch {
	case x.Verdict == solver.Winnable:
		r.Tally.Winnable++
	case x.Verdict == solver.Unwinnable:
		r.Tally.Unwinnable++
	case x.Verdict == solver.Unknown:
		r.Tally.Unknown++
	case x.Won:
		r.Tally.Won++
	default:
		r.Tally.Lost++
	}
}

// settle ends a campaign that has no open ranges and no more to hand out.
func (r *row) settle(now time.Time) {
	if len(r.open()) == 0 && (r.Stopping || r.Next > r.Last) {
		r.State, r.Ended = campaign.Done, now
	}
}

func (m *memory) StopCampaign(ctx context.Context, id, reason string, now time.Time) (bool, error) {
	f := m.begin(ctx, "StopCampaign")
	defer m.mu.Unlock()
	r := m.find(id)
	switch {
	case f == before:
		return false, errDown
	case r == nil || !r.Ended.IsZero() || r.Stopping:
		return false, nil
	}
	r.Stopping, r.Reason = true, reason
	r.Version++
	r.settle(now)
	if f == after {
		return false, errDown
	}
	return true, nil
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

func (m *memory) Pairs(context.Context, store.RulesDigest, store.RulesDigest, string) (map[[2]solver.Verdict]int64, error) {
	return nil, errors.New("nothing is paired in these tests")
}

func (m *memory) Decided(context.Context, store.RulesDigest) (int64, error) {
	return 0, errors.New("nothing is compared in these tests")
}

func (m *memory) Contradictions(context.Context, store.RulesDigest, int) ([]stats.Contradiction, error) {
	return nil, errors.New("not used in these tests")
}
