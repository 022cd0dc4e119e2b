package service

import (
	"context"

	"github.com/thoughtful-solitaire/thoughtful/server/webhook"
)

// WebhookConfig configures the messages that are sent when jobs and campaigns have ended.
type WebhookConfig struct {
	WebhookHosts []string `env:"WEBHOOK_HOSTS" help:"Hosts that webhooks may call at the end of jobs and campaigns, comma-separated: HOST or HOST:PORT with https at public addresses, or private:HOST:PORT with any address and plain http too (default: none, no webhooks)." placeholder:"HOSTS"`
	WebhookKey   string   `env:"WEBHOOK_KEY" help:"Secret of at least 20 characters, from which the secrets that sign webhooks are derived. All processes need the same; NEW,OLD while it is replaced." placeholder:"KEY"`

	hosts webhook.Hosts
	keys  webhook.Keys
}

// Complete parses and checks the hosts and the keys.
func (f *WebhookConfig) Complete() (err error) {
	if f.hosts, err = webhook.ParseHosts(f.WebhookHosts); err != nil {
		return Usagef("WEBHOOK_HOSTS: %w", err)
	}
	if len(f.hosts) == 0 {
		return nil
	}
	if f.WebhookKey == "" {
		return Usagef("WEBHOOK_KEY: missing, but WEBHOOK_HOSTS is set; openssl rand -hex 16 prints a new key")
	}
	if f.keys, err = webhook.ParseKeys(f.WebhookKey); err != nil {
		return Usagef("WEBHOOK_KEY: %w", err)
	}
	return nil
}

// startWebhooks adds the sending of webhooks to the duties of the process, if any are configured.
func (b *builder) startWebhooks(context.Context) error {
	if len(b.hosts) == 0 {
		return nil
	}
	sender := webhook.New(webhook.Options{
		Store: b.store, Hosts: b.hosts, Keys: b.keys, Agent: "thoughtful/" + Version(), Log: b.log, Tried: b.metrics.WebhookTried,
	}, b.duties)
	b.started("webhooks", func(context.Context) error {
		sender.Close()
		return nil
	})
	b.webhooks = sender
	return nil
}
