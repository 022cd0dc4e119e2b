package e2e

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// endless is a request that finds a solution soon, and does not prove that it is the shortest
// within eight seconds of processor time, which is longer than a test needs it.
const endless = `{"game":"klondike","seed":"solvitaire:28","objective":"shortest","deadline_ms":600000}`

// jobState is a job as clients read it.
type jobState struct {
	ID         string
	State      string
	Final      bool
	Answer     *answer
	Problem    *struct{ Detail string }
	AcceptedAt time.Time `json:"accepted_at"`
	DeadlineAt time.Time `json:"deadline_at"`
	EndedAt    time.Time `json:"ended_at"`
	ExpiresAt  time.Time `json:"expires_at"`
	KeptForMS  int64     `json:"kept_for_ms"`
}

// later sends a request that is to be answered later.
func (c *client) later(t *testing.T, question string) jobState {
	t.Helper()
	request, err := http.NewRequest(http.MethodPost, c.url+"/v1/solve", strings.NewReader(question))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Prefer", "respond-async")
	r, err := c.do(request)
	if err != nil {
		t.Fatal(err)
	}
	var j jobState
	if err := json.Unmarshal(r.body, &j); err != nil || r.status != http.StatusAccepted || r.header.Get("Location") != "/v1/jobs/"+j.ID || j.State != "queued" {
		t.Fatalf("status %d, %v: %s", r.status, err, r.body)
	}
	return j
}

// job reads a job.
func (c *client) job(t *testing.T, id string) jobState {
	t.Helper()
	var j jobState
	c.read(t, "/v1/jobs/"+id, "", http.StatusOK, &j)
	return j
}

// drop cancels or deletes a job, and returns the status.
func (c *client) drop(t *testing.T, id string) (int, jobState) {
	t.Helper()
	request, err := http.NewRequest(http.MethodDelete, c.url+"/v1/jobs/"+id, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.do(request)
	if err != nil {
		t.Fatal(err)
	}
	var j jobState
	if r.status == http.StatusOK {
		if err := json.Unmarshal(r.body, &j); err != nil {
			t.Fatal(err)
		}
	}
	return r.status, j
}

// listen reads a job's events, and sends their names when the stream has ended.
func (c *client) listen(t *testing.T, id string) <-chan []string {
	t.Helper()
	return c.listenTo(t, "jobs", id)
}

// listenTo is listen for "jobs" or "campaigns".
func (c *client) listenTo(t *testing.T, what, id string) <-chan []string {
	t.Helper()
	request, err := http.NewRequestWithContext(context.Background(), http.MethodGet, c.url+"/v1/"+what+"/"+id+"/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	response, err := c.http.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	events := make(chan []string, 1)
	go func() {
		defer response.Body.Close()
		var names []string
		lines := bufio.NewScanner(response.Body)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			if name, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
				names = append(names, name)
			}
		}
		events <- names
	}()
	return events
}

// TestJob follows a job from its acceptance to its deletion.
func TestJob(t *testing.T) {
	t.Parallel()
	l := launch(t, nil, "--data-dir", t.TempDir(), "--job-retention", "90m")
	j := l.later(t, `{"game":"klondike","seed":"solvitaire:2","objective":"shortest"}`)
	// The deadline counts from the request's arrival, a moment before the job is accepted.
	if left := j.DeadlineAt.Sub(j.AcceptedAt); left > 10*time.Minute || left < 9*time.Minute {
		t.Errorf("the deadline is %s after acceptance", left)
	}
	if j.KeptForMS != 5400_000 || !j.ExpiresAt.IsZero() {
		t.Errorf("the accepted job is kept for %d ms, until %s", j.KeptForMS, j.ExpiresAt)
	}
	events := <-l.listen(t, j.ID)
	if len(events) < 2 || events[0] != "state" || events[len(events)-1] != "final" {
		t.Errorf("events %q", events)
	}
	j = l.job(t, j.ID)
	if !j.Final || j.State != "done" || j.Answer.Verdict != solver.Winnable || j.Answer.Solution.Length != 107 || j.ExpiresAt.Sub(j.EndedAt) != 90*time.Minute {
		t.Errorf("%+v", j)
	}
	l.wins(t, fmt.Sprintf(`{"game":"klondike","seed":"solvitaire:2","moves":%s}`, j.Answer.Solution.Moves), 107)
	if status, _ := l.drop(t, j.ID); status != http.StatusNoContent {
		t.Errorf("deletion: status %d", status)
	}
	if r, err := l.call("/v1/jobs/"+j.ID, ""); err != nil || r.status != http.StatusNotFound {
		t.Errorf("deleted job: %d, %v", r.status, err)
	}
	l.wait(t, `thoughtful_jobs_ended_total{state="done"}`, 1)
}

// TestJobIsCancelled cancels a job that has a verdict, and one that has none while another
// request waits for the same search.
func TestJobIsCancelled(t *testing.T) {
	t.Parallel()
	l := launch(t, nil, "--data-dir", t.TempDir(), "--workers", "3")
	known, bare := l.later(t, endless), l.later(t, hard)
	eventually(t, "a verdict", func() bool { return l.job(t, known.ID).Answer != nil })
	if j := l.job(t, known.ID); j.Final || j.State != "running" || j.Answer.Verdict != solver.Winnable {
		t.Errorf("%+v", j)
	}
	status, j := l.drop(t, known.ID)
	if status != http.StatusOK || j.State != "cancelled" || !j.Final || j.Answer.Verdict != solver.Winnable {
		t.Errorf("status %d: %+v", status, j)
	}
	l.wait(t, "thoughtful_workers_busy", 1) // the other job
	waiting := make(chan reply, 1)
	go func() {
		r, err := l.call("/v1/solve", `{"game":"american-toad","seed":"solvitaire:1","deadline_ms":1500}`)
		if err != nil {
			t.Error(err)
		}
		waiting <- r
	}()
	eventually(t, "a request to join the search", func() bool {
		n, err := l.metric(`thoughtful_lookups_total{outcome="miss",place="store"}`)
		return err == nil && n >= 1
	})
	status, j = l.drop(t, bare.ID)
	if status != http.StatusOK || j.State != "cancelled" || j.Answer.Verdict != solver.Unknown || j.Answer.Because != solver.Cancelled {
		t.Errorf("status %d: %+v", status, j)
	}
	if r := <-waiting; !strings.Contains(string(r.body), `"because":"deadline"`) {
		t.Errorf("the request that joined was answered %s", r.body)
	}
	l.wait(t, "thoughtful_workers_busy", 0)
}

// TestJobOutlivesProcess kills a process in the middle of a job, and stops the next one with
// SIGTERM. The third one goes on with the job, which keeps its deadline.
func TestJobOutlivesProcess(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := execute(t, "--data-dir", dir, "--table-memory", "256MiB")
	accepted := p.later(t, endless)
	for _, signal := range []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM} {
		eventually(t, "a verdict", func() bool {
			j := p.job(t, accepted.ID)
			return j.State == "running" && j.Answer != nil
		})
		events := p.listen(t, accepted.ID)
		p.signal(t, signal)
		if status, by := p.end(t); signal == syscall.SIGTERM && (status != exitDone || by != 0) {
			t.Errorf("ended with status %d by %v; log:\n%s", status, by, p.log)
		}
		if names := <-events; slices.ContainsFunc(names, func(name string) bool { return name != "state" }) {
			t.Errorf("events %q of a process that has ended", names)
		}
		p = execute(t, "--data-dir", dir, "--table-memory", "256MiB")
	}
	eventually(t, "the job to be taken again", func() bool { return p.job(t, accepted.ID).State == "running" })
	j := p.job(t, accepted.ID)
	if j.Answer == nil || j.Answer.Verdict != solver.Winnable || !j.DeadlineAt.Equal(accepted.DeadlineAt) {
		t.Errorf("%+v, accepted as %+v", j, accepted)
	}
	if status, j := p.drop(t, accepted.ID); status != http.StatusOK || j.Answer.Verdict != solver.Winnable {
		t.Errorf("status %d: %+v", status, j)
	}
}

// TestJobsOfTwoProcesses has two processes on one database. A job that one of them runs is read,
// followed and cancelled through the other, which takes it over when the first one is killed.
func TestJobsOfTwoProcesses(t *testing.T) {
	t.Parallel()
	url := servicetest.Database(t)
	start := func() *program { return execute(t, "--database-url", url, "--table-memory", "256MiB") }
	here := start()
	cancelled, done := here.later(t, endless), here.later(t, `{"game":"free-cell","seed":"microsoft:11982"}`)
	eventually(t, "the first job to be run", func() bool { return here.job(t, cancelled.ID).State == "running" })
	there := start()
	events := there.listen(t, cancelled.ID)
	// The second job is done while the first one searches for a shorter solution.
	if names := <-there.listen(t, done.ID); names[len(names)-1] != "final" {
		t.Errorf("events %q", names)
	}
	if j := here.job(t, done.ID); j.Answer == nil || j.Answer.Verdict != solver.Unwinnable {
		t.Errorf("%+v", j)
	}
	eventually(t, "a verdict", func() bool { return there.job(t, cancelled.ID).Answer != nil })
	began := time.Now()
	if status, j := there.drop(t, cancelled.ID); status != http.StatusOK || j.State != "cancelled" || j.Answer.Verdict != solver.Winnable {
		t.Errorf("status %d: %+v", status, j)
	}
	if names := <-events; names[0] != "state" || names[len(names)-1] != "final" {
		t.Errorf("events %q", names)
	}
	here.wait(t, "thoughtful_workers_busy", 0)
	t.Logf("the search ended %s after it was cancelled through the other process", time.Since(began))

	// The process that takes the next one is killed.
	abandoned := here.later(t, hard)
	holder, heir := here, there
	eventually(t, "the job to be run", func() bool {
		for _, p := range []*program{here, there} {
			if busy, err := p.metric("thoughtful_workers_busy"); err == nil && busy > 0 {
				if holder = p; p == there {
					heir = here
				}
				return true
			}
		}
		return false
	})
	events = heir.listen(t, abandoned.ID)
	holder.signal(t, syscall.SIGKILL)
	holder.end(t)
	heir.wait(t, "thoughtful_workers_busy", 1) // as soon as the lease has run out
	if j := heir.job(t, abandoned.ID); j.State != "running" || !j.DeadlineAt.Equal(abandoned.DeadlineAt) {
		t.Errorf("%+v, accepted as %+v", j, abandoned)
	}
	if status, j := heir.drop(t, abandoned.ID); status != http.StatusOK || j.Answer.Because != solver.Cancelled {
		t.Errorf("status %d: %+v", status, j)
	}
	// That it was taken over may be told together with its end.
	if names := <-events; names[0] != "state" || names[len(names)-1] != "final" {
		t.Errorf("events %q", names)
	}
	heir.wait(t, "thoughtful_workers_busy", 0)
}
