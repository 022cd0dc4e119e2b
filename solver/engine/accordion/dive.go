package accordion

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// prospect is a step and how good the row looks after it.
type prospect struct {
	step
	worth int
}

// dive dives again and again, for so many states, and reports whether it won.
func (e *Engine) dive(states int64) bool {
	for e.begin(states); !e.over; {
		e.air = air
		if e.plunge() {
			return true
		}
	}
	return false
}

// plunge goes down from the row depth first, the most promising step first, as long
// as there is air, and reports whether it came to a single pile.
func (e *Engine) plunge() bool {
	w := e.row
	if len(w.cards) == 1 {
		return true
	}
	if e.air == 0 || e.techniques.Pieces && !w.inOnePiece() || !e.spend() {
		return false
	}
	e.air--
	first := len(e.prospects)
	e.listed = w.steps(e.listed[:0])
	e.unlooked += len(e.listed) / stepsOfState
	for _, m := range e.listed {
		e.prospects = append(e.prospects, prospect{m, w.promise(int(m.from), int(m.to)) + e.random.IntN(noise)})
	}
	won := false
	for len(e.prospects) > first && !won && e.air > 0 && !e.over {
		m := takeBest(&e.prospects, first)
		w.do(&m)
		e.path = append(e.path, m)
		if won = e.plunge(); !won {
			e.path = e.path[:len(e.path)-1]
		}
		w.undo(&m)
	}
	e.prospects = e.prospects[:first]
	return won
}

// takeBest takes the best prospect from the first on.
func takeBest(list *[]prospect, first int) step {
	l := *list
	best := first
	for i := first + 1; i < len(l); i++ {
		if l[i].worth > l[best].worth {
			best = i
		}
	}
	m := l[best].step
	l[best] = l[len(l)-1]
	*list = l[:len(l)-1]
	return m
}

// air is how many states a dive may see before the next one starts.
const air = 300

// The rule of thumb: it is good to have many moves, and to cover the cards that have
// few relations, since they are the hardest to be rid of later. The numbers were
// found by trying, on deals solvitaire:1001 to 1200.
const (
	perMove     = 64
	perRelation = 128
	noise       = 256
)

// fewSpans is the number of distances up to which moves are counted. Who has more has
// moves enough, and counting them would take milliseconds a state.
const fewSpans = 8

// promise is how good the row looks after the pile at i has gone onto that at j,
// compared with other steps out of it.
func (w *row) promise(i, j int) int {
	worth := -perRelation * w.relations(w.cards[j])
	if len(w.spans) <= fewSpans {
		worth += perMove * w.moreMoves(i, j)
	}
	return worth
}

// relations counts the piles related to one.
func (w *row) relations(c card.Card) int {
	n, related := 0, w.related[c]
	for _, d := range w.cards {
		n += int(related >> (d & 63) & 1)
	}
	return n
}

// moreMoves is how many moves more there are after the pile at i has gone onto that
// at j. It looks only at the pairs of piles that the step changes: those with one
// of the two, and those with i between them.
func (w *row) moreMoves(i, j int) int {
	n, more := len(w.cards), 0
	// jNow is where the pile lies after the step.
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

// pair is 1 if the piles at a and b are related, else 0.
func (w *row) pair(a, b int) int {
	return int(w.related[w.cards[a]] >> (w.cards[b] & 63) & 1)
}

// pairAfter is the same after the pile at i has gone onto that at j, with a and b
// counted then.
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
