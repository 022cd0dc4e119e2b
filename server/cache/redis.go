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

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// Redis is a cache in a Redis that several processes may share.
type Redis struct {
	client  *redis.Client
	options RedisOptions
}

// RedisOptions say where a Redis is and how it is used.
type RedisOptions struct {
	URL string       // redis://[[user]:password@]host[:port][/database], rediss:// for TLS, or unix://
	Log *slog.Logger // is told, at debug level, what the client's library has to say

	Prefix      string        // what every key begins with; "" means thoughtful:
	Timeout     time.Duration // for one call, all attempts together; 0 means 40 ms
	Keep        time.Duration // how long proven verdicts are kept; 0 means 30 days
	KeepUnknown time.Duration // how long unknown ones are kept; 0 means a day
}

// OpenRedis prepares for talking to a Redis, which need not be there yet. The error
// is about the URL.
func OpenRedis(o RedisOptions) (*Redis, error) {
	o.Prefix = cmp.Or(o.Prefix, "thoughtful:")
	o.Timeout = cmp.Or(o.Timeout, 40*time.Millisecond)
	o.Keep = cmp.Or(o.Keep, 30*24*time.Hour)
	o.KeepUnknown = cmp.Or(o.KeepUnknown, 24*time.Hour)
	options, err := redis.ParseURL(o.URL)
	if err != nil {
		return nil, err
	}
	// A Redis that is not there has to be noticed at once: left to itself, the
	// library tries for seconds.
	options.ContextTimeoutEnabled = true
	options.DialTimeout = o.Timeout
	options.ReadTimeout = o.Timeout
	options.WriteTimeout = o.Timeout
	options.PoolTimeout = o.Timeout
	options.DialerRetries = 1
	options.MaxRetries = 1 // as a connection may have died since it was last used
	options.MinRetryBackoff = -1
	options.MaxRetryBackoff = -1
	// A new connection has no time for what only managed services understand.
	options.DisableIdentity = true
	options.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	redis.SetLogger(library{o.Log})
	return &Redis{redis.NewClient(options), o}, nil
}

// library passes on what the client's library logs. The calls' errors say all that
// matters, so it is worth no more than debugging.
type library struct{ log *slog.Logger }

func (l library) Printf(ctx context.Context, format string, values ...any) {
	l.log.DebugContext(ctx, "redis client: "+fmt.Sprintf(format, values...))
}

func (c *Redis) key(epoch int, id solver.ID) string {
	return c.options.Prefix + "record:" + strconv.Itoa(epoch) + ":" + string(id)
}

// Get gives what the current epoch knows of a problem, false if nothing. The error
// wraps solver.ErrDamaged if what is there is not what was put.
func (c *Redis) Get(ctx context.Context, id solver.ID) (solver.Record, bool, error) {
	ctx, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	value, err := c.client.Get(ctx, c.key(solver.Epoch, id)).Bytes()
	if errors.Is(err, redis.Nil) {
		return solver.Record{}, false, nil
	}
	if err != nil {
		return solver.Record{}, false, fmt.Errorf("redis: verdict of %s: %w", id, err)
	}
	r, err := decode(value)
	if err == nil && (r.ID != id || r.Epoch != solver.Epoch) {
		err = fmt.Errorf("it is of %s in epoch %d", r.ID, r.Epoch)
	}
	if err != nil {
		return solver.Record{}, false, fmt.Errorf("redis: verdict of %s: %w: %w", id, solver.ErrDamaged, err)
	}
	return r, true, nil
}

// Find gives the first of these problems of which the current epoch knows the
// verdict that is wanted; false if there is none. Redis is asked once for all of
// them, and what is damaged is passed over.
func (c *Redis) Find(ctx context.Context, wanted []solver.Wanted) (solver.ID, bool, error) {
	ctx, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	keys := make([]string, len(wanted))
	for i, w := range wanted {
		keys[i] = c.key(solver.Epoch, w.ID)
	}
	values, err := c.client.MGet(ctx, keys...).Result()
	if err != nil {
		return "", false, fmt.Errorf("redis: looking for %d verdicts: %w", len(wanted), err)
	}
	for i, v := range values {
		value, ok := v.(string)
		if !ok || !proven(value) {
			continue
		}
		r, err := decode([]byte(value))
		if err == nil && r.ID == wanted[i].ID && r.Verdict == wanted[i].Verdict {
			return r.ID, true, nil
		}
	}
	return "", false, nil
}

//go:embed rank.lua
var rankScript string

var keepBetter = redis.NewScript(rankScript)

// Put keeps a record, unless a better one is there.
func (c *Redis) Put(ctx context.Context, r solver.Record) error {
	if err := check(&r); err != nil {
		return err
	}
	value, err := encode(&r)
	if err != nil {
		return fmt.Errorf("record of %s: %w", r.ID, err)
	}
	keep := c.options.Keep
	if r.Verdict == solver.Unknown {
		keep = c.options.KeepUnknown
	}
	ctx, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	err = keepBetter.Run(ctx, c.client, []string{c.key(r.Epoch, r.ID)}, rank(&r), value, keep.Milliseconds()).Err()
	if err != nil {
		return fmt.Errorf("redis: keeping the verdict of %s: %w", r.ID, err)
	}
	return nil
}

// Delete forgets what the current epoch knows of a problem, if anything.
func (c *Redis) Delete(ctx context.Context, id solver.ID) error {
	ctx, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	if err := c.client.Del(ctx, c.key(solver.Epoch, id)).Err(); err != nil {
		return fmt.Errorf("redis: forgetting the verdict of %s: %w", id, err)
	}
	return nil
}

// Ping tells whether Redis answers.
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
