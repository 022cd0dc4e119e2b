package difficulty

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Method is a way to measure difficulty.
type Method string

// The methods.
const (
	// LineAndPlayers judges the moves along a winning line, and has players of modest skill play
	// the deal. Its score is in bits.
	LineAndPlayers Method = "line-and-players"
	// CardsLeft counts the cards that the careless player leaves at the end of its plays. It asks
	// no engine. It is for games that such players hardly ever win, or whose moves take too long to
	// judge. Its score is in cards.
	CardsLeft Method = "cards-left"
)

// leftPlays is the number of plays that CardsLeft looks at.
const leftPlays = 20

// cardsLeft measures what CardsLeft does.
func (s *measurement) cardsLeft() *Left {
	l := Left{Plays: leftPlays}
	cards, down := 0, 0
	for seed := uint64(1); seed <= leftPlays; seed++ {
		position := s.problem.Position()
		played := player.Play(s.clock, player.Careless.Sees(nil), player.Careless.New(seed, nil, s.engine), s.rules, &position)
		if played.Won {
			l.Wins++
		}
		table := game.New(s.rules, &position)
		for _, m := range played.Moves {
			table.Do(m)
		}
		c, d := outOfPlace(s.rules, table.Table())
		cards, down = cards+c, down+d
	}
	l.Cards, l.FaceDown = float64(cards)/leftPlays, float64(down)/leftPlays
	return &l
}

// outOfPlace returns how many cards are not on a foundation and don't lie on the next higher card
// of their suit, and how many of them lie face down.
func outOfPlace(r *rules.Rules, p *deal.Position) (cards, down int) {
	cards = r.DeckSize() - p.Founded()
	for _, c := range p.Tableau {
		down += c.Down
		for i := c.Down + 1; i < len(c.Cards); i++ {
			lower, upper := c.Cards[i-1], c.Cards[i]
			if lower.Suit() == upper.Suit() && deal.AboveBase(r, p.Base, lower) == deal.AboveBase(r, p.Base, upper)+1 {
				cards--
			}
		}
	}
	return cards, down
}
