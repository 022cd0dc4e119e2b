package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// traffic is load of concurrent clients, which ask for verdicts of new deals, and sometimes of
// earlier ones. It records the answers in order.
type traffic struct {
	next atomic.Int64 // the next deal's number

	mu      sync.Mutex
	answers []answer // of new deals
}

// budget keeps the searches short; some of them end unknown.
const budget = 400

func question(n int64) string {
	return fmt.Sprintf(`{"game":"klondike","seed":"solvitaire:%d","states":%d}`, n, budget)
}

// flow is the part of the traffic that goes through one client.
type flow struct {
	stopping, allowed atomic.Bool
	askers            sync.WaitGroup
}

// start sends requests with this concurrency until the flow is stopped. Anything but an answer
// fails the test.
func (f *traffic) start(t *testing.T, c *client, many int) *flow {
	flow := new(flow)
	for range many {
		flow.askers.Go(func() {
			for !flow.stopping.Load() {
				if err := f.ask(c); err != nil {
					if !flow.allowed.Load() {
						t.Error(err)
					}
					return
				}
			}
		})
	}
	t.Cleanup(flow.stop)
	return flow
}

// stop stops the flow and waits for its last requests.
func (f *flow) stop() {
	f.stopping.Store(true)
	f.askers.Wait()
}

// mayFail makes the flow end silently at the first error.
func (f *flow) mayFail() { f.allowed.Store(true) }

// ask asks for a new deal, and every fourth time for an old one too.
func (f *traffic) ask(c *client) error {
	n := f.next.Add(1)
	a, err := verdictOf(c, question(n))
	if err != nil {
		return err
	}
	f.mu.Lock()
	f.answers = append(f.answers, a)
	f.mu.Unlock()
	if n%4 != 0 {
		return nil
	}
	old := question(n - n/3)
	b, err := verdictOf(c, old)
	if err == nil && n > 3 {
		f.mu.Lock()
		defer f.mu.Unlock()
		for _, a := range f.answers {
			if a.ID == b.ID && !b.repeats(a) {
				return fmt.Errorf("%s: %+v, and before %+v", old, b, a)
			}
		}
	}
	return err
}

// repeats reports whether an answer agrees with an earlier one to the same question. Its solution may
// have become shorter since.
func (a answer) repeats(earlier answer) bool {
	return a.ID == earlier.ID && a.Verdict == earlier.Verdict && a.Because == earlier.Because &&
		(a.Solution == nil) == (earlier.Solution == nil) && (a.Solution == nil || a.Solution.Length <= earlier.Solution.Length)
}

// verdictOf calls POST /v1/solve and checks that the answer is consistent.
func verdictOf(c *client, question string) (a answer, err error) {
	r, err := c.call("/v1/solve", question)
	if err != nil {
		return a, err
	}
	if r.status != http.StatusOK {
		return a, fmt.Errorf("%s: status %d: %s", question, r.status, r.body)
	}
	if err := json.Unmarshal(r.body, &a); err != nil {
		return a, err
	}
	if a.Verdict == "" || (a.Verdict == solver.Winnable) != (a.Solution != nil) || a.Verdict == solver.Unknown && a.Because != solver.States {
		return a, fmt.Errorf("%s: %s", question, r.body)
	}
	return a, nil
}

// count returns how many new deals were answered.
func (f *traffic) count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.answers)
}

// check reads the answers from the store. The first ones, so many as were written, must be
// there, and all that are there must be what was answered, if they are asked for again. It forgets the others and returns
// their number.
func (f *traffic) check(t *testing.T, c *client, written int) (lost int) {
	t.Helper()
	f.mu.Lock()
	defer f.mu.Unlock()
	var kept []answer
	for i, a := range f.answers {
		r, err := c.call("/v1/deals/"+a.ID, "")
		if err != nil {
			t.Fatal(err)
		}
		if r.status == http.StatusNotFound {
			lost++
			if i < written {
				t.Errorf("answer %d of %d written ones is lost: %+v", i+1, written, a)
			}
			continue
		}
		var stored struct {
			answer
			Length   *int
			States   int64
			Rules    json.RawMessage
			Position json.RawMessage
		}
		if err := json.Unmarshal(r.body, &stored); err != nil || r.status != http.StatusOK {
			t.Fatalf("status %d: %s", r.status, r.body)
		}
		same := stored.Verdict == a.Verdict && stored.Because == a.Because && stored.States == a.Search.States &&
			(stored.Length != nil) == (a.Solution != nil)
		if same && a.Solution != nil && *stored.Length > a.Solution.Length {
			// It was killed before it had shortened this. The detours are cut out again when it is asked.
			again, err := verdictOf(c, fmt.Sprintf(`{"rules":%s,"deal":%s}`, stored.Rules, stored.Position))
			same = err == nil && again.Solution != nil && again.Solution.Length <= a.Solution.Length
		}
		if !same {
			t.Errorf("stored %s, answered %+v", r.body, a)
		}
		kept = append(kept, a)
	}
	f.answers = kept
	return lost
}
