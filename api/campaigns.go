package api

import (
	"context"
	"net/http"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// Campaigns solves the deals of ranges of seeds, and counts.
type Campaigns interface {
	// Create adds a campaign. The error has a Field if the plan can't be carried out, and
	// RetryAfter if there are too many.
	Create(ctx context.Context, p campaign.Plan) (campaign.Campaign, error)
	// Campaign returns a campaign; false if there is none.
	Campaign(ctx context.Context, id string) (campaign.Campaign, bool, error)
	// List returns campaigns, the newest first.
	List(ctx context.Context, which campaign.Filter) ([]campaign.Campaign, error)
	// Watch waits for a version other than a known one; false if there is no such campaign
	// any more.
	Watch(ctx context.Context, id string, known int64) (campaign.Campaign, bool, error)
	// Cancel ends a campaign at once; false if it has ended, or there is none.
	Cancel(ctx context.Context, id string) (bool, error)
	// Resume makes a cancelled or failed campaign go on; false if it is neither. The error
	// has RetryAfter if there are too many.
	Resume(ctx context.Context, id string) (bool, error)
	// Delete deletes a campaign that has ended, with its results; false if it has not, or
	// there is none.
	Delete(ctx context.Context, id string) (bool, error)
	// Results returns what became of deals, by seed, from one on, at most so many.
	Results(ctx context.Context, id string, from int64, most int) ([]campaign.Result, error)
}

var campaignStates = []string{campaign.Queued, campaign.Running, campaign.Done, campaign.Cancelled, campaign.Failed}

// Campaign is the solving of many deals of a game, to count how many can be won, and what
// has come of it so far.
type Campaign struct {
	ID             string         `json:"id" example:"Q2NFIMYJMZ5DRGSYLIBTSQTCHX"`                                                                       // it can't be guessed
	Game           *string        `json:"game" example:"klondike" extensions:"x-nullable"`                                                               // the catalogue's name of the game; null if rules were given
	Rules          *rules.Rules   `json:"rules,omitempty"`                                                                                               // if the game has no name
	Seeds          string         `json:"seeds" example:"solvitaire:1-1000"`                                                                             // the deals
	Source         *string        `json:"source" extensions:"x-nullable" example:"solvitaire"`                                                           // who found the verdicts, where they were imported; null if this service did
	State          string         `json:"state" enums:"queued,running,done,cancelled,failed"`                                                            // how far it is
	Final          bool           `json:"final"`                                                                                                         // whether it has ended, so that nothing changes unless it is resumed
	Reason         *string        `json:"reason" extensions:"x-nullable"`                                                                                // why it stops, or ended, before all deals were done; null if it does not
	Budget         CampaignBudget `json:"budget"`                                                                                                        // what each deal may take; empty for a player
	Fresh          bool           `json:"fresh"`                                                                                                         // whether deals are searched that are known from related games
	Player         *string        `json:"player" extensions:"x-nullable" example:"greedy"`                                                               // who plays the deals; null if they are solved
	Options        map[string]any `json:"options,omitempty" swaggertype:"object"`                                                                        // of the player, also those that it was not told
	PlayerSeed     *uint64        `json:"player_seed,omitempty" example:"1"`                                                                             // of what the player draws at random
	Stop           CampaignStop   `json:"stop"`                                                                                                          // when to stop before the last deal
	Priority       int            `json:"priority" example:"2"`                                                                                          // 1 comes first
	Share          *int           `json:"share" extensions:"x-nullable" example:"2"`                                                                     // the most workers that are at it at a time; null if there is no bound
	Deals          int64          `json:"deals" example:"1000"`                                                                                          // how many there are
	Done           int64          `json:"done" example:"420"`                                                                                            // how many of them are done
	Tally          CampaignTally  `json:"tally"`                                                                                                         // what became of those
	Inferred       int64          `json:"inferred" example:"17"`                                                                                         // how many of them were known from related games, and not searched
	Rate           *WinRate       `json:"rate" extensions:"x-nullable"`                                                                                  // how often the game is won; null if no deal is done
	DealsPerSecond *float64       `json:"deals_per_second" extensions:"x-nullable" example:"41.5"`                                                       // how fast it goes, of late if that is known, or went on the whole; null if nothing is known of that
	RemainingMS    *int64         `json:"remaining_ms" extensions:"x-nullable" example:"13976"`                                                          // milliseconds that are left at most, if it goes on as fast; null if that is not known, or it has ended
	CreatedAt      time.Time      `json:"created_at" swaggertype:"string" format:"date-time" example:"2026-11-22T10:00:00.123Z"`                         // when it was asked for
	StartedAt      *time.Time     `json:"started_at" swaggertype:"string" format:"date-time" extensions:"x-nullable" example:"2026-11-22T10:00:00.456Z"` // when its first deals were begun; null if they have not
	EndedAt        *time.Time     `json:"ended_at" swaggertype:"string" format:"date-time" extensions:"x-nullable" example:"2026-11-22T10:04:05.678Z"`   // when it ended; null if it has not
} //	@name	Campaign

// CampaignBudget is what each deal of a campaign may take. A deal that takes more is
// unknown.
type CampaignBudget struct {
	DeadlineMS int64 `json:"deadline_ms,omitempty" minimum:"1" example:"20000"` // milliseconds
	States     int64 `json:"states,omitempty" minimum:"1"`                      // positions that the search may visit
} //	@name	CampaignBudget

// CampaignStop says when to stop before the last deal. What was begun is brought to its
// end, so that the deals that are done are the first ones, and not those that were quick.
type CampaignStop struct {
	Deals int64      `json:"deals,omitempty" minimum:"1" example:"500"`                                              // after so many deals
	Width float64    `json:"width,omitempty" example:"0.5"`                                                          // when the interval of the rate is no wider than so many percentage points
	Until *time.Time `json:"until,omitempty" swaggertype:"string" format:"date-time" example:"2030-01-01T00:00:00Z"` // at this time
} //	@name	CampaignStop

// CampaignTally counts what became of deals: verdicts, or the games of a player.
type CampaignTally struct {
	Winnable   *int64 `json:"winnable,omitempty" example:"340"`
	Unwinnable *int64 `json:"unwinnable,omitempty" example:"70"`
	Unknown    *int64 `json:"unknown,omitempty" example:"10"`
	Won        *int64 `json:"won,omitempty"`
	Lost       *int64 `json:"lost,omitempty"`
} //	@name	CampaignTally

// CampaignList is campaigns.
type CampaignList struct {
	Campaigns []Campaign `json:"campaigns"` // the newest first
} //	@name	CampaignList

// campaignAnswer renders a campaign at some time, where so many deals a second are done, or
// 0 if that is not known.
func campaignAnswer(c *campaign.Campaign, now time.Time, perSecond float64) Campaign {
	a := Campaign{
		ID: c.ID, Game: orNull(c.Game), Seeds: c.Range(), Source: orNull(c.Source),
		State: c.State, Final: c.Final(), Reason: orNull(c.Reason),
		Budget: CampaignBudget{c.Deadline.Milliseconds(), c.States}, Player: orNull(c.Player),
		Stop:     CampaignStop{Deals: c.Stop.Deals, Width: c.Stop.Width, Until: moment(c.Stop.Until)},
		Priority: c.Priority, Fresh: c.Fresh,
		Deals: c.Deals(), Done: c.Tally.Deals(), Inferred: c.Inferred,
		CreatedAt: c.Created.UTC(), StartedAt: moment(c.Started), EndedAt: moment(c.Ended),
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
		pace := rounded(perSecond)
		a.DealsPerSecond = &pace
		if !a.Final && !c.Stopping {
			left := c.Left(now, perSecond).Milliseconds()
			a.RemainingMS = &left
		}
	}
	return a
}

// moment is a time as answers have it, null in JSON if there is none.
func moment(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = t.UTC()
	return &t
}

// campaignCalls are the calls about campaigns.
type campaignCalls struct {
	Campaigns
	limits   Limits
	paces    *paces
	streams  *middleware.ConcurrencyLimit // of events
	exports  *middleware.ConcurrencyLimit // of results
	problems *problem.Writer
}

// create answers POST /v1/campaigns.
//
//	@ID				createCampaign
//	@Summary		How often can a game be won?
//	@Description	Solves the deals of a range of seeds, or has a player play them, and counts. Each deal has a budget, of time or states or both; `states` gives the same verdicts on every machine. Deals are begun in the order of their numbers. Verdicts that are known of related games on the same deals are not searched for again.
//	@Description	`GET` tells how far it is, and so do its events; its results are there deal by deal as they come. It needs a key wherever others can reach the service.
//	@Tags			campaigns
//	@Accept			json
//	@Produce		json,application/problem+json
//	@Param			request				body		CampaignRequest	true	"what to do"
//	@Success		201					{object}	Campaign
//	@Header			201					{string}	Location	"where the campaign is"
//	@Failure		400,413,415,500		{object}	problem.Problem
//	@Failure		503					{object}	problem.Problem	"busy, unavailable"
//	@Router			/v1/campaigns [post]
func (calls *campaignCalls) create(w http.ResponseWriter, r *http.Request) error {
	body, err := request.Body(w, r, calls.limits.Body)
	if err != nil {
		return err
	}
	plan, err := decodeCampaign(body, calls.limits, time.Now())
	if err != nil {
		return err
	}
	plan.Client = middleware.ClientName(r.Context())
	c, err := calls.Create(r.Context(), plan)
	if err != nil {
		return problem.Of(err, problem.Unavailable)
	}
	w.Header().Set("Location", middleware.CampaignsPath+"/"+c.ID)
	send(w, http.StatusCreated, calls.paces.describe(&c))
	return nil
}

// mostCampaigns is how many campaigns a list has at most.
const mostCampaigns = 1000

// list answers GET /v1/campaigns.
//
//	@ID				campaigns
//	@Summary		Which campaigns are there?
//	@Description	The newest first. Campaigns of games that have no name are there only for those who may begin some.
//	@Tags			campaigns
//	@Produce		json,application/problem+json
//	@Param			game	query		string	false	"a game's name or alias; all if absent"
//	@Param			state	query		string	false	"how far they are; all if absent"	Enums(queued, running, done, cancelled, failed)
//	@Param			count	query		int		false	"how many at most"	minimum(1)	maximum(1000)	default(100)
//	@Success		200		{object}	CampaignList
//	@Failure		400,500	{object}	problem.Problem
//	@Failure		503		{object}	problem.Problem	"unavailable"
//	@Router			/v1/campaigns [get]
func (calls *campaignCalls) list(w http.ResponseWriter, r *http.Request) error {
	given, err := request.Query(r, "game", "state", "count")
	if err != nil {
		return err
	}
	filter := campaign.Filter{Named: middleware.MayDo(r.Context(), "") != nil}
	if filter.State, err = given.Word("state", campaignStates); err != nil {
		return err
	}
	if name, ok := given["game"]; ok {
		g, known := rules.Lookup(name)
		if !known {
			return strict.Error{{Field: "game", Detail: request.UnknownGame(name)}}
		}
		filter.Rules = &g.Rules
	}
	if filter.Most, err = given.Number("count", 100, mostCampaigns); err != nil {
		return err
	}
	list, err := calls.List(r.Context(), filter)
	if err != nil {
		return problem.Of(err, problem.Unavailable)
	}
	answer := CampaignList{Campaigns: []Campaign{}}
	for _, c := range list {
		answer.Campaigns = append(answer.Campaigns, calls.paces.describe(&c))
	}
	send(w, http.StatusOK, answer)
	return nil
}

// get answers GET /v1/campaigns/{id}.
//
//	@ID				campaign
//	@Summary		How far is a campaign?
//	@Description	`rate` is the interval in which the game's win rate lies with 95 % confidence, in percent: unknown deals count as lost for its lower end and as won for its upper one.
//	@Tags			campaigns
//	@Produce		json,application/problem+json
//	@Param			id			path		string	true	"the campaign's id"	extensions(x-example=Q2NFIMYJMZ5DRGSYLIBTSQTCHX)
//	@Success		200			{object}	Campaign
//	@Failure		400,404,500	{object}	problem.Problem
//	@Failure		503			{object}	problem.Problem	"unavailable"
//	@Router			/v1/campaigns/{id} [get]
func (calls *campaignCalls) get(w http.ResponseWriter, r *http.Request) error {
	if err := request.NoParameters(r); err != nil {
		return err
	}
	c, err := calls.find(r)
	if err != nil {
		return err
	}
	send(w, http.StatusOK, calls.paces.describe(&c))
	return nil
}

// find finds the campaign of a request.
func (calls *campaignCalls) find(r *http.Request) (campaign.Campaign, error) {
	id := request.Param(r, "id")
	c, found, err := calls.Campaigns.Campaign(r.Context(), id)
	switch {
	case err != nil:
		return c, problem.Of(err, problem.Unavailable)
	case !found:
		return c, problem.New(problem.NotFound, "there is no campaign %s", problem.Clip(id))
	}
	return c, nil
}

// drop answers DELETE /v1/campaigns/{id}.
//
//	@ID				dropCampaign
//	@Summary		Cancel a campaign, or delete it
//	@Description	Cancels a campaign that has not ended, at once; what it found out stays, and it can be resumed. With `results=delete` the campaign is deleted, whether it has ended or not, and its results with it. Without that, a campaign that has ended is left as it is (409).
//	@Tags			campaigns
//	@Produce		json,application/problem+json
//	@Param			id				path		string	true	"the campaign's id"	extensions(x-example=Q2NFIMYJMZ5DRGSYLIBTSQTCHX)
//	@Param			results			query		string	false	"what becomes of the results"	Enums(keep, delete)	default(keep)
//	@Success		200				{object}	Campaign	"the campaign, which was cancelled"
//	@Success		204				"the campaign and its results are deleted"
//	@Failure		400,404,409,500	{object}	problem.Problem
//	@Failure		503				{object}	problem.Problem	"unavailable"
//	@Router			/v1/campaigns/{id} [delete]
func (calls *campaignCalls) drop(w http.ResponseWriter, r *http.Request) error {
	given, err := request.Query(r, "results")
	if err != nil {
		return err
	}
	results, err := given.Word("results", []string{"keep", "delete"})
	if err != nil {
		return err
	}
	c, err := calls.find(r)
	if err != nil {
		return err
	}
	cancelled, err := calls.Cancel(r.Context(), c.ID)
	switch {
	case err != nil:
		return problem.Of(err, problem.Unavailable)
	case results == "delete":
		deleted, err := calls.Delete(r.Context(), c.ID)
		switch {
		case err != nil:
			return problem.Of(err, problem.Unavailable)
		case !deleted: // somebody else was quicker, to delete or to resume it
			return problem.New(problem.Conflict, "the campaign can't be deleted: it was deleted, or resumed, in this moment")
		}
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	if c, err = calls.find(r); err != nil {
		return err
	}
	if !cancelled {
		return problem.New(problem.Conflict, "the campaign has ended (%s); to delete it and its results add ?results=delete", c.State)
	}
	send(w, http.StatusOK, calls.paces.describe(&c))
	return nil
}

// resume answers POST /v1/campaigns/{id}/resume.
//
//	@ID				resumeCampaign
//	@Summary		Have a campaign go on that was cancelled, or failed
//	@Description	It goes on with the deals that were not done. The request has no body.
//	@Tags			campaigns
//	@Produce		json,application/problem+json
//	@Param			id				path		string	true	"the campaign's id"	extensions(x-example=Q2NFIMYJMZ5DRGSYLIBTSQTCHX)
//	@Success		200				{object}	Campaign
//	@Failure		400,404,409,500	{object}	problem.Problem
//	@Failure		503				{object}	problem.Problem	"unavailable"
//	@Router			/v1/campaigns/{id}/resume [post]
func (calls *campaignCalls) resume(w http.ResponseWriter, r *http.Request) error {
	if err := request.NoParameters(r); err != nil {
		return err
	}
	c, err := calls.find(r)
	if err != nil {
		return err
	}
	resumed, err := calls.Resume(r.Context(), c.ID)
	if err != nil {
		return problem.Of(err, problem.Unavailable)
	}
	if c, err = calls.find(r); err != nil {
		return err
	}
	if !resumed {
		return problem.New(problem.Conflict, "the campaign is %s: only what was cancelled, or failed, can be resumed", c.State)
	}
	send(w, http.StatusOK, calls.paces.describe(&c))
	return nil
}
