package difficulty

import (
	"context"
	"encoding/csv"
	"flag"
	"fmt"
	"strconv"

	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/rows"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/roster"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// firstFreeSeed is above the player seeds that measuring uses. Plays that validate a difficulty, rather
// than being part of it, have seeds from here on.
const firstFreeSeed = 1 << 20

// Run measures the difficulty of deals. Args are the flags of the study.
func Run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("difficulty", flag.ContinueOnError)
	var j job
	name := flags.String("game", "klondike", "the game")
	seeds := flags.String("seeds", "solvitaire:1-100", "the deals")
	playing := flags.String("player", "", "have this player play the deals instead of measuring them")
	flags.IntVar(&j.plays, "plays", 1, "with --player, plays of each deal")
	flags.Uint64Var(&j.first, "first", firstFreeSeed, "with --player, the random seed of the first play of each deal; later plays have the next ones")
	method := flags.String("measure", "", "the measure, line-and-players or cards-left; that of the game's grades if empty")
	flags.Int64Var(&j.states, "states", 300_000, "states to search for a winning line; deals that need more are not measured")
	memory := flags.Int64("memory", 1<<28, "bytes of memory for tables")
	out := flags.String("out", "", "the file to write or to continue; standard output if empty")
	if err := flags.Parse(args); err != nil {
		return err
	}
	j.engine = portfolio.New(*memory)
	switch j.method = difficulty.Method(*method); j.method {
	case "", difficulty.LineAndPlayers, difficulty.CardsLeft:
	default:
		return fmt.Errorf("unknown measure %q", *method)
	}
	return run(ctx, &j, *name, *seeds, *playing, *out)
}

// job has the settings of a study.
type job struct {
	engine solver.Engine
	states int64
	method difficulty.Method // that of the game if empty
	kind   *player.Kind      // nil to measure
	plays  int               // of each deal
	first  uint64            // random seed of the first play
}

func run(ctx context.Context, j *job, name, seeds, playing, out string) error {
	g, known := rules.Lookup(name)
	if !known {
		return fmt.Errorf("unknown game %q", name)
	}
	if playing != "" {
		kind, known := roster.Lookup(playing)
		if !known {
			return fmt.Errorf("unknown player %q", playing)
		}
		j.kind = &kind
	}
	if j.method == "" {
		j.method = difficulty.MethodOf(g.Name)
	}
	numbered, err := deal.ParseSeeds(seeds)
	if err != nil {
		return fmt.Errorf("--seeds: must be like solvitaire:1-100: %w", err)
	}
	file, done, err := rows.Open(out, j.header())
	if err != nil {
		return err
	}
	defer file.Close()
	lines := csv.NewWriter(file)
	for _, seed := range numbered {
		if done[seed.String()] {
			continue
		}
		position, err := seed.Deal(&g.Rules)
		if err != nil {
			return err
		}
		row, err := j.do(ctx, solver.NewProblem(g.Rules, position))
		if err != nil {
			return fmt.Errorf("%s: %w", seed, err)
		}
		if err := lines.Write(append([]string{g.Name, seed.String()}, row...)); err != nil {
			return err
		}
		lines.Flush()
	}
	return lines.Error()
}

func (j *job) header() []string {
	if j.kind != nil {
		return []string{"game", "seed", "player", "plays", "wins", "score"}
	}
	header := []string{"game", "seed", "verdict"}
	if j.method == difficulty.CardsLeft { // the engine's effort checks what no player can
		header = append(header, "states")
	}
	return append(header, j.method.Columns()...)
}

// do returns the fields of a deal's row after game and seed.
func (j *job) do(ctx context.Context, p *solver.Problem) ([]string, error) {
	if j.kind != nil {
		position := p.Position()
		wins, score := 0, 0
		for i := range j.plays {
			r := player.Play(solver.NewClock(ctx), j.kind.Sees(nil), j.kind.New(j.first+uint64(i), nil, j.engine), p.Rules(), &position)
			if r.Ending == player.Stopped {
				return nil, context.Cause(ctx)
			}
			if score += r.Score; r.Won {
				wins++
			}
		}
		return []string{j.kind.Name, strconv.Itoa(j.plays), strconv.Itoa(wins), fmt.Sprintf("%.2f", float64(score)/float64(j.plays))}, nil
	}
	clock := solver.NewClock(ctx)
	r := j.engine.Solve(clock, p, solver.Budget{States: j.states})
	if err := clock.Err(); err != nil {
		return nil, err
	}
	row := make([]string, len(j.header())-2)
	known := 1 // columns
	row[0] = string(r.Verdict)
	if j.method == difficulty.CardsLeft {
		row[1], known = strconv.FormatInt(r.States, 10), 2
	}
	if r.Verdict != solver.Winnable {
		return row, nil
	}
	d, err := j.method.Measure(clock, j.engine, p, r.Solution)
	if err != nil {
		return nil, err
	}
	return append(row[:known], d.Row()...), nil
}
