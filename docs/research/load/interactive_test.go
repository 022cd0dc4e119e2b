package main

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// TestInteractive measures a stand-in.
func TestInteractive(t *testing.T) {
	for _, c := range []struct {
		name, state, verdict, want string
	}{
		{"right", "running", "winnable", ""},
		{"campaign ends", "done", "winnable", "the campaign is done before the turn is over"},
		{"two verdicts", "running", "unwinnable", "solvitaire:1001 was winnable, and is unwinnable"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var running atomic.Bool
			var deals, made, ended atomic.Int64
			flags := stand(t, map[string]http.HandlerFunc{
				"POST /v1/solve": func(w http.ResponseWriter, r *http.Request) {
					question, _ := io.ReadAll(r.Body)
					if !strings.Contains(string(question), `"fresh":true`) {
						t.Errorf("asked %s", question)
					}
					verdict := "winnable"
					if running.Load() {
						verdict = c.verdict
					}
					fmt.Fprintf(w, `{"verdict":%q,"search":{"states":5,"elapsed_ms":0.5,"shortening_ms":0}}`, verdict)
				},
				"POST /v1/campaigns": func(w http.ResponseWriter, r *http.Request) {
					question, _ := io.ReadAll(r.Body)
					first := 1_000_000 * (1 + made.Add(1)) // others each time, so that none is known
					if want := fmt.Sprintf(`{"game":"klondike","seeds":"solvitaire:%d-%d","states":7}`, first, first+999_999); string(question) != want {
						t.Errorf("asked %s, not %s", question, want)
					}
					running.Store(true)
					w.WriteHeader(http.StatusCreated)
					_, _ = io.WriteString(w, `{"id":"abc","state":"queued","tally":{"winnable":0,"unwinnable":0,"unknown":0}}`)
				},
				"GET /v1/campaigns/abc": func(w http.ResponseWriter, _ *http.Request) {
					fmt.Fprintf(w, `{"id":"abc","state":%q,"tally":{"winnable":%d,"unwinnable":1,"unknown":0}}`, c.state, deals.Add(1))
				},
				"DELETE /v1/campaigns/abc": func(w http.ResponseWriter, _ *http.Request) {
					ended.Add(1)
					running.Store(false)
				},
			})
			rows, said, err := run(t, &interactiveCommand{
				serviceFlags: flags, Game: "klondike", First: 1001, Rate: 200, For: 50 * time.Millisecond, Rounds: 2,
				States: 7,
			})
			if c.want != "" {
				if err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("%v; output:\n%s", err, said)
				}
				return
			}
			if err != nil || len(rows) != 1+2*2*10 || made.Load() != 2 || ended.Load() != 2 {
				t.Fatalf("%v; %d campaigns, %d ended; rows %v; output:\n%s", err, made.Load(), ended.Load(), rows, said)
			}
			if strings.Join(rows[1][:4], " ") != "1 false solvitaire:1001 0.000" || strings.Join(rows[12][:4], " ") != "1 true solvitaire:1002 0.005" {
				t.Errorf("rows: %v, %v", rows[1], rows[12])
			}
			if !strings.Contains(said, "| all | running | 20 | ") || !strings.Contains(said, "by round ") {
				t.Errorf("output:\n%s", said)
			}
			var times float64
			_, text, _ := strings.Cut(said, "p99 with a campaign is ")
			if _, err := fmt.Sscan(text, &times); err != nil || times <= 0 {
				t.Errorf("%g times (%v); output:\n%s", times, err, said)
			}
		})
	}
}
