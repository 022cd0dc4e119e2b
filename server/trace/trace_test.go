package trace

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// traced is a router with traces, and what it recorded.
func traced(t *testing.T, sampler string, handle http.HandlerFunc) (http.Handler, *tracetest.InMemoryExporter, *Tracer) {
	t.Helper()
	s, err := configured(sampler, "")
	if err != nil {
		t.Fatal(err)
	}
	to := tracetest.NewInMemoryExporter()
	tracer := open(sdk.NewSimpleSpanProcessor(to), resource.Empty(), s, slog.New(slog.DiscardHandler))
	r := chi.NewRouter()
	r.Use(tracer.Requests(func(context.Context) string { return "192.0.2.1" }))
	r.Get("/v1/deals/{id}", handle)
	r.Get("/healthz", handle)
	return r, to, tracer
}

func get(h http.Handler, path, parent string) {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	if parent != "" {
		r.Header.Set("traceparent", parent)
	}
	h.ServeHTTP(httptest.NewRecorder(), r)
}

const (
	remote     = "0af7651916cd43dd8448eb211c80319c"
	sampled    = "00-" + remote + "-b7ad6b7169203331-01"
	notSampled = "00-" + remote + "-b7ad6b7169203331-00"
)

// TestSampled checks which requests are traced, and under which trace.
func TestSampled(t *testing.T) {
	for _, test := range []struct {
		sampler, path, parent string
		want                  int
	}{
		{"", "/v1/deals/1", "", 1},
		{"", "/v1/deals/1", sampled, 1},
		{"", "/v1/deals/1", notSampled, 0},
		{"", "/v1/deals/1", "00-nonsense-01", 1},
		{"", "/healthz", sampled, 0},
		{"always_on", "/v1/deals/1", notSampled, 1},
		{"always_off", "/v1/deals/1", sampled, 0},
		{"parentbased_always_off", "/v1/deals/1", "", 0},
	} {
		h, to, _ := traced(t, test.sampler, func(http.ResponseWriter, *http.Request) {})
		get(h, test.path, test.parent)
		spans := to.GetSpans()
		if len(spans) != test.want {
			t.Errorf("%+v: %d spans", test, len(spans))
			continue
		}
		if test.want == 0 {
			continue
		}
		if s := spans[0]; s.Name != "GET /v1/deals/{id}" || (s.SpanContext.TraceID().String() == remote) != strings.Contains(test.parent, remote) {
			t.Errorf("%+v: span %q of trace %s", test, s.Name, s.SpanContext.TraceID())
		}
	}
}

// TestTracesAreCapped has a stranger ask for a thousand traces at once.
func TestTracesAreCapped(t *testing.T) {
	h, to, _ := traced(t, "", func(http.ResponseWriter, *http.Request) {})
	began := time.Now()
	for range 1000 {
		get(h, "/v1/deals/1", sampled)
	}
	most := tracesAtOnce + tracesPerSecond*int(1+time.Since(began)/time.Second)
	if n := len(to.GetSpans()); n < tracesAtOnce || n > most {
		t.Errorf("%d traces", n)
	}
}

// TestSpansAreCapped has requests that search as often as a long batch does.
func TestSpansAreCapped(t *testing.T) {
	var tracer *Tracer
	h, to, made := traced(t, "", func(_ http.ResponseWriter, r *http.Request) {
		for i := range spansOfRequest {
			ctx := r.Context()
			if i%2 == 0 {
				ctx = Within(ctx)
			}
			tracer.Search(ctx, pool.Search{Queued: time.Now(), Began: time.Now()}) // two spans
		}
	})
	tracer = made
	for range 2 {
		to.Reset()
		get(h, "/v1/deals/1", "")
		if n := len(to.GetSpans()); n != 1+spansOfRequest {
			t.Errorf("%d spans", n)
		}
	}
}

// TestBackground checks that what the service does by itself is not traced.
func TestBackground(t *testing.T) {
	_, to, tracer := traced(t, "always_on", nil)
	_, span := tracer.tracer.Start(t.Context(), "SELECT")
	span.End()
	tracer.Search(t.Context(), pool.Search{Queued: time.Now(), Began: time.Now()})
	if spans := to.GetSpans(); len(spans) != 0 {
		t.Errorf("spans: %v", spans)
	}
}

// TestSearchSpans checks the spans of a search, and of calls that got no worker.
func TestSearchSpans(t *testing.T) {
	result := solver.Result{Verdict: solver.Unknown, Reason: solver.States, Engine: "klondike", States: 45}
	var log strings.Builder
	to := slog.New(Log(slog.NewTextHandler(&log, nil)))
	var search func(context.Context)
	h, out, tracer := traced(t, "", func(_ http.ResponseWriter, r *http.Request) {
		to.InfoContext(r.Context(), "request")
		search(Within(r.Context()))
	})
	now := time.Now()
	for _, test := range []struct {
		search pool.Search
		want   string
	}{
		{pool.Search{Queued: now, Began: now, Result: result}, "queue search GET /v1/deals/{id}"},
		{pool.Search{Queued: now, Err: errors.New("full")}, "queue GET /v1/deals/{id}"},
	} {
		out.Reset()
		search = func(ctx context.Context) { tracer.Search(ctx, test.search) }
		get(h, "/v1/deals/1", "")
		spans := out.GetSpans()
		var names []string
		request := spans[len(spans)-1]
		for _, s := range spans {
			names = append(names, s.Name)
			if s.Name != request.Name && s.Parent.SpanID() != request.SpanContext.SpanID() {
				t.Errorf("the parent of %s is not the request", s.Name)
			}
			if s.Name == "search" {
				found := map[string]any{}
				for _, a := range s.Attributes {
					found[string(a.Key)] = a.Value.AsInterface()
				}
				if found["solver.engine"] != "klondike" || found["solver.states"] != int64(45) || found["solver.because"] != "states" {
					t.Errorf("search: %v", found)
				}
			}
		}
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("spans %q, want %q", got, test.want)
		}
		if !strings.Contains(log.String(), "trace_id="+request.SpanContext.TraceID().String()) {
			t.Errorf("the log has no trace_id:\n%s", &log)
		}
	}
}

// TestOpen checks what the variables of OpenTelemetry do.
func TestOpen(t *testing.T) {
	log := slog.New(slog.DiscardHandler)
	if tracer, err := Open(t.Context(), "1", log); tracer != nil || err != nil {
		t.Errorf("without variables: %v, %v", tracer, err)
	}
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1")
	for variable, wrong := range map[string]string{
		"OTEL_TRACES_SAMPLER": "sometimes", "OTEL_TRACES_SAMPLER_ARG": "NaN", "OTEL_EXPORTER_OTLP_PROTOCOL": "grpc",
	} {
		t.Run(variable, func(t *testing.T) {
			t.Setenv(variable, wrong)
			if _, err := Open(t.Context(), "1", log); err == nil || !strings.HasPrefix(err.Error(), variable+":") {
				t.Errorf("%s=%s: %v", variable, wrong, err)
			}
		})
	}
}

// TestUnreadableVariables checks that a variable that can't be read is an error that does not
// tell its value, which may be a password.
func TestUnreadableVariables(t *testing.T) {
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1")
	for variable, wrong := range map[string]string{
		"OTEL_EXPORTER_OTLP_ENDPOINT": "http://user:swordfish@%zz", "OTEL_EXPORTER_OTLP_HEADERS": "authorization swordfish",
		"OTEL_EXPORTER_OTLP_TIMEOUT": "swordfish", "OTEL_RESOURCE_ATTRIBUTES": "swordfish", "OTEL_EXPORTER_OTLP_CERTIFICATE": "/swordfish",
	} {
		t.Run(variable, func(t *testing.T) {
			t.Setenv(variable, wrong)
			_, err := Open(t.Context(), "1", slog.New(slog.DiscardHandler))
			if err == nil || !strings.Contains(err.Error(), "OTEL_") || strings.Contains(err.Error(), "swordfish") {
				t.Errorf("%s=%s: %v", variable, wrong, err)
			}
		})
	}
}

// TestDeadCollector sends traces to a collector that never answers, and to none. Requests don't
// wait for it, and closing only for a while.
func TestDeadCollector(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	for _, endpoint := range []string{"http://" + silent.Addr().String(), "http://127.0.0.1:1"} {
		t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint)
		tracer, err := Open(t.Context(), "1", slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		tracer.flush = 100 * time.Millisecond
		r := chi.NewRouter()
		r.Use(tracer.Requests(func(context.Context) string { return "" }))
		r.Get("/", func(http.ResponseWriter, *http.Request) {})
		began := time.Now()
		for range 10 {
			get(r, "/", "")
		}
		if err := tracer.Close(t.Context()); err != nil {
			t.Error(err)
		}
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("%s: took %s", endpoint, took)
		}
	}
}
