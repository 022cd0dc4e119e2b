package verdict

import (
	"context"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/relation"
)

// mostRelatives is for how many problems of related games a memory is asked at
// most, all of them at once. The largest family, Klondike's, has about as many
// that are likely to be known.
const mostRelatives = 32

// infer answers a flight from what is remembered of a related game with the same
// cards: what is won under stronger rules is won under weaker ones, what can't be
// won under weaker ones can't under stronger ones. The record is the flight's own;
// nil if nothing is known.
//
// What the relative's record says must pass the gate as an answer to its own
// problem, and what follows from it as one to this, so that a solution is told only
// after the referee has replayed it under these rules.
func (b *Book) infer(f *flight) (*solver.Record, solver.Origin) {
	relatives := relation.Relatives(f.problem, mostRelatives)
	if len(relatives) == 0 {
		return nil, solver.Origin{}
	}
	wanted := make([]solver.Wanted, len(relatives))
	for i, r := range relatives {
		wanted[i] = solver.Wanted{ID: r.Problem.ID(), Verdict: r.Verdict}
	}
	for _, m := range b.memories {
		id, found := b.find(f, m, wanted)
		if !found {
			continue
		}
		relative := &relatives[slices.IndexFunc(wanted, func(w solver.Wanted) bool { return w.ID == id })]
		check := func(r *solver.Record) error { return pass(relative.Problem, r) }
		known, found, _ := b.read(f, m, id, relative.Problem.Text(), check)
		if !found || known.Verdict != relative.Verdict {
			continue
		}
		r := solver.NewRecord(f.problem, relative.Infer(known.Result()), known.Elapsed)
		if err := pass(f.problem, &r); err != nil {
			b.observer.Refused(AtRelatives)
			b.log.Error("what follows from a related game is refused", "game", relative.Game, "related", id,
				"id", f.problem.ID(), "problem", f.problem.Text(), "error", err)
			continue
		}
		b.observer.Looked(AtRelatives, Hit)
		return &r, solver.Origin{Game: relative.Game, ID: id}
	}
	b.observer.Looked(AtRelatives, Miss)
	return nil, solver.Origin{}
}

// find asks a memory which of the wanted verdicts it has, within its timeout,
// unless it is left alone.
func (b *Book) find(ctx context.Context, m *memory, wanted []solver.Wanted) (solver.ID, bool) {
	if !m.health.ask() {
		return "", false
	}
	short, cancel := context.WithTimeout(ctx, m.timeout)
	defer cancel()
	id, found, err := m.find(short, wanted)
	if err == nil || ctx.Err() == nil {
		b.hear(m, err)
	}
	return id, found && err == nil
}
