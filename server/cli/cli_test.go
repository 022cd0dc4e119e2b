package cli

import (
	"bytes"
	"context"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/thoughtful-solitaire/thoughtful/server/service"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

func TestMain(m *testing.M) {
	// The configuration of the developer's own service must not matter.
	for _, name := range append(variables[service.Config](), variables[service.WorkerConfig]()...) {
		os.Unsetenv(name)
	}
	goleak.VerifyTestMain(m)
}

// variables returns the environment variables of flags that help shows.
func variables[Flags any]() []string {
	var names []string
	for _, f := range reflect.VisibleFields(reflect.TypeFor[Flags]()) {
		_, hidden := f.Tag.Lookup("hidden")
		if name := f.Tag.Get("env"); name != "" && !hidden {
			names = append(names, name)
		}
	}
	return names
}

// ran is the outcome of a command.
type ran struct {
	status   int
	out, err string
}

// command runs a command in this process; in is its standard input.
func command(t *testing.T, in string, args ...string) ran {
	t.Helper()
	// The limit ends a service that should have refused to start.
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	var out, err bytes.Buffer
	status := Run(ctx, args, strings.NewReader(in), &out, &err)
	return ran{status, out.String(), err.String()}
}

// write writes a file for a command to read and returns its path.
func write(t *testing.T, text string) string {
	t.Helper()
	f, err := os.CreateTemp(t.TempDir(), "")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(text); err != nil {
		t.Fatal(err)
	}
	return f.Name()
}

func TestHelp(t *testing.T) {
	top := command(t, "", "--help")
	for _, name := range []string{"serve", "work", "migrate", "games", "deal", "solve", "replay", "bench", "version"} {
		if top.status != exitDone || !strings.Contains(top.out, "\n  "+name+" ") && !strings.Contains(top.out, "\n  "+name+"\n") {
			t.Errorf("--help lacks %s: status %d\n%s%s", name, top.status, top.out, top.err)
		}
	}
	serve := command(t, "", "serve", "--help")
	// Users rely on these names.
	promised := []string{
		"LISTEN", "DATABASE_URL", "REDIS_URL", "DATA_DIR", "MAX_DEADLINE", "WORKERS", "QUEUE", "TABLE_MEMORY",
	}
	for _, name := range append(promised, variables[service.Config]()...) {
		if serve.status != exitDone || !strings.Contains(serve.out, "($"+name+")") {
			t.Errorf("serve --help lacks %s: status %d\n%s%s", name, serve.status, serve.out, serve.err)
		}
	}
}

// TestWorkHelp checks that the help of work has its environment variables.
func TestWorkHelp(t *testing.T) {
	work := command(t, "", "work", "--help")
	for _, name := range append([]string{"DATABASE_URL", "TABLE_MEMORY"}, variables[service.WorkerConfig]()...) {
		if work.status != exitDone || !strings.Contains(work.out, "($"+name+")") {
			t.Errorf("work --help lacks %s: status %d\n%s%s", name, work.status, work.out, work.err)
		}
	}
}

// TestExitStatus checks errors that no input can cause.
func TestExitStatus(t *testing.T) {
	problem, fault := solver.Numbered("klondike", "solvitaire:2")
	if fault != nil {
		t.Fatal(fault)
	}
	bad := &solver.BadSolution{Problem: problem, Engine: "test"}
	var err bytes.Buffer
	if status := exitStatus(console{err: &err}, bad); status != exitInternal {
		t.Errorf("status %d", status)
	}
	if !strings.Contains(err.String(), "the referee rejects a solution") {
		t.Errorf("stderr %q", &err)
	}
}

// TestWrongUsage checks that wrong arguments end with status 2 and an error on standard error
// only.
func TestWrongUsage(t *testing.T) {
	for _, test := range []struct {
		args string // {not} is a missing file, {dir} a directory, {file} a text file
		want string
	}{
		{"frobnicate", "unknown command \"frobnicate\""},
		{"solve --frobnicate", "unknown flag --frobnicate"},
		{"solve --game klondike --seed solvitaire:1 --deadline soon", `--deadline: expected duration but got "soon"`},
		{"solve --game klondike --seed solvitaire:1 --memory much", `"much" is not a size`},
		{"solve --game klondike --seed solvitaire:1 --memory 8000000TiB", "--memory: this machine has "},
		{"solve --rules {not} --seed solvitaire:1", "no such file"},
		{"solve --rules {dir} --seed solvitaire:1", "is a directory"},
		{"solve --rules {file} --seed solvitaire:1", "rules: invalid JSON at line 1, column 1"},
		{"solve --game klondike --deal {file}", "deal: not JSON; name the format of another program"},
		{"solve --game klondike --deal -", "standard input is empty"},
		{"deal", "missing flags: --seed=SCHEME:NUMBER"},
		{"deal --seed solvitaire:1", "--game or --rules"},
		{"deal --game spider --seed solvitaire:1 --format fc-solve", "fc-solve can't express a deck other than one pack"},
		{"deal --game fre --seed microsoft:1", `unknown game "fre"`},
		{"games klondkie", "did you mean klondike?"},
		{"replay --game klondike --seed solvitaire:1", "missing flags: --moves=FILE"},
		{"replay --game klondike --seed solvitaire:1 --moves {not}", "no such file"},
		{"replay --game klondike --seed solvitaire:1 --moves {file}", "moves: not JSON; name the format of text moves with --moves-format"},
		{"bench --seeds solvitaire:1", "give --game or --rules"},
		{"bench --game klondike --rules {file} --seeds solvitaire:1", "either --game or --rules"},
		{"bench --game klondkie --seeds solvitaire:1", "did you mean klondike?"},
		{"bench --rules {file} --seeds solvitaire:1", "rules: invalid JSON at line 1, column 1"},
		{"bench --game klondike", "--seeds: must be scheme:from-to"},
		{"bench --game klondike --seeds solvitaire:3-1", "a range must go upwards"},
		{"bench --game klondike --seeds solvitaire:1-x", `"x" is not a number`},
		{"bench --game penguin --seeds microsoft:1-2", "scheme microsoft has no deals of this game"},
		{"bench --game klondike --seeds solvitaire:1 --jobs 0", "--jobs: must be at least 1"},
		{"bench --game klondike --seeds solvitaire:1 --deadline 0s", "--deadline: must be more than 0"},
		{"bench --game klondike --seeds solvitaire:1 --states=-1", "--states: must be at least 0"},
		{"bench --game klondike --seeds solvitaire:1 --memory 8000000TiB", "--memory: this machine has "},
		{"bench --game klondike --seeds solvitaire:1 --without cleverness", `unknown technique "cleverness"`},
		{"bench --game klondike --seeds solvitaire:1 --out {dir}", "is a directory"},
		{"bench --game klondike --seeds solvitaire:1 --out {file}", "its last line is incomplete"},
		{"bench --truth {not}", "no such file"},
		{"bench --truth {file}", "has no column game"},
		{"bench --truth {file} --seeds solvitaire:1", "can't be combined with --seeds or --rules"},
		{"healthcheck --listen nowhere", "LISTEN: address nowhere"},

		{"serve --listen 127.0.0.1:0 --data-dir {file}", "DATA_DIR: opening SQLite: mkdir "},
		{"migrate --data-dir {file}", "DATA_DIR: opening SQLite: mkdir "},
		{"forget --data-dir {file}", "DATA_DIR: opening SQLite: mkdir "},
		{"serve --listen 127.0.0.1:0 --database-url somewhere", "DATABASE_URL: must be postgres://"},
		{"serve --listen 127.0.0.1:0 --database-url mysql://localhost/thoughtful", "DATABASE_URL: must be postgres://"},
		{"serve --listen 127.0.0.1:0 --data-dir {dir} --redis-url somewhere", "REDIS_URL: must be redis://"},
		{"serve --listen 127.0.0.1:0 --data-dir {dir} --redis-url redis://localhost/first", "REDIS_URL: must be redis://"},
		{"serve --listen=", "LISTEN: must be an address"},
		{"serve --listen localhost --data-dir {dir}", "LISTEN: listen tcp: address localhost: missing port"},
		{"serve --listen 127.0.0.1:99999 --data-dir {dir}", "LISTEN: listen tcp: address 99999: invalid port"},
		{"serve --workers=-1", "WORKERS: must be at least 1"},
		{"serve --workers=many", "--workers: expected a valid 64 bit int"},
		{"serve --batches=-1", "BATCHES: must be at least 1"},
		{"serve --max-batch=-1", "MAX_BATCH: must be at least 1"},
		{"serve --batch-window=-1", "BATCH_WINDOW: must be from 1"},
		{"serve --job-deadline=1s", "JOB_DEADLINE: must be at least MAX_DEADLINE, 1m0s"},
		{"serve --job-runners=-1", "JOB_RUNNERS: must be at least 1"},
		{"serve --job-retention=-1s", "JOB_RETENTION: must be at least 0"},
		{"serve --max-jobs=0", "MAX_JOBS: must be at least 1"},
		{"serve --campaign-workers=-1", "CAMPAIGN_WORKERS: must be from 0 to 1024"},
		{"serve --campaign-workers=9 --campaign-memory=8MiB", "CAMPAIGN_MEMORY: must be at least 1 MiB for each of 9 workers"},
		{"serve --campaign-deadline=0s", "CAMPAIGN_DEADLINE: must be at least 1ms"},
		{"serve --max-campaigns=0", "MAX_CAMPAIGNS: must be at least 1"},
		{"serve --max-client-jobs=-1", "MAX_CLIENT_JOBS: must be from 1"},
		{"serve --event-streams=0", "EVENT_STREAMS: must be at least 1"},
		{"serve --queue=-1", "QUEUE: must be at least 1"},
		{"serve --table-memory=1", "TABLE_MEMORY: must be at least 1 MiB for each"},
		{"serve --table-memory=1GB", "or a number with KiB, MiB, GiB or TiB"},
		{"serve --table-memory=8000000TiB", "TABLE_MEMORY: this machine has "},
		{"serve --max-deadline=1us", "MAX_DEADLINE: must be at least 1ms"},
		{"serve --deadline=2m", "DEADLINE: must be from 1ms to MAX_DEADLINE, 1m0s"},
		{"serve --max-states=-1", "MAX_STATES: must be at least 0"},
		{"serve --max-connections=0", "MAX_CONNECTIONS: must be at least 1"},
		{"serve --shutdown-grace=-1s", "SHUTDOWN_GRACE: must be at least 0"},
		{"serve --listen 127.0.0.1:0 --data-dir {dir} --api-keys short", "API_KEYS: key 1: a secret has at least 20 characters"},
		{"serve --listen 127.0.0.1:0 --data-dir {dir} --trusted-proxies 10.0.0.0/33", `TRUSTED_PROXIES: "10.0.0.0/33" is neither a CIDR network`},
		{"serve --listen 127.0.0.1:0 --data-dir {dir} --cors-origins example.org", `CORS_ORIGINS: "example.org" is neither an origin`},
		{"serve --listen 127.0.0.1:0 --data-dir {dir} --rate-reads=-1", "RATE_READS: must be at least 0"},
		{"serve --listen 127.0.0.1:0 --data-dir {dir} --rate-work=-1", "RATE_WORK: must be at least 0"},
		{"serve --listen 127.0.0.1:0 --data-dir {dir} --client-queue=-1", "CLIENT_QUEUE: must be at least 0"},
		{"work", "DATABASE_URL: workers need the PostgreSQL database of a service"},
		{"work --database-url mysql://localhost/thoughtful", "DATABASE_URL: must be postgres://"},
		{"work --database-url postgres://localhost --jobs=-1", "WORK_JOBS: must be at least 1"},
		{"work --database-url postgres://localhost --table-memory=1", "TABLE_MEMORY: must be at least 1 MiB for each"},
		{"work --database-url postgres://localhost --range-work=0s", "RANGE_WORK: must be at least 1ms"},
		{"work --database-url postgres://localhost --range-timeout=1s", "RANGE_TIMEOUT: must be at least RANGE_WORK, 8s"},
		{"work --database-url postgres://localhost --range-rescue=2m", "RANGE_RESCUE: must be more than 5s longer than RANGE_TIMEOUT, 2m0s"},
		{"work --database-url postgres://localhost --shutdown-grace=-1s", "SHUTDOWN_GRACE: must be at least 0"},
		{"serve --log-level=loud", "--log-level must be one of"},
		{"serve --log-format=loud", "--log-format must be one of"},
	} {
		t.Run(test.args, func(t *testing.T) {
			dir := t.TempDir()
			args := strings.Fields(strings.NewReplacer(
				"{not}", dir+"/none", "{dir}", dir, "{file}", write(t, "some text"),
			).Replace(test.args))
			got := command(t, "", args...)
			if got.status != exitUsage || got.out != "" || !strings.HasPrefix(got.err, "thoughtful: ") || !strings.Contains(got.err, test.want) {
				t.Errorf("status %d, stderr %q, stdout %q; want %q", got.status, got.err, got.out, test.want)
			}
		})
	}
}

// TestPasswords checks that errors about invalid URLs don't repeat passwords.
func TestPasswords(t *testing.T) {
	for _, args := range [][]string{
		{"--database-url", "postgres://me:s3cret%zz@localhost/thoughtful"},
		{"--database-url", "postgres://me:s3cret@localhost:port/thoughtful"},
		{"--database-url", "postgres://me:s3cret@localhost/thoughtful?sslmode=perhaps"},
		{"--redis-url", "redis://me:s3cret%zz@localhost"},
		{"--redis-url", "redis://me:s3cret@localhost:port"},
	} {
		got := command(t, "", append([]string{"serve", "--listen", "127.0.0.1:0", "--data-dir", t.TempDir()}, args...)...)
		if got.status == exitDone || got.err == "" || strings.Contains(got.err+got.out, "s3cret") {
			t.Errorf("%s: status %d, stderr %q", args, got.status, got.err)
		}
	}
}

func TestReachable(t *testing.T) {
	for address, want := range map[string]string{
		"127.0.0.1:80": "127.0.0.1:80", ":80": "127.0.0.1:80", "0.0.0.0:80": "127.0.0.1:80", "[::]:80": "127.0.0.1:80",
		"[::1]:80": "[::1]:80", "example.org:80": "example.org:80",
	} {
		if got := reachable(address); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}
