package cache

import (
	"context"
	_ "embed" // rates.lua
	"encoding/base64"
	"errors"
	"fmt"

	"github.com/gomodule/redigo/redis"
)

//go:embed rates.lua
var ratesScript string

var takeTokens = redis.NewScript(-1, ratesScript) // of any number of keys

// clientName is what the seals of clients' names are for.
const clientName = "client's name"

// ErrResting is the error of calls that are not made because Redis failed a moment ago.
var ErrResting = errors.New("redis: not called, since the last call failed less than a second ago")

// TakeTokens takes the same number of tokens, up to most, from every bucket. All processes that use
// the Redis server share the buckets. It returns how many tokens it took from each (0 if one bucket is
// empty), and how many are left in each. Bucket i holds tokens[i] when it is full, and is refilled
// with tokens[i] a minute. After a failure, Redis is called once a second, and other calls return
// ErrResting.
func (c *Redis) TakeTokens(ctx context.Context, buckets []string, tokens []int, most int) (taken int, left []float64, err error) {
	if !c.counting.Ready() {
		return 0, nil, ErrResting
	}
	args := []any{len(buckets)}
	for _, name := range buckets {
		args = append(args, c.bucketKey(name))
	}
	args = append(args, most)
	for _, n := range tokens {
		args = append(args, n)
	}
	reply, err := redis.Values(c.run(ctx, takeTokens, args...))
	if err == nil {
		taken, left, err = readTokens(reply, len(buckets))
	}
	if err != nil {
		err = fmt.Errorf("redis: counting requests: %w", err)
	}
	if ctx.Err() == nil { // else it is not the fault of Redis
		c.noteCounting(err)
	}
	return taken, left, err
}

// noteCounting records how a call went, and logs changes.
func (c *Redis) noteCounting(err error) {
	switch changed := c.counting.Note(err); {
	case changed && err != nil:
		c.options.Log.Warn("Redis failed: rate limits now count the requests to this process only", "error", err)
	case changed:
		c.options.Log.Info("Redis works again: rate limits count the requests to all processes")
	}
}

// bucketKey returns the key of a bucket. It does not show the name, which has a client's address:
// without the secret key it can't be found by trying all addresses either.
func (c *Redis) bucketKey(name string) string {
	return c.options.Prefix + "rate:" + base64.RawURLEncoding.EncodeToString(c.options.Seals.Sum(clientName, []byte(name)))
}

// readTokens reads the reply of the script.
func readTokens(reply []any, buckets int) (taken int, left []float64, err error) {
	if len(reply) != 1+buckets {
		return 0, nil, fmt.Errorf("unexpected reply %v", reply)
	}
	n, ok := reply[0].(int64)
	if !ok {
		return 0, nil, fmt.Errorf("unexpected reply %v", reply)
	}
	for _, value := range reply[1:] {
		tokens, err := redis.Float64(value, nil)
		if err != nil {
			return 0, nil, err
		}
		left = append(left, tokens)
	}
	return int(n), left, nil
}
