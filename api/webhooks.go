package api

import (
	"context"
	"net/http"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/solver/job"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// Webhooks sends signed messages when jobs and campaigns have ended.
type Webhooks interface {
	// Check returns the host of a URL, or an error, for the client, unless messages may be sent to the URL.
	Check(url string) (host string, err error)
	// Secret returns the secret under which the messages of a client are signed.
	Secret(owner string) string
}

// Webhook is where a signed message goes when a job or a campaign has ended.
type Webhook struct {
	URL string `json:"url" example:"https://hooks.example.org/thoughtful"` // https, on a host that the server allows
} //	@name	Webhook

// WebhookSecret is the secret under which a client's messages are signed.
type WebhookSecret struct {
	Secret string `json:"secret" example:"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"` // as Standard Webhooks writes it
} //	@name	WebhookSecret

// DecodeStrict reads a webhook, which must have a URL.
func (h *Webhook) DecodeStrict(n *strict.Node) {
	type fields Webhook
	before := n.ErrorCount()
	n.Decode((*fields)(h))
	if h.URL == "" && n.ErrorCount() == before {
		n.AddError("needs url")
	}
}

// url returns the URL of a webhook; empty for none.
func (h *Webhook) url() string {
	if h == nil {
		return ""
	}
	return h.URL
}

// acceptWebhook checks the URL of a request's webhook, empty for none, and what its client may do.
func (c *service) acceptWebhook(ctx context.Context, url string) (job.Webhook, error) {
	if url == "" {
		return job.Webhook{}, nil
	}
	if c.Webhooks == nil {
		return job.Webhook{}, problem.Field("webhook", "this server sends none; the operator must configure WEBHOOK_HOSTS")
	}
	owner, err := middleware.WebhookOwner(ctx)
	if err != nil {
		refusal := problem.From(err)
		refusal.Fields = []strict.FieldError{{Field: "webhook", Detail: refusal.Detail}}
		return job.Webhook{}, refusal
	}
	host, err := c.Webhooks.Check(url)
	if err != nil {
		return job.Webhook{}, problem.Field("webhook.url", "%v", err)
	}
	return job.Webhook{URL: url, Host: host, Owner: owner}, nil
}

// webhookSecret answers GET /v1/webhooks/secret.
//
//	@ID				webhookSecret
//	@Summary		Get the secret of your webhooks
//	@Description	All messages about your jobs and campaigns are signed under it, as Standard Webhooks says. It stays the same until the operator replaces the key that it is derived from. Needs a key, or a request from the same machine.
//	@Success		200			{object}	WebhookSecret
//	@Failure		403,404	{object}	problem.Problem
//	@Router			/v1/webhooks/secret [get]
func (c *service) webhookSecret(w http.ResponseWriter, r *http.Request) error {
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
	return send(w, r, http.StatusOK, WebhookSecret{c.Webhooks.Secret(owner)})
}
