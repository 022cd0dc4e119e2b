package service

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/deals"
)

// processors is how many there are for the process, which may use more threads than that.
var processors = runtime.GOMAXPROCS(0)

// UsageError is what is wrong with the configuration or the command line.
type UsageError struct{ Err error }

// Usagef formats a UsageError.
func Usagef(format string, values ...any) error { return &UsageError{fmt.Errorf(format, values...)} }

func (e *UsageError) Error() string { return e.Err.Error() }

func (e *UsageError) Unwrap() error { return e.Err }

// Config configure the service: each an environment variable and a flag.
type Config struct {
	StoreConfig `embed:""`

	Listen   string `env:"LISTEN" help:"Address to listen on." default:"127.0.0.1:8080"`
	RedisURL string `env:"REDIS_URL" help:"A Redis, redis://…, as the cache; without it, the cache is in this process." placeholder:"URL"`

	Workers     int  `env:"WORKERS" help:"Searches at a time (default: the processors)." placeholder:"N"`
	Queue       int  `env:"QUEUE" help:"Requests that may wait for a search (default: 16 for each worker)." placeholder:"N"`
	TableMemory Size `env:"TABLE_MEMORY" help:"Memory for the tables of all workers together." default:"1GiB"`
	CacheMemory Size `env:"CACHE_MEMORY" help:"Memory for the cache in this process." default:"64MiB"`

	StoreMax Size `env:"STORE_MAX" help:"How large the store may grow: half full, it takes no unknown verdicts any more, and full, nothing new; answers go on." default:"8GiB"`

	Deadline    time.Duration `env:"DEADLINE" help:"The deadline of requests that name none (default: 10s, or the longest if that is shorter)." placeholder:"TIME"`
	MaxDeadline time.Duration `env:"MAX_DEADLINE" help:"The longest deadline of a request." default:"60s"`
	MaxStates   int64         `env:"MAX_STATES" help:"The largest budget of states of a request; 0 is no bound." default:"0"`
	MaxBody     Size          `env:"MAX_BODY" help:"The largest body of a request." default:"1MiB"`

	AccessConfig `embed:""`
	PoolConfig   `embed:""`

	MaxConnections int `env:"MAX_CONNECTIONS" help:"Connections at a time; from one address, but for this machine's and trusted proxies, an eighth of them." default:"1024"`

	JobsConfig `embed:""`

	CampaignConfig `embed:""`

	ShutdownGrace time.Duration `env:"SHUTDOWN_GRACE" help:"How long running searches may go on when the service is told to stop." default:"10s"`

	LogConfig `embed:""`
}

// Complete fills in the defaults that depend on the machine, and checks what can't
// be meant.
func (f *Config) Complete() error {
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
		return Usagef("LISTEN: an address, such as 127.0.0.1:8080")
	case f.Workers < 1:
		return Usagef("WORKERS: at least 1")
	case f.Queue < 1:
		return Usagef("QUEUE: at least 1")
	case int64(f.TableMemory)/int64(f.Workers) < 1<<20:
		return Usagef("TABLE_MEMORY: at least 1 MiB for each of %d workers", f.Workers)
	case f.MaxDeadline < time.Millisecond:
		return Usagef("MAX_DEADLINE: at least 1ms")
	case f.Deadline < time.Millisecond || f.Deadline > f.MaxDeadline:
		return Usagef("DEADLINE: from 1ms to MAX_DEADLINE, which is %s", f.MaxDeadline)
	case f.MaxStates < 0:
		return Usagef("MAX_STATES: at least 0")
	case f.MaxConnections < 1:
		return Usagef("MAX_CONNECTIONS: at least 1")
	case f.ShutdownGrace < 0:
		return Usagef("SHUTDOWN_GRACE: at least 0")
	}
	if err := f.JobsConfig.Complete(f.Workers, f.MaxDeadline); err != nil {
		return err
	}
	if err := f.PoolConfig.Complete(); err != nil {
		return err
	}
	if err := f.CampaignConfig.Complete(); err != nil {
		return err
	}
	return f.TableMemory.Fits("TABLE_MEMORY")
}

// TuneRuntime suits Go's memory and threads to the service, until restore is called.
func (f *Config) TuneRuntime() (restore func()) {
	// Tables are most of the memory, and are made once. What is beside them is
	// collected before it doubles them.
	limit := int64(f.TableMemory) + int64(f.CacheMemory)*2 + deals.Memory + 512<<20
	if *f.CampaignWorkers > 0 {
		limit += int64(f.CampaignMemory)
	}
	limit = debug.SetMemoryLimit(limit)
	// A search never pauses by itself. With no more threads than searches, whoever
	// has an answer to send would wait until one is interrupted, 10 ms at a time;
	// with more, the operating system runs them at once.
	threads := runtime.GOMAXPROCS(max(processors, 2*f.Workers) + *f.CampaignWorkers)
	return func() {
		debug.SetMemoryLimit(limit)
		runtime.GOMAXPROCS(threads)
	}
}
