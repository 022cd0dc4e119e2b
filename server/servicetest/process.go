package servicetest

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// process is a server that runs as a child of this program, in a folder of its
// own. It ends with this program, on Linux even if that is killed.
type process struct {
	kind    *Kind
	program string
	port    int
	dir     string
	owner   *syscall.Credential // its user; nil for the user of this program

	command *exec.Cmd
	gone    chan struct{} // closed when the process has ended; nil before it first ran
}

func newProcess(kind *Kind, program string, port int) (*process, error) {
	p := &process{kind: kind, program: program, port: port}
	// Not below os.TempDir: TMPDIR can be a folder that only its owner may enter,
	// and the server may belong to somebody else.
	dir, err := os.MkdirTemp("/tmp", "thoughtful-"+kind.container+"-")
	if err != nil {
		return nil, err
	}
	p.dir = dir
	if err := errors.Join(p.own(), kind.prepare(p)); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return p, nil
}

// own gives a root's server to somebody else, as PostgreSQL refuses to run as
// root: to the user that its packages make, else to nobody.
func (p *process) own() error {
	if os.Geteuid() != 0 {
		return nil
	}
	owner, err := user.Lookup("postgres")
	if err != nil {
		if owner, err = user.Lookup("nobody"); err != nil {
			return err
		}
	}
	uid, err := strconv.ParseUint(owner.Uid, 10, 32)
	if err != nil {
		return err
	}
	gid, err := strconv.ParseUint(owner.Gid, 10, 32)
	if err != nil {
		return err
	}
	p.owner = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return os.Chown(p.dir, int(uid), int(gid))
}

// start runs the program. A restart is tried again and again: what a killed
// PostgreSQL leaves running for a moment keeps its successor from starting.
func (p *process) start(ctx context.Context) error {
	restart := p.gone != nil
	for {
		err := p.run(ctx)
		if err == nil || !restart || ctx.Err() != nil {
			return err
		}
		pause(ctx)
	}
}

// run runs the program once and waits until it takes requests.
func (p *process) run(ctx context.Context) error {
	path := filepath.Join(p.dir, "log")
	log, err := os.Create(path)
	if err != nil {
		return err
	}
	defer log.Close()
	command := exec.Command(p.program, p.kind.arguments(p)...)
	command.Dir = p.dir
	command.Stdout, command.Stderr = log, log
	command.SysProcAttr = p.attributes()
	if err := command.Start(); err != nil {
		return err
	}
	gone := make(chan struct{})
	p.command, p.gone = command, gone
	go func() {
		_ = command.Wait() // how it ended is in its log
		close(gone)
	}()
	for !p.kind.ready(p) {
		select {
		case <-gone:
			said, _ := os.ReadFile(path)
			return fmt.Errorf("%s has ended; it said: %s", p.program, said)
		case <-ctx.Done():
			return errors.Join(fmt.Errorf("%s is not ready: %w", p.program, context.Cause(ctx)), p.kill())
		default:
			pause(ctx)
		}
	}
	return nil
}

// pause lets another process get on with it.
func pause(ctx context.Context) {
	select {
	case <-time.After(20 * time.Millisecond):
	case <-ctx.Done():
	}
}

// kill kills the process with its children, which of a PostgreSQL would go on
// serving those who keep them busy, and waits until nobody listens on its port.
func (p *process) kill() error {
	if p.gone == nil {
		return nil
	}
	select {
	case <-p.gone:
		return nil
	default:
	}
	// Stopped first, it has no more children while they are counted.
	if err := p.command.Process.Signal(syscall.SIGSTOP); err != nil {
		return err
	}
	children, err := children(p.command.Process.Pid)
	if err != nil {
		return errors.Join(err, p.end(syscall.SIGKILL))
	}
	if err := p.end(syscall.SIGKILL); err != nil {
		return err
	}
	for _, child := range children {
		if err := syscall.Kill(child, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
			return err
		}
	}
	for {
		conn, err := net.Dial("tcp", p.address())
		if err != nil {
			return nil
		}
		conn.Close()
		pause(context.Background())
	}
}

// numbers reads process ids.
func numbers(text []byte) ([]int, error) {
	var all []int
	for _, word := range strings.Fields(string(text)) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return nil, err
		}
		all = append(all, n)
	}
	return all, nil
}

func (p *process) address() string { return fmt.Sprintf("127.0.0.1:%d", p.port) }

// end sends the process a signal, if it still runs, and waits until it is gone.
func (p *process) end(signal syscall.Signal) error {
	if p.gone == nil {
		return nil
	}
	if err := p.command.Process.Signal(signal); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	<-p.gone
	return nil
}

// patience is how long a server may take to shut down.
const patience = 20 * time.Second

func (p *process) stop() error {
	hurry := time.AfterFunc(patience, func() { _ = p.command.Process.Kill() })
	err := p.end(p.kind.shutdown)
	hurry.Stop()
	return errors.Join(err, os.RemoveAll(p.dir))
}
