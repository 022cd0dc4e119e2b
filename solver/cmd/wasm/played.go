package main

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/analysis"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// analyseAnswer has the fields of the answer of POST /v1/analyse.
type analyseAnswer struct {
	ID           solver.ID       `json:"id"`
	Plies        []ply           `json:"plies"`
	LostAt       *int            `json:"lost_at"`
	LastWinnable *int            `json:"last_winnable"`
	FirstLost    *int            `json:"first_unwinnable"`
	Because      solver.Reason   `json:"because,omitempty"`
	Better       *game.Move      `json:"better"`
	Line         []game.Move     `json:"line"`
	Search       figures         `json:"search"`
	Position     json.RawMessage `json:"position"`
	notes
}

type ply struct {
	Ply     int            `json:"ply"`
	Verdict solver.Verdict `json:"verdict"`
}

// decodeMoves reads the field moves, which must be there, and the errors of the document.
func (q *question) decodeMoves() ([]game.Move, error) {
	list := q.fields["moves"]
	if list == nil {
		q.node.AddErrorAt("moves", "missing: give a list of moves")
	}
	items, _ := list.List()
	var moves []game.Move
	for _, item := range items {
		if list.Full() {
			break
		}
		moves = append(moves, game.DecodeMove(item))
	}
	return moves, q.node.Err()
}

// analyse answers a request for the move that lost a game.
func analyse(request []byte, engine solver.Engine, now func() time.Time) any {
	q, err := decode(request, solveDeadline, "moves")
	if err != nil {
		return refuse(err)
	}
	played, err := q.decodeMoves()
	if err != nil {
		return refuse(err)
	}
	r, asked := q.problem.Rules(), q.problem.Asked()
	outcome, steps := game.ReplayRuns(r, &asked, played)
	if !outcome.Legal {
		q.node.AddErrorAt(fmt.Sprintf("moves[%d]", outcome.At-1), "%s: %s", played[outcome.At-1], outcome.Reason)
		return refuse(q.node.Err())
	}
	began := now()
	clock := solver.NewClock(context.Background()).Within(q.deadline)
	found, err := analysis.Game(clock, engine, q.problem, steps, q.budget)
	if err != nil {
		return refuse(fmt.Errorf("internal error: %w", err))
	}
	out := analyseAnswer{
		ID: q.problem.ID(), Because: found.Reason, Position: asked.Document(r),
		Search: spent(found.Engine, found.States, now().Sub(began)), notes: q.notes,
	}
	for n := range found.Plies {
		out.Plies = append(out.Plies, ply{n, found.Verdict(n)})
	}
	if at, known := found.LostAt(); known {
		out.LostAt = &at
	}
	if found.Unwinnable < found.Plies {
		out.FirstLost = &found.Unwinnable
	}
	if found.Winnable >= 0 {
		out.LastWinnable, out.Line = &found.Winnable, append([]game.Move{}, found.Line...)
		if found.Winnable < found.Plies-1 && len(found.Line) > 0 {
			out.Better = &found.Line[0]
		}
	}
	return out
}

// replayAnswer has the fields of the answer of POST /v1/replay.
type replayAnswer struct {
	Legal    bool            `json:"legal"`
	At       int             `json:"at,omitempty"` // number of the illegal move, from 1
	Reason   string          `json:"reason,omitempty"`
	Refusal  *whyIllegal     `json:"refusal,omitempty"`
	Won      bool            `json:"won"`
	Moves    int             `json:"moves"`
	Position json.RawMessage `json:"position"`
	notes
}

// replay answers a request to play moves.
func replay(request []byte) any {
	q, err := decode(request, solveDeadline, "moves")
	if err != nil {
		return refuse(err)
	}
	played, err := q.decodeMoves()
	if err != nil {
		return refuse(err)
	}
	asked := q.problem.Asked()
	outcome, _ := game.ReplayRuns(q.problem.Rules(), &asked, played)
	answer := replayAnswer{
		Legal: outcome.Legal, At: outcome.At, Reason: outcome.Reason, Won: outcome.Won, Moves: outcome.Moves,
		Position: outcome.Position.Document(q.problem.Rules()), notes: q.notes,
	}
	if !outcome.Legal {
		answer.Refusal = &whyIllegal{}
		answer.Refusal.Text, answer.Refusal.Values = outcome.Refusal.Said()
	}
	return answer
}

// whyIllegal is why a move is illegal: a text that the page translates, and its values.
type whyIllegal struct {
	Text   string            `json:"text"`
	Values map[string]string `json:"values"`
}

// dealt is a deal, and the rules by which it is played.
type dealt struct {
	ID    solver.ID       `json:"id"`
	Game  string          `json:"game"` // empty if rules were given
	Title string          `json:"title"`
	Seed  string          `json:"seed,omitempty"` // as it was read; absent if cards were given
	Rules json.RawMessage `json:"rules"`
	Deal  json.RawMessage `json:"deal"`
	notes
}

// deals answers a request for a deal by number.
func deals(request []byte) any {
	q, err := decode(request, solveDeadline)
	if err != nil {
		return refuse(err)
	}
	asked := q.problem.Asked()
	out := dealt{ID: q.problem.ID(), Rules: json.RawMessage(q.problem.Rules().Canonical()), Deal: asked.Document(q.problem.Rules()), notes: q.notes}
	if g, named := q.game(); named {
		out.Game, out.Title = g.Name, g.Title
	}
	if text, numbered := q.fields["seed"].Text(); numbered {
		if s, err := deal.ParseSeed(text); err == nil {
			out.Seed = s.String()
		}
	}
	return out
}
