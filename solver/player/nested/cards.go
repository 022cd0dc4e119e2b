package nested

import (
	"math/bits"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// set is a set of cards, one bit each: its rank times four and its suit. The cards of one
// rank are neighbours, and a whole rank moves to the next with one shift.
type set uint64

const (
	deck   set = (1<<52 - 1) << 4
	aces   set = 0xf << 4
	kings  set = 0xf << 52
	suit   set = 0x1111111111111111 // the clubs; shifted, each other suit
	black  set = suit | suit<<2
	lesser set = suit | suit<<1 // clubs and hearts: one of the two cards of a rank and colour
)

// one is the set of a card.
func one(c card.Card) set { return 1 << c }

// first is the card of the lowest number in a set that has one.
func (x set) first() card.Card { return card.Card(bits.TrailingZeros64(uint64(x))) }

// twin is the other card of the same rank and colour.
func twin(c card.Card) card.Card { return c ^ 2 }

// below are the lesser cards of a card's suit.
func below(c card.Card) set { return suit << c.Suit() & (one(c) - 1) & deck }

// opposite gives, for each card, both cards of its rank and the other colour.
func opposite(x set) set {
	b, r := x&black, x&^black
	b = (b | b>>2) & suit
	r = (r | r>>2) & (suit << 1)
	return b<<1 | b<<3 | r>>1 | r<<1
}

// hosts are the cards on which some card of a set can be laid: its tableau build cards.
func hosts(x set) set { return opposite(x) << 4 & deck }

// guests are the cards that can be laid on some card of a set.
func guests(x set) set { return opposite(x) >> 4 & deck }
