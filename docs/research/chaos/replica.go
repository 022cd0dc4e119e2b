package chaos

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

// replica is a process of the service, which is started again whenever it ends.
type replica struct {
	*run
	number  int
	address string // host:port
	log     string // file

	mu        sync.Mutex
	process   *os.Process // nil while none runs
	lives     int         // processes so far
	ready     bool        // the process serves
	ending    syscall.Signal
	signalled time.Time // when it was sent
	down      *outage
	back      chan time.Duration // receives how long it was down, after a kill
	leaving   bool               // it is not to be started again
	frozen    bool
}

// life names the process that runs now.
func (r *replica) life() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return fmt.Sprintf("%d.%d", r.number, r.lives)
}

// supervise runs one process after the other until the replica is stopped, or the context ends,
// which kills the process. Started is closed when the first one serves.
func (r *replica) supervise(ctx context.Context, started chan<- struct{}) error {
	for {
		err := r.live(ctx, started)
		started = nil
		if err != nil || r.left() || ctx.Err() != nil {
			return err
		}
		_ = pause(ctx, 50*time.Millisecond)
	}
}

// left reports whether the replica was stopped.
func (r *replica) left() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.leaving
}

// live runs a process until it ends.
func (r *replica) live(ctx context.Context, started chan<- struct{}) error {
	log, err := os.OpenFile(r.log, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644)
	if err != nil {
		return err
	}
	defer log.Close()
	args := append([]string{"serve", "--listen", r.address}, r.flags...)
	command := exec.CommandContext(ctx, r.Program, args...)
	command.Stderr = log
	// An interrupt goes to the process group, but the service must answer until it is stopped.
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	out, err := command.StdoutPipe()
	if err != nil {
		return err
	}
	begun := time.Now()
	if err := command.Start(); err != nil {
		return fmt.Errorf("%w (make build makes bin/thoughtful)", err)
	}
	r.mu.Lock()
	r.process, r.ready, r.ending = command.Process, false, 0
	r.lives++
	if r.leaving {
		r.ending, r.signalled = syscall.SIGTERM, time.Now()
		_ = command.Process.Signal(syscall.SIGTERM)
	}
	r.mu.Unlock()
	lines := bufio.NewReader(out)
	if first, _ := lines.ReadString('\n'); strings.Contains(first, "http://") {
		r.serves()
		if started != nil {
			close(started)
		}
	}
	_, _ = io.Copy(io.Discard, lines)
	_ = command.Wait() // its state says how it ended
	r.mu.Lock()
	d := death{begun: begun, served: r.ready, ending: r.ending, signalled: r.signalled}
	r.process, r.ready = nil, false
	r.mu.Unlock()
	if ctx.Err() != nil {
		return nil // which has killed it
	}
	d.status, _ = command.ProcessState.Sys().(syscall.WaitStatus)
	if fault := r.judgeDeath(d); fault != "" {
		r.ledger.fail(fault, "replica %d: %v; its log ends: %s", r.number, command.ProcessState, tail(r.log))
	}
	return nil
}

// death is the end of a process.
type death struct {
	begun     time.Time
	served    bool           // before it ended
	ending    syscall.Signal // that chaos sent; 0 if it sent none
	signalled time.Time      // when it did
	status    syscall.WaitStatus
}

// judgeDeath returns what is to be counted for a process that has just ended, if that is a fault.
func (r *replica) judgeDeath(d death) (fault string) {
	down := func(since time.Time) bool { return r.outages.during(postgresPart, since, time.Now(), settle) }
	exited := !d.status.Signaled() // else by chaos, or by the system for want of memory
	switch {
	case !exited && d.status.Signal() == d.ending && (d.ending == syscall.SIGKILL || !d.served):
		return "" // before it serves, it need not end cleanly
	case d.ending == syscall.SIGTERM:
		// A status says that jobs could not be given back.
		if d.status == 0 || exited && down(d.signalled) {
			return ""
		}
		return stoppedBadly
	case exited && !d.served && down(d.begun.Add(-settle)):
		r.ledger.count(startedInVain, 1)
		return ""
	}
	return endedByItself
}

// serves notes that the process serves.
func (r *replica) serves() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.ready = true
	if r.down != nil {
		r.back <- r.outages.end(r.down)
		r.down = nil
	}
}

// end sends the process a signal that ends it. The channel receives how long the replica was
// down; it is nil if it was down already.
func (r *replica) end(signal syscall.Signal) <-chan time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.process == nil || r.ending != 0 || r.frozen {
		return nil
	}
	r.ending, r.signalled = signal, time.Now()
	_ = r.process.Signal(signal) // unless it has ended
	if r.down != nil {
		return nil // killed while it started
	}
	r.down, r.back = r.outages.begin(replicaPart), make(chan time.Duration, 1)
	return r.back
}

// frost is how long a process is frozen: longer than one may be silent that others count as alive.
const frost = 25 * time.Second

// freeze stops the process for a while, which then goes on as if nothing had been. The channel receives how
// long it was down; it is nil if it was down already.
func (r *replica) freeze() <-chan time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.process == nil || r.ending != 0 || r.frozen || !r.ready || r.process.Signal(syscall.SIGSTOP) != nil {
		return nil
	}
	r.frozen = true
	down, back := r.outages.begin(replicaPart), make(chan time.Duration, 1)
	r.background.Go(func() {
		_ = pause(r.run.life, frost)
		r.mu.Lock()
		defer r.mu.Unlock()
		r.frozen = false
		if r.process != nil {
			_ = r.process.Signal(syscall.SIGCONT)
		}
		back <- r.outages.end(down)
	})
	return back
}

// isFrozen reports whether the process answers nothing, though it takes connections.
func (r *replica) isFrozen() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.frozen
}

// stop stops the process for good.
func (r *replica) stop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.leaving = true
	if r.process != nil && r.ending == 0 {
		r.ending, r.signalled = syscall.SIGTERM, time.Now()
		_ = r.process.Signal(syscall.SIGTERM)
	}
}

// abandon kills a process that does not stop.
func (r *replica) abandon() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.process != nil {
		r.ledger.fail(stoppedBadly, "replica %d still runs %s after it was stopped", r.number, mostStopping)
		r.ending = syscall.SIGKILL
		_ = r.process.Kill() // unless it has ended
	}
}

// tail returns the end of a file.
func tail(name string) string {
	text, _ := os.ReadFile(filepath.Clean(name))
	return string(text[max(0, len(text)-1000):])
}
