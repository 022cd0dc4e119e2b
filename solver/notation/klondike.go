package notation

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// klondikeSolver writes moves as Klondike-Solver does: DR2 draws twice, NEW turns the
// waste over, W3 moves a card from the waste to the third column, 35-2 two cards from the
// third to the fifth, 5H one to the foundation of hearts, and F5 turns up the card that a
// move has uncovered.
func klondikeSolver(moves []game.Move) string {
	var words []string
	draws := 0
	flush := func() {
		if draws > 0 {
			words = append(words, "DR"+strconv.Itoa(draws))
		}
		draws = 0
	}
	for _, m := range moves {
		if m.Action == game.Draw {
			draws++
			continue
		}
		flush()
		if m.Action == game.Redeal {
			words = append(words, "NEW")
			continue
		}
		word := klondikePlace(m.From) + klondikePlace(m.To)
		if len(m.Cards) > 1 {
			word += fmt.Sprintf("-%d", len(m.Cards))
		}
		words = append(words, word)
		if m.TurnsUp != card.None {
			words = append(words, "F"+strconv.Itoa(m.From.N))
		}
	}
	flush()
	return inLines(words, 20)
}

func klondikePlace(p game.Place) string {
	switch p.Pile {
	case game.Tableau:
		return strconv.Itoa(p.N)
	case game.Waste:
		return "W"
	default:
		return card.Suit(p.N - 1).String()
	}
}

// minimalKlondike writes moves as MinimalKlondike does: @ is a draw, two letters move
// cards. A is the waste, B to E are the foundations of clubs, diamonds, spades and
// hearts, F to L the columns. Turning over the waste when the stock is empty is not
// written, nor how many cards move.
//
// The program reads draws only right before the move of the card that they turn, so they
// are put there; no other move depends on when cards are drawn. It goes round the stock
// at most once: draws that go further come to the same card in one round.
func minimalKlondike(moves []game.Move) string {
	var words []string
	before, draws := 0, 0 // draws since the last card played from the waste, before and after it was turned over
	turned := false
	for _, m := range moves {
		switch {
		case m.Action == game.Draw:
			draws++
			continue
		case m.Action == game.Redeal:
			if !turned {
				before, turned = draws, true
			}
			draws = 0
			continue
		}
		word := minimalPlace(m.From) + minimalPlace(m.To)
		if m.From.Pile == game.Waste {
			word = strings.Repeat("@", before+draws) + word
			before, draws, turned = 0, 0, false
		}
		words = append(words, word)
	}
	return inLines(words, 20)
}

func minimalPlace(p game.Place) string {
	switch p.Pile {
	case game.Tableau:
		return string('F' + rune(p.N) - 1)
	case game.Waste:
		return "A"
	default:
		return map[card.Suit]string{card.Clubs: "B", card.Diamonds: "C", card.Spades: "D", card.Hearts: "E"}[card.Suit(p.N-1)]
	}
}

// klondikeStep reads a word of Klondike-Solver.
func klondikeStep(word string) (step, error) {
	if word == "NEW" {
		return plain(func(t *table) string { return t.do(game.Move{Action: game.Redeal}) }), nil
	}
	if number, ok := strings.CutPrefix(word, "DR"); ok {
		n := digits(number, 104)
		if n == 0 {
			return step{}, errors.New("after DR comes the number of draws, 1–104")
		}
		return plain(func(t *table) string { return t.draw(n, false) }), nil
	}
	if number, ok := strings.CutPrefix(word, "F"); ok {
		n := digits(number, 7)
		if n == 0 {
			return step{}, errors.New("after F comes the column whose card is turned up, 1–7")
		}
		return plain(func(t *table) string { return t.flip(n) }), nil
	}
	route, number, counted := strings.Cut(word, "-")
	var from, to game.Place
	if len(route) == 2 {
		from, to = klondikePlaceOf(route[0]), klondikePlaceOf(route[1])
	}
	n := 1
	if counted {
		n = digits(number, 13)
	}
	if from.Pile == game.Nowhere || to.Pile == game.Nowhere || to.Pile == game.Waste || n == 0 {
		return step{}, errors.New("a step is DR2, NEW, F5, or source and target, optionally with a number of cards: W3, 35-2, 5H")
	}
	return plain(func(t *table) string { return t.shift(from, to, n) }), nil
}

func klondikePlaceOf(letter byte) game.Place {
	switch s, suit := card.ParseSuit(string(letter)); {
	case letter >= '1' && letter <= '7':
		return game.At(game.Tableau, int(letter-'0'))
	case letter == 'W':
		return game.Place{Pile: game.Waste}
	case suit && letter <= 'Z':
		return game.FoundationOf(s)
	}
	return game.Place{}
}

// digits reads a number from 1 to most; 0 if it is invalid.
func digits(text string, most int) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > most || strconv.Itoa(n) != text {
		return 0
	}
	return n
}

// draw draws a number of times. With implied, the waste is turned over when the stock is
// empty.
func (t *table) draw(times int, implied bool) (refusal string) {
	for range times {
		if implied && len(t.state.Table().Stock) == 0 {
			if refusal := t.do(game.Move{Action: game.Redeal}); refusal != "" {
				return refusal
			}
		}
		count := min(t.rules.Stock.Count, len(t.state.Table().Stock))
		if refusal := t.do(game.Move{Action: game.Draw, Count: count}); refusal != "" {
			return refusal
		}
	}
	return ""
}

// flip checks that the last move turned a column's card up, which the referee does at
// once.
func (t *table) flip(column int) (refusal string) {
	if len(t.moves) > 0 {
		last := t.moves[len(t.moves)-1]
		if last.TurnsUp != card.None && last.From == game.At(game.Tableau, column) {
			return ""
		}
	}
	return fmt.Sprintf("the step before turned up no card of column %d", column)
}

// minimalStep reads a word of MinimalKlondike: draws, then optionally a move.
func minimalStep(word string) (step, error) {
	route := strings.TrimLeft(word, "@")
	draws := len(word) - len(route)
	var from, to game.Place
	if len(route) == 2 {
		from, to = minimalPlaceOf(route[0]), minimalPlaceOf(route[1])
	}
	if route != "" && (from.Pile == game.Nowhere || to.Pile == game.Nowhere || to.Pile == game.Waste) {
		return step{}, errors.New("a step is any number of @, then two letters: A is the waste, B–E the foundations, F–L the columns")
	}
	return plain(func(t *table) string {
		if refusal := t.draw(draws, true); refusal != "" || route == "" {
			return refusal
		}
		switch {
		case from.Pile != game.Tableau || to.Pile != game.Tableau:
			return t.shift(from, to, 1)
		case t.empty(to):
			return t.shift(from, to, t.toKing(from))
		default:
			return t.shift(from, to, t.fitting(from, to))
		}
	}), nil
}

func minimalPlaceOf(letter byte) game.Place {
	for n := 1; n <= 7; n++ {
		if at := game.At(game.Tableau, n); minimalPlace(at) == string(letter) {
			return at
		}
	}
	for s := range card.Suits {
		if at := game.FoundationOf(card.Suit(s)); minimalPlace(at) == string(letter) {
			return at
		}
	}
	if letter == 'A' {
		return game.Place{Pile: game.Waste}
	}
	return game.Place{}
}

// toKing returns how many cards of a column reach down to its deepest face-up king; 1 if
// there is none, so that the referee says what is wrong.
func (t *table) toKing(from game.Place) int {
	for n := 1; ; n++ {
		cards := t.top(from, n)
		switch {
		case cards == nil:
			return 1
		case cards[0].Rank() == card.King:
			return n
		}
	}
}
