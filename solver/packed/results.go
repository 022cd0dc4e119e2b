package packed

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
)

// Results makes ranges of the results of a campaign: one for each version of the program that
// found some of them.
type Results struct {
	Subject
	Method // its Engine, if set, replaces the engines of all results

	ranges map[string]*Range // by engine
	deals  int64
}

// ResultsOf returns a maker of ranges for a campaign. Its time limit is rounded up to milliseconds.
func ResultsOf(c *campaign.Campaign) *Results {
	w := &Results{
		Subject: Subject{Game: c.Game, Rules: string(c.Rules.Canonical()), Player: c.PlayedBy, Source: c.Source, Scheme: c.Scheme, Epoch: c.Epoch},
		Method:  Method{States: c.States, Time: (c.Deadline + time.Millisecond - 1).Truncate(time.Millisecond)},
	}
	if c.Player != "" && c.PlayerSeed > 1 {
		w.Player += fmt.Sprintf(" seed=%d", c.PlayerSeed) // it plays otherwise
	}
	switch c.Source {
	case "":
	case campaign.Ours:
		w.Source = ""
	default:
		w.Epoch = 0 // other programs have none
	}
	return w
}

// Add adds a result. Results must be in order of their seeds.
func (w *Results) Add(r *campaign.Result) error {
	engine := cmp.Or(w.Engine, r.Engine)
	of := w.ranges[engine]
	if of == nil {
		of = &Range{Subject: w.Subject, Method: w.Method}
		of.Engine = engine
		if w.ranges == nil {
			w.ranges = map[string]*Range{}
		}
		w.ranges[engine] = of
	}
	v := VerdictOf(r.Verdict)
	switch {
	case w.Player != "" && r.Won:
		v = Winnable
	case w.Player != "":
		v = Unwinnable
	}
	w.deals++
	return of.AppendAt(r.Seed, v)
}

// Deals returns the number of results since the last call of Take.
func (w *Results) Deals() int64 { return w.deals }

// Take returns the ranges of the results since the last call, in order of their first deals.
func (w *Results) Take() []*Range {
	var list []*Range
	for _, r := range w.ranges {
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b *Range) int { return cmp.Compare(a.First, b.First) })
	w.ranges, w.deals = nil, 0
	return list
}
