package jobs_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"math"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/thoughtful-solitaire/thoughtful/server/jobs"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver/job"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestLife follows jobs through their life, in the process that runs them, which reports changes
// at once, and in another one, which finds them within a second.
func TestLife(t *testing.T) {
	for _, test := range []struct {
		request string
		changes []string
	}{
		{"answer A after 5s", []string{"0 running", "5 done: A"}},
		{"publish A after 2s, publish B after 3s, answer C after 1s", []string{"0 running", "2 running: A", "5 running: B", "6 done: C"}},
		{"publish A after 2s, fail with B after 1.5s", []string{"0 running", "2 running: A", "3.5 failed: B"}},
	} {
		t.Run(test.request, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := database(t)
				here := begin(t, s)
				id := here.accept(t, test.request)
				synctest.Wait()
				near := here.follow(t, id)
				there := begin(t, s)
				time.Sleep(100 * time.Millisecond) // so that it polls at other times
				far := there.follow(t, id)
				if changes := near(); !slices.Equal(changes, test.changes) {
					t.Errorf("changes %q, want %q", changes, test.changes)
				}
				// The other process polls once a second.
				want := slices.Clone(test.changes)
				for i := range want {
					at, what, _ := strings.Cut(want[i], " ")
					seconds, _ := strconv.ParseFloat(at, 64)
					want[i] = fmt.Sprintf("%v %s", math.Ceil(max(0, seconds-.1)), what)
				}
				if changes := far(); !slices.Equal(changes, want) {
					t.Errorf("in another process: changes %q, want %q", changes, want)
				}
				if found, err := here.Delete(context.Background(), id); !found || err != nil {
					t.Errorf("deleted %t, %v", found, err)
				}
				here.wantState(t, id, "gone")
				if changes := here.follow(t, id)(); !slices.Equal(changes, []string{"false <nil>"}) {
					t.Errorf("changes %q of a deleted job", changes)
				}
			})
		})
	}
}

// TestRunners checks that no more jobs run at a time than there are runners.
func TestRunners(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := begin(t, database(t), func(o *jobs.Options) { o.Runners = 3 })
		var ids []string
		for range 10 {
			ids = append(ids, p.accept(t, "answer A after 10s"))
		}
		time.Sleep(39 * time.Second)
		p.wantState(t, ids[8], "done: A")
		p.wantState(t, ids[9], "running")
		time.Sleep(2 * time.Second)
		p.wantState(t, ids[9], "done: A")
		if p.most.Load() != 3 {
			t.Errorf("%d at a time", p.most.Load())
		}
	})
}

// TestDeadline tests jobs whose deadline passes: while they run, with and without a published
// answer, and while they wait.
func TestDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := begin(t, database(t))
		long := []string{
			p.accept(t, "answer A after 1h"),
			p.accept(t, "publish A after 5m, answer B after 1h"),
		}
		synctest.Wait()
		waits := p.accept(t, "answer A after 1s", 20*time.Second)
		time.Sleep(19 * time.Second)
		p.wantState(t, waits, "queued")
		time.Sleep(2500 * time.Millisecond)
		p.wantState(t, waits, "done: context deadline exceeded")
		time.Sleep(8 * time.Minute)
		p.wantState(t, long[1], "running: A")
		time.Sleep(2 * time.Minute)
		p.wantState(t, long[0], "done: context deadline exceeded")
		p.wantState(t, long[1], "done: A")
	})
}

// TestCancel cancels jobs that wait, that run in this process, and that run in another.
func TestCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := database(t)
		here := begin(t, s)
		bare, known := here.accept(t, "answer A after 5m"), here.accept(t, "publish A after 1s, answer B after 5m")
		synctest.Wait()
		waits := here.accept(t, "answer A after 5m")
		there := begin(t, s, func(o *jobs.Options) { o.Runners = 1 })
		time.Sleep(2 * time.Second)
		elsewhere := here.accept(t, "answer A after 5m")
		for id, want := range map[string]string{
			bare: "cancelled: context canceled", known: "cancelled: A", elsewhere: "cancelled: context canceled",
		} {
			synctest.Wait() // a job that a runner is just taking would be dropped only at the next poll
			if cancelled, err := here.Cancel(context.Background(), id); !cancelled || err != nil {
				t.Errorf("cancelled %t, %v", cancelled, err)
			}
			here.wantState(t, id, want)
			if again, err := here.Cancel(context.Background(), id); again || err != nil {
				t.Errorf("cancelled again: %t, %v", again, err)
			}
		}
		synctest.Wait()
		if here.running.Load() != 0 {
			t.Errorf("%d cancelled jobs still run", here.running.Load())
		}
		if there.running.Load() != 1 {
			t.Fatalf("%d jobs in the other process", there.running.Load())
		}
		if cancelled, err := here.Cancel(context.Background(), waits); !cancelled || err != nil {
			t.Errorf("cancelled %t, %v", cancelled, err)
		}
		time.Sleep(3 * time.Second)
		if there.running.Load() != 0 {
			t.Error("a job that was cancelled in another process still runs")
		}
		if none, err := here.Cancel(context.Background(), "nonsense"); none || err != nil {
			t.Errorf("unknown job: cancelled %t, %v", none, err)
		}
	})
}

// TestStop stops a process in the middle of a job. Another process runs it, with the same
// deadline and as a first attempt.
func TestStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := database(t)
		first := begin(t, s)
		id := first.accept(t, "search after 0s, publish A after 2m, answer B after 1m")
		hopeless := first.accept(t, "answer A after 1h")
		time.Sleep(150 * time.Second)
		first.wantState(t, id, "running: A")
		changes := first.follow(t, id)
		synctest.Wait()
		first.close(t)
		first.wantState(t, id, "queued: A")
		if got := changes(); len(got) != 2 || got[1] != "false "+jobs.ErrClosed.Error() {
			t.Errorf("changes %q", got)
		}
		if _, err := first.Accept(context.Background(), job.Job{Client: "client"}, time.Minute); !errors.Is(err, jobs.ErrClosed) {
			t.Errorf("a closed manager accepts: %v", err)
		}

		second := begin(t, s)
		synctest.Wait()
		if j, _, err := second.Job(context.Background(), id, 0); err != nil || j.Attempts != 1 || j.Deaths != 0 {
			t.Errorf("%+v, %v", j, err)
		}
		time.Sleep(4 * time.Minute)
		second.wantState(t, id, "done: B")
		second.wantState(t, hopeless, "running")
		time.Sleep(4 * time.Minute)
		second.wantState(t, hopeless, "done: context deadline exceeded")
	})
}

// TestKill kills processes. Others take their jobs when the lease has run out, and abandon a job
// during whose search two have died; not one that was only taken.
func TestKill(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := database(t)
		p := begin(t, s)
		waiting := p.accept(t, "answer C after 1m")
		id := p.accept(t, "publish A after 1s, search after 0s, answer B after 1m")
		for death := range 2 {
			time.Sleep(5 * time.Second)
			p.wantState(t, id, "running: A")
			if j, _, err := p.Job(context.Background(), id, 0); err != nil || j.Deaths != death || j.Attempts != death+1 {
				t.Fatalf("death %d: %+v, %v", death, j, err)
			}
			p.kill()
			p = begin(t, s)
			time.Sleep(14 * time.Second) // the lease was renewed no more than 2.5 seconds before
			if p.started.Load() != 0 {
				t.Fatal("a job was taken before its lease ran out")
			}
			time.Sleep(8 * time.Second)
		}
		p.wantState(t, id, "cancelled: A")
		if j, _, err := p.Job(context.Background(), id, 0); err != nil || !j.Abandoned() {
			t.Errorf("%+v, %v", j, err)
		}
		for range 3 {
			p.kill()
			p = begin(t, s)
			time.Sleep(22 * time.Second)
			p.wantState(t, waiting, "running")
		}
		time.Sleep(time.Minute)
		p.wantState(t, waiting, "done: C")
	})
}

// TestSuspects kills a process that searches three jobs. The next one searches them one at a time, and
// after the others, so that no more than one has a second death.
func TestSuspects(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := database(t)
		many := func(o *jobs.Options) { o.Runners = 10 }
		p := begin(t, s, many)
		var suspects []string
		for range 3 {
			suspects = append(suspects, p.accept(t, "search after 0s, answer A after 1m"))
		}
		time.Sleep(time.Second)
		p.kill()
		p = begin(t, s, many)
		time.Sleep(22 * time.Second)
		if n := p.running.Load(); n != 1 {
			t.Errorf("%d suspected jobs run at once", n)
		}
		other := p.accept(t, "search after 0s, answer B after 30s")
		time.Sleep(35 * time.Second)
		p.wantState(t, other, "done: B")
		p.kill() // during the search of the first one
		p = begin(t, s, many)
		time.Sleep(3 * time.Minute)
		ends := map[string]int{}
		for _, id := range suspects {
			ends[p.stateOf(t, id)]++
		}
		if want := map[string]int{"done: A": 2, "cancelled: context canceled": 1}; !maps.Equal(ends, want) {
			t.Errorf("the suspected jobs ended %v, want %v", ends, want)
		}
	})
}

// TestQuickSearches notes searches in the store: those that take a while, and all of a job that a process
// did not survive.
func TestQuickSearches(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := database(t)
		p := begin(t, s)
		const quick = "search after 0s, rest after 50ms, search after 0s, rest after 50ms, "
		for _, test := range []struct {
			request string
			want    int64
		}{
			{quick + "answer A after 1s", 0},
			{"search after 0s, rest after 2s, answer A after 1s", 2},
		} {
			p.connection.marks.Store(0)
			p.accept(t, test.request)
			time.Sleep(5 * time.Second)
			if n := p.connection.marks.Load(); n != test.want {
				t.Errorf("%s: %d notes in the store, want %d", test.request, n, test.want)
			}
		}
		id := p.accept(t, quick+"answer A after 1m")
		time.Sleep(time.Second)
		p.kill()
		p = begin(t, s)
		time.Sleep(25 * time.Second)
		p.wantState(t, id, "running")
		if n := p.connection.marks.Load(); n != 4 {
			t.Errorf("%d notes of a job that was taken again, want 4", n)
		}
	})
}

// TestDeadlineOfTheKilled kills a process that runs a job. Another one ends it soon after its
// deadline, although the lease has not run out.
func TestDeadlineOfTheKilled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := database(t)
		p := begin(t, s)
		id := p.accept(t, "publish A after 1s, answer B after 1m", 10*time.Second)
		time.Sleep(3 * time.Second)
		p.kill()
		p = begin(t, s)
		time.Sleep(7 * time.Second)
		p.wantState(t, id, "running: A")
		time.Sleep(4 * time.Second)
		p.wantState(t, id, "done: A")
	})
}

// TestKilledUntilItsDeadline kills every process that runs a job. It has had its attempts when its
// deadline passes, and ends as any other job then.
func TestKilledUntilItsDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := database(t)
		p := begin(t, s)
		id := p.accept(t, "publish A after 500ms, search after 0s, answer B after 2m", 40*time.Second)
		for range 2 {
			time.Sleep(time.Second)
			p.wantState(t, id, "running: A")
			p.kill()
			p = begin(t, s)
			time.Sleep(22 * time.Second) // the lease runs out, or the deadline passes
		}
		p.wantState(t, id, "done: A")
		if j, _, err := p.Job(context.Background(), id, 0); err != nil || j.Attempts != 3 || j.Deaths != 2 {
			t.Errorf("%+v, %v", j, err)
		}
	})
}

// TestLostLease cuts a process off from the store until another one has taken its job. Its results
// are ignored afterwards, and it does not count as dead.
func TestLostLease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := database(t)
		lost := begin(t, s)
		id := lost.accept(t, "search after 0s, publish A after 100s, answer B after 30s")
		time.Sleep(time.Second)
		lost.kill()
		other := begin(t, s)
		time.Sleep(60 * time.Second)
		if other.running.Load() != 1 {
			t.Fatal("the job was not taken over")
		}
		if j, _, err := other.Job(context.Background(), id, 0); err != nil || j.Deaths != 1 {
			t.Errorf("taken over: %+v, %v", j, err)
		}
		lost.connection.cut.Store(false)
		time.Sleep(5 * time.Second)
		if lost.running.Load() != 0 {
			t.Error("a job still runs that another process has taken")
		}
		other.wantState(t, id, "running")
		if j, _, err := other.Job(context.Background(), id, 0); err != nil || j.Deaths != 0 {
			t.Errorf("after the first process is back: %+v, %v", j, err)
		}
		time.Sleep(2 * time.Minute)
		other.wantState(t, id, "done: B")
		if lost.started.Load()+other.started.Load() != 2 {
			t.Errorf("started %d and %d times", lost.started.Load(), other.started.Load())
		}
	})
}

// TestLostReply loses the reply of the store that gave a job to a process, which keeps running
// another one. The job is taken again when its lease has run out.
func TestLostReply(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := begin(t, database(t))
		other := p.accept(t, "answer A after 5m")
		synctest.Wait()
		p.connection.loseReply.Store(true)
		id := p.accept(t, "answer B after 1s")
		time.Sleep(10 * time.Second)
		p.wantState(t, id, "running")
		time.Sleep(13 * time.Second)
		p.wantState(t, id, "done: B")
		p.wantState(t, other, "running")
	})
}

// TestStoreDown ends a job while the store is down. The result is written when it is back.
func TestStoreDown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := begin(t, database(t))
		id := p.accept(t, "publish A after 1s, answer B after 1s")
		synctest.Wait()
		p.connection.cut.Store(true)
		time.Sleep(15 * time.Second)
		p.wantState(t, id, "running")
		p.connection.cut.Store(false)
		time.Sleep(6 * time.Second)
		p.wantState(t, id, "done: B")
		if p.started.Load() != 1 {
			t.Errorf("started %d times", p.started.Load())
		}
	})
}

// TestBounds tests the limits of unfinished and of kept jobs, which are lower for the guest.
func TestBounds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := database(t)
		p := begin(t, s, func(o *jobs.Options) {
			o.Most, o.Keep = store.Crowd{All: 20, Client: 5}, 3
			o.Guest = store.Guest{Client: "guest", Jobs: 2}
		})
		ofGuest := func() error {
			_, err := p.Accept(context.Background(), job.Job{Client: "guest", Request: []byte("answer A after 1s")}, time.Minute)
			return err
		}
		for n := range 3 {
			crowded, ok := errors.AsType[*store.Crowded](ofGuest())
			if ok != (n == 2) || ok && !crowded.Client {
				t.Errorf("job %d of the guest: %v", n+1, crowded)
			}
		}
		for range 5 {
			p.accept(t, "answer A after 1s")
		}
		_, err := p.Accept(context.Background(), job.Job{Client: "client", Request: []byte("answer A after 1s")}, time.Minute)
		if crowded, ok := errors.AsType[*store.Crowded](err); !ok || !crowded.Client {
			t.Errorf("a sixth job: %v", err)
		}
		time.Sleep(20 * time.Second)
		if err := ofGuest(); err != nil {
			t.Error(err)
		}
		time.Sleep(20 * time.Second)
		kept, err := s.ListJobs(context.Background(), job.Filter{Most: 100})
		by := map[string]int{}
		for _, j := range kept {
			by[j.Client+" "+j.State]++
		}
		if err != nil || by["client done"] != 3 || by["guest done"] != 2 || len(by) != 2 {
			t.Errorf("%v, %v", by, err)
		}
	})
}

var abandoned = flag.Int("abandoned", 1000, "jobs that nobody reads; twice as many in all")

// inBubble counts the goroutines of a test's bubble, without those of the runtime.
func inBubble() int {
	stacks := make([]byte, 1<<20)
	return strings.Count(string(stacks[:runtime.Stack(stacks, true)]), "synctest bubble")
}

// TestAbandoned adds many jobs that nobody reads, twice. After an hour they are deleted, and the
// second round takes no more space than the first.
func TestAbandoned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		many := *abandoned
		if testing.Short() {
			many /= 4
		}
		s := database(t)
		p := begin(t, s, func(o *jobs.Options) {
			o.Most, o.Keep, o.Runners, o.Sweep = store.Crowd{All: many, Client: many}, many, 8, time.Minute
		})
		var size int64
		var goroutines int
		for round := range 2 {
			for i := range many {
				// Some are done soon, some never.
				p.accept(t, []string{"answer A after 1ms", "publish A after 1s, answer B after 1h"}[i%1000/999], time.Minute)
				if i%200 == 0 {
					time.Sleep(50 * time.Millisecond)
				}
			}
			time.Sleep(30 * time.Minute)
			counts, err := s.CountJobs(context.Background())
			if err != nil || counts[store.JobDone] != many || len(counts) != 1 {
				t.Fatalf("%v, %v", counts, err)
			}
			time.Sleep(35 * time.Minute)
			if counts, err = s.CountJobs(context.Background()); err != nil || len(counts) != 0 {
				t.Errorf("%v, %v", counts, err)
			}
			grown, err := s.Size(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if round == 1 && grown > size+size/10 {
				t.Errorf("the store grew from %d bytes to %d", size, grown)
			}
			size = grown
			synctest.Wait()
			now := inBubble()
			if now < 2 || now > 40 || round == 1 && now > goroutines {
				t.Errorf("%d goroutines, %d before", now, goroutines)
			}
			goroutines = now
		}
	})
}
