package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// overloadCommand asks for the verdicts of new deals, first as fast as the service answers them, then
// many times as fast, at an even pace whether or not answers come. Each request comes from another
// client (X-Forwarded-For). Most deals are decided in some milliseconds; a few take their whole
// deadline. Beside them it asks for answers that need no search. At last it opens idle connections,
// and measures how long a new one waits.
type overloadCommand struct {
	serviceFlags `embed:""`
	Workers      int           `help:"Workers of the service (default: the number of processors)." placeholder:"N"`
	Queue        int           `help:"Places in its queue (default: 16 for each worker)." placeholder:"N"`
	Deadline     time.Duration `help:"Deadline of each search." default:"1500ms"`
	Hard         int           `help:"Every how many deals one is hard." default:"40"`
	Clients      int           `help:"Addresses that requests come from, in turn." default:"5000"`
	Times        float64       `help:"How many times faster than it answers." default:"16"`
	For          time.Duration `help:"How long to ask, each time." default:"20s"`
	Idle         int           `help:"Connections that are idle at the end." default:"1100"`

	deals, clients atomic.Int64 // that were named
}

// lateAfter is how long after its deadline an answer is late.
const lateAfter = 100 * time.Millisecond

// outcomes are those of the requests of one kind.
type outcomes struct {
	mu       sync.Mutex
	kind     string
	lines    *lines
	accepted times // answered with 200
	decided  int   // of these
	refused  times // with 503 and a Retry-After
	failures []error

	from          time.Time
	took          time.Duration
	service, here float64 // CPU seconds that the service and this process have taken
}

func (b *overloadCommand) Run(c console) error {
	b.Workers = cmp.Or(b.Workers, runtime.NumCPU())
	b.Queue = cmp.Or(b.Queue, 16*b.Workers)
	return b.with(c, func(s *service) error { return b.measure(c, s) },
		"--workers", strconv.Itoa(b.Workers), "--queue", strconv.Itoa(b.Queue), "--trusted-proxies", "127.0.0.1")
}

func (b *overloadCommand) measure(c console, s *service) error {
	known := klondike(2, "")
	if _, err := s.fetch(c.ctx, "/v1/solve", known, http.StatusOK, nil); err != nil {
		return err
	}
	free := &lines{address: s.address}
	defer free.close()
	capacity := &outcomes{kind: "new deals, one after the other", lines: free}
	err := capacity.measure(c.ctx, s, b.For, func(ctx context.Context) {
		var asking sync.WaitGroup
		for range b.Workers + b.Queue/2 { // none is refused, and workers never wait
			asking.Go(func() {
				for ctx.Err() == nil {
					capacity.ask("/v1/solve", b.question(), b.client(), true)
				}
			})
		}
		asking.Wait()
	})
	if err != nil {
		return err
	}
	beside := []*outcomes{{kind: "beside: /healthz", lines: free}, {kind: "beside: stored verdict", lines: free}}
	searches := &outcomes{kind: fmt.Sprintf("new deals, %g times as fast", b.Times), lines: free}
	err = searches.measure(c.ctx, s, b.For, func(ctx context.Context) {
		var asking sync.WaitGroup
		asking.Go(func() {
			every(ctx, 50*time.Millisecond, func(int) {
				asking.Go(func() { beside[0].ask("/healthz", "", b.client(), false) })
				asking.Go(func() { beside[1].ask("/v1/solve", known, b.client(), true) })
			})
		})
		pace := time.Duration(float64(capacity.took) / (b.Times * float64(max(1, len(capacity.accepted)))))
		due(ctx, pace, func() {
			asking.Go(func() { searches.ask("/v1/solve", b.question(), b.client(), true) })
		})
		asking.Wait()
	})
	if err != nil {
		return err
	}
	connections := &outcomes{kind: fmt.Sprintf("new connections beside %d idle", b.Idle)}
	return errors.Join(b.idle(c.ctx, s.address, connections), b.report(c, s.peak(), capacity, searches, beside[0], beside[1], connections), c.ctx.Err())
}

// question returns a request about a deal that was not asked before.
func (b *overloadCommand) question() string {
	n := b.deals.Add(1)
	game := []string{"klondike", "free-cell"}[n%2]
	if n%int64(max(1, b.Hard)) == 0 {
		game = "american-toad" // hardly any is decided in seconds
	}
	return fmt.Sprintf(`{"game":%q,"seed":"solvitaire:%d","deadline_ms":%d}`, game, n+1000, b.Deadline.Milliseconds())
}

// client returns a header that names the next client.
func (b *overloadCommand) client() string {
	n := b.clients.Add(1) % int64(max(1, b.Clients))
	return fmt.Sprintf("X-Forwarded-For: 10.%d.%d.%d", n>>16, n>>8&255, n&255)
}

// due calls do as often as its time has come, until the context ends, without waiting for it.
func due(ctx context.Context, pace time.Duration, do func()) {
	began, n := time.Now(), 0
	for ctx.Err() == nil {
		for ; time.Duration(n)*pace <= time.Since(began); n++ {
			do()
		}
		_ = pause(ctx, time.Duration(n)*pace-time.Since(began))
	}
}

// measure asks for some time, and counts what that took.
func (o *outcomes) measure(ctx context.Context, s *service, d time.Duration, ask func(context.Context)) error {
	before, err := s.cpuSeconds(ctx)
	if err != nil {
		return err
	}
	here := ownSeconds()
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	o.from = time.Now()
	ask(ctx)
	o.took = time.Since(o.from)
	after, err := s.cpuSeconds(context.WithoutCancel(ctx))
	o.service, o.here = after-before, ownSeconds()-here
	return err
}

// ownSeconds returns the CPU time that this process has used.
func ownSeconds() float64 {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano()).Seconds()
}

// ask asks once and records the outcome. An answer must have a verdict if that was asked for.
func (o *outcomes) ask(path, body, header string, verdict bool) {
	r, took, err := o.lines.ask(path, body, header)
	o.mu.Lock()
	defer o.mu.Unlock()
	known := bytes.Contains(r.body, []byte(`"verdict":"winnable"`)) || bytes.Contains(r.body, []byte(`"verdict":"unwinnable"`))
	switch {
	case err != nil:
		o.failures = append(o.failures, err)
	case r.status == http.StatusServiceUnavailable && r.header.Get("Retry-After") != "":
		o.refused = append(o.refused, took)
	case r.status == http.StatusOK && (!verdict || known || bytes.Contains(r.body, []byte(`"verdict":"unknown"`))):
		o.accepted = append(o.accepted, took)
		if known {
			o.decided++
		}
	default:
		o.failures = append(o.failures, fmt.Errorf("%s: status %d: %s", path, r.status, r.body))
	}
}

// idle opens connections, half of which send a request first, and keeps them open while new ones ask.
func (b *overloadCommand) idle(ctx context.Context, address string, o *outcomes) error {
	for n := range b.Idle {
		l, err := dial(address)
		if err != nil {
			return err
		}
		defer l.close()
		if n < b.Idle/2 {
			if _, err := l.ask(wire(address, "/healthz", "")); err != nil {
				return err
			}
		}
	}
	asking, cancel := context.WithTimeout(ctx, min(b.For, 2*time.Second))
	defer cancel()
	every(asking, 100*time.Millisecond, func(int) {
		o.lines = &lines{address: address} // a new connection
		defer o.lines.close()
		o.ask("/healthz", "", b.client(), false)
	})
	return ctx.Err()
}

func (b *overloadCommand) report(c console, peak string, all ...*outcomes) error {
	t := newTable("asked | requests | a second | 200 | decided a second | 503 | 200 after: p50, p99, max ms | 503 after: p50, p99, max ms | " +
		"later than the deadline and 100 ms | CPU s of the service | of the clients | peak of the service, MiB | load")
	var failures []error
	for _, o := range all {
		accepted, refused := o.accepted.quantiles(.5, .99, 1), o.refused.quantiles(.5, .99, 1)
		n := len(o.accepted) + len(o.refused) + len(o.failures)
		both := slices.Concat(o.accepted, o.refused)
		slices.Sort(both)
		share := func(part times) string { return fmt.Sprintf("%.1f %%", 100*float64(len(part))/float64(max(1, n))) }
		row := []any{o.kind, n, "", share(o.accepted), "", share(o.refused), strings.Join(accepted, ", "), strings.Join(refused, ", "), both.over(b.Deadline + lateAfter), "", "", "", load()}
		if o.took > 0 {
			row[2], row[4] = fmt.Sprintf("%.0f", float64(n)/o.took.Seconds()), fmt.Sprintf("%.1f", float64(o.decided)/o.took.Seconds())
			row[9], row[10], row[11] = fmt.Sprintf("%.1f", o.service), fmt.Sprintf("%.1f", o.here), peak
		}
		t.row(row...)
		if len(o.failures) > 0 {
			failures = append(failures, fmt.Errorf("%s: %d of %d failed, the first: %w", o.kind, len(o.failures), n, o.failures[0]))
		}
	}
	return errors.Join(append(failures, t.write(c.out))...)
}

// peak returns the most memory that a service that was started here has had, in MiB; empty where
// Linux does not tell.
func (s *service) peak() string {
	if s.command == nil {
		return ""
	}
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.command.Process.Pid))
	_, most, _ := strings.Cut(string(text), "VmHWM:")
	kib, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(strings.SplitN(most, "\n", 2)[0]), " kB"))
	if err != nil {
		return ""
	}
	return strconv.Itoa(kib >> 10)
}
