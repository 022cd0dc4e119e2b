package cli

import (
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/service"
)

// healthyCommand asks a service on this machine whether it is alive: the health
// check of a container that has no other program in it.
type healthyCommand struct {
	Listen string `env:"LISTEN" help:"Address that the service listens on." default:"127.0.0.1:8080"`
}

func (h *healthyCommand) Run(c console) error {
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
		return fmt.Errorf("the service answers %s", response.Status)
	}
	fmt.Fprintln(c.out, "ok")
	return nil
}
