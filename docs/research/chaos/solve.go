package chaos

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

const (
	patience = 2 * time.Minute // for the answer to a question that is asked until it is answered
	settle   = time.Second     // after an outage, in which lateness is put down to it
	deadline = 5 * time.Second // of a question
)

// solve asks single questions one after the other. Every third time it asks about a deal that
// was asked about before, and every other time it wants the solution.
func (r *run) solve(ctx context.Context, every time.Duration) {
	for n := 0; pause(ctx, every) == nil; n++ {
		q := r.questions.known()
		if n%3 != 0 {
			q = r.questions.next()
		}
		r.ask(q, n%2 == 0)
	}
}

// ask asks until there is an answer. What was begun is finished, also when no more is asked.
func (r *run) ask(q *question, moves bool) {
	ctx, cancel := context.WithTimeout(r.life, patience)
	defer cancel()
	body := q.body(fmt.Sprintf(`,"solution":%t,"deadline_ms":%d`, moves, deadline.Milliseconds()))
	var a answer
	err := again(ctx, func() error {
		a = answer{}
		sent := time.Now()
		response, err := r.call(ctx, http.MethodPost, "/v1/solve", body, &a)
		if err != nil {
			return err
		}
		r.late("question", sent, deadline)
		r.note(&a, response.Header.Get(lifeHeader), sent)
		return nil
	})
	switch {
	case r.life.Err() != nil:
	case err != nil:
		r.ledger.fail(unanswered, "%s: %v", body, err)
	default:
		r.ledger.count(answers, 1)
		if err := q.check(&a, moves); err != nil {
			r.ledger.fail(wrongAnswers, "%v; %+v", err, a)
		}
		if a.Verdict == solver.Unknown {
			r.ledger.count(unknowns, 1)
		}
	}
}

// late notes how long after its deadline a question was answered that was sent at some time.
func (r *run) late(kind string, sent time.Time, deadline time.Duration) {
	now := time.Now()
	r.ledger.late(kind, max(0, now.Sub(sent)-deadline), r.outages.during("", sent, now, settle))
}

// note takes down a verdict that has to be in the database from now on. An inference is made
// anew each time, and unknown verdicts need not be stored.
func (r *run) note(a *answer, life string, sent time.Time) {
	if a.Source == solver.FromSearch {
		r.ledger.search(a.ID, life)
	}
	if a.Verdict != solver.Unknown && a.Source != solver.FromRelative {
		now := time.Now()
		r.ledger.verdict(answered{a.ID, a.Verdict, a.Source, life, now, now.Sub(sent)})
	}
}

// hard asks questions that take their whole deadline.
func (r *run) hard(ctx context.Context) {
	const limit = 400 * time.Millisecond
	for pause(ctx, 700*time.Millisecond) == nil {
		body := fmt.Sprintf(`{"game":"forty-thieves","seed":"solvitaire:%d","deadline_ms":%d}`, 5_000_000+rand.IntN(1_000_000), limit.Milliseconds())
		var a answer
		sent := time.Now()
		if _, err := r.call(ctx, http.MethodPost, "/v1/solve", body, &a); err == nil {
			r.late("hard question", sent, limit)
		}
	}
}
