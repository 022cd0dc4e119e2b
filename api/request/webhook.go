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
	// Check returns the host of a URL. If the service may not send messages to the URL, it returns
	// an error whose text is for the client.
	Check(url string) (host string, err error)
	// Secret returns the secret that signs the messages of a client.
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

// Accept checks the webhook of a request. The service must send webhooks, the URL must be allowed,
// and the client must have the right to use them. If the request has no webhook, Accept returns one
// without a URL.
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
