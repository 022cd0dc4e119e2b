package card

import (
	"fmt"
	"strconv"
	"strings"
)

// Suit is one of the four suits, numbered as in the Solvitaire program.
type Suit uint8

// The suits in their order of numbering.
const (
	Clubs Suit = iota
	Hearts
	Spades
	Diamonds
)

// Suits is how many suits there are.
const Suits = 4

// Red tells whether the suit is red.
func (s Suit) Red() bool { return s&1 == 1 }

// String gives the suit's letter: C, H, S or D.
func (s Suit) String() string { return "CHSD"[s&3 : s&3+1] }

// ParseSuit reads a suit's letter, upper or lower case.
func ParseSuit(letter string) (Suit, bool) {
	if len(letter) != 1 {
		return 0, false
	}
	i := strings.IndexByte("CHSD", letter[0]&^0x20)
	return Suit(max(i, 0)), i >= 0
}

// Rank counts from 1, the ace, to 13, the king.
type Rank uint8

// Ranks with a name.
const (
	Ace   Rank = 1
	Jack  Rank = 11
	Queen Rank = 12
	King  Rank = 13
)

// MaxRank is the highest rank of a full suit.
const MaxRank = King

const rankLetters = "?A23456789TJQK"

// String gives the rank's letter, T for ten.
func (r Rank) String() string {
	if r < Ace || r > King {
		return "?"
	}
	return rankLetters[r : r+1]
}

// ParseRank reads a rank: A, 2 … 10, T, J, Q, K in either case, or a number
// from 1 to 13.
func ParseRank(text string) (Rank, bool) {
	if len(text) == 1 {
		c := text[0]
		if c >= 'a' && c <= 'z' {
			c -= 'a' - 'A'
		}
		if i := strings.IndexByte(rankLetters[1:], c); i >= 0 {
			return Rank(i + 1), true
		}
	}
	if n, err := strconv.Atoi(text); err == nil && n >= int(Ace) && n <= int(King) && text[0] != '+' && text[0] != '0' {
		return Rank(n), true
	}
	return 0, false
}

// Card is a rank and a suit in one byte; see the package documentation for the
// layout. The zero value is None.
type Card uint8

// None stands for an empty place.
const None Card = 0

// New makes a card.
func New(r Rank, s Suit) Card { return Card(r)<<2 | Card(s&3) }

// Rank tells the card's rank, 0 for None.
func (c Card) Rank() Rank { return Rank(c >> 2) }

// Suit tells the card's suit.
func (c Card) Suit() Suit { return Suit(c & 3) }

// String writes the card in two characters, `TH` for the ten of hearts; None is
// the empty text.
func (c Card) String() string { return faceUp[c] }

// Down writes the card as it is written when it lies face down: `Th`.
func (c Card) Down() string { return faceDown[c] }

// faceUp and faceDown are how each card is written: made once, as a deal is written
// often.
var faceUp, faceDown = func() (up, down [256]string) {
	for i := 1; i < len(up); i++ {
		c := Card(i)
		up[i] = c.Rank().String() + c.Suit().String()
		down[i] = c.Rank().String() + strings.ToLower(c.Suit().String())
	}
	return up, down
}()

// Parse reads one card: `TH`, `th`, `10H` and `0H` are the ten of hearts. The second
// result tells whether the suit was written in upper case, which in games that
// deal cards face down means that the card lies face up.
func Parse(text string) (c Card, upper bool, err error) {
	if len(text) < 2 || len(text) > 3 {
		return None, false, fmt.Errorf("%q is not a card: write a rank and a suit, such as TH for the ten of hearts", clip(text))
	}
	cut := len(text) - 1
	r, ok := ParseRank(text[:cut])
	if text[:cut] == "0" { // as the Deck of Cards API writes tens
		r, ok = 10, true
	}
	if !ok {
		return None, false, fmt.Errorf("%q is not a card: its rank %q is none of A 2 3 4 5 6 7 8 9 T J Q K", text, text[:cut])
	}
	s, ok := ParseSuit(text[cut:])
	if !ok {
		return None, false, fmt.Errorf("%q is not a card: its suit %q is none of C D H S", text, text[cut:])
	}
	return New(r, s), text[cut] <= 'Z', nil
}

// clip keeps a stranger's text short enough to be quoted in an error.
func clip(text string) string {
	if len(text) > 12 {
		return text[:12] + "…"
	}
	return text
}

// Deck lists the cards of a pack rank by rank, clubs, hearts, spades, diamonds
// within a rank, the whole list once per deck: the order in which numbered
// deals start. With fewer than four suits every card is read as one of the
// suits there are (see [Fold]).
func Deck(maxRank Rank, decks, suits int) []Card {
	cards := make([]Card, 0, int(maxRank)*Suits*decks)
	for range decks {
		for r := Ace; r <= maxRank; r++ {
			for s := Clubs; s <= Diamonds; s++ {
				cards = append(cards, Fold(New(r, s), suits))
			}
		}
	}
	return cards
}

// Fold reads a card of a four-suit pack as a card of a game with fewer suits:
// with two suits clubs count as spades and diamonds as hearts, with one every
// card is a spade.
func Fold(c Card, suits int) Card {
	switch {
	case c == None || suits >= Suits:
		return c
	case suits == 2 && c.Suit().Red():
		return New(c.Rank(), Hearts)
	default:
		return New(c.Rank(), Spades)
	}
}
