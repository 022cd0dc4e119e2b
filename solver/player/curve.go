package player

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"math"
	"sync"

	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Curve says how often games are won after a move, given the share of deals that an
// engine wins after it which sees all cards. Such an engine never has to guess, so that its
// share is too large (averaging over clairvoyance: Bjarnason, Fern & Tadepalli, "Lower
// Bounding Klondike Solitaire with Monte-Carlo Planning", ICAPS 2009, figure 2), and by the
// more the more cards are hidden. By how much, games say that were played to their end by
// first moves: logistic regression of their outcomes on [Evaluation.Features].
type Curve struct {
	Advisor string `json:"advisor"`
	Game    string `json:"game"` // the catalogue's name

	// In the games that it was made from so many cards were hidden. Beyond, it bends where it
	// likes.
	Fewest int `json:"fewest"`
	Most   int `json:"most"`

	Weights [Features]float64           `json:"weights"`
	Spread  [Features][Features]float64 `json:"spread"` // covariance of the weights; the games are the sample
}

// Features is how many there are.
const Features = 4

// hiddenUnit makes the number of hidden cards a number about one.
const hiddenUnit = 20

// Features are what a curve looks at: 1, the log odds x of the share, the number h of hidden
// cards, and x·h.
func (w *Evaluation) Features(hidden int) [Features]float64 {
	p := w.wins()
	x, h := math.Log(p/(1-p)), float64(hidden)/hiddenUnit
	return [Features]float64{1, x, h, x * h}
}

// wins is the share of deals won, kept away from 0 and 1 by half a deal.
func (w *Evaluation) wins() float64 {
	return (w.Wins*float64(w.Samples) + 0.5) / (float64(w.Samples) + 1)
}

// Advised says how often a move wins, of so many hidden cards. What it is said to lie
// between has room for the error of the deals that it was judged on, and of the games that
// the curve was made from.
func (c *Curve) Advised(w *Evaluation, hidden int) Advised {
	f := w.Features(hidden)
	odds, variance := 0., 0.
	for i := range f {
		odds += c.Weights[i] * f[i]
		for j := range f {
			variance += f[i] * c.Spread[i][j] * f[j]
		}
	}
	p := w.wins()
	slope := c.Weights[1] + c.Weights[3]*f[2]
	variance += slope * slope / ((float64(w.Samples) + 1) * p * (1 - p))
	const z = 1.96
	side := z * math.Sqrt(variance)
	return Advised{Move: w.Move, Win: logistic(odds), Low: logistic(odds - side), High: logistic(odds + side)}
}

func logistic(odds float64) float64 { return 1 / (1 + math.Exp(-odds)) }

// curveOf is the curve of an advisor for a game with so many hidden cards. Without games that
// were played like that it is the share itself, and not checked.
func curveOf(advisor string, r *rules.Rules, hidden int) (c *Curve, checked bool) {
	canonical := r.Canonical()
	for _, known := range Curves() {
		g, _ := rules.Lookup(known.Game)
		if known.Advisor == advisor && bytes.Equal(g.Rules.Canonical(), canonical) && known.Fewest <= hidden && hidden <= known.Most {
			return &known, true
		}
	}
	return &Curve{Weights: [Features]float64{1: 1}}, false
}

// curvesFile is made by solver/cmd/study/tables from docs/data/advice.
//
//go:embed curves.json
var curvesFile []byte

// Curves are those that were made.
var Curves = sync.OnceValue(func() []Curve {
	var all []Curve
	if err := json.Unmarshal(curvesFile, &all); err != nil {
		panic(err)
	}
	return all
})
