package reply

import (
	"context"
	"fmt"
	"net/http"
	"regexp"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Library has stored answers.
type Library interface {
	// Recall returns the problem with an id and its stored answer. The solution was replayed and
	// fits the canonical position. If nothing is stored, the Problem is nil.
	Recall(ctx context.Context, id solver.ID) (*solver.Problem, solver.Answer, error)
}

var idPattern = regexp.MustCompile(`^1-[0-9a-f]{32}$`)

// ID returns the id of a problem in the path.
func ID(r *http.Request) (solver.ID, error) {
	id := request.Param(r, "id")
	if !idPattern.MatchString(id) {
		return "", problem.New(problem.NotFound, "invalid id %q: must be 1- and 32 lower-case hexadecimal digits", problem.Clip(id))
	}
	return solver.ID(id), nil
}

// Stored returns the stored problem and answer for the id in the path.
func Stored(r *http.Request, l Library) (*solver.Problem, solver.Answer, error) {
	id, err := ID(r)
	if err != nil {
		return nil, solver.Answer{}, err
	}
	p, a, err := Recall(r.Context(), l, id)
	if err == nil && p == nil {
		err = problem.New(problem.NotFound, "no verdict is stored for the id %s", id)
	}
	return p, a, err
}

// Recall returns a stored problem and its answer. If nothing is stored, the Problem is nil.
func Recall(ctx context.Context, l Library, id solver.ID) (*solver.Problem, solver.Answer, error) {
	p, a, err := l.Recall(ctx, id)
	if err != nil {
		err = problem.Of(fmt.Errorf("looking up deal %s: %w", id, err), problem.Unavailable)
	}
	return p, a, err
}
