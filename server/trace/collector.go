package trace

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	tracing "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
)

// collector sends spans by OTLP over HTTP. It implements otlptrace.Client. OpenTelemetry's own client
// would bring gRPC into the program.
type collector struct {
	url    string
	header http.Header
	client http.Client
}

// sendTime is how long sending may take if OTEL_EXPORTER_OTLP_TIMEOUT is not set.
const sendTime = 10 * time.Second

// variable returns the name and value of the variable for traces, or if that is not set, of the
// variable for all signals.
func variable(what string) (name, value string) {
	for _, name = range []string{"OTEL_EXPORTER_OTLP_TRACES_" + what, "OTEL_EXPORTER_OTLP_" + what} {
		if value = os.Getenv(name); value != "" {
			break
		}
	}
	return name, value
}

// newCollector returns the collector that the environment names. Errors don't repeat values.
func newCollector() (*collector, error) {
	c := &collector{header: http.Header{"Content-Type": {"application/x-protobuf"}}}
	name, value := variable("ENDPOINT")
	at, err := url.Parse(value)
	if err != nil || at.Scheme != "http" && at.Scheme != "https" || at.Host == "" {
		return nil, fmt.Errorf("%s: must be http://HOST:PORT", name)
	}
	if !strings.Contains(name, "TRACES") {
		at = at.JoinPath("v1/traces")
	}
	c.url = at.String()
	name, value = variable("TIMEOUT")
	c.client.Timeout = sendTime
	if value != "" {
		ms, err := strconv.Atoi(value)
		if err != nil || ms <= 0 {
			return nil, fmt.Errorf("%s: must be a number of milliseconds", name)
		}
		c.client.Timeout = time.Duration(ms) * time.Millisecond
	}
	name, value = variable("HEADERS")
	for pair := range strings.SplitSeq(value, ",") {
		key, text, found := strings.Cut(pair, "=")
		text, err := url.PathUnescape(strings.TrimSpace(text))
		if value != "" && (!found || err != nil) {
			return nil, fmt.Errorf("%s: must be NAME=VALUE,NAME=VALUE", name)
		}
		if found {
			c.header.Set(strings.TrimSpace(key), text)
		}
	}
	name, value = variable("CERTIFICATE")
	if value != "" {
		pem, err := os.ReadFile(value)
		known := x509.NewCertPool()
		if err != nil || !known.AppendCertsFromPEM(pem) {
			return nil, fmt.Errorf("%s: must be a file with a certificate", name)
		}
		transport := http.DefaultTransport.(*http.Transport).Clone()
		transport.TLSClientConfig = &tls.Config{RootCAs: known}
		c.client.Transport = transport
	}
	return c, nil
}

// Start does nothing.
func (*collector) Start(context.Context) error { return nil }

// Stop does nothing.
func (*collector) Stop(context.Context) error { return nil }

// UploadTraces sends spans.
func (c *collector) UploadTraces(ctx context.Context, spans []*tracing.ResourceSpans) error {
	body, err := proto.Marshal(&tracing.TracesData{ResourceSpans: spans}) // the bytes of an ExportTraceServiceRequest
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url, bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header = c.header.Clone()
	answer, err := c.client.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, 1<<16)) // so that the connection is used again
	if answer.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("the trace collector answered %s", answer.Status)
	}
	return nil
}
