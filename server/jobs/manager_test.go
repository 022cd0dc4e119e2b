package jobs_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/thoughtful-solitaire/thoughtful/api/job"
	"github.com/thoughtful-solitaire/thoughtful/server/jobs"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestLife takes jobs through their life: each change has a version, for which others can wait.
func TestLife(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		p := begin(t, s)
		for _, failed := range []bool{false, true} {
			id := p.accept(t, "a job")
			a := p.next(t)
			a.publish("A")
			a.answers <- answer{"B", failed}
			var seen []string
			for known := int64(0); ; {
				j, found, err := p.Next(t.Context(), id, known)
				if err != nil || !found {
					t.Fatal(found, err)
				}
				seen = append(seen, describe(j))
				known = j.Version
				if !j.Ended.IsZero() {
					break
				}
			}
			want := "done: B"
			if failed {
				want = "failed: B"
			}
			if last := seen[len(seen)-1]; last != want || !slices.Contains([]string{"queued", "running", "running: A", want}, seen[0]) {
				t.Errorf("changes %q, want %q at the end", seen, want)
			}
			if found, err := p.Delete(t.Context(), id); !found || err != nil {
				t.Errorf("deleted %t, %v", found, err)
			}
			if _, found, err := p.Next(t.Context(), id, 1); found || err != nil {
				t.Errorf("a deleted job: %t, %v", found, err)
			}
		}
	})
}

// TestTurns has no more jobs run at a time than there are runners, and every client's first job before any
// client's second.
func TestTurns(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		p := begin(t, s)
		for range 2 {
			p.accept(t, "first")
		}
		busy := []*attempt{p.next(t), p.next(t)}
		for _, client := range []string{"a", "a", "a", "b", "b", "c"} {
			if _, err := p.Accept(t.Context(), job.Job{Client: client, Request: []byte(client)}, time.Minute); err != nil {
				t.Fatal(err)
			}
		}
		p.none(t)
		busy[0].answer("done") // from here on there is one runner for the others
		var order []string
		for range 6 {
			a := p.next(t)
			order = append(order, a.request)
			if n := p.running.Load(); n > 2 {
				t.Errorf("%d jobs at a time", n)
			}
			a.answer("done")
		}
		busy[1].answer("done")
		if got := strings.Join(order, ""); got != "abcaba" {
			t.Errorf("clients' jobs ran in the order %s", got)
		}
	})
}

// TestDeadline has the deadlines of jobs pass: of one that runs, of one that has published, and of one that
// waits.
func TestDeadline(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		p := begin(t, s)
		bare := p.accept(t, "bare", 2*time.Second)
		p.next(t)
		known := p.accept(t, "known", 2*time.Second)
		p.next(t).publish("A")
		waits := p.accept(t, "waits", 200*time.Millisecond)
		p.becomes(t, waits, "done: context deadline exceeded")
		p.becomes(t, bare, "done: context deadline exceeded")
		p.becomes(t, known, "done: A")
		if j := p.job(t, bare); j.Attempts != 1 {
			t.Errorf("%d attempts", j.Attempts)
		}
	})
}

// TestCancel cancels jobs that wait and that run.
func TestCancel(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		p := begin(t, s)
		bare := p.accept(t, "bare")
		p.next(t)
		known := p.accept(t, "known")
		p.next(t).publish("A")
		waits := p.accept(t, "waits")
		for _, test := range []struct{ id, want string }{
			{waits, "cancelled: context canceled"}, {bare, "cancelled: context canceled"}, {known, "cancelled: A"},
		} {
			if done, err := p.Cancel(t.Context(), test.id); !done || err != nil {
				t.Errorf("cancelled %t, %v", done, err)
			}
			if got := describe(p.job(t, test.id)); got != test.want {
				t.Errorf("job %q, want %q", got, test.want)
			}
			if again, err := p.Cancel(t.Context(), test.id); again || err != nil {
				t.Errorf("cancelled again: %t, %v", again, err)
			}
		}
		eventually(t, "cancelled jobs stop", func() bool { return p.running.Load() == 0 })
		p.none(t)
		if none, err := p.Cancel(t.Context(), "nonsense"); none || err != nil {
			t.Errorf("unknown job: cancelled %t, %v", none, err)
		}
	})
}

// TestStop stops a process in the middle of a job. Another process runs it, before jobs that came later, with
// what was published and as a first attempt.
func TestStop(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		one := func(o *jobs.Options) { o.Runners = 1 }
		first := begin(t, s, one)
		id := first.accept(t, "the first")
		a := first.next(t)
		a.searching(true)
		a.publish("A")
		first.accept(t, "the second")
		waiting := make(chan error, 1)
		known := first.job(t, id).Version
		go func() {
			_, _, err := first.Next(context.Background(), id, known+1)
			waiting <- err
		}()
		first.stop(t)
		if got := describe(first.job(t, id)); got != "queued: A" {
			t.Errorf("job %q", got)
		}
		if err := <-waiting; !errors.Is(err, jobs.ErrClosed) {
			t.Errorf("who waited for a change got %v", err)
		}
		if _, err := first.Accept(t.Context(), job.Job{Client: "client"}, time.Minute); !errors.Is(err, jobs.ErrClosed) {
			t.Errorf("a closed manager accepts: %v", err)
		}
		second := begin(t, s, one)
		again := second.next(t)
		if again.request != "the first" || *again.known.Load() != "A" {
			t.Errorf("%s begins", again.request)
		}
		if j := second.job(t, id); j.Attempts != 1 || j.Deaths != 0 {
			t.Errorf("%+v", j)
		}
		again.answer("B")
		second.becomes(t, id, "done: B")
		second.next(t).answer("C")
	})
}

// TestKill kills processes. Others take their jobs, and abandon a job during whose search two have died;
// not one that was only taken.
func TestKill(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		p := begin(t, s)
		taken := p.accept(t, "taken")
		p.next(t)
		id := p.accept(t, "searched")
		for death := range 2 {
			a := p.next(t)
			for a.request != "searched" {
				a = p.next(t)
			}
			a.publish("A")
			before := p.connection.marks.Load()
			a.searching(true)
			eventually(t, "the search is noted", func() bool { return p.connection.marks.Load() > before })
			eventually(t, "it runs", func() bool { return describe(p.job(t, id)) == "running: A" })
			if j := p.job(t, id); j.Deaths != death || j.Attempts != death+1 {
				t.Fatalf("death %d: %+v", death, j)
			}
			p.kill(t)
			p = begin(t, s)
		}
		p.becomes(t, id, "cancelled: A")
		if j := p.job(t, id); !j.Abandoned() {
			t.Errorf("%+v", j)
		}
		p.next(t)
		p.kill(t)
		p = begin(t, s)
		p.next(t).answer("C")
		p.becomes(t, taken, "done: C")
	})
}

// TestSuspects kills a process that searches three jobs. The next one searches them one at a time, and
// after the others, so that no more than one has a second death.
func TestSuspects(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		many := func(o *jobs.Options) { o.Runners = 10 }
		p := begin(t, s, many)
		var suspects []string
		for n := range 3 {
			suspects = append(suspects, p.accept(t, fmt.Sprint("suspect ", n)))
			p.next(t).searching(true)
		}
		eventually(t, "the searches are noted", func() bool { return p.connection.marks.Load() == 3 })
		p.kill(t)
		p = begin(t, s, many)
		a := p.next(t)
		p.none(t)
		other := p.accept(t, "another")
		p.next(t).answer("B")
		p.becomes(t, other, "done: B")
		a.searching(true)
		a.answer("A")
		p.next(t).searching(true) // of a job that has been suspected, each is noted before it begins
		p.kill(t)
		p = begin(t, s, many)
		p.next(t).answer("A")
		ends := func() (ended []string) {
			for _, id := range suspects {
				if j := p.job(t, id); !j.Ended.IsZero() {
					ended = append(ended, describe(j))
				}
			}
			slices.Sort(ended)
			return ended
		}
		eventually(t, "the suspects have ended", func() bool { return len(ends()) == 3 })
		if got := ends(); !slices.Equal(got, []string{"cancelled: context canceled", "done: A", "done: A"}) {
			t.Errorf("%q", got)
		}
	})
}

// TestQuickSearches notes searches in the store: those that take a while, and all of a job that a process
// did not survive.
func TestQuickSearches(t *testing.T) {
	t.Parallel()
	s := openStore(t, database.Config{Dir: t.TempDir()})
	p := begin(t, s)
	id := p.accept(t, "a job")
	a := p.next(t)
	for range 3 {
		a.searching(true)
		a.searching(false)
	}
	time.Sleep(200 * time.Millisecond)
	if n := p.connection.marks.Load(); n != 0 {
		t.Errorf("%d notes of quick searches", n)
	}
	a.searching(true)
	eventually(t, "a long search is noted", func() bool { return p.connection.marks.Load() == 1 })
	p.kill(t)
	p = begin(t, s)
	a = p.next(t)
	for n := range int64(3) {
		a.searching(true)
		a.searching(false)
		if got := p.connection.marks.Load(); got != 2*n+2 {
			t.Errorf("%d notes after %d searches of a job that a process did not survive", got, n+1)
		}
	}
	a.answer("A")
	p.becomes(t, id, "done: A")
}

// TestTakenForDead has another process begin a job that runs here, as it does when this one was silent. What
// comes of it here is ignored afterwards, and this process does not count as dead.
func TestTakenForDead(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		p := begin(t, s)
		id, a := p.searches(t)
		if j := p.connection.elsewhere(t); j.ID != id || j.Attempts != 2 || j.Deaths != 1 {
			t.Fatalf("taken over: %+v", j)
		}
		a.publish("A")
		<-a.ctx.Done()
		eventually(t, "it does not run here", func() bool { return p.running.Load() == 0 })
		eventually(t, "the death is taken back", func() bool { return p.job(t, id).Deaths == 0 })
		if got := describe(p.job(t, id)); got != "running" {
			t.Errorf("job %q", got)
		}
		if ended, err := s.EndJob(t.Context(), id, 2, job.Done, time.Now(), []byte("B")); !ended || err != nil {
			t.Error(ended, err)
		}
	})
}

// TestAway has the store away from a process when its search ends, and another one take the job. This one does
// not count as dead afterwards.
func TestAway(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		p := begin(t, s)
		id, a := p.searches(t)
		p.connection.cut.Store(true)
		a.answer("A")
		eventually(t, "it does not run here", func() bool { return p.running.Load() == 0 })
		if j := p.connection.elsewhere(t); j.ID != id || j.Deaths != 1 {
			t.Fatalf("taken over: %+v", j)
		}
		p.connection.cut.Store(false)
		eventually(t, "the death is taken back", func() bool { return p.job(t, id).Deaths == 0 })
	})
}

// TestLostReply loses the reply of the store that began a job. The job is begun again soon.
func TestLostReply(t *testing.T) {
	t.Parallel()
	p := begin(t, openStore(t, database.Config{Dir: t.TempDir()}))
	p.connection.loseReply.Store(true)
	id := p.accept(t, "a job")
	p.next(t).answer("A")
	p.becomes(t, id, "done: A")
	if j := p.job(t, id); j.Attempts != 2 || j.Deaths != 0 {
		t.Errorf("%+v", j)
	}
}

// TestStoreDown ends a job while the store is down. The result is written when it is back.
func TestStoreDown(t *testing.T) {
	t.Parallel()
	p := begin(t, openStore(t, database.Config{Dir: t.TempDir()}))
	id := p.accept(t, "a job")
	a := p.next(t)
	p.connection.cut.Store(true)
	a.answer("A")
	time.Sleep(300 * time.Millisecond)
	if got := describe(p.job(t, id)); got != "running" {
		t.Errorf("job %q", got)
	}
	p.connection.cut.Store(false)
	p.becomes(t, id, "done: A")
	p.none(t)
}

// TestLacked takes a job's ticket out of the queue, as another process may that was taken for dead. The job
// gets one again.
func TestLacked(t *testing.T) {
	each(t, func(t *testing.T, s *store.Store) {
		var p *process
		quickly := func(o *jobs.Options) { o.Sweep = time.Millisecond }
		p = begin(t, s, quickly)
		id := p.accept(t, "a job")
		a := p.next(t)
		p.connection.elsewhere(t)
		<-a.ctx.Done() // and its ticket is used, as nothing is left to do
		p.next(t).answer("A")
		p.becomes(t, id, "done: A")
	})
}

// TestBounds tests the limits of unfinished and of kept jobs, which are lower for the guest.
func TestBounds(t *testing.T) {
	t.Parallel()
	s := openStore(t, database.Config{Dir: t.TempDir()})
	p := begin(t, s, func(o *jobs.Options) {
		o.Most, o.Keep, o.Runners, o.Sweep = store.Limits{All: 20, Client: 5}, 3, 20, 10*time.Millisecond
		o.Guest = store.Guest{Client: "guest", Jobs: 2}
	})
	accept := func(client string) error {
		_, err := p.Accept(t.Context(), job.Job{Client: client, Request: []byte(client)}, time.Minute)
		return err
	}
	for client, most := range map[string]int{"guest": 2, "client": 5} {
		for n := range most + 1 {
			crowded, ok := errors.AsType[*store.LimitReached](accept(client))
			if ok != (n == most) || ok && !crowded.Client {
				t.Errorf("job %d of %s: %v", n+1, client, crowded)
			}
		}
	}
	for range 7 {
		p.next(t).answer("A")
	}
	eventually(t, "only the newest are kept", func() bool {
		kept, err := s.ListJobs(t.Context(), job.Filter{State: job.Done, Most: 100})
		by := map[string]int{}
		for _, j := range kept {
			by[j.Client]++
		}
		return err == nil && by["client"] == 3 && by["guest"] == 2
	})
	if err := accept("guest"); err != nil {
		t.Error(err)
	}
}

// TestUnread has many jobs done that nobody reads. They are deleted after a while.
func TestUnread(t *testing.T) {
	t.Parallel()
	s := openStore(t, database.Config{Dir: t.TempDir()})
	const many = 200
	p := begin(t, s, func(o *jobs.Options) { o.Runners, o.KeepFor, o.Sweep = 8, 2*time.Second, 20*time.Millisecond })
	for range many {
		p.accept(t, "a job")
	}
	for range many {
		p.next(t).answer("A")
	}
	eventually(t, "they are deleted", func() bool {
		counts, err := s.CountJobs(t.Context())
		return err == nil && len(counts) == 0
	})
}
