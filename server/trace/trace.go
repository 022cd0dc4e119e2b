package trace

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/exaring/otelpgx"
	"github.com/go-logr/logr"
	"github.com/jackc/pgx/v5"
	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	oteltrace "go.opentelemetry.io/otel/trace"
	"golang.org/x/time/rate"
)

// Tracer makes spans and sends them.
type Tracer struct {
	provider *sdk.TracerProvider
	tracer   oteltrace.Tracer
	flush    time.Duration // of Close
	log      *slog.Logger
}

// flushTime bounds how long Close waits for the collector.
const flushTime = 2 * time.Second

// Open returns a Tracer configured by OpenTelemetry's environment variables, or nil if no variable
// names a collector. It does not connect. If the collector can't be reached, spans are lost, and one
// line a minute is logged. The error names a variable with an invalid value. It does not repeat the
// value, which may be a password.
func Open(ctx context.Context, version string, log *slog.Logger) (*Tracer, error) {
	if os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT") == "" && os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") == "" ||
		os.Getenv("OTEL_SDK_DISABLED") == "true" {
		return nil, nil
	}
	for _, variable := range []string{"OTEL_EXPORTER_OTLP_PROTOCOL", "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"} {
		if protocol := os.Getenv(variable); protocol != "" && protocol != "http/protobuf" {
			return nil, fmt.Errorf("%s: must be http/protobuf", variable)
		}
	}
	sampler, err := configured(os.Getenv("OTEL_TRACES_SAMPLER"), os.Getenv("OTEL_TRACES_SAMPLER_ARG"))
	if err != nil {
		return nil, err
	}
	otel.SetLogger(logr.Discard()) // it would log values of variables, which may be passwords
	lines := rate.Sometimes{Interval: time.Minute}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) {
		lines.Do(func() { log.Warn("traces not sent", "error", err) })
	}))
	to, err := newCollector()
	if err != nil {
		return nil, err
	}
	exporter, err := otlptrace.New(ctx, to)
	if err != nil {
		return nil, err
	}
	// The variables OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES come last and win.
	about, err := resource.New(ctx, resource.WithTelemetrySDK(), resource.WithHost(),
		resource.WithAttributes(attribute.String("service.name", "thoughtful"), attribute.String("service.version", version)),
		resource.WithFromEnv())
	if err != nil {
		return nil, errors.New("OTEL_RESOURCE_ATTRIBUTES: can't be read")
	}
	return open(sdk.NewBatchSpanProcessor(exporter), about, sampler, log), nil
}

// open returns a Tracer whose spans go to a processor.
func open(to sdk.SpanProcessor, about *resource.Resource, sampler sdk.Sampler, log *slog.Logger) *Tracer {
	provider := sdk.NewTracerProvider(sdk.WithSpanProcessor(to), sdk.WithResource(about), sdk.WithSampler(sampler))
	return &Tracer{provider: provider, tracer: provider.Tracer("thoughtful"), flush: flushTime, log: log}
}

// Close sends the remaining spans, for two seconds at most. It logs a failure and returns nil, since
// lost spans are no error of the service.
func (t *Tracer) Close(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, t.flush)
	defer cancel()
	if err := t.provider.Shutdown(ctx); err != nil {
		t.log.Warn("last traces not sent", "error", err)
	}
	return nil
}

// Postgres returns a tracer that makes spans for the database queries of traced requests.
func (t *Tracer) Postgres() pgx.QueryTracer {
	return otelpgx.NewTracer(otelpgx.WithTracerProvider(t.provider), otelpgx.WithDisableConnectionDetailsInAttributes())
}

// Redis begins the span of a Redis command in a traced request, without keys and values. It returns
// a function that ends the span.
func (t *Tracer) Redis(ctx context.Context, command string) (ended func(error)) {
	_, span := t.tracer.Start(ctx, command, oteltrace.WithSpanKind(oteltrace.SpanKindClient),
		oteltrace.WithAttributes(attribute.String("db.system.name", "redis"), attribute.String("db.operation.name", command)))
	return func(err error) {
		if err != nil {
			span.SetStatus(codes.Error, err.Error())
		}
		span.End()
	}
}
