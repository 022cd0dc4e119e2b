package verdicts

import (
	"net/http"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/reply"
)

// WebhookSecret is the secret under which a client's messages are signed.
type WebhookSecret struct {
	Secret string `json:"secret" example:"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"` // as Standard Webhooks writes it
} //	@name	WebhookSecret

// webhookSecret answers GET /v1/webhooks/secret.
//
//	@ID				webhookSecret
//	@Summary		Get the secret of your webhooks
//	@Description	All messages about your jobs and campaigns are signed under it, as Standard Webhooks says. It stays the same until the operator replaces the key that it is derived from. Needs a key, or a request from the same machine.
//	@Success		200			{object}	WebhookSecret
//	@Failure		403,404	{object}	problem.Problem
//	@Router			/v1/webhooks/secret [get]
func (c *Calls) webhookSecret(w http.ResponseWriter, r *http.Request) error {
	if err := c.Access.NeedKey(r); err != nil {
		return err
	}
	owner, err := middleware.WebhookOwner(r.Context())
	if err != nil {
		return err
	}
	if c.Webhooks == nil {
		return problem.New(problem.NotFound, "this server sends no webhooks; the operator must configure WEBHOOK_HOSTS")
	}
	return reply.Send(w, r, http.StatusOK, WebhookSecret{c.Webhooks.Secret(owner)})
}
