package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/job"
)

// start is when the tests of jobs begin; a database keeps milliseconds.
var start = time.UnixMilli(1_750_000_000_000)

// at returns the time so many seconds later.
func at(seconds int) time.Time { return start.Add(time.Duration(seconds) * time.Second) }

// roomy is a crowd that is never full.
var roomy = Crowd{All: 1000, Client: 1000}

// asked returns a job of a client, accepted so many seconds after the start.
func asked(name, client string, seconds int) job.Job {
	return job.Job{
		ID: name + "-0123456789012345678901", Client: client, Request: []byte(`{"game":"klondike","deal":"é"}`),
		State: JobQueued, Version: 1, Accepted: at(seconds), Deadline: at(seconds + 60),
	}
}

func addJobs(t *testing.T, s Store, jobs ...job.Job) {
	t.Helper()
	for _, j := range jobs {
		if err := s.AddJob(t.Context(), j, roomy); err != nil {
			t.Fatal(err)
		}
	}
}

// take takes the next job, which must be the wanted one.
func take(t *testing.T, s Store, holder string, seconds int, want string) job.Job {
	t.Helper()
	j, found, err := s.TakeJob(t.Context(), holder, at(seconds), at(seconds+20), Unsuspected)
	if err != nil {
		t.Fatal(err)
	}
	if name, _, _ := strings.Cut(j.ID, "-"); name != want || found != (want != "") {
		t.Fatalf("took %q (%t), want %q", name, found, want)
	}
	return j
}

// wantJob checks a stored job.
func wantJob(t *testing.T, s Store, want job.Job) {
	t.Helper()
	got, found, err := s.Job(t.Context(), want.ID, 0)
	if err != nil || !found {
		t.Fatalf("%s: %t, %v", want.ID, found, err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("job (- want + got):\n%s", diff)
	}
}

// must checks the outcome of a call that returns a bool and an error.
func must(t *testing.T, want bool) func(bool, error) {
	t.Helper()
	return func(got bool, err error) {
		t.Helper()
		if err != nil || got != want {
			t.Errorf("%t, %v, want %t", got, err, want)
		}
	}
}

// TestJobLife takes a job through its life.
func TestJobLife(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s Store) {
		j := asked("a", "192.0.2.1", 0)
		if _, found, err := s.Job(t.Context(), j.ID, 0); found || err != nil {
			t.Errorf("before it was added: %t, %v", found, err)
		}
		take(t, s, "me", 0, "")
		addJobs(t, s, j)
		wantJob(t, s, j)
		must(t, false)(s.PublishJob(t.Context(), "me", j.ID, []byte("{}")))
		must(t, false)(s.EndJob(t.Context(), "me", j.ID, JobDone, at(1), []byte("{}")))
		must(t, false)(s.DeleteJob(t.Context(), j.ID))

		j.State, j.Version, j.Attempts = JobRunning, 2, 1
		if diff := cmp.Diff(j, take(t, s, "me", 1, "a")); diff != "" {
			t.Errorf("taken (- want + got):\n%s", diff)
		}
		take(t, s, "you", 1, "")
		must(t, false)(s.PublishJob(t.Context(), "you", j.ID, []byte("{}")))
		must(t, true)(s.PublishJob(t.Context(), "me", j.ID, []byte(`{"verdict":"winnable"}`)))
		j.Version, j.Answer = 3, []byte(`{"verdict":"winnable"}`)
		wantJob(t, s, j)
		if known, found, err := s.Job(t.Context(), j.ID, 3); err != nil || !found || known.Answer != nil || known.Version != 3 {
			t.Errorf("a known version was returned again: %+v, %t, %v", known, found, err)
		}

		must(t, true)(s.EndJob(t.Context(), "me", j.ID, JobDone, at(5), []byte(`{"verdict":"winnable","short":true}`)))
		j.State, j.Version, j.Ended, j.Answer = JobDone, 4, at(5), []byte(`{"verdict":"winnable","short":true}`)
		wantJob(t, s, j)
		must(t, false)(s.EndJob(t.Context(), "me", j.ID, JobFailed, at(6), nil))
		must(t, false)(s.CancelJob(t.Context(), j.ID, at(6), []byte("{}")))
		take(t, s, "me", 1000, "")
		wantJob(t, s, j)
		must(t, true)(s.DeleteJob(t.Context(), j.ID))
		must(t, false)(s.DeleteJob(t.Context(), j.ID))
	})
}

// TestListedJobs lists jobs of a client and of all, by state, page by page; two were accepted at once.
func TestListedJobs(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s Store) {
		addJobs(t, s, asked("a", "me", 0), asked("b", "you", 1), asked("c", "me", 2), asked("d", "me", 2), asked("e", "me", 3))
		take(t, s, "runner", 4, "a")
		place := func(name string, seconds int) job.Place {
			return job.Place{Accepted: at(seconds), ID: asked(name, "", 0).ID}
		}
		for _, test := range []struct {
			which job.Filter
			want  string
		}{
			{job.Filter{Most: 10}, "edcba"},
			{job.Filter{Client: "me", Most: 10}, "edca"},
			{job.Filter{Client: "nobody", Most: 10}, ""},
			{job.Filter{Client: "me", Most: 2}, "ed"},
			{job.Filter{Client: "me", Before: place("d", 2), Most: 2}, "ca"},
			{job.Filter{Before: place("c", 2), Most: 10}, "ba"},
			{job.Filter{State: JobRunning, Most: 10}, "a"},
			{job.Filter{State: JobQueued, Client: "me", Before: place("e", 3), Most: 1}, "d"},
		} {
			found, err := s.ListJobs(t.Context(), test.which)
			got := ""
			for _, j := range found {
				got += j.ID[:1]
			}
			if err != nil || got != test.want {
				t.Errorf("%+v: %s, %v, want %s", test.which, got, err, test.want)
			}
		}
	})
}

// TestJobEndsWithWhatThereIs ends jobs with and without an answer.
func TestJobEndsWithWhatThereIs(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s Store) {
		early, late := []byte(`{"early":1}`), []byte(`{"late":1}`)
		for _, published := range []bool{false, true} {
			for _, how := range []string{"end", "cancel"} {
				j := asked(fmt.Sprint(how, published), "c", 0)
				addJobs(t, s, j)
				take(t, s, "me", 0, fmt.Sprint(how, published))
				if published {
					must(t, true)(s.PublishJob(t.Context(), "me", j.ID, early))
				}
				want := late
				if how == "cancel" {
					must(t, true)(s.CancelJob(t.Context(), j.ID, at(9), late))
					if published {
						want = early
					}
					must(t, false)(s.PublishJob(t.Context(), "me", j.ID, late))
				} else {
					answer := late
					if published {
						answer, want = nil, early
					}
					must(t, true)(s.EndJob(t.Context(), "me", j.ID, JobDone, at(9), answer))
				}
				if got, _, err := s.Job(t.Context(), j.ID, 0); err != nil || string(got.Answer) != string(want) {
					t.Errorf("%s: %s, %v", j.ID, got.Answer, err)
				}
			}
		}
	})
}

// TestJobTurns has clients with different numbers of jobs.
func TestJobTurns(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s Store) {
		addJobs(t, s, asked("a1", "a", 0), asked("a2", "a", 1), asked("a3", "a", 2), asked("b1", "b", 3), asked("b2", "b", 4), asked("c1", "c", 5))
		for _, want := range []string{"a1", "b1", "c1", "a2", "b2", "a3", ""} {
			take(t, s, "me", 6, want)
		}
	})
}

// TestJobLeases has holders that stop renewing their lease.
func TestJobLeases(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s Store) {
		a, b := asked("a", "x", 0), asked("b", "y", 1)
		addJobs(t, s, a, b)
		take(t, s, "one", 0, "a") // until 20
		take(t, s, "one", 0, "b")
		take(t, s, "two", 19, "")
		if kept, err := s.KeepJobs(t.Context(), "one", []string{"c"}, at(40)); err != nil || len(kept) > 0 {
			t.Errorf("kept %v, %v", kept, err)
		}
		kept, err := s.KeepJobs(t.Context(), "one", []string{a.ID, "c", b.ID}, at(40))
		if slices.Sort(kept); err != nil || !slices.Equal(kept, []string{a.ID, b.ID}) {
			t.Errorf("kept %v, %v", kept, err)
		}
		take(t, s, "two", 39, "")
		must(t, true)(s.EndJob(t.Context(), "one", b.ID, JobDone, at(39), []byte("{}")))
		if j := take(t, s, "two", 41, "a"); j.Attempts != 2 || j.Version != 3 {
			t.Errorf("taken over: %+v", j)
		}
		if kept, err := s.KeepJobs(t.Context(), "one", []string{a.ID, b.ID}, at(60)); err != nil || len(kept) > 0 {
			t.Errorf("kept %v, %v", kept, err)
		}
		must(t, false)(s.EndJob(t.Context(), "one", a.ID, JobDone, at(42), []byte("{}")))

		if n, err := s.ReleaseJobs(t.Context(), "two"); n != 1 || err != nil {
			t.Errorf("released %d, %v", n, err)
		}
		a.Version, a.Attempts = 4, 1
		wantJob(t, s, a)
		if j := take(t, s, "one", 43, "a"); j.Attempts != 2 {
			t.Errorf("taken after it was given back: %+v", j)
		}
	})
}

// TestJobDeaths has holders die: jobs that they searched are suspected, and abandoned after two deaths.
func TestJobDeaths(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s Store) {
		a, b := asked("a", "x", 0), asked("b", "y", 1)
		addJobs(t, s, a, b)
		mark := func(holder string, searching bool) {
			t.Helper()
			if err := s.MarkJob(t.Context(), holder, a.ID, searching); err != nil {
				t.Error(err)
			}
		}
		takes := func(holder string, seconds int, which Which, want string, deaths int) {
			t.Helper()
			j, found, err := s.TakeJob(t.Context(), holder, at(seconds), at(seconds+20), which)
			if name, _, _ := strings.Cut(j.ID, "-"); err != nil || name != want || found != (want != "") || j.Deaths != deaths {
				t.Errorf("took %q after %d deaths, %v; want %q after %d", name, j.Deaths, err, want, deaths)
			}
		}
		mark("one", true) // which does not run it
		takes("one", 0, Suspected, "", 0)
		take(t, s, "one", 0, "a")
		take(t, s, "one", 0, "b")
		mark("one", true)
		takes("one", 21, Unsuspected, "b", 0) // its own search goes on
		takes("one", 21, Suspected, "", 0)
		takes("two", 42, Unsuspected, "b", 0)
		takes("two", 42, Abandoned, "", 0)
		takes("two", 42, Suspected, "a", 1)

		mark("one", false) // it was cut off only
		if j, _, err := s.Job(t.Context(), a.ID, 0); err != nil || j.Deaths != 0 {
			t.Errorf("%+v, %v", j, err)
		}
		mark("one", false)
		mark("two", true)
		mark("two", false) // between searches
		takes("three", 63, Unsuspected, "a", 0)
		mark("three", true)
		if n, err := s.ReleaseJobs(t.Context(), "three"); n != 1 || err != nil { // it stops in order
			t.Errorf("released %d, %v", n, err)
		}
		takes("three", 64, Unsuspected, "a", 0)
		mark("three", true)
		takes("four", 85, Suspected, "a", 1)
		mark("four", true)
		takes("five", 106, Abandoned, "a", 2)
		must(t, true)(s.EndJob(t.Context(), "five", a.ID, JobCancelled, at(107), []byte("{}")))
		mark("four", false) // of a job that has ended
		if j, _, err := s.Job(t.Context(), a.ID, 0); err != nil || !j.Abandoned() {
			t.Errorf("%+v, %v", j, err)
		}
	})
}

// TestOverdueJobs takes only those whose deadline has passed.
func TestOverdueJobs(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s Store) {
		addJobs(t, s, asked("a", "x", 0), asked("b", "y", 10)) // until 60 and 70
		for _, test := range []struct {
			seconds int
			want    string
		}{{59, ""}, {61, "a"}, {62, ""}, {71, "b"}} {
			j, found, err := s.TakeJob(t.Context(), "me", at(test.seconds), at(1000), Overdue)
			if name, _, _ := strings.Cut(j.ID, "-"); err != nil || name != test.want || found != (test.want != "") {
				t.Errorf("after %d seconds: %q, %v", test.seconds, name, err)
			}
		}
	})
}

// TestOverdueJobOfTheDead takes a job that is overdue although its lease has not run out, when its
// holder has not renewed that for some seconds.
func TestOverdueJobOfTheDead(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s Store) {
		addJobs(t, s, asked("a", "x", 0)) // until 60
		take(t, s, "dead", 50, "a")       // the lease is until 70
		for _, test := range []struct {
			seconds int
			want    bool
		}{{61, false}, {63, true}, {64, false}, {68, false}, {70, true}} {
			if _, found, err := s.TakeJob(t.Context(), "me", at(test.seconds), at(test.seconds+20), Overdue); err != nil || found != test.want {
				t.Errorf("after %d seconds: %t, %v", test.seconds, found, err)
			}
		}
	})
}

// TestJobCrowd adds more jobs than there may be.
func TestJobCrowd(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s Store) {
		add := func(name, client string, want *Crowded) {
			t.Helper()
			err := s.AddJob(t.Context(), asked(name, client, 0), Crowd{All: 4, Client: 2})
			got, crowded := errors.AsType[*Crowded](err)
			if crowded != (want != nil) || err != nil && !crowded || crowded && *got != *want {
				t.Errorf("%s of %s: %v", name, client, err)
			}
		}
		add("a1", "a", nil)
		add("a2", "a", nil)
		add("a3", "a", &Crowded{What: "jobs", Client: true})
		add("b1", "b", nil)
		add("c1", "c", nil)
		add("d1", "d", &Crowded{What: "jobs"})
		add("a3", "a", &Crowded{What: "jobs"})
		take(t, s, "me", 0, "a1")
		add("d1", "d", &Crowded{What: "jobs"})
		must(t, true)(s.EndJob(t.Context(), "me", asked("a1", "a", 0).ID, JobDone, at(1), []byte("{}")))
		add("d1", "d", nil)
	})
}

// TestJobCrowdOfNetworks adds more jobs from many clients of a /48 network than it may have. Others
// find room.
func TestJobCrowdOfNetworks(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s Store) {
		const site = "2001:db8:1::/48"
		added := 0
		add := func(client, site string) (job.Job, error) {
			added++
			j := asked(fmt.Sprint("j", added), client, added)
			j.Site = site
			return j, s.AddJob(t.Context(), j, Crowd{All: 40, Client: 2}) // 4 for a network, 8 with ended ones
		}
		refused := func(want Crowded) {
			t.Helper()
			_, err := add("2001:db8:1:ffff::/64", site)
			if got, crowded := errors.AsType[*Crowded](err); !crowded || *got != want || !got.OwnLimit() {
				t.Errorf("one more of the network: %v", err)
			}
			for client, site := range map[string]string{"2001:db8:2:1::/64": "2001:db8:2::/48", "203.0.113.9": "", "key:a": ""} {
				if _, err := add(client, site); err != nil {
					t.Errorf("one of %s: %v", client, err)
				}
			}
		}
		for round := range 2 {
			var mine []job.Job
			for n := range 4 {
				j, err := add(fmt.Sprintf("2001:db8:1:%x::/64", n), site)
				if err != nil {
					t.Fatal(err)
				}
				mine = append(mine, j)
			}
			wantJob(t, s, mine[0])
			if round == 0 {
				refused(Crowded{What: "jobs", Site: site})
			}
			for _, j := range mine {
				must(t, true)(s.CancelJob(t.Context(), j.ID, at(100), []byte("{}")))
			}
		}
		refused(Crowded{What: "jobs", Site: site, Ended: true})
		if n, err := s.SweepJobs(t.Context(), at(101), 2, Guest{}); n != 8 || err != nil {
			t.Errorf("swept %d, %v", n, err)
		}
		if _, err := add("2001:db8:1:ffff::/64", site); err != nil {
			t.Errorf("after they were deleted: %v", err)
		}
	})
}

// TestSweep keeps a number of the newest jobs of each client that have ended, and all that have
// not. A client with many jobs makes nothing of another one's go.
func TestSweep(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s Store) {
		end := func(client string, from, to int) {
			for i := from; i < to; i++ {
				j := asked(fmt.Sprint(client, i), client, i)
				addJobs(t, s, j)
				must(t, true)(s.CancelJob(t.Context(), j.ID, at(100+i), []byte("{}")))
			}
		}
		end("patient", 0, 3)
		end("busy", 3, 23)
		addJobs(t, s, asked("b", "busy", 23), asked("c", "patient", 23))
		sweep := func(before, keep int, want int64) {
			t.Helper()
			if n, err := s.SweepJobs(t.Context(), at(before), keep, Guest{}); n != want || err != nil {
				t.Errorf("swept %d, %v, want %d", n, err, want)
			}
		}
		there := func(want bool, client string, numbers ...int) {
			t.Helper()
			for _, i := range numbers {
				if _, found, err := s.Job(t.Context(), asked(fmt.Sprint(client, i), client, i).ID, 0); found != want || err != nil {
					t.Errorf("job %d of %s is there: %t, %v", i, client, found, err)
				}
			}
		}
		sweep(100, 100, 0)
		sweep(100, 5, 15)
		there(true, "patient", 0, 1, 2)
		there(false, "busy", 3, 17)
		there(true, "busy", 18, 22)
		sweep(101, 5, 1)
		there(false, "patient", 0)
		there(true, "patient", 1, 2)
		counts, err := s.CountJobs(t.Context())
		if diff := cmp.Diff(map[string]int{JobCancelled: 7, JobQueued: 2}, counts); diff != "" || err != nil {
			t.Errorf("%v\n%s", err, diff)
		}
		sweep(1000, 0, 7)
		sweep(1000, 0, 0)
	})
}

// TestJobsKept refuses jobs where so many are kept after their end that unfinished ones would make
// more than twice the limit, and deletes none for others.
func TestJobsKept(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s Store) {
		add := func(name, client string) error {
			return s.AddJob(t.Context(), asked(name, client, 0), Crowd{All: 3, Client: 2})
		}
		for i := range 6 {
			name := fmt.Sprint("a", i)
			if err := add(name, "busy"); err != nil {
				t.Fatal(err)
			}
			must(t, true)(s.CancelJob(t.Context(), asked(name, "busy", 0).ID, at(i), []byte("{}")))
		}
		err := add("b", "patient")
		if got, crowded := errors.AsType[*Crowded](err); !crowded || *got != (Crowded{What: "jobs", Ended: true}) {
			t.Errorf("one more: %v", err)
		}
		if n, err := s.SweepJobs(t.Context(), at(0), 2, Guest{}); n != 4 || err != nil {
			t.Errorf("swept %d, %v", n, err)
		}
		if err := add("b", "patient"); err != nil {
			t.Errorf("after the oldest were deleted: %v", err)
		}
	})
}

// TestJobsTakenByMany has many holders take jobs at the same time: none is taken twice.
func TestJobsTakenByMany(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s Store) {
		const jobs, holders = 60, 8
		for i := range jobs {
			addJobs(t, s, asked(fmt.Sprint("j", i), fmt.Sprint(i%7), i))
		}
		var lock sync.Mutex
		taken := map[string]int{}
		var all sync.WaitGroup
		for h := range holders {
			all.Go(func() {
				for {
					j, found, err := s.TakeJob(t.Context(), fmt.Sprint("holder", h), at(0), at(20), Unsuspected)
					if err != nil {
						t.Error(err)
					}
					if !found {
						return
					}
					lock.Lock()
					taken[j.ID]++
					lock.Unlock()
				}
			})
		}
		all.Wait()
		if len(taken) != jobs {
			t.Errorf("%d of %d jobs were taken", len(taken), jobs)
		}
		for id, n := range taken {
			if n > 1 {
				t.Errorf("%s was taken %d times", id, n)
			}
		}
	})
}

// TestDamagedAnswer changes an answer in the database.
func TestDamagedAnswer(t *testing.T) {
	each(t, func(t *testing.T, e engine, s Store) {
		j, other, third := asked("a", "x", 0), asked("b", "x", 0), asked("c", "x", 0)
		addJobs(t, s, j, other, third)
		for _, id := range []string{j.ID, other.ID} {
			must(t, true)(s.CancelJob(t.Context(), id, at(1), []byte(`{"of":"`+id+`"}`)))
		}
		e.damage(t, s, "UPDATE jobs SET answer = (SELECT answer FROM jobs WHERE id LIKE 'b-%'), seal = (SELECT seal FROM jobs WHERE id LIKE 'b-%') WHERE id LIKE 'a-%'")
		if _, found, err := s.Job(t.Context(), j.ID, 0); found || !errors.Is(err, solver.ErrDamaged) {
			t.Errorf("%t, %v", found, err)
		}
		must(t, true)(s.DeleteJob(t.Context(), j.ID))

		// The next holder starts the job without a published answer.
		take(t, s, "me", 0, "c")
		must(t, true)(s.PublishJob(t.Context(), "me", third.ID, []byte(`{"of":"c"}`)))
		e.damage(t, s, "UPDATE jobs SET answer = (SELECT answer FROM jobs WHERE id LIKE 'b-%') WHERE id LIKE 'c-%'")
		if taken := take(t, s, "me", 30, "c"); taken.Answer != nil {
			t.Errorf("a damaged answer: %s", taken.Answer)
		}
	})
}

// TestOrphans opens SQLite again after the process that ran a job has ended: the job can be
// taken before its lease runs out.
func TestOrphans(t *testing.T) {
	c := Config{Dir: t.TempDir(), Log: logger(t)}
	s, err := Open(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	addJobs(t, s, asked("a", "x", 0))
	take(t, s, "me", 0, "a")
	take(t, s, "you", 1, "")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s = open(t, c)
	if j := take(t, s, "you", 2, "a"); j.Attempts != 2 {
		t.Errorf("%+v", j)
	}
}
