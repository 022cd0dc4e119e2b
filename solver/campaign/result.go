package campaign

import (
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// Result is the outcome of a deal.
type Result struct {
	Seed     int64
	Verdict  solver.Verdict // empty if the deal was played
	Reason   solver.Reason  // why the verdict is unknown
	Won      bool           // by a player
	States   int64
	Elapsed  time.Duration
	Length   int    // of the solution, redeals not counted, or of the player's game
	Score    int    // of a player: cards on foundations
	Inferred bool   // the verdict follows from a related game's
	Engine   string // the version of the program that found it
}

// Deal returns what the result adds to its campaign's distributions. Played reports whether a
// player played the deal.
func (r *Result) Deal(played bool) stats.Deal {
	return stats.Deal{
		Inferred: r.Inferred, States: r.States, Elapsed: r.Elapsed, Length: r.Length, Played: played, Score: r.Score,
	}
}

// SolutionLength returns the length of the solution. It returns false if there is no solution. It
// also returns false if the length is unknown because the verdict was inferred from a related
// game's.
func (r *Result) SolutionLength() (int, bool) {
	return r.Length, r.Verdict == solver.Winnable && !r.Inferred && r.Length > 0
}

// FoundBy returns how a verdict of the campaign was found: "search", "inferred" or "imported".
func (c *Campaign) FoundBy(r *Result) string {
	switch {
	case c.Source != "":
		return "imported"
	case r.Inferred:
		return string(solver.FromRelative)
	}
	return string(solver.FromSearch)
}
