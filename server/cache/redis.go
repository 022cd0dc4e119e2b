package cache

import (
	"cmp"
	"context"
	_ "embed" // rank.lua
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/gomodule/redigo/redis"

	"github.com/thoughtful-solitaire/thoughtful/server/seal"
	"github.com/thoughtful-solitaire/thoughtful/server/watch"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Redis is a cache in a Redis server that several processes may share.
type Redis struct {
	pool     *redis.Pool
	options  RedisOptions
	counting watch.Breaker // of requests, in which only TakeTokens asks
}

// RedisOptions configure a Redis.
type RedisOptions struct {
	URL string       // redis://[[user]:password@]host[:port][/database], or rediss:// for TLS
	Log *slog.Logger // receives failures of TakeTokens

	// Seals are the keys that seal records, the same in all processes that share the server. They
	// must be set before the first call.
	Seals *seal.Keys

	// Trace begins the span of a call, and returns a function that ends it; nil for no traces.
	Trace func(ctx context.Context, command string) (ended func(error))

	Prefix      string        // of every key; "" means thoughtful:
	Timeout     time.Duration // of one call; 0 means 40 ms
	Keep        time.Duration // of proven verdicts; 0 means 30 days
	KeepUnknown time.Duration // of unknown verdicts; 0 means a day
}

const day = 24 * time.Hour

const (
	// connections is how many there are at most for each processor. Callers wait for one.
	connections = 10
	// A connection that was idle for so long may have broken, or is closed.
	idleBeforePing = time.Second
	idleBeforeEnd  = time.Minute
)

var errValid = errors.New("the URL is valid")

// OpenRedis makes a client of a Redis server, without connecting. The error says what is wrong with
// the URL, and may repeat it.
func OpenRedis(o RedisOptions) (*Redis, error) {
	o.Prefix = cmp.Or(o.Prefix, "thoughtful:")
	o.Timeout = cmp.Or(o.Timeout, 40*time.Millisecond)
	o.Keep = cmp.Or(o.Keep, 30*day)
	o.KeepUnknown = cmp.Or(o.KeepUnknown, day)
	at, err := url.Parse(o.URL)
	if err != nil {
		return nil, err
	}
	if at.RawQuery != "" || at.ForceQuery || at.Fragment != "" {
		return nil, errors.New("the Redis URL must have no parameters and no fragment")
	}
	if _, has := at.User.Password(); at.User.Username() != "" && !has { // the library would send the name as the password
		return nil, errors.New("the Redis URL has a user without a password")
	}
	// The library reads the URL when it connects.
	_, err = redis.DialURL(o.URL, redis.DialNetDial(func(string, string) (net.Conn, error) { return nil, errValid }))
	if !errors.Is(err, errValid) {
		return nil, err
	}
	most := connections * runtime.GOMAXPROCS(0)
	return &Redis{options: o, pool: &redis.Pool{
		DialContext: func(ctx context.Context) (redis.Conn, error) {
			return redis.DialURLContext(ctx, o.URL, redis.DialTLSHandshakeTimeout(o.Timeout))
		},
		TestOnBorrowContext: func(ctx context.Context, conn redis.Conn, used time.Time) error {
			if time.Since(used) < idleBeforePing {
				return nil
			}
			_, err := redis.DoContext(conn, ctx, "PING")
			return err
		},
		MaxIdle: most, MaxActive: most, Wait: true, IdleTimeout: idleBeforeEnd,
	}}, nil
}

// do makes a call.
func (c *Redis) do(ctx context.Context, command string, args ...any) (any, error) {
	return c.with(ctx, command, func(ctx context.Context, conn redis.Conn) (any, error) {
		return redis.DoContext(conn, ctx, command, args...)
	})
}

// run runs a script with its keys and arguments.
func (c *Redis) run(ctx context.Context, script *redis.Script, args ...any) (any, error) {
	return c.with(ctx, "EVALSHA", func(ctx context.Context, conn redis.Conn) (any, error) {
		return script.DoContext(ctx, conn, args...)
	})
}

// with has a function make a call on a connection, within the timeout.
func (c *Redis) with(ctx context.Context, command string, call func(context.Context, redis.Conn) (any, error)) (reply any, err error) {
	if c.options.Trace != nil {
		ended := c.options.Trace(ctx, strings.ToLower(command))
		defer func() { ended(err) }()
	}
	ctx, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	conn, err := c.pool.GetContext(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	return call(ctx, conn)
}

// key returns the key of a record. Programs from before there were rough records use "record:", and
// would take a rough one for damaged.
func (c *Redis) key(epoch int, id solver.ID) string {
	return c.options.Prefix + "record2:" + strconv.Itoa(epoch) + ":" + string(id)
}

// Get returns the record of a problem in the current epoch, and whether it is cached. The error
// wraps solver.ErrDamaged if the value in Redis is not valid.
func (c *Redis) Get(ctx context.Context, id solver.ID) (solver.Record, bool, error) {
	value, err := redis.Bytes(c.do(ctx, "GETRANGE", c.key(solver.Epoch, id), 0, mostValue))
	if err != nil {
		return solver.Record{}, false, fmt.Errorf("redis: reading the record of %s: %w", id, err)
	}
	if len(value) == 0 { // there is none
		return solver.Record{}, false, nil
	}
	r, err := decode(value, c.options.Seals)
	if err == nil && (r.ID != id || r.Epoch != solver.Epoch) {
		err = fmt.Errorf("the value is the record of %s in epoch %d", r.ID, r.Epoch)
	}
	if err != nil {
		return solver.Record{}, false, fmt.Errorf("redis: reading the record of %s: %w: %w", id, solver.ErrDamaged, err)
	}
	return r, true, nil
}

// Find returns the first of the wanted problems whose cached record, in the current epoch, has the
// wanted verdict. It returns false if there is none. It makes one round trip for all problems, and
// ignores damaged records.
func (c *Redis) Find(ctx context.Context, wanted []solver.Wanted) (solver.ID, bool, error) {
	values, err := redis.ByteSlices(c.with(ctx, "GETRANGE", func(ctx context.Context, conn redis.Conn) (any, error) {
		for _, w := range wanted {
			if err := conn.Send("GETRANGE", c.key(solver.Epoch, w.ID), 0, mostValue); err != nil {
				return nil, err
			}
		}
		return redis.DoContext(conn, ctx, "") // all at once
	}))
	if err != nil {
		return "", false, fmt.Errorf("redis: looking up %d records: %w", len(wanted), err)
	}
	for i, value := range values {
		if !proven(value) {
			continue
		}
		r, err := decode(value, c.options.Seals)
		if err == nil && r.ID == wanted[i].ID && r.Verdict == wanted[i].Verdict {
			return r.ID, true, nil
		}
	}
	return "", false, nil
}

//go:embed rank.lua
var rankScript string

var keepBetter = redis.NewScript(1, rankScript)

// Put stores a record, unless the cache has a better one of the problem.
func (c *Redis) Put(ctx context.Context, r solver.Record) error {
	if err := check(&r); err != nil {
		return err
	}
	value, err := encode(&r, c.options.Seals)
	if err != nil {
		return fmt.Errorf("encoding the record of %s: %w", r.ID, err)
	}
	if len(value) > mostValue {
		return nil // the store has it
	}
	keep := c.options.Keep
	if r.Verdict == solver.Unknown {
		keep = c.options.KeepUnknown
	}
	_, err = c.run(ctx, keepBetter, c.key(r.Epoch, r.ID), rank(&r), value[rankLength:], keep.Milliseconds())
	if err != nil {
		return fmt.Errorf("redis: writing the record of %s: %w", r.ID, err)
	}
	return nil
}

// Delete deletes the record of a problem in the current epoch, if there is one.
func (c *Redis) Delete(ctx context.Context, id solver.ID) error {
	if _, err := c.do(ctx, "DEL", c.key(solver.Epoch, id)); err != nil {
		return fmt.Errorf("redis: deleting the record of %s: %w", id, err)
	}
	return nil
}

// DeleteRecords deletes the records of all problems and epochs, and returns how many it deleted.
// Records that are written meanwhile may stay.
func (c *Redis) DeleteRecords(ctx context.Context) (deleted int64, err error) {
	for cursor, more := "0", true; more; more = cursor != "0" {
		reply, err := redis.Values(c.do(ctx, "SCAN", cursor, "MATCH", c.options.Prefix+"record*", "COUNT", 1000))
		var keys []any
		if err == nil {
			_, err = redis.Scan(reply, &cursor, &keys)
		}
		var n int64
		if err == nil && len(keys) > 0 {
			n, err = redis.Int64(c.do(ctx, "DEL", keys...))
		}
		if err != nil {
			return deleted, fmt.Errorf("redis: deleting all records: %w", err)
		}
		deleted += n
	}
	return deleted, nil
}

// Ping returns an error if Redis does not answer.
func (c *Redis) Ping(ctx context.Context) error {
	if _, err := c.do(ctx, "PING"); err != nil {
		return fmt.Errorf("redis: %w", err)
	}
	return nil
}

// Close closes the connections.
func (c *Redis) Close() error { return c.pool.Close() }
