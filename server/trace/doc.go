// Package trace makes OpenTelemetry traces of requests, and sends them to a collector by OTLP over
// HTTP. Only where OTEL_EXPORTER_OTLP_ENDPOINT is set is there a [Tracer]; the service without one
// has no middleware, no hooks and no context values for traces, and pays nothing.
//
//	POST /v1/solve              the request; the parent is the client's traceparent, if any
//	├── GETRANGE, query …       calls of Redis and PostgreSQL
//	├── queue                   waiting for a worker
//	└── search                  the engine: its name, verdict and states
//
// Only requests begin traces: what the service does by itself, such as writing its backlog, has
// none. Several requests may share a search; it is in the trace of the first.
//
// A span has no bodies, keys or parameters of queries: the name of the client is the log's.
//
// The files: trace.go opens and closes, collector.go sends, spans.go makes the spans, sampler.go decides what is
// traced, log.go adds the trace's id to lines of the log.
package trace
