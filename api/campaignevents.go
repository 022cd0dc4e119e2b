package api

import (
	"context"
	"net/http"
	"time"
)

// campaignPause is the minimum time between two events of a campaign. Quick deals are done
// many a second.
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
func (calls *campaignCalls) events(w http.ResponseWriter, r *http.Request) error {
	c, err := calls.find(r)
	if err != nil {
		return err
	}
	now := func(name string) event { return event{name, c.Version, c.Final(), calls.paces.describe(&c)} }
	first := now("state")
	if first.final {
		first.name = ""
	}
	return calls.streams.follow(w, r, campaignPause, first, func(ctx context.Context) (event, bool, error) {
		next, found, err := calls.Watch(ctx, c.ID, c.Version)
		if err != nil || !found {
			return event{}, false, err
		}
		name := "progress"
		if next.State != c.State || next.Reason != c.Reason {
			name = "state"
		}
		c = next
		return now(name), true, nil
	})
}
