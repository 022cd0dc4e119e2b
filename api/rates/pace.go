package rates

import (
	"math"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
)

// pace is the recent progress of a campaign, noted at each request for it. The average since the
// start says little about a campaign that was interrupted.
type pace struct {
	mu    sync.Mutex
	marks []paceMark // oldest first
}

type paceMark struct {
	at   time.Time
	done int64
}

const (
	// paceWindow is the time over which the pace is measured.
	paceWindow = time.Minute
	// paceLeast is the minimum time to measure a pace. Ranges of deals take some seconds.
	paceLeast = 10 * time.Second
	// paceMarks is the minimum time between two marks.
	paceMarks = time.Second
	// mostPaced is the number of campaigns whose pace is kept.
	mostPaced = 1000
)

// note records the number of deals that are done now. It returns the pace in deals per second, or 0 if the
// pace is not known yet.
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

// describe renders a campaign.
func (c *Calls) describe(of *campaign.Campaign) Campaign {
	now := time.Now()
	return CampaignAnswer(of, now, c.paceOf(of, now))
}

// Pace returns the pace of a campaign in deals per second, rounded to three digits. It is 0 if it
// is not known.
func (c *Calls) Pace(of *campaign.Campaign, now time.Time) float64 {
	return rounded(c.paceOf(of, now))
}

// paceOf returns the pace of a campaign in deals per second. It is the recent pace, or the average
// if the recent one is not known, or 0 if neither is known.
func (c *Calls) paceOf(of *campaign.Campaign, now time.Time) float64 {
	switch {
	case of.Source != "": // imported
		return 0
	case of.Final():
		return of.Average(of.Ended)
	}
	recent, found := c.paces.Get(of.ID)
	if !found {
		recent = new(pace)
		c.paces.Add(of.ID, recent)
	}
	if perSecond := recent.note(now, of.Tally.Deals()); perSecond > 0 {
		return perSecond
	}
	return of.Average(now)
}

// rounded rounds to three significant digits.
func rounded(x float64) float64 {
	if x == 0 {
		return 0
	}
	unit := math.Pow10(2 - int(math.Floor(math.Log10(x))))
	return math.Round(x*unit) / unit
}
