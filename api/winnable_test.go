package api

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/seeds"
)

// TestSolutionsInTime asks for five deals with their solutions. The second takes more states than it
// was measured with, the third is not found, and time is up in the search for the fourth: the
// answer has those found before it, and the address of what follows.
func TestSolutionsInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := options()
		known := &dealer{}
		for n := range 5 {
			known.deals = append(known.deals, seeds.Deal{
				Game: "golf", Seed: fmt.Sprint("solvitaire:", n+1), ID: "1-0123456789abcdef0123456789abcdef", Grade: difficulty.Easy, Cursor: fmt.Sprint("c", n+1),
				Difficulty: difficulty.Difficulty{Method: difficulty.LineAndPlayers, Line: &difficulty.Line{}},
			})
		}
		asked := 0
		o.Dealer, o.Judge = known, judge(func(ctx context.Context, _ *solver.Problem, b solver.Budget, _ bool) (solver.Answer, error) {
			a := solver.Answer{Result: solver.Result{Verdict: solver.Winnable}}
			want := difficulty.StatesOf("golf")
			switch asked++; asked {
			case 3, 5:
				want *= 20
			case 6:
				<-ctx.Done()
				a.Verdict, a.Reason = solver.Unknown, solver.Deadline
			}
			if asked == 2 || asked == 4 || asked == 5 {
				a.Verdict, a.Reason = solver.Unknown, solver.States
			}
			if b.States != want {
				t.Errorf("search %d: a budget of %d states", asked, b.States)
			}
			return a, nil
		})
		w := get(serving(t, o), "GET", "/v1/games/golf/winnable-deals?count=5&solution=true")
		lines := strings.Split(strings.TrimSpace(w.Body.String()), "\n")
		if w.Code != http.StatusOK || len(lines) != 2 || !strings.Contains(lines[1], `"seed":"solvitaire:2"`) {
			t.Errorf("%d %s", w.Code, w.Body)
		}
		if link := w.Header().Get("Link"); !strings.Contains(link, "cursor=c3&") {
			t.Errorf("goes on with %s", link)
		}
	})
}

// TestGrades compares the grades of requests with those of package difficulty.
func TestGrades(t *testing.T) {
	var grades []string
	for _, grade := range difficulty.Grades {
		grades = append(grades, string(grade))
	}
	if !slices.Equal(grades, request.Difficulties) {
		t.Errorf("grades %v, in requests %v", grades, request.Difficulties)
	}
}
