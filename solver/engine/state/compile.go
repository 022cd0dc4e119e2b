package state

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Code is a card: its rank and suit, packed like a card.Card, with the rank counted from the
// foundations' base. Rank 1 is the base, whatever its letter. So the next card of a foundation is
// always one more, and the tableau is built down without wrapping around. A set of codes is a
// 64-bit word.
type Code = uint8

// Codes is one more than the greatest code.
const Codes = 14 << 2

// Sets of codes.
const (
	ones     uint64 = 15 << 4 // the cards of rank 1
	oneSuit  uint64 = 0x1111_1111_1111_1111
	suitBits        = 4 // from a card to the next one of its suit
)

// Next returns the cards that may go to the foundations next when the cards of up are there.
func Next(up uint64) uint64 { return up<<suitBits | ones }

// Lowest returns the n lowest cards of a suit.
func Lowest(n uint8, suit int) uint64 {
	return (uint64(1)<<(suitBits*n) - 1) << suitBits & (oneSuit << suit)
}

// Compiled has the rules and techniques as tables. It is made once per search. A kind of move that
// the game does not have has no generator, so it costs nothing in the loop.
type Compiled struct {
	// Rules.
	Rules      rules.Rules
	base       card.Rank
	Copies     uint8  // of each card
	OneCopy    bool   // one copy of each card, and cards go up one by one: the most common case
	SinglesUp  bool   // cards go to the foundations one by one
	SpaceTakes uint64 // the codes that may fill a space
	Draw       int    // stock cards turned at a time
	unlimited  bool   // redeals
	Turning    bool   // turning the stock is a step of its own
	Stockless  bool
	LikeSpider bool // a game like Spider
	freeStock  bool // draw one and unlimited redeals: every stock card is available

	// For each code x these are sets of codes. Card x alone may be built on those in Onto[x]. A
	// group of two or more with head x may be built on those in OntoGroup[x]. Card x continues a
	// group on those in Above[x]. Guests[x] may be laid on x, alone or as the head of a group.
	Onto, OntoGroup, Above, Guests [Codes]uint64

	// neighbours[x] are the codes that may be played when x tops the hole.
	neighbours [Codes]uint64

	// generators list the game's kinds of moves, in the order in which they are tried.
	generators []func(*State, []Step) []Step
	// Turners has the generators of steps that turn or deal the stock. It is empty unless the
	// technique Strata is on.
	Turners []func(*State, []Step) []Step

	// Techniques.
	Techniques  Techniques
	Incomplete  bool                // a streamliner is on: a search without a win proves nothing
	safety      safety              // which cards are sent up as forced steps
	wasteGoesUp bool                // safe cards go up from the waste
	built       [card.Suits][]uint8 // for safeHostless: the foundations of the suits that may be built on each
	sister      bool                // for safeHostless: the other suit of its colour must be up to the second rank below
	supermoves  bool                // groups move in one step although cards move one by one
	Partial     bool                // part of a group moves only if the card above it goes up at once
	Class       [Codes]Code         // of each code, the one that stands for it in the key: itself unless suits are ignored
}

// Compile makes the tables for rules r, for the base rank of the canonical position, and for
// techniques t. A technique is off if t switches it off. It is also off if the rules do not meet
// its preconditions.
func Compile(r *rules.Rules, base card.Rank, t Techniques) *Compiled {
	c := &Compiled{
		Rules:      *r,
		base:       max(base, card.Ace), // without foundations, ranks count from the ace
		Copies:     uint8(r.Copies()),
		SinglesUp:  r.Foundations.Present && !r.Foundations.CompleteOnly,
		Turning:    r.Tableau.Spaces == rules.SpacesWasteThenStock || t.Strata,
		Draw:       r.Stock.Count,
		unlimited:  r.Stock.Redeals == rules.Unlimited,
		Techniques: t,
	}
	c.Stockless = r.Stock.Size == 0
	c.LikeSpider = LikeSpider(r)
	c.OneCopy = c.Copies == 1 && c.SinglesUp
	c.freeStock = c.unlimited && c.Draw == 1 && !c.Turning
	c.compileBuilding()
	c.compileHole()
	c.compileClasses()
	c.compileDominances()
	c.compileSupermoves()
	c.compileGenerators()
	return c
}

func (c *Compiled) compileBuilding() {
	t := &c.Rules.Tableau
	groupTarget := t.Build
	if t.Target == rules.TargetGroup {
		groupTarget = t.GroupPolicy
	}
	for rank := 1; rank <= int(c.Rules.MaxRank); rank++ {
		for s := card.Clubs; s <= card.Diamonds; s++ {
			upper := card.New(card.Rank(rank), s)
			for under := card.Clubs; under <= card.Diamonds; under++ {
				if rank == int(c.Rules.MaxRank) {
					break
				}
				lower := card.New(card.Rank(rank)+1, under)
				set := func(lie *[Codes]uint64, policy rules.Build) {
					if !policy.Follows(lower, upper) {
						return
					}
					lie[upper] |= 1 << lower
					if t.UpOrDown {
						lie[lower] |= 1 << upper
					}
				}
				set(&c.Onto, t.Build)
				set(&c.OntoGroup, groupTarget)
				set(&c.Above, t.GroupPolicy)
			}
			king := rank == int(c.Rules.MaxRank)
			if t.Build != rules.NoBuild && t.Spaces != rules.SpacesNone && (t.Spaces != rules.SpacesKings || king) {
				c.SpaceTakes |= 1 << upper
			}
		}
	}
	for upper := range c.Onto {
		for set := c.Onto[upper] | c.OntoGroup[upper]; set != 0; set &= set - 1 {
			c.Guests[bits.TrailingZeros64(set)] |= 1 << upper
		}
	}
}

// compileHole sets neighbours.
func (c *Compiled) compileHole() {
	n := int(c.Rules.MaxRank)
	for rank := 1; rank <= n; rank++ {
		if rank == n && c.Rules.Hole.DeadKings {
			break
		}
		for _, beside := range []int{rank - 1, rank + 1} {
			if c.Rules.Hole.Loops {
				beside = (beside+n-1)%n + 1
			}
			if beside < 1 || beside > n {
				continue
			}
			for suit := range Code(card.Suits) {
				c.neighbours[Code(rank)<<2|suit] |= 15 << (beside << 2)
			}
		}
	}
}

// SuitOf returns the suit of a foundation.
func (c *Compiled) SuitOf(foundation uint8) uint8 { return foundation / c.Copies }

// code converts a card to the engine's code.
func (c *Compiled) code(x card.Card) Code {
	return Code(card.New(card.Rank(deal.AboveBase(&c.Rules, c.base, x)), x.Suit()))
}

// card converts a code to the card.
func (c *Compiled) card(x Code) card.Card {
	return deal.FoundationCard(&c.Rules, c.base, card.Suit(x&3), int(x>>2))
}

// compileGenerators lists the kinds of moves the game has, in the order in which they
// are tried: up first, then what rearranges the tableau, then what brings new cards
// into it, then what takes cards back or moves them to cells.
func (c *Compiled) compileGenerators() {
	r := &c.Rules
	add := func(has bool, g func(*State, []Step) []Step) {
		if has {
			c.generators = append(c.generators, g)
		}
	}
	builds := r.Tableau.Count > 0 && r.Tableau.Build != rules.NoBuild
	cells, reserve, stock := r.Cells.Count > 0, r.Reserve.Size > 0, r.Waste()
	worrying := r.Foundations.Removable && !c.Techniques.AutoFoundations

	add(c.SinglesUp, (*State).upMoves)
	add(r.Foundations.CompleteOnly, (*State).runMoves)
	add(c.SinglesUp && stock, (*State).talonUpMoves)
	add(r.Hole.Present, (*State).holeMoves)
	add(builds && cells, (*State).cellToColumn)
	switch {
	case !builds:
	case r.Tableau.Groups == rules.GroupsNo:
		add(true, (*State).singleMoves)
	default:
		add(true, (*State).groupMoves)
	}
	add(c.supermoves, (*State).supermoves)
	add(builds && reserve, (*State).reserveToColumn)
	add(builds && stock, (*State).talonToColumn)
	add(builds && worrying, (*State).foundationToColumn)
	add(cells && stock, (*State).talonToCell)
	add(cells && reserve, (*State).reserveToCell)
	add(cells, (*State).columnToCell)
	add(cells && worrying, (*State).foundationToCell)
	before := len(c.generators)
	add(c.Turning && stock, (*State).turnMoves)
	add(r.Tableau.Packets > 0, (*State).redealMoves)
	add(r.Stock.Size > 0 && r.Stock.To == rules.ToTableau, (*State).dealMoves)
	if c.Techniques.Strata {
		c.Turners = c.generators[before:]
		c.generators = c.generators[:before]
	}
	add(r.Stock.Size > 0 && r.Stock.To == rules.ToHole, (*State).stockToHole)
}

// LikeSpider reports whether a game is like Spider: it has only columns, foundations that begin
// with the ace and maybe a stock that is dealt to the columns; columns are built in any suit, and
// groups of one suit move together.
func LikeSpider(r *rules.Rules) bool {
	t := &r.Tableau
	return r.Foundations.Present && r.Foundations.Base == card.Ace && !r.Foundations.Removable &&
		!r.Hole.Present && r.Cells.Count == 0 && r.Reserve.Size == 0 &&
		(r.Stock.Size == 0 || r.Stock.To == rules.ToTableau) &&
		t.Count > 1 && !t.UpOrDown && !t.Freeze && t.Packets == 0 &&
		t.Build == rules.AnySuit && t.Groups == rules.GroupsYes && t.GroupPolicy == rules.SameSuit &&
		(t.Spaces == rules.SpacesAny || t.Spaces == rules.SpacesKings || t.Spaces == rules.SpacesNone)
}
