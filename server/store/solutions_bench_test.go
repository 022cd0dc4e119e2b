package store

import (
	"encoding/json"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// BenchmarkPack packs a solution of Klondike, also as a rough one.
func BenchmarkPack(b *testing.B) {
	g, _ := rules.Lookup("klondike")
	cards, err := deal.Seed{Scheme: deal.Solvitaire, Number: 2}.Deal(&g.Rules)
	if err != nil {
		b.Fatal(err)
	}
	line := portfolio.New(64<<20).Solve(nil, solver.NewProblem(g.Rules, cards), solver.Budget{}).Solution
	for name, rough := range map[string]bool{"final": false, "rough": true} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var packed []byte
			for b.Loop() {
				if packed, err = pack(line, rough); err != nil {
					b.Fatal(err)
				}
			}
			text, _ := json.Marshal(line)
			b.ReportMetric(float64(len(packed)), "bytes")
			b.ReportMetric(float64(len(text)), "bytes-of-json")
		})
	}
}
