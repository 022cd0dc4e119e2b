package game

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Outcome is the result of a replay.
type Outcome struct {
	Legal    bool          // whether every move was legal
	At       int           // the number of the illegal move, from 1; 0 if none
	Reason   string        // the illegal move, and why it is illegal
	Refusal  Refusal       // why it is illegal
	Won      bool          // whether the game is won at the end
	Moves    int           // how many moves were made, counted as Length counts
	Redeals  int           // how many redeals were made beside them
	Position deal.Position // where the cards lie after the last legal move
}

// Replay plays moves from a position until one is illegal.
func Replay(r *rules.Rules, p *deal.Position, moves []Move) Outcome {
	s := New(r, p)
	return s.replay(moves, func(m Move) Refusal {
		refusal := s.Check(m)
		if refusal == legal {
			s.make(m)
		}
		return refusal
	})
}

// ReplayRuns replays moves of people, who may move a run at once (see [State.DoRun]). It also
// returns the single moves of each legal move.
func ReplayRuns(r *rules.Rules, p *deal.Position, moves []Move) (Outcome, [][]Move) {
	s := New(r, p)
	steps := make([][]Move, 0, len(moves))
	out := s.replay(moves, func(m Move) Refusal {
		made, refusal := s.DoRun(m)
		if refusal == legal {
			steps = append(steps, made)
		}
		return refusal
	})
	return out, steps
}

// replay plays moves, each by the function play, until that refuses one.
func (s *State) replay(moves []Move, play func(Move) Refusal) Outcome {
	for i, m := range moves {
		if refusal := play(m); refusal != legal {
			return Outcome{
				At: i + 1, Reason: m.String() + ": " + refusal.String(), Refusal: refusal,
				Moves: Length(moves[:i]), Redeals: Redeals(moves[:i]), Position: s.at,
			}
		}
	}
	return Outcome{Legal: true, Won: s.Won(), Moves: Length(moves), Redeals: Redeals(moves), Position: s.at}
}

// Follow plays moves, and returns them with the cards that they turn up here. It does not check the
// cards that the given moves claim to turn up. It returns false if a move is illegal; the moves
// before it stay played.
func (s *State) Follow(moves []Move) ([]Move, bool) {
	said := slices.Clone(moves)
	for i, m := range moves {
		m.TurnsUp = card.None
		if s.Check(m) != legal {
			return nil, false
		}
		s.Do(m)
		said[i] = s.Last()
	}
	return said, true
}
