package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// bot knows only the rules. It plays on a board of its own, on which the referee checks
// each move that the service names.
type bot struct {
	rules *rules.Rules
	board *game.State

	calls   times
	refused int // calls that the service was too busy for; they were repeated
}

// newBot deals a game.
func newBot(name, seed string) (*bot, error) {
	g, known := rules.Lookup(name)
	if !known {
		return nil, fmt.Errorf("unknown game %q", name)
	}
	parsed, err := deal.ParseSeed(seed)
	if err != nil {
		return nil, err
	}
	start, err := parsed.Deal(&g.Rules)
	if err != nil {
		return nil, err
	}
	return &bot{rules: &g.Rules, board: game.New(&g.Rules, &start)}, nil
}

// position returns the board as a deal document.
func (b *bot) position() string { return string(b.board.Table().Document(b.rules)) }

// ask posts a request until the service has room for it, and decodes the answer.
func (b *bot) ask(ctx context.Context, s *service, path, body string, to any) error {
	r, took, refused, err := s.callUntilFree(ctx, path, body)
	b.refused += refused
	if err != nil {
		return err
	}
	if r.status != http.StatusOK {
		return fmt.Errorf("status %d: %s", r.status, r.body)
	}
	b.calls = append(b.calls, took)
	return json.Unmarshal(r.body, to)
}

// do makes a move, if it is legal.
func (b *bot) do(m game.Move) error {
	if reason := b.board.Check(m); reason != "" {
		return fmt.Errorf("the first move is %s: %s", m, reason)
	}
	b.board.Do(m)
	return nil
}
