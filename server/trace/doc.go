// Package trace makes OpenTelemetry traces of requests, and sends them to a collector by OTLP over
// HTTP. There is a [Tracer] only if OTEL_EXPORTER_OTLP_ENDPOINT is set. A service without a Tracer
// has no middleware, hooks or context values for traces.
//
//	POST /v1/solve              the request; the parent is the client's traceparent, if any
//	├── GETRANGE, query …       calls of Redis and PostgreSQL
//	├── queue                   waiting for a worker
//	└── search                  the engine: its name, verdict and states
//
// Only requests begin traces. Background work, such as writing the backlog, is not traced. If several
// requests share a search, it is in the trace of the first.
//
// Spans contain no bodies, keys or query parameters. They name a client as the log does.
//
// The files: trace.go opens and closes, collector.go sends, spans.go makes the spans, sampler.go decides what is
// traced, log.go adds the trace's id to lines of the log.
package trace
