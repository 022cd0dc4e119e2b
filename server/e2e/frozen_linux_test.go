package e2e

import (
	"encoding/json"
	"maps"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/docs"
	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
)

// TestFrozenDatabase stops PostgreSQL so that it keeps its connections and answers nothing, and
// asks for everything at once. What needs the database is 503 in time, everything else is
// answered, and both work again afterwards.
func TestFrozenDatabase(t *testing.T) {
	t.Parallel()
	postgres := servicetest.Private(t, servicetest.Postgres)
	l := launch(t, nil, "--database-url", postgres.URL(), "--max-deadline", "10m", "--deadline", "2s")
	l.ready(t, "up", "up")
	calls := reads(t)
	if err := postgres.Freeze(); err != nil {
		t.Fatal(err)
	}
	thaw := sync.OnceFunc(func() {
		if err := postgres.Thaw(); err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(thaw) // a frozen server can't be stopped

	l.ready(t, "down", "up") // it is asked once a second at most
	var asked sync.WaitGroup
	for path, stored := range calls {
		path = strings.ReplaceAll(path, "http://127.0.0.1:8080", l.url)
		asked.Go(func() {
			began := time.Now()
			r, err := l.call(path, "")
			took := time.Since(began)
			unavailable := r.status == http.StatusServiceUnavailable && (path == "/readyz" || strings.Contains(string(r.body), `"type":"/problems/unavailable"`))
			switch {
			case err != nil:
				t.Errorf("%s: %v", path, err)
			case stored != unavailable || !stored && r.status != http.StatusOK:
				t.Errorf("%s: %d %s", path, r.status, r.body)
			case took > 20*time.Second: // 2 s, and a busy machine under the race detector; a hung one never ends
				t.Errorf("%s took %s", path, took)
			}
		})
	}
	for _, post := range []struct {
		path, body string
		prefer     string
		status     int
	}{
		{"/v1/solve", `{"game":"klondike","seed":"solvitaire:77"}`, "", http.StatusOK},
		{"/v1/solve", `{"game":"klondike","seed":"solvitaire:78"}`, "respond-async", http.StatusServiceUnavailable},
		{"/v1/campaigns", `{"game":"klondike","seeds":"solvitaire:1-10","states":1000}`, "", http.StatusServiceUnavailable},
	} {
		for _, key := range []string{"", "k"} {
			asked.Go(func() {
				request, err := http.NewRequest(http.MethodPost, l.url+post.path, strings.NewReader(post.body))
				if err != nil {
					t.Error(err)
					return
				}
				request.Header.Set("Content-Type", "application/json")
				for name, value := range map[string]string{"Prefer": post.prefer, "Idempotency-Key": key} {
					if value != "" {
						request.Header.Set(name, value)
					}
				}
				began := time.Now()
				r, err := l.do(request)
				took := time.Since(began)
				t.Logf("%s %s %q: %d after %s", post.path, post.prefer, key, r.status, took)
				if err != nil || r.status != post.status || took > 20*time.Second {
					t.Errorf("%s %s %q: %v, %d after %s: %s", post.path, post.prefer, key, err, r.status, took, r.body)
				}
			})
		}
	}
	asked.Wait()

	thaw()
	l.ready(t, "up", "up")
	for path := range calls {
		path = strings.ReplaceAll(path, "http://127.0.0.1:8080", l.url)
		eventually(t, path, func() bool {
			r, err := l.call(path, "")
			return err == nil && r.status != http.StatusServiceUnavailable
		})
	}
}

// reads returns the path of each GET call in the OpenAPI document, filled in as there, and
// whether it needs the database: whether it can be 503.
func reads(t *testing.T) map[string]bool {
	t.Helper()
	var document struct {
		Paths map[string]struct {
			Get *struct {
				Parameters []struct {
					Name, In, Example string
					Required          bool
				}
				Responses map[string]any
			}
		}
	}
	if err := json.Unmarshal(docs.OpenAPI, &document); err != nil {
		t.Fatal(err)
	}
	calls := map[string]bool{}
	for path, item := range document.Paths {
		if item.Get == nil {
			continue
		}
		query := "?"
		for _, p := range item.Get.Parameters {
			switch {
			case !p.Required:
			case p.In == "path":
				path = strings.ReplaceAll(path, "{"+p.Name+"}", p.Example)
			default:
				path += query + p.Name + "=" + p.Example
				query = "&"
			}
		}
		_, stored := item.Get.Responses["503"]
		calls[path] = stored && path != "/healthz" // 503 only while the service starts
	}
	// Winnable deals come with the program: these are 503 only when their solutions are asked for.
	for _, call := range []string{"winnable-deals", "daily-deal"} {
		calls["/v1/games/klondike/"+call] = false
	}
	delete(calls, "/offline")            // this program has no engine for browsers
	delete(calls, "/v1/webhooks/secret") // this server sends none
	// Drawing takes seconds under the race detector, and asks no database.
	maps.DeleteFunc(calls, func(path string, _ bool) bool { return strings.HasSuffix(path, ".png") })
	return calls
}
