package chaos

import (
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// TestJudgeDeath has processes that end in an outage of PostgreSQL and after it.
func TestJudgeDeath(t *testing.T) {
	const (
		clean  = syscall.WaitStatus(0)
		exit   = syscall.WaitStatus(1 << 8)
		killed = syscall.WaitStatus(syscall.SIGKILL)
		ended  = syscall.WaitStatus(syscall.SIGTERM)
	)
	synctest.Test(t, func(t *testing.T) {
		r := &replica{run: counting(t.Context())}
		begun := time.Now()
		time.Sleep(10 * time.Second)
		down := r.outages.begin(postgresPart)
		time.Sleep(time.Second)
		signalled := time.Now()
		time.Sleep(time.Second)
		r.judgeAll(t, "in an outage", begun, signalled, map[death]string{
			{status: exit}:                                        startedInVain,
			{status: clean}:                                       startedInVain,
			{status: killed}:                                      endedByItself,
			{status: exit, served: true}:                          endedByItself,
			{status: killed, served: true}:                        endedByItself,
			{status: killed, ending: syscall.SIGKILL}:             "",
			{status: exit, ending: syscall.SIGKILL}:               startedInVain,
			{status: exit, ending: syscall.SIGKILL, served: true}: endedByItself,
			{status: exit, ending: syscall.SIGTERM, served: true}: "",
			{status: ended, ending: syscall.SIGTERM}:              "",
			{status: killed, ending: syscall.SIGTERM}:             stoppedBadly,
		})
		r.outages.end(down)
		time.Sleep(10 * time.Second)
		signalled = time.Now()
		time.Sleep(time.Second)
		r.judgeAll(t, "after it", signalled, signalled, map[death]string{
			{status: exit}: endedByItself,
			{status: exit, ending: syscall.SIGTERM, served: true}:  stoppedBadly,
			{status: ended, ending: syscall.SIGTERM, served: true}: stoppedBadly,
			{status: ended, ending: syscall.SIGTERM}:               "",
			{status: clean, ending: syscall.SIGTERM, served: true}: "",
		})
	})
}

// judgeAll has processes end that began and were sent a signal at these times.
func (r *replica) judgeAll(t *testing.T, when string, begun, signalled time.Time, deaths map[death]string) {
	t.Helper()
	for d, want := range deaths {
		d.begun, d.signalled = begun, signalled
		vain := r.ledger.get(startedInVain)
		got := r.judgeDeath(d)
		if r.ledger.get(startedInVain) > vain {
			got += startedInVain
		}
		if got != want {
			t.Errorf("%s: %+v: %q, want %q", when, d, got, want)
		}
	}
}
