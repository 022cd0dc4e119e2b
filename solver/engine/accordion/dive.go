package accordion

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// scoredStep is a step and the score of the row after it.
type scoredStep struct {
	step
	score int
}

// dive starts dives, for the given number of states in all, and reports whether one won.
func (e *Engine) dive(states int64) bool {
	for e.begin(states); !e.over; {
		e.diveLeft = diveStates
		if e.descend() {
			return true
		}
	}
	return false
}

// descend searches depth first from the row, best score first, while the dive has states left,
// and reports whether it reached a single pile.
func (e *Engine) descend() bool {
	w := e.row
	if len(w.cards) == 1 {
		return true
	}
	if e.diveLeft == 0 || e.techniques.Pieces && !w.connected() || !e.spend() {
		return false
	}
	e.diveLeft--
	first := len(e.scored)
	e.listed = w.steps(e.listed[:0])
	for _, m := range e.listed {
		e.scored = append(e.scored, scoredStep{m, w.stepScore(int(m.from), int(m.to)) + e.random.IntN(noise)})
	}
	won := false
	for len(e.scored) > first && !won && e.diveLeft > 0 && !e.over {
		m := takeBest(&e.scored, first)
		w.do(&m)
		e.path = append(e.path, m)
		if won = e.descend(); !won {
			e.path = e.path[:len(e.path)-1]
		}
		w.undo(&m)
	}
	e.scored = e.scored[:first]
	return won
}

// takeBest removes and returns the step with the best score, from index first on.
func takeBest(list *[]scoredStep, first int) step {
	l := *list
	best := first
	for i := first + 1; i < len(l); i++ {
		if l[i].score > l[best].score {
			best = i
		}
	}
	m := l[best].step
	l[best] = l[len(l)-1]
	*list = l[:len(l)-1]
	return m
}

// diveStates is the number of states of one dive.
const diveStates = 300

// The weights of the score. It is good to have many moves, and to cover the cards that have few
// relations, since they are the hardest to cover later. The values were tuned on deals
// solvitaire:1001 to 1200.
const (
	perMove     = 64
	perRelation = 128
	noise       = 256
)

// fewSpans is the number of distances up to which moves are counted. With more there are enough
// moves anyway, and counting them would take milliseconds a state.
const fewSpans = 8

// stepScore scores the row after the pile at i was laid on the pile at j; it is comparable among
// steps from one row only.
func (w *row) stepScore(i, j int) int {
	score := -perRelation * w.relations(w.cards[j])
	if len(w.spans) <= fewSpans {
		score += perMove * w.moreMoves(i, j)
	}
	return score
}

// relations returns the number of piles related to a card.
func (w *row) relations(c card.Card) int {
	n, related := 0, w.related[c]
	for _, d := range w.cards {
		n += int(related >> (d & 63) & 1)
	}
	return n
}

// moreMoves returns how many more moves there are after the pile at i was laid on the pile at j.
// It looks only at the pairs of piles that the step changes: those with one of the two, and those
// with i between them.
func (w *row) moreMoves(i, j int) int {
	n, more := len(w.cards), 0
	// jNow is the pile's place after the step.
	jNow := j
	if j > i {
		jNow--
	}
	for _, d := range w.spans {
		s := d.distance
		before, after := 0, 0
		for k := max(0, i-s); k <= min(i, n-1-s); k++ {
			before += w.pair(k, k+s)
		}
		for k := max(0, i-s); k < min(i, n-1-s); k++ {
			after += w.pairAfter(i, j, k, k+s)
		}
		for _, k := range [2]int{j - s, j} {
			if k >= 0 && k+s < n && (k < i-s || k > i) {
				before += w.pair(k, k+s)
			}
		}
		for _, k := range [2]int{jNow - s, jNow} {
			if k >= 0 && k+s < n-1 && (k < i-s || k >= i) {
				after += w.pairAfter(i, j, k, k+s)
			}
		}
		more += d.moves * (after - before)
	}
	return more
}

// pair returns 1 if the piles at a and b are related, else 0.
func (w *row) pair(a, b int) int {
	return int(w.related[w.cards[a]] >> (w.cards[b] & 63) & 1)
}

// pairAfter is pair after the pile at i was laid on the pile at j; a and b are places after the
// step.
func (w *row) pairAfter(i, j, a, b int) int {
	x, y := a, b
	if x >= i {
		x++
	}
	if y >= i {
		y++
	}
	if x == j {
		x = i
	}
	if y == j {
		y = i
	}
	return w.pair(x, y)
}
