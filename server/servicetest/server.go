package servicetest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
)

// Server is a server of a kind, brought up for tests and gone after them. Its
// methods are not for concurrent use.
type Server struct {
	kind *Kind
	port int
	form form
}

// form is what a server runs as.
type form interface {
	// start runs it, anew if it ran before, and waits until it takes requests.
	start(ctx context.Context) error
	// kill ends it without warning.
	kill() error
	// stop ends it and leaves nothing of it.
	stop() error
}

// Start brings up a server of a kind from what the machine has: its program, else
// Docker.
func Start(ctx context.Context, kind *Kind) (*Server, error) {
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	s := &Server{kind: kind, port: port}
	if program := kind.find(); program != "" {
		s.form, err = newProcess(kind, program, port)
	} else if dockerRuns() {
		s.form = newContainer(kind, port)
	} else {
		err = fmt.Errorf("this machine has neither its program nor Docker; as root, `%s` installs it", installLine(kind.debian))
	}
	if err != nil {
		return nil, fmt.Errorf("%s for tests: %w", kind.Name, err)
	}
	if err := s.Start(ctx); err != nil {
		return nil, errors.Join(err, s.Stop())
	}
	return s, nil
}

// URL is where the server takes requests, now and after a restart.
func (s *Server) URL() string { return s.kind.url(s.port) }

// Kill ends the server as a crash does, and waits until it is gone. PostgreSQL
// finds what was committed when it starts again; Redis starts empty.
func (s *Server) Kill() error {
	if err := s.form.kill(); err != nil {
		return fmt.Errorf("killing %s: %w", s.kind.Name, err)
	}
	return nil
}

// Start starts the server again after Kill.
func (s *Server) Start(ctx context.Context) error {
	if err := s.form.start(ctx); err != nil {
		return fmt.Errorf("starting %s: %w", s.kind.Name, err)
	}
	return nil
}

// Stop ends the server for good and removes what it wrote.
func (s *Server) Stop() error {
	if err := s.form.stop(); err != nil {
		return fmt.Errorf("stopping %s: %w", s.kind.Name, err)
	}
	return nil
}

// freePort finds a port that nobody listens on, below those that the system gives
// to outgoing connections, so that none of them takes it while the server is
// being restarted.
func freePort() (int, error) {
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
