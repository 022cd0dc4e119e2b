package service

import (
	"cmp"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/web"
)

// processors is the number of processors that the process may use; it may have more threads.
var processors = runtime.GOMAXPROCS(0)

// UsageError is an error in the configuration or the command line.
type UsageError struct{ Err error }

// Usagef returns a formatted UsageError.
func Usagef(format string, values ...any) error { return &UsageError{fmt.Errorf(format, values...)} }

func (e *UsageError) Error() string { return e.Err.Error() }

func (e *UsageError) Unwrap() error { return e.Err }

// need returns a formatted UsageError unless ok.
func need(ok bool, format string, values ...any) error {
	if ok {
		return nil
	}
	return Usagef(format, values...)
}

// Config configures the service. Each field is an environment variable and a flag.
type Config struct {
	StoreConfig `embed:""`

	Listen      string `env:"LISTEN" help:"Address to listen on." default:"127.0.0.1:8080"`
	DebugListen string `env:"DEBUG_LISTEN" help:"Address of this machine, for example 127.0.0.1:6060, that serves profiles for go tool pprof (default: none)." placeholder:"ADDRESS"`
	RedisURL    string `env:"REDIS_URL" help:"Redis to use as the cache, redis://… (default: a cache in this process)." placeholder:"URL"`

	Workers     int  `env:"WORKERS" help:"Searches at a time (default: number of processors, but at least 16MiB of TABLE_MEMORY for each)." placeholder:"N"`
	Queue       int  `env:"QUEUE" help:"Requests that may wait for a worker (default: 16 per worker)." placeholder:"N"`
	Threads     int  `name:"search-threads" env:"SEARCH_THREADS" help:"Workers that search for one request: idle ones help with a search of Klondike after 10 ms, unless the request has a budget of states. 1 switches that off." default:"4"`
	TableMemory Size `env:"TABLE_MEMORY" help:"Memory for search tables, all workers together (default: 64MiB for each worker, 1GiB at most, less in a small container)." placeholder:"SIZE"`
	CacheMemory Size `env:"CACHE_MEMORY" help:"Memory for the cache in this process (default: 64MiB, less in a small container)." placeholder:"SIZE"`

	UnknownTTL time.Duration `name:"unknown-ttl" env:"UNKNOWN_TTL" help:"How long an unknown verdict is kept. A proven one is kept for good." default:"24h"`

	Durability string `env:"DURABILITY" help:"When a verdict is stored: answered (before it is answered, if that takes no more than a second) or behind (after it, unless its search took over 100ms)." enum:"answered,behind" default:"answered"`

	StoreMax Size `env:"STORE_MAX" help:"Maximum size of the store. When it is half full, it no longer stores unknown verdicts. When it is full, it stores nothing new." default:"8GiB"`

	Deadline    time.Duration `env:"DEADLINE" help:"Default deadline of a request (default: 10s, or MAX_DEADLINE if that is less)." placeholder:"TIME"`
	MaxDeadline time.Duration `env:"MAX_DEADLINE" help:"Maximum deadline of a request." default:"60s"`
	MaxStates   int64         `env:"MAX_STATES" help:"Maximum budget of states of a request; 0 for no limit." default:"0"`
	MaxBody     Size          `env:"MAX_BODY" help:"Maximum size of a request body." default:"1MiB"`

	AccessConfig `embed:""`

	// Settings of earlier versions, which are accepted and have no effect.
	PoolGames string `env:"POOL_GAMES" hidden:""`
	PoolSize  string `env:"POOL_SIZE" hidden:""`
	PoolMax   string `env:"POOL_MAX" hidden:""`

	MaxConnections int `env:"MAX_CONNECTIONS" help:"Maximum number of connections. One address may have an eighth of them, this machine and trusted proxies all." default:"1024"`

	JobsConfig `embed:""`

	ProofConfig `embed:""`

	CampaignConfig `embed:""`

	WebhookConfig `embed:""`

	EngineDir string `env:"ENGINE_DIR" help:"Directory with the engine for browsers, as go run solver/cmd/wasm/pack.go writes it, for pages that can be played offline (default: the engine that the program was built with, if any)." placeholder:"DIRECTORY"`

	ShutdownGrace time.Duration `env:"SHUTDOWN_GRACE" help:"How long searches may go on after the signal to stop." default:"10s"`

	LogConfig `embed:""`

	// These follow from the memory; see fit.
	allowed   allowance
	heap      int64 // Go's memory limit
	bodyRoom  int64 // bytes of large bodies
	bodyTurns int   // large bodies parsed at a time
}

// Complete fills in the defaults that depend on the machine, and checks all values.
func (f *Config) Complete() error {
	f.fit()
	if f.Queue == 0 {
		f.Queue = 16 * f.Workers
	}
	if f.Deadline == 0 {
		f.Deadline = min(10*time.Second, f.MaxDeadline)
	}
	f.keepUnknown = f.UnknownTTL
	return cmp.Or(
		need(f.UnknownTTL >= time.Second, "UNKNOWN_TTL: must be at least 1s"),
		need(f.Listen != "", "LISTEN: must be an address such as 127.0.0.1:8080"), // "" would be any port of any address
		need(f.Workers >= 1, "WORKERS: must be at least 1"),
		need(f.Threads >= 1, "SEARCH_THREADS: must be at least 1"),
		need(f.Queue >= 1, "QUEUE: must be at least 1"),
		need(int64(f.TableMemory)/int64(f.Workers) >= 1<<20, "TABLE_MEMORY: must be at least 1 MiB for each of %d workers", f.Workers),
		need(f.MaxDeadline >= time.Millisecond, "MAX_DEADLINE: must be at least 1ms"),
		need(f.Deadline >= time.Millisecond && f.Deadline <= f.MaxDeadline, "DEADLINE: must be from 1ms to MAX_DEADLINE, %s", f.MaxDeadline),
		need(f.MaxStates >= 0, "MAX_STATES: must be at least 0"),
		need(f.MaxConnections >= 1, "MAX_CONNECTIONS: must be at least 1"),
		need(f.ShutdownGrace >= 0, "SHUTDOWN_GRACE: must be at least 0"),
		f.JobsConfig.Complete(f.Workers, f.MaxDeadline),
		f.ProofConfig.Complete(),
		f.CampaignConfig.Complete(),
		f.WebhookConfig.Complete(),
		f.TableMemory.Fits("TABLE_MEMORY"),
	)
}

// logIgnored says which settings have no effect.
func (f *Config) logIgnored(log *slog.Logger) {
	for name, value := range map[string]string{"POOL_GAMES": f.PoolGames, "POOL_SIZE": f.PoolSize, "POOL_MAX": f.PoolMax} {
		if value != "" {
			log.Warn("setting has no effect any more, remove it: winnable deals are part of the program", "setting", name)
		}
	}
}

// TuneRuntime sets Go's memory limit, its garbage collection and its number of threads for the service.
// The caller restores the old values by calling restore.
func (f *Config) TuneRuntime() (restore func()) {
	// Tables are not of Go's heap (package memory). The rest is small, and would be collected several
	// times a second under load if it could not grow to some multiple.
	unlimit := LimitHeap(f.heap)
	percent := debug.SetGCPercent(200)
	if os.Getenv("GOGC") != "" { // the operator's
		debug.SetGCPercent(percent)
	}
	// A search never blocks. With no more threads than searches, a handler would wait until
	// one is preempted, 10 ms at a time; with more, the operating system runs it at once.
	threads := runtime.GOMAXPROCS(max(processors, 2*f.Workers) + *f.CampaignWorkers)
	return func() {
		unlimit()
		debug.SetGCPercent(percent)
		runtime.GOMAXPROCS(threads)
	}
}

// engine returns the engine for browsers; nil if there is none.
func (f *Config) engine() (*web.Engine, error) {
	if f.EngineDir == "" {
		return web.BuiltEngine(), nil
	}
	e, err := web.ReadEngine(os.DirFS(f.EngineDir))
	if err != nil {
		return nil, Usagef("ENGINE_DIR: %w", err)
	}
	return e, nil
}

// LogConfig configures the log.
type LogConfig struct {
	LogFormat string `env:"LOG_FORMAT" help:"Format of the log: text or json." enum:"text,json" default:"text"`
	LogLevel  string `env:"LOG_LEVEL" help:"Lowest level that is logged: debug, info, warn or error." enum:"debug,info,warn,error" default:"info"`
}

// Logger returns a logger with this configuration that writes to a writer.
func (f *LogConfig) Logger(to io.Writer) *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(f.LogLevel)); err != nil {
		panic(err) // the grammar lets only levels pass
	}
	options := &slog.HandlerOptions{Level: level}
	if f.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(to, options))
	}
	return slog.New(slog.NewTextHandler(to, options))
}

// Size is a number of bytes. As text it may have a unit: 512MiB, 4GiB, or 1000 for bytes.
type Size int64

var units = []struct {
	suffix string
	bytes  int64
}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40}}

// UnmarshalText parses a size.
func (s *Size) UnmarshalText(text []byte) error {
	digits, unit := string(text), int64(1)
	for _, u := range units {
		if d, found := strings.CutSuffix(digits, u.suffix); found {
			digits, unit = strings.TrimSpace(d), u.bytes
			break
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 1 || n > math.MaxInt64/unit {
		return fmt.Errorf("%q is not a size: must be bytes, or a number with KiB, MiB, GiB or TiB, such as 512MiB", text)
	}
	*s = Size(n * unit)
	return nil
}

// inMiB writes a number of bytes in whole MiB.
func inMiB(bytes int64) string { return fmt.Sprintf("%dMiB", bytes/mib) }

// Version returns the revision that the program was built from, or the module's version.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	revision, modified := "", ""
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			revision = s.Value[:min(12, len(s.Value))]
		case "vcs.modified":
			if s.Value == "true" {
				modified = "+"
			}
		}
	}
	if revision != "" {
		return revision + modified
	}
	return info.Main.Version
}
