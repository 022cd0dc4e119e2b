package e2e

import (
	"bufio"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// program is the service in a process of its own.
type program struct {
	*client
	command *exec.Cmd
	address string
	log     *journal
	ended   chan error // how it ended, once
}

// execute starts the service in a process of its own on a free port, and kills it at the end of
// the test.
func execute(t *testing.T, args ...string) *program {
	t.Helper()
	command := exec.Command(os.Args[0], append([]string{"serve"}, serving(t, args)...)...)
	command.Env = append(os.Environ(), asProgram+"=yes")
	// Never written to. It closes when this process ends, even if it is killed.
	if _, err := command.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	return follow(t, command)
}

// follow starts a service by a command, waits until it listens, and kills it at the end of the
// test.
func follow(t *testing.T, command *exec.Cmd) *program {
	t.Helper()
	p := &program{command: command, log: new(journal), ended: make(chan error, 1)}
	command.Stderr = p.log
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	// The first line has the address.
	lines := bufio.NewReader(out)
	first, err := lines.ReadString('\n')
	go func() {
		_, _ = io.Copy(io.Discard, lines)
		p.ended <- command.Wait()
	}()
	t.Cleanup(func() {
		_ = p.command.Process.Kill()
		<-p.ended
	})
	fields := strings.Fields(first)
	if err != nil || len(fields) < 4 || !strings.HasPrefix(fields[3], "http://") {
		t.Fatalf("the first line is %q (%v); log:\n%s", first, err, p.log)
	}
	p.address = strings.TrimPrefix(fields[3], "http://")
	p.client = newClient(t, fields[3])
	return p
}

// end waits until the process has ended, and returns its exit status, or the signal that ended
// it.
func (p *program) end(t *testing.T) (status int, by syscall.Signal) {
	t.Helper()
	err := <-p.ended
	p.ended <- err
	var exit *exec.ExitError
	switch {
	case err == nil:
		return 0, 0
	case !errors.As(err, &exit):
		t.Fatal(err)
	}
	how := exit.Sys().(syscall.WaitStatus)
	if how.Signaled() {
		return 0, how.Signal()
	}
	return how.ExitStatus(), 0
}

// signal sends the process a signal.
func (p *program) signal(t *testing.T, s syscall.Signal) {
	t.Helper()
	if err := p.command.Process.Signal(s); err != nil {
		t.Fatal(err)
	}
}

// TestKill kills the service in the middle of writing behind its answers, twice. Afterwards the
// store has all records that are known to have been written, and only what was answered.
func TestKill(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	var answers traffic
	many, lost := 0, 0
	for range 2 {
		p := execute(t, "--data-dir", dir, "--table-memory", "32MiB", "--log-level", "warn", "--durability", "behind")
		flow := answers.start(t, p.client, 3)
		eventually(t, "answers", func() bool { return answers.count() >= many+50 || t.Failed() })
		flow.stop()
		p.wait(t, "thoughtful_backlog_records", 0)
		written := answers.count() // all of them are in the store

		flow = answers.start(t, p.client, 3)
		busy := 0 // how many of the next ones are in the store as well
		eventually(t, "answers to be written while others come", func() bool {
			n := answers.count() - written
			waiting, err := p.metric("thoughtful_backlog_records")
			if err != nil {
				t.Fatal(err)
			}
			busy = n - int(waiting)
			return n >= 50 && busy >= 25 || t.Failed()
		})
		flow.mayFail()
		p.signal(t, syscall.SIGKILL)
		if _, by := p.end(t); by != syscall.SIGKILL {
			t.Fatalf("ended by %v; log:\n%s", by, p.log)
		}
		flow.stop()
		many = answers.count()

		p = execute(t, "--data-dir", dir, "--table-memory", "32MiB", "--log-level", "warn")
		gone := answers.check(t, p.client, written)
		if gone > many-written-busy {
			t.Errorf("%d answers are lost, although %d of %d were written", gone, written+busy, many)
		}
		lost += gone
		many -= gone
		p.signal(t, syscall.SIGKILL) // it writes nothing
		p.end(t)
	}
	t.Logf("%d answers written, %d lost while they were being written", many, lost)

	p := execute(t, "--data-dir", dir, "--table-memory", "32MiB")
	if gone := answers.check(t, p.client, many); gone > 0 {
		t.Errorf("%d answers are lost", gone)
	}
	// Other processes can't use its directory while it runs.
	for _, second := range []string{"serve", "migrate", "forget"} {
		args := []string{second, "--data-dir", dir}
		if second == "serve" {
			args = append(args, "--listen", "127.0.0.1:0")
		}
		got := command(t, "", args...)
		if got.status != exitUsage || !strings.Contains(got.err, "the data directory "+dir+" is in use by another process") {
			t.Errorf("%s on a directory in use: status %d, stderr %q", second, got.status, got.err)
		}
	}
	p.signal(t, syscall.SIGTERM)
	if status, by := p.end(t); status != exitDone || by != 0 {
		t.Fatalf("ended with status %d by %v; log:\n%s", status, by, p.log)
	}
	db, err := sql.Open("sqlite", filepath.Join(dir, "thoughtful.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, check := range []string{"integrity_check", "foreign_key_check"} {
		var found string
		err := db.QueryRow("PRAGMA " + check).Scan(&found)
		if !(err == nil && found == "ok") && !errors.Is(err, sql.ErrNoRows) {
			t.Errorf("%s: %q %v", check, found, err)
		}
	}
}

// hard is a request whose search takes longer than any test.
const hard = `{"game":"american-toad","seed":"solvitaire:1","deadline_ms":600000}`

// TestTermination sends SIGTERM to a process during a search. The waiting client is answered,
// and the exit status is 0.
func TestTermination(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		grace    string
		question string
		because  solver.Reason
	}{
		"cut short": {"100ms", hard, solver.Cancelled},
		"finished":  {"10m", `{"game":"american-toad","seed":"solvitaire:1","states":200000,"deadline_ms":600000}`, solver.States},
	} {
		t.Run(name, func(t *testing.T) {
			p := execute(t, "--data-dir", t.TempDir(), "--table-memory", "32MiB", "--shutdown-grace", test.grace)
			answered := make(chan reply, 1)
			go func() {
				r, err := p.call("/v1/solve", test.question)
				if err != nil {
					t.Error(err)
				}
				answered <- r
			}()
			p.wait(t, "thoughtful_workers_busy", 1)
			p.signal(t, syscall.SIGTERM)
			r := <-answered
			if want := fmt.Sprintf(`"verdict":"unknown","because":%q`, test.because); r.status != http.StatusOK || !strings.Contains(string(r.body), want) {
				t.Errorf("status %d: %s", r.status, r.body)
			}
			if status, by := p.end(t); status != exitDone || by != 0 {
				t.Errorf("ended with status %d by %v; log:\n%s", status, by, p.log)
			}
			if _, err := net.Dial("tcp", p.address); err == nil {
				t.Error("the address still takes connections")
			}
		})
	}
}

// TestSecondSignal checks that a second signal ends a process that is stopping.
func TestSecondSignal(t *testing.T) {
	p := execute(t, "--data-dir", t.TempDir(), "--table-memory", "32MiB", "--shutdown-grace", "1h")
	go func() { _, _ = p.call("/v1/solve", hard) }() // gets no answer
	p.wait(t, "thoughtful_workers_busy", 1)
	eventually(t, "the process to end", func() bool {
		select {
		case err := <-p.ended:
			p.ended <- err
			return true
		default:
			return p.command.Process.Signal(syscall.SIGINT) != nil
		}
	})
	if _, by := p.end(t); by != syscall.SIGINT {
		t.Errorf("ended by %v; log:\n%s", by, p.log)
	}
}
