package search

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// safety is the condition under which a card that can go up is sent up without
// asking: Blake & Gent, Theorem 1, with the conditions of Corollary 3.
type safety uint8

const (
	safeNever safety = iota
	safeAlways
	safeRedBlack         // with worrying back
	safeRedBlackNoReturn // without: a weaker condition suffices
	safeAnySuit
)

// compileDominances decides which dominances the rules allow.
//
// Theorem 1 (safe moves to the foundations) wants one deck, foundations on which
// everything ends, and no rule under which the order of moves matters, such as a
// forced filling of spaces. Theorem 4 (no moves of a part of a group, unless the
// card above it goes up at once) wants, besides, groups built and moved by the
// policy by which single cards are built, and no place but columns and foundations
// to which a card of the tableau can go. docs/methods.md has the arguments.
func (c *compiled) compileDominances() {
	r := &c.rules
	t := &c.techniques
	ordered := r.Tableau.Spaces >= rules.SpacesReserveThenAny
	for x := range c.onto {
		// A group that goes where its cards, one by one, could not: then a card
		// may be needed where it lies although nothing can be built on it.
		ordered = ordered || c.ontoGroup[x]&^c.onto[x] != 0
	}
	if !r.Foundations.Present || r.Foundations.CompleteOnly || r.Copies() > 1 || ordered {
		t.AutoFoundations = false
		return
	}
	if t.SafeFoundations {
		switch r.Tableau.Build {
		case rules.SameSuit, rules.NoBuild:
			c.safe = safeAlways
		case rules.AnySuit:
			c.safe = safeAnySuit
		default:
			c.safe = safeRedBlackNoReturn
			if r.Foundations.Removable {
				c.safe = safeRedBlack
			}
		}
	}
	if t.AutoFoundations && c.safe != safeAlways {
		c.safe = safeAlways
		c.incomplete = true
	}
	c.partial = t.PartialGroups && r.Tableau.Groups == rules.GroupsYes &&
		r.Tableau.GroupPolicy == r.Tableau.Build && r.Cells.Count == 0
}

// safe tells whether a card that can go up, or lies on top of its foundation,
// belongs there for good.
func (s *state) safe(x code) bool {
	rank, suit := x>>2, x&3
	switch s.c.safe {
	case safeAlways:
		return true
	case safeRedBlack, safeRedBlackNoReturn:
		// Suits of one colour differ by two.
		other := min(s.height[(suit+1)&3], s.height[(suit+3)&3])
		if rank <= other+2 && rank <= s.height[(suit+2)&3]+3 {
			return true
		}
		return s.c.safe == safeRedBlackNoReturn && rank <= other+1
	case safeAnySuit:
		return rank <= min(s.height[(suit+1)&3], s.height[(suit+2)&3], s.height[(suit+3)&3])+2
	default:
		return false
	}
}
