package game

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Back returns moves that take back the last move, and leaves the table as it is. It finds only
// easy ways: cards go straight back, or the stock goes round. If it returns false, there may still
// be another way to take back the move.
func (s *State) Back() ([]Move, bool) {
	switch m := s.Last(); m.Action {
	case Shift:
		home := Move{Action: Shift, From: m.To, To: m.From, Cards: m.Cards}
		// An accordion's row has closed, and cards in the hole stay there.
		turned := s.history[len(s.history)-1].turned // even if nobody knows which card it is
		if turned || m.To.Pile == Accordion || s.Check(home) != legal {
			return nil, false
		}
		return []Move{home}, true
	case Draw, Redeal:
		if s.rules.Stock.Redeals != rules.Unlimited {
			return nil, false
		}
		return s.around()
	}
	return nil, false
}

// around turns the stock once round, to where it was before the last move.
func (s *State) around() (moves []Move, ok bool) {
	last := s.Last()
	s.Undo()
	stock, waste := slices.Clone(s.at.Stock), slices.Clone(s.at.Waste)
	s.Do(last)
	defer func() {
		for range moves {
			s.Undo()
		}
		if !ok {
			moves = nil
		}
	}()
	for range len(stock) + len(waste) + 2 { // no round takes more: every move but one turns a card
		if slices.Equal(s.at.Stock, stock) && slices.Equal(s.at.Waste, waste) {
			return moves, true
		}
		next := Move{Action: Redeal}
		if left := len(s.at.Stock); left > 0 {
			next = Move{Action: Draw, Count: min(left, s.rules.Stock.Count)}
		}
		if s.Check(next) != legal {
			return moves, false
		}
		s.Do(next)
		moves = append(moves, next)
	}
	return moves, false
}
