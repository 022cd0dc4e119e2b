package e2e

import (
	"encoding/hex"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	tracing "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
)

// TestTraces solves a deal and looks at the spans that a collector receives: one trace, that of the
// client, with what the request did under it, and no secrets.
func TestTraces(t *testing.T) {
	var mu sync.Mutex
	var raw strings.Builder
	var spans []*tracing.Span
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		received := new(tracing.TracesData) // which has the bytes of an ExportTraceServiceRequest
		if err != nil || r.URL.Path != "/v1/traces" || proto.Unmarshal(body, received) != nil {
			t.Errorf("the collector received %s %s, %v", r.URL, r.Header, err)
		}
		mu.Lock()
		defer mu.Unlock()
		raw.Write(body)
		for _, resource := range received.ResourceSpans {
			for _, scope := range resource.ScopeSpans {
				spans = append(spans, scope.Spans...)
			}
		}
	}))
	defer receiver.Close()
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", receiver.URL)
	const secret = "a-secret-of-thirty-characters"
	l := launch(t, nil, "--database-url", servicetest.Database(t), "--redis-url", servicetest.Private(t, servicetest.Redis).URL(), "--api-keys", "alice:"+secret)
	const id = "4bf92f3577b34da6a3ce929d0e0e4736"
	r, err := http.NewRequest(http.MethodPost, "http://"+l.service.Address+"/v1/solve", strings.NewReader(`{"game":"klondike","seed":"solvitaire:2"}`))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+secret)
	r.Header.Set("Traceparent", "00-"+id+"-00f067aa0ba902b7-01")
	answer, err := http.DefaultClient.Do(r)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatal(answer, err)
	}
	answer.Body.Close()
	l.stop(t) // which sends what is left

	names := map[string]*tracing.Span{}
	for _, s := range spans {
		names[s.Name] = s
		if got := hex.EncodeToString(s.TraceId); got != id {
			t.Errorf("%s is in trace %s", s.Name, got)
		}
	}
	request := names["POST /v1/solve"]
	if request == nil || hex.EncodeToString(request.ParentSpanId) != "00f067aa0ba902b7" {
		t.Fatalf("no span of the request: %v", names)
	}
	var query *tracing.Span
	for name, s := range names {
		if strings.Contains(name, "SELECT") {
			query = s
		}
	}
	for what, s := range map[string]*tracing.Span{"queue": names["queue"], "search": names["search"], "a query": query, "Redis": names["getrange"]} {
		if s == nil {
			t.Errorf("no span of %s in %v", what, names)
			continue
		}
		if string(s.ParentSpanId) != string(request.SpanId) {
			t.Errorf("the parent of %s is not the request", s.Name)
		}
	}
	if n := l.log.lines("trace_id=" + id); n != 1 {
		t.Errorf("%d lines of the log have the trace's id", n)
	}
	for _, hidden := range []string{secret, `"seed"`, "solvitaire:2"} {
		if strings.Contains(raw.String(), hidden) {
			t.Errorf("the collector was sent %q", hidden)
		}
	}
	if !strings.Contains(raw.String(), "key:alice") {
		t.Error("the client is not named")
	}
}
