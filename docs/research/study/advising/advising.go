package advising

import (
	"context"
	"encoding/csv"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/rows"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Run plays games by advice. Args are the flags of the study.
func Run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("advising", flag.ContinueOnError)
	var w work
	name := flags.String("game", "klondike", "the game")
	seeds := flags.String("seeds", "solvitaire:1500001-1500500", "the deals")
	flags.IntVar(&w.samples, "samples", 40, "deals of the hidden cards for each piece of advice")
	sees := flags.String("information", string(player.StockKnown), "what the player sees: stock-known, stock-seen or covered-hidden")
	flags.DurationVar(&w.most, "time", 0, "time limit for each piece of advice, such as 450ms, which makes results irreproducible; 0 is no limit")
	policy := flags.String("policy", "", "the advisor, such as hindsight; by default that of the table")
	flags.BoolVar(&w.stray, "stray", false, "play another move than the first once in each game")
	out := flags.String("out", "", "the file to write or to continue")
	if err := flags.Parse(args); err != nil {
		return err
	}
	for _, a := range []*player.Advisor{&player.HindsightAdvisor, &player.ForesightAdvisor, &player.InsightAdvisor} {
		if a.Name == *policy {
			w.advisor = a
		}
	}
	if *policy != "" && w.advisor == nil {
		return fmt.Errorf("--policy: unknown advisor %q", *policy)
	}
	w.sees = player.Information(*sees)
	if !slices.Contains([]player.Information{player.StockKnown, player.StockSeen, player.CoveredHidden}, w.sees) {
		return fmt.Errorf("--information: unknown %q", *sees)
	}
	return w.run(ctx, *name, *seeds, *out)
}

// work has the settings of the games.
type work struct {
	samples int
	most    time.Duration
	sees    player.Information
	stray   bool
	advisor *player.Advisor // nil for that of the table
}

var header = []string{"game", "seed", "policy", "information", "samples", "time", "won", "score", "moves", "seconds", "advised"}

func (w *work) run(ctx context.Context, name, seeds, out string) error {
	g, known := rules.Lookup(name)
	if !known {
		return fmt.Errorf("unknown game %q", name)
	}
	numbered, err := deal.ParseSeeds(seeds)
	if err != nil {
		return fmt.Errorf("--seeds: must be like solvitaire:1-100: %w", err)
	}
	if out == "" {
		return errors.New("--out: a file is required")
	}
	file, done, err := rows.Open(out, header)
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
		played := player.Play(solver.NewClock(ctx), w.sees, &c, &g.Rules, &from)
		if err := solver.NewClock(ctx).Err(); err != nil {
			return err
		}
		won := "0"
		if played.Won {
			won = "1"
		}
		if err := lines.Write([]string{
			g.Name, seed.String(), c.policy, string(w.sees), strconv.Itoa(w.samples), most, won, strconv.Itoa(played.Score),
			strconv.Itoa(len(played.Moves)), fmt.Sprintf("%.3f", time.Since(began).Seconds()), c.advisedText(),
		}); err != nil {
			return err
		}
		if lines.Flush(); lines.Error() != nil {
			return lines.Error()
		}
	}
	return nil
}

// mostStrayed bounds the number of pieces of advice before a client strays. Most games have
// more.
const mostStrayed = 20

// client is a player that follows advice.
type client struct {
	*work
	random  *rand.Rand
	engine  solver.Engine
	strays  int // pieces of advice before it plays another move
	plan    []game.Move
	policy  string // the last advisor; in Klondike it gives most of a game's advice
	advised []advised
}

// advised is a move that was advised and played.
type advised struct {
	policy             string
	hidden, deals, won int
}

func (c *client) advisedText() string {
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

func (c *client) Choose(clock *solver.Clock, t *player.Turn) int {
	if len(c.plan) == 0 {
		c.ask(clock, t)
	}
	next := c.plan[0]
	c.plan = c.plan[1:]
	return slices.IndexFunc(t.Moves, next.Alike)
}

func (c *client) ask(clock *solver.Clock, t *player.Turn) {
	thinking := clock
	if c.most > 0 {
		thinking = clock.Within(c.most)
	}
	random := rand.New(rand.NewPCG(c.random.Uint64(), 1))
	advisor := c.advisor
	if advisor == nil {
		advisor = player.AdvisorFor(&t.Observation)
	}
	c.policy = advisor.Name
	weighed := advisor.Evaluate(thinking, &t.Observation, nil, c.samples, random, c.engine)
	w := &weighed[0]
	if c.stray && c.strays == 0 && len(weighed) > 1 {
		w = &weighed[1+c.random.IntN(len(weighed)-1)]
		c.advised, c.plan = nil, []game.Move{w.Move}
	} else {
		c.plan = w.Plan
	}
	if c.strays--; t.Certain() || clock.StopReason() != solver.NoReason {
		return
	}
	c.advised = append(c.advised, advised{advisor.Name, len(t.Unseen), w.Samples, int(math.Round(w.Wins * float64(w.Samples)))})
}
