package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/service"
)

// serveCommand runs the service until it is signalled to stop.
type serveCommand struct {
	service.Config `embed:""`
}

func (s *serveCommand) Run(c console) error {
	if err := s.Complete(); err != nil {
		return err
	}
	log := s.Logger(c.err)
	defer s.TuneRuntime()()
	running, err := service.Start(c.ctx, &s.Config, s.Engines(), log)
	if errors.Is(err, context.Canceled) {
		return nil // signalled to stop while it waited for its database
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, `Thoughtful answers at http://%[1]s (in a browser too). Try:
  curl -s http://%[1]s/v1/solve -H 'Content-Type: application/json' -d '{"game":"free-cell","seed":"microsoft:11982"}'
`, reachable(running.Address))
	log.Info("started", "address", running.Address, "version", service.Version(), "workers", s.Workers)

	return attend(c, running, log, s.ShutdownGrace)
}

// attend waits until a process fails or is signalled to stop, and stops it.
func attend(c console, running *service.Service, log *slog.Logger, grace time.Duration) error {
	var err error
	select {
	case <-c.ctx.Done():
		log.Info("stopping", "grace", grace)
	case err = <-running.Failed:
	}
	if err = errors.Join(err, running.Stop()); err == nil {
		log.Info("stopped")
	}
	return err
}

// reachable returns the address at which clients on this machine reach a service that listens on
// an address.
func reachable(address string) string {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return address
	}
	if ip := net.ParseIP(host); host == "" || ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port)
}
