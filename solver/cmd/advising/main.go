// Command advising plays games by advice, to find out how good it is, and whether what it
// says of moves comes true:
//
//	go run ./solver/cmd/advising --game klondike --seeds solvitaire:1500001-1500500 --samples 40 --out games.csv
//
// A game is a line of the file: the deal, how it ended, and for each plan that was advised
// how many cards were hidden, on how many deals of them its first move was judged, and how
// many of those were won, as hidden:deals:won; before it policy: where that is not the policy
// of the line, the last one that advised in the game. A run that was cut off goes on where it
// was.
//
// Advice is asked for when the last plan has been played, and followed. With --stray, once
// in a game, some other move is played instead of the first; only what was advised of
// that move and after it is written, as what came before is not to blame for the end.
package main

import (
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

func main() {
	var w work
	name := flag.String("game", "klondike", "the game")
	seeds := flag.String("seeds", "solvitaire:1500001-1500500", "the deals")
	flag.IntVar(&w.samples, "samples", 40, "deals of the hidden cards for a piece of advice")
	seen := flag.Bool("seen", false, "the stock is known once it was seen, not from the start")
	flag.DurationVar(&w.most, "time", 0, "for a piece of advice at most, such as 450ms, by which the same run does not give the same games; 0 is no bound")
	flag.BoolVar(&w.stray, "stray", false, "play some other move than the first once in a game")
	out := flag.String("out", "", "the file, which is gone on with if it is there")
	flag.Parse()
	w.sees = player.StockKnown
	if *seen {
		w.sees = player.StockSeen
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := w.run(ctx, *name, *seeds, *out); err != nil {
		fmt.Fprintln(os.Stderr, "advising:", err)
		os.Exit(1)
	}
}

// work is what is done with each deal.
type work struct {
	samples int
	most    time.Duration
	sees    player.Information
	stray   bool
}

var header = []string{"game", "seed", "policy", "information", "samples", "time", "won", "score", "moves", "seconds", "advised"}

func (w *work) run(ctx context.Context, name, seeds, out string) error {
	g, known := rules.Lookup(name)
	if !known {
		return fmt.Errorf("there is no game %q", name)
	}
	numbered, err := deal.ParseSeeds(seeds)
	if err != nil {
		return fmt.Errorf("--seeds is written scheme:from-to, such as solvitaire:1-100: %w", err)
	}
	file, done, err := resume(out)
	if err != nil {
		return err
	}
	defer file.Close()
	lines := csv.NewWriter(file)
	most := "" // no bound
	if w.most > 0 {
		most = w.most.String()
	}
	engine := portfolio.New(1 << 26)
	for _, seed := range numbered {
		if done[seed.String()] {
			continue
		}
		from, err := seed.Deal(&g.Rules)
		if err != nil {
			return err
		}
		c := client{work: w, random: rand.New(rand.NewPCG(seed.Number, 9)), engine: engine}
		if w.stray {
			c.strays = c.random.IntN(mostStrayed)
		}
		began := time.Now()
		played := player.Play(ctx, w.sees, &c, &g.Rules, &from)
		if solver.Stop(ctx) != solver.Nothing {
			return ctx.Err()
		}
		won := "0"
		if played.Won {
			won = "1"
		}
		if err := lines.Write([]string{
			g.Name, seed.String(), c.policy, string(w.sees), strconv.Itoa(w.samples), most, won, strconv.Itoa(played.Score),
			strconv.Itoa(len(played.Moves)), fmt.Sprintf("%.3f", time.Since(began).Seconds()), c.spellAdvised(),
		}); err != nil {
			return err
		}
		if lines.Flush(); lines.Error() != nil {
			return lines.Error()
		}
	}
	return nil
}

// resume opens the file to append to, without a line that was cut off, and tells which
// deals it has.
func resume(name string) (*os.File, map[string]bool, error) {
	if name == "" {
		return nil, nil, errors.New("--out: name a file")
	}
	old, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	whole := string(old[:1+strings.LastIndexByte(string(old), '\n')])
	rows, err := csv.NewReader(strings.NewReader(whole)).ReadAll()
	if err != nil {
		return nil, nil, err
	}
	done := map[string]bool{}
	for _, row := range rows {
		done[row[1]] = true
	}
	if len(whole) == 0 {
		whole = strings.Join(header, ",") + "\n"
	}
	if err := os.WriteFile(name, []byte(whole), 0o644); err != nil {
		return nil, nil, err
	}
	file, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
	return file, done, err
}

// mostStrayed is before how many pieces of advice a client strays: most games have more.
const mostStrayed = 20

// client is a player who does what it is advised.
type client struct {
	*work
	random  *rand.Rand
	engine  solver.Engine
	strays  int // advice to go until it plays some other move
	plan    []game.Move
	policy  string // who advised last; in a game of Klondike that is the one who does so most
	advised []advised
}

// advised is a move that was advised and played.
type advised struct {
	policy             string
	hidden, deals, won int
}

func (c *client) spellAdvised() string {
	var words []string
	for _, a := range c.advised {
		word := fmt.Sprintf("%d:%d:%d", a.hidden, a.deals, a.won)
		if a.policy != c.policy {
			word = a.policy + ":" + word
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

func (c *client) Choose(ctx context.Context, t *player.Turn) int {
	if len(c.plan) == 0 {
		c.ask(ctx, t)
	}
	next := c.plan[0]
	c.plan = c.plan[1:]
	return slices.IndexFunc(t.Moves, func(m game.Move) bool {
		return m.Action == next.Action && m.Count == next.Count && m.From == next.From && m.To == next.To && len(m.Cards) == len(next.Cards)
	})
}

func (c *client) ask(ctx context.Context, t *player.Turn) {
	thinking := ctx
	if c.most > 0 {
		within, cancel := context.WithTimeout(ctx, c.most)
		defer cancel()
		thinking = within
	}
	random := rand.New(rand.NewPCG(c.random.Uint64(), 1))
	advisor := player.AdvisorOf(&t.Sight)
	c.policy = advisor.Name
	weighed := advisor.Weigh(thinking, &t.Sight, nil, c.samples, random, c.engine)
	w := &weighed[0]
	if c.stray && c.strays == 0 && len(weighed) > 1 {
		w = &weighed[1+c.random.IntN(len(weighed)-1)]
		c.advised, c.plan = nil, []game.Move{w.Move}
	} else {
		c.plan = w.Plan
	}
	if c.strays--; t.Certain() || solver.Stop(ctx) != solver.Nothing {
		return
	}
	c.advised = append(c.advised, advised{advisor.Name, len(t.Unseen), w.Samples, int(math.Round(w.Wins * float64(w.Samples)))})
}
