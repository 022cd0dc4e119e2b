package api

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/deals"
	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

func get(h http.Handler, method, target string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// A plain request id of the client is kept. Others are replaced, because ids are logged.
func TestRequestID(t *testing.T) {
	h := serving(t, options())
	if got := get(h, "GET", "/healthz", "X-Request-Id", "abc-1").Header().Get("X-Request-Id"); got != "abc-1" {
		t.Errorf("request id abc-1 became %q", got)
	}
	for _, odd := range []string{"", "a b", "x\ny", strings.Repeat("a", 65)} {
		got := get(h, "GET", "/healthz", "X-Request-Id", odd).Header().Get("X-Request-Id")
		if got == odd || len(got) < 20 {
			t.Errorf("request id %q became %q", odd, got)
		}
	}
}

// The observer is called with a bounded set of routes and methods, and for panics too.
func TestObserve(t *testing.T) {
	type seen struct {
		route, method string
		status        int
	}
	var got seen
	o := options()
	o.Observe = func(route, method string, status int, _ time.Duration) { got = seen{route, method, status} }
	o.Metrics = http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("broken") })
	h := serving(t, o)
	for _, c := range []struct {
		method, target string
		want           seen
	}{
		{"GET", "/v1/games/klondike", seen{"/v1/games/{game}", "GET", 200}},
		{"HEAD", "/v1/games/klondike", seen{"/v1/games/{game}", "HEAD", 200}},
		{"GET", "/v1/games/no-such-game", seen{"/v1/games/{game}", "GET", 404}},
		{"GET", "/v1/games/klondike/deals/solvitaire:1", seen{"/v1/games/{game}/deals/{seed}", "GET", 200}},
		{"GET", "/wp-login.php", seen{"unmatched", "GET", 404}},
		{"BREW", "/v1/games", seen{"unmatched", "other", 405}},
		{"GET", "/metrics", seen{"/metrics", "GET", 500}},
	} {
		get(h, c.method, c.target)
		if got != c.want {
			t.Errorf("%s %s: observed %v, want %v", c.method, c.target, got, c.want)
		}
	}
}

// Internal errors are logged with the request id, and not sent to the client.
func TestFaultsAreLogged(t *testing.T) {
	for _, c := range []struct {
		name  string
		judge judge
		level string
		error string
	}{
		{"an error", func(context.Context, *solver.Problem, solver.Budget, bool) (solver.Answer, error) {
			return solver.Answer{}, errors.New("disk on fire")
		}, "ERROR", "disk on fire"},
		{"a mistake that is not the client's", func(context.Context, *solver.Problem, solver.Budget, bool) (solver.Answer, error) {
			return solver.Answer{}, strict.Error{{Field: "record.rules", Detail: "cut short"}}
		}, "ERROR", "cut short"},
		{"a bad solution", func(_ context.Context, p *solver.Problem, _ solver.Budget, _ bool) (solver.Answer, error) {
			return solver.Answer{}, &solver.BadSolution{Problem: p, Engine: "broken", Outcome: p.Replay(nil)}
		}, "ERROR", `the problem: {"rules":`},
		{"a panic", func(context.Context, *solver.Problem, solver.Budget, bool) (solver.Answer, error) {
			panic("index out of range")
		}, "ERROR", "middleware_test.go"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var log bytes.Buffer
			o := options()
			o.Judge = c.judge
			o.Log = slog.New(slog.NewJSONHandler(&log, nil))
			r := httptest.NewRequest("POST", "/v1/solve", strings.NewReader(`{"game":"klondike","seed":"solvitaire:2"}`))
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("X-Request-Id", "the-id")
			w := httptest.NewRecorder()
			serving(t, o).ServeHTTP(w, r)

			var entry struct{ Level, ID, Error string }
			if err := json.NewDecoder(&log).Decode(&entry); err != nil {
				t.Fatal(err)
			}
			if entry.Level != c.level || entry.ID != "the-id" || !strings.Contains(entry.Error, c.error) {
				t.Errorf("logged: %+v", entry)
			}
			if w.Code < 500 || strings.Contains(w.Body.String(), c.error) {
				t.Errorf("response: %s", w.Body)
			}
		})
	}
}

// TestRefusalsAreNotLogged checks that a full queue, which may refuse hundreds of requests a second, is
// in the log only at debug.
func TestRefusalsAreNotLogged(t *testing.T) {
	for level, lines := range map[slog.Level]int{slog.LevelInfo: 0, slog.LevelDebug: 1} {
		var log bytes.Buffer
		o := options()
		o.Judge = judge(func(context.Context, *solver.Problem, solver.Budget, bool) (solver.Answer, error) {
			return solver.Answer{}, tooBusy(time.Second)
		})
		o.Log = slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: level}))
		r := httptest.NewRequest("POST", "/v1/solve", strings.NewReader(`{"game":"klondike","seed":"solvitaire:2"}`))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		serving(t, o).ServeHTTP(w, r)
		if got := strings.Count(log.String(), "\n"); w.Code != http.StatusServiceUnavailable || got != lines {
			t.Errorf("status %d, logged at %s: %s", w.Code, level, &log)
		}
	}
}

// A panic in the middle of a response cuts the connection, so that the response does not look
// complete.
func TestPanicInTheMiddle(t *testing.T) {
	o := options()
	o.Metrics = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, strings.Repeat("figures 1\n", 1000))
		panic("broken")
	})
	server := httptest.NewServer(serving(t, o))
	defer server.Close()
	reply, err := server.Client().Get(server.URL + "/metrics")
	if err == nil {
		_, err = io.ReadAll(reply.Body)
		_ = reply.Body.Close()
	}
	if err == nil {
		t.Error("the response looks complete")
	}
}

func TestHead(t *testing.T) {
	server := httptest.NewServer(serving(t, options()))
	defer server.Close()
	for _, path := range []string{"/", "/docs", "/convert", "/openapi.json", "/healthz", "/readyz", "/metrics", "/v1/games", "/v1/games/klondike/deals/solvitaire:1"} {
		reply, err := server.Client().Head(server.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(reply.Body)
		_ = reply.Body.Close()
		if reply.StatusCode != http.StatusOK || len(body) > 0 || reply.Header.Get("Content-Type") == "" {
			t.Errorf("HEAD %s: %d, %q", path, reply.StatusCode, body)
		}
	}
	if w := get(serving(t, options()), "HEAD", "/v1/solve"); w.Code != http.StatusMethodNotAllowed {
		t.Errorf("HEAD /v1/solve: %d", w.Code)
	}
}

func TestCompression(t *testing.T) {
	w := get(serving(t, options()), "GET", "/v1/games", "Accept-Encoding", "gzip")
	if got := w.Header().Get("Content-Encoding"); got != "gzip" {
		t.Fatalf("Content-Encoding is %q", got)
	}
	text, err := gzip.NewReader(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	var games deals.Catalogue
	if err := json.NewDecoder(text).Decode(&games); err != nil || len(games.Games) < 70 {
		t.Errorf("%d games, %v", len(games.Games), err)
	}
}

func TestSecurityHeaders(t *testing.T) {
	h := serving(t, options())
	for _, path := range []string{"/", "/docs", "/v1/games", "/nowhere"} {
		w := get(h, "GET", path)
		if w.Header().Get("X-Content-Type-Options") != "nosniff" ||
			!strings.HasPrefix(w.Header().Get("Content-Security-Policy"), "default-src 'none'; ") {
			t.Errorf("%s has %v", path, w.Header())
		}
	}
}

// TestCrossOrigin checks the CORS headers of responses to other origins.
func TestCrossOrigin(t *testing.T) {
	o := options()
	o.Access.Origins = []string{"https://example.org", "https://example.net"}
	h := serving(t, o)
	for _, path := range []string{"/v1/solve", "/v1/moves", "/v1/analyse", "/v1/advise", "/v1/difficulty", "/v1/play", "/v1/replay", "/v1/convert"} {
		w := get(h, "OPTIONS", path, "Origin", "https://example.org", "Access-Control-Request-Method", "POST")
		if w.Code != http.StatusNoContent || w.Header().Get("Access-Control-Allow-Origin") != "https://example.org" {
			t.Errorf("POST %s: preflight %d %v", path, w.Code, w.Header())
		}
		if w := get(h, "POST", path); w.Code != http.StatusUnsupportedMediaType {
			t.Errorf("no POST %s: %d", path, w.Code)
		}
	}
	for origin, want := range map[string]string{
		"https://example.org": "https://example.org", "https://example.net": "https://example.net",
		"http://example.org": "", "https://example.org.evil.example": "", "null": "",
	} {
		w := get(h, "GET", "/v1/games", "Origin", origin)
		if got := w.Header().Get("Access-Control-Allow-Origin"); got != want || !slices.Contains(w.Header().Values("Vary"), "Origin") {
			t.Errorf("origin %s: %v", origin, w.Header())
		}
		if w.Header().Get("Access-Control-Allow-Credentials") != "" {
			t.Error("browsers may send credentials")
		}
	}
	o.Access.Origins = []string{"*"}
	for _, headers := range [][]string{nil, {"Origin", "https://example.org"}} {
		w := get(serving(t, o), "GET", "/v1/games", headers...)
		if w.Header().Get("Access-Control-Allow-Origin") != "*" || slices.Contains(w.Header().Values("Vary"), "Origin") {
			t.Errorf("for everybody: %v", w.Header())
		}
	}
	// Costly reads need no preflight, and an image sends no origin.
	for _, c := range []struct {
		header []string
		status int
	}{
		{[]string{"Origin", "https://example.org", "Sec-Fetch-Site", "cross-site"}, http.StatusOK},
		{[]string{"Origin", "https://evil.example", "Sec-Fetch-Site", "cross-site"}, http.StatusForbidden},
		{[]string{"Sec-Fetch-Site", "cross-site"}, http.StatusForbidden},
		{[]string{"Sec-Fetch-Site", "same-origin"}, http.StatusOK},
		{nil, http.StatusOK},
	} {
		for _, method := range []string{"GET", "HEAD"} {
			w := get(h, method, "/v1/games/klondike/deals/solvitaire:2.png", c.header...)
			if w.Code != c.status || w.Code == http.StatusForbidden && method == "GET" && !strings.Contains(w.Body.String(), "CORS_ORIGINS") {
				t.Errorf("%s of a preview with %v: %d %s", method, c.header, w.Code, w.Body)
			}
		}
	}
}

// TestQueueOfOne fills a client's share of concurrent requests. Its further ones are rejected until
// one ends, those of other clients are not.
func TestQueueOfOne(t *testing.T) {
	o := options()
	o.Access.Rates.Queue = 2
	asked, answer := make(chan struct{}), make(chan struct{})
	o.Judge = judge(func(context.Context, *solver.Problem, solver.Budget, bool) (solver.Answer, error) {
		asked <- struct{}{}
		<-answer
		return solver.Answer{Result: solver.Result{Verdict: solver.Unknown, Reason: solver.States}, Source: solver.FromSearch}, nil
	})
	h := serving(t, o)
	ask := func(from string) *httptest.ResponseRecorder {
		r := httptest.NewRequest("POST", "/v1/solve", strings.NewReader(`{"game":"klondike","seed":"solvitaire:2"}`))
		r.Header.Set("Content-Type", "application/json")
		r.RemoteAddr = from + ":1"
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	var waiting sync.WaitGroup
	for _, from := range []string{"203.0.113.9", "203.0.113.9", "203.0.113.8"} {
		waiting.Go(func() {
			if w := ask(from); w.Code != http.StatusOK {
				t.Errorf("%s: status %d: %s", from, w.Code, w.Body)
			}
		})
		<-asked
	}
	if w := ask("203.0.113.9"); w.Code != http.StatusTooManyRequests || w.Header().Get("Retry-After") == "" {
		t.Errorf("third request: status %d, %v", w.Code, w.Header())
	}
	r := httptest.NewRequest("GET", "/v1/games", nil)
	r.RemoteAddr = "203.0.113.9:1"
	w := httptest.NewRecorder()
	if h.ServeHTTP(w, r); w.Code != http.StatusOK {
		t.Errorf("read beside them: status %d", w.Code)
	}
	close(answer)
	waiting.Wait()
	go func() { <-asked }()
	if w := ask("203.0.113.9"); w.Code != http.StatusOK {
		t.Errorf("request afterwards: status %d: %s", w.Code, w.Body)
	}
}

// TestBatchPace checks that the lines of a batch count for the client's rate limit, and wait for
// it.
func TestBatchPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := options()
		o.Access.Rates.Work = 6
		began := time.Now()
		c := pipe(t, o)
		sender{c}.whole(t, strings.Repeat(`{"game":"klondike","seed":"solvitaire:2"}`+"\n", 8))
		got := all(t, c)
		// The request itself counts as one of the six that may come at once.
		if took := time.Since(began); len(got) != 8 || took != 30*time.Second {
			t.Errorf("8 lines at 6 a minute: %d answers in %v", len(got), took)
		}
	})
}

const secret = "correct-horse-battery-staple"

// TestKeysAreNotLogged sends right and wrong keys, and checks that they are not logged.
func TestKeysAreNotLogged(t *testing.T) {
	var log bytes.Buffer
	o := options()
	o.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	o.Access.Keys, _ = middleware.ParseKeys("alice:" + secret)
	h := serving(t, o)
	for given, status := range map[string]int{secret: 200, "wrong-" + secret: 401} {
		w := get(h, "GET", "/v1/games", "Authorization", "Bearer "+given)
		if w.Code != status {
			t.Errorf("status %d: %s", w.Code, w.Body)
		}
		if strings.Contains(w.Body.String(), given) {
			t.Errorf("the key is repeated: %s", w.Body)
		}
	}
	if text := log.String(); strings.Contains(text, secret) || !strings.Contains(text, "client=key:alice") || !strings.Contains(text, "client=192.0.2.1") {
		t.Errorf("log: %s", text)
	}
}
