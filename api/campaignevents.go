package api

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
)

// campaignPause is the minimum time between two events of a campaign. Quick deals are done
// many a second.
const campaignPause = 500 * time.Millisecond

// events answers GET /v1/campaigns/{id}/events.
//
//	@ID				campaignEvents
//	@Summary		Follow a campaign
//	@Description	Server-sent events, each with the whole campaign as JSON: `state` at first and when `state` or `reason` changes, `progress` when deals are done, at most twice a second, and `final`, after which the stream ends. A comment every 15 seconds keeps the connection open. Reconnecting after the end, with `Last-Event-ID`, returns 204.
//	@Tags			campaigns
//	@Produce		text/event-stream,application/problem+json
//	@Param			id				path		string	true	"the campaign's id"	extensions(x-example=Q2NFIMYJMZ5DRGSYLIBTSQTCHX)
//	@Param			Last-Event-ID	header		string	false	"id of the last event received"
//	@Success		200				{object}	Campaign
//	@Success		204				"the campaign has ended, and the last event was final"
//	@Failure		400,404,500		{object}	problem.Problem
//	@Failure		503				{object}	problem.Problem	"busy, unavailable"
//	@Router			/v1/campaigns/{id}/events [get]
func (calls *campaignCalls) events(w http.ResponseWriter, r *http.Request) error {
	if err := request.NoParameters(r); err != nil {
		return err
	}
	c, err := calls.find(r)
	if err != nil {
		return err
	}
	known, _ := strconv.ParseInt(r.Header.Get("Last-Event-ID"), 10, 64)
	if c.Final() && known >= c.Version {
		w.WriteHeader(http.StatusNoContent)
		return nil
	}
	leave, err := calls.streams.Enter(middleware.ClientName(r.Context()))
	if err != nil {
		return err
	}
	defer leave()
	stream := newEvents(w)
	if r.Method == http.MethodHead {
		return nil
	}
	tell := func(name string) bool {
		return stream.tell("id: %d\nevent: %s\ndata: %s\n\n", c.Version, name, bytes.TrimSpace(encode(calls.paces.describe(&c)))) &&
			(c.Final() || pause(r.Context(), campaignPause))
	}
	if !c.Final() && known != c.Version && !tell("state") {
		return nil
	}
	for !c.Final() {
		ctx, cancel := context.WithTimeout(r.Context(), pingEvery)
		next, found, err := calls.Watch(ctx, c.ID, c.Version)
		cancel()
		if errors.Is(err, context.DeadlineExceeded) && r.Context().Err() == nil {
			if !stream.tell(": ping\n\n") {
				return nil
			}
			continue
		}
		if err != nil || !found { // GET reports it
			return nil
		}
		name := "progress"
		if next.State != c.State || next.Reason != c.Reason {
			name = "state"
		}
		if c = next; !c.Final() && !tell(name) {
			return nil
		}
	}
	tell("final")
	return nil
}
