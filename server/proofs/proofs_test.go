package proofs

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/thoughtful-solitaire/thoughtful/server/pool"
	"github.com/thoughtful-solitaire/thoughtful/server/queue"
	"github.com/thoughtful-solitaire/thoughtful/server/seal"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// Losses with small proofs, one that needs thousands of states, and a deal that can be won.
var (
	lostDeals = [][2]string{{"klondike", "solvitaire:19"}, {"fan", "solvitaire:5"}, {"black-hole", "solvitaire:40"}, {"east-haven", "solvitaire:1"}}
	hardDeal  = [2]string{"free-cell", "microsoft:11982"}
	wonDeal   = [2]string{"klondike", "solvitaire:2"}
)

const fewStates = 5000 // enough for the small ones

func numbered(t *testing.T, deal [2]string) *solver.Problem {
	t.Helper()
	p, err := solver.Numbered(deal[0], deal[1])
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// journal is a log that can be read while it is written.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(text []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(text)
}

func (j *journal) has(text string) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return strings.Contains(j.text.String(), text)
}

// seen is an Observer.
type seen struct {
	mu      sync.Mutex
	proved  []string
	checked map[string]int
	wrong   int
}

func (s *seen) Proved(outcome string, _ time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.proved = append(s.proved, outcome)
}

func (s *seen) LossChecked(outcome string, _ time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.checked[outcome]++
}

func (s *seen) FalseLosses(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.wrong = n
}

func (s *seen) outcomes() (proven, unproven, failed int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.checked[store.LossProven], s.checked[store.LossUnproven], s.checked[store.LossFailed]
}

func openStore(t *testing.T) *store.Store {
	t.Helper()
	s, err := store.Open(t.Context(), database.Config{Dir: t.TempDir(), Log: slog.New(slog.DiscardHandler)}, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// loses stores that deals are lost, whether that is true or not.
func loses(t *testing.T, s *store.Store, deals ...[2]string) {
	t.Helper()
	for _, d := range deals {
		r := solver.NewRecord(numbered(t, d), solver.Result{Verdict: solver.Unwinnable, Engine: "test", States: 5}, time.Second)
		if err := s.Put(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
}

// process is a Service with what it reports.
type process struct {
	*Service
	seen *seen
	log  *journal
}

func begin(t *testing.T, s *store.Store, change ...func(*Options)) *process {
	t.Helper()
	wrong, err := ReadFalse(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	p := &process{seen: &seen{checked: map[string]int{}}, log: &journal{}}
	o := Options{
		Store: s, False: wrong, Seals: s.Seals(), Gate: pool.NewGate(2), Log: slog.New(slog.NewTextHandler(p.log, nil)), Observer: p.seen,
		Solve: func(ctx context.Context, p *solver.Problem) (solver.Result, error) {
			return portfolio.New(1<<26).Solve(solver.NewClock(ctx), p, solver.Budget{}), nil
		},
		States: fewStates, Time: time.Minute, Bytes: 1 << 20,
		// As verdict.Service does it.
		Recall: func(ctx context.Context, id solver.ID) (*solver.Problem, solver.Answer, error) {
			r, found, err := s.Get(ctx, id)
			if err == nil && found && wrong.Has(id) {
				found, err = false, s.Delete(ctx, id)
			}
			if err != nil || !found {
				return nil, solver.Answer{}, err
			}
			problem, err := solver.ParseProblem(r.Problem)
			return problem, solver.Answer{Result: r.Result()}, err
		},
	}
	for _, c := range change {
		c(&o)
	}
	p.Service = New(o, new(queue.Duties))
	t.Cleanup(func() {
		if err := p.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return p
}

// TestProve makes a proof, which a checker accepts, and keeps it.
func TestProve(t *testing.T) {
	s := openStore(t)
	loses(t, s, lostDeals[0])
	p := begin(t, s)
	id := numbered(t, lostDeals[0]).ID()
	if _, found, err := p.Proof(t.Context(), id); found || err != nil {
		t.Fatal("there is a proof", found, err)
	}
	for range 2 { // the second is the one that is kept
		n, err := p.Prove(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		file, found, err := p.Proof(t.Context(), id)
		if !found || err != nil || len(file) != n {
			t.Fatalf("%d bytes of %d, %t, %v", len(file), n, found, err)
		}
		text, err := gzip.NewReader(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		if report, err := proof.Check(text, fewStates); err != nil || report.Problem.ID() != id {
			t.Errorf("%+v, %v", report, err)
		}
	}
	if !slices.Equal(p.seen.proved, []string{"made"}) {
		t.Errorf("proved %v", p.seen.proved)
	}
	var old bytes.Buffer
	z := gzip.NewWriter(&old)
	if _, err := z.Write([]byte("thoughtful proof 1\n")); err != nil || z.Close() != nil {
		t.Fatal(err)
	}
	if err := s.PutProof(t.Context(), id, old.Bytes(), 1<<20); err != nil {
		t.Fatal(err)
	}
	if _, found, err := p.Proof(t.Context(), id); found || err != nil {
		t.Error("a file of an old version is answered", found, err)
	}
	if _, err := p.Prove(t.Context(), id); err != nil || len(p.seen.proved) != 2 {
		t.Errorf("it is not made again: %v, %v", p.seen.proved, err)
	}
	if _, err := p.Prove(t.Context(), numbered(t, lostDeals[1]).ID()); !errors.Is(err, ErrNoLoss) {
		t.Errorf("a deal that is not stored: %v", err)
	}
}

// TestLimits reaches the limits, which says nothing about the loss.
func TestLimits(t *testing.T) {
	s := openStore(t)
	loses(t, s, hardDeal)
	id := numbered(t, hardDeal).ID()
	for name, change := range map[string]func(*Options){
		"states": func(*Options) {},
		"time":   func(o *Options) { o.Time, o.States = time.Millisecond, 1_000_000 },
	} {
		p := begin(t, s, change)
		_, err := p.Prove(t.Context(), id)
		limit, ok := errors.AsType[*Limit](err)
		if !ok || (limit.States > 0) != (name == "states") || p.False.Count() > 0 {
			t.Errorf("%s: %v, %d false", name, err, p.False.Count())
		}
	}
	p := begin(t, s)
	p.asked <- struct{}{} // another proof is being made
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := p.Prove(ctx, id); !isBusy(err) {
		t.Errorf("in the queue: %v", err)
	}
	<-p.asked
}

func isBusy(err error) bool {
	b, ok := errors.AsType[*Busy](err)
	return ok && b.RetryAfter() > 0
}

// TestFalseLoss asks for the proof of a loss that is none.
func TestFalseLoss(t *testing.T) {
	s := openStore(t)
	loses(t, s, wonDeal)
	p, other := begin(t, s), begin(t, s)
	id := numbered(t, wonDeal).ID()
	_, err := p.Prove(t.Context(), id)
	if _, ok := errors.AsType[*Wrong](err); !ok {
		t.Fatal(err)
	}
	if !p.False.Has(id) || p.seen.wrong != 1 || !p.log.has("level=ERROR") || !p.log.has("epoch") {
		t.Errorf("false %t, %d counted, log %s", p.False.Has(id), p.seen.wrong, &p.log.text)
	}
	if _, found, err := s.Get(t.Context(), id); found || err != nil {
		t.Errorf("still stored: %t, %v", found, err)
	}
	if other.False.Has(id) {
		t.Fatal("the other process can't know yet")
	}
	if err := other.False.Read(t.Context()); err != nil || !other.False.Has(id) {
		t.Errorf("another process: %t, %v", other.False.Has(id), err)
	}
	if next := begin(t, s); !next.False.Has(id) {
		t.Error("forgotten by a new process")
	}
}

// TestWin confirms that a loss is none without an engine, or not, which is no failure.
func TestWin(t *testing.T) {
	easy, far := [2]string{"klondike-draw-1", "solvitaire:2"}, wonDeal
	for _, liar := range []solver.Result{
		{Verdict: solver.Unwinnable}, {Verdict: solver.Winnable}, // a win that the referee does not play
	} {
		s := openStore(t)
		loses(t, s, easy, far)
		p := begin(t, s, func(o *Options) {
			o.States = 2000
			o.Solve = func(context.Context, *solver.Problem) (solver.Result, error) { return liar, nil }
		})
		outcomes := map[string]int{}
		for _, d := range [][2]string{easy, far} {
			_, err := p.Prove(t.Context(), numbered(t, d).ID())
			_, wrong := errors.AsType[*Wrong](err)
			limit, is := errors.AsType[*Limit](err)
			switch {
			case wrong:
				outcomes["wrong"]++
			case is && limit.Doubtful:
				outcomes["doubtful"]++
				if p.False.Has(numbered(t, d).ID()) || !p.log.has("no win was found") {
					t.Errorf("%s: false %t, log %s", d, p.False.Has(numbered(t, d).ID()), &p.log.text)
				}
			default:
				t.Error(d, err)
			}
		}
		if outcomes["wrong"] != 1 || outcomes["doubtful"] != 1 {
			t.Errorf("%v; the win of one can be found in few states, that of the other can't", outcomes)
		}
	}
}

// TestVerify checks the losses of a store, each once, one of them false.
func TestVerify(t *testing.T) {
	s := openStore(t)
	loses(t, s, lostDeals...)
	loses(t, s, hardDeal, wonDeal)
	all := func(o *Options) { o.Verify = All }
	p := begin(t, s, all)
	if err := p.check(t.Context()); err != nil {
		t.Fatal(err)
	}
	if proven, unproven, failed := p.seen.outcomes(); proven != len(lostDeals) || unproven != 1 || failed != 1 {
		t.Errorf("%d proven, %d unproven, %d failed", proven, unproven, failed)
	}
	id := numbered(t, wonDeal).ID()
	if !p.False.Has(id) || !p.log.has(string(id)) {
		t.Error("the false loss is not known, or not logged")
	}
	for _, d := range append(slices.Clone(lostDeals), hardDeal) {
		if id := numbered(t, d).ID(); p.False.Has(id) {
			t.Errorf("%s is called false", d)
		}
	}
	if err := p.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	loses(t, s, [2]string{"monte-carlo", "solvitaire:25"})
	next := begin(t, s, all)
	for range 2 {
		if err := next.check(t.Context()); err != nil {
			t.Fatal(err)
		}
		if proven, unproven, failed := next.seen.outcomes(); proven != 1 || unproven+failed != 0 {
			t.Errorf("checked again: %d proven, %d unproven, %d failed", proven, unproven, failed)
		}
	}
}

// TestSampled checks the losses of a sixteenth of all ids only.
func TestSampled(t *testing.T) {
	s := openStore(t)
	in, out := 0, 0
	for n := 1; in == 0; n++ { // the first whose id is in the sample, and those before it
		d := [2]string{"klondike", fmt.Sprintf("solvitaire:%d", 100+n)}
		if loses(t, s, d); strings.HasPrefix(string(numbered(t, d).ID()), "1-0") {
			in++
		} else {
			out++
		}
	}
	if out == 0 {
		t.Fatal("all are in the sample")
	}
	p := begin(t, s, func(o *Options) { o.Verify, o.States = Sampled, 10 })
	if err := p.check(t.Context()); err != nil {
		t.Fatal(err)
	}
	if proven, unproven, failed := p.seen.outcomes(); proven+unproven+failed != in {
		t.Errorf("%d checked, want %d of %d", proven+unproven+failed, in, in+out)
	}
}

// TestJobID checks that a client finds its job again, and that nobody can know another's.
func TestJobID(t *testing.T) {
	s := openStore(t)
	p := begin(t, s)
	first := p.JobID("1-a", "10.0.0.1")
	if len(first) < 22 || first != p.JobID("1-a", "10.0.0.1") {
		t.Errorf("id %q", first)
	}
	keys, err := seal.Parse("another key than that of the store")
	if err != nil {
		t.Fatal(err)
	}
	other := begin(t, s, func(o *Options) { o.Seals = &keys })
	for what, id := range map[string]string{
		"another deal": p.JobID("1-b", "10.0.0.1"), "another client": p.JobID("1-a", "10.0.0.2"), "another key": other.JobID("1-a", "10.0.0.1"),
	} {
		if id == first {
			t.Errorf("%s has the same job", what)
		}
	}
}
