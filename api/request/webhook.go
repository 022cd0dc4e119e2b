package request

import (
	"context"

	"github.com/thoughtful-solitaire/thoughtful/api/job"
	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/api/problem"
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

// DecodeStrict reads a webhook, which must have a URL.
func (h *Webhook) DecodeStrict(n *strict.Node) {
	type fields Webhook
	before := n.ErrorCount()
	n.Decode((*fields)(h))
	if h.URL == "" && n.ErrorCount() == before {
		n.AddError("needs url")
	}
}

// Accept returns the webhook of a request, without a URL for none, if the service sends webhooks, its URL is
// allowed, and its client may have one.
func (h *Webhook) Accept(ctx context.Context, hooks Webhooks) (job.Webhook, error) {
	if h.URL == "" {
		return job.Webhook{}, nil
	}
	if hooks == nil {
		return job.Webhook{}, problem.Field("webhook", "this server sends none; the operator must configure WEBHOOK_HOSTS")
	}
	owner, err := middleware.WebhookOwner(ctx)
	if err != nil {
		refusal := problem.From(err)
		refusal.Fields = []strict.FieldError{{Field: "webhook", Detail: refusal.Detail}}
		return job.Webhook{}, refusal
	}
	host, err := hooks.Check(h.URL)
	if err != nil {
		return job.Webhook{}, problem.Field("webhook.url", "%v", err)
	}
	return job.Webhook{URL: h.URL, Host: host, Owner: owner}, nil
}
