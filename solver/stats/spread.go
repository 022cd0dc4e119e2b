package stats

import (
	"encoding/json"
	"errors"
	"time"
)

// Spread holds the distributions over a campaign's deals.
type Spread struct {
	// States and Elapsed (in nanoseconds) count the deals that were searched or played.
	// Inferred verdicts are left out.
	States  Distribution `json:"states"`
	Elapsed Distribution `json:"elapsed_ns"`
	// Length counts the moves of solutions, without redeals, or of a player's games.
	Length Distribution `json:"length"`
	// Score counts the cards that a player brings to the foundations.
	Score Distribution `json:"score"`
}

// NewSpread returns an empty spread. States and times are exact to 3 %; scores and lengths
// below 4096 are exact.
func NewSpread() Spread {
	return Spread{NewDistribution(6), NewDistribution(6), NewDistribution(12), NewDistribution(12)}
}

// Deal is what a deal adds to a spread.
type Deal struct {
	Inferred bool // the verdict follows from a related game's: no states and no time were spent
	States   int64
	Elapsed  time.Duration
	Length   int // 0 if there is no solution
	Played   bool
	Score    int // of a player
}

// Add adds a deal.
func (s *Spread) Add(d Deal) {
	if !d.Inferred {
		s.States.Add(d.States)
		s.Elapsed.Add(int64(d.Elapsed))
	}
	if d.Length > 0 {
		s.Length.Add(int64(d.Length))
	}
	if d.Played {
		s.Score.Add(int64(d.Score))
	}
}

// Merge adds the deals of another spread.
func (s *Spread) Merge(t Spread) error {
	return errors.Join(s.States.Merge(t.States), s.Elapsed.Merge(t.Elapsed), s.Length.Merge(t.Length), s.Score.Merge(t.Score))
}

// ReadSpread reads a spread from its stored JSON. Empty JSON is an empty spread.
func ReadSpread(stored json.RawMessage) (Spread, error) {
	s := NewSpread()
	if len(stored) == 0 {
		return s, nil
	}
	// A distribution that is missing in the JSON keeps the buckets of NewSpread.
	err := json.Unmarshal(stored, &s)
	return s, err
}

// MergeInto adds the spread to a stored one, and returns the JSON of the sum.
func (s Spread) MergeInto(stored json.RawMessage) (json.RawMessage, error) {
	sum, err := ReadSpread(stored)
	if err != nil {
		return nil, err
	}
	if err := sum.Merge(s); err != nil {
		return nil, err
	}
	return json.Marshal(sum)
}
