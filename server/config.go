package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"
)

// processors is how many there are for the process, which may use more threads than that.
var processors = runtime.GOMAXPROCS(0)

// serviceFlags configure the service: each an environment variable and a flag.
type serviceFlags struct {
	storeFlags `embed:""`

	Listen   string `env:"LISTEN" help:"Address to listen on." default:"127.0.0.1:8080"`
	RedisURL string `env:"REDIS_URL" help:"A Redis, redis://…, as the cache; without it, the cache is in this process." placeholder:"URL"`

	Workers     int  `env:"WORKERS" help:"Searches at a time (default: the processors)." placeholder:"N"`
	Queue       int  `env:"QUEUE" help:"Requests that may wait for a search (default: 16 for each worker)." placeholder:"N"`
	TableMemory size `env:"TABLE_MEMORY" help:"Memory for the tables of all workers together." default:"1GiB"`
	CacheMemory size `env:"CACHE_MEMORY" help:"Memory for the cache in this process." default:"64MiB"`

	StoreMax size `env:"STORE_MAX" help:"How large the store may grow: half full, it takes no unknown verdicts any more, and full, nothing new; answers go on." default:"8GiB"`

	Deadline    time.Duration `env:"DEADLINE" help:"The deadline of requests that name none (default: 10s, or the longest if that is shorter)." placeholder:"TIME"`
	MaxDeadline time.Duration `env:"MAX_DEADLINE" help:"The longest deadline of a request." default:"60s"`
	MaxStates   int64         `env:"MAX_STATES" help:"The largest budget of states of a request; 0 is no bound." default:"0"`
	MaxBody     size          `env:"MAX_BODY" help:"The largest body of a request." default:"1MiB"`

	accessFlags `embed:""`
	poolFlags   `embed:""`

	MaxConnections int `env:"MAX_CONNECTIONS" help:"Connections at a time; from one address, but for this machine's and trusted proxies, an eighth of them." default:"1024"`

	lastingFlags `embed:""`

	campaignFlags `embed:""`

	ShutdownGrace time.Duration `env:"SHUTDOWN_GRACE" help:"How long running searches may go on when the service is told to stop." default:"10s"`

	logFlags `embed:""`
}

// complete fills in the defaults that depend on the machine, and checks what can't
// be meant.
func (f *serviceFlags) complete() error {
	if f.Workers == 0 {
		f.Workers = processors
	}
	if f.Queue == 0 {
		f.Queue = 16 * f.Workers
	}
	if f.Deadline == 0 {
		f.Deadline = min(10*time.Second, f.MaxDeadline)
	}
	switch {
	case f.Listen == "": // to the network, that means any port of any address
		return usage{errors.New("LISTEN: an address, such as 127.0.0.1:8080")}
	case f.Workers < 1:
		return usage{errors.New("WORKERS: at least 1")}
	case f.Queue < 1:
		return usage{errors.New("QUEUE: at least 1")}
	case int64(f.TableMemory)/int64(f.Workers) < 1<<20:
		return usage{fmt.Errorf("TABLE_MEMORY: at least 1 MiB for each of %d workers", f.Workers)}
	case f.MaxDeadline < time.Millisecond:
		return usage{errors.New("MAX_DEADLINE: at least 1ms")}
	case f.Deadline < time.Millisecond || f.Deadline > f.MaxDeadline:
		return usage{fmt.Errorf("DEADLINE: from 1ms to MAX_DEADLINE, which is %s", f.MaxDeadline)}
	case f.MaxStates < 0:
		return usage{errors.New("MAX_STATES: at least 0")}
	case f.MaxConnections < 1:
		return usage{errors.New("MAX_CONNECTIONS: at least 1")}
	case f.ShutdownGrace < 0:
		return usage{errors.New("SHUTDOWN_GRACE: at least 0")}
	}
	if err := f.lastingFlags.complete(f.Workers, f.MaxDeadline); err != nil {
		return err
	}
	if err := f.poolFlags.complete(); err != nil {
		return err
	}
	if err := f.campaignFlags.complete(); err != nil {
		return err
	}
	return f.TableMemory.fits("TABLE_MEMORY")
}

// dataDir is where the embedded database lies if nothing else is said: the user's
// data directory, as the operating system's conventions have it.
func dataDir() (string, error) {
	base := os.Getenv("XDG_DATA_HOME")
	if base == "" || !filepath.IsAbs(base) {
		home, err := os.UserHomeDir()
		if err != nil {
			return "", fmt.Errorf("there is no home directory for the database; set DATA_DIR: %w", err)
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
