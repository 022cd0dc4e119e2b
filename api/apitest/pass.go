package apitest

import (
	"compress/gzip"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
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
	e := newExchange(p.t, r.Method, r.URL, r.Header)
	if e == nil {
		return nil, errors.New("nothing is known of the service")
	}
	if r.Body != nil {
		r = r.Clone(r.Context())
		r.Body = &tee{r.Body, &e.sent}
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
type tee struct {
	io.ReadCloser
	copy io.Writer
}

func (r *tee) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	_, _ = r.copy.Write(p[:n]) // a buffer does not fail
	return n, err
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
		e := newExchange(t, r.Method, r.URL, r.Header.Clone())
		if e == nil {
			return
		}
		if r.Body != nil {
			r.Body = &tee{r.Body, &e.sent}
		}
		recorder := httptest.NewRecorder()
		written := &both{ResponseWriter: w, recorder: recorder}
		h.ServeHTTP(written, r)
		written.head(http.StatusOK) // unless already written
		answer := recorder.Result()
		e.answered(answer.StatusCode, answer.Header)
		var body io.Reader = answer.Body
		if answer.Header.Get("Content-Encoding") == "gzip" {
			plain, err := gzip.NewReader(body)
			if err != nil {
				t.Errorf("%s %s: %v", r.Method, r.URL, err)
				return
			}
			body = plain
		}
		text, err := io.ReadAll(body)
		if err != nil {
			t.Errorf("%s %s: %v", r.Method, r.URL, err)
			return
		}
		e.passed(text)
		e.done()
	})
}

// both writes an answer to the client and to a recorder.
type both struct {
	http.ResponseWriter
	recorder *httptest.ResponseRecorder
	wrote    bool
}

// head records status and headers.
func (b *both) head(status int) {
	if status >= http.StatusOK && !b.wrote {
		b.wrote = true
		maps.Copy(b.recorder.Header(), b.Header())
		b.recorder.WriteHeader(status)
	}
}

func (b *both) WriteHeader(status int) {
	b.head(status)
	b.ResponseWriter.WriteHeader(status)
}

func (b *both) Write(p []byte) (int, error) {
	b.head(http.StatusOK)
	_, _ = b.recorder.Write(p) // a buffer does not fail
	return b.ResponseWriter.Write(p)
}

// Flush sends what was written, for streams.
func (b *both) Flush() {
	b.head(http.StatusOK)
	_ = http.NewResponseController(b.ResponseWriter).Flush() // recorders need none
}

// Unwrap gives handlers access to the connection.
func (b *both) Unwrap() http.ResponseWriter { return b.ResponseWriter }
