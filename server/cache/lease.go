package cache

import (
	"context"
	_ "embed" // lease.lua
	"fmt"
	"time"

	"github.com/redis/go-redis/v9"
)

//go:embed lease.lua
var leaseScript string

var (
	takeLease = redis.NewScript(leaseScript)
	dropLease = redis.NewScript(`if redis.pcall('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end return redis.status_reply('OK')`)
)

func (c *Redis) leaseKey(search string) string { return c.options.Prefix + "search:" + search }

// Hold takes the lease of a search for a time, or prolongs it; false if another holder has it.
func (c *Redis) Hold(ctx context.Context, search, holder string, d time.Duration) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	held, err := takeLease.Run(ctx, c.client, []string{c.leaseKey(search)}, holder, d.Milliseconds()).Bool()
	if err != nil {
		return false, fmt.Errorf("redis: taking the lease of %s: %w", search, err)
	}
	return held, nil
}

// Held reports whether anybody has the lease of a search.
func (c *Redis) Held(ctx context.Context, search string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	n, err := c.client.Exists(ctx, c.leaseKey(search)).Result()
	if err != nil {
		return false, fmt.Errorf("redis: reading the lease of %s: %w", search, err)
	}
	return n > 0, nil
}

// Release ends the lease of a search, if this holder has it.
func (c *Redis) Release(ctx context.Context, search, holder string) error {
	ctx, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	if err := dropLease.Run(ctx, c.client, []string{c.leaseKey(search)}, holder).Err(); err != nil {
		return fmt.Errorf("redis: ending the lease of %s: %w", search, err)
	}
	return nil
}
