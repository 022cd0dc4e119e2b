package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// TestMain is the program itself where cached starts it as the bare handler, and where
// durability starts it as a service.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "serve" {
		os.Args = []string{os.Args[0], "bare", "--size", "100"}
	}
	if len(os.Args) > 1 && os.Args[1] == "bare" {
		main()
		return
	}
	os.Exit(m.Run())
}

// run runs a command and returns its rows of CSV and the rest of its output.
func run(t *testing.T, command interface{ Run(console) error }) (rows [][]string, said string, err error) {
	t.Helper()
	var out, messages bytes.Buffer
	err = command.Run(console{t.Context(), &out, &messages})
	rows, readable := csv.NewReader(&out).ReadAll()
	if readable != nil {
		t.Errorf("%v in\n%s", readable, out.String())
	}
	return rows, messages.String(), err
}

// summary runs a command that writes a table only, and returns its cells and all of its output.
func summary(t *testing.T, command interface{ Run(console) error }) (rows [][]string, said string, err error) {
	t.Helper()
	var out, messages bytes.Buffer
	err = command.Run(console{t.Context(), &out, &messages})
	for line := range strings.Lines(out.String()) {
		if cells, found := strings.CutPrefix(line, "| "); found && !strings.HasPrefix(cells, "---") {
			rows = append(rows, strings.Split(strings.TrimSuffix(cells, " |\n"), " | "))
		}
	}
	return rows, out.String() + messages.String(), err
}

// stand starts a stand-in for a service.
func stand(t *testing.T, routes map[string]http.HandlerFunc) serviceFlags {
	t.Helper()
	mux := http.NewServeMux()
	mux.HandleFunc("/metrics", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "# HELP\nprocess_cpu_seconds_total 1.5\nthings{a=\"b c\"} 1\nthings{a=\"d\"} 2\n")
	})
	for route, handler := range routes {
		mux.HandleFunc(route, handler)
	}
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return serviceFlags{Address: server.Listener.Addr().String()}
}

// adviser answers POST /v1/moves with the next move of the solution that an engine has
// found, after lie has changed it.
func adviser(t *testing.T, lie func(h *hint)) http.HandlerFunc {
	engine := portfolio.New(16 << 20)
	next := map[string]game.Move{} // by position
	return func(w http.ResponseWriter, r *http.Request) {
		var asked struct {
			Game string
			Deal json.RawMessage
		}
		if err := json.NewDecoder(r.Body).Decode(&asked); err != nil {
			t.Error(err)
			return
		}
		if _, known := next[string(asked.Deal)]; !known {
			g, _ := rules.Lookup(asked.Game)
			position, err := deal.Parse(asked.Deal, &g.Rules)
			if err != nil {
				t.Error(err)
				return
			}
			p := solver.NewProblem(g.Rules, position)
			result := engine.Search(nil, p, solver.Budget{})
			if result.Verdict == solver.Unwinnable {
				_, _ = io.WriteString(w, `{"verdict":"unwinnable","moves":[]}`)
				return
			}
			board := game.New(&g.Rules, &position)
			for _, m := range p.ToAsked(result.Solution) {
				next[string(board.Table().Document(&g.Rules))] = m
				board.Do(m)
			}
		}
		h := hint{Verdict: solver.Winnable}
		h.Moves = append(h.Moves, struct{ Move game.Move }{next[string(asked.Deal)]})
		lie(&h)
		_ = json.NewEncoder(w).Encode(map[string]any{"verdict": h.Verdict, "moves": []any{map[string]any{"move": h.Moves[0].Move}}})
	}
}

func TestPlay(t *testing.T) {
	const deals = 3 // the first of Klondike can't be won, the others can
	for _, c := range []struct {
		name string
		lie  func(h *hint)
		want string
	}{
		{"truth", func(*hint) {}, ""},
		{"unwinnable", func(h *hint) { h.Verdict = solver.Unwinnable }, "free-cell microsoft:3: winnable, and not won after 0 moves"},
		{"unknown", func(h *hint) { h.Verdict = solver.Unknown }, "free-cell microsoft:3: winnable, and not won after 0 moves; 10 calls ended unknown"},
		{"illegal", func(h *hint) { h.Moves[0].Move = game.Move{Action: game.Deal, Count: 7} }, "klondike solvitaire:2: after 0 moves: the first move is deal 7"},
	} {
		t.Run(c.name, func(t *testing.T) {
			rows, said, err := run(t, &playCommand{
				serviceFlags: stand(t, map[string]http.HandlerFunc{"POST /v1/moves": adviser(t, c.lie)}),
				Deals:        deals, Clients: 1, Deadline: time.Second, Data: "../data",
			})
			if len(rows) != 1+2*deals {
				t.Errorf("%d rows of %d deals", len(rows), 2*deals)
			}
			if c.want == "" {
				if err != nil || !strings.Contains(said, "| klondike | 1 | 3 | 2 | 2 | 0 |") {
					t.Errorf("%v; output:\n%s", err, said)
				}
			} else if err == nil || !strings.Contains(said, c.want) {
				t.Errorf("error %v; output:\n%s\nand not %q", err, said, c.want)
			}
		})
	}
}

// TestPlayGoesOn cuts a table short and has the rest played.
func TestPlayGoesOn(t *testing.T) {
	calls := 0
	moves := adviser(t, func(*hint) { calls++ })
	b := &playCommand{
		serviceFlags: stand(t, map[string]http.HandlerFunc{"POST /v1/moves": moves}),
		Deals:        2, Clients: 1, Deadline: time.Second, Data: "../data", Out: filepath.Join(t.TempDir(), "play.csv"),
	}
	if _, _, err := run(t, b); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(b.Out)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(whole), "\n")
	if err := os.WriteFile(b.Out, []byte(strings.Join(lines[:4], "")), 0o600); err != nil {
		t.Fatal(err)
	}
	first := calls
	if _, said, err := run(t, b); err != nil || !strings.Contains(said, "| free-cell | 1 | 1 | 1 | 1 | 0 |") {
		t.Errorf("%v; output:\n%s", err, said)
	}
	again, err := os.ReadFile(b.Out)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(again), "\n") != 5 || calls >= 2*first {
		t.Errorf("after %d calls and then %d:\n%s", first, calls-first, again)
	}
}

// TestCached compares something that answers as the service does with a bare handler
// in a process of its own.
func TestCached(t *testing.T) {
	asked := map[string]int{}
	solve := func(w http.ResponseWriter, r *http.Request) {
		question, _ := io.ReadAll(r.Body)
		asked[string(question)]++
		source := "cache"
		if asked[string(question)] == 1 {
			source = "search"
		}
		fmt.Fprintf(w, `{"verdict":"winnable","source":%q,"more":"%03000d"}`, source, 1) // long enough to come in chunks
	}
	rows, said, err := summary(t, &cachedCommand{
		serviceFlags: stand(t, map[string]http.HandlerFunc{"POST /v1/solve": solve}),
		Deals:        2, Clients: []int{1}, Turn: 10 * time.Millisecond, Rounds: 1, Answers: []string{"solution"},
	})
	if err != nil || len(rows) != 2 || len(asked) != 4 {
		t.Fatalf("%v; asked %v; output:\n%s", err, asked, said)
	}
	// Both servers have answered.
	if row := rows[1]; row[0] != "solution, 3049 bytes" || row[1] != "1" || row[2] == "0" || row[3] == "0" {
		t.Errorf("rows: %v", rows)
	}
}

// TestDurability compares two stand-ins.
func TestDurability(t *testing.T) {
	rows, said, err := summary(t, &durabilityCommand{Binary: os.Args[0], Clients: []int{2}, Turn: 10 * time.Millisecond, Rounds: 2, First: 1})
	if err != nil || len(rows) != 2 || rows[1][0] != "2" || rows[1][2] == "0" || rows[1][3] == "0" {
		t.Errorf("%v; output:\n%s", err, said)
	}
}

// TestReplicas asks stand-ins.
func TestReplicas(t *testing.T) {
	rows, said, err := summary(t, &replicasCommand{Binary: os.Args[0], Replicas: 2, Clients: []int{3}, Deals: 10, Turn: 10 * time.Millisecond, Rounds: 1})
	if err != nil || len(rows) != 8 || rows[2][1] != "2" || rows[2][2] == "0" || rows[4][0] != "Redis" || rows[4][2] != "10" {
		t.Errorf("%v; rows %v; output:\n%s", err, rows, said)
	}
}

// TestOverload counts what a stand-in accepts and refuses: it decides all deals until the known one is
// asked about again, as happens under overload, and every other one from then on.
func TestOverload(t *testing.T) {
	var known, asked atomic.Int64
	var clients sync.Map
	routes := map[string]http.HandlerFunc{
		"GET /healthz": func(http.ResponseWriter, *http.Request) {},
		"POST /v1/solve": func(w http.ResponseWriter, r *http.Request) {
			clients.Store(r.Header.Get("X-Forwarded-For"), true)
			if text, _ := io.ReadAll(r.Body); strings.Contains(string(text), `"solvitaire:2"`) {
				known.Add(1)
			} else if known.Load() > 1 && asked.Add(1)%2 == 0 {
				w.Header().Set("Retry-After", "1")
				w.WriteHeader(http.StatusServiceUnavailable)
				return
			}
			time.Sleep(5 * time.Millisecond)
			_, _ = io.WriteString(w, `{"verdict":"winnable","because":null}`)
		},
	}
	b := &overloadCommand{
		serviceFlags: stand(t, routes), Workers: 2, Queue: 8, Hard: 4, Clients: 3,
		Deadline: 100 * time.Millisecond, Times: 2, For: 200 * time.Millisecond, Idle: 4,
	}
	rows, said, err := summary(t, b)
	if err != nil || len(rows) != 6 {
		t.Fatalf("%v; rows %v; output:\n%s", err, rows, said)
	}
	for i, none := range []bool{true, false, true, true, true} { // whether no request of the kind was refused
		if row := rows[1+i]; row[1] == "0" || row[3] == "0.0 %" || (row[5] == "0.0 %") != none {
			t.Errorf("rows: %v", rows)
		}
	}
	for n := range 3 {
		if _, known := clients.Load(fmt.Sprintf("10.0.0.%d", n)); !known {
			t.Errorf("no request is from client %d", n)
		}
	}
	routes["POST /v1/solve"] = func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"verdict":"perhaps"}`)
	}
	b.serviceFlags = stand(t, routes)
	if _, said, err := summary(t, b); err == nil || !strings.Contains(err.Error(), "new deals") {
		t.Errorf("%v; output:\n%s", err, said)
	}
}

func TestMetrics(t *testing.T) {
	s := newService(stand(t, nil).Address)
	if all, err := s.metrics(t.Context()); len(all) != 2 || all["things"] != 3 || err != nil {
		t.Errorf("%v (%v)", all, err)
	}
	if seconds, err := s.cpuSeconds(t.Context()); seconds != 1.5 || err != nil {
		t.Errorf("CPU seconds: %g (%v)", seconds, err)
	}
	without := newService(stand(t, map[string]http.HandlerFunc{"GET /metrics": func(http.ResponseWriter, *http.Request) {}}).Address)
	if _, err := without.cpuSeconds(t.Context()); err == nil {
		t.Error("no error without the metric")
	}
}

func TestQuantiles(t *testing.T) {
	var sample times
	if sample.quantile(.99) != 0 || sample.over(0) != 0 {
		t.Error("of nothing")
	}
	for n := range 101 {
		sample = append(sample, time.Duration(100-n)*time.Millisecond)
	}
	if got := strings.Join(sample.quantiles(0, .5, .99, 1), " "); got != "0 50 99 100" {
		t.Errorf("quantiles %s", got)
	}
	if got := sample.over(50 * time.Millisecond); got != 50 {
		t.Errorf("over 50 ms: %d", got)
	}
}
