package cli

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"strings"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/mcp"
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
	start := func() (*service.Service, error) { return service.Start(c.ctx, &s.Config, s.Engines(), log) }
	return attend(c, log, s.ShutdownGrace, start, func(running *service.Service) {
		if s.LogFormat == "text" { // for people
			key := ""
			if s.APIKeys != "" {
				key = " -H 'Authorization: Bearer SECRET'"
			}
			fmt.Fprintf(c.out, `Thoughtful answers at http://%[1]s (in a browser too). Try:
  curl -s http://%[1]s/v1/solve%[2]s -H 'Content-Type: application/json' -d '{"game":"free-cell","seed":"microsoft:11982"}'
`, reachable(running.Address), key)
		}
		log.Info("started", "address", running.Address, "version", service.Version(), "workers", s.Workers)
	})
}

// attend starts a process, waits until it fails or is signalled to stop, and stops it.
func attend(c console, log *slog.Logger, grace time.Duration, start func() (*service.Service, error), started func(*service.Service)) error {
	running, err := start()
	if errors.Is(err, context.Canceled) {
		return nil // signalled to stop while it waited for its database
	}
	if err != nil {
		return err
	}
	started(running)
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

// workCommand runs campaigns until it is signalled to stop.
type workCommand struct {
	service.WorkerConfig `embed:""`
}

func (w *workCommand) Run(c console) error {
	if err := w.Complete(); err != nil {
		return err
	}
	log := w.Logger(c.err)
	start := func() (*service.Service, error) { return service.StartWorker(c.ctx, &w.WorkerConfig, log) }
	return attend(c, log, w.ShutdownGrace, start, func(*service.Service) {
		log.Info("working", "version", service.Version(), "jobs", w.Jobs)
	})
}

// mcpCommand offers the calls of a service as tools on standard input and output.
type mcpCommand struct {
	service.Config `embed:""`
	URL            string `name:"url" help:"A running service to ask (default: one of this process, which listens on a port of its own)." placeholder:"URL"`
	Key            string `env:"API_KEY" help:"API key for the service." placeholder:"KEY"`
}

// Help says how a program that uses it is configured.
func (*mcpCommand) Help() string {
	return `For programs that speak the Model Context Protocol:

  {"mcpServers": {"thoughtful": {"command": "thoughtful", "args": ["mcp"]}}}

Only one process can use a data directory. While a service runs on it, give --url.`
}

func (k *mcpCommand) Run(c console) (err error) {
	if err := k.Complete(); err != nil {
		return err
	}
	to := mcp.Service{Address: strings.TrimSuffix(k.URL, "/"), Key: k.Key, Client: &http.Client{}}
	if k.URL == "" {
		k.Listen = "127.0.0.1:0"
		defer k.TuneRuntime()()
		running, err := service.Start(c.ctx, &k.Config, k.Engines(), k.Logger(c.err))
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, running.Stop()) }()
		to.Address = "http://" + running.Address
	}
	return mcp.Serve(c.ctx, to, service.Version(), c.in, c.out)
}

// healthcheckCommand checks that the service on this machine is up, for containers without
// another HTTP client.
type healthcheckCommand struct {
	Listen string `env:"LISTEN" help:"Address on which the service listens." default:"127.0.0.1:8080"`
}

func (h *healthcheckCommand) Run(c console) error {
	if _, _, err := net.SplitHostPort(h.Listen); err != nil {
		return service.Usagef("LISTEN: %w", err)
	}
	client := http.Client{Timeout: 2 * time.Second}
	response, err := client.Get("http://" + reachable(h.Listen) + "/healthz")
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("service answered %s", response.Status)
	}
	fmt.Fprintln(c.out, "ok")
	return nil
}

// versionCommand shows the version.
type versionCommand struct {
	JSON bool `name:"json" help:"Print it as JSON."`
}

func (v *versionCommand) Run(c console) error {
	if v.JSON {
		return printJSON(c.out, map[string]string{"version": service.Version(), "go": runtime.Version(), "os": runtime.GOOS, "arch": runtime.GOARCH})
	}
	_, err := fmt.Fprintln(c.out, version())
	return err
}

func version() string {
	return fmt.Sprintf("thoughtful %s %s %s/%s", service.Version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
