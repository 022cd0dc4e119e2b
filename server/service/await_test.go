package service

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
)

// TestAwait opens a database that refuses connections for some time, or for another reason.
func TestAwait(t *testing.T) {
	refused := &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}
	unnamed, other := fmt.Errorf("hostname resolving error: %w", &net.DNSError{IsNotFound: true}), errors.New("wrong database")
	for _, test := range []struct {
		name    string
		address string
		faults  time.Duration // how long there is the first error
		first   error
		then    error
		want    error
		atMost  time.Duration
	}{
		{"up", "", 0, nil, nil, nil, 0},
		{"refused for a while", "", 20 * time.Second, refused, nil, nil, 25 * time.Second},
		{"not in the network yet", "", 20 * time.Second, unnamed, nil, nil, 25 * time.Second},
		{"starting up", "", 20 * time.Second, &pgconn.PgError{Code: "57P03"}, nil, nil, 25 * time.Second},
		{"refused for good", "", time.Hour, refused, nil, refused, 65 * time.Second},
		{"refused, then wrong", "", time.Second, refused, other, other, 2 * time.Second},
		{"wrong", "", time.Hour, other, nil, other, 0},
		{"no such database", "", time.Hour, &pgconn.PgError{Code: "3D000"}, nil, &pgconn.PgError{}, 0},
		{"wrong password", "", time.Hour, &pgconn.PgError{Code: "28P01"}, nil, &pgconn.PgError{}, 0},
		{"newer", "", time.Hour, database.ErrNewer, nil, database.ErrNewer, 0},
		{"a port that nobody knows", "127.0.0.1:0", time.Hour, refused, nil, refused, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began, tries := time.Now(), 0
				_, err := await(t.Context(), test.address, func(context.Context, *slog.Logger) (*store.Store, error) {
					tries++
					if time.Since(began) < test.faults {
						return nil, test.first
					}
					return nil, test.then
				}, slog.New(slog.DiscardHandler))
				took := time.Since(began)
				if (err == nil) != (test.want == nil) || took > test.atMost || tries > 25 {
					t.Errorf("%v after %s and %d tries", err, took, tries)
				}
				if test.faults == time.Hour && test.atMost > 0 && took < storeWait {
					t.Errorf("given up after %s", took)
				}
			})
		})
	}
}

// TestAwaitStops ends the wait when the process is to stop, which is no fault of the database.
func TestAwaitStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		_, err := await(ctx, "", func(context.Context, *slog.Logger) (*store.Store, error) {
			return nil, &pgconn.PgError{Code: "57P03"}
		}, slog.New(slog.DiscardHandler))
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
	})
}
