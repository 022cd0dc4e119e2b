package trace

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"sync/atomic"

	sdk "go.opentelemetry.io/otel/sdk/trace"
	oteltrace "go.opentelemetry.io/otel/trace"
	"golang.org/x/time/rate"
)

// Limits of how many traces begin in this process, whatever the sampler decides: every client may
// send a traceparent that asks for a trace.
const (
	tracesPerSecond = 10
	tracesAtOnce    = 20
)

// spansOfRequest bounds the spans within the span of a request. A batch of 100,000 lines would make
// five spans for each line.
const spansOfRequest = 1000

// begunKey is the key of a context for the number of spans that have begun in its request.
type begunKey struct{}

// counting returns a context in which the spans of a request are counted.
func counting(ctx context.Context) context.Context {
	return context.WithValue(ctx, begunKey{}, new(atomic.Int64))
}

// another counts a span, and reports whether the request may have it.
func another(ctx context.Context) bool {
	begun, ok := ctx.Value(begunKey{}).(*atomic.Int64)
	return ok && begun.Add(1) <= spansOfRequest
}

// configured returns the sampler for the values of OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG,
// with the limits of package trace.
func configured(name, argument string) (sdk.Sampler, error) {
	ratio, err := strconv.ParseFloat(cmp.Or(argument, "1"), 64)
	if err != nil || !(ratio >= 0 && ratio <= 1) {
		return nil, fmt.Errorf("OTEL_TRACES_SAMPLER_ARG: must be a number from 0 to 1")
	}
	all, none, some := sdk.AlwaysSample(), sdk.NeverSample(), sdk.TraceIDRatioBased(ratio)
	samplers := map[string]sdk.Sampler{
		"always_on": all, "always_off": none, "traceidratio": some,
		"": sdk.ParentBased(all), "parentbased_always_on": sdk.ParentBased(all),
		"parentbased_always_off": sdk.ParentBased(none), "parentbased_traceidratio": sdk.ParentBased(some),
	}
	sampler, ok := samplers[name]
	if !ok {
		return nil, fmt.Errorf("OTEL_TRACES_SAMPLER: must be always_on, always_off, traceidratio, or one of these with the prefix parentbased_")
	}
	return &capped{sampler, rate.NewLimiter(tracesPerSecond, tracesAtOnce)}, nil
}

// capped samples the requests that its sampler chooses, up to a rate, and the first spansOfRequest
// spans within each.
type capped struct {
	sdk.Sampler
	cap *rate.Limiter
}

// ShouldSample implements the interface of samplers.
func (c *capped) ShouldSample(p sdk.SamplingParameters) sdk.SamplingResult {
	parent := oteltrace.SpanContextFromContext(p.ParentContext)
	result := sdk.SamplingResult{Decision: sdk.Drop, Tracestate: parent.TraceState()}
	switch {
	case parent.IsValid() && !parent.IsRemote(): // within a request
		if parent.IsSampled() && another(p.ParentContext) {
			result.Decision = sdk.RecordAndSample
		}
		return result
	case p.Kind != oteltrace.SpanKindServer: // what the service does by itself
		return result
	}
	wanted := c.Sampler.ShouldSample(p)
	if wanted.Decision == sdk.RecordAndSample && !c.cap.Allow() {
		return result
	}
	return wanted
}
