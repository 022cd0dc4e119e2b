package servicetest

import (
	"context"
	_ "embed" // compose.yml
	"fmt"
	"os"
	"os/exec"
	"strings"
)

//go:embed compose.yml
var compose string

// dockerRuns reports whether `docker compose` has an engine to talk to.
func dockerRuns() bool {
	return exec.Command("docker", "compose", "version").Run() == nil && exec.Command("docker", "info").Run() == nil
}

// container is a server that runs under Docker, as a Compose project of its own.
type container struct {
	service string
	port    int
}

func newContainer(kind *Kind, port int) *container {
	return &container{kind.container, port}
}

func (c *container) start(ctx context.Context) error {
	return c.compose(ctx, "up", "--detach", "--wait", c.service)
}

func (c *container) kill() error {
	return c.compose(context.Background(), "kill", c.service)
}

func (c *container) stop() error {
	return c.compose(context.Background(), "down", "--volumes")
}

func (c *container) compose(ctx context.Context, arguments ...string) error {
	project := fmt.Sprintf("thoughtful-test-%d", c.port)
	command := exec.CommandContext(ctx, "docker", append([]string{"compose", "--project-name", project, "--file", "-"}, arguments...)...)
	command.Stdin = strings.NewReader(compose)
	command.Env = append(os.Environ(), fmt.Sprintf("PORT=%d", c.port))
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("docker compose %s: %w: %s", strings.Join(arguments, " "), err, out)
	}
	return nil
}
