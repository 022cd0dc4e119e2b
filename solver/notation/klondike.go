package notation

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// klondikeSolver writes moves as Klondike-Solver does: DR2 draws twice, NEW turns the
// waste over, W3 moves a card from the waste to the third column, 35-2 two cards from
// the third to the fifth, 5H one to the foundation of hearts, and F5 turns up the card
// that a move has uncovered.
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
// hearts, F to L the columns. That the waste is turned over when the stock is empty
// goes without saying, as does how many cards move.
//
// The program reads draws only right before the move of the card that they turn, so
// they are put there; no other move minds when cards are drawn. It follows the stock
// once round at most: draws that go further come to the same card in one round.
func minimalKlondike(moves []game.Move) string {
	var words []string
	before, draws := 0, 0 // draws since the waste was last played from, before and after it was turned over
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
