package middleware

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-chi/chi/v5"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
)

const auditedSecret = "a-secret-of-thirty-characters"

// audited is a service with one key, and its log at the level error.
func audited(t *testing.T) (http.Handler, *strings.Builder) {
	t.Helper()
	keys, err := ParseKeys("alice:" + auditedSecret)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	log := slog.New(slog.NewJSONHandler(&text, &slog.HandlerOptions{Level: slog.LevelError}))
	access := &Access{Keys: keys}
	problems := &problem.Writer{Log: log, Page: func(http.ResponseWriter, *http.Request, problem.Problem) bool { return false }}
	r := chi.NewRouter()
	r.Use(RequestID, access.IdentifyClient, Observe(log, func(string, string, int, time.Duration) {}), access.Authorize(problems))
	fresh := func(w http.ResponseWriter, r *http.Request) {
		if r.URL.RawQuery == "fresh" && MayAskFresh(r.Context()) != nil {
			w.WriteHeader(http.StatusForbidden)
		}
	}
	r.Post("/v1/solve", fresh)
	r.Get("/v1/campaigns", fresh)
	r.Post("/v1/campaigns", fresh)
	r.Delete("/v1/jobs/{id}", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) })
	return r, &text
}

func ask(h http.Handler, method, path, secret string) {
	r := httptest.NewRequest(method, path, nil)
	r.RemoteAddr = "192.0.2.1:5000"
	r.Header.Set("X-Request-Id", "r-1")
	if secret != "" {
		r.Header.Set("Authorization", "Bearer "+secret)
	}
	h.ServeHTTP(httptest.NewRecorder(), r)
}

// TestAudit checks which uses of keys are in the audit log, and what it says of them.
func TestAudit(t *testing.T) {
	for _, test := range []struct {
		method, path, secret string
		use, key, route      string // "" for no line
		status               int
	}{
		{"POST", "/v1/solve?fresh", auditedSecret, "fresh", "alice", "/v1/solve", 200},
		{"POST", "/v1/campaigns", auditedSecret, "campaign", "alice", "/v1/campaigns", 200},
		{"DELETE", "/v1/jobs/7", auditedSecret, "delete", "alice", "/v1/jobs/{id}", 404},
		{"POST", "/v1/solve", "wrong-" + auditedSecret, "unknown key", "sha256:", "/v1/solve", 401},
		{"GET", "/v1/campaigns", "wrong-" + auditedSecret, "unknown key", "sha256:", "/v1/campaigns", 401},
		{"POST", "/v1/solve", auditedSecret, "", "", "", 0},    // a question is in the log of requests
		{"GET", "/v1/campaigns", auditedSecret, "", "", "", 0}, // needs no key
		{"POST", "/v1/campaigns", "", "", "", "", 0},           // has none
	} {
		h, log := audited(t)
		ask(h, test.method, test.path, test.secret)
		if strings.Contains(log.String(), auditedSecret) {
			t.Errorf("%+v: the secret is in the log", test)
		}
		if test.use == "" {
			if log.Len() > 0 {
				t.Errorf("%+v: %s", test, log)
			}
			continue
		}
		var line struct {
			Msg, Key, Client, Use, Method, Route, ID string
			Audit                                    bool
			Status                                   int
		}
		if err := json.Unmarshal([]byte(log.String()), &line); err != nil {
			t.Errorf("%+v: %v: %s", test, err, log)
			continue
		}
		if !line.Audit || line.Msg != "audit" || !strings.HasPrefix(line.Key, test.key) || line.Client != "192.0.2.1" || line.Use != test.use ||
			line.Method != test.method || line.Route != test.route || line.ID != "r-1" || line.Status != test.status {
			t.Errorf("%+v: %+v", test, line)
		}
	}
}

// TestAuditOfGuesses has somebody guess keys: the log has some attempts, and counts the others.
func TestAuditOfGuesses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		access, log := audited(t)
		for range 1000 {
			ask(access, "POST", "/v1/solve", "wrong-"+auditedSecret)
		}
		if n := strings.Count(log.String(), "\n"); n != refusalsAtOnce {
			t.Errorf("%d lines", n)
		}
		log.Reset()
		time.Sleep(time.Second / refusalsPerSecond)
		ask(access, "POST", "/v1/solve", "wrong-"+auditedSecret)
		if !strings.Contains(log.String(), `"unlogged":990`) {
			t.Errorf("the attempts without a line are not counted: %s", log)
		}
	})
}
