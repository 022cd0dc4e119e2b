package player

import (
	"math"

	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// curve says how often games are won after a move, given the share of deals that an
// engine wins after it which sees all cards. Such an engine never has to guess, so that its
// share is too large (averaging over clairvoyance: Bjarnason, Fern & Tadepalli, "Lower
// Bounding Klondike Solitaire with Monte-Carlo Planning", ICAPS 2009, figure 2), and by the
// more the more cards are hidden. How large games say that were played to their end by
// first moves: logistic regression of their outcomes on the share's log odds x and the
// number h of hidden cards, with the terms 1, x, h and x·h.
type curve struct {
	weights [terms]float64
	spread  [terms][terms]float64 // covariance of the weights, whose samples are games
}

const terms = 4

// hiddenUnit makes the number of hidden cards a number about one.
const hiddenUnit = 20

// Features are the terms of the curve for a move.
func (w *Weighed) Features(hidden int) [terms]float64 {
	p := (w.Wins*float64(w.Samples) + 0.5) / (float64(w.Samples) + 1)
	x, h := math.Log(p/(1-p)), float64(hidden)/hiddenUnit
	return [terms]float64{1, x, h, x * h}
}

// advised says how often a move wins.
func (c *curve) advised(w *Weighed, hidden int, certain bool) Advised {
	switch {
	case w.Samples == 0, certain && w.Wins == 0:
		return Advised{Move: w.Move, Win: w.Wins, Low: 0, High: 1}
	case certain:
		return Advised{Move: w.Move, Win: w.Wins, Low: w.Wins, High: w.Wins}
	}
	f := w.Features(hidden)
	odds, variance := 0., 0.
	for i := range f {
		odds += c.weights[i] * f[i]
		for j := range f {
			variance += f[i] * c.spread[i][j] * f[j]
		}
	}
	n := float64(w.Samples) + 1
	p := (w.Wins*float64(w.Samples) + 0.5) / n
	slope := c.weights[1] + c.weights[3]*f[2]
	variance += slope * slope / (n * p * (1 - p))
	const z = 1.96
	side := z * math.Sqrt(variance)
	return Advised{Move: w.Move, Win: logistic(odds), Low: logistic(odds - side), High: logistic(odds + side)}
}

func logistic(odds float64) float64 { return 1 / (1 + math.Exp(-odds)) }

// curveOf is the curve of an advisor for a game; without games that were played it is the
// share itself.
func curveOf(advisor string, r *rules.Rules) (c *curve, checked bool) {
	for _, known := range curves {
		if known.advisor == advisor && known.plays(r) {
			return &known.curve, true
		}
	}
	return &curve{weights: [terms]float64{1: 1}}, false
}

// curves are those that were fitted.
var curves []fitted

type fitted struct {
	advisor string
	plays   func(*rules.Rules) bool
	curve
}
