package api

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/moves"
	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// stubborn is an engine that ignores its clock and searches until stop is closed.
type stubborn struct {
	once        sync.Once
	asked, stop chan struct{} // asked is closed at the first search
}

func (e *stubborn) Solve(*solver.Clock, *solver.Problem, solver.Budget) solver.Result {
	e.once.Do(func() { close(e.asked) })
	<-e.stop
	return solver.Result{Verdict: solver.Unknown, Reason: solver.Cancelled}
}

// TestPlayGoesOn asks for a play that goes on after its deadline. The answer has the moves up to
// then, which are legal.
func TestPlayGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := &stubborn{asked: make(chan struct{}), stop: make(chan struct{})}
		ended := make(chan struct{})
		engines := lender(func(ctx context.Context, _ *solver.Problem, task func(*solver.Clock, solver.Engine)) error {
			go func() {
				defer close(ended)
				task(solver.NewClock(ctx), e)
			}()
			<-e.asked
			<-ctx.Done()
			return ctx.Err()
		})
		request := `{"game":"klondike","seed":"solvitaire:2","player":"hindsight","deadline_ms":300}`
		began := time.Now()
		answer, err := moves.Play(context.Background(), began, []byte(request), engines, options().Limits)
		if err != nil {
			t.Fatal(err)
		}
		if waited := time.Since(began); waited != 300*time.Millisecond || answer.ElapsedMS != 300 {
			t.Errorf("answered after %s, %v ms of them playing", waited, answer.ElapsedMS)
		}
		if answer.Ending != player.Stopped || answer.Won || len(answer.Moves) == 0 {
			t.Errorf("%+v", answer)
		}
		replay, err := moves.Replay([]byte(`{"game":"klondike","seed":"solvitaire:2","moves":` + string(reply.JSON(answer.Moves)) + `}`))
		if err != nil || !replay.Legal || replay.Won || replay.Moves != answer.Length {
			t.Errorf("replayed: %+v, %v", replay, err)
		}
		close(e.stop)
		<-ended
	})
}

// TestPlayIsBlind has random players play deals that differ only in a card at the bottom of a
// column and the last card of the stock. Their moves are the same until they see these cards.
func TestPlayIsBlind(t *testing.T) {
	g, _ := rules.Lookup("klondike")
	from, err := deal.Seed{Scheme: deal.Solvitaire, Number: 3}.Deal(&g.Rules)
	if err != nil {
		t.Fatal(err)
	}
	other := from.Clone()
	column, stock := other.Tableau[6].Cards, other.Stock
	column[0], column[1], stock[0], stock[1] = column[1], column[0], stock[1], stock[0]
	o := options()
	for _, name := range []string{"random", "donkersteeg-r"} {
		var plays [2][]game.Move
		for i, p := range []*deal.Position{&from, &other} {
			request := fmt.Sprintf(`{"game":"klondike","player":%q,"deal":%s}`, name, p.Document(&g.Rules))
			answer, err := moves.Play(t.Context(), time.Now(), []byte(request), o.Engines, o.Limits)
			if err != nil {
				t.Fatal(err)
			}
			plays[i] = answer.Moves
		}
		const blind = 5 // moves, too few to reach these cards
		if one, two := plays[0][:blind], plays[1][:blind]; !reflect.DeepEqual(one, two) {
			t.Errorf("%s: %v, with other hidden cards %v", name, one, two)
		}
	}
}

// TestPlayers plays with every listed player.
func TestPlayers(t *testing.T) {
	o := options()
	for _, p := range moves.Players().Players {
		name := "klondike"
		if p.Games != nil {
			name = p.Games[0]
		}
		request := reply.JSON(map[string]any{"game": name, "seed": "solvitaire:3", "player": p.Name, "options": p.Defaults, "deadline_ms": 300})
		answer, err := moves.Play(t.Context(), time.Now(), request, o.Engines, o.Limits)
		if err != nil {
			t.Errorf("%s: %v", p.Name, err)
			continue
		}
		if answer.Player != p.Name || answer.Information != p.Information || (answer.Stock == nil) != (p.Stock == nil) || string(reply.JSON(answer.Options)) != string(reply.JSON(p.Defaults)) {
			t.Errorf("%+v, listed as %+v", answer, p)
		}
		if answer.Length != game.Length(answer.Moves) || answer.Won != (answer.Ending == player.Won) || answer.Won && answer.Score != 52 {
			t.Errorf("%s: %+v", p.Name, answer)
		}
		if p.Games == nil {
			continue
		}
		for _, g := range rules.Games() {
			_, err := moves.Play(t.Context(), time.Now(), reply.JSON(map[string]any{"game": g.Name, "seed": "solvitaire:3", "player": p.Name, "deadline_ms": 1}), o.Engines, o.Limits)
			if plays := err == nil; plays != slices.Contains(p.Games, g.Name) {
				t.Errorf("%s plays %s: %v", p.Name, g.Name, err)
			}
		}
	}
}
