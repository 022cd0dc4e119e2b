package rates

import (
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// CampaignRequest asks for a campaign.
type CampaignRequest struct {
	request.GameFields
	Seeds      string          `json:"seeds" example:"solvitaire:1-1000"`                                       // deals, as scheme:from-to
	DeadlineMS *strict.Node    `json:"deadline_ms,omitempty" swaggertype:"integer" minimum:"1" example:"20000"` // milliseconds for each deal
	States     *strict.Node    `json:"states,omitempty" swaggertype:"integer" minimum:"1"`                      // positions for each deal
	Player     string          `json:"player,omitempty" example:"greedy"`                                       // play the deals instead of solving them; see GET /v1/players
	Options    *strict.Node    `json:"options,omitempty" swaggertype:"object"`                                  // options of the player; see GET /v1/players
	PlayerSeed int64           `json:"player_seed,omitempty" minimum:"0" default:"1"`                           // random seed for the player
	Stop       campaign.Stop   `json:"stop,omitempty"`                                                          // when to stop before the last deal
	Priority   int             `json:"priority,omitempty" minimum:"1" maximum:"4" default:"2"`                  // 1 comes first
	Share      int             `json:"share,omitempty" minimum:"1"`                                             // workers at a time; all if absent
	Fresh      bool            `json:"fresh,omitempty" default:"false"`                                         // also search deals whose verdict follows from related games
	Webhook    request.Webhook `json:"webhook,omitempty"`                                                       // where to send a message when the campaign has ended
} //	@name	CampaignRequest

// DefaultPriority is the priority of campaigns whose request has none. Priority 1 comes first.
const DefaultPriority = 2

// ReadPlan reads a CampaignRequest that arrives now. It returns the plan and the webhook that
// receives a message at the end.
func ReadPlan(body []byte, limits request.Limits, now time.Time) (campaign.Plan, request.Webhook, error) {
	var in CampaignRequest
	node, err := request.Decode(body, &in)
	if err != nil {
		return campaign.Plan{}, request.Webhook{}, err
	}
	q, knownGame := in.Question(node)
	plan := campaign.Plan{
		Game: q.Game, Rules: q.Rules, PlayerSeed: uint64(in.PlayerSeed), Priority: in.Priority, Share: in.Share, Fresh: in.Fresh,
	}
	if first, found := in.seeds(node, &plan, limits); knownGame && found {
		// If the first deal exists, all do.
		if _, err := first.Deal(&plan.Rules); err != nil {
			node.AddErrorAt("seeds", "%s", q.SeedMistake(err))
		}
	}
	if player := node.Field("player"); player != nil {
		who := request.ReadPlayer(player, in.Player, in.Options, in.PlayerSeed)
		plan.Player, plan.Options = who.Kind.Name, who.Kind.NonDefaultOptions(who.Options)
		if knownGame {
			who.Check(player, &plan.Rules)
		}
		refuse(node, "does not apply to a player", "deadline_ms", "states", "fresh")
	} else {
		in.budget(node, &plan, limits)
		refuse(node, "needs a player", "options", "player_seed")
	}
	plan.Stop = in.Stop
	checkStop(in.Stop.Until, node.Field("stop").Field("until"), now)
	return plan, in.Webhook, node.Err()
}

// refuse adds an error to each of the named fields that the request has.
func refuse(node *strict.Node, detail string, fields ...string) {
	for _, name := range fields {
		if field := node.Field(name); field != nil {
			field.AddError("%s", detail)
		}
	}
}

// seeds sets the range of deals of a plan and returns the first deal. It returns false if the range
// is invalid.
func (in *CampaignRequest) seeds(node *strict.Node, p *campaign.Plan, limits request.Limits) (deal.Seed, bool) {
	at := node.Field("seeds")
	if at == nil {
		node.AddErrorAt("seeds", "missing: give deals, such as solvitaire:1-1000")
	}
	if !at.IsText() {
		return deal.Seed{}, false
	}
	first, last, err := deal.ParseRange(in.Seeds)
	switch {
	case err != nil:
		at.AddError("%s", err)
	case last.Number-first.Number >= uint64(limits.CampaignDeals):
		at.AddError("%d deals, at most %d allowed", last.Number-first.Number+1, limits.CampaignDeals)
	default:
		// Numbers of ranges fit into 63 bits.
		p.Scheme, p.First, p.Last = first.Scheme, int64(first.Number), int64(last.Number)
		return first, true
	}
	return deal.Seed{}, false
}

// budget sets the budget of each deal. Because the win rate depends on the budget, a budget above
// the limits is an error. In other requests it is reduced.
func (in *CampaignRequest) budget(node *strict.Node, p *campaign.Plan, limits request.Limits) {
	if in.DeadlineMS == nil && in.States == nil {
		node.AddErrorAt("deadline_ms", "missing: give deadline_ms or states, or a player")
	}
	var milliseconds int64
	in.DeadlineMS.Int64(&milliseconds, 1, limits.CampaignDeadline.Milliseconds())
	p.Deadline = time.Duration(milliseconds) * time.Millisecond
	in.States.Int64(&p.States, 1, limits.MostStates())
}

// checkStop adds an error if the time at which to stop is wrong.
func checkStop(until time.Time, at *strict.Node, now time.Time) {
	switch {
	case until.IsZero():
	case !until.After(now):
		at.AddError("must be in the future")
	case until.After(now.AddDate(100, 0, 0)):
		at.AddError("must be within 100 years")
	}
}
