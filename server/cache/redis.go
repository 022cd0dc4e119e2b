package cache

import (
	"cmp"
	"context"
	_ "embed" // rank.lua
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"

	"github.com/thoughtful-solitaire/thoughtful/server/seal"
	"github.com/thoughtful-solitaire/thoughtful/server/watch"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Redis is a cache in a Redis server that several processes may share.
type Redis struct {
	client   *redis.Client
	options  RedisOptions
	counting watch.Breaker // of requests, in which only TakeTokens asks
}

// RedisOptions configure a Redis.
type RedisOptions struct {
	URL string       // redis://[[user]:password@]host[:port][/database], rediss:// for TLS, or unix://
	Log *slog.Logger // receives failures of counting, and the client library's messages, at debug level

	// Seals are the keys of records' seals, the same in all processes that share the server. They
	// must be there before the first call.
	Seals *seal.Keys

	// Instrument adds hooks to the client, such as those of traces; nil for none.
	Instrument Instrument

	Prefix      string        // of every key; "" means thoughtful:
	Timeout     time.Duration // of one call, all attempts together; 0 means 40 ms
	Keep        time.Duration // of proven verdicts; 0 means 30 days
	KeepUnknown time.Duration // of unknown ones; 0 means a day
}

// Instrument adds hooks to a client of Redis.
type Instrument = func(redis.UniversalClient) error

const day = 24 * time.Hour

// OpenRedis makes a client of a Redis server, without connecting. The error is about the URL.
func OpenRedis(o RedisOptions) (*Redis, error) {
	o.Prefix = cmp.Or(o.Prefix, "thoughtful:")
	o.Timeout = cmp.Or(o.Timeout, 40*time.Millisecond)
	o.Keep = cmp.Or(o.Keep, 30*day)
	o.KeepUnknown = cmp.Or(o.KeepUnknown, day)
	options, err := redis.ParseURL(o.URL)
	if err != nil {
		return nil, err
	}
	// A Redis that is down has to be noticed at once: by default the library tries for
	// seconds.
	options.ContextTimeoutEnabled = true
	options.DialTimeout = o.Timeout
	options.ReadTimeout = o.Timeout
	options.WriteTimeout = o.Timeout
	options.PoolTimeout = o.Timeout
	options.DialerRetries = 1
	options.MaxRetries = 1 // a connection may have broken since its last use
	options.MinRetryBackoff = -1
	options.MaxRetryBackoff = -1
	// A new connection has no time for features of managed services.
	options.DisableIdentity = true
	options.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	redis.SetLogger(library{o.Log})
	client := redis.NewClient(options)
	if o.Instrument != nil {
		if err := o.Instrument(client); err != nil {
			return nil, errors.Join(err, client.Close())
		}
	}
	return &Redis{client: client, options: o}, nil
}

// library logs the client library's messages, at debug level because calls return the errors
// that matter.
type library struct{ log *slog.Logger }

func (l library) Printf(ctx context.Context, format string, values ...any) {
	l.log.DebugContext(ctx, "redis client: "+fmt.Sprintf(format, values...))
}

// key returns the key of a record. Programs from before there were rough records use "record:", and
// would take a rough one for damaged.
func (c *Redis) key(epoch int, id solver.ID) string {
	return c.options.Prefix + "record2:" + strconv.Itoa(epoch) + ":" + string(id)
}

// Get returns the record of a problem in the current epoch, and whether there is one. The error
// wraps solver.ErrDamaged if the value is not as it was written.
func (c *Redis) Get(ctx context.Context, id solver.ID) (solver.Record, bool, error) {
	ctx, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	value, err := c.client.GetRange(ctx, c.key(solver.Epoch, id), 0, mostValue).Bytes()
	if err != nil {
		return solver.Record{}, false, fmt.Errorf("redis: reading the record of %s: %w", id, err)
	}
	if len(value) == 0 { // there is none
		return solver.Record{}, false, nil
	}
	r, err := decode(value, c.options.Seals)
	if err == nil && (r.ID != id || r.Epoch != solver.Epoch) {
		err = fmt.Errorf("record of %s in epoch %d", r.ID, r.Epoch)
	}
	if err != nil {
		return solver.Record{}, false, fmt.Errorf("redis: reading the record of %s: %w: %w", id, solver.ErrDamaged, err)
	}
	return r, true, nil
}

// Find returns the first of these problems whose record in the current epoch has the wanted
// verdict, and whether there is one. It is one round trip for all of them; damaged records are
// skipped.
func (c *Redis) Find(ctx context.Context, wanted []solver.Wanted) (solver.ID, bool, error) {
	ctx, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	values := make([]*redis.StringCmd, len(wanted))
	_, err := c.client.Pipelined(ctx, func(p redis.Pipeliner) error {
		for i, w := range wanted {
			values[i] = p.GetRange(ctx, c.key(solver.Epoch, w.ID), 0, mostValue)
		}
		return nil
	})
	if err != nil {
		return "", false, fmt.Errorf("redis: looking up %d records: %w", len(wanted), err)
	}
	for i, value := range values {
		if !proven(value.Val()) {
			continue
		}
		r, err := decode([]byte(value.Val()), c.options.Seals)
		if err == nil && r.ID == wanted[i].ID && r.Verdict == wanted[i].Verdict {
			return r.ID, true, nil
		}
	}
	return "", false, nil
}

//go:embed rank.lua
var rankScript string

var keepBetter = redis.NewScript(rankScript)

// Put stores a record, unless there is a better one.
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
	ctx, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	err = keepBetter.Run(ctx, c.client, []string{c.key(r.Epoch, r.ID)}, rank(&r), value[rankLength:], keep.Milliseconds()).Err()
	if err != nil {
		return fmt.Errorf("redis: writing the record of %s: %w", r.ID, err)
	}
	return nil
}

// Delete deletes the record of a problem in the current epoch, if there is one.
func (c *Redis) Delete(ctx context.Context, id solver.ID) error {
	ctx, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	if err := c.client.Del(ctx, c.key(solver.Epoch, id)).Err(); err != nil {
		return fmt.Errorf("redis: deleting the record of %s: %w", id, err)
	}
	return nil
}

// Ping returns an error if Redis does not answer.
func (c *Redis) Ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	if err := c.client.Ping(ctx).Err(); err != nil {
		return fmt.Errorf("redis: %w", err)
	}
	return nil
}

// Close closes the connections.
func (c *Redis) Close() error { return c.client.Close() }
