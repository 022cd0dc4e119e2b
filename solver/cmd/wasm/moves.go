package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/analysis"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/phrase"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
)

// movesAnswer has the fields of the answer of POST /v1/moves.
type movesAnswer struct {
	ID       solver.ID       `json:"id"`
	Verdict  solver.Verdict  `json:"verdict"`
	Because  solver.Reason   `json:"because,omitempty"`
	Won      bool            `json:"won"`
	Only     *bool           `json:"only"` // null if not known
	Moves    []judgedMove    `json:"moves"`
	Runs     []legalRun      `json:"runs"` // runs that can be moved at once
	Solution *line           `json:"solution,omitempty"`
	Search   figures         `json:"search"`
	Position json.RawMessage `json:"position"`
	notes
}

type judgedMove struct {
	Move       game.Move      `json:"move"`
	Why        string         `json:"why"` // what it does
	Verdict    solver.Verdict `json:"verdict"`
	Because    solver.Reason  `json:"because,omitempty"`
	Length     *int           `json:"length"`  // null if the move is not known to win
	Redeals    *int           `json:"redeals"` // of the same line, beside its length
	Reversible bool           `json:"reversible"`
	Order      bool           `json:"order"`
	Also       []game.Place   `json:"also,omitempty"`
	Estimate   *float64       `json:"estimate,omitempty"`
}

type legalRun struct {
	Move     game.Move   `json:"move"`
	Expanded []game.Move `json:"expanded"`
}

type line struct {
	Length  int         `json:"length"`
	Redeals int         `json:"redeals"`
	Moves   []game.Move `json:"moves"`
}

// moves answers a request for the verdict of every legal move. The best comes first: those that win,
// then those that nobody could decide, by an estimate, then those that lose.
func moves(request []byte, engine solver.Engine, now func() time.Time) any {
	q, err := decode(request, movesDeadline)
	if err != nil {
		return refuse(err)
	}
	began := now()
	clock := solver.NewClock(context.Background()).Within(q.deadline)
	found, err := analysis.Moves(clock, engine, q.problem, q.budget)
	if err != nil {
		return refuse(fmt.Errorf("internal error: %w", err))
	}
	r, asked := q.problem.Rules(), q.problem.Asked()
	out := movesAnswer{
		ID: q.problem.ID(), Verdict: found.Verdict, Because: found.Reason,
		Won:      found.Verdict == solver.Winnable && len(found.Line) == 0,
		Moves:    []judgedMove{},
		Runs:     []legalRun{},
		Position: asked.Document(r),
		notes:    q.notes,
	}
	if only, known := found.Only(); known {
		out.Only = &only
	}
	if found.Verdict == solver.Winnable {
		out.Solution = &line{game.Length(found.Line), game.Redeals(found.Line), append([]game.Move{}, found.Line...)}
	}
	for _, run := range game.LegalRuns(r, &asked) {
		out.Runs = append(out.Runs, legalRun{run.Move, run.Expanded})
	}
	var open []game.Move
	for _, m := range found.Moves {
		if m.Verdict == solver.Unknown {
			open = append(open, m.Move)
		}
	}
	estimates := player.Estimate(nil, r, &asked, open) // the time is that of the search
	explained := analysis.NewDescriber(r, &asked, phrase.Fill)
	for _, m := range found.Moves {
		j := judgedMove{Move: m.Move, Why: explained.Describe(m.Move), Verdict: m.Verdict, Because: m.Reason, Reversible: m.Reversible, Order: m.Order, Also: m.Also}
		switch m.Verdict {
		case solver.Winnable:
			length, redeals := game.Length(m.Line), game.Redeals(m.Line)
			j.Length, j.Redeals = &length, &redeals
		case solver.Unknown:
			j.Estimate, estimates = &estimates[0], estimates[1:]
		}
		out.Moves = append(out.Moves, j)
	}
	slices.SortStableFunc(out.Moves, func(a, b judgedMove) int {
		if a.Estimate == nil || b.Estimate == nil {
			return 0 // analysis.Moves has them in the order of their verdicts
		}
		return cmp.Compare(*b.Estimate, *a.Estimate)
	})
	out.Search = spent(found.Engine, found.States, now().Sub(began))
	return out
}
