package game

import (
	"slices"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// The games without columns: an accordion is a row of piles, and the sequences of Gaps
// are rows of places.

// checkPile returns why a pile of an accordion does not go onto another one.
func (s *State) checkPile(m Move) Refusal {
	allowed, distance := s.leftward, m.From.N-m.To.N
	if distance < 0 {
		allowed, distance = s.rightward, -distance
	}
	switch {
	case allowed>>distance&1 == 0:
		return "piles don't move this far in this direction"
	case !s.rules.Accordion.Match.Holds(s.at.Accordion[m.To.N-1], m.Cards[0]):
		return "the two top cards are not related as the build policies require"
	}
	return legal
}

// distances returns how far a pile of an accordion may move to the left and to the right: bit n
// for a distance of n, which is 52 at most.
func distances(a *rules.Accordion) (left, right uint64) {
	for move := range strings.FieldsSeq(a.Moves) {
		n, _ := strconv.Atoi(move[1:]) // the rules are valid
		if move[0] == 'L' {
			left |= 1 << n
		} else {
			right |= 1 << n
		}
	}
	return left, right
}

// checkGap returns why a card does not go into a gap. At the end from which rows are
// built a gap takes the first card of a row, elsewhere the card that follows its
// neighbour.
func (s *State) checkGap(m Move) Refusal {
	row := s.at.Sequences[m.To.N-1]
	if row[m.To.M-1] != card.None {
		return "there is no gap"
	}
	direction := s.rules.Sequences.Direction
	if direction != rules.FromRight && s.startsOrFollows(m, -1) || direction != rules.FromLeft && s.startsOrFollows(m, 1) {
		return legal
	}
	return "it neither starts a row there nor follows the card beside the gap"
}

// startsOrFollows reports whether a card fits a gap by what lies on one side of it: step
// −1 is the left, where rows start with a 2 and go up, step 1 the right, where they start
// with the highest rank and go down.
func (s *State) startsOrFollows(m Move, step int) bool {
	c := m.Cards[0]
	row := s.at.Sequences[m.To.N-1]
	beside := m.To.M - 1 + step
	if beside < 0 || beside == len(row) {
		first := card.Rank(2)
		if step > 0 {
			first = s.rules.MaxRank
		}
		return c.Rank() == first && (!s.rules.Sequences.FixedSuit || int(c.Suit()) == (m.To.N-1)%card.Suits)
	}
	neighbour := row[beside]
	return neighbour != card.None && int(c.Rank()) == int(neighbour.Rank())-step &&
		s.rules.Sequences.Build.Follows(neighbour, c)
}

// rowsInOrder reports whether every row is in order from the end that rows are built
// from, with its one gap at the other end.
func (s *State) rowsInOrder() bool {
	return !slices.ContainsFunc(s.at.Sequences, func(row []card.Card) bool { return InOrder(&s.rules, row) < len(row)-1 })
}

// InOrder returns how many cards of a row lie in order: from the end that rows are built from, each
// following the one before.
func InOrder(r *rules.Rules, row []card.Card) int {
	from := func(start, step int, rank card.Rank) (n int) {
		for at := start; n < len(row)-1; at, n = at+step, n+1 {
			if int(row[at].Rank()) != int(rank)+n*step || n > 0 && !r.Sequences.Build.Follows(row[at-step], row[at]) {
				break
			}
		}
		return n
	}
	left, right := 0, 0
	if r.Sequences.Direction != rules.FromRight {
		left = from(0, 1, 2)
	}
	if r.Sequences.Direction != rules.FromLeft {
		right = from(len(row)-1, -1, r.MaxRank)
	}
	return max(left, right)
}
