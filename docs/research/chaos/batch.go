package chaos

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/client"
)

const batchSize = 40

// batchLine is a line of the answer to a batch.
type batchLine struct {
	Line int
	answer
	Problem *struct{ Type, Detail string }
	Resend  int `json:"resend_from"`
}

// batches sends batches one after the other. Half of their deals were asked about before.
func (r *run) batches(ctx context.Context) {
	for pause(ctx, 500*time.Millisecond) == nil {
		questions := make([]*question, batchSize)
		for i := range questions {
			if questions[i] = r.questions.known(); i%2 == 0 {
				questions[i] = r.questions.next()
			}
		}
		r.batch(questions)
	}
}

// batch sends questions until all of them are answered: those again that were not, when the answer
// breaks off or says so.
func (r *run) batch(questions []*question) {
	ctx, cancel := context.WithTimeout(r.life, patience)
	defer cancel()
	err := again(ctx, func() error {
		left, err := r.sendBatch(ctx, questions)
		if len(left) > 0 && len(left) < len(questions) && ctx.Err() == nil {
			r.ledger.count(resends, 1)
		}
		questions = left
		if err == nil && len(left) > 0 {
			err = fmt.Errorf("%d lines left", len(left))
		}
		return err
	})
	if err != nil && r.life.Err() == nil {
		r.ledger.fail(unanswered, "batch: %v", err)
	}
}

// sendBatch sends a batch once, and returns the questions that are not answered.
func (r *run) sendBatch(ctx context.Context, questions []*question) ([]*question, error) {
	var body strings.Builder
	for i, q := range questions {
		fmt.Fprintln(&body, q.body(fmt.Sprintf(`,"solution":%t,"deadline_ms":%d`, i%3 == 0, deadline.Milliseconds())))
	}
	left := map[int]*question{}
	for i, q := range questions {
		left[i+1] = q
	}
	rest := func() []*question {
		var qs []*question
		for _, n := range slices.Sorted(maps.Keys(left)) {
			qs = append(qs, left[n])
		}
		return qs
	}
	sent := time.Now()
	response, err := r.send(ctx, http.MethodPost, "/v1/batches", body.String(), "Content-Type", "application/x-ndjson")
	if err != nil {
		return rest(), err
	}
	defer response.Body.Close()
	seen, resend := map[int]bool{}, 0
	for line, err := range client.Lines[batchLine](response.Body) {
		switch {
		case err != nil:
			return rest(), r.broken(ctx, sent, err)
		case line.Resend > 0:
			resend = line.Resend
			r.ledger.count(announced, 1)
			continue
		case seen[line.Line] || line.Line < 1 || line.Line > len(questions):
			r.ledger.fail(doubledLines, "line %d of %d", line.Line, len(questions))
			continue
		}
		seen[line.Line] = true
		if line.Problem != nil {
			r.ledger.refused("line of a batch: "+line.Problem.Type, r.outages.during("", sent, time.Now(), settle))
			continue // it is sent again
		}
		q := questions[line.Line-1]
		delete(left, line.Line)
		r.ledger.count(lines, 1)
		r.note(&line.answer, response.Header.Get(lifeHeader), sent)
		if err := q.check(&line.answer, (line.Line-1)%3 == 0); err != nil {
			r.ledger.fail(wrongAnswers, "line %d: %v; %+v", line.Line, err, line.answer)
		}
	}
	for n := 1; n <= len(questions) && (resend == 0 || n < resend); n++ {
		if !seen[n] {
			r.ledger.fail(missingLines, "line %d of %d, resend_from %d", n, len(questions), resend)
		}
	}
	return rest(), nil
}
