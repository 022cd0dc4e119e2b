package web

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/api/draw"
	"github.com/thoughtful-solitaire/thoughtful/api/web/words"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// example is a move of a game.
type example struct {
	moved, onto card.Card
	pair        bool // whether the two cards leave together
	text        string
}

// file returns the name of the file with the picture.
func (e *example) file() string {
	return strings.ToLower(fmt.Sprintf("move-%s-%s-%t.svg", e.moved, e.onto, e.pair))
}

// picture draws the example.
func (e *example) picture() []byte { return draw.Move(e.moved, e.onto, e.pair) }

// exampleOf returns a move that is typical of a game.
func exampleOf(l words.Language, r *rules.Rules) example {
	six, seven := card.New(6, card.Hearts), card.New(7, card.Clubs)
	e := example{moved: six, onto: seven}
	sum := r.Rows.PairSum
	if r.Discard.Policy == rules.DiscardSum {
		sum = r.Discard.Sum
	}
	t := &r.Tableau
	switch {
	case sum > 0:
		low := card.Rank(max(1, sum-8))
		e.moved, e.onto, e.pair = card.New(low, card.Hearts), card.New(card.Rank(sum)-low, card.Clubs), true
		e.text = capital(say(l, "{first} and {second} make {sum}, so they leave together.", "first", figure(l, e.onto), "second", figure(l, e.moved), "sum", strconv.Itoa(sum)))
	case r.Discard.Policy == rules.DiscardRank:
		e.onto, e.pair = card.New(6, card.Clubs), true
		e.text = say(l, "Two sixes leave together.")
	case r.Discard.Policy == rules.DiscardLowerSuit:
		e.onto, e.pair = card.New(9, card.Hearts), true
		e.text = say(l, "The 6 leaves, because a higher card of its suit lies on top of another column.")
	case r.Accordion.Size > 0:
		e.moved = card.New(6, card.Clubs)
		e.text = say(l, "A card goes onto one of the same suit, or of the same rank.")
		if r.Accordion.Match&(rules.MatchAnySuit|rules.MatchColours) != 0 {
			e.text = say(l, "A card goes onto another card on its left.")
		}
	case r.Sequences.Count > 0:
		e.moved, e.onto = card.New(8, card.Clubs), seven
		e.text = say(l, "The 8 of clubs goes into the gap beside the 7 of clubs.")
	case r.Rows.ToWaste, r.Hole.Present:
		e.text = say(l, "A 6 goes onto a 7, or a 7 onto a 6. Suits don’t matter.")
	case t.Build == rules.NoBuild || t.Count == 0:
		e.moved, e.onto = card.New(2, card.Spades), card.New(1, card.Spades)
		e.text = say(l, "The 2 of spades goes onto the ace of spades, on its foundation.")
	default:
		on := map[rules.Build]struct {
			suit card.Suit
			text string
		}{
			rules.RedBlack:   {card.Clubs, say(l, "A red 6 goes onto a black 7, a black 6 onto a red 7.")},
			rules.SameSuit:   {card.Hearts, say(l, "The 6 of hearts goes onto the 7 of hearts.")},
			rules.AnySuit:    {card.Clubs, say(l, "A 6 goes onto any 7.")},
			rules.SameColour: {card.Diamonds, say(l, "A red 6 goes onto a red 7, a black 6 onto a black 7.")},
			rules.OtherSuit:  {card.Clubs, say(l, "A 6 goes onto a 7 of another suit.")},
		}[t.Build]
		e.onto, e.text = card.New(7, on.suit), on.text
		if t.UpOrDown {
			e.text += " " + say(l, "An 8 goes onto a 7 in the same way.")
		}
	}
	return e
}

// figure names the rank of a card with its article.
func figure(l words.Language, c card.Card) string {
	switch name := c.Rank().String(); name {
	case "A":
		return say(l, "an ace")
	case "8":
		return say(l, "an 8")
	case "T":
		return say(l, "a 10")
	case "J":
		return say(l, "a jack")
	case "Q":
		return say(l, "a queen")
	case "K":
		return say(l, "a king")
	default:
		return say(l, "a {n}", "n", name)
	}
}
