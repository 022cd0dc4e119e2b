package middleware

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/go-chi/chi/v5/middleware"
	"golang.org/x/time/rate"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
)

// keyUse is how a request uses its API key, for the audit log.
type keyUse struct {
	key     string // the name of the key; for an unknown key the first digits of its digest, to tell attempts apart
	address string // the client's name if it had no key

	privilege atomic.Pointer[string] // the name of what the key allowed; nil if the request needed no key
}

// unknownKey names a secret without revealing it.
func unknownKey(secret string) string {
	digest := sha256.Sum256([]byte(secret))
	return digestScheme + ":" + hex.EncodeToString(digest[:4])
}

// The limits of log lines about refused keys, so that a guessing client can't fill the log.
const (
	refusalsPerSecond = 1
	refusalsAtOnce    = 10
)

// auditor writes the audit log. A request gets a line if it needed a key and had one, or if its key
// is unknown. The lines are part of the log at any log level.
type auditor struct {
	log      *slog.Logger
	refusals *rate.Limiter
	left     atomic.Int64 // refused keys that were not logged since the last line
}

func newAuditor(log *slog.Logger) *auditor {
	return &auditor{log: log, refusals: rate.NewLimiter(refusalsPerSecond, refusalsAtOnce)}
}

// write writes the audit line of an answered request, if the request needs one.
func (a *auditor) write(r *http.Request, method, route string, status int) {
	c := clientOf(r.Context())
	switch {
	case c.use == nil:
	case c.wrong && status == http.StatusUnauthorized:
		if !a.refusals.Allow() {
			a.left.Add(1)
			return
		}
		a.line(r.Context(), c.use, "unknown key", method, route, status, slog.Int64("unlogged", a.left.Swap(0)))
	case c.use.privilege.Load() != nil:
		a.line(r.Context(), c.use, *c.use.privilege.Load(), method, route, status)
	}
}

func (a *auditor) line(ctx context.Context, u *keyUse, what, method, route string, status int, more ...slog.Attr) {
	record := slog.NewRecord(time.Now(), slog.LevelInfo, "audit", 0)
	record.AddAttrs(
		slog.Bool("audit", true),
		slog.String("key", u.key),
		slog.String("client", u.address),
		slog.String("use", what),
		slog.String("method", method),
		slog.String("route", problem.Clip(route)),
		slog.String("id", middleware.GetReqID(ctx)),
		slog.Int("status", status),
	)
	record.AddAttrs(more...)
	_ = a.log.Handler().Handle(ctx, record) // as a Logger does, but for the level
}
