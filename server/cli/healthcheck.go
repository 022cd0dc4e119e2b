package cli

import (
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/service"
)

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
