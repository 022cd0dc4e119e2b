package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/server/service"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// The exit statuses.
const (
	exitDone       = 0 // also: winnable
	exitUnwinnable = 1
	exitUsage      = 2 // wrong usage or input
	exitUnknown    = 3
	exitInternal   = 4
)

// grammar is the command line.
type grammar struct {
	Serve    serveCommand    `cmd:"" default:"withargs" help:"Run the service (also when no command is given)."`
	Work     workCommand     `cmd:"" help:"Run campaigns, with as many other workers as there are on the same PostgreSQL database."`
	Migrate  migrateCommand  `cmd:"" help:"Bring the database up to date."`
	Games    gamesCommand    `cmd:"" help:"List the games, or describe one."`
	Deal     dealCommand     `cmd:"" help:"Lay out a numbered deal."`
	Solve    solveCommand    `cmd:"" help:"Tell whether a deal can be won, and how."`
	Replay   replayCommand   `cmd:"" help:"Have the referee play moves."`
	Play     playCommand     `cmd:"" help:"Have a player play a deal."`
	Players  playersCommand  `cmd:"" help:"List the players, and what they can be told."`
	Convert  convertCommand  `cmd:"" help:"Write a deal, and moves, as another program does."`
	Bench    benchCommand    `cmd:"" help:"Solve a range of deals and report on each."`
	Campaign campaignCommand `cmd:"" help:"Find out how often a game can be won: solve a range of deals, however long that takes, and keep what became of each."`
	Stats    statsCommand    `cmd:"" help:"Tell how often games can be won, as far as the store knows."`
	Forget   forgetCommand   `cmd:"" help:"Strike verdicts out of the database."`
	Import   importCommand   `cmd:"" help:"Keep what others found out of deals, with its source, and tell where it contradicts what is known."`
	Healthy  healthyCommand  `cmd:"" help:"Ask a service on this machine whether it is alive."`
	Version  versionCommand  `cmd:"" help:"Tell the version."`
}

// console is what a command talks to.
type console struct {
	ctx context.Context
	in  io.Reader
	out io.Writer
	err io.Writer
}

// Main runs the process with its own arguments and returns its exit status. A signal to
// stop cancels the command; a second one ends the process at once.
func Main() int {
	// Most of the heap are the engines' tables, which hold no pointers and are never
	// garbage. With the usual 100 % as much garbage again would gather beside them.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(10)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return Run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
}

// Run runs the command that args name and returns its exit status.
func Run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return run(console{ctx, stdin, stdout, stderr}, args)
}

func run(c console, args []string) int {
	var g grammar
	status, exited := exitDone, false
	parser := kong.Must(&g,
		kong.Name("thoughtful"),
		kong.Description("Answers questions about patience games, truthfully."),
		kong.Writers(c.out, c.err),
		kong.Exit(func(code int) { status, exited = code, true }),
		kong.Bind(c),
	)
	parsed, err := parser.Parse(args)
	if exited { // --help
		return status
	}
	if err != nil {
		fmt.Fprintf(c.err, "thoughtful: %v; see 'thoughtful --help'\n", err)
		return exitUsage
	}
	return exitStatus(c, parsed.Run())
}

// outcome is the error by which a command that did its work tells the verdict.
type outcome solver.Verdict

func (v outcome) Error() string { return string(v) }

// exitStatus says how a command ended, and writes what went wrong.
func exitStatus(c console, err error) int {
	var v outcome
	var u *service.UsageError
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &v):
		return map[outcome]int{
			outcome(solver.Winnable): exitDone, outcome(solver.Unwinnable): exitUnwinnable, outcome(solver.Unknown): exitUnknown,
		}[v]
	case errors.As(err, &u):
		fmt.Fprintf(c.err, "thoughtful: %v\n", err)
		return exitUsage
	}
	told := problem.Explain(err)
	if told.Status >= 500 {
		// What a client is not told, whoever runs the program may know.
		fmt.Fprintf(c.err, "thoughtful: %v\n", err)
		return exitInternal
	}
	if len(told.Errors) == 0 {
		fmt.Fprintf(c.err, "thoughtful: %s\n", told.Detail)
	}
	for _, complaint := range told.Errors {
		fmt.Fprintf(c.err, "thoughtful: %v\n", strict.Error{complaint})
	}
	return exitUsage
}

func textLog(c console) *slog.Logger { return slog.New(slog.NewTextHandler(c.err, nil)) }
