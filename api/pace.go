package api

import (
	"math"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
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

// describe says a campaign in JSON.
func (s *service) describe(c *campaign.Campaign) Campaign {
	now := time.Now()
	perSecond := 0.
	switch {
	case c.Source != "": // it did not run here
	case c.Final():
		perSecond = c.Average(c.Ended)
	default:
		if perSecond = s.paceOf(c.ID).note(now, c.Tally.Deals()); perSecond == 0 {
			perSecond = c.Average(now)
		}
	}
	return campaignAnswer(c, now, perSecond)
}

// paceOf gives what is remembered of a campaign.
func (s *service) paceOf(id string) *pace {
	p, found := s.paces.get([]byte(id))
	if !found {
		p = &pace{}
		s.paces.put([]byte(id), p)
	}
	return p
}

// rounded keeps three significant digits.
func rounded(x float64) float64 {
	unit := math.Pow10(2 - int(math.Floor(math.Log10(x))))
	return math.Round(x*unit) / unit
}
