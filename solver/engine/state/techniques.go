package state

import "github.com/thoughtful-solitaire/thoughtful/solver/rules"

// Techniques selects the techniques of a search. The zero value uses only the table of states.
// Proofs use [Complete].
//
// A comment such as "Without it 857 deals" says how many deals are decided without the technique.
// The deals are solvitaire:1-1000 of Klondike, draw three. The general engine tries each with its
// full schedule and 100,000 states. With all techniques it decides 864 (docs/research/results/techniques.md).
// "Ours" marks techniques of this project.
type Techniques struct {
	// Symmetry treats positions as equal if only the order of columns, cells or places of the
	// reserve differs (section 5.3; switch symmetry). Without it 857 deals.
	Symmetry bool
	// SafeFoundations sends a card up at once if that can do no harm, and never takes it back
	// (Blake & Gent, Theorem 1, Corollaries 2, 3; switch safe-foundations). Without it 833 deals.
	SafeFoundations bool
	// PartialGroups moves a part of a group only if the card above it goes up at once
	// (Theorem 4, strong form; switch partial-groups). Without it 815 deals.
	PartialGroups bool
	// WasteOrder prunes a state of a game like Carpet that is lost because of the order of its
	// waste (ours; switch waste-order).
	WasteOrder bool
	// LooseGroups prunes a state that a relaxation proves lost, in games whose cards move with
	// whatever lies on them (ours; switch loose-groups).
	LooseGroups bool
	// Room prunes a state that is lost in a relaxed game. That game counts spaces, and whatever was
	// possible once stays possible (Bjarnason, Tadepalli & Fern 2007, section 5, and ours; switch
	// room). Without it 847 deals.
	Room bool
	// Tallies prunes a state of a game like Chameleon that is lost however the cards of the columns
	// are arranged (ours; switch tallies).
	Tallies bool
	// HighCards tries to prove a deal lost by its high cards alone before the search, in games
	// whose spaces stay empty (ours; switch high-cards).
	HighCards bool

	// Ahead computes the key of the next state before the step is made, and drops the step if the
	// state is known (switch ahead). A search finds the same in 0.81 to 0.93 of the time. Games
	// whose tables stay small are the exception: East Haven takes 1.12 to 1.17 of the time.
	Ahead bool

	// Islands keeps the descendants of many different states in a beam (ours; switch islands).
	Islands bool

	// Supermoves moves a group in one step of a beam, if the free cells and empty columns allow it.
	// It is for games whose cards move one by one (a common technique; switch supermoves).
	Supermoves bool

	// WorryingBack lets beams that send every card up take cards back from the foundations, each
	// together with the card then laid on it. It is for games of two packs (ours; switch
	// worrying-back).
	WorryingBack bool

	// Strata makes each turn or deal of the stock a step of its own. [State.Turns] lists these
	// steps, apart from all others. The beam sets Strata.
	Strata bool

	// The streamliners (section 5.5) make a search incomplete: it may find a win, but
	// its failure proves nothing. Alone, depth first, both decide 863 deals where a
	// complete search decides 853, and give up 3 that can be won.

	// AutoFoundations sends every card up as soon as it can go (switch
	// auto-foundations).
	AutoFoundations bool
	// SuitBlind treats positions as equal if they differ only in suits (switch suit-blind). It
	// still tells colours apart in games built by colour.
	SuitBlind bool
}

// Complete are the techniques of a complete search.
var Complete = Techniques{
	Symmetry: true, SafeFoundations: true, PartialGroups: true, Ahead: true,
	WasteOrder: true, LooseGroups: true, Room: true, Tallies: true, HighCards: true,
}

// Streamlined are the techniques of the search that is tried first, and of beams.
var Streamlined = Techniques{
	Symmetry: true, SafeFoundations: true, PartialGroups: true, Ahead: true,
	WasteOrder: true, LooseGroups: true, Room: true, AutoFoundations: true, SuitBlind: true,
	Islands: true, Supermoves: true, WorryingBack: true,
}

// compileClasses decides which code stands for each card in the key.
func (c *Compiled) compileClasses() {
	for x := range c.Class {
		c.Class[x] = Code(x)
		if c.suitless() {
			c.Class[x] = Code(x) &^ 3
			continue
		}
		if !c.Techniques.SuitBlind {
			continue
		}
		switch c.Rules.Tableau.Build {
		case rules.RedBlack, rules.SameColour:
			c.Class[x] = Code(x) &^ 2 // the suits of one colour differ in this bit
		case rules.AnySuit, rules.NoBuild:
			c.Class[x] = Code(x) &^ 3
		}
		c.Incomplete = c.Incomplete || c.Class[x] != Code(x)
	}
}

// suitless reports whether no rule looks at suits: neither the hole nor the tableau.
// Then positions that differ only in suits are equivalent.
func (c *Compiled) suitless() bool {
	t := &c.Rules.Tableau
	blind := func(b rules.Build) bool { return b == rules.AnySuit || b == rules.NoBuild }
	return c.Rules.Hole.Present && blind(t.Build) && blind(t.GroupPolicy)
}
