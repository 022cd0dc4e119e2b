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
	"strconv"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/server/service"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/proof"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// Exit statuses.
const (
	exitDone        = 0 // also: winnable
	exitUnwinnable  = 1
	exitRefused     = 1 // a proof
	exitUsage       = 2 // wrong usage or input
	exitUnknown     = 3
	exitInternal    = 4   // also: verdicts contradict each other
	exitInterrupted = 130 // as shells have it
)

// grammar is the command line.
type grammar struct {
	Serve       serveCommand         `cmd:"" default:"withargs" help:"Run the service (also when no command is given)." example:"DATA_DIR=/tmp/thoughtful thoughtful serve --listen 127.0.0.1:8081"`
	Work        workCommand          `cmd:"" help:"Run campaigns, together with other workers on the same PostgreSQL database." example:"DATABASE_URL=postgres://user:password@host/thoughtful thoughtful work"`
	Migrate     migrateCommand       `cmd:"" help:"Migrate the database." example:"DATABASE_URL=postgres://user:password@host/thoughtful thoughtful migrate"`
	MCP         mcpCommand           `cmd:"" name:"mcp" help:"Offer the calls of the service as tools of the Model Context Protocol, on standard input and output." example:"thoughtful mcp --url http://127.0.0.1:8080"`
	Games       gamesCommand         `cmd:"" help:"List the games, or describe one." example:"thoughtful games klondike"`
	Deal        dealCommand          `cmd:"" help:"Show a numbered deal." example:"thoughtful deal --game free-cell --seed microsoft:11982 --format fc-solve"`
	Solve       solveCommand         `cmd:"" help:"Solve a deal: winnable, with a solution, or unwinnable." example:"thoughtful solve --game klondike --seed solvitaire:2"`
	Difficulty  difficultyCommand    `cmd:"" help:"Measure how difficult a winnable deal is." example:"thoughtful difficulty --game klondike --seed solvitaire:2"`
	Seeds       seedsCommand         `cmd:"" help:"List numbers of winnable deals, by difficulty." example:"thoughtful seeds --game klondike --difficulty easy --count 10"`
	Prove       proveCommand         `cmd:"" help:"Write a proof that a deal can't be won, for anybody to check." example:"thoughtful prove --game free-cell --seed microsoft:11982 --out 11982.proof"`
	Check       checkCommand         `cmd:"" help:"Check a proof that prove has written." example:"thoughtful check 11982.proof"`
	Replay      replayCommand        `cmd:"" help:"Check a list of moves." example:"thoughtful replay --game klondike --seed solvitaire:2 --moves moves.txt --moves-format text"`
	Play        playCommand          `cmd:"" help:"Let an automatic player play a deal." example:"thoughtful play --game klondike --player greedy --seed solvitaire:9"`
	Players     playersCommand       `cmd:"" help:"List the automatic players and their options." example:"thoughtful players"`
	Convert     convertCommand       `cmd:"" help:"Convert a deal and moves between formats." example:"thoughtful convert --game klondike --seed pysol:24 --to klondike-solver"`
	Bench       benchCommand         `cmd:"" help:"Solve a range of deals and report each result." example:"thoughtful bench --game klondike --seeds solvitaire:1-1000"`
	Campaign    campaignCommand      `cmd:"" help:"Measure a win rate: solve a range of deals and store the results. An interrupted campaign can be continued." example:"thoughtful campaign --game klondike --seeds solvitaire:1-3000 --states 50000000"`
	Stats       statsCommand         `cmd:"" help:"Show stored win rates." example:"thoughtful stats klondike"`
	Forget      forgetCommand        `cmd:"" help:"Delete stored verdicts." example:"thoughtful forget"`
	Import      importCommand        `cmd:"" help:"Import results of another solver, and report contradictions." example:"thoughtful import --source thoughtful klondike.csv"`
	Verify      verifyResultsCommand `cmd:"" name:"verify-results" help:"Solve some deals of packed verdicts again, and compare." example:"thoughtful verify-results golf --sample 20"`
	Healthcheck healthcheckCommand   `cmd:"" aliases:"healthy" help:"Check that the service on this machine is up." example:"thoughtful healthcheck --listen 127.0.0.1:8081"`
	Completion  completionCommand    `cmd:"" help:"Print what a shell needs to complete commands: bash, zsh or fish."`
	Help        helpCommand          `cmd:"" help:"Show help, also of one command." example:"thoughtful help solve"`
	Version     versionCommand       `cmd:"" help:"Show the version." example:"thoughtful version --json"`

	ShowVersion kong.VersionFlag `name:"version" help:"Show the version."`
}

// console is the input and output of a command.
type console struct {
	ctx context.Context
	in  io.Reader
	out io.Writer
	err io.Writer

	terminal bool // whether out is read by a person, with colours
}

// Main runs the command that the arguments of the process name, and returns its exit status. An
// interrupt cancels the command; a second one ends the process at once.
func Main() int {
	// The heap beside the search tables is so small that collecting it whenever it has doubled would
	// take a sixth of the time of a search.
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(800)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return Run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
}

// Run runs the command that args name, with the given standard input and outputs, and returns its exit
// status. If ctx ends, the command is cancelled.
func Run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return run(console{ctx, stdin, stdout, stderr, isTerminal(stdout)}, args)
}

func run(c console, args []string) int {
	var g grammar
	status, exited := exitDone, false
	parser := newParser(&g, c, func(code int) { status, exited = code, true })
	if completions(parser); exited {
		return status
	}
	if err := unknownCommand(parser.Model, args); err != nil {
		return exitStatus(c, err)
	}
	parsed, err := parser.Parse(args)
	if exited { // --help or --version
		return status
	}
	if err != nil {
		fmt.Fprintf(c.err, "thoughtful: %v; see 'thoughtful --help'\n", err)
		return exitUsage
	}
	return exitStatus(c, parsed.Run())
}

// newParser returns the parser of the command line, which calls exit after help and the version.
// The help of a command ends with its example.
func newParser(g *grammar, c console, exit func(status int)) *kong.Kong {
	parser := kong.Must(g,
		kong.Name("thoughtful"),
		kong.Description("Solves and analyses patience (solitaire) games. Every verdict is proven."),
		kong.Writers(c.out, c.err),
		kong.Exit(exit),
		kong.Bind(c),
		kong.Vars{"version": version(), "mostproven": strconv.Itoa(mostProven)},
	)
	for _, command := range parser.Model.Children {
		if example := command.Tag.Get("example"); example != "" {
			command.Detail = strings.TrimPrefix(command.Detail+"\n\nFor example:\n\n  "+example, "\n\n")
		}
	}
	return parser
}

// outcome is the error of a command that found a verdict, for the exit status.
type outcome solver.Verdict

func (v outcome) Error() string { return string(v) }

// interrupted is the error of a command that the user stopped, and says what it has done.
type interrupted string

func (i interrupted) Error() string { return string(i) }

// inCommands replaces calls and fields of the HTTP interface in an error or warning by the commands and
// flags of the command line.
var inCommands = strings.NewReplacer(
	"GET /v1/games", "'thoughtful games'",
	"GET /v1/players", "'thoughtful players'",
	"give a longer deadline_ms", "give a longer --deadline",
)

// exitStatus returns the exit status of a command, and writes its error.
func exitStatus(c console, err error) int {
	var v outcome
	var u *service.UsageError
	var refused *proof.Refused
	var stopped interrupted
	var contradicted contradictions
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &v):
		return map[outcome]int{
			outcome(solver.Winnable): exitDone, outcome(solver.Unwinnable): exitUnwinnable, outcome(solver.Unknown): exitUnknown,
		}[v]
	case errors.As(err, &u):
		fmt.Fprintf(c.err, "thoughtful: %s\n", inCommands.Replace(err.Error()))
		return exitUsage
	case errors.As(err, &contradicted): // also of an interrupted campaign
		fmt.Fprintf(c.err, "thoughtful: %v\n", err)
		return exitInternal
	case errors.As(err, &stopped):
		fmt.Fprintf(c.err, "thoughtful: %v\n", err)
		return exitInterrupted
	case errors.As(err, &refused):
		fmt.Fprintf(c.err, "refused: %v\n", err)
		return exitRefused
	}
	told := problem.Explain(err)
	if told.Status >= 500 {
		// A client must not see the details, the user of the command line may.
		fmt.Fprintf(c.err, "thoughtful: %v\n", err)
		return exitInternal
	}
	if len(told.Errors) == 0 {
		fmt.Fprintf(c.err, "thoughtful: %s\n", inCommands.Replace(told.Detail))
	}
	for _, wrong := range told.Errors {
		fmt.Fprintf(c.err, "thoughtful: %s\n", inCommands.Replace(strict.Error{wrong}.Error()))
	}
	return exitUsage
}

func textLog(c console) *slog.Logger { return slog.New(slog.NewTextHandler(c.err, nil)) }
