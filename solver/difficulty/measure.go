package difficulty

import (
	"context"
	"errors"
	"math"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
)

// Difficulty is what was measured of a deal.
type Difficulty struct {
	// Score sums up the rest: higher is harder.
	Score float64 `json:"score"`

	Length       int     `json:"length"`        // moves of the line, as game.Length counts
	Decisions    int     `json:"decisions"`     // moves of the line beside which there was another that can't be taken back
	WinningShare float64 `json:"winning_share"` // of moves at decisions, on average: 1 where there is none
	Bits         float64 `json:"bits"`          // of luck that it takes to guess right at each decision
	Critical     int     `json:"critical"`      // decisions at which only one move wins
	Unknown      int     `json:"unknown"`       // moves at decisions that the budget did not suffice to judge

	// How often players without foresight win (package player).
	Random   Rate `json:"random"`
	Greedy   Rate `json:"greedy"`
	Careless Rate `json:"careless"`
	// Glance is nil where cards are hidden, of which that player has little idea.
	Glance *Rate `json:"glance,omitempty"`

	WorryingBack Need    `json:"worrying_back,omitempty"` // empty where the rules don't allow it
	Passes       *Passes `json:"passes,omitempty"`        // nil where the rules have no redeals
}

// Rate is how often a player won.
type Rate struct {
	Wins  int `json:"wins"`
	Plays int `json:"plays"`
}

// Share is the share of plays won.
func (r Rate) Share() float64 { return float64(r.Wins) / float64(r.Plays) }

// Need is whether something is needed to win.
type Need string

// The needs.
const (
	Needed    Need = "needed"
	NotNeeded Need = "not-needed"
	Undecided Need = "unknown" // the budget did not suffice
)

// Passes is with how many passes through the stock a deal can be won, the one that is
// going on included: with Fewest it can, with less than AtLeast it can't. In between the
// budget did not suffice.
type Passes struct {
	Fewest  int `json:"fewest"`
	AtLeast int `json:"at_least"`
}

// What measuring a deal may cost: plays of each player, and states for each verdict.
const (
	randomPlays   = 10
	greedyPlays   = 20
	carelessPlays = 100
	glancePlays   = 20
	moveStates    = 10_000
	worryStates   = 200_000 // without worrying back
	passStates    = 20_000  // with each number of passes
)

// FirstFreeSeed is the first seed of players that measuring does not use: plays that are
// to check a difficulty, rather than be part of it, take seeds from here on.
const FirstFreeSeed = 1 << 20

// ErrLine says that a line does not win.
var ErrNotWon = errors.New("difficulty is measured along a line that wins")

// Measure measures the difficulty of a problem that the line wins; the line is one from
// its canonical position, such as a Result has. The engine is asked for verdicts. It
// fails if the line does not win (ErrLine), if the context ends, or with a
// *solver.BadSolution.
func Measure(ctx context.Context, e solver.Engine, p *solver.Problem, line []game.Move) (Difficulty, error) {
	if outcome := p.Replay(line); !outcome.Legal || !outcome.Won {
		return Difficulty{}, ErrNotWon
	}
	s := newStudy(ctx, e, p)
	d := Difficulty{Length: game.Length(line), WinningShare: 1}
	if err := s.decisions(line, &d); err != nil {
		return Difficulty{}, err
	}
	var err error
	if d.WorryingBack, err = s.worryingBack(line); err != nil {
		return Difficulty{}, err
	}
	if d.Passes, err = s.passes(line); err != nil {
		return Difficulty{}, err
	}
	d.Random = s.plays(player.Random, randomPlays)
	d.Greedy = s.plays(player.Greedy, greedyPlays)
	d.Careless = s.plays(player.Careless, carelessPlays)
	if position := p.Position(); player.Open(&position) {
		glance := s.plays(player.Glance, glancePlays)
		d.Glance = &glance
	}
	if because := solver.StopReason(ctx); because != solver.NoReason {
		return Difficulty{}, context.Cause(ctx)
	}
	d.Score = d.score()
	return d, nil
}

// add adds a decision at which so many of the judged moves win.
func (d *Difficulty) add(wins, judged, open int) {
	share := float64(wins) / float64(judged)
	d.WinningShare += (share - d.WinningShare) / float64(d.Decisions+1) // the running mean
	d.Decisions++
	d.Bits -= math.Log2(share)
	d.Unknown += open
	if wins == 1 && open == 0 && judged > 1 {
		d.Critical++
	}
}
