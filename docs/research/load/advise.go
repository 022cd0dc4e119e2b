package main

import (
	"context"
	"encoding/json"
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
	Information  string `help:"What the bot sees: stock-known, or, in games whose stock does not go round without end, stock-seen or covered-hidden." enum:"stock-known,stock-seen,covered-hidden" default:"stock-known"`
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
				err = all.play(c.ctx, s, b.table(seed), player)
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

// table returns a function that returns the fields of a request about a board. A bot that knows the
// stock gives the position. Others give the deal's number and their moves, from which the service
// finds what they see.
func (b *adviseCommand) table(seed string) func(*bot, []game.Move) (string, error) {
	return func(player *bot, played []game.Move) (string, error) {
		if b.Information == "stock-known" {
			return fmt.Sprintf(`"game":%q,"information":"stock-known","deal":%s`, b.Game, player.position()), nil
		}
		moves, err := json.Marshal(played)
		return fmt.Sprintf(`"game":%q,"information":%q,"seed":%q,"moves":%s`, b.Game, b.Information, seed, moves), err
	}
}

// play plays a deal until it is won, no move is left, or a position occurs for the fifth
// time.
func (a *advised) play(ctx context.Context, s *service, table func(*bot, []game.Move) (string, error), b *bot) error {
	defer func() {
		a.calls = append(a.calls, b.calls...)
		a.refused += b.refused
	}()
	seen := map[string]int{}
	played := []game.Move{}
	for !b.board.Won() {
		at := b.position()
		if seen[at]++; seen[at] > 4 {
			a.circles++
			return nil
		}
		var answer struct{ Moves []struct{ Move game.Move } }
		fields, err := table(b, played)
		if err == nil {
			err = b.ask(ctx, s, "/v1/advise", "{"+fields+"}", &answer)
		}
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
		played = append(played, b.board.Last())
	}
	a.won++
	return nil
}
