package compare

import (
	"compress/gzip"
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Run has players play the same deals. Args are the flags of the study and the players' titles.
func Run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("compare", flag.ContinueOnError)
	name := flags.String("game", "klondike", "the game")
	seeds := flags.String("seeds", "solvitaire:1-100", "the deals")
	paths := flags.Int("paths", 0, "write the paths of so many won games of each player instead")
	memory := flags.Int64("memory", 1<<28, "bytes of memory for the tables of players that search")
	out := flags.String("out", "", "the file to write, compressed if its name ends in .gz; standard output if empty")
	if err := flags.Parse(args); err != nil {
		return err
	}
	return run(ctx, *name, *seeds, flags.Args(), *paths, portfolio.New(*memory), *out)
}

func run(ctx context.Context, name, seeds string, titles []string, paths int, engine solver.Engine, out string) (err error) {
	g, known := rules.Lookup(name)
	if !known {
		return fmt.Errorf("unknown game %q", name)
	}
	numbered, err := deal.ParseSeeds(seeds)
	if err != nil {
		return fmt.Errorf("--seeds: must be like solvitaire:1-100: %w", err)
	}
	c := comparison{rules: &g.Rules, engine: engine, seeds: numbered}
	for _, title := range titles {
		if err := c.addPlayer(title); err != nil {
			return err
		}
	}
	file := io.WriteCloser(os.Stdout)
	if out != "" {
		if file, err = os.Create(out); err != nil {
			return err
		}
	}
	to := file
	if strings.HasSuffix(out, ".gz") {
		if to, err = gzip.NewWriterLevel(file, gzip.BestCompression); err != nil {
			return err
		}
	}
	write := c.wins
	if paths > 0 {
		write = func(ctx context.Context, to *csv.Writer) error { return c.paths(ctx, to, paths) }
	}
	if err := write(ctx, csv.NewWriter(to)); err != nil {
		return err
	}
	if to != file {
		if err := to.Close(); err != nil {
			return err
		}
	}
	return file.Close()
}

// comparison has the players and their deals.
type comparison struct {
	rules   *rules.Rules
	engine  solver.Engine
	seeds   []deal.Seed
	players []contender
}

type contender struct {
	kind    player.Kind
	options player.Options
}

// addPlayer adds a player by its title.
func (c *comparison) addPlayer(title string) error {
	words := strings.Fields(title)
	if len(words) == 0 {
		return errors.New("empty name of a player")
	}
	kind, known := player.Lookup(words[0])
	if !known {
		return fmt.Errorf("unknown player %q", words[0])
	}
	options, err := kind.ParseOptions(words[1:])
	if err != nil {
		return fmt.Errorf("%s: %w", title, err)
	}
	if kind.Plays != nil && !kind.Plays(c.rules) {
		return fmt.Errorf("%s does not play this game", kind.Name)
	}
	c.players = append(c.players, contender{kind, options})
	return nil
}

// play has a player play a deal, and verifies the play.
func (c *comparison) play(ctx context.Context, p contender, seed deal.Seed) (player.Result, deal.Position, error) {
	table, err := seed.Deal(c.rules)
	if err != nil {
		return player.Result{}, table, err
	}
	played := player.Play(ctx, p.kind.Sees(p.options), p.kind.New(player.DealSeed(0, seed.String()), p.options, c.engine), c.rules, &table)
	if played.Ending == player.Stopped {
		return played, table, context.Cause(ctx)
	}
	if replayed := game.Replay(c.rules, &table, played.Moves); !replayed.Legal || replayed.Won != played.Won {
		return played, table, fmt.Errorf("%s: the referee rejects a play of %s: %s", seed, p.kind.Title(p.options), replayed.Reason)
	}
	return played, table, nil
}

// wins writes a row for each deal, with 1 for each player that won it.
func (c *comparison) wins(ctx context.Context, to *csv.Writer) error {
	header := []string{"seed"}
	for _, p := range c.players {
		header = append(header, p.kind.Title(p.options))
	}
	if err := to.Write(header); err != nil {
		return err
	}
	for _, seed := range c.seeds {
		row := []string{seed.String()}
		for _, p := range c.players {
			played, _, err := c.play(ctx, p, seed)
			if err != nil {
				return err
			}
			won := "0"
			if played.Won {
				won = "1"
			}
			row = append(row, won)
		}
		if err := to.Write(row); err != nil {
			return err
		}
	}
	to.Flush()
	return to.Error()
}

// paths writes a row for each of the first games that a player won: the cards on foundations
// after each move.
func (c *comparison) paths(ctx context.Context, to *csv.Writer, games int) error {
	if err := to.Write([]string{"player", "seed", "points"}); err != nil {
		return err
	}
	for _, p := range c.players {
		left := games
		for _, seed := range c.seeds {
			if left == 0 {
				break
			}
			played, table, err := c.play(ctx, p, seed)
			if err != nil {
				return err
			}
			if !played.Won {
				continue
			}
			left--
			if err := to.Write([]string{p.kind.Title(p.options), seed.String(), points(c.rules, &table, played.Moves)}); err != nil {
				return err
			}
		}
		if left > 0 {
			return fmt.Errorf("%s won only %d of %d deals", p.kind.Title(p.options), games-left, len(c.seeds))
		}
	}
	to.Flush()
	return to.Error()
}

// points returns the numbers of cards on foundations after each move, except redeals, separated
// by spaces.
func points(r *rules.Rules, from *deal.Position, moves []game.Move) string {
	table := game.New(r, from)
	var text []string
	for _, m := range moves {
		table.Do(m)
		if m.Action == game.Redeal {
			continue
		}
		up := 0
		for _, height := range table.Table().Foundations {
			up += height
		}
		text = append(text, strconv.Itoa(up))
	}
	return strings.Join(text, " ")
}
