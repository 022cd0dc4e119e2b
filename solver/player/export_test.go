package player

import (
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Remaining exports remaining to tests.
var Remaining = remaining

// Dealt returns a numbered deal of a game.
func Dealt(t testing.TB, name string, number uint64) (*rules.Rules, deal.Position) {
	t.Helper()
	g, known := rules.Lookup(name)
	if !known {
		t.Fatal(name)
	}
	p, err := deal.Seed{Scheme: deal.Solvitaire, Number: number}.Deal(&g.Rules)
	if err != nil {
		t.Fatal(err)
	}
	return &g.Rules, p
}
