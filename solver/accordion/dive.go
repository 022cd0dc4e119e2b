package accordion

import (
	"math/rand/v2"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// diveStates is how many states a dive may look at before it starts anew.
const diveStates = 300

// dive goes down from the row depth first, the most promising step first, and tells
// whether it came to a single pile.
func (e *Engine) dive() bool {
	e.path = e.path[:0]
	e.listed = e.listed[:0]
	e.left = diveStates
	return e.plunge()
}

func (e *Engine) plunge() bool {
	w := e.row
	if len(w.cards) == 1 {
		return true
	}
	if e.left == 0 || !e.spend() {
		return false
	}
	e.left--
	first := len(e.listed)
	e.listed = w.steps(e.listed)
	for i := first; i < len(e.listed); i++ {
		m := e.listed[i].step
		w.do(&m)
		e.listed[i].worth = w.promise(e.random)
		w.undo(&m)
	}
	for len(e.listed) > first {
		m := takeBest(&e.listed, first)
		w.do(&m)
		e.path = append(e.path, m)
		if e.plunge() {
			return true
		}
		e.path = e.path[:len(e.path)-1]
		w.undo(&m)
		if e.left == 0 || e.because != "" {
			break
		}
	}
	e.listed = e.listed[:first]
	return false
}

// promise is how good a row looks: many moves, and ranks that occur often, since a
// rank that is alone can only go by its suit; with some noise.
func (w *row) promise(random *rand.Rand) int {
	moves := 0
	var ranks [card.MaxRank + 1]int
	for i, c := range w.cards {
		ranks[c.Rank()]++
		for _, d := range w.distances {
			if j := i + d; j >= 0 && j < len(w.cards) && w.match[c]&(1<<w.cards[j]) != 0 {
				moves++
			}
		}
	}
	twins := 0
	for _, n := range ranks {
		twins += n * n
	}
	return 16*(4*moves+60*twins/(len(w.cards)+5)) + random.IntN(48)
}
