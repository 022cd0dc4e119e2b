package trace

import (
	"context"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	oteltrace "go.opentelemetry.io/otel/trace"

	"github.com/thoughtful-solitaire/thoughtful/server/pool"
)

// Requests returns middleware for a chi router. It makes a span for each request, except those to
// /healthz, /readyz and /metrics. The function client returns the name of a request's client.
func (t *Tracer) Requests(client func(context.Context) string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case "/healthz", "/readyz", "/metrics":
				next.ServeHTTP(w, r)
				return
			}
			ctx := propagation.TraceContext{}.Extract(r.Context(), propagation.HeaderCarrier(r.Header))
			ctx, span := t.tracer.Start(ctx, "request", oteltrace.WithSpanKind(oteltrace.SpanKindServer))
			if !span.IsRecording() {
				next.ServeHTTP(w, r)
				return
			}
			watched := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
			defer func() {
				// The router has found the route by now, unless the request was refused before.
				route, method := chi.RouteContext(ctx).RoutePattern(), "other"
				if route != "" {
					method = r.Method
				}
				span.SetName(method + " " + route)
				status := watched.Status()
				if status == 0 {
					status = http.StatusOK
				}
				if status >= http.StatusInternalServerError {
					span.SetStatus(codes.Error, http.StatusText(status))
				}
				span.SetAttributes(
					attribute.String("http.request.method", method), attribute.String("http.route", route),
					attribute.Int("http.response.status_code", status),
					attribute.String("request.id", middleware.GetReqID(ctx)), attribute.String("client", client(ctx)),
				)
				span.End()
			}()
			next.ServeHTTP(watched, r.WithContext(counting(ctx)))
		})
	}
}

// Within returns a new context with the span of ctx and its count of spans, but without its deadline
// and other values. It is for work that outlives a request but belongs to its trace.
func Within(ctx context.Context) context.Context {
	counted := context.WithValue(context.Background(), begunKey{}, ctx.Value(begunKey{}))
	return oteltrace.ContextWithSpan(counted, oteltrace.SpanFromContext(ctx))
}

// Search makes the spans of a search that has ended. It can be used as pool.Options.Traced.
func (t *Tracer) Search(ctx context.Context, s pool.Search) {
	if !oteltrace.SpanFromContext(ctx).IsRecording() {
		return
	}
	ended := time.Now()
	taken := s.Began
	if taken.IsZero() { // nobody took it
		taken = ended
	}
	_, waiting := t.tracer.Start(ctx, "queue", oteltrace.WithTimestamp(s.Queued))
	if s.Err != nil && s.Began.IsZero() {
		waiting.SetStatus(codes.Error, s.Err.Error()) // full, or closed
	}
	waiting.End(oteltrace.WithTimestamp(taken))
	if s.Began.IsZero() {
		return
	}
	_, search := t.tracer.Start(ctx, "search", oteltrace.WithTimestamp(s.Began), oteltrace.WithAttributes(
		attribute.String("solver.engine", s.Result.Engine), attribute.String("solver.verdict", string(s.Result.Verdict)),
		attribute.String("solver.because", string(s.Result.Reason)), attribute.Int64("solver.states", s.Result.States),
	))
	if s.Err != nil {
		search.SetStatus(codes.Error, "the engine panicked") // its text may have the problem; the log has it
	}
	search.End(oteltrace.WithTimestamp(ended))
}
