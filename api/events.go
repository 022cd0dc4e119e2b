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
	// eventWrite is how long an event waits for its client to read.
	eventWrite = 30 * time.Second
)

// eventWriter writes a stream of server-sent events.
type eventWriter struct {
	w          http.ResponseWriter
	connection *http.ResponseController
}

// newEvents begins an answer that is a stream of events.
func newEvents(w http.ResponseWriter) *eventWriter {
	h := w.Header()
	h.Set("Content-Type", eventStream)
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no") // a proxy in between that would wait for more
	return &eventWriter{w, http.NewResponseController(w)}
}

// tell sends a part of the stream, and tells whether it could.
func (e *eventWriter) tell(format string, args ...any) bool {
	_ = e.connection.SetWriteDeadline(time.Now().Add(eventWrite))
	_, err := fmt.Fprintf(e.w, format, args...)
	return err == nil && e.connection.Flush() == nil
}

// pause waits, and tells whether the context let it.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
