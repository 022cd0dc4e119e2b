package rates

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/job"
	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Campaigns runs campaigns, which solve or play many deals and count the wins.
type Campaigns interface {
	// Create adds a campaign. An empty id means a new one. The error has a Field if the plan can't
	// be carried out, and RetryAfter if there are too many campaigns.
	Create(ctx context.Context, id string, p campaign.Plan, tell job.Webhook) (campaign.Campaign, error)
	// Campaign returns a campaign. It returns false if there is no campaign with this id.
	Campaign(ctx context.Context, id string) (campaign.Campaign, bool, error)
	// List returns campaigns, newest first.
	List(ctx context.Context, which campaign.Filter) ([]campaign.Campaign, error)
	// Watch waits until the version of a campaign differs from known. It returns false if the
	// campaign does not exist any more.
	Watch(ctx context.Context, id string, known int64) (campaign.Campaign, bool, error)
	// Cancel ends a campaign at once. It returns false if the campaign has already ended or does
	// not exist.
	Cancel(ctx context.Context, id string) (bool, error)
	// Resume continues a cancelled or failed campaign. It returns false if the campaign is neither.
	// The error has RetryAfter if there are too many campaigns.
	Resume(ctx context.Context, id string) (bool, error)
	// Delete deletes a campaign that has ended, with its results. It returns false if the campaign
	// has not ended or does not exist.
	Delete(ctx context.Context, id string) (bool, error)
	// Results returns up to most results of a campaign, sorted by seed, beginning with the seed from.
	Results(ctx context.Context, id string, from int64, most int) ([]campaign.Result, error)
}

var campaignStates = []string{campaign.Queued, campaign.Running, campaign.Done, campaign.Cancelled, campaign.Failed}

// Campaign measures a win rate over many deals of a game.
type Campaign struct {
	ID             string         `json:"id" example:"Q2NFIMYJMZ5DRGSYLIBTSQTCHX"`                                                                       // can't be guessed
	Game           *string        `json:"game" example:"klondike" extensions:"x-nullable"`                                                               // name of the game; null if rules were given
	Rules          *rules.Rules   `json:"rules,omitempty"`                                                                                               // if the game has no name
	Seeds          string         `json:"seeds" example:"solvitaire:1-1000"`                                                                             // of the deals
	Source         *string        `json:"source" extensions:"x-nullable" example:"solvitaire"`                                                           // source of imported verdicts; null if found by this service
	State          string         `json:"state" enums:"queued,running,done,cancelled,failed"`                                                            // state
	Final          bool           `json:"final"`                                                                                                         // whether it has ended; it may be resumed
	Reason         *string        `json:"reason" extensions:"x-nullable"`                                                                                // why it stopped before the last deal; null if it did not
	Budget         CampaignBudget `json:"budget"`                                                                                                        // budget of each deal; empty for a player
	Fresh          bool           `json:"fresh"`                                                                                                         // whether deals are searched whose verdict follows from related games
	Player         *string        `json:"player" extensions:"x-nullable" example:"greedy"`                                                               // who plays the deals; null if they are solved
	Options        map[string]any `json:"options,omitempty" swaggertype:"object"`                                                                        // of the player, with defaults
	PlayerSeed     *uint64        `json:"player_seed,omitempty" example:"1"`                                                                             // random seed of the player
	Stop           campaign.Stop  `json:"stop"`                                                                                                          // when to stop before the last deal
	Priority       int            `json:"priority" example:"2"`                                                                                          // 1 comes first
	Share          *int           `json:"share" extensions:"x-nullable" example:"2"`                                                                     // workers at a time; null for no bound
	Deals          int64          `json:"deals" example:"1000"`                                                                                          // total
	Done           int64          `json:"done" example:"420"`                                                                                            // done so far
	Tally          CampaignTally  `json:"tally"`                                                                                                         // results so far
	Inferred       int64          `json:"inferred" example:"17"`                                                                                         // of those, inferred from related games
	Rate           *WinRate       `json:"rate" extensions:"x-nullable"`                                                                                  // win rate; null if no deal is done
	DealsPerSecond *float64       `json:"deals_per_second" extensions:"x-nullable" example:"41.5"`                                                       // recent pace if known, or average; null if not known
	RemainingMS    *int64         `json:"remaining_ms" extensions:"x-nullable" example:"13976"`                                                          // milliseconds left at this pace, at most; null if not known or ended
	CreatedAt      time.Time      `json:"created_at" swaggertype:"string" format:"date-time" example:"2026-11-22T10:00:00.123Z"`                         // time of creation
	StartedAt      *time.Time     `json:"started_at" swaggertype:"string" format:"date-time" extensions:"x-nullable" example:"2026-11-22T10:00:00.456Z"` // start of the first deal; null before
	EndedAt        *time.Time     `json:"ended_at" swaggertype:"string" format:"date-time" extensions:"x-nullable" example:"2026-11-22T10:04:05.678Z"`   // time of its end; null before
} //	@name	Campaign

// CampaignBudget is the budget of each deal. A deal that exceeds it is unknown.
type CampaignBudget struct {
	DeadlineMS int64 `json:"deadline_ms,omitempty" minimum:"1" example:"20000"` // milliseconds
	States     int64 `json:"states,omitempty" minimum:"1"`                      // positions that the search may visit
} //	@name	CampaignBudget

// CampaignTally counts verdicts, or the games of a player.
type CampaignTally struct {
	Winnable   *int64 `json:"winnable,omitempty" example:"340"`
	Unwinnable *int64 `json:"unwinnable,omitempty" example:"70"`
	Unknown    *int64 `json:"unknown,omitempty" example:"10"`
	Won        *int64 `json:"won,omitempty"`
	Lost       *int64 `json:"lost,omitempty"`
} //	@name	CampaignTally

// CampaignList is a list of campaigns.
type CampaignList struct {
	Campaigns []Campaign `json:"campaigns"`                    // newest first
	Next      *string    `json:"next" extensions:"x-nullable"` // as the parameter cursor, it continues the list; null at its end
} //	@name	CampaignList

// CampaignAnswer renders a campaign at the time now. perSecond is its pace in deals per second; 0
// if it is unknown.
func CampaignAnswer(c *campaign.Campaign, now time.Time, perSecond float64) Campaign {
	a := Campaign{
		ID: c.ID, Game: reply.OrNull(c.Game), Seeds: c.Range(), Source: reply.OrNull(c.Source),
		State: c.State, Final: c.Final(), Reason: reply.OrNull(c.Reason),
		Budget: CampaignBudget{c.Deadline.Milliseconds(), c.States}, Player: reply.OrNull(c.Player),
		Stop:     c.Stop,
		Priority: c.Priority, Fresh: c.Fresh,
		Deals: c.Deals(), Done: c.Tally.Deals(), Inferred: c.Inferred,
		CreatedAt: c.Created.UTC(), StartedAt: inUTC(c.Started), EndedAt: inUTC(c.Ended),
	}
	if c.Game == "" {
		a.Rules = &c.Rules
	}
	if c.Player != "" {
		a.PlayerSeed = &c.PlayerSeed
		a.Options = c.AllOptions()
		a.Tally = CampaignTally{Won: &c.Tally.Won, Lost: &c.Tally.Lost}
	} else {
		a.Tally = CampaignTally{Winnable: &c.Tally.Winnable, Unwinnable: &c.Tally.Unwinnable, Unknown: &c.Tally.Unknown}
	}
	if c.Share > 0 {
		a.Share = &c.Share
	}
	a.Rate = winRate(c.Tally)
	if perSecond > 0 {
		a.DealsPerSecond = new(rounded(perSecond))
		if !a.Final && !c.Stopping {
			a.RemainingMS = new(c.Left(now, perSecond).Milliseconds())
		}
	}
	return a
}

// inUTC returns a time in UTC. It returns nil, which is null in JSON, if the time is zero.
func inUTC(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return new(t.UTC())
}

// create answers POST /v1/campaigns.
//
//	@ID				createCampaign
//	@Summary		Start a campaign
//	@Description	Solves or plays the deals of a range of seeds, and counts wins. Each deal has a budget of time, states or both; with `states` alone, verdicts are the same on every machine. Deals are started in order. Deals whose verdict follows from a related game are not searched.
//	@Description	Follow it with `GET` or its events, and read its results at any time. On a server open to the network it needs a key.
//	@Description	If you repeat the request within 24 hours with the same `Idempotency-Key`, no second campaign is made.
//	@Param			request				body		CampaignRequest	true	"the plan"
//	@Success		201					{object}	Campaign
//	@Header			201					{string}	Location			"address of the campaign"
//	@Header			201					{string}	Idempotent-Replayed	"true if an earlier request with the key has made it"
//	@Failure		403,409	{object}	problem.Problem
//	@Router			/v1/campaigns [post]
func (c *Calls) create(w http.ResponseWriter, r *http.Request) error {
	var hook request.Webhook
	plan, body, leave, err := reply.Read(&c.Base, w, r, func(body []byte) (plan campaign.Plan, err error) {
		plan, hook, err = ReadPlan(body, c.Limits, time.Now())
		return plan, err
	})
	if err != nil {
		return err
	}
	defer leave()
	plan.Client = middleware.ClientName(r.Context())
	tell, err := hook.Accept(r.Context(), c.Webhooks)
	if err != nil {
		return err
	}
	r, cancel := request.WithStoreTime(r)
	defer cancel()
	made := func(id string) (campaign.Campaign, bool, error) { return c.Campaigns.Campaign(r.Context(), id) }
	created, repeated, err := request.MakeOnce(r, c.Once, "campaign", body, made, func(id string) (campaign.Campaign, error) {
		return c.Campaigns.Create(r.Context(), id, plan, tell)
	})
	if err != nil {
		return problem.Of(err, problem.Unavailable)
	}
	if repeated {
		w.Header().Set("Idempotent-Replayed", "true")
	}
	w.Header().Set("Location", middleware.CampaignsPath+"/"+created.ID)
	return reply.Send(w, r, http.StatusCreated, c.describe(&created))
}

// list answers GET /v1/campaigns.
//
//	@ID				campaigns
//	@Summary		List campaigns
//	@Description	Newest first. Campaigns of games without a name are listed only for clients that may start campaigns.
//	@Param			game	query		string	false	"a game's name or alias; all if absent"
//	@Param			state	query		string	false	"state; all if absent"	Enums(queued, running, done, cancelled, failed)
//	@Param			count	query		int		false	"at most"	minimum(1)	maximum(1000)	default(100)
//	@Param			cursor	query		string	false	"where the list continues; copy it from the field next"
//	@Success		200		{object}	CampaignList
//	@Header			200		{string}	Link	"address of the campaigns that follow, as rel=next; absent if there are none"
//	@Router			/v1/campaigns [get]
func (c *Calls) list(w http.ResponseWriter, r *http.Request) error {
	given := request.Query(r, "game", "state", "count", "cursor")
	filter := campaign.Filter{Named: middleware.MayDo(r.Context(), "", "") != nil, State: given.Word("state", campaignStates)}
	game := ""
	if name, ok := given.Text("game"); ok {
		g, known := rules.Lookup(name)
		if !known {
			given.AddError("game", "%s", request.UnknownGame(name))
		}
		game, filter.Rules = g.Name, &g.Rules
	}
	count := given.ListCount()
	name := fmt.Sprintf("campaigns %s %s", game, filter.State)
	filter.Before = given.CursorNumber(name, 0)
	if err := given.Err(); err != nil {
		return err
	}
	filter.Most = count + 1 // to know whether more follow
	list, err := c.Campaigns.List(r.Context(), filter)
	if err != nil {
		return problem.Of(err, problem.Unavailable)
	}
	answer := CampaignList{Campaigns: []Campaign{}}
	if len(list) > count {
		list = list[:count]
		next := request.WriteCursor(name, strconv.FormatInt(list[count-1].Number, 10))
		answer.Next = &next
		given.LinkNext(w, middleware.CampaignsPath, next)
	}
	for _, listed := range list {
		answer.Campaigns = append(answer.Campaigns, c.describe(&listed))
	}
	return reply.Send(w, r, http.StatusOK, answer)
}

// get answers GET /v1/campaigns/{id}.
//
//	@ID				campaign
//	@Summary		Get a campaign
//	@Description	`rate` is a 95 % confidence interval in percent. Unknown deals count as lost (low end) and won (high end).
//	@Success		200			{object}	Campaign
//	@Router			/v1/campaigns/{id} [get]
func (c *Calls) get(w http.ResponseWriter, r *http.Request) error {
	found, err := c.find(r)
	if err != nil {
		return err
	}
	return reply.Send(w, r, http.StatusOK, c.describe(&found))
}

// find returns the campaign whose id is in the path.
func (c *Calls) find(r *http.Request) (campaign.Campaign, error) {
	id := request.Param(r, "id")
	found, known, err := c.Campaigns.Campaign(r.Context(), id)
	switch {
	case err != nil:
		return found, problem.Of(err, problem.Unavailable)
	case !known:
		return found, problem.New(problem.NotFound, "unknown campaign %s", problem.Clip(id))
	}
	return found, nil
}

// drop answers DELETE /v1/campaigns/{id}.
//
//	@ID				dropCampaign
//	@Summary		Cancel a campaign, or delete it
//	@Description	Cancels a running campaign at once; results stay, and it can be resumed. With `results=delete` the campaign and its results are deleted, running or not. Otherwise a campaign that has ended is a conflict (409).
//	@Param			results			query		string	false	"keep or delete the results"	Enums(keep, delete)	default(keep)
//	@Success		200				{object}	Campaign	"the cancelled campaign"
//	@Success		204				"the campaign and its results were deleted"
//	@Failure		403,409	{object}	problem.Problem
//	@Router			/v1/campaigns/{id} [delete]
func (c *Calls) drop(w http.ResponseWriter, r *http.Request) error {
	given := request.Query(r, "results")
	results := given.Word("results", []string{"keep", "delete"})
	if err := given.Err(); err != nil {
		return err
	}
	// A damaged campaign can be deleted although it can't be read.
	found, err := c.find(r)
	if err != nil && !(results == "delete" && errors.Is(err, solver.ErrDamaged)) {
		return err
	}
	id := request.Param(r, "id")
	cancelled, err := c.Campaigns.Cancel(r.Context(), id)
	switch {
	case err != nil:
		return problem.Of(err, problem.Unavailable)
	case results == "delete":
		deleted, err := c.Campaigns.Delete(r.Context(), id)
		switch {
		case err != nil:
			return problem.Of(err, problem.Unavailable)
		case !deleted: // another client deleted or resumed it
			return problem.New(problem.Conflict, "the campaign was deleted or resumed meanwhile")
		}
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	if found, err = c.find(r); err != nil {
		return err
	}
	if !cancelled {
		return problem.New(problem.Conflict, "the campaign has ended (%s); to delete it and its results, add ?results=delete", found.State)
	}
	return reply.Send(w, r, http.StatusOK, c.describe(&found))
}

// resume answers POST /v1/campaigns/{id}/resume.
//
//	@ID				resumeCampaign
//	@Summary		Resume a cancelled or failed campaign
//	@Description	Continues with the remaining deals. The request has no body.
//	@Success		200				{object}	Campaign
//	@Failure		403,409	{object}	problem.Problem
//	@Router			/v1/campaigns/{id}/resume [post]
func (c *Calls) resume(w http.ResponseWriter, r *http.Request) error {
	r, cancel := request.WithStoreTime(r)
	defer cancel()
	found, err := c.find(r)
	if err != nil {
		return err
	}
	resumed, err := c.Campaigns.Resume(r.Context(), found.ID)
	if err != nil {
		return problem.Of(err, problem.Unavailable)
	}
	if found, err = c.find(r); err != nil {
		return err
	}
	if !resumed {
		return problem.New(problem.Conflict, "the campaign is %s; only cancelled or failed campaigns can be resumed", found.State)
	}
	return reply.Send(w, r, http.StatusOK, c.describe(&found))
}

// campaignPause is the minimum time between two events of a campaign. A campaign of easy deals
// solves many per second.
const campaignPause = 500 * time.Millisecond

// events answers GET /v1/campaigns/{id}/events.
//
//	@ID				campaignEvents
//	@Summary		Follow a campaign
//	@Description	Server-sent events, each with the whole campaign as JSON: `state` at first and when `state` or `reason` changes, `progress` when deals are done, at most twice a second, and `final`, after which the stream ends. A comment every 15 seconds keeps the connection open. `retry` has the time before reconnecting; with `Last-Event-ID`, reconnecting returns what is newer, and 204 after the final event. When the service stops, the stream ends with a comment.
//	@Produce		text/event-stream
//	@Param			Last-Event-ID	header		string	false	"id of the last event received"
//	@Success		200				{object}	Campaign
//	@Success		204				"the campaign has ended, and the last event was final"
//	@Failure		503				{object}	problem.Problem	"busy, unavailable"
//	@Router			/v1/campaigns/{id}/events [get]
func (c *Calls) events(w http.ResponseWriter, r *http.Request) error {
	current, err := c.find(r)
	if err != nil {
		return err
	}
	now := func(name string) reply.Event {
		return reply.Event{Name: name, Version: current.Version, Final: current.Final(), Content: c.describe(&current)}
	}
	first := now("state")
	if first.Final {
		first.Name = ""
	}
	return c.Streams.Follow(w, r, campaignPause, first, func(ctx context.Context) (reply.Event, bool, error) {
		next, found, err := c.Campaigns.Watch(ctx, current.ID, current.Version)
		if err != nil || !found {
			return reply.Event{}, false, err
		}
		name := "progress"
		if next.State != current.State || next.Reason != current.Reason {
			name = "state"
		}
		current = next
		return now(name), true, nil
	})
}
