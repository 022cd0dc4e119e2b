package search

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// The engine counts ranks from the foundations' base: rank 1 is the base, whatever its
// letter. So the next card of a foundation is always one more, and the tableau is built
// down without wrapping around. A code is that rank and the suit, packed like a
// card.Card. A set of codes is a 64-bit word.
type code = uint8

// codes is one more than the greatest code.
const codes = 14 << 2

// compiled is rules and techniques as tables, made once per search. A rule that the
// game does not have has no generator and costs nothing in the loop.
type compiled struct {
	// Rules.
	rules      rules.Rules
	base       card.Rank
	copies     uint8  // of each card
	oneCopy    bool   // one copy of each card, and cards go up one by one: the most common case
	singlesUp  bool   // cards go to the foundations one by one
	spaceTakes uint64 // the codes that may fill a space
	spacesFree bool   // any card of the one pack may leave a column or the reserve into a space
	draw       int    // stock cards turned at a time
	unlimited  bool   // redeals
	turning    bool   // turning the stock is a step of its own
	stockless  bool
	likeSpider bool // a game like Spider
	freeStock  bool // draw one and unlimited redeals: every stock card is available

	// onto[x] are the codes on which x may be built, ontoGroup[x] those for the head of
	// a group of two or more, above[x] those under which x continues a group.
	// guests[x] are those that may be laid on x, alone or as the head of a group.
	onto, ontoGroup, above, guests [codes]uint64

	// neighbours[x] are the codes that may be played when x tops the hole.
	neighbours [codes]uint64

	// The game's kinds of moves, in the order in which they are tried.
	generators []func(*state, []step) []step
	// turners has those that turn or deal the stock, if the search goes by strata.
	turners []func(*state, []step) []step

	// Techniques.
	techniques Techniques
	incomplete bool                // a streamliner is on: finding nothing proves nothing
	safety     safety              // which cards are sent up as forced steps
	wasteUp    bool                // safe cards go up from the waste
	built      [card.Suits][]uint8 // for safeHostless: the foundations of the suits that may be built on each
	sister     bool                // for safeHostless: the other suit of its colour must be up but for one rank
	loose      bool                // whether the relaxation for loose groups looks for dead ends
	room       bool                // whether the one that counts spaces does
	forced     bool                // the reserve fills spaces by force
	deck       uint64              // all cards
	carpet     bool                // the same for games that have only cells and a waste that is turned once
	supermoves bool                // groups move in one step although cards move one by one
	partial    bool                // part of a group moves only if the card above it goes up at once
	class      [codes]code         // the code that stands for each in the key: itself unless suits are ignored
}

// compile reads rules and a canonical position. A technique is off if t switches it off
// or if the rules do not meet its preconditions.
func compile(r *rules.Rules, base card.Rank, t Techniques) *compiled {
	c := &compiled{
		rules:      *r,
		base:       max(base, card.Ace), // without foundations, ranks count from the ace
		copies:     uint8(r.Copies()),
		singlesUp:  r.Foundations.Present && !r.Foundations.CompleteOnly,
		turning:    r.Tableau.Spaces == rules.SpacesWasteThenStock || t.Strata,
		draw:       r.Stock.Count,
		unlimited:  r.Stock.Redeals == rules.Unlimited,
		techniques: t,
	}
	c.stockless = r.Stock.Size == 0
	c.likeSpider = LikeSpider(r)
	c.oneCopy = c.copies == 1 && c.singlesUp
	c.freeStock = c.unlimited && c.draw == 1 && !c.turning
	c.compileBuilding()
	c.compileHole()
	c.compileRelaxations()
	c.compileClasses()
	c.compileDominances()
	c.compileSupermoves()
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
				if rank == int(c.rules.MaxRank) {
					break
				}
				lower := card.New(card.Rank(rank)+1, under)
				set := func(lie *[codes]uint64, policy rules.Build) {
					if !policy.Follows(lower, upper) {
						return
					}
					lie[upper] |= 1 << lower
					if t.UpOrDown {
						lie[lower] |= 1 << upper
					}
				}
				set(&c.onto, t.Build)
				set(&c.ontoGroup, groupTarget)
				set(&c.above, t.GroupPolicy)
			}
			king := rank == int(c.rules.MaxRank)
			if t.Build != rules.NoBuild && t.Spaces != rules.SpacesNone && (t.Spaces != rules.SpacesKings || king) {
				c.spaceTakes |= 1 << upper
			}
		}
	}
}

// compileHole sets neighbours.
func (c *compiled) compileHole() {
	n := int(c.rules.MaxRank)
	for rank := 1; rank <= n; rank++ {
		if rank == n && c.rules.Hole.DeadKings {
			break
		}
		for _, beside := range []int{rank - 1, rank + 1} {
			if c.rules.Hole.Loops {
				beside = (beside+n-1)%n + 1
			}
			if beside < 1 || beside > n {
				continue
			}
			for suit := range code(card.Suits) {
				c.neighbours[code(rank)<<2|suit] |= 15 << (beside << 2)
			}
		}
	}
}

// suitOf returns the suit of a foundation.
func (c *compiled) suitOf(foundation uint8) uint8 { return foundation / c.copies }

// code converts a card to the engine's code.
func (c *compiled) code(x card.Card) code {
	return code(card.New(card.Rank(deal.AboveBase(&c.rules, c.base, x)), x.Suit()))
}

// card converts a code to the card.
func (c *compiled) card(x code) card.Card {
	return deal.FoundationCard(&c.rules, c.base, card.Suit(x&3), int(x>>2))
}

// compileGenerators lists the kinds of moves the game has, in the order in which they
// are tried: up first, then what rearranges the tableau, then what brings new cards
// into it, then what takes cards back or moves them to cells.
func (c *compiled) compileGenerators() {
	r := &c.rules
	add := func(has bool, g func(*state, []step) []step) {
		if has {
			c.generators = append(c.generators, g)
		}
	}
	builds := r.Tableau.Count > 0 && r.Tableau.Build != rules.NoBuild
	cells, reserve, stock := r.Cells.Count > 0, r.Reserve.Size > 0, r.Waste()
	worrying := r.Foundations.Removable && !c.techniques.AutoFoundations

	add(c.singlesUp, (*state).upMoves)
	add(r.Foundations.CompleteOnly, (*state).runMoves)
	add(c.singlesUp && stock, (*state).talonUpMoves)
	add(r.Hole.Present, (*state).holeMoves)
	add(builds && cells, (*state).cellToColumn)
	switch {
	case !builds:
	case r.Tableau.Groups == rules.GroupsNo:
		add(true, (*state).singleMoves)
	default:
		add(true, (*state).groupMoves)
	}
	add(c.supermoves, (*state).supermoves)
	add(builds && reserve, (*state).reserveToColumn)
	add(builds && stock, (*state).talonToColumn)
	add(builds && worrying, (*state).foundationToColumn)
	add(cells && stock, (*state).talonToCell)
	add(cells && reserve, (*state).reserveToCell)
	add(cells, (*state).columnToCell)
	add(cells && worrying, (*state).foundationToCell)
	before := len(c.generators)
	add(c.turning && stock, (*state).turnMoves)
	add(r.Tableau.Packets > 0, (*state).redealMoves)
	add(r.Stock.Size > 0 && r.Stock.To == rules.ToTableau, (*state).dealMoves)
	if c.techniques.Strata {
		c.turners = c.generators[before:]
		c.generators = c.generators[:before]
	}
	add(r.Stock.Size > 0 && r.Stock.To == rules.ToHole, (*state).stockToHole)
}
