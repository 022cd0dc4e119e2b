package store

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"path/filepath"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
)

// BenchmarkCampaign takes a million deals of two games through a store of each engine:
//
//	go run ./server/cmd/with-services go test ./server/store -run '^$' -bench Campaign -benchtime 1x
func BenchmarkCampaign(b *testing.B) {
	const deals = 1_000_000
	for _, e := range []struct {
		name   string
		config func() database.Config
		used   string // how many bytes results take, or the whole file
	}{
		{"PostgreSQL", func() database.Config { return database.Config{URL: servicetest.Database(b)} }, "SELECT pg_total_relation_size('results')"},
		{"SQLite", func() database.Config { return database.Config{Dir: filepath.Join(b.TempDir(), "data")} }, `SELECT (page_count - freelist_count) * page_size
			FROM pragma_page_count, pragma_freelist_count, pragma_page_size`},
	} {
		config := e.config()
		config.Log = slog.New(slog.DiscardHandler)
		s, err := Open(b.Context(), config, 0)
		if err != nil {
			b.Fatal(err)
		}
		defer s.Close()
		used := func() (bytes int) {
			if _, err := database.One(b.Context(), s.Read, e.used, nil, &bytes); err != nil {
				b.Fatal(err)
			}
			return bytes
		}
		n := 0
		added := func(game string) campaign.Campaign {
			n++
			return addCampaigns(b, s, planned(b, fmt.Sprint(n), game, 1, deals))[0]
		}
		digest := func(game string) RulesDigest {
			r := rulesOf(b, game)
			return DigestOf(&r)
		}
		// ranges has a campaign done in ranges of so many deals.
		ranges := func(b *testing.B, game string, size int64) campaign.Campaign {
			c := added(game)
			before := used()
			for first := int64(1); first <= deals; first += size {
				open, err := s.HandOut(b.Context(), c.ID, size, 1, start, nil)
				if err != nil {
					b.Fatal(err)
				}
				f := FinishedRange{Range: open[0], Engine: "v1", Results: searched(open[0].First, open[0].Last), At: start}
				if finished, err := s.FinishRange(b.Context(), f); err != nil || !finished {
					b.Fatal(finished, err)
				}
			}
			b.ReportMetric(float64(used()-before)/deals, "bytes/deal")
			return c
		}
		var done campaign.Campaign
		b.Run(e.name+"/ranges=1000", func(b *testing.B) {
			for range b.N {
				done = ranges(b, "klondike", 1000)
			}
		})
		b.Run(e.name+"/ranges=100000", func(b *testing.B) {
			for range b.N {
				ranges(b, "klondike-draw-2", 100_000)
			}
		})
		for i, what := range []string{"import", "import again"} {
			b.Run(e.name+"/"+what, func(b *testing.B) {
				results := searched(1, deals)
				for b.Loop() {
					n++
					c := planned(b, fmt.Sprint(n), "klondike", 0, 0)
					c.Source, c.Ended = fmt.Sprint("others", b.N), start
					if _, err := s.ImportCampaign(b.Context(), c, results, i == 1); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
		b.Run(e.name+"/pairs", func(b *testing.B) {
			for b.Loop() {
				pairs, err := s.Pairs(b.Context(), digest("klondike"), digest("klondike-draw-2"), "solvitaire")
				if n := pairs[[2]solver.Verdict{solver.Winnable, solver.Winnable}]; err != nil || n == 0 {
					b.Fatal(pairs, err)
				}
			}
		})
		b.Run(e.name+"/contradictions", func(b *testing.B) {
			for b.Loop() {
				if found, err := s.Contradictions(b.Context(), digest("klondike"), 10); err != nil || len(found) > 0 {
					b.Fatal(found, err)
				}
			}
		})
		b.Run(e.name+"/known of 1000", func(b *testing.B) {
			for b.Loop() {
				if known, err := s.Known(b.Context(), []RulesDigest{digest("klondike")}, "solvitaire", 500_001, 501_000); err != nil || len(known) == 0 {
					b.Fatal(known, err)
				}
			}
		})
		b.Run(e.name+"/results", func(b *testing.B) {
			for b.Loop() {
				from := int64(0)
				for from <= deals {
					page, err := s.Results(b.Context(), done.ID, from, 10_000)
					if err != nil || len(page) == 0 {
						b.Fatal(len(page), err)
					}
					from = page[len(page)-1].Seed + 1
				}
			}
		})
		b.Run(e.name+"/delete", func(b *testing.B) {
			if deleted, err := s.DeleteCampaign(b.Context(), done.ID); err != nil || !deleted {
				b.Fatal(deleted, err)
			}
		})
	}
}

// searched are results such as Klondike's: four of five deals won, after some thousand
// states and milliseconds.
func searched(first, last int64) []campaign.Result {
	random := rand.New(rand.NewPCG(uint64(first), 0))
	var results []campaign.Result
	for seed := first; seed <= last; seed++ {
		r := campaign.Result{Seed: seed, Verdict: solver.Unwinnable, States: random.Int64N(100_000), Elapsed: time.Duration(random.Int64N(50_000_000))}
		switch seed * 7919 % 100 {
		default:
			r.Verdict, r.Length = solver.Winnable, 90+random.IntN(60)
		case 0:
			r.Verdict, r.Reason = solver.Unknown, solver.States
		case 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17:
		}
		results = append(results, r)
	}
	return results
}
