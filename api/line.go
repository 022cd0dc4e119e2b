package api

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/notation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// line is the moves of a request: a list, or a text in some format, of which only the
// cards say what it means.
type line struct {
	moves   []game.Move
	dialect string // of the text; empty if the moves were a list
	text    string
}

// usualMoves is for how many moves there is room at once, before any is read.
const usualMoves = 1 << 14

// decodePlayed is decodeLine for requests that need moves.
func decodePlayed(request *strict.Node, fields map[string]*strict.Node) line {
	if fields["moves"] == nil {
		request.ComplainAt("moves", "missing: a list of moves")
	}
	return decodeLine(fields)
}

// decodeLine reads a request's fields moves and moves_format.
func decodeLine(fields map[string]*strict.Node) line {
	var l line
	moves, format := fields["moves"], fields["moves_format"]
	if name, ok := format.Text(); ok {
		l.dialect = name
		if !slices.Contains(notation.Dialects(), name) {
			format.Complain("%q is none of: %s", problem.Clip(name), strings.Join(notation.Dialects(), ", "))
		}
	}
	switch {
	case moves == nil && format != nil:
		format.Complain("there are no moves; it belongs to moves that are a text")
	case format != nil:
		l.text, _ = moves.Text()
	case moves.IsText():
		moves.Complain("a text needs its format in moves_format: one of %s", strings.Join(notation.Dialects(), ", "))
	default:
		items, _ := moves.List()
		l.moves = make([]game.Move, 0, min(len(items), usualMoves))
		for _, item := range items {
			if moves.Full() {
				break
			}
			l.moves = append(l.moves, game.DecodeMove(item))
		}
	}
	return l
}

// read gives the moves, made from position p. Those of a text have been played by the
// referee; those of a list may be illegal. The error of a text that can't be played to
// its end is a [notation.Misstep], and comes with the moves before it.
func (l *line) read(r *rules.Rules, p *deal.Position) ([]game.Move, error) {
	if l.dialect == "" {
		return l.moves, nil
	}
	moves, err := notation.ReadMoves(l.dialect, l.text, r, p)
	return moves, unsaid("moves_format", err)
}

// played is read for requests in which every move must be legal. The moves are as the
// referee saw them, with what they turn up, and with them comes the table at their end.
func (l *line) played(r *rules.Rules, p *deal.Position) ([]game.Move, *game.State, error) {
	moves, err := l.read(r, p)
	var misstep *notation.Misstep
	if errors.As(err, &misstep) {
		return nil, nil, strict.Error{{Field: "moves", Detail: misstep.Error()}}
	}
	if err != nil {
		return nil, nil, err
	}
	s := game.New(r, p)
	made := make([]game.Move, len(moves))
	for i, m := range moves {
		if refusal := s.Check(m); refusal != "" {
			return nil, nil, strict.Error{{Field: fmt.Sprintf("moves[%d]", i), Detail: m.String() + ": " + string(refusal)}}
		}
		s.Do(m)
		made[i] = s.Last()
	}
	return made, s, nil
}
