package campaign

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/roster"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// Plan describes the work of a campaign. Either a player plays the deals, or they are solved
// within a budget of states, of time, or of both.
//
// Stores keep its JSON, which says what is done with each deal and when to stop. Fields without
// JSON have columns of their own.
type Plan struct {
	Client   string      `json:"-"` // who created it
	Game     string      `json:"-"` // the catalogue's name; empty for rules without one
	Rules    rules.Rules `json:"-"`
	Seeds    `json:"-"`
	Priority int `json:"-"` // the least comes first

	// States bounds the positions searched for one deal; 0 means no limit. Without a Deadline,
	// the verdicts are the same on every machine.
	States int64 `json:"states,omitempty"`
	// Deadline bounds the time spent on one deal, without pauses; 0 means no limit.
	Deadline time.Duration `json:"deadline_ns,omitempty"`
	// Fresh means that verdicts are not inferred from related games.
	Fresh bool `json:"fresh,omitempty"`

	Player     string         `json:"player,omitempty"`      // the name of its kind; empty if deals are solved
	Options    map[string]any `json:"options,omitempty"`     // of the player, as from [player.Kind.NonDefaultOptions]
	PlayerSeed uint64         `json:"player_seed,omitempty"` // the random seed of the player, combined with each deal's

	Stop  Stop `json:"stop,omitzero"`
	Share int  `json:"share,omitempty"` // the most workers at a time; 0 means no limit
}

// Stop is when to stop before the last deal. Deals in progress are finished, so that
// the done deals are the first ones, not the quick ones.
type Stop struct {
	Deals int64     `json:"deals,omitempty" minimum:"1" example:"500"`                                                                 // after this many deals
	Width float64   `json:"width,omitempty" exclusiveMinimum:"0" maximum:"100" example:"0.5"`                                          // when the interval is at most this wide, in percentage points
	Until time.Time `json:"until,omitzero" swaggertype:"string" validate:"optional" format:"date-time" example:"2030-01-01T00:00:00Z"` // at this time
} //	@name	CampaignStop

// Seeds is a range of numbered deals, both ends included.
type Seeds struct {
	Scheme      string
	First, Last int64
}

// Deals returns the number of deals.
func (s Seeds) Deals() int64 { return s.Last - s.First + 1 }

// Range returns the seeds as requests write them: "solvitaire:1-1000".
func (s Seeds) Range() string {
	if s.First == s.Last {
		return s.Name(s.First)
	}
	return fmt.Sprintf("%s:%d-%d", s.Scheme, s.First, s.Last)
}

// Name returns the name of the seed with this number: "solvitaire:17".
func (s Seeds) Name(number int64) string { return fmt.Sprintf("%s:%d", s.Scheme, number) }

// Seed returns the seed with this number. It fails if there is no such seed.
func (s Seeds) Seed(number int64) (deal.Seed, error) {
	seed, err := deal.ParseSeed(s.Name(number))
	if err == nil && seed.Large != "" {
		err = fmt.Errorf("%s is too large for a range", seed)
	}
	return seed, err
}

// Has reports whether the range has the seed that a text names.
func (s Seeds) Has(text string) bool {
	seed, err := deal.ParseSeed(text)
	return err == nil && seed.Scheme == s.Scheme && seed.Large == "" && int64(seed.Number) >= s.First && int64(seed.Number) <= s.Last
}

// Invalid is the error for an invalid plan.
type Invalid struct {
	Name   string // of the request's field
	Detail string
}

func (e *Invalid) Error() string { return e.Name + ": " + e.Detail }

// Field returns the name of the invalid field of the request.
func (e *Invalid) Field() string { return e.Name }

// Kind returns the kind of the player, and the values of all its options. If this version of the
// program has no such player or option, the error is an *[Invalid].
func (p *Plan) Kind() (player.Kind, player.Options, error) {
	kind, known := roster.Lookup(p.Player)
	if !known {
		return kind, nil, &Invalid{"player", fmt.Sprintf("unknown player %q", p.Player)}
	}
	options, err := kind.ReadOptions(p.Options)
	if wrong, ok := errors.AsType[strict.Error](err); ok {
		return kind, nil, &Invalid{wrong[0].Field, wrong[0].Detail}
	}
	return kind, options, err
}

// PlayedBy returns the player's name with its options, "yan n=2"; empty if deals are solved.
// Imported campaigns may have players that are not known here.
func (p *Plan) PlayedBy() string {
	kind, options, err := p.Kind()
	if err != nil {
		return p.Player
	}
	return kind.Title(options)
}

// AllOptions returns all options of the player, including those with default values.
func (p *Plan) AllOptions() map[string]any {
	kind, options, err := p.Kind()
	if err != nil {
		return p.Options
	}
	return kind.AllOptions(options)
}

// Same reports whether two plans of the same game have equal seeds, budgets, players and stop
// rules.
func (p *Plan) Same(other *Plan) bool {
	one, err := json.Marshal(p)
	two, otherErr := json.Marshal(other)
	return err == nil && otherErr == nil && bytes.Equal(one, two) && p.Seeds == other.Seeds
}

// MostDeals bounds the deals of one campaign.
const MostDeals = 1_000_000_000

// Settle validates and normalises a plan. It removes options with default values, and cuts
// the seeds to the number of deals at which to stop. The error is an *[Invalid].
func (p *Plan) Settle() error {
	wrong := func(field, detail string, values ...any) error {
		return &Invalid{field, fmt.Sprintf(detail, values...)}
	}
	switch {
	case p.Player != "" && (p.States != 0 || p.Deadline != 0):
		return wrong("player", "not allowed with states or deadline_ms: a player plays each deal to its end")
	case p.Player == "" && p.States == 0 && p.Deadline == 0:
		return wrong("states", "a budget in states or time, or a player, is required")
	case p.States < 0:
		return wrong("states", "at least 1")
	case p.Deadline < 0:
		return wrong("deadline_ms", "at least 1")
	case p.Stop.Deals < 0:
		return wrong("stop.deals", "at least 1")
	case !(p.Stop.Width >= 0 && p.Stop.Width <= 100): // rejects NaN too
		return wrong("stop.width", "must be more than 0 and at most 100 percentage points")
	case p.Share < 0:
		return wrong("share", "at least 1")
	case p.Last < p.First:
		return wrong("seeds", "the range is empty: %d is less than %d", p.Last, p.First)
	}
	if p.Player != "" {
		kind, options, err := p.Kind()
		if err != nil {
			return err
		}
		if refusal := kind.Refusal(&p.Rules); refusal != "" {
			return wrong("player", "%s", refusal)
		}
		p.Options = kind.NonDefaultOptions(options)
	}
	for _, n := range []int64{p.First, p.Last} {
		seed, err := p.Seed(n)
		if err == nil {
			_, err = seed.Deal(&p.Rules)
		}
		if err != nil {
			return wrong("seeds", "%v", err)
		}
	}
	if n := p.Stop.Deals; n > 0 && n-1 < p.Last-p.First {
		p.Last = p.First + n - 1
	}
	switch {
	case p.Last == math.MaxInt64: // Campaign.Next is Last + 1 at the end
		return wrong("seeds", "numbers must be at most %d", int64(math.MaxInt64-1))
	case p.Last-p.First >= MostDeals:
		return wrong("seeds", "must be at most %d deals", MostDeals)
	}
	return nil
}
