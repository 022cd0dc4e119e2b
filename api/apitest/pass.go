package apitest

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"net/http"

	"github.com/go-chi/chi/v5/middleware"
)

// Transport checks exchanges on the way to base. A body is checked when it is read to its end.
func Transport(t Reporter, base http.RoundTripper) http.RoundTripper {
	return &transport{t, base}
}

type transport struct {
	t    Reporter
	base http.RoundTripper
}

func (p *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	p.t.Helper()
	e := read().exchange(p.t, r)
	if r.Body != nil {
		r = r.Clone(r.Context())
		r.Body = tee(r.Body, &e.sent)
	}
	response, err := p.base.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	e.answered(response.StatusCode, response.Header)
	response.Body = &watched{ReadCloser: response.Body, exchange: e}
	return response, nil
}

// tee copies what is read.
func tee(from io.ReadCloser, to io.Writer) io.ReadCloser {
	return struct {
		io.Reader
		io.Closer
	}{io.TeeReader(from, to), from}
}

// watched is the body of an answer on its way to the client.
type watched struct {
	io.ReadCloser
	exchange *exchange
	ended    bool
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.ReadCloser.Read(p)
	w.exchange.passed(p[:n])
	if errors.Is(err, io.EOF) && !w.ended {
		w.ended = true
		w.exchange.done()
	}
	return n, err
}

// Handler checks the exchanges of a handler.
func Handler(t Reporter, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t.Helper()
		e := read().exchange(t, r)
		if r.Body != nil {
			r.Body = tee(r.Body, &e.sent)
		}
		var written bytes.Buffer
		copied := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		copied.Tee(&written)
		h.ServeHTTP(copied, r)
		if copied.Status() == 0 {
			copied.WriteHeader(http.StatusOK)
		}
		e.answered(copied.Status(), copied.Header())
		text := written.Bytes()
		if copied.Header().Get("Content-Encoding") == "gzip" {
			plain, err := gzip.NewReader(&written)
			if err == nil {
				text, err = io.ReadAll(plain)
			}
			if err != nil {
				t.Errorf("%s %s: %v", r.Method, r.URL, err)
				return
			}
		}
		e.passed(text)
		e.done()
	})
}
