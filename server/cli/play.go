package cli

import (
	"fmt"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/moves"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/server/service"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/roster"
)

// playCommand is POST /v1/play without a server.
type playCommand struct {
	gameFlags   `embed:""`
	cardFlags   `embed:""`
	schemaFlag  `embed:""`
	playerFlags `embed:""`
	searchFlags `embed:""`
	MovesFormat string `help:"Format of the moves: text (the default), fc-solve, klondike-solver or minimal-klondike." placeholder:"FORMAT"`
	JSON        bool   `name:"json" help:"Print the JSON of the service."`
}

// Help explains the exit status.
func (*playCommand) Help() string {
	return "The exit status is 0 if the game was played to its end, won or lost (a deal that a player loses may be winnable), and 3 if the deadline stopped it."
}

// playerFlags select a player.
type playerFlags struct {
	Player     string   `help:"Player; 'thoughtful players' lists them." placeholder:"NAME" required:"" predictor:"player"`
	Option     []string `help:"Option of the player, for example n=2; may be repeated." placeholder:"NAME=VALUE" sep:"none"`
	PlayerSeed int64    `help:"Random seed for the player." default:"1"`
}

// addTo adds the fields of a request. The service reports an unknown player.
func (f *playerFlags) addTo(r fields, _ console) error {
	r["player"], r["player_seed"] = f.Player, f.PlayerSeed
	if kind, known := roster.Lookup(f.Player); known {
		options, err := kind.ParseOptions(f.Option)
		if err != nil {
			return service.Usagef("--option: %w", err)
		}
		r["options"] = kind.NonDefaultOptions(options)
	}
	return nil
}

// title returns the name of the player with its options, which must be valid.
func (f *playerFlags) title() string {
	kind, _ := roster.Lookup(f.Player)
	options, _ := kind.ParseOptions(f.Option)
	return kind.Title(options)
}

func (k *playCommand) Run(c console) error {
	asked := fields{}
	asked.set("moves_format", textUnless(k.JSON, k.MovesFormat))
	body, err := asked.encode(c, &k.gameFlags, &k.cardFlags, &k.schemaFlag, &k.playerFlags, &k.searchFlags)
	if err != nil {
		return err
	}
	answer, err := search(c, &k.searchFlags, func(engine *localEngine, start time.Time, limits request.Limits) (moves.PlayAnswer, error) {
		return moves.Play(c.ctx, start, body, engine, limits)
	})
	if err != nil {
		return err
	}
	err = c.show(k.JSON, answer, func() { printPlay(c, k.title(), &answer) })
	if err == nil && answer.Ending == player.Stopped {
		return outcome(solver.Unknown)
	}
	return err
}

// printPlay writes how a deal was played.
func printPlay(c console, who string, a *moves.PlayAnswer) {
	fmt.Fprintf(c.out, "%s %s; score %d; %.1f ms\n", who, endings[a.Ending], a.Score, a.ElapsedMS)
	fmt.Fprintf(c.out, "it saw %s\n", sight(a.Stock))
	printWarnings(c.out, a.Warnings)
	// Readers of moves skip the text up to this line (notation.ReadMoves).
	fmt.Fprintf(c.out, "%s:\n", counted("move", a.Length, a.Redeals))
	fmt.Fprint(c.out, c.people(a.Text))
}

// endings are the texts of how games end.
var endings = map[player.Ending]string{
	player.Won:      "won",
	player.Stuck:    "lost: no move was legal",
	player.GaveUp:   "lost: it found no move worth making",
	player.Repeated: "lost: one position repeated too often",
	player.TooLong:  fmt.Sprintf("lost: not won after %d moves", player.MostMoves),
	player.Stopped:  "was stopped by the deadline",
}

// sight returns what a player sees.
func sight(stock *string) string {
	switch {
	case stock == nil:
		return "all cards"
	case *stock == string(player.StockKnown):
		return "the cards that lay face up, and the stock from the start"
	default:
		return "the cards that lay face up, and of the stock what had been turned before"
	}
}
