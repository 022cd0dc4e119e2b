package cli

import (
	"errors"
	"net/http"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/server/mcp"
	"github.com/thoughtful-solitaire/thoughtful/server/service"
)

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
