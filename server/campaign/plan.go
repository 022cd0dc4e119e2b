package campaign

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// Plan is what is to be done with each deal of a campaign, and until when. It is kept in
// the store as JSON. Either a player plays the deals, or they are solved within a budget of
// states, of time, or both.
type Plan struct {
	// States bounds the positions searched for one deal; 0 is no bound. With no Deadline
	// beside it a campaign has the same verdicts on every machine.
	States int64 `json:"states,omitempty"`
	// Deadline bounds the time spent on one deal, pauses not counted; 0 is no bound.
	Deadline time.Duration `json:"deadline_ns,omitempty"`
	// Fresh has every deal solved, even if its verdict follows from that of a related
	// game.
	Fresh bool `json:"fresh,omitempty"`

	Player     string         `json:"player,omitempty"`      // the name of one; "" if deals are solved
	Options    map[string]any `json:"options,omitempty"`     // of the player, as [player.Kind.Said] has them
	PlayerSeed uint64         `json:"player_seed,omitempty"` // from which, and the deal's, a player's chances are drawn

	Stop  Stop `json:"stop,omitzero"`
	Share int  `json:"share,omitempty"` // the most ranges of it that are worked on at a time; 0 is no bound
}

// Stop says when a campaign has done enough, beside the end of its seeds. What is zero
// does not count.
type Stop struct {
	Deals int64     `json:"deals,omitempty"`
	Width float64   `json:"width,omitempty"` // of the 95 % interval, in percentage points, unknowns counted both ways
	Until time.Time `json:"until,omitzero"`
}

// Seeds are numbered deals from the first to the last.
type Seeds struct {
	Scheme      string
	First, Last int64
}

// Order is what a campaign is created from.
type Order struct {
	Client   string // who asks
	Game     string // the name of the game; "" for rules without one
	Rules    rules.Rules
	Seeds    Seeds
	Plan     Plan
	Priority int // the least first
}

// Invalid is the error of an order that can't be carried out.
type Invalid struct {
	Name   string // of the request's field
	Detail string
}

func (e *Invalid) Error() string { return e.Name + ": " + e.Detail }

// Field returns the request's field that is wrong.
func (e *Invalid) Field() string { return e.Name }

// PlanOf reads the plan of a campaign.
func PlanOf(c *store.Campaign) (Plan, error) {
	var p Plan
	if err := json.Unmarshal(c.Plan, &p); err != nil {
		return Plan{}, fmt.Errorf("the plan of campaign %s can't be read: %w", c.ID, err)
	}
	return p, nil
}

// Same tells whether two plans are the same.
func (p *Plan) Same(other *Plan) bool {
	one, err := json.Marshal(p)
	two, otherErr := json.Marshal(other)
	return err == nil && otherErr == nil && bytes.Equal(one, two)
}

// player is who plays, with all options settled.
func (p *Plan) player() (player.Kind, player.Options, error) {
	kind, known := player.Lookup(p.Player)
	if !known {
		return kind, nil, &Invalid{"player", fmt.Sprintf("there is no player %q", p.Player)}
	}
	options, err := kind.Settle(p.Options)
	if wrong, ok := errors.AsType[strict.Error](err); ok {
		return kind, nil, &Invalid{wrong[0].Field, wrong[0].Detail}
	}
	return kind, options, err
}

// title is the player's, with its options; empty if deals are solved. The plan is of an
// order that was checked.
func (p *Plan) title() string {
	kind, options, err := p.player()
	if err != nil {
		return ""
	}
	return kind.Title(options)
}

// MostDeals bounds the deals of one campaign.
const MostDeals = 1_000_000_000

// check tells what is wrong with an order, as an *Invalid.
func (o *Order) check() error {
	wrong := func(field, detail string, values ...any) error {
		return &Invalid{field, fmt.Sprintf(detail, values...)}
	}
	p := &o.Plan
	switch {
	case p.Player != "" && (p.States != 0 || p.Deadline != 0):
		return wrong("player", "a player plays each deal to its end: leave the budget out")
	case p.Player == "" && p.States == 0 && p.Deadline == 0:
		return wrong("states", "a budget for each deal, in states or in time, or a player")
	case p.States < 0:
		return wrong("states", "at least 1")
	case p.Deadline < 0:
		return wrong("deadline_ms", "at least 1")
	case p.Stop.Deals < 0:
		return wrong("stop.deals", "at least 1")
	case !(p.Stop.Width >= 0 && p.Stop.Width <= 100): // nor may it be no number
		return wrong("stop.width", "percentage points, more than 0 and at most 100")
	case p.Share < 0:
		return wrong("share", "at least 1")
	case o.Seeds.Last < o.Seeds.First:
		return wrong("seeds", "a range goes upwards")
	}
	if p.Player != "" {
		kind, options, err := p.player()
		if err != nil {
			return err
		}
		if refusal := kind.Refusal(&o.Rules); refusal != "" {
			return wrong("player", "%s", refusal)
		}
		p.Options = kind.Said(options)
	}
	for _, n := range []int64{o.Seeds.First, o.Seeds.Last} {
		if _, err := layOut(o.Seeds.Scheme, n, &o.Rules); err != nil {
			return wrong("seeds", "%v", err)
		}
	}
	if n := p.Stop.Deals; n > 0 && n-1 < o.Seeds.Last-o.Seeds.First {
		o.Seeds.Last = o.Seeds.First + n - 1 // exactly so many
	}
	if o.Seeds.Last == math.MaxInt64 { // what comes after the last one is kept too
		return wrong("seeds", "numbers up to %d", int64(math.MaxInt64-1))
	}
	if o.Seeds.Last-o.Seeds.First >= MostDeals {
		return wrong("seeds", "at most %d deals", MostDeals)
	}
	return nil
}

// seedOf is the seed of this number.
func seedOf(scheme string, n int64) (deal.Seed, error) {
	s, err := deal.ParseSeed(fmt.Sprintf("%s:%d", scheme, n))
	if err == nil && s.Large != "" {
		err = fmt.Errorf("scheme %s has no ranges", scheme)
	}
	return s, err
}

// layOut deals the deal of this number.
func layOut(scheme string, n int64, r *rules.Rules) (deal.Position, error) {
	s, err := seedOf(scheme, n)
	if err != nil {
		return deal.Position{}, err
	}
	return s.Deal(r)
}
