package game

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Outcome is what a replay found.
type Outcome struct {
	Legal    bool          // whether every move was legal
	At       int           // the number of the illegal move, from 1; 0 if none
	Reason   string        // why it is illegal
	Won      bool          // whether the game is won at the end
	Moves    int           // how many moves were made, counted as Length counts
	Position deal.Position // where the cards lie after the last legal move
}

// Replay plays moves from a position, as far as they are legal.
func Replay(r *rules.Rules, p *deal.Position, moves []Move) Outcome {
	s := New(r, p)
	for i, m := range moves {
		if refusal := s.Check(m); refusal != legal {
			return Outcome{
				At: i + 1, Reason: m.String() + ": " + string(refusal),
				Moves: Length(moves[:i]), Position: s.at,
			}
		}
		s.make(m)
	}
	return Outcome{Legal: true, Won: s.Won(), Moves: Length(moves), Position: s.at}
}
