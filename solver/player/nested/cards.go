package nested

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// set is a set of cards with one bit each, numbered by rank times four plus suit. So the cards
// of one rank are adjacent, and a shift by four moves a rank to the next.
type set uint64

const (
	deck   set = (1<<52 - 1) << 4
	aces   set = 0xf << 4
	kings  set = 0xf << 52
	suit   set = 0x1111111111111111 // the clubs; shifted, each other suit
	black  set = suit | suit<<2
	lesser set = suit | suit<<1 // clubs and hearts: one of the two cards of a rank and colour
)

// one returns the set of a card.
func one(c card.Card) set { return 1 << c }

// first returns the card with the lowest number. The set must not be empty.
func (x set) first() card.Card { return card.Card(bits.TrailingZeros64(uint64(x))) }

// twin returns the other card of the same rank and colour.
func twin(c card.Card) card.Card { return c ^ 2 }

// below returns the lower cards of a card's suit.
func below(c card.Card) set { return suit << c.Suit() & (one(c) - 1) & deck }

// opposite returns, for each card, both cards of its rank and the other colour.
func opposite(x set) set {
	b, r := x&black, x&^black
	b = (b | b>>2) & suit
	r = (r | r>>2) & (suit << 1)
	return b<<1 | b<<3 | r>>1 | r<<1
}

// hosts returns the cards on which some card of a set can be laid: its tableau build cards.
func hosts(x set) set { return opposite(x) << 4 & deck }

// guests returns the cards that can be laid on some card of a set.
func guests(x set) set { return opposite(x) >> 4 & deck }
