package cache

import (
	"context"
	_ "embed" // lease.lua
	"fmt"
	"time"

	"github.com/gomodule/redigo/redis"
)

//go:embed lease.lua
var leaseScript string

var (
	takeLease = redis.NewScript(1, leaseScript)
	dropLease = redis.NewScript(1, `if redis.pcall('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end return redis.status_reply('OK')`)
)

func (c *Redis) leaseKey(search string) string { return c.options.Prefix + "search:" + search }

// Hold takes the lease of a search for a time, or prolongs it; false if another holder has it.
func (c *Redis) Hold(ctx context.Context, search, holder string, d time.Duration) (bool, error) {
	held, err := redis.Bool(c.run(ctx, takeLease, c.leaseKey(search), holder, d.Milliseconds()))
	if err != nil {
		return false, fmt.Errorf("redis: taking the lease of %s: %w", search, err)
	}
	return held, nil
}

// Held reports whether anybody has the lease of a search.
func (c *Redis) Held(ctx context.Context, search string) (bool, error) {
	held, err := redis.Bool(c.do(ctx, "EXISTS", c.leaseKey(search)))
	if err != nil {
		return false, fmt.Errorf("redis: reading the lease of %s: %w", search, err)
	}
	return held, nil
}

// Release ends the lease of a search, if this holder has it.
func (c *Redis) Release(ctx context.Context, search, holder string) error {
	if _, err := c.run(ctx, dropLease, c.leaseKey(search), holder); err != nil {
		return fmt.Errorf("redis: ending the lease of %s: %w", search, err)
	}
	return nil
}
