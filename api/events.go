package api

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
)

const (
	eventStream = "text/event-stream"
	pingEvery   = 15 * time.Second
	// eventWrite bounds the writing of an event to a slow client.
	eventWrite = 30 * time.Second
)

// event is a version of what a stream follows.
type event struct {
	name    string // empty if only a final event is to be sent
	version int64
	final   bool // there are no versions after it
	content any
}

// follow answers with server-sent events: the first one unless the client knows it, those that
// next waits for, at least a pause apart, and a final one. An error of next, or false, ends the
// stream; a GET reports the error.
func follow(
	w http.ResponseWriter, r *http.Request, streams *middleware.ConcurrencyLimit, pause time.Duration,
	now event, next func(context.Context) (event, bool, error),
) error {
	known, _ := strconv.ParseInt(r.Header.Get("Last-Event-ID"), 10, 64)
	if now.final && known >= now.version {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	leave, err := streams.Enter(middleware.ClientName(r.Context()))
	if err != nil {
		return err
	}
	defer leave()
	h := w.Header()
	h.Set("Content-Type", eventStream)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // proxies must not buffer
	if r.Method == http.MethodHead {
		return nil
	}
	connection := http.NewResponseController(w)
	// write reports whether the client is there.
	write := func(format string, args ...any) bool {
		_ = connection.SetWriteDeadline(time.Now().Add(eventWrite))
		_, err := fmt.Fprintf(w, format, args...)
		return err == nil && connection.Flush() == nil
	}
	tell := func(name string) bool {
		return write("id: %d\nevent: %s\ndata: %s\n\n", now.version, name, bytes.TrimSpace(encode(now.content)))
	}
	told := known == now.version || now.name == "" || tell(now.name) && lasts(r.Context(), pause)
	for told && !now.final {
		ctx, cancel := context.WithTimeout(r.Context(), pingEvery)
		later, found, err := next(ctx)
		cancel()
		switch {
		case errors.Is(err, context.DeadlineExceeded) && r.Context().Err() == nil:
			told = write(": ping\n\n")
		case err != nil || !found:
			return nil
		default:
			now = later
			told = now.final || tell(now.name) && lasts(r.Context(), pause)
		}
	}
	if told {
		tell("final")
	}
	return nil
}

// lasts waits, and reports whether the context lasted that long.
func lasts(ctx context.Context, pause time.Duration) bool {
	select {
	case <-time.After(pause):
		return true
	case <-ctx.Done():
		return false
	}
}
