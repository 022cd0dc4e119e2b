package reply

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
	// eventRetry is when clients reconnect: soon, but not while the service stops.
	eventRetry = 3 * time.Second

	finalEvent = "final"
)

// Event is a version of what a stream follows.
type Event struct {
	Name    string // empty if only a final event is to be sent
	Version int64
	Final   bool // there are no versions after it
	Content any
}

// Streams are the streams of events of a service.
type Streams struct {
	Places   *middleware.ConcurrencyLimit
	Stopping context.Context // ends when the service stops
}

// Follow answers with server-sent events: the first one unless the client knows it, those that
// next waits for, at least a pause apart, and a final one. An error of next, or false, ends the
// stream; a GET reports the error. When the service stops, the stream ends with a comment, and
// the client may reconnect.
func (s *Streams) Follow(
	w http.ResponseWriter, r *http.Request, pause time.Duration,
	now Event, next func(context.Context) (Event, bool, error),
) error {
	known, _ := strconv.ParseInt(r.Header.Get("Last-Event-ID"), 10, 64)
	if now.Final && known == now.Version {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	leave, err := s.Places.Enter(middleware.ClientName(r.Context()))
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
	streaming, end := context.WithCancel(r.Context())
	defer end()
	defer context.AfterFunc(s.Stopping, end)()
	connection := http.NewResponseController(w)
	// write reports whether the client is there.
	write := func(format string, args ...any) bool {
		_ = connection.SetWriteDeadline(time.Now().Add(eventWrite))
		_, err := fmt.Fprintf(w, format, args...)
		return err == nil && connection.Flush() == nil
	}
	// A client that knows the id of an event gets what comes after it. So where another event
	// comes before the final one, its id is lower.
	sendEvent := func(name string) bool {
		id := now.Version
		if now.Final && name != finalEvent {
			id--
		}
		return write("id: %d\nevent: %s\ndata: %s\n\n", id, name, bytes.TrimSpace(JSON(now.Content)))
	}
	open := write("retry: %d\n\n", eventRetry.Milliseconds())
	// Before the final event no other is repeated that the client has.
	received := known == now.Version || now.Final && known == now.Version-1
	if open && !received && now.Name != "" {
		open = sendEvent(now.Name) && (now.Final || pauseFor(streaming, pause))
	}
	for open && !now.Final {
		ctx, cancel := context.WithTimeout(streaming, pingEvery)
		later, found, err := next(ctx)
		cancel()
		switch {
		case errors.Is(err, context.DeadlineExceeded) && streaming.Err() == nil:
			open = write(": ping\n\n")
		case err == nil && found:
			now = later
			open = now.Final || sendEvent(now.Name) && pauseFor(streaming, pause)
		default:
			open = false
		}
	}
	switch {
	case open:
		sendEvent(finalEvent)
	case s.Stopping.Err() != nil:
		write(": the service is stopping; reconnect with Last-Event-ID\n\n")
	}
	return nil
}

// pauseFor waits, and reports whether the context lasted that long.
func pauseFor(ctx context.Context, pause time.Duration) bool {
	select {
	case <-time.After(pause):
		return true
	case <-ctx.Done():
		return false
	}
}
