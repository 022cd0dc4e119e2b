package api

import (
	"math"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// CampaignRequest asks for a campaign.
type CampaignRequest struct {
	Game       string                 `json:"game,omitempty" example:"klondike"`                      // name or alias of a game; or give rules
	Rules      *request.RulesDocument `json:"rules,omitempty"`                                        // rules of a game; or give game
	Seeds      string                 `json:"seeds" example:"solvitaire:1-1000"`                      // deals, as scheme:from-to
	DeadlineMS int64                  `json:"deadline_ms,omitempty" minimum:"1" example:"20000"`      // milliseconds for each deal
	States     int64                  `json:"states,omitempty" minimum:"1"`                           // positions for each deal
	Player     string                 `json:"player,omitempty" example:"greedy"`                      // play the deals instead of solving them; see GET /v1/players
	Options    map[string]any         `json:"options,omitempty" swaggertype:"object"`                 // options of the player; see GET /v1/players
	PlayerSeed int64                  `json:"player_seed,omitempty" minimum:"0" default:"1"`          // random seed for the player
	Stop       *CampaignStop          `json:"stop,omitempty"`                                         // when to stop before the last deal
	Priority   int                    `json:"priority,omitempty" minimum:"1" maximum:"4" default:"2"` // 1 comes first
	Share      int                    `json:"share,omitempty" minimum:"1"`                            // workers at a time; all if absent
	Fresh      bool                   `json:"fresh,omitempty" default:"false"`                        // also search deals whose verdict follows from related games
	Webhook    *Webhook               `json:"webhook,omitempty"`                                      // where to send a message when the campaign has ended
} //	@name	CampaignRequest

// Priorities, as River has them.
const (
	firstPriority   = 1
	DefaultPriority = 2
	lastPriority    = 4
)

// decodeCampaign reads a CampaignRequest that arrived now.
func decodeCampaign(body []byte, limits Limits, now time.Time) (campaign.Plan, error) {
	node, fields, err := request.Object(body, "game", "rules", "seeds", "deadline_ms", "states",
		"player", "options", "player_seed", "stop", "priority", "share", "fresh", "webhook")
	if err != nil {
		return campaign.Plan{}, err
	}
	plan := campaign.Plan{PlayerSeed: 1, Priority: DefaultPriority}
	before := node.ErrorCount()
	var q request.Question
	q.DecodeRules(node, fields)
	plan.Game, plan.Rules = q.Game, q.Rules
	rulesRight := node.ErrorCount() == before

	first, seedsRight := decodeSeeds(&plan, node, fields["seeds"], limits)
	if rulesRight && seedsRight {
		// If the first deal exists, all do.
		if _, err := first.Deal(&plan.Rules); err != nil {
			fields["seeds"].AddError("%s", q.SeedMistake(err))
		}
	}
	if fields["player"] != nil {
		decodeCampaignPlayer(&plan, fields, rulesRight)
	} else {
		decodeCampaignBudget(&plan, node, fields, limits)
	}
	plan.Stop = decodeStop(fields["stop"], now)
	fields["priority"].Int(&plan.Priority, firstPriority, lastPriority)
	fields["share"].Int(&plan.Share, 1, math.MaxInt32)
	fields["fresh"].Bool(&plan.Fresh)
	plan.Webhook.URL = decodeWebhook(fields["webhook"])
	return plan, node.Err()
}

// decodeSeeds reads the range of deals and returns the first; false if it is invalid.
func decodeSeeds(p *campaign.Plan, node, seeds *strict.Node, limits Limits) (deal.Seed, bool) {
	if seeds == nil {
		node.AddErrorAt("seeds", "missing: give deals, such as solvitaire:1-1000")
		return deal.Seed{}, false
	}
	text, ok := seeds.Text()
	if !ok {
		return deal.Seed{}, false
	}
	first, last, err := deal.ParseRange(text)
	switch {
	case err != nil:
		seeds.AddError("%s", err)
	case last.Number-first.Number >= uint64(limits.CampaignDeals):
		seeds.AddError("%d deals, at most %d allowed", last.Number-first.Number+1, limits.CampaignDeals)
	default:
		// Numbers of ranges fit into 63 bits.
		p.Scheme, p.First, p.Last = first.Scheme, int64(first.Number), int64(last.Number)
		return first, true
	}
	return deal.Seed{}, false
}

// decodeCampaignBudget reads the budget of each deal. It is not reduced to the limits, unlike
// that of other requests, because a rate depends on the budget.
func decodeCampaignBudget(p *campaign.Plan, node *strict.Node, fields map[string]*strict.Node, limits Limits) {
	deadline, states := fields["deadline_ms"], fields["states"]
	if deadline == nil && states == nil {
		node.AddErrorAt("deadline_ms", "missing: give deadline_ms or states, or a player")
	}
	var milliseconds int64
	deadline.Int64(&milliseconds, 1, limits.CampaignDeadline.Milliseconds())
	p.Deadline = time.Duration(milliseconds) * time.Millisecond
	states.Int64(&p.States, 1, limits.MostStates())
	for _, name := range []string{"options", "player_seed"} {
		if fields[name] != nil {
			fields[name].AddError("needs a player")
		}
	}
}

// decodeCampaignPlayer reads the player and its options.
func decodeCampaignPlayer(p *campaign.Plan, fields map[string]*strict.Node, rulesRight bool) {
	who := request.DecodePlayer(fields)
	p.Player, p.Options, p.PlayerSeed = who.Kind.Name, who.Kind.NonDefaultOptions(who.Options), who.Seed
	if rulesRight {
		who.Check(fields["player"], &p.Rules)
	}
	for _, name := range []string{"deadline_ms", "states", "fresh"} {
		if fields[name] != nil {
			fields[name].AddError("does not apply to a player")
		}
	}
}

// decodeStop reads when to stop.
func decodeStop(node *strict.Node, now time.Time) (stop campaign.Stop) {
	fields := node.Object("deals", "width", "until")
	fields["deals"].Int64(&stop.Deals, 1, math.MaxInt64)
	fields["width"].Float64(&stop.Width, 0, 100)
	text, ok := fields["until"].Text()
	if !ok {
		return stop
	}
	until, err := time.Parse(time.RFC3339, text)
	switch {
	case err != nil:
		fields["until"].AddError("use a time such as 2030-01-01T00:00:00Z")
	case !until.After(now):
		fields["until"].AddError("must be in the future")
	case until.After(now.AddDate(100, 0, 0)):
		fields["until"].AddError("must be within 100 years")
	}
	stop.Until = until.UTC()
	return stop
}
