package moves

import (
	"encoding/json"
	"errors"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/api/web/words"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/notation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// ReplayRequest asks whether moves are legal and win.
type ReplayRequest struct {
	request.DealFields
	Moves request.MovesOrText `json:"moves"` // a list, runs too, or text in moves_format
	request.TextFields
	request.LanguageField
	Positions string `json:"positions,omitempty" enums:"last,all" default:"last"` // which positions to return: the last one, or also all of them in positions
} //	@name	ReplayRequest

// ReplayAnswer is the result of playing moves.
type ReplayAnswer struct {
	Legal    bool                   `json:"legal"`                     // whether every move is legal
	At       int                    `json:"at,omitempty" example:"17"` // number of the illegal move, from 1
	Reason   string                 `json:"reason,omitempty"`          // the illegal move and, in the language of the request, why it is illegal
	Refusal  *Refusal               `json:"refusal,omitempty"`         // why it is illegal, for texts of your own; absent if text in moves_format can't be read
	Won      bool                   `json:"won"`                       // whether the game is won at the end
	Moves    int                    `json:"moves" example:"112"`       // legal moves made as they were given, redeals not counted; a run is one
	Redeals  int                    `json:"redeals" example:"4"`       // redeals made; with moves, all legal entries of the request
	Expanded []request.ExpandedMove `json:"expanded,omitempty"`        // each legal run among the moves, and the single moves that it stands for
	Played   []game.Move            `json:"played,omitempty"`          // of text: the moves that it stands for, with cards that go home by themselves; at, moves, expanded and positions count these
	Warnings []string               `json:"warnings"`                  // what was read otherwise than it is written, and what was assumed
	Position json.RawMessage        `json:"position"`                  // position after the last legal move

	Positions []json.RawMessage `json:"positions,omitempty"` // with positions all: the deal, then the position after each legal move
} //	@name	ReplayAnswer

// Refusal says why a move is illegal.
type Refusal struct {
	Text   string            `json:"text" example:"it is covered by {card}"` // in English, with names of values in braces
	Values map[string]string `json:"values"`                                 // what stands for each name
} //	@name	Refusal

// Replay answers the JSON of a ReplayRequest.
//
//	@ID				replay
//	@Summary		Are these moves legal, and do they win?
//	@Description	Plays the moves one by one and stops at the first illegal one, which is an answer, not an error.
//	@Description	Where cards move one by one, as in FreeCell, a move may name a run that the free cells and empty columns can move; `expanded` has its single moves. `at` and `moves` count a run as one move.
//	@Description	`language` chooses the language of `reason`. It begins with the move as it was given. `refusal` has the reason as a text in English and its values.
//	@Description	With `positions` set to `all`, the answer has the deal and the position after each legal move, for undo and for animations: 4 MiB of them at most.
//	@Description	Moves may be text of another program, in `moves_format`; what it leaves implicit is added, and `played` has the moves. FreeCell moves in standard notation may leave out cards that go home by themselves: `autoplay` says which do. Without it the moves decide, and `warnings` say how they were read; if they fit in two ways that move different cards, that is a problem.
//	@Param			request				body		ReplayRequest	true	"the deal and the moves"
//	@Success		200					{object}	ReplayAnswer
//	@Router			/v1/replay [post]
func Replay(body []byte) (ReplayAnswer, error) {
	q, err := decodeReplay(body)
	if err != nil {
		return ReplayAnswer{}, err
	}
	p, err := q.Resolve()
	if err != nil {
		return ReplayAnswer{}, err
	}
	asked := p.Asked()
	reading, err := q.moves.Read(p.Rules(), &asked)
	var illegal *notation.IllegalStep
	if err != nil && !errors.As(err, &illegal) {
		return ReplayAnswer{}, err
	}
	outcome, steps := game.ReplayRuns(p.Rules(), &asked, reading.Moves)
	if illegal != nil {
		outcome.Legal, outcome.Won, outcome.At, outcome.Reason = false, false, len(reading.Moves)+1, illegal.Error()
	}
	answer := ReplayAnswer{
		Legal: outcome.Legal, At: outcome.At, Reason: outcome.Reason, Won: outcome.Won, Moves: outcome.Moves, Redeals: outcome.Redeals,
		Expanded: request.Expanded(steps),
		Position: q.Write(p.Rules(), &outcome.Position),
		Warnings: reply.List(q.Notes),
	}
	if outcome.Refusal != "" {
		text, values := outcome.Refusal.Said()
		answer.Reason = reading.Moves[outcome.At-1].String() + ": " + q.language.Text(text, values)
		answer.Refusal = &Refusal{text, values}
	}
	if reading.Warning != "" {
		answer.Warnings = append(answer.Warnings, reading.Warning)
	}
	if q.moves.Text() {
		answer.Played = reply.List(reading.Moves)
	}
	if !q.all {
		return answer, nil
	}
	answer.Positions, err = q.positions(p.Rules(), &asked, steps)
	return answer, err
}

// mostPositions bounds the positions of an answer, in bytes.
const mostPositions = 4 << 20

// positions returns a position, and the position after each step. The steps are legal.
func (q *replayQuestion) positions(r *rules.Rules, from *deal.Position, steps [][]game.Move) ([]json.RawMessage, error) {
	s := game.New(r, from)
	list := make([]json.RawMessage, 0, len(steps)+1)
	size := 0
	for i := 0; ; i++ {
		text := q.Write(r, s.Table())
		if size += len(text); size > mostPositions {
			return nil, problem.Field("positions", "the positions after the first %d moves have more than %d bytes; replay fewer moves at a time", i, mostPositions)
		}
		list = append(list, text)
		if i == len(steps) {
			return list, nil
		}
		for _, m := range steps[i] {
			s.Do(m)
		}
	}
}

// replayQuestion is a decoded replay request.
type replayQuestion struct {
	request.Question
	moves    request.MoveList
	language words.Language
	all      bool // whether all positions are asked for
}

func decodeReplay(body []byte) (replayQuestion, error) {
	var in ReplayRequest
	node, err := request.Decode(body, &in)
	if err != nil {
		return replayQuestion{}, err
	}
	q := replayQuestion{language: in.Spoken(), all: in.Positions == "all"}
	q.Question, _ = in.Question(node, deal.Decode)
	if in.Moves == nil {
		node.AddErrorAt("moves", noMoves)
	}
	q.moves = in.MoveList(node, in.Moves)
	return q, node.Err()
}
