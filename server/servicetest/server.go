package servicetest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Server is a server that runs as a child of this program, in a directory of its own. It ends with
// this program, on Linux even if that is killed. Its methods are not for concurrent use.
type Server struct {
	kind    *Kind
	program string
	port    int
	dir     string
	owner   *syscall.Credential // nil for the user of this program

	command *exec.Cmd
	gone    chan struct{} // closed when the process has ended; nil before it first ran
}

// Start starts a server and waits until it accepts requests.
func Start(ctx context.Context, kind *Kind) (*Server, error) {
	s := &Server{kind: kind, program: kind.find()}
	if s.program == "" {
		return nil, fmt.Errorf("%s is not installed; on Debian, as root: %s", kind.Name, installLine(kind.debian))
	}
	if err := s.prepare(); err != nil {
		return nil, fmt.Errorf("preparing %s: %w", kind.Name, errors.Join(err, os.RemoveAll(s.dir)))
	}
	if err := s.Start(ctx); err != nil {
		return nil, errors.Join(err, s.Stop())
	}
	return s, nil
}

// prepare chooses the port and the owner, and creates the directory.
func (s *Server) prepare() (err error) {
	if s.port, err = FreePort(); err != nil {
		return err
	}
	// Not in os.TempDir: TMPDIR can be a directory that only its owner may enter, and the server
	// may have another owner.
	if s.dir, err = os.MkdirTemp("/tmp", "thoughtful-"+strings.ToLower(s.kind.Name)+"-"); err != nil {
		return err
	}
	if os.Geteuid() == 0 {
		if err := s.disown(); err != nil {
			return err
		}
	}
	return s.kind.prepare(s)
}

// FreePort returns a free port. The system gives higher ports to outgoing connections. So no
// outgoing connection takes this port while the server restarts.
func FreePort() (int, error) {
	var err error
	for range 100 {
		port := 20000 + rand.IntN(12000)
		var l net.Listener
		if l, err = net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			return port, l.Close()
		}
	}
	return 0, fmt.Errorf("no free port: %w", err)
}

// disown gives the server of root to another user, as PostgreSQL refuses to run as root: to the
// user that its packages create, else to nobody.
func (s *Server) disown() error {
	owner, err := user.Lookup("postgres")
	if err != nil {
		owner, err = user.Lookup("nobody")
	}
	if err != nil {
		return err
	}
	s.owner = new(syscall.Credential)
	if _, err := fmt.Sscan(owner.Uid+" "+owner.Gid, &s.owner.Uid, &s.owner.Gid); err != nil {
		return err
	}
	return os.Chown(s.dir, int(s.owner.Uid), int(s.owner.Gid))
}

// URL returns the URL of the server, which stays the same after a restart.
func (s *Server) URL() string { return s.kind.url(s.port) }

// Start starts the server again after Kill.
func (s *Server) Start(ctx context.Context) error {
	restart := s.gone != nil
	for {
		err := s.run(ctx)
		if err == nil {
			return nil
		}
		// What a killed PostgreSQL leaves running for a moment keeps its successor from starting.
		if !restart || ctx.Err() != nil {
			return fmt.Errorf("starting %s: %w", s.kind.Name, err)
		}
		pause(ctx)
	}
}

// run starts the program once and waits until it accepts requests.
func (s *Server) run(ctx context.Context) error {
	path := filepath.Join(s.dir, "log")
	log, err := os.Create(path)
	if err != nil {
		return err
	}
	defer log.Close()
	command := exec.Command(s.program, s.kind.arguments(s)...)
	command.Dir = s.dir
	command.Stdout, command.Stderr = log, log
	command.SysProcAttr = s.attributes()
	started, gone := make(chan error), make(chan struct{})
	go func() {
		// Linux ends the server not when this program ends, but when the thread that started it
		// does, and those of goroutines that locked them, as campaigns' do, end with them. So it
		// has a thread of its own.
		runtime.LockOSThread()
		err := command.Start()
		started <- err
		if err == nil {
			_ = command.Wait() // its log says how it ended
			close(gone)
		}
	}()
	if err := <-started; err != nil {
		return err
	}
	s.command, s.gone = command, gone
	for {
		select {
		case <-gone:
			text, _ := os.ReadFile(path)
			return fmt.Errorf("%s has ended; its log: %s", s.program, text)
		case <-ctx.Done():
			return errors.Join(fmt.Errorf("%s is not ready: %w", s.program, context.Cause(ctx)), s.Kill())
		default:
		}
		if s.kind.ready(s) {
			return nil
		}
		pause(ctx)
	}
}

// pause waits a moment.
func pause(ctx context.Context) {
	select {
	case <-time.After(20 * time.Millisecond):
	case <-ctx.Done():
	}
}

// Kill kills the server and its children, and waits until nothing listens on its port. Left alive,
// the children of PostgreSQL would continue to serve their clients. After a restart PostgreSQL has
// all that was committed; Redis is empty.
func (s *Server) Kill() error {
	if s.gone == nil {
		return nil
	}
	select {
	case <-s.gone:
		return nil
	default:
	}
	children, err := s.freeze()
	err = errors.Join(err, s.end(syscall.SIGKILL))
	for _, child := range children {
		_ = syscall.Kill(child, syscall.SIGKILL) // unless it has ended
	}
	if err != nil {
		return fmt.Errorf("killing %s: %w", s.kind.Name, err)
	}
	for s.listens() {
		pause(context.Background())
	}
	return nil
}

// Freeze stops the server and, on Linux, its children in the middle of what they do: connections
// stay open, new ones are accepted, and nothing is answered until Thaw or Kill.
func (s *Server) Freeze() error {
	children, err := s.freeze()
	for _, child := range children {
		_ = syscall.Kill(child, syscall.SIGSTOP) // unless it has ended
	}
	if err != nil {
		return fmt.Errorf("freezing %s: %w", s.kind.Name, err)
	}
	return nil
}

// freeze stops the process, which then makes no more children, and lists those that it has.
func (s *Server) freeze() ([]int, error) {
	err := s.command.Process.Signal(syscall.SIGSTOP)
	children, unread := children(s.command.Process.Pid)
	return children, errors.Join(err, unread)
}

// Thaw undoes Freeze.
func (s *Server) Thaw() error {
	children, err := children(s.command.Process.Pid)
	for _, child := range children {
		_ = syscall.Kill(child, syscall.SIGCONT)
	}
	if err = errors.Join(err, s.command.Process.Signal(syscall.SIGCONT)); err != nil {
		return fmt.Errorf("thawing %s: %w", s.kind.Name, err)
	}
	return nil
}

// children lists the children that the first thread of a process has made. Only Linux lists them
// in a file; elsewhere those of PostgreSQL notice by themselves that they are orphans.
func children(of int) (all []int, err error) {
	if runtime.GOOS != "linux" {
		return nil, nil
	}
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", of, of))
	for word := range strings.FieldsSeq(string(text)) {
		child, err := strconv.Atoi(word)
		if err != nil {
			return nil, err
		}
		all = append(all, child)
	}
	return all, err
}

// listens reports whether the server accepts connections.
func (s *Server) listens() bool {
	conn, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", s.port))
	if err != nil {
		return false
	}
	conn.Close()
	return true
}

// end sends a signal to the process, if it still runs, and waits until it has ended.
func (s *Server) end(signal syscall.Signal) error {
	if s.gone == nil {
		return nil
	}
	if err := s.command.Process.Signal(signal); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	<-s.gone
	return nil
}

// Stop ends the server and removes its directory. A server that has not ended after 20 seconds is
// killed.
func (s *Server) Stop() error {
	late := time.AfterFunc(20*time.Second, func() { _ = s.command.Process.Kill() })
	err := s.end(s.kind.shutdown)
	late.Stop()
	if err = errors.Join(err, os.RemoveAll(s.dir)); err != nil {
		return fmt.Errorf("stopping %s: %w", s.kind.Name, err)
	}
	return nil
}
