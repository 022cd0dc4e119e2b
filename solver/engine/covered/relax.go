package covered

import (
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// relaxation is the game of pairs in which every card of stock and waste is at hand at any
// time. What is lost there is lost. A state is the set of cards that are gone, of equal
// ranks in the stock always the ones with the lowest numbers.
type relaxation struct {
	*board
	known map[set]bool // whether a state can be won
	stop  solver.Reason
}

// mostRelaxed bounds the states that are kept. When it is reached, no more states are decided.
const mostRelaxed = 1 << 18

// relaxed reports whether a state is certainly lost, because it is lost with every card of the
// stock at hand.
func (e *Engine) relaxed(s *state) (lost bool, why solver.Reason) {
	r := &e.relaxation
	if !e.techniques.Relaxed || r.rules.PairSum == 0 || r.places == r.cards {
		return false, solver.NoReason
	}
	winnable := e.winnable(r.canonical(s.gone))
	return !winnable && r.stop == solver.NoReason, r.stop
}

// canonical exchanges cards of the stock that are gone for cards of the same rank with the
// lowest numbers.
func (r *relaxation) canonical(gone set) set {
	to := gone.and(r.rest)
	for rank := 1; rank <= r.ranks; rank++ {
		cards := r.ofRank[rank].minus(r.rest)
		n := cards.and(gone).size()
		for range n {
			c := cards.lowest()
			cards[c>>6] &^= 1 << (c & 63)
			to.add(c)
		}
	}
	return to
}

// winnable reports whether a state of the relaxed game can be won. It returns true if memory or
// budget is too small to find out.
func (e *Engine) winnable(gone set) bool {
	r := &e.relaxation
	if won, known := r.known[gone]; known {
		return won
	}
	if r.rest.within(gone) {
		return !r.rules.All || r.evens(gone)
	}
	if len(r.known) >= mostRelaxed || r.stop != solver.NoReason {
		return true
	}
	if r.stop = e.meter.Spend(); r.stop != solver.NoReason {
		return true
	}
	won := e.winnableBy(gone)
	if r.stop == solver.NoReason {
		r.known[gone] = won
	}
	return won
}

// winnableBy tries the removals from a state.
func (e *Engine) winnableBy(gone set) bool {
	r := &e.relaxation
	var open [most]uint8
	n := r.bare(&state{gone: gone}, &open)
	next := func(one, two int) bool {
		to := gone
		to.add(one)
		if two >= 0 {
			to.add(two)
		}
		return e.winnable(to)
	}
	for _, c := range open[:n] {
		rank := int(r.rank[c])
		other := r.rules.PairSum - rank
		switch {
		case other == 0:
			return next(int(c), -1)
		case other < 0 || other > r.ranks:
			return false
		case r.plenty(gone, rank, other):
			return next(int(c), r.spare(gone, other))
		}
	}
	for i, c := range open[:n] {
		other := r.rules.PairSum - int(r.rank[c])
		for _, d := range open[i+1 : n] {
			if int(r.rank[d]) == other && next(int(c), int(d)) {
				return true
			}
		}
		if spare := r.spare(gone, other); spare >= 0 && next(int(c), spare) {
			return true
		}
	}
	return false
}

// spare returns the card of a rank in the stock that goes next, −1 if there is none.
func (r *relaxation) spare(gone set, rank int) int {
	cards := r.ofRank[rank].minus(r.rest).minus(gone)
	if cards.empty() {
		return -1
	}
	return cards.lowest()
}

// plenty reports whether the stock has a partner for every card of two ranks in the rows,
// so that none of them needs another one there.
func (r *relaxation) plenty(gone set, rank, other int) bool {
	if r.rules.All {
		return false // the cards of the stock need partners too
	}
	count := func(rank int, rows bool) int {
		cards := r.ofRank[rank].minus(gone)
		if rows {
			return cards.and(r.rest).size()
		}
		return cards.minus(r.rest).size()
	}
	return count(other, false) >= count(rank, true) && count(rank, false) >= count(other, true)
}

// evens reports whether the cards that are left can go in pairs.
func (r *relaxation) evens(gone set) bool {
	count := func(rank int) int {
		return r.ofRank[rank].minus(gone).size()
	}
	for rank := 1; rank <= r.ranks; rank++ {
		switch other := r.rules.PairSum - rank; {
		case other == 0:
		case other < 0 || other > r.ranks:
			if count(rank) > 0 {
				return false
			}
		case other == rank:
			if count(rank)%2 == 1 {
				return false
			}
		case count(rank) != count(other):
			return false
		}
	}
	return true
}
