package client

import (
	"context"
	"net/http"
)

// WithIdempotencyKey sets the key of a request for a job or a campaign: if it is sent again within 24
// hours, with the same body, no second one is made.
//
//	c.CreateCampaignWithResponse(ctx, request, client.WithIdempotencyKey(uuid))
func WithIdempotencyKey(key string) RequestEditorFn {
	return func(_ context.Context, r *http.Request) error {
		r.Header.Set("Idempotency-Key", key)
		return nil
	}
}
