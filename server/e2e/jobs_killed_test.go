package e2e

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// killSearching waits until the store has it that a job is being searched, and kills the process. It
// returns how many attempts there have been, which are more than those before this process.
func killSearching(t *testing.T, p *program, dir string, before int) (attempts int) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+filepath.Join(dir, "thoughtful.db")+"?_pragma=query_only(1)&_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	eventually(t, "a job's search to be noted", func() bool {
		var searched int
		if err := db.QueryRow(`SELECT sum(searching), sum(attempts) FROM jobs`).Scan(&searched, &attempts); err != nil {
			t.Fatal(err)
		}
		return searched > 0 && attempts > before
	})
	p.signal(t, syscall.SIGKILL)
	p.end(t)
	return attempts
}

// TestJobsOfKilledProcesses kills a process with sixty long jobs three times. None is abandoned.
func TestJobsOfKilledProcesses(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := execute(t, "--data-dir", dir)
	var jobs []jobState
	for seed := range 60 {
		jobs = append(jobs, p.later(t, fmt.Sprintf(`{"game":"american-toad","seed":"solvitaire:%d","deadline_ms":120000}`, seed+1)))
	}
	attempts := 0
	for range 3 {
		attempts = killSearching(t, p, dir, attempts)
		p = execute(t, "--data-dir", dir)
	}
	// All are taken again, the suspects last: what is abandoned ends then.
	eventually(t, "the jobs to be taken", func() bool {
		queued := 0
		for _, j := range jobs {
			if p.job(t, j.ID).State == "queued" {
				queued++
			}
		}
		return queued <= 3
	})
	for _, j := range jobs {
		if j := p.job(t, j.ID); j.State == "cancelled" || j.Problem != nil {
			t.Errorf("job %s is %s: %+v", j.ID, j.State, j.Problem)
		}
	}
}

// TestDeadlyJob kills each process that searches a job. After two it is abandoned, and says why.
func TestDeadlyJob(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := execute(t, "--data-dir", dir)
	id := p.later(t, hard).ID
	attempts := 0
	for range 2 {
		attempts = killSearching(t, p, dir, attempts)
		p = execute(t, "--data-dir", dir)
	}
	eventually(t, "the job to end", func() bool { return p.job(t, id).Final })
	j := p.job(t, id)
	if j.State != "cancelled" || j.Answer == nil || j.Answer.Because != solver.Cancelled || j.Problem == nil || !strings.Contains(j.Problem.Detail, "ended 2 times during this job's search") {
		t.Errorf("%+v: %+v", j, j.Problem)
	}
	if !strings.Contains(p.log.String(), "job abandoned: processes died while they searched it") {
		t.Errorf("log:\n%s", p.log)
	}
}
