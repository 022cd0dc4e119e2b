package state

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// safety is the condition under which a card that can go up is sent up as a forced
// step: Blake & Gent, Theorem 1, with the conditions of Corollary 3, and our own for
// two packs.
type safety uint8

const (
	safeNever safety = iota
	safeAlways
	safeRedBlack         // with worrying back
	safeRedBlackNoReturn // without it a weaker condition suffices
	safeAnySuit
	safeSameColour
	safeHostless // no card that could be laid on it is or will be out, and its twins can follow
)

// compileDominances decides which dominances the rules allow.
//
// Theorem 1 (safe moves to the foundations) needs foundations on which every card ends,
// cards that go up one by one, and no rule that makes the order of moves matter, except
// those with a proof of their own (docs/inside/dominances.md). Theorem 4 (part of a group
// moves only if the card above it goes up at once) also needs groups that are built and
// moved by the policy for single cards, no place but columns and foundations to which a card
// of the tableau can go, and that two cards which can carry a third can carry the same cards.
func (c *Compiled) compileDominances() {
	r := &c.Rules
	t := &c.Techniques
	t.AutoFoundations = t.AutoFoundations && r.Foundations.Present
	if t.SafeFoundations && c.SinglesUp && !c.upHarms() {
		c.safety = c.whenSafe()
		c.compileHosts()
	}
	if t.AutoFoundations && (c.safety != safeAlways || c.Turning || r.Tableau.Freeze) {
		c.safety = safeAlways
		c.Incomplete = true
	}
	c.wasteGoesUp = c.safety != safeNever && r.Waste() && (r.Stock.Redeals == 0 || c.Draw == 1) &&
		r.Tableau.Spaces < rules.SpacesReserveThenAny
	ordered := r.Tableau.Freeze || r.Tableau.Spaces == rules.SpacesWasteThenStock ||
		r.Stock.To == rules.ToTableau || r.Tableau.Packets > 0
	c.Partial = t.PartialGroups && c.SinglesUp && r.Tableau.Groups == rules.GroupsYes &&
		r.Tableau.GroupPolicy == r.Tableau.Build && r.Cells.Count == 0 && !ordered &&
		r.Tableau.Build != rules.OtherSuit && !r.Tableau.UpOrDown
}

// upHarms reports whether a card on which nothing is ever built may still be useful in
// the tableau: because the space that it leaves is a disadvantage, or because cards are
// dealt onto it and it could carry them along.
func (c *Compiled) upHarms() bool {
	t := &c.Rules.Tableau
	if t.Packets > 0 {
		return true // a card that goes up moves the packets of the next redeal
	}
	for x := range c.Onto {
		if c.OntoGroup[x]&^c.Onto[x] != 0 {
			return true // a group goes where its cards could not, one by one
		}
	}
	dealt := c.Rules.Stock.To == rules.ToTableau
	filled := t.Spaces >= rules.SpacesReserveThenAny
	return !c.Rules.Stock.OntoSpaces || dealt && (filled || t.Groups == rules.GroupsAny)
}

func (c *Compiled) whenSafe() safety {
	r := &c.Rules
	// A twin may need the same place, and a loose group takes cards along that could not go up. In
	// both cases only a card is safe on which no card can be laid any more.
	hostless := r.Copies() > 1 || r.Tableau.Groups == rules.GroupsAny
	switch build := r.Tableau.Build; {
	case r.Copies() > 1 && r.Foundations.Removable && build != rules.NoBuild:
		return safeNever
	case r.Tableau.UpOrDown:
		// The cards that may be laid on a card are never all up before it. In suit and one by one,
		// they follow the card at once.
		if build == rules.SameSuit && r.Copies() == 1 && r.Tableau.Groups == rules.GroupsNo &&
			r.Tableau.Spaces < rules.SpacesReserveThenAny && r.Stock.To != rules.ToTableau {
			return safeAlways
		}
		return safeNever
	case hostless:
		return safeHostless
	case build == rules.SameSuit, build == rules.NoBuild:
		return safeAlways
	case build == rules.AnySuit, build == rules.OtherSuit:
		return safeAnySuit
	case build == rules.SameColour:
		return safeSameColour
	case r.Foundations.Removable:
		return safeRedBlack
	default:
		return safeRedBlackNoReturn
	}
}

// compileHosts sets, for each suit, the foundations that must be high enough for a card
// of it to be hostless: those of the suits that may be built on it, and its own, so
// that its twin can go up as well, whichever goes first. With worrying back, what may be
// built on those must be up too, except that a rank less is enough.
func (c *Compiled) compileHosts() {
	if c.safety != safeHostless {
		return
	}
	if c.Rules.Foundations.Removable {
		c.sister = c.Rules.Tableau.Build == rules.RedBlack
	}
	for _, lower := range c.Rules.SuitsInPlay() {
		for _, upper := range c.Rules.SuitsInPlay() {
			if upper == lower || c.Rules.Tableau.Build.Follows(card.New(2, lower), card.New(1, upper)) {
				for k := range c.Copies {
					c.built[lower] = append(c.built[lower], uint8(upper)*c.Copies+k)
				}
			}
		}
	}
}

// Safe reports whether card x should go up at once and stay there. Card x must be able to go up, or
// be on top of its foundation.
func (s *State) Safe(x Code) bool {
	rank, suit := x>>2, x&3
	switch s.C.safety {
	case safeAlways:
		return true
	case safeRedBlack, safeRedBlackNoReturn:
		// Suits of one colour differ by two.
		other := min(s.Height[(suit+1)&3], s.Height[(suit+3)&3])
		if rank <= other+2 && rank <= s.Height[(suit+2)&3]+3 {
			return true
		}
		return s.C.safety == safeRedBlackNoReturn && rank <= other+1
	case safeAnySuit:
		return rank <= min(s.Height[(suit+1)&3], s.Height[(suit+2)&3], s.Height[(suit+3)&3])+2
	case safeSameColour:
		return rank <= s.Height[(suit+2)&3]+2
	case safeHostless:
		for _, f := range s.C.built[suit] {
			if s.Height[f]+1 < rank {
				return false
			}
		}
		return !s.C.sister || s.Height[(suit+2)&3]+2 >= rank
	default:
		return false
	}
}

// fillsBadly reports whether sending up a column's last card would be a disadvantage: it would
// force a card into the space although there is a choice (with spaces filled from the waste,
// another card could be turned first), or the space would stop other moves.
func (s *State) fillsBadly(column uint8) bool {
	return s.Length[column] == 1 && !s.C.Techniques.AutoFoundations &&
		(s.C.Turning && len(s.Talon.Cards) > 0 || s.C.Rules.Tableau.Freeze)
}
