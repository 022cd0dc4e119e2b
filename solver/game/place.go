package game

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// Pile is a kind of place where cards lie.
type Pile uint8

// The kinds of places.
const (
	Nowhere Pile = iota
	Stock
	Waste
	Reserve
	Cell
	Tableau
	Foundation
	Hole
	Accordion
	Sequence
	Row
)

var pileWords = [...]string{"", "stock", "waste", "reserve", "cell", "tableau", "foundation", "hole", "accordion", "sequence", "row"}

// Place is one place on the table, such as `waste`, `tableau/4` or `foundation/S`.
//
//   - Usually N is the number of the pile, from 1, left to right. N is 0 if there is only one such
//     pile: the stock, the waste, a stacked reserve, the hole.
//   - For a foundation, N is the suit, from 1 for clubs. M is the number of the foundation within
//     its suit, or 0 if the suit has only one.
//   - For a sequence or a row of covered places, N is the row and M the place in the row.
type Place struct {
	Pile Pile
	N, M int
}

// At returns a place of a numbered kind.
func At(p Pile, n int) Place { return Place{Pile: p, N: n} }

// FoundationOf returns the only foundation of a suit.
func FoundationOf(s card.Suit) Place { return Place{Pile: Foundation, N: int(s) + 1} }

// String writes the place as ParsePlace reads it.
func (p Place) String() string { return string(p.append(nil)) }

// MarshalText writes the place as String does.
func (p Place) MarshalText() ([]byte, error) { return p.append(nil), nil }

// append appends what String writes.
func (p Place) append(to []byte) []byte {
	to = append(to, pileWords[p.Pile]...)
	switch {
	case p.N == 0:
		return to
	case p.Pile == Foundation:
		to = append(to, '/')
		to = append(to, card.Suit(p.N-1).String()...)
	default:
		to = append(to, '/')
		to = strconv.AppendInt(to, int64(p.N), 10)
	}
	if p.M > 0 {
		to = append(to, '/')
		to = strconv.AppendInt(to, int64(p.M), 10)
	}
	return to
}

// ParsePlace reads a place. It does not check that the table has it.
func ParsePlace(text string) (Place, error) {
	p, ok := parsePlace(text)
	switch {
	case !ok && strings.Contains(text, "/0"):
		return Place{}, fmt.Errorf("%.40q is not a place: places are counted from 1, as in tableau/1", text)
	case !ok:
		return Place{}, fmt.Errorf("%.40q is not a place: write, for example, waste, tableau/4, cell/1 or foundation/S (of several packs foundation/S/1)", text)
	}
	return p, nil
}

func parsePlace(text string) (p Place, ok bool) {
	word, rest, numbered := strings.Cut(text, "/")
	if i := slices.Index(pileWords[:], word); i > 0 {
		p.Pile = Pile(i)
	}
	if p.Pile == Nowhere || len(text) > 30 {
		return p, false
	}
	if !numbered {
		if p.Pile == Stock || p.Pile == Waste || p.Pile == Reserve || p.Pile == Hole {
			return p, true
		}
		return p, false
	}
	first, second, two := strings.Cut(rest, "/")
	if p.Pile == Foundation {
		s, known := card.ParseSuit(first)
		if !known {
			return p, false
		}
		p.N = int(s) + 1
	} else if p.N = number(first); p.N == 0 {
		return p, false
	}
	if two {
		p.M = number(second)
	}
	mustTwo := p.Pile == Sequence || p.Pile == Row
	if two && (p.M == 0 || !mustTwo && p.Pile != Foundation) || !two && mustTwo ||
		p.Pile == Stock || p.Pile == Waste || p.Pile == Hole {
		return p, false
	}
	return p, true
}

// number reads a place's number; 0 if it is invalid.
func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > 104 || strconv.Itoa(n) != text {
		return 0
	}
	return n
}
