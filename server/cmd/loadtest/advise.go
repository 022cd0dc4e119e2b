package main

import (
	"context"
	"fmt"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// adviseCommand plays deals with hidden columns by the first move of /v1/advise, with the
// default deadline, and measures how long each call takes.
type adviseCommand struct {
	serviceFlags `embed:""`
	Game         string `help:"Game to play." default:"klondike"`
	First        uint64 `help:"First deal, solvitaire:N." default:"1500001"`
	Deals        int    `help:"Number of deals." default:"20"`
}

// adviceDeadline is the default deadline of /v1/advise.
const adviceDeadline = 500 * time.Millisecond

// advised sums up the games.
type advised struct {
	calls        times
	refused      int
	won, circles int // games
}

func (b *adviseCommand) Run(c console) error {
	return b.with(c, func(s *service) error {
		var all advised
		for n := range uint64(b.Deals) {
			seed := fmt.Sprintf("solvitaire:%d", b.First+n)
			player, err := newBot(b.Game, seed)
			if err == nil {
				err = all.play(c.ctx, s, b.Game, player)
			}
			if err != nil {
				return fmt.Errorf("%s: %w", seed, err)
			}
		}
		q := all.calls.quantiles(.5, .95, .99, 1)
		t := newTable("game | deals | won | in circles | calls | late | refused | p50 ms | p95 ms | p99 ms | max ms | load")
		t.row(b.Game, b.Deals, all.won, all.circles, len(all.calls), all.calls.over(adviceDeadline), all.refused, q, load())
		return t.write(c.out)
	})
}

// play plays a deal until it is won, no move is left, or a position occurs for the fifth
// time.
func (a *advised) play(ctx context.Context, s *service, name string, b *bot) error {
	defer func() {
		a.calls = append(a.calls, b.calls...)
		a.refused += b.refused
	}()
	seen := map[string]int{}
	for !b.board.Won() {
		at := b.position()
		if seen[at]++; seen[at] > 4 {
			a.circles++
			return nil
		}
		var answer struct{ Moves []struct{ Move game.Move } }
		err := b.ask(ctx, s, "/v1/advise", fmt.Sprintf(`{"game":%q,"information":"stock-known","deal":%s}`, name, at), &answer)
		if err != nil || len(answer.Moves) == 0 {
			return err
		}
		first := answer.Moves[0].Move
		for _, m := range b.board.Legal() { // which knows the hidden cards that move along
			if m.Alike(first) {
				first = m
				break
			}
		}
		if err := b.do(first); err != nil {
			return err
		}
	}
	a.won++
	return nil
}
