package api

import (
	"math"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"

	"github.com/maypok86/otter/v2"
)

// pace remembers how far a campaign was whenever somebody asked, to tell how fast it goes:
// how long ago it was begun says little of that if it was interrupted for a night.
type pace struct {
	mu    sync.Mutex
	marks []paceMark // the oldest first
}

type paceMark struct {
	at   time.Time
	done int64
}

const (
	// paceWindow is how far back it looks, if anybody has asked since then.
	paceWindow = time.Minute
	// paceLeast is the least time in which to see how fast a campaign goes: its ranges take
	// some seconds each.
	paceLeast = 10 * time.Second
	// paceMarks is the least time between two marks.
	paceMarks = time.Second
	// mostPaced is how many campaigns are remembered so.
	mostPaced = 1000
)

// note tells how many deals a second are done, 0 if it can't be told, where so many are
// done now.
func (p *pace) note(now time.Time, done int64) float64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	for len(p.marks) > 1 && now.Sub(p.marks[1].at) >= paceWindow {
		p.marks = p.marks[1:]
	}
	if n := len(p.marks); n == 0 || now.Sub(p.marks[n-1].at) >= paceMarks {
		p.marks = append(p.marks, paceMark{now, done})
	}
	first := p.marks[0]
	elapsed := now.Sub(first.at)
	if elapsed < paceLeast || done <= first.done {
		return 0
	}
	return float64(done-first.done) / elapsed.Seconds()
}

// paces remembers how fast campaigns go that somebody asks about.
type paces struct{ known *otter.Cache[string, *pace] }

func newPaces() *paces {
	return &paces{otter.Must(&otter.Options[string, *pace]{MaximumSize: mostPaced})}
}

// describe renders a campaign.
func (p *paces) describe(c *campaign.Campaign) Campaign {
	now := time.Now()
	return campaignAnswer(c, now, p.of(c, now))
}

// of returns how many deals a second a campaign does, of late if that is known, or did on
// the whole; 0 if nothing is known.
func (p *paces) of(c *campaign.Campaign, now time.Time) float64 {
	switch {
	case c.Source != "": // it did not run here
		return 0
	case c.Final():
		return c.Average(c.Ended)
	}
	recent, _ := p.known.ComputeIfAbsent(c.ID, func() (*pace, bool) { return &pace{}, false })
	if perSecond := recent.note(now, c.Tally.Deals()); perSecond > 0 {
		return perSecond
	}
	return c.Average(now)
}

// shown is of with three significant digits.
func (p *paces) shown(c *campaign.Campaign, now time.Time) float64 { return rounded(p.of(c, now)) }

// rounded keeps three significant digits.
func rounded(x float64) float64 {
	if x == 0 {
		return 0
	}
	unit := math.Pow10(2 - int(math.Floor(math.Log10(x))))
	return math.Round(x*unit) / unit
}
