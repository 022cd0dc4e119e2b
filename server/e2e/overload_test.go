package e2e

import (
	"flag"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// For measurements, as in
//
//	go test ./server/e2e -run TestOverload -v -overload-requests 5000
var (
	overloadRequests = flag.Int("overload-requests", 1, "the minimum of `requests` that TestOverload makes")
	overloadDeadline = flag.Duration("overload-deadline", time.Second, "the deadline of TestOverload's requests")
	overloadWorkers  = flag.Int("overload-workers", 2, "the workers of the service that TestOverload loads; it has 8 places in the queue for each")
	overloadMemory   = flag.Int64("overload-memory", 64, "the TABLE_MEMORY of that service, in `MiB`")
)

// TestOverload sends four times as many concurrent requests as the service can accept, each of
// which takes all of its deadline. The limits are wide, since the machine may be busy; -v prints
// the measurements.
func TestOverload(t *testing.T) {
	t.Parallel()
	workers, queue, deadline := *overloadWorkers, 8**overloadWorkers, *overloadDeadline
	p := execute(t, "--data-dir", t.TempDir(), "--log-level", "error", "--cache-memory", "16MiB", "--campaign-memory", "16MiB",
		"--workers", strconv.Itoa(workers), "--queue", strconv.Itoa(queue), "--table-memory", fmt.Sprintf("%dMiB", *overloadMemory))

	wave := 4 * (workers + queue)
	var late, refused []time.Duration
	for sent := 0; sent < *overloadRequests; sent += wave {
		var askers sync.WaitGroup
		var mu sync.Mutex
		for i := range wave {
			askers.Go(func() {
				// Budgets that differ keep the questions from sharing a search.
				question := fmt.Sprintf(`{"game":"american-toad","seed":"solvitaire:1","fresh":true,"deadline_ms":%d,"states":%d}`,
					deadline.Milliseconds(), 1_000_000_000+i)
				start := time.Now()
				r, err := p.call("/v1/solve", question)
				took := time.Since(start)
				mu.Lock()
				defer mu.Unlock()
				switch {
				case err != nil:
					t.Error(err)
				case r.status == http.StatusOK && strings.Contains(string(r.body), `"verdict":"unknown","because":"deadline"`):
					late = append(late, took-deadline)
				case r.status == http.StatusServiceUnavailable:
					refused = append(refused, took)
					if seconds, err := strconv.Atoi(r.header.Get("Retry-After")); err != nil || seconds < 1 {
						t.Errorf("refused with Retry-After %q", r.header.Get("Retry-After"))
					}
				default:
					t.Errorf("status %d: %s", r.status, r.body)
				}
			})
		}
		askers.Wait()
		if sent == 0 && len(late) < workers+queue {
			t.Errorf("only %d requests were accepted", len(late))
		}
	}
	if len(refused) == 0 || t.Failed() {
		t.Fatalf("%d requests, %d rejected", len(late)+len(refused), len(refused))
	}
	// The service has recovered.
	if a := p.solve(t, `{"game":"klondike","seed":"solvitaire:2"}`); a.Verdict != "winnable" {
		t.Errorf("after the overload: %+v", a)
	}
	memory, err := p.metric("go_memstats_sys_bytes")
	if err != nil {
		t.Fatal(err)
	}
	resident, err := p.metric("process_resident_memory_bytes")
	if err != nil {
		t.Fatal(err)
	}
	p.signal(t, syscall.SIGTERM)
	if status, by := p.end(t); status != exitDone || by != 0 {
		t.Fatalf("ended with status %d by %v; log:\n%s", status, by, p.log)
	}

	slices.Sort(late)
	slices.Sort(refused)
	onTime, _ := slices.BinarySearch(late, 100*time.Millisecond)
	t.Logf("%d requests, %d at a time, deadline %v; %d workers, %d places in the queue", len(late)+len(refused), wave, deadline, workers, queue)
	t.Logf("%d accepted: %.2f%% ended within 100 ms of the deadline; late by: median %v, 99%% %v, worst %v",
		len(late), 100*float64(onTime)/float64(len(late)), quantile(late, .5), quantile(late, .99), quantile(late, 1))
	t.Logf("%d rejected: after: median %v, 99%% %v, worst %v", len(refused), quantile(refused, .5), quantile(refused, .99), quantile(refused, 1))
	const beside = 2*16 + 16 + 512 // MiB for everything but tables
	t.Logf("memory: %.0f MiB of the Go runtime, %.0f MiB resident; tables may have %d MiB, the rest %d",
		memory/(1<<20), resident/(1<<20), *overloadMemory, beside)

	if worst := quantile(late, 1); worst > 20*time.Second {
		t.Errorf("an answer came %v late", worst)
	}
	// A busy machine delays both alike.
	if usual, taken := quantile(refused, .5), deadline+quantile(late, .5); usual > taken {
		t.Errorf("a rejection takes %v, an answer %v", usual, taken)
	}
	if bound := float64(*overloadMemory+beside) * (1 << 20); memory > bound {
		t.Errorf("the service uses %.0f bytes of memory, more than %.0f", memory, bound)
	}
}

// quantile returns a quantile of sorted times.
func quantile(sorted []time.Duration, share float64) time.Duration {
	return sorted[int(share*float64(len(sorted)-1))].Round(100 * time.Microsecond)
}
