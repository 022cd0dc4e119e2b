package service

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api"
	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/server/deals"
	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/store/storetest"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/winnable"
)

// BenchmarkWinnableDeals reads a pool of 10,000 deals over HTTP with cursors, and reports the
// median and the 99th percentile.
func BenchmarkWinnableDeals(b *testing.B) {
	for _, database := range []struct {
		name   string
		config func(b *testing.B) store.Config
	}{
		{"SQLite", func(b *testing.B) store.Config { return store.Config{Dir: filepath.Join(b.TempDir(), "data")} }},
		{"PostgreSQL", func(b *testing.B) store.Config { return store.Config{URL: storetest.Database(b)} }},
	} {
		b.Run(database.name, func(b *testing.B) {
			config := database.config(b)
			config.Log = slog.New(slog.DiscardHandler)
			memory, err := store.Open(b.Context(), config)
			if err != nil {
				b.Fatal(err)
			}
			defer memory.Close()
			fillPool(b, memory, 10_000)
			for _, count := range []int{1, 20, 1000} {
				for _, grade := range []string{"", "hard"} {
					b.Run(fmt.Sprintf("count=%d,difficulty=%s", count, grade), func(b *testing.B) { askForDeals(b, memory, count, grade) })
				}
			}
		})
	}
}

// fillPool fills the pool of FreeCell with n deals.
func fillPool(b *testing.B, memory store.Store, n int) {
	b.Helper()
	g, _ := rules.Lookup("free-cell")
	if err := memory.OpenPool(b.Context(), g.Name, "mark"); err != nil {
		b.Fatal(err)
	}
	var records []solver.Record
	for number := range n {
		position, err := deal.Seed{Scheme: deal.Solvitaire, Number: uint64(number)}.Deal(&g.Rules)
		if err != nil {
			b.Fatal(err)
		}
		s := game.New(&g.Rules, &position)
		line := []game.Move{s.Legal()[0]} // the store does not check that it wins
		records = append(records, solver.NewRecord(solver.NewProblem(g.Rules, position), solver.Result{Verdict: solver.Winnable, Solution: line}, time.Millisecond))
	}
	for batch := range slices.Chunk(records, 500) {
		if err := memory.Put(b.Context(), batch...); err != nil {
			b.Fatal(err)
		}
	}
	for number, r := range records {
		if _, err := memory.AddDeal(b.Context(), winnable.Deal{
			Game: g.Name, ID: r.ID, Seed: fmt.Sprintf("solvitaire:%d", number), Length: 100, Grade: request.Difficulties[number%4], Score: 7.5,
			Components: `{"redeals":0,"decisions":50,"winning_share":0.98,"bits":2,"critical":2,"unknown":0,"random":{"wins":0,"plays":10},"greedy":{"wins":0,"plays":20},"careless":{"wins":0,"plays":100}}`,
			Epoch:      solver.Epoch,
		}); err != nil {
			b.Fatal(err)
		}
	}
}

func askForDeals(b *testing.B, memory store.Store, count int, grade string) {
	gate := pool.NewGate(1)
	gate.Load(1) // stops the filler
	dealer := deals.New(deals.Options{
		Store: memory, Games: []string{"free-cell"}, Grades: request.Difficulties, Size: 1, Max: 1, Gate: gate, Log: slog.New(slog.DiscardHandler),
		Observer: newMetrics(1),
	})
	defer dealer.Close(b.Context())
	server := httptest.NewServer(api.Handler(api.Options{
		Dealer: dealer, Log: slog.New(slog.DiscardHandler), Access: middleware.Access{Local: true},
		Observe: func(string, string, int, time.Duration) {},
	}))
	defer server.Close()
	path := fmt.Sprintf("/v1/games/free-cell/winnable-deals?count=%d", count)
	if grade != "" {
		path += "&difficulty=" + grade
	}
	var took []time.Duration
	next := path
	for b.Loop() {
		began := time.Now()
		r, err := server.Client().Get(server.URL + next)
		if err != nil {
			b.Fatal(err)
		}
		text, err := io.ReadAll(r.Body)
		r.Body.Close()
		took = append(took, time.Since(began))
		switch {
		case err == nil && r.StatusCode == http.StatusOK:
			link := r.Header.Get("Link")
			next = link[1 : len(link)-len(`>; rel="next"`)]
		case err == nil && r.StatusCode == http.StatusNotFound: // the end of the pool
			next = path
		default:
			b.Fatalf("%s %s %v", r.Status, text, err)
		}
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "ms-median")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "ms-p99")
	b.ReportMetric(0, "ns/op")
}
