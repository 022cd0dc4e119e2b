package search

import "github.com/thoughtful-solitaire/thoughtful/solver/rules"

// Techniques says which techniques a search uses. The zero value is a search
// with nothing but the table; [Complete] is what proofs are made with.
type Techniques struct {
	// Symmetry takes positions for the same that differ only in the order of
	// columns, cells or places of the reserve (section 5.3).
	Symmetry bool
	// SafeFoundations sends a card up at once where that can do no harm, and
	// never takes such a card back (Blake & Gent, Theorem 1, Corollaries 2, 3).
	SafeFoundations bool
	// PartialGroups moves a part of a group only if the card above it goes up at
	// once (Theorem 4, strong form).
	PartialGroups bool
	// DeadEnds gives up a state that a relaxation proves lost (Bjarnason,
	// Tadepalli & Fern 2007, section 5).
	DeadEnds bool

	// Ahead works out where steps lead, and drops those to known states, before
	// they are made. It changes what a search costs, and nothing that it finds.
	Ahead bool

	// The streamliners (section 5.5) make a search incomplete: it may find a win,
	// but its failure says nothing.

	// AutoFoundations sends every card up as soon as it can go.
	AutoFoundations bool
	// SuitBlind takes positions for the same that differ only in suits: in colour
	// still told apart where the tableau is built in alternating colours.
	SuitBlind bool
}

// Complete are the techniques of a complete search.
var Complete = Techniques{Symmetry: true, SafeFoundations: true, PartialGroups: true, DeadEnds: true, Ahead: true}

// Streamlined are the techniques of the search that is tried first.
var Streamlined = Techniques{Symmetry: true, SafeFoundations: true, PartialGroups: true, DeadEnds: true, Ahead: true, AutoFoundations: true, SuitBlind: true}

// compileClasses decides what cards count as in the key.
func (c *compiled) compileClasses() {
	for x := range c.class {
		c.class[x] = code(x)
		if c.suitless() {
			c.class[x] = code(x) &^ 3
			continue
		}
		if !c.techniques.SuitBlind {
			continue
		}
		switch c.rules.Tableau.Build {
		case rules.RedBlack:
			c.class[x] = code(x) &^ 2 // the suits of one colour differ in this bit
		case rules.AnySuit, rules.NoBuild:
			c.class[x] = code(x) &^ 3
		}
		c.incomplete = c.incomplete || c.class[x] != code(x)
	}
}

// suitless tells whether nothing in the rules looks at suits: a hole takes any, and
// so does the tableau. There positions that differ in suits alone are the same.
func (c *compiled) suitless() bool {
	t := &c.rules.Tableau
	blind := func(b rules.Build) bool { return b == rules.AnySuit || b == rules.NoBuild }
	return c.rules.Hole.Present && blind(t.Build) && blind(t.GroupPolicy)
}
