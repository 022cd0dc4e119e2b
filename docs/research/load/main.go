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
	Cached      cachedCommand      `cmd:"" help:"Measure stored verdicts, in turns with a bare chi handler that answers as many bytes."`
	Durability  durabilityCommand  `cmd:"" help:"Measure new verdicts, in turns written before the answer and behind it."`
	Replicas    replicasCommand    `cmd:"" help:"Measure stored verdicts of one to three replicas with PostgreSQL and Redis, and of each memory."`
	Overload    overloadCommand    `cmd:"" help:"Ask for many times more new deals than the service can take, and open idle connections."`
	Container   containerCommand   `cmd:"" help:"Ask a service in containers of 256 and 512 MiB for all that takes memory."`
	Soak        soakCommand        `cmd:"" help:"Keep up mixed traffic and check that the service does not grow."`
	Play        playCommand        `cmd:"" help:"Play deals by the first move of /v1/moves."`
	Advise      adviseCommand      `cmd:"" help:"Play deals with hidden cards by the first move of /v1/advise."`
	Jobs        jobsCommand        `cmd:"" help:"Post jobs that nobody fetches, and measure what is left of them."`
	First       firstCommand       `cmd:"" help:"Ask for new verdicts, one after the other."`
	Interactive interactiveCommand `cmd:"" help:"Ask at an even pace, without and with a running campaign in turn."`
	Chaos       chaosCommand       `cmd:"" help:"Kill replicas, Redis and PostgreSQL under load, and count what is lost."`
	Bare        bareCommand        `cmd:"" help:"Run the bare handler (cached starts it)."`
}

// console is the input and output of a command.
type console struct {
	ctx context.Context
	out io.Writer
	err io.Writer
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
