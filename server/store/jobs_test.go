package store

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
	"github.com/pressly/goose/v3"

	"github.com/thoughtful-solitaire/thoughtful/api/job"
	"github.com/thoughtful-solitaire/thoughtful/migrations"
	"github.com/thoughtful-solitaire/thoughtful/server/queue"
	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// start is when the tests of jobs begin; a database keeps milliseconds.
var start = time.UnixMilli(1_750_000_000_000)

// at returns the time so many seconds later.
func at(seconds int) time.Time { return start.Add(time.Duration(seconds) * time.Second) }

// roomy is a crowd that is never full.
var roomy = Limits{All: 1000, Client: 1000}

// asked returns a job of a client, accepted so many seconds after the start.
func asked(name, client string, seconds int) job.Job {
	return job.Job{
		ID: name + "-0123456789012345678901", Client: client, Request: []byte(`{"game":"klondike","deal":"é"}`),
		State: job.Queued, Version: 1, Accepted: at(seconds), Deadline: at(seconds + 60),
	}
}

func addJobs(t *testing.T, s *Store, jobs ...job.Job) {
	t.Helper()
	for _, j := range jobs {
		if err := s.AddJob(t.Context(), j, roomy); err != nil {
			t.Fatal(err)
		}
	}
}

// begun begins an attempt of the next job, which must be one of a name, for a job of the queue: the nth that
// was added.
func begun(t *testing.T, s *Store, n int64, name string) job.Job {
	return begins(t, s, n, 1, name)
}

// again is begun for a job of the queue that was given out again, because its process died.
func again(t *testing.T, s *Store, n int64, name string) job.Job {
	return begins(t, s, n, 2, name)
}

func begins(t *testing.T, s *Store, n int64, attempt int, name string) job.Job {
	t.Helper()
	j, found, err := s.BeginJob(t.Context(), &queue.Taken{ID: n, Attempt: attempt}, true, at(0))
	if got, _, _ := strings.Cut(j.ID, "-"); err != nil || !found || got != name {
		t.Fatalf("%q begins, %t, %v; want %q", got, found, err, name)
	}
	return j
}

// inQueue counts the jobs of the queue that are to be done.
func inQueue(t *testing.T, s *Store) (n int) {
	t.Helper()
	if _, err := database.One(t.Context(), s.Read, "SELECT count(*) FROM river_job WHERE kind = 'answer' AND state = 'available'", nil, &n); err != nil {
		t.Fatal(err)
	}
	return n
}

// wantJob checks a stored job.
func wantJob(t *testing.T, s *Store, want job.Job) {
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
	each(t, func(t *testing.T, _ engine, s *Store) {
		j := asked("a", "192.0.2.1", 0)
		if _, found, err := s.Job(t.Context(), j.ID, 0); found || err != nil {
			t.Errorf("before it was added: %t, %v", found, err)
		}
		if _, found, err := s.BeginJob(t.Context(), &queue.Taken{ID: 1}, true, at(0)); found || err != nil {
			t.Errorf("begun before it was added: %t, %v", found, err)
		}
		addJobs(t, s, j)
		wantJob(t, s, j)
		must(t, false)(s.PublishJob(t.Context(), j.ID, 0, []byte("{}")))
		must(t, false)(s.EndJob(t.Context(), j.ID, 0, job.Done, at(1), []byte("{}")))
		must(t, false)(s.DeleteJob(t.Context(), j.ID))

		j.State, j.Version, j.Attempts = job.Running, 2, 1
		if diff := cmp.Diff(j, begun(t, s, 1, "a")); diff != "" {
			t.Errorf("begun (- want + got):\n%s", diff)
		}
		must(t, false)(s.PublishJob(t.Context(), j.ID, 2, []byte("{}")))
		must(t, true)(s.PublishJob(t.Context(), j.ID, 1, []byte(`{"verdict":"winnable"}`)))
		j.Version, j.Answer = 3, []byte(`{"verdict":"winnable"}`)
		wantJob(t, s, j)
		if known, found, err := s.Job(t.Context(), j.ID, 3); err != nil || !found || known.Answer != nil || known.Version != 3 {
			t.Errorf("a known version was returned again: %+v, %t, %v", known, found, err)
		}

		must(t, true)(s.EndJob(t.Context(), j.ID, 1, job.Done, at(5), []byte(`{"verdict":"winnable","short":true}`)))
		j.State, j.Version, j.Ended, j.Answer = job.Done, 4, at(5), []byte(`{"verdict":"winnable","short":true}`)
		wantJob(t, s, j)
		must(t, false)(s.EndJob(t.Context(), j.ID, 1, job.Failed, at(6), nil))
		must(t, false)(s.CancelJob(t.Context(), j.ID, at(6), []byte("{}")))
		if _, found, err := s.BeginJob(t.Context(), &queue.Taken{ID: 1, Attempt: 2}, true, at(0)); found || err != nil {
			t.Errorf("begun after its end: %t, %v", found, err)
		}
		wantJob(t, s, j)
		must(t, true)(s.DeleteJob(t.Context(), j.ID))
		must(t, false)(s.DeleteJob(t.Context(), j.ID))
	})
}

// TestListedJobs lists jobs of a client and of all, by state, page by page; two were accepted at once.
func TestListedJobs(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
		addJobs(t, s, asked("a", "me", 0), asked("b", "you", 1), asked("c", "me", 2), asked("d", "me", 2), asked("e", "me", 3))
		begun(t, s, 1, "a")
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
			{job.Filter{State: job.Running, Most: 10}, "a"},
			{job.Filter{State: job.Queued, Client: "me", Before: place("e", 3), Most: 1}, "d"},
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
	each(t, func(t *testing.T, _ engine, s *Store) {
		early, late := []byte(`{"early":1}`), []byte(`{"late":1}`)
		for _, published := range []bool{false, true} {
			for _, how := range []string{"end", "cancel"} {
				j := asked(fmt.Sprint(how, published), "c", 0)
				addJobs(t, s, j)
				begun(t, s, 1, fmt.Sprint(how, published))
				if published {
					must(t, true)(s.PublishJob(t.Context(), j.ID, 1, early))
				}
				want := late
				if how == "cancel" {
					must(t, true)(s.CancelJob(t.Context(), j.ID, at(9), late))
					if published {
						want = early
					}
					must(t, false)(s.PublishJob(t.Context(), j.ID, 1, late))
				} else {
					answer := late
					if published {
						answer, want = nil, early
					}
					must(t, true)(s.EndJob(t.Context(), j.ID, 1, job.Done, at(9), answer))
				}
				if got, _, err := s.Job(t.Context(), j.ID, 0); err != nil || string(got.Answer) != string(want) {
					t.Errorf("%s: %s, %v", j.ID, got.Answer, err)
				}
			}
		}
	})
}

// TestJobTurns has clients with different numbers of jobs, one of which has ended.
func TestJobTurns(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
		addJobs(t, s, asked("a1", "a", 0), asked("a2", "a", 1), asked("a3", "a", 2), asked("b1", "b", 3), asked("b2", "b", 4), asked("c1", "c", 5))
		must(t, true)(s.CancelJob(t.Context(), asked("b1", "", 0).ID, at(6), []byte("{}")))
		if err := s.AddJob(t.Context(), asked("d1", "d", 6), Limits{}); err == nil {
			t.Error("accepted")
		}
		for n, name := range []string{"a1", "c1", "a2", "b2", "a3"} {
			begun(t, s, int64(n), name)
		}
		if j, found, err := s.BeginJob(t.Context(), &queue.Taken{ID: 6}, true, at(0)); found || err != nil {
			t.Errorf("%+v, %v", j, err)
		}
		if n := inQueue(t, s); n != 6 {
			t.Errorf("%d jobs in the queue", n)
		}
	})
}

// TestAttempts begins a job again while an attempt runs, whose writes are refused from then on.
func TestAttempts(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
		a, b := asked("a", "x", 0), asked("b", "y", 1)
		addJobs(t, s, a, b, asked("c", "z", 2))
		begun(t, s, 1, "a")
		begun(t, s, 2, "b")
		if j := again(t, s, 1, "a"); j.Attempts != 2 || j.Version != 4 || j.Deaths != 0 {
			t.Errorf("begun again: %+v", j)
		}
		last, err := s.Attempts(t.Context(), []string{a.ID, b.ID, asked("c", "", 0).ID, "nonsense"})
		if diff := cmp.Diff(map[string]int{a.ID: 2, b.ID: 1}, last); diff != "" || err != nil {
			t.Errorf("%v\n%s", err, diff)
		}
		must(t, false)(s.PublishJob(t.Context(), a.ID, 1, []byte("{}")))
		must(t, false)(s.MarkJob(t.Context(), a.ID, 1, true))
		if err := s.ReleaseJob(t.Context(), a.ID, 1); err != nil {
			t.Error(err)
		}
		must(t, false)(s.EndJob(t.Context(), a.ID, 1, job.Done, at(42), []byte("{}")))
		must(t, true)(s.EndJob(t.Context(), a.ID, 2, job.Done, at(42), []byte("{}")))
		if last, err = s.Attempts(t.Context(), []string{a.ID}); err != nil || len(last) > 0 {
			t.Errorf("%v, %v", last, err)
		}
		begun(t, s, 3, "c")
	})
}

// TestReleasedJobs gives jobs back, which have their turns again.
func TestReleasedJobs(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
		a, b := asked("a", "x", 0), asked("b", "y", 0)
		addJobs(t, s, a, b, asked("c", "y", 2))
		for n, name := range []string{"a", "b", "c"} {
			begun(t, s, int64(n), name)
		}
		must(t, true)(s.MarkJob(t.Context(), a.ID, 1, true))
		must(t, true)(s.CancelJob(t.Context(), b.ID, at(9), []byte("{}")))
		for _, name := range []string{"c", "b", "a"} {
			if err := s.ReleaseJob(t.Context(), asked(name, "", 0).ID, 1); err != nil {
				t.Error(err)
			}
		}
		must(t, false)(s.MarkJob(t.Context(), a.ID, 1, false)) // too late
		a.Version = 3
		wantJob(t, s, a)
		if j := begun(t, s, 1, "a"); j.Attempts != 1 || j.Deaths != 0 {
			t.Errorf("%+v", j)
		}
		begun(t, s, 2, "c")
	})
}

// TestJobDeaths has processes die: jobs that they searched are suspects.
func TestJobDeaths(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
		a := asked("a", "x", 0)
		addJobs(t, s, a, asked("b", "y", 1))
		mark := func(attempt int, searching, changes bool) {
			t.Helper()
			must(t, changes)(s.MarkJob(t.Context(), a.ID, attempt, searching))
		}
		mark(1, true, false) // nothing runs
		begun(t, s, 1, "a")
		mark(1, true, true)
		if j := again(t, s, 1, "b"); j.Attempts != 1 { // suspects come last
			t.Errorf("%+v", j)
		}
		if j, found, err := s.BeginJob(t.Context(), &queue.Taken{ID: 2}, false, at(0)); found || err != nil {
			t.Errorf("%+v, %v", j, err)
		}
		mark(1, false, true) // its process was only silent
		mark(1, false, false)
		if j := begun(t, s, 2, "a"); j.Attempts != 2 || j.Deaths != 0 {
			t.Errorf("%+v", j)
		}
		mark(2, true, true)
		mark(2, false, true) // between searches
		mark(2, true, true)
		if j := again(t, s, 2, "a"); j.Attempts != 3 || j.Deaths != 1 {
			t.Errorf("%+v", j)
		}
		mark(2, true, false) // of one that was silent
		mark(2, false, true)
		for deaths := range job.MostDeaths {
			mark(3+deaths, true, true)
			if j := again(t, s, 2, "a"); j.Deaths != deaths+1 {
				t.Errorf("%+v", j)
			}
		}
		must(t, true)(s.EndJob(t.Context(), a.ID, 3+job.MostDeaths, job.Cancelled, at(107), []byte("{}")))
		mark(4, false, false) // of a job that has ended
		if j, _, err := s.Job(t.Context(), a.ID, 0); err != nil || !j.Abandoned() {
			t.Errorf("%+v, %v", j, err)
		}
	})
}

// TestOverdueJobs begins those that wait when their deadline has passed, and those that run a while later,
// but not here. They are nobody's turn any more.
func TestOverdueJobs(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
		b := asked("b", "y", 10)
		addJobs(t, s, asked("a", "x", 20), b, asked("c", "z", 30)) // until 80, 70 and 90
		begun(t, s, 2, "b")
		overdue := func(seconds int, want string, here ...string) {
			t.Helper()
			j, found, err := s.BeginOverdue(t.Context(), at(seconds), at(seconds-5), here)
			if name, _, _ := strings.Cut(j.ID, "-"); err != nil || name != want || found != (want != "") {
				t.Errorf("after %d seconds: %q, %v, want %q", seconds, name, err, want)
			}
			if found {
				must(t, true)(s.EndJob(t.Context(), j.ID, j.Attempts, job.Done, at(seconds), []byte("{}")))
			}
		}
		overdue(74, "")
		overdue(76, "", b.ID)
		overdue(76, "b")
		overdue(79, "")
		overdue(81, "a")
		for seconds, want := range map[int]bool{91: false, 89: true} {
			if j, found, err := s.BeginJob(t.Context(), &queue.Taken{ID: 3, Attempt: 2}, true, at(seconds)); found != want || err != nil {
				t.Errorf("after %d seconds: %+v, %v", seconds, j, err)
			}
			if err := s.ReleaseJob(t.Context(), asked("c", "", 0).ID, 1); err != nil {
				t.Error(err)
			}
		}
	})
}

// TestQueuedJobs has the queue lose jobs.
func TestQueuedJobs(t *testing.T) {
	each(t, func(t *testing.T, e engine, s *Store) {
		addJobs(t, s, asked("a", "x", 0), asked("b", "x", 1), asked("c", "x", 2), asked("d", "y", 3))
		begun(t, s, 1, "a")
		begun(t, s, 4, "d")
		must(t, true)(s.MarkJob(t.Context(), asked("a", "", 0).ID, 1, true))
		must(t, true)(s.CancelJob(t.Context(), asked("c", "", 0).ID, at(3), []byte("{}")))
		e.damage(t, s, "DELETE FROM river_job WHERE id = 1")
		e.damage(t, s, "UPDATE river_job SET state = 'completed', finalized_at = CURRENT_TIMESTAMP WHERE id < 4")
		for _, want := range []int{2, 0} {
			if n, err := s.QueueJobs(t.Context(), at(0)); n != want || err != nil {
				t.Errorf("%d given to the queue, %v, want %d", n, err, want)
			}
		}
		if n := inQueue(t, s); n != 3 {
			t.Errorf("%d jobs in the queue", n)
		}
		begun(t, s, 5, "b")
		// Two were given out, but one of them was not heard of.
		e.damage(t, s, "UPDATE river_job SET state = 'running', attempted_at = '2020-01-01 00:00:00.000' WHERE id > 4")
		for _, want := range []int{1, 0} {
			if n, err := s.QueueJobs(t.Context(), at(0)); n != want || err != nil {
				t.Errorf("%d given to the queue, %v, want %d", n, err, want)
			}
		}
		if j := begun(t, s, 7, "a"); j.Attempts != 2 || j.Deaths != 1 {
			t.Errorf("%+v", j)
		}
	})
}

// TestJobsOfOlderPrograms opens databases of the version before jobs were jobs of the queue, with one that
// waits, one that runs and one that has ended.
func TestJobsOfOlderPrograms(t *testing.T) {
	t.Parallel()
	old := func(t *testing.T, dialect goose.Dialect, db *sql.DB, files fs.FS) {
		t.Helper()
		provider, err := goose.NewProvider(dialect, db, files, goose.WithDisableGlobalRegistry(true))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := provider.UpTo(t.Context(), 17); err != nil {
			t.Fatal(err)
		}
		const insert = `
INSERT INTO jobs (client, id, request, state, turn, accepted, deadline, holder, lease, searching, attempts, ended, answer, seal)
VALUES ('x', $1, '{}', $2, $3, 0, 99999999999999, $4, $5, $6, $7, $8, $9, $10)`
		for _, values := range [][]any{
			{asked("a", "", 0).ID, job.Queued, 0, "", 0, 0, 0, nil, nil, nil},
			{asked("b", "", 0).ID, job.Running, 1, "somebody", 88888888888888, 1, 1, nil, nil, nil},
			{asked("c", "", 0).ID, job.Done, 2, "", 0, 0, 1, 5, []byte("an answer"), make([]byte, 16)},
		} {
			if _, err := db.ExecContext(t.Context(), insert, values...); err != nil {
				t.Fatal(err)
			}
		}
		const told = "INSERT INTO webhooks (id, job, owner, url, host, due) VALUES ($1, $2, 'key:me', $3, 'one', 7)"
		_, err = db.ExecContext(t.Context(), told, strings.Repeat("w", 22), asked("c", "", 0).ID, hook("one").URL)
		if err != nil {
			t.Fatal(err)
		}
	}
	check := func(t *testing.T, c database.Config) {
		t.Helper()
		s := open(t, c)
		if n, err := s.QueueJobs(t.Context(), at(0)); n != 2 || err != nil {
			t.Errorf("%d given to the queue, %v", n, err)
		}
		begun(t, s, 1, "a")
		if j := begun(t, s, 2, "b"); j.Attempts != 2 || j.Deaths != 1 {
			t.Errorf("%+v", j)
		}
		var answer []byte
		if _, err := database.One(t.Context(), s.Read, "SELECT answer FROM jobs WHERE state = 'done'", nil, &answer); err != nil || string(answer) != "an answer" {
			t.Errorf("%s, %v", answer, err)
		}
		w, found, err := s.Webhook(t.Context(), strings.Repeat("w", 22))
		if !found || err != nil || w.Webhook != hook("one") || w.State != job.Done {
			t.Errorf("%+v, %t, %v", w, found, err)
		}
	}
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		c := database.Config{Dir: t.TempDir(), Log: logger(t), LostKey: true}
		db, err := sql.Open("sqlite", "file:"+filepath.Join(c.Dir, databaseName)+"?_pragma=journal_mode(WAL)&_pragma=foreign_keys(1)")
		if err != nil {
			t.Fatal(err)
		}
		old(t, goose.DialectSQLite3, db, migrations.SQLite())
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		check(t, c)
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		c := database.Config{URL: servicetest.Database(t), Log: logger(t), LostKey: true}
		db, err := sql.Open("pgx", c.URL)
		if err != nil {
			t.Fatal(err)
		}
		old(t, goose.DialectPostgres, db, migrations.Postgres())
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		check(t, c)
	})
}

// TestJobCrowd adds more jobs than there may be.
func TestJobCrowd(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
		add := func(name, client string, want *LimitReached) {
			t.Helper()
			err := s.AddJob(t.Context(), asked(name, client, 0), Limits{All: 4, Client: 2})
			got, crowded := errors.AsType[*LimitReached](err)
			if crowded != (want != nil) || err != nil && !crowded || crowded && *got != *want {
				t.Errorf("%s of %s: %v", name, client, err)
			}
		}
		add("a1", "a", nil)
		add("a2", "a", nil)
		add("a3", "a", &LimitReached{What: "jobs", Client: true})
		add("b1", "b", nil)
		add("c1", "c", nil)
		add("d1", "d", &LimitReached{What: "jobs"})
		add("a3", "a", &LimitReached{What: "jobs"})
		begun(t, s, 1, "a1")
		add("d1", "d", &LimitReached{What: "jobs"})
		must(t, true)(s.EndJob(t.Context(), asked("a1", "a", 0).ID, 1, job.Done, at(1), []byte("{}")))
		add("d1", "d", nil)
	})
}

// TestJobCrowdOfNetworks adds more jobs from many clients of a /48 network than it may have. Others
// find room.
func TestJobCrowdOfNetworks(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
		const site = "2001:db8:1::/48"
		added := 0
		add := func(client, site string) (job.Job, error) {
			added++
			j := asked(fmt.Sprint("j", added), client, added)
			j.Site = site
			return j, s.AddJob(t.Context(), j, Limits{All: 40, Client: 2}) // 4 for a network, 8 with ended ones
		}
		refused := func(want LimitReached) {
			t.Helper()
			_, err := add("2001:db8:1:ffff::/64", site)
			if got, crowded := errors.AsType[*LimitReached](err); !crowded || *got != want || !got.OwnLimit() {
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
				refused(LimitReached{What: "jobs", Site: site})
			}
			for _, j := range mine {
				must(t, true)(s.CancelJob(t.Context(), j.ID, at(100), []byte("{}")))
			}
		}
		refused(LimitReached{What: "jobs", Site: site, Ended: true})
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
	each(t, func(t *testing.T, _ engine, s *Store) {
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
		if diff := cmp.Diff(map[string]int{job.Cancelled: 7, job.Queued: 2}, counts); diff != "" || err != nil {
			t.Errorf("%v\n%s", err, diff)
		}
		sweep(1000, 0, 7)
		sweep(1000, 0, 0)
	})
}

// TestJobsKept refuses jobs where so many are kept after their end that unfinished ones would make
// more than twice the limit, and deletes none for others.
func TestJobsKept(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
		add := func(name, client string) error {
			return s.AddJob(t.Context(), asked(name, client, 0), Limits{All: 3, Client: 2})
		}
		for i := range 6 {
			name := fmt.Sprint("a", i)
			if err := add(name, "busy"); err != nil {
				t.Fatal(err)
			}
			must(t, true)(s.CancelJob(t.Context(), asked(name, "busy", 0).ID, at(i), []byte("{}")))
		}
		err := add("b", "patient")
		if got, crowded := errors.AsType[*LimitReached](err); !crowded || *got != (LimitReached{What: "jobs", Ended: true}) {
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

// TestDamagedAnswer changes an answer in the database.
func TestDamagedAnswer(t *testing.T) {
	each(t, func(t *testing.T, e engine, s *Store) {
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

		// The next attempt starts without a published answer.
		begun(t, s, 3, "c")
		must(t, true)(s.PublishJob(t.Context(), third.ID, 1, []byte(`{"of":"c"}`)))
		e.damage(t, s, "UPDATE jobs SET answer = (SELECT answer FROM jobs WHERE id LIKE 'b-%') WHERE id LIKE 'c-%'")
		if taken := again(t, s, 3, "c"); taken.Answer != nil {
			t.Errorf("a damaged answer: %s", taken.Answer)
		}
	})
}
