package service

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api"
	"github.com/thoughtful-solitaire/thoughtful/server/cache"
	"github.com/thoughtful-solitaire/thoughtful/server/seal"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
	"github.com/thoughtful-solitaire/thoughtful/server/watch"
)

// StoreConfig configures the store.
type StoreConfig struct {
	DatabaseURL string `name:"database-url" env:"DATABASE_URL" help:"PostgreSQL database for the store, postgres://… (default: a SQLite file in DATA_DIR)." placeholder:"URL"`
	DataDir     string `env:"DATA_DIR" help:"Directory of the SQLite file (default: thoughtful in the user's data directory)." placeholder:"DIR"`
	SealKey     string `env:"SEAL_KEY" help:"Secret of at least 20 characters, under which everything stored and cached is sealed. While it is replaced: OLD,NEW in all processes first, then NEW,OLD (default: made once, and kept in DATA_DIR or in the PostgreSQL database, where anybody with write access can read it)." placeholder:"KEY"`

	// Adopt and LostKey are passed on to [database.Config]. The command migrate --reseal sets them.
	Adopt, LostKey bool `kong:"-"`

	tracer      database.Tracer // of queries; nil for none
	keepUnknown time.Duration   // how long unknown verdicts are used; 0 means a day
}

// Open opens the configured store. The error names the setting that is wrong.
func (f *StoreConfig) Open(ctx context.Context, log *slog.Logger) (*store.Store, error) {
	if f.SealKey != "" {
		if _, err := seal.Parse(f.SealKey); err != nil {
			return nil, Usagef("SEAL_KEY: %w", err)
		}
	}
	where, dir := "DATABASE_URL", ""
	if f.DatabaseURL == "" {
		var err error
		if dir, err = f.directory(); err != nil {
			return nil, Usagef("%w", err)
		}
		where = "DATA_DIR: " + dir
	} else if at, err := url.Parse(f.DatabaseURL); err != nil || at.Scheme != "postgres" && at.Scheme != "postgresql" {
		// The error of url.Parse is not repeated: it may contain a password.
		return nil, Usagef("DATABASE_URL: must be postgres://user:password@host:port/database, special characters in the password escaped as %%XX")
	}
	s, err := store.Open(ctx, database.Config{
		URL: f.DatabaseURL, Dir: dir, Log: log, Tracer: f.tracer,
		SealKey: f.SealKey, Adopt: f.Adopt, LostKey: f.LostKey,
	}, f.keepUnknown)
	var file *fs.PathError
	switch {
	case err == nil:
		return s, nil
	case errors.As(err, &file) && dir != "", errors.Is(err, database.ErrInUse): // both name the directory
		return nil, Usagef("DATA_DIR: %w", err)
	case errors.Is(err, database.ErrNewer), errors.Is(err, database.ErrKey):
		return nil, Usagef("%s: %w", where, err)
	}
	return nil, fmt.Errorf("%s: %w", where, err)
}

// Relay starts a relay of changes. It reports them to other processes too if the store is a PostgreSQL
// database and pollOnly is false.
func Relay(memory *store.Store, pollOnly bool, log *slog.Logger) *watch.Relay {
	if line := memory.Line(); line != nil && !pollOnly {
		return watch.NewRelay(line, log)
	}
	return watch.NewRelay(nil, log)
}

// directory returns the directory of the SQLite file. By default it is thoughtful in the user's data
// directory, by the conventions of the operating system.
func (f *StoreConfig) directory() (string, error) {
	if f.DataDir != "" {
		return f.DataDir, nil
	}
	base := os.Getenv("XDG_DATA_HOME")
	if base == "" || !filepath.IsAbs(base) {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", fmt.Errorf("the user has no home directory for the database; set DATA_DIR: %w", err)
		}
		switch runtime.GOOS {
		case "darwin":
			base = filepath.Join(home, "Library", "Application Support")
		case "windows":
			base = filepath.Join(home, "AppData", "Local")
		default:
			base = filepath.Join(home, ".local", "share")
		}
	}
	return filepath.Join(base, "thoughtful"), nil
}

// keepBeforeShared is how long a process answers from its own cache what a shared one may know
// better by now: a shorter solution.
const keepBeforeShared = 10 * time.Minute

// openStore opens the caches and the store, and connects with the other processes on its database. The
// caches come first because their errors are cheaper, though their keys come from the store.
func (b *builder) openStore(ctx context.Context) (err error) {
	seals, keep := new(seal.Keys), time.Duration(0)
	if b.shared, err = b.openRedis(seals, b.tracing.redis, b.log); err != nil {
		return err
	}
	if b.shared != nil {
		keep, b.access.Shared = keepBeforeShared, b.shared
		b.started("shared cache", func(context.Context) error { return b.shared.Close() })
	}
	b.process = cache.NewProcess(int64(b.CacheMemory), keep, b.UnknownTTL)
	if b.store, err = await(ctx, b.Listen, b.Open, b.log); err != nil {
		return err
	}
	if b.DatabaseURL != "" && b.SealKey == "" {
		b.log.Warn("SEAL_KEY is not set: everybody who can write to the database can forge verdicts")
	}
	*seals = *b.store.Seals()
	b.started("store", func(context.Context) error { return b.store.Close() })
	b.others = Relay(b.store, b.PollOnly, b.log)
	b.started("notices", b.others.Close)
	return nil
}

// openRedis opens the cache that is shared with other processes; nil if none is configured.
func (f *Config) openRedis(seals *seal.Keys, traced func(context.Context, string) func(error), log *slog.Logger) (*cache.Redis, error) {
	if f.RedisURL == "" {
		return nil, nil
	}
	return openRedis(cache.RedisOptions{URL: f.RedisURL, Seals: seals, Trace: traced, Log: log, KeepUnknown: f.UnknownTTL})
}

// DeleteCached deletes the verdicts in the Redis server that REDIS_URL names, and returns how many.
func DeleteCached(ctx context.Context, redisURL string) (int64, error) {
	shared, err := openRedis(cache.RedisOptions{URL: redisURL, Timeout: 5 * time.Second})
	if err != nil {
		return 0, err
	}
	defer shared.Close()
	return shared.DeleteRecords(ctx)
}

// openRedis makes a client of the Redis server that REDIS_URL names, without connecting.
func openRedis(o cache.RedisOptions) (*cache.Redis, error) {
	shared, err := cache.OpenRedis(o)
	if err != nil { // it may repeat the URL, which may contain a password
		return nil, Usagef("REDIS_URL: must be redis://user:password@host:port/number, special characters in the password escaped as %%XX")
	}
	return shared, nil
}

// clean returns the cleaning of the queue: it deletes the unknown verdicts that have aged out, and takes over
// the webhooks that an older program left.
func clean(memory *store.Store, log *slog.Logger) func(context.Context) error {
	return func(ctx context.Context) error {
		left, err := memory.QueueWebhooks(ctx)
		if left > 0 {
			log.Info("unsent webhooks of an older program added to the queue", "webhooks", left)
		}
		_, failed := memory.ForgetUnknowns(ctx)
		err = errors.Join(err, failed)
		if err != nil && ctx.Err() == nil {
			log.Warn("deleting expired verdicts failed, trying again in an hour", "error", err)
		}
		return err
	}
}

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
