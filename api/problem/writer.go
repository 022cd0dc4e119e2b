package problem

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5/middleware"
)

// Writer answers requests with problems. It logs problems with a status of 500 or above. It does
// not log the refusals of a busy service, because there may be hundreds per second.
type Writer struct {
	Log *slog.Logger
	// Page answers a browser with a page that describes the problem. It returns false if the client
	// is not a browser.
	Page func(w http.ResponseWriter, r *http.Request, p Problem) bool
	// Failed is called with each error before it is answered; may be nil.
	Failed func(error)
}

// Handle returns an http.HandlerFunc that calls h. If h returns an error, it answers with the
// problem.
func (x *Writer) Handle(h func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := h(w, r); err != nil {
			x.Write(w, r, err)
		}
	}
}

// Write answers with the problem of an error.
func (x *Writer) Write(w http.ResponseWriter, r *http.Request, err error) {
	e := From(err)
	if x.Failed != nil {
		x.Failed(err)
	}
	if e.Kind.Status >= http.StatusInternalServerError && e.Kind != Busy {
		x.Report(r.Context(), err)
	}
	if e.After > 0 {
		w.Header().Set("Retry-After", Seconds(e.After))
	}
	if e.Kind == Unauthorized {
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	p := e.Problem()
	if x.Page(w, r, p) {
		return
	}
	Send(w, p.Status, p)
}

// Report logs an error with the id of the request that the context belongs to.
func (x *Writer) Report(ctx context.Context, err error) {
	kind := From(err).Kind
	level := slog.LevelWarn
	if kind == Internal {
		level = slog.LevelError
	}
	x.log(ctx, level, kind.Title, err)
}

func (x *Writer) log(ctx context.Context, level slog.Level, message string, err error) {
	x.Log.LogAttrs(ctx, level, message, slog.String("id", middleware.GetReqID(ctx)), slog.String("error", err.Error()))
}

// Note logs that an answer lacks something because of an error, with the id of the request that the
// context belongs to. The answer is no failure, so the level is info, but error for a fault of the
// program or its data.
func (x *Writer) Note(ctx context.Context, lack string, err error) {
	level := slog.LevelInfo
	if From(err).Kind == Internal {
		level = slog.LevelError
	}
	x.log(ctx, level, lack, err)
}

// Send answers with a document that describes a problem.
func Send(w http.ResponseWriter, status int, document any) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(document); err != nil {
		panic(err) // problems are made of texts and numbers
	}
	h := w.Header()
	h.Set("Content-Type", MediaType)
	h.Set("Cache-Control", "no-store") // replaces what the handler had set for its answer
	h.Set("Content-Length", strconv.Itoa(text.Len()))
	w.WriteHeader(status)
	_, _ = w.Write(text.Bytes()) // the client may have closed the connection
}

// Seconds writes a duration for the header Retry-After: in whole seconds, at least 1.
func Seconds(d time.Duration) string {
	return strconv.Itoa(max(1, int(math.Ceil(d.Seconds()))))
}

// Clip shortens text from a client to 100 characters, so that it can be part of an answer.
func Clip(text string) string {
	if runes := []rune(text); len(runes) > 100 {
		return string(runes[:100]) + "…"
	}
	return text
}
