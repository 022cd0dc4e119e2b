package web

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/api/web/words"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// Games is the page of all games.
type Games struct {
	Count    int64
	Popular  []Offer
	Families []Department
}

// Department is a family of games on the page of all games.
type Department struct {
	Name   string
	Offers []Offer
}

// Offer is a game with what people want to know before they choose one.
type Offer struct {
	rules.Game
	Odds     *Odds // nil if not known
	Variants []rules.Game
}

// Odds says how often a game can be won, with all cards known, and how long it takes.
type Odds struct {
	Low, High float64 // of 100 deals
	Moves     int64   // of half of the solutions at most; 0 if not known
}

// vague is the width of a range, of 100 deals, that says too little.
const vague = 60

// oddsOf returns the odds of a game; nil if they are not known.
func oddsOf(r *stats.Report) *Odds {
	var known []stats.Interval
	if r.Ours.Deals() > 0 {
		known = append(known, r.Ours.Rate().Share)
	}
	for i := range r.Published {
		known = append(known, r.Published[i].Interval)
	}
	if len(known) == 0 {
		return nil
	}
	best := known[0]
	if best.Width() > vague/100.0 {
		best = slices.MinFunc(known, func(a, b stats.Interval) int { return int(math.Copysign(1, a.Width()-b.Width())) })
	}
	if best.Width() > vague/100.0 {
		return nil
	}
	o := &Odds{Low: 100 * best.Low, High: 100 * best.High}
	if moves := &r.Spread.Length; moves.N() > 0 {
		_, o.Moves = moves.Quantile(.5)
	}
	return o
}

// Middle returns the middle of the range, of 100 deals.
func (o *Odds) Middle() float64 { return math.Round(5*(o.Low+o.High)) / 10 }

// share returns the odds in percent.
func (o *Odds) share(l words.Language) string {
	low, high := math.Round(o.Low), math.Round(o.High)
	switch middle := o.Middle(); {
	case high-low > 3:
		return say(l, "{low}–{high} % can be won", "low", whole(low), "high", whole(high))
	case middle >= 99.5:
		return say(l, "over 99 % can be won")
	case middle < .5:
		return say(l, "under 1 % can be won")
	default:
		return say(l, "{n} % can be won", "n", whole(middle))
	}
}

// text returns the odds as a sentence.
func (o *Odds) text(l words.Language) string {
	low, high := math.Round(o.Low), math.Round(o.High)
	switch middle := o.Middle(); {
	case high-low > 3:
		return say(l, "{low} to {high} of 100 deals can be won.", "low", whole(low), "high", whole(high))
	case middle >= 99.5:
		return say(l, "Almost every deal can be won.")
	case middle < .5:
		return say(l, "Fewer than 1 of 100 deals can be won.")
	default:
		return say(l, "{n} of 100 deals can be won.", "n", whole(middle))
	}
}

// whole writes a number without its fraction.
func whole(n float64) string { return fmt.Sprintf("%.0f", n) }

// Length returns the number of moves, rounded for people.
func (o *Odds) Length() int64 {
	if o.Moves < 20 {
		return o.Moves
	}
	return (o.Moves + 5) / 10 * 10
}

// games answers GET /games.
//
//	@ID			gamesPage
//	@Summary	Page of all games: pictures, how often each can be won, search
//	@Router		/games [get]
func (s *Site) games(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), request.StatsTimeout)
	defer cancel()
	odds := map[string]*Odds{}
	if reports, err := s.Stats.Rates(ctx, stats.Pooled); err == nil { // without figures the page is still of use
		for i := range reports {
			odds[reports[i].Game] = oddsOf(&reports[i])
		}
	}
	p := Games{Count: int64(len(rules.Games()))}
	for _, g := range rules.Popular() {
		p.Popular = append(p.Popular, Offer{Game: g, Odds: odds[g.Name]})
	}
	for _, f := range rules.Families() {
		d := Department{Name: f.Name}
		for _, e := range f.Games {
			d.Offers = append(d.Offers, Offer{e.Game, odds[e.Name], e.Variants})
		}
		p.Families = append(p.Families, d)
	}
	return send(w, r, "games", "/games", p)
}
