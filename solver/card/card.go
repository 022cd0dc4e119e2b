package card

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Suit is one of the four suits, numbered as in the Solvitaire program.
type Suit uint8

// The suits, by number.
const (
	Clubs Suit = iota
	Hearts
	Spades
	Diamonds
)

// Suits is the number of suits.
const Suits = 4

// Red reports whether the suit is red.
func (s Suit) Red() bool { return s&1 == 1 }

// String returns the suit's letter: C, H, S or D.
func (s Suit) String() string { return "CHSD"[s&3 : s&3+1] }

// ParseSuit reads a suit: its letter in either case, or its filled or outlined symbol. A variation
// selector, which says whether to draw the symbol in colour, may follow the symbol.
func ParseSuit(text string) (Suit, bool) {
	if len(text) == 1 {
		i := strings.IndexByte("CHSD", text[0]&^0x20)
		return Suit(max(i, 0)), i >= 0
	}
	symbol, size := utf8.DecodeRuneInString(text)
	if symbol < '♠' || symbol > '♧' || trimSelector(text) != text[:size] {
		return 0, false
	}
	return symbols[(symbol-'♠')&3], true
}

// symbols has the suits in the order of Unicode: ♠♡♢♣, then ♤♥♦♧.
var symbols = [Suits]Suit{Spades, Hearts, Diamonds, Clubs}

// trimSelector returns text without a variation selector at its end.
func trimSelector(text string) string {
	return strings.TrimSuffix(strings.TrimSuffix(text, "\uFE0E"), "\uFE0F")
}

// Rank is a card's rank, from 1, the ace, to 13, the king.
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

// String returns the rank's letter, T for ten.
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

// Card is a rank and a suit in one byte; the package documentation shows the layout. The
// zero value is None.
type Card uint8

// None is an empty place.
const None Card = 0

// Unknown is a card in the rows or the reserve that the player has not seen. There None is an empty
// place. In other places, cards that the player has not seen are None. No deck has Unknown.
const Unknown Card = 0xFF

// New returns the card of a rank and suit.
func New(r Rank, s Suit) Card { return Card(r)<<2 | Card(s&3) }

// Rank returns the card's rank, 0 for None.
func (c Card) Rank() Rank { return Rank(c >> 2) }

// Suit returns the card's suit.
func (c Card) Suit() Suit { return Suit(c & 3) }

// String writes the card in two characters, `TH` for the ten of hearts; None is the empty
// string.
func (c Card) String() string { return faceUp[c] }

// Down writes the card as face down: `Th`.
func (c Card) Down() string { return faceDown[c] }

// faceUp and faceDown hold every card's text, because deals are written often.
var faceUp, faceDown = func() (up, down [256]string) {
	for i := 1; i < len(up); i++ {
		c := Card(i)
		up[i] = c.Rank().String() + c.Suit().String()
		down[i] = c.Rank().String() + strings.ToLower(c.Suit().String())
	}
	up[Unknown], down[Unknown] = "??", "??"
	return up, down
}()

// Parse reads one card: `TH`, `th`, `10H`, `0H` and `10♥` are the ten of hearts. upper is false if
// the suit is a lower-case letter: in games with face-down cards, the card then lies face down.
func Parse(text string) (c Card, upper bool, err error) {
	_, size := utf8.DecodeLastRuneInString(trimSelector(text))
	cut := len(trimSelector(text)) - size
	if cut < 1 || cut > 2 {
		return None, false, fmt.Errorf("%q is not a card: write rank and suit, for example TH for the ten of hearts", clip(text))
	}
	r, ok := ParseRank(text[:cut])
	if text[:cut] == "0" { // the Deck of Cards API writes tens so
		r, ok = 10, true
	}
	if !ok {
		if s, suit := ParseSuit(text[:1]); suit {
			if r, rank := ParseRank(text[1:]); rank {
				return None, false, fmt.Errorf("%q is not a card: write the rank first, then the suit: %s", text, New(r, s))
			}
		}
		return None, false, fmt.Errorf("%q is not a card: rank %q must be A, 2–9, T, J, Q or K", text, text[:cut])
	}
	s, ok := ParseSuit(text[cut:])
	if !ok {
		return None, false, fmt.Errorf("%q is not a card: suit %q must be C, D, H or S", text, text[cut:])
	}
	return New(r, s), text[cut] < 'a' || size > 1, nil
}

// clip shortens input for use in an error.
func clip(text string) string {
	if runes := []rune(text); len(runes) > 12 {
		return string(runes[:12]) + "…"
	}
	return text
}

// Deck returns the cards of the packs: rank by rank, in each clubs, hearts, spades,
// diamonds, and the whole list once per pack. Numbered deals start from this order. With
// fewer than four suits every card is folded to a suit in play (see [Fold]).
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

// Fold maps a card of a four-suit pack to a game with fewer suits: with two suits clubs
// become spades and diamonds hearts, with one every card becomes a spade.
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

// Filled returns how many places have a card.
func Filled(places []Card) int {
	n := 0
	for _, c := range places {
		if c != None {
			n++
		}
	}
	return n
}

// Join writes the cards of places with a separator between them, and a word for each empty place.
func Join(places []Card, separator, empty string) string {
	texts := make([]string, len(places))
	for i, c := range places {
		texts[i] = cmp.Or(c.String(), empty)
	}
	return strings.Join(texts, separator)
}
