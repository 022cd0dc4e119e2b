package player

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"math"
	"sync"

	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Curve is a calibration curve: it maps the share of deals that an engine wins after a move to
// the share of games that are won after it. The engine sees all cards and never has to guess,
// so its share is too high (averaging over clairvoyance: Bjarnason, Fern & Tadepalli, "Lower
// Bounding Klondike Solitaire with Monte-Carlo Planning", ICAPS 2009, figure 2). The more cards
// are hidden, the higher it is. The curve is a logistic regression of the outcomes of games,
// played to their ends by first moves, on [Evaluation.Features].
type Curve struct {
	Advisor string `json:"advisor"`
	Game    string `json:"game"`              // the catalogue's name
	Covered bool   `json:"covered,omitempty"` // for tables on which cards of rows or of the reserve are hidden

	// Fewest and Most bound the number of hidden cards in the games of the regression. The curve
	// does not hold beyond them.
	Fewest int `json:"fewest"`
	Most   int `json:"most"`

	Weights [Features]float64           `json:"weights"`
	Spread  [Features][Features]float64 `json:"spread"` // covariance of the weights; the games are the sample
}

// Features is the number of features.
const Features = 4

// hiddenUnit scales the number of hidden cards to about 1.
const hiddenUnit = 20

// Features returns the features of the regression: 1, the log odds x of the share of wins, the
// scaled number h of hidden cards, and x·h.
func (w *Evaluation) Features(hidden int) [Features]float64 {
	p := w.wins()
	x, h := math.Log(p/(1-p)), float64(hidden)/hiddenUnit
	return [Features]float64{1, x, h, x * h}
}

// wins returns the share of deals won, kept away from 0 and 1 by half a deal.
func (w *Evaluation) wins() float64 {
	return (w.Wins*float64(w.Samples) + 0.5) / (float64(w.Samples) + 1)
}

// Advised returns the calibrated probability of winning after a move, with a number of hidden
// cards. The interval includes the error of the deals that the move was evaluated on, and that
// of the regression.
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

// curveOf returns the curve of an advisor for a game with a number of hidden cards, as observed. If
// there is none, it returns the identity, and checked is false.
func curveOf(advisor string, s *Observation) (c *Curve, checked bool) {
	canonical, hidden, covered := s.Rules.Canonical(), len(s.Unseen), s.hidesCovered()
	for _, known := range Curves() {
		g, _ := rules.Lookup(known.Game)
		if known.Advisor == advisor && known.Covered == covered && bytes.Equal(g.Rules.Canonical(), canonical) && known.Fewest <= hidden && hidden <= known.Most {
			return &known, true
		}
	}
	return &Curve{Weights: [Features]float64{1: 1}}, false
}

// curvesFile is written by docs/research/study/tables from docs/research/data/advice.
//
//go:embed curves.json
var curvesFile []byte

// Curves returns all calibration curves.
var Curves = sync.OnceValue(func() []Curve {
	var all []Curve
	if err := json.Unmarshal(curvesFile, &all); err != nil {
		panic(err)
	}
	return all
})
