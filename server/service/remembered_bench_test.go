package service

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// BenchmarkRemembered asks the service for stored verdicts, without the network.
func BenchmarkRemembered(b *testing.B) {
	for _, game := range []string{`"game":"klondike","seed":"solvitaire:%d"`, `"game":"free-cell","seed":"microsoft:%d"`} {
		for _, solution := range []bool{false, true} {
			b.Run(fmt.Sprintf("%s/solution=%t", strings.Split(game, `"`)[3], solution), func(b *testing.B) {
				var questions []string
				for n := range 50 {
					questions = append(questions, fmt.Sprintf(`{`+game+`,"solution":%t}`, n+1, solution))
				}
				f := parse(b, "--listen", "127.0.0.1:0", "--data-dir", b.TempDir(), "--table-memory", "32MiB")
				s, err := Start(b.Context(), f, f.Engines(), slog.New(slog.DiscardHandler))
				if err != nil {
					b.Fatal(err)
				}
				b.Cleanup(func() {
					if err := s.Stop(); err != nil {
						b.Error(err)
					}
				})
				ask := func(question string) {
					r := httptest.NewRequest(http.MethodPost, "http://"+s.Address+"/v1/solve", strings.NewReader(question))
					r.RemoteAddr = "127.0.0.1:50000"
					r.Header.Set("Content-Type", "application/json")
					w := httptest.NewRecorder()
					s.server.Handler.ServeHTTP(w, r)
					if w.Code != http.StatusOK {
						b.Fatalf("%s: status %d: %s", question, w.Code, w.Body)
					}
				}
				for _, q := range questions {
					ask(q)
				}
				b.ReportAllocs()
				for n := 0; b.Loop(); n++ {
					ask(questions[n%len(questions)])
				}
			})
		}
	}
}
