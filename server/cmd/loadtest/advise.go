package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// adviseCommand has a bot play deals with hidden columns by the first move of /v1/advise
// alone, at the default deadline, and measures how long it waits for each.
type adviseCommand struct {
	serviceFlags `embed:""`
	Game         string `help:"The game." default:"klondike"`
	First        uint64 `help:"The first deal, solvitaire:N." default:"1500001"`
	Deals        int    `help:"How many." default:"20"`
}

// adviceDeadline is that of a call that names none.
const adviceDeadline = 500 * time.Millisecond

// advised is what became of the deals.
type advised struct {
	calls   times
	late    int // calls that took longer than the deadline
	refused int // calls that the service had no room for; they were made again
	won     int
	circles int // games that came to no end
}

func (b *adviseCommand) Run(c console) (err error) {
	g, known := rules.Lookup(b.Game)
	if !known {
		return fmt.Errorf("there is no game %q", b.Game)
	}
	s, err := b.start(c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()
	var all advised
	for n := range uint64(b.Deals) {
		from, err := deal.Seed{Scheme: deal.Solvitaire, Number: b.First + n}.Deal(&g.Rules)
		if err != nil {
			return err
		}
		if err := all.play(c.ctx, s, b, &g.Rules, game.New(&g.Rules, &from)); err != nil {
			return fmt.Errorf("solvitaire:%d: %w", b.First+n, err)
		}
	}
	q := all.calls.quantiles(.5, .95, .99, 1)
	t := table{}
	t.row("game", "deals", "won", "in circles", "calls", "late", "refused", "p50 ms", "p95 ms", "p99 ms", "most ms", "load")
	t.row(b.Game, b.Deals, all.won, all.circles, len(all.calls), all.late, all.refused, q[0], q[1], q[2], q[3], load())
	t.write(c.err)
	return nil
}

// play plays a deal to its end: the game is won, no move is left, or one position was on
// the table for the fifth time.
func (a *advised) play(ctx context.Context, s *service, b *adviseCommand, r *rules.Rules, board *game.State) error {
	times := map[string]int{}
	for !board.Won() {
		at := string(board.Table().Document(r))
		if times[at]++; times[at] > 4 {
			a.circles++
			return nil
		}
		first, err := a.ask(ctx, s, fmt.Sprintf(`{"game":%q,"information":"stock-known","deal":%s}`, b.Game, at))
		if err != nil || first == nil {
			return err
		}
		for _, m := range board.Legal() {
			if m.Action == first.Action && m.Count == first.Count && m.From == first.From && m.To == first.To && len(m.Cards) == len(first.Cards) {
				first = &m
				break
			}
		}
		if refusal := board.Check(*first); refusal != "" {
			return fmt.Errorf("the first move is %s: %s", first, refusal)
		}
		board.Do(*first)
	}
	a.won++
	return nil
}

// ask makes one call, again while the service has no room for it; nil if there is no move.
func (a *advised) ask(ctx context.Context, s *service, body string) (*game.Move, error) {
	r, took, refused, err := s.insist(ctx, "/v1/advise", body, http.StatusOK)
	a.refused += refused
	if err != nil {
		return nil, err
	}
	if took > adviceDeadline {
		a.late++
	}
	a.calls = append(a.calls, took)
	var answer struct{ Moves []struct{ Move *game.Move } }
	if err := json.Unmarshal(r.body, &answer); err != nil || len(answer.Moves) == 0 {
		return nil, err
	}
	return answer.Moves[0].Move, nil
}
