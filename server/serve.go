package main

import (
	"errors"
	"fmt"
	"net"
	"runtime"
	"runtime/debug"

	"github.com/thoughtful-solitaire/thoughtful/server/deals"
)

// serveCommand runs the service until it is told to stop.
type serveCommand struct {
	serviceFlags `embed:""`
}

func (s *serveCommand) Run(c console) error {
	if err := s.complete(); err != nil {
		return err
	}
	log := s.logger(c.err)
	// Tables are most of the memory, and are made once. What is beside them is
	// collected before it doubles them.
	limit := int64(s.TableMemory) + int64(s.CacheMemory)*2 + deals.Memory + 512<<20
	if *s.CampaignWorkers > 0 {
		limit += int64(s.CampaignMemory)
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(limit))
	// A search never pauses by itself. With no more threads than searches, whoever
	// has an answer to send would wait until one is interrupted, 10 ms at a time;
	// with more, the operating system runs them at once.
	threads := max(processors, 2*s.Workers) + *s.CampaignWorkers
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
	service, err := start(c.ctx, &s.serviceFlags, s.engines(), log)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.out, `Thoughtful answers at http://%[1]s (in a browser too). Try:
  curl -s http://%[1]s/v1/solve -H 'Content-Type: application/json' -d '{"game":"free-cell","seed":"microsoft:11982"}'
`, reachable(service.address))
	log.Info("started", "address", service.address, "version", version(), "workers", s.Workers)

	select {
	case <-c.ctx.Done():
		log.Info("stopping", "grace", s.ShutdownGrace)
	case err = <-service.failed:
		err = fmt.Errorf("serving: %w", err)
	}
	if err = errors.Join(err, service.stop()); err == nil {
		log.Info("stopped")
	}
	return err
}

// reachable is under which address a service on this machine is reached that
// listens on an address.
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
