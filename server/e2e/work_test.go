package e2e

import (
	"io"
	"net/http"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
)

// TestWorkerHealth reads health and metrics of a worker, with and without its database.
func TestWorkerHealth(t *testing.T) {
	t.Parallel()
	postgres := servicetest.Private(t, servicetest.Postgres)
	p := worker(t, postgres.URL(), killing{work: time.Second, timeout: time.Minute, rescue: 2 * time.Minute}, "--listen", "127.0.0.1:0")
	address := regexp.MustCompile(`address=(127\.0\.0\.1:\d+)`)
	var found []string
	eventually(t, "the worker to log its address", func() bool {
		found = address.FindStringSubmatch(p.log.String())
		return found != nil
	})
	get := func(path string) (int, string) {
		t.Helper()
		r, err := http.Get("http://" + found[1] + path)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		text, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		return r.StatusCode, string(text)
	}
	for path, want := range map[string]string{
		"/healthz": "ok\n", "/readyz": "ready\n", "/metrics": "thoughtful_campaign_ranges_total 0\n",
	} {
		if status, said := get(path); status != http.StatusOK || !strings.Contains(said, want) {
			t.Errorf("%s: %d %s", path, status, said)
		}
	}
	if status, _ := get("/v1/games"); status != http.StatusNotFound {
		t.Errorf("a path that workers don't serve: status %d", status)
	}
	if err := postgres.Kill(); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the worker to notice that its database is down", func() bool {
		status, said := get("/readyz")
		return status == http.StatusServiceUnavailable && said == "store is down\n"
	})
	if status, _ := get("/healthz"); status != http.StatusOK {
		t.Errorf("liveness: status %d", status)
	}
	// It ends although it can't tell its database.
	p.signal(t, syscall.SIGTERM)
	if _, by := p.end(t); by != 0 {
		t.Errorf("ended by %v; log:\n%s", by, p.log)
	}
	http.DefaultClient.CloseIdleConnections()
}
