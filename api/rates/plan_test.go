package rates

import (
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
)

// FuzzCampaignRequest reads arbitrary requests. An accepted plan is within all limits, and is the
// same when it is written as an answer and read again.
func FuzzCampaignRequest(f *testing.F) {
	f.Add(`{"game":"klondike","seeds":"solvitaire:1-1000","deadline_ms":20000}`)
	f.Add(`{"game":"klondike","seeds":"pysol:7-9000","states":100000,"stop":{"deals":500,"width":0.5,"until":"2030-01-02T01:00:00+01:00"},"priority":4,"share":2,"fresh":true}`)
	f.Add(`{"game":"free-cell","seeds":"microsoft:1-32000","player":"greedy","player_seed":12,"options":{}}`)
	f.Add(`{"game":"klondike","seeds":"solvitaire:1-9","player":"insight","options":{"stock":"seen"}}`)
	f.Add(`{"game":"klondike","seeds":"solvitaire:1-9","player":"insight","options":{"stock":"hidden"}}`)
	f.Add(`{"rules":{"tableau piles":{"count":2}},"seeds":"solvitaire:0","states":1}`)
	limits := request.Limits{States: 1_000_000, CampaignDeadline: time.Minute, CampaignDeals: 1_000_000}
	now := time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, request string) {
		plan, _, err := ReadPlan([]byte(request), limits, now)
		if err != nil {
			return
		}
		budget := plan.Deadline > 0 || plan.States > 0
		switch {
		case plan.First < 0 || plan.Last < plan.First || plan.Deals() > limits.CampaignDeals,
			plan.Deadline < 0 || plan.Deadline > limits.CampaignDeadline || plan.States < 0 || plan.States > limits.States,
			budget != (plan.Player == ""),
			plan.Priority < 1 || plan.Priority > 4 || plan.Share < 0,
			plan.Stop.Deals < 0 || !(plan.Stop.Width >= 0 && plan.Stop.Width <= 100),
			!plan.Stop.Until.IsZero() && !plan.Stop.Until.After(now):
			t.Errorf("%s: %+v", request, plan)
		}
		c := campaign.Campaign{Plan: plan, ID: "j", State: campaign.Queued, Created: now}
		reply.JSON(CampaignAnswer(&c, now, 1e-3)) // panics on an error
	})
}
