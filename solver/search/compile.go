package search

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// The engine counts ranks from the foundations' base, so that the next card of a
// foundation is always one more and the tableau is built down without going
// round: rank 1 is the base, whatever its letter. A code is that rank and the
// suit, packed like a card.Card, and a set of codes is a 64-bit word.
type code = uint8

// codes is one more than the greatest code.
const codes = 14 << 2

// compiled are rules and techniques turned into tables, made once per search. A
// rule that the game lacks has no generator, and so costs nothing in the loop.
type compiled struct {
	rules rules.Rules
	base  card.Rank

	full int // cards on the foundations when the game is won

	// onto[c] are the codes on which c may be built; ontoGroup[c] the same for
	// the head of a group of two or more. above[c] are the codes under which
	// c continues a group.
	onto, ontoGroup, above [codes]uint64

	spaceTakes uint64 // the codes that may fill a space
	draw       int    // stock cards turned at a time
	freeStock  bool   // unlimited redeals
	openStock  bool   // draw 1 and unlimited redeals: every stock card is at hand

	// class[x] is what x counts as in the key: itself, unless suits are ignored.
	class [codes]code

	techniques Techniques
	incomplete bool   // a streamliner is at work: finding nothing proves nothing
	safe       safety // which cards may be sent up without asking
	partial    bool   // a part of a group moves only if the card above it goes up at once

	generators []func(*state, []step) []step
}

// compile reads rules and a canonical position. What the caller switched off in
// t, or what the rules don't meet the preconditions of, is off.
func compile(r *rules.Rules, base card.Rank, t Techniques) *compiled {
	c := &compiled{
		rules:      *r,
		base:       base,
		full:       r.DeckSize(),
		draw:       r.Stock.Count,
		freeStock:  r.Stock.Redeals == rules.Unlimited,
		techniques: t,
	}
	c.openStock = c.freeStock && c.draw == 1
	c.compileBuilding()
	c.compileClasses()
	c.compileDominances()
	c.compileGenerators()
	return c
}

func (c *compiled) compileBuilding() {
	t := &c.rules.Tableau
	groupTarget := t.Build
	if t.Target == rules.TargetGroup {
		groupTarget = t.GroupPolicy
	}
	for rank := 1; rank <= int(c.rules.MaxRank); rank++ {
		for s := card.Clubs; s <= card.Diamonds; s++ {
			upper := card.New(card.Rank(rank), s)
			for under := card.Clubs; under <= card.Diamonds; under++ {
				lower := card.New(card.Rank(rank)+1, under)
				if rank == int(c.rules.MaxRank) {
					break
				}
				set := func(to *uint64, policy rules.Build) {
					if policy.Follows(lower, upper) {
						*to |= 1 << lower
					}
				}
				set(&c.onto[upper], t.Build)
				set(&c.ontoGroup[upper], groupTarget)
				set(&c.above[upper], t.GroupPolicy)
			}
			king := rank == int(c.rules.MaxRank)
			if t.Build != rules.NoBuild && (t.Spaces == rules.SpacesAny || t.Spaces == rules.SpacesKings && king) {
				c.spaceTakes |= 1 << upper
			}
		}
	}
}

// code turns a card into the engine's code.
func (c *compiled) code(x card.Card) code {
	return code(card.New(card.Rank(deal.AboveBase(&c.rules, c.base, x)), x.Suit()))
}

// card turns a code back into the card.
func (c *compiled) card(x code) card.Card {
	return deal.FoundationCard(&c.rules, c.base, card.Suit(x&3), int(x>>2))
}

// compileGenerators lists the kinds of moves the game has, in the order in which
// they are tried: up first, then what rearranges the tableau, then what brings
// new cards into it, then what takes cards back or parks them.
func (c *compiled) compileGenerators() {
	r := &c.rules
	add := func(has bool, g func(*state, []step) []step) {
		if has {
			c.generators = append(c.generators, g)
		}
	}
	builds := r.Tableau.Count > 0 && r.Tableau.Build != rules.NoBuild
	cells, reserve, stock := r.Cells.Count > 0, r.Reserve.Size > 0, r.Stock.Size > 0
	worrying := r.Foundations.Removable && !c.techniques.AutoFoundations

	add(true, (*state).upMoves)
	add(stock, (*state).talonUpMoves)
	add(builds && cells, (*state).cellToColumn)
	switch {
	case !builds:
	case r.Tableau.Groups == rules.GroupsNo:
		add(true, (*state).singleMoves)
	default:
		add(true, (*state).groupMoves)
	}
	add(builds && reserve, (*state).reserveToColumn)
	add(builds && stock, (*state).talonToColumn)
	add(builds && worrying, (*state).foundationToColumn)
	add(cells && stock, (*state).talonToCell)
	add(cells && reserve, (*state).reserveToCell)
	add(cells, (*state).columnToCell)
	add(cells && worrying, (*state).foundationToCell)
}
