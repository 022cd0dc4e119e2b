package beam

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/memory"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/state"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// weights are the terms of a state's score. A smaller score is better. They are in sixteenths, so
// that those of a restart can differ a little.
type weights struct {
	card       int32 // a card that is not up
	down       int32 // a face-down card
	broken     int32 // a card that is not built on the one below it
	block      int32 // a card above a lower one of its suit
	onLower    int32 // a card on one of lower rank
	cover      int32 // a break above a card, by nearness
	space      int32 // an empty column
	waste      int32 // a card of the waste
	wasteBlock int32 // a card of the waste above a lower one of its suit
	wasteLower int32 // a card of the waste on one of lower rank
	wasteCover int32 // a card of the waste above another, by nearness
	reserve    int32 // a card of the reserve
	pile       int32 // a card of a stacked reserve above another, by nearness
	cell       int32 // a card in a cell
	offSuit    int32 // a card on the next higher one that does not move with it
	joined     int32 // a card on the next higher one that moves with it
	base       int32 // a column whose first card is not a king
}

// each returns all weights.
func (w *weights) each() []*int32 {
	return []*int32{
		&w.card, &w.down, &w.broken, &w.block, &w.onLower, &w.cover, &w.space, &w.waste,
		&w.wasteBlock, &w.wasteLower, &w.wasteCover, &w.reserve, &w.pile, &w.cell,
		&w.offSuit, &w.joined, &w.base,
	}
}

// factors multiply the weights for a restart, in hundredths.
var factors = [16]int32{0, 0, 25, 40, 50, 60, 70, 80, 90, 100, 115, 130, 150, 180, 220, 300}

// leastCard is the least factor of the weight of a card that is not up. With the factor 0 beams win
// almost no deal.
const leastCard = 40

// vary multiplies each weight by one of the factors.
func (w *weights) vary(seed uint64) {
	next := memory.Random(seed)
	for _, v := range w.each() {
		factor := factors[next()>>60]
		if v == &w.card {
			factor = max(factor, leastCard)
		}
		*v = *v * factor / 100
	}
}

// weightsFor returns the weights for a game.
func weightsFor(r *rules.Rules) weights {
	w := weights{
		card: 24, down: 24, broken: 6, block: 8, onLower: 8, cover: 12, space: 20,
		waste: 12, wasteBlock: 4, wasteLower: 4, wasteCover: 6, reserve: 20, cell: 20,
	}
	if r.Reserve.Size > 0 && !r.Reserve.Stacked {
		w.reserve = -10
	}
	if state.LikeSpider(r) {
		// What matters most is that a card on the next higher one of another suit is nearly as bad
		// as on any other card (docs/research/diaries/beams.md).
		w = weights{card: 6, down: 6, broken: 20, offSuit: 12, joined: -5, base: 8, space: 20}
	}
	for _, v := range w.each() {
		*v *= 16
	}
	return w
}

// leanWeights returns the weights for beams that take cards back. Most terms are left out. The
// cards that are not up and those of the waste count, and a little the cards that cover cards which
// go up soon.
func leanWeights(r *rules.Rules) weights {
	w := weightsFor(r)
	return weights{card: 240, cover: 40, waste: 540, wasteLower: 120, wasteCover: 60, reserve: w.reserve, cell: w.cell}
}
