package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/job"
)

// Webhooks keeps the messages that are sent when jobs and campaigns have ended. They are added and
// deleted with these.
//
// A process that takes a message has a lease on it, and sends it. Until the message is settled it is
// taken again after its lease, so a process that is killed loses none, and one may be sent twice.
type Webhooks interface {
	// TakeWebhook takes the message that is due first, of those of a job or a campaign that has ended,
	// for one of these hosts, and counts an attempt; false if there is none.
	TakeWebhook(ctx context.Context, hosts []string, now, lease time.Time) (Webhook, bool, error)
	// RetryWebhook makes a message due at some time, after so many attempts.
	RetryWebhook(ctx context.Context, id string, attempts int, due time.Time) error
	// SettleWebhook makes a message due no more.
	SettleWebhook(ctx context.Context, id string) error
}

// Webhook is a message about the end of a job or a campaign.
type Webhook struct {
	job.Webhook
	ID       string // the same at each attempt
	Job      string // the id of the job; empty if it is about a campaign
	Campaign string // the id of the campaign; empty if it is about a job
	State    string // in which it has ended
	Ended    time.Time
	Attempts int // with the one that begins
}

const (
	insertWebhook = `INSERT INTO webhooks (id, %s, owner, url, host) VALUES ($1, $2, $3, $4, $5)`

	nextWebhook = `
SELECT id FROM webhooks
WHERE settled = 0 AND due <= $1 AND (EXISTS (SELECT 1 FROM jobs WHERE jobs.id = job AND ended IS NOT NULL)
        OR EXISTS (SELECT 1 FROM campaigns WHERE campaigns.id = campaign AND ended IS NOT NULL))
    AND host %s
ORDER BY due, id LIMIT 1`
	takeWebhook = `
UPDATE webhooks SET attempts = attempts + 1, due = $3 WHERE id = (%s)
RETURNING id, coalesce(job, ''), coalesce(campaign, ''), owner, url, host, attempts`
	selectEnd = `
SELECT state, ended FROM jobs WHERE id = $1 AND ended IS NOT NULL
UNION ALL SELECT state, ended FROM campaigns WHERE id = $2 AND ended IS NOT NULL`

	retryWebhook  = `UPDATE webhooks SET attempts = $2, due = $3 WHERE id = $1`
	settleWebhook = `UPDATE webhooks SET settled = 1 WHERE id = $1`
	// renewWebhook makes another message of that of a campaign, which will end again.
	renewWebhook = `UPDATE webhooks SET id = $2, attempts = 0, due = 0, settled = 0 WHERE campaign = $1`
)

// The columns of what a message is about.
const (
	ofJob      = "job"
	ofCampaign = "campaign"
)

// addWebhook adds the message of a job or a campaign, unless there is none.
func addWebhook(ctx context.Context, tx transaction, about, id string, w job.Webhook) error {
	if w.URL == "" {
		return nil
	}
	_, err := tx.change(ctx, fmt.Sprintf(insertWebhook, about), rand.Text(), id, w.Owner, w.URL, w.Host)
	return err
}

// TakeWebhook takes a message. Processes ask often, and mostly there is none, so it writes only if there
// is one.
func (t *tables) TakeWebhook(ctx context.Context, hosts []string, now, lease time.Time) (w Webhook, _ bool, err error) {
	defer t.explain(&err, "taking a webhook")
	these, err := t.array(hosts)
	if err != nil {
		return w, false, err
	}
	next := fmt.Sprintf(nextWebhook, fmt.Sprintf(t.inArray, 2))
	var id string
	found, err := one(ctx, t.read, next, []any{now.UnixMilli(), these}, &id)
	if err != nil || !found {
		return w, false, err
	}
	found, err = one(ctx, t.write, fmt.Sprintf(takeWebhook, next+t.skipLocked), []any{now.UnixMilli(), these, lease.UnixMilli()},
		&w.ID, &w.Job, &w.Campaign, &w.Owner, &w.URL, &w.Host, &w.Attempts)
	if err != nil || !found {
		return w, false, err
	}
	var ended sql.NullInt64
	// It may have been deleted meanwhile, and a campaign resumed.
	found, err = one(ctx, t.write, selectEnd, []any{w.Job, w.Campaign}, &w.State, &ended)
	w.Ended = timeOf(ended)
	return w, found && err == nil, err
}

// RetryWebhook makes a message due at some time.
func (t *tables) RetryWebhook(ctx context.Context, id string, attempts int, due time.Time) (err error) {
	defer t.explain(&err, "delaying webhook %s", id)
	_, err = t.write.change(ctx, retryWebhook, id, attempts, due.UnixMilli())
	return err
}

// SettleWebhook makes a message due no more.
func (t *tables) SettleWebhook(ctx context.Context, id string) (err error) {
	defer t.explain(&err, "settling webhook %s", id)
	_, err = t.write.change(ctx, settleWebhook, id)
	return err
}
