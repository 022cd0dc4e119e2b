package chaos

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
)

// Options say what to kill how often.
type Options struct {
	Program string // the program, which has the commands serve and bench
	Data    string // directory of known verdicts, data
	Dir     string // for the logs of the replicas

	Kills       int
	Seed        uint64
	Least, Most time.Duration // between two kills

	// SQLite has one replica on a SQLite database, without Redis, instead of three on PostgreSQL.
	SQLite bool
	// Freeze is the share of kills in whose place a replica is frozen for longer than it takes the others to
	// count it as dead.
	Freeze float64

	// Quick leaves out jobs and campaigns: those of a killed process wait for twenty seconds until
	// another one takes them.
	Quick bool

	Rows io.Writer // a row of CSV for each kill
	Log  io.Writer // progress and failures
}

const (
	replicas = 3
	key      = "chaos-chaos-chaos-chaos"
	// grace is how long everything may take to end after the last kill.
	grace = mostCampaign
	// mostRecovery is how long a part may take to work again after a kill.
	mostRecovery = 2 * time.Minute
	// mostStopping is how long a replica may take to end after SIGTERM.
	mostStopping = time.Minute
)

// run is a run of the program.
type run struct {
	Options
	ledger    *ledger
	outages   *outages
	questions *questions
	judged    map[answered]bool  // answers whose verdicts were missing, and are counted
	expected  map[string]results // of campaigns, by game

	postgres, redis *server
	databaseURL     string
	flags           []string
	replicas        []*replica
	url             string // of the proxy
	http            *http.Client

	start      time.Time
	life       context.Context // ends with the run
	background sync.WaitGroup
	jobs       jobList
}

// Run kills the parts of a service under load, and reports what was lost. If the context ends,
// no more is killed. There is a report beside the error if only the last checks or the end of the
// servers failed.
func Run(ctx context.Context, o Options) (_ *Report, err error) {
	life, end := context.WithCancel(context.WithoutCancel(ctx))
	r := &run{Options: o, ledger: newLedger(o.Log), outages: new(outages), expected: map[string]results{}, judged: map[answered]bool{}, life: life}
	defer r.background.Wait()
	defer end()
	if r.questions, err = readQuestions(o.Data, rand.New(rand.NewPCG(o.Seed, 2))); err != nil {
		return nil, err
	}
	if !o.Quick {
		for i := range plans {
			if r.expected[plans[i].game], err = r.undisturbed(ctx, &plans[i]); err != nil {
				return nil, err
			}
		}
	}
	type needed struct {
		kind *servicetest.Kind
		part string
		to   **server
	}
	needs := []needed{{servicetest.DurablePostgres, postgresPart, &r.postgres}, {servicetest.Redis, redisPart, &r.redis}}
	if r.SQLite {
		needs = nil
	}
	for _, s := range needs {
		started, failure := servicetest.Start(ctx, s.kind)
		if failure != nil {
			return nil, failure
		}
		defer func() { err = errors.Join(err, started.Stop()) }() // the error that Run returns
		*s.to = &server{Server: started, part: s.part}
	}
	if r.SQLite {
		r.flags = []string{"--data-dir", r.dataDir()}
	} else {
		r.databaseURL = r.postgres.URL()
		r.flags = []string{"--database-url", r.databaseURL, "--redis-url", r.redis.URL()}
	}
	r.flags = append(
		r.flags, "--api-keys", key, "--durability", "answered",
		"--workers", "2", "--queue", "64", "--table-memory", "32MiB", "--cache-memory", "16MiB",
		"--campaign-workers", "1", "--campaign-memory", campaignMemory, "--job-runners", "8", "--max-client-jobs", "10000",
		"--rate-reads", "1000000", "--rate-work", "1000000", "--client-queue", "500",
		"--range-work", "1s", "--range-timeout", "2s", "--range-rescue", "8s", "--shutdown-grace", "1s", "--log-level", "warn",
	)
	stop, err := r.startReplicas(ctx)
	if err != nil {
		return nil, err
	}
	var stopped sync.Once
	defer stopped.Do(stop)
	url, closeProxy, err := serveProxy(ctx, r.replicas)
	if err != nil {
		return nil, err
	}
	defer closeProxy()
	r.url = url
	transport := &http.Transport{MaxIdleConnsPerHost: 100, DisableCompression: true}
	defer transport.CloseIdleConnections()
	r.http = &http.Client{Transport: transport}

	interrupted := r.kill(ctx)
	err = r.check()
	stopped.Do(stop)
	r.readLogs()
	return r.report(interrupted), err
}

// dataDir is where SQLite's database is.
func (r *run) dataDir() string { return filepath.Join(r.Dir, "data") }

// startReplicas starts the replicas, one after the other, and returns a function that stops them.
func (r *run) startReplicas(ctx context.Context) (stop func(), err error) {
	var running sync.WaitGroup
	faults := make(chan error, replicas)
	stop = func() {
		for _, replica := range r.replicas {
			replica.stop()
		}
		hung := time.AfterFunc(mostStopping, func() {
			for _, replica := range r.replicas {
				replica.abandon()
			}
		})
		running.Wait()
		hung.Stop()
	}
	many := replicas
	if r.SQLite {
		many = 1
	}
	for n := range many {
		port, err := servicetest.FreePort()
		if err != nil {
			stop()
			return nil, err
		}
		replica := &replica{
			run: r, number: n, address: fmt.Sprintf("127.0.0.1:%d", port),
			log: filepath.Join(r.Dir, fmt.Sprintf("replica-%d.log", n)),
		}
		r.replicas = append(r.replicas, replica)
		started := make(chan struct{})
		running.Go(func() {
			if err := replica.supervise(r.life, started); err != nil {
				faults <- err
			}
		})
		select {
		case <-started:
		case err := <-faults:
			stop()
			return nil, err
		case <-ctx.Done():
			stop()
			return nil, ctx.Err()
		}
	}
	return stop, nil
}

// kill has clients ask and the killer kill, until it is enough. Then it waits until what was
// accepted has ended. It reports whether the context ended before.
func (r *run) kill(ctx context.Context) (interrupted bool) {
	r.start = time.Now()
	asking, enough := context.WithCancel(r.life)
	defer enough()
	var clients sync.WaitGroup
	for range 3 {
		clients.Go(func() { r.solve(asking, 60*time.Millisecond) })
	}
	clients.Go(func() { r.hard(asking) })
	clients.Go(func() { r.batches(asking) })
	clients.Go(func() { r.other(asking) })
	if !r.Quick {
		clients.Go(func() { r.postJobs(asking) })
		for n := range 2 {
			clients.Go(func() { r.campaigns(asking, n) })
		}
	}
	hits := make(chan hit, r.Kills)
	audited := make(chan struct{})
	go func() {
		defer close(audited)
		r.auditHits(hits)
	}()
	r.killing(ctx, hits)
	interrupted = ctx.Err() != nil
	_ = pause(r.life, settle)
	enough()
	clients.Wait()
	r.jobs.watching.Wait()
	r.background.Wait()
	close(hits)
	<-audited
	return interrupted
}

// check checks everything once more, when nothing is down any longer.
func (r *run) check() error {
	ctx, cancel := context.WithTimeout(r.life, grace)
	defer cancel()
	r.recount(ctx)
	return r.auditAll(ctx)
}
