package api

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

const (
	eventStream = "text/event-stream"
	pingEvery   = 15 * time.Second
	// eventWrite bounds the writing of an event to a slow client.
	eventWrite = 30 * time.Second
)

// eventWriter writes a stream of server-sent events.
type eventWriter struct {
	w          http.ResponseWriter
	connection *http.ResponseController
}

// newEvents starts an answer that is a stream of events.
func newEvents(w http.ResponseWriter) *eventWriter {
	h := w.Header()
	h.Set("Content-Type", eventStream)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // proxies must not buffer
	return &eventWriter{w, http.NewResponseController(w)}
}

// tell sends part of the stream, and reports whether the client is there.
func (e *eventWriter) tell(format string, args ...any) bool {
	_ = e.connection.SetWriteDeadline(time.Now().Add(eventWrite))
	_, err := fmt.Fprintf(e.w, format, args...)
	return err == nil && e.connection.Flush() == nil
}

// pause waits, and reports whether the context lasted that long.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}
