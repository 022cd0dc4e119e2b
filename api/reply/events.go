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
	// eventWrite limits the time to write an event to a slow client.
	eventWrite = 30 * time.Second
	// eventRetry is the time after which a client reconnects. It is short, but longer than the
	// service needs to stop.
	eventRetry = 3 * time.Second

	finalEvent = "final"
)

// Event is a version of the thing that a stream follows.
type Event struct {
	Name    string // empty if only the final event is sent
	Version int64
	Final   bool // whether this is the last version
	Content any
}

// Streams opens the event streams of a service.
type Streams struct {
	Places   *middleware.ConcurrencyLimit
	Stopping context.Context // ends when the service stops
}

// Follow answers with server-sent events. The first event has the version now, unless the client
// already has it. The next ones come from next, at least a pause apart; the last one is the final
// event. The stream also ends if next returns an error or false. A GET of the thing then shows the
// error. If the service stops, the stream ends with a comment, and the client may reconnect.
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
	// write returns false if the client is gone.
	write := func(format string, args ...any) bool {
		_ = connection.SetWriteDeadline(time.Now().Add(eventWrite))
		_, err := fmt.Fprintf(w, format, args...)
		return err == nil && connection.Flush() == nil
	}
	// A client that has an event gets the events after it. So an event with the same version that
	// comes before the final event has a lower id.
	sendEvent := func(name string) bool {
		id := now.Version
		if now.Final && name != finalEvent {
			id--
		}
		return write("id: %d\nevent: %s\ndata: %s\n\n", id, name, bytes.TrimSpace(JSON(now.Content)))
	}
	open := write("retry: %d\n\n", eventRetry.Milliseconds())
	// An event that the client already has is not repeated, except the final one.
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
