package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
)

// grammar is the command line.
type grammar struct {
	Cached      cachedCommand      `cmd:"" help:"Measure remembered verdicts, in turns with a bare chi handler that answers as many bytes."`
	Overload    overloadCommand    `cmd:"" help:"Ask for four times as many searches as the service can take on."`
	Soak        soakCommand        `cmd:"" help:"Keep up mixed traffic and tell whether the service grows."`
	Play        playCommand        `cmd:"" help:"Play deals by the first move of /v1/moves alone."`
	Advise      adviseCommand      `cmd:"" help:"Play deals with hidden cards by the first move of /v1/advise alone."`
	Jobs        jobsCommand        `cmd:"" help:"Post jobs that nobody asks about, and see what is left of them."`
	Pool        poolCommand        `cmd:"" help:"Take deals from a pool of winnable ones."`
	Interactive interactiveCommand `cmd:"" help:"Ask as people do who play, without and with a running campaign in turn."`
	Bare        bareCommand        `cmd:"" help:"Be the bare handler (cached starts it)."`
}

// console is what a command talks to.
type console struct {
	ctx context.Context
	out io.Writer
	err io.Writer
}

// create creates a file, or returns standard output if there is no name.
func (c *console) create(name string) (io.WriteCloser, error) {
	if name == "" {
		return nopCloser{c.out}, nil
	}
	return os.Create(name)
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	c := console{ctx, os.Stdout, os.Stderr}
	var g grammar
	parsed := kong.Parse(&g, kong.Name("load"), kong.Description("Measures the service under load."), kong.Bind(c))
	if err := parsed.Run(); err != nil {
		fmt.Fprintln(c.err, "load:", err)
		stop()
		os.Exit(1)
	}
}
