package service

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
	"github.com/thoughtful-solitaire/thoughtful/server/watch"
)

const (
	// storeWait is how long a start waits for a database that accepts no connections.
	storeWait       = time.Minute
	firstStorePause = 100 * time.Millisecond
	lastStorePause  = 5 * time.Second
)

// await opens the store. While its database refuses connections, as one that starts does, it tries
// again with growing pauses, and an address that is given is answered by [api.Starting]. Other errors
// end the start at once, and so do all of them where the system chooses the port: that is a
// program that starts a service for itself.
func await(ctx context.Context, address string, open func(context.Context, *slog.Logger) (*store.Store, error), log *slog.Logger) (*store.Store, error) {
	memory, err := open(ctx, log)
	if !database.Refused(err) || strings.HasSuffix(address, ":0") {
		return memory, err
	}
	if address != "" {
		listener, err := net.Listen("tcp", address)
		if err != nil {
			return nil, Usagef("LISTEN: %w", err)
		}
		meanwhile := &http.Server{
			Handler: api.Starting(), ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
			ReadTimeout: headerTime, WriteTimeout: headerTime, MaxHeaderBytes: 8 << 10,
		}
		meanwhile.SetKeepAlivesEnabled(false) // so that the next request finds the service
		go func() { _ = meanwhile.Serve(listener) }()
		defer meanwhile.Close()
	}
	for began, pause := time.Now(), firstStorePause; database.Refused(err) && time.Since(began) < storeWait; pause = min(2*pause, lastStorePause) {
		log.Warn("database refuses connections, retrying", "retry_in", pause, "error", err)
		if err := watch.Pause(ctx, pause); err != nil {
			return nil, err
		}
		memory, err = open(ctx, log)
	}
	return memory, err
}
