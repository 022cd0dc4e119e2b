package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api"
	"github.com/thoughtful-solitaire/thoughtful/server/service"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
)

// playCommand is POST /v1/play without a server.
type playCommand struct {
	gameFlags   `embed:""`
	cardFlags   `embed:""`
	playerFlags `embed:""`
	Deadline    time.Duration `help:"How long to play." default:"10s"`
	Memory      service.Size  `help:"Memory for tables of players who search." default:"1GiB"`
	MovesFormat string        `help:"The format to write the moves in: text, fc-solve, klondike-solver or minimal-klondike." default:"text" placeholder:"FORMAT"`
	JSON        bool          `name:"json" help:"Answer with the JSON of the service."`
}

// Help says what the exit status tells.
func (*playCommand) Help() string {
	return "The exit status is 0 when the play came to its end, won or not: a deal that a player loses may be winnable. It is 3 when the deadline stopped it."
}

// playerFlags say who plays.
type playerFlags struct {
	Player     string   `help:"Who plays; 'thoughtful players' lists who can." placeholder:"NAME" required:""`
	Option     []string `help:"What to tell the player, such as n=2; as often as there are options to tell." placeholder:"NAME=VALUE" sep:"none"`
	PlayerSeed int64    `help:"What the player draws at random is drawn from." default:"1"`
}

// addTo adds the fields of a request. What is wrong with a player that there is not is the
// service's to say.
func (f *playerFlags) addTo(request map[string]any) error {
	request["player"], request["player_seed"] = f.Player, f.PlayerSeed
	if kind, known := player.Lookup(f.Player); known {
		options, err := kind.ParseOptions(f.Option)
		if err != nil {
			return service.Usagef("--option: %w", err)
		}
		request["options"] = kind.NonDefaultOptions(options)
	}
	return nil
}

// title is what the player is called, with its options, when both are known to be right.
func (f *playerFlags) title() string {
	kind, _ := player.Lookup(f.Player)
	options, _ := kind.ParseOptions(f.Option)
	return kind.Title(options)
}

func (k *playCommand) Run(c console) error {
	if err := k.Memory.Fits("--memory"); err != nil {
		return err
	}
	request, err := k.request(c)
	if err != nil {
		return err
	}
	if err := errors.Join(k.cardFlags.addTo(request, c), k.playerFlags.addTo(request)); err != nil {
		return err
	}
	// A part of a millisecond is not nothing, and less than nothing stays wrong.
	request["deadline_ms"] = int64(math.Ceil(float64(k.Deadline) / float64(time.Millisecond)))
	if k.MovesFormat != "text" || !k.JSON {
		request["moves_format"] = k.MovesFormat
	}
	text, err := json.Marshal(request)
	if err != nil {
		return err
	}
	engine := &engineLender{portfolio.New(int64(k.Memory))}
	start := time.Now()
	bar := showProgress(c, time.Second, func() float64 { return float64(time.Since(start)) / float64(k.Deadline) }, func() string {
		return fmt.Sprintf("%s of %s", time.Since(start).Round(time.Second), k.Deadline)
	})
	var limits api.Limits
	limits.Deadline, limits.DefaultDeadline = math.MaxInt64, k.Deadline
	answer, err := api.Play(c.ctx, start, text, engine, limits)
	bar.end()
	if err != nil {
		return err
	}
	if k.JSON {
		err = printJSON(c.out, answer)
	} else {
		printPlay(c, k.title(), &answer)
	}
	if err == nil && answer.Ending == player.Stopped {
		return outcome(solver.Unknown)
	}
	return err
}

// engineLender lends an engine of its own.
type engineLender struct{ engine solver.Engine }

func (l *engineLender) Do(ctx context.Context, _ *solver.Problem, task func(context.Context, solver.Engine)) error {
	task(ctx, l.engine)
	return nil
}

// printPlay tells a person how a deal was played.
func printPlay(c console, who string, a *api.PlayAnswer) {
	fmt.Fprintf(c.out, "%s %s; score %d; %d moves in %.1f ms\n", who, endings[a.Ending], a.Score, a.Length, a.ElapsedMS)
	fmt.Fprintf(c.out, "it saw %s\n", sight(a.Information, a.Stock))
	for _, warning := range a.Warnings {
		fmt.Fprintf(c.out, "warning: %s\n", warning)
	}
	fmt.Fprint(c.out, a.Text)
}

// endings say how plays end.
var endings = map[player.Ending]string{
	player.Won:      "won",
	player.Stuck:    "lost: no move was legal",
	player.GaveUp:   "lost: there was no move that it cared for",
	player.Repeated: "lost: one position was on the table too often",
	player.TooLong:  fmt.Sprintf("lost: it had not won after %d moves", player.MostMoves),
	player.Stopped:  "was stopped: the time was up",
}

// sight says what a player sees.
func sight(information string, stock *string) string {
	switch {
	case stock == nil:
		return "all cards"
	case *stock == string(player.StockKnown):
		return "the cards that lay face up, and the stock from the start"
	default:
		return "the cards that lay face up, and of the stock what had been turned before"
	}
}
