package store

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/job"
	"github.com/thoughtful-solitaire/thoughtful/server/queue"
	"github.com/thoughtful-solitaire/thoughtful/server/store/database"
)

// Webhook is a message about the end of a job or a campaign.
type Webhook struct {
	job.Webhook
	ID       string    // the same at each attempt to send it
	Job      string    // the id of the job; empty if the message is about a campaign
	Campaign string    // the id of the campaign; empty if the message is about a job
	State    string    // the final state of the job or campaign
	Ended    time.Time // when the job or campaign ended
}

const (
	insertWebhook = `INSERT INTO webhooks (id, %s, owner, url, host) VALUES ($1, $2, $3, $4, $5)`

	selectWebhook = `
SELECT webhooks.id, coalesce(job, ''), coalesce(campaign, ''), owner, url, host, coalesce(jobs.state, campaigns.state),
    coalesce(jobs.ended, campaigns.ended)
FROM webhooks LEFT JOIN jobs ON jobs.id = job LEFT JOIN campaigns ON campaigns.id = campaign
WHERE webhooks.id = $1 AND coalesce(jobs.ended, campaigns.ended) IS NOT NULL`
	hasWebhook = `SELECT id FROM webhooks WHERE job = $1`

	// A message is settled when the queue has it.
	settleWebhooks     = `UPDATE webhooks SET settled = 1 WHERE settled = 0 AND %s RETURNING id, host`
	leftByOlderProgram = `(EXISTS (SELECT 1 FROM jobs WHERE jobs.id = job AND ended IS NOT NULL)
    OR EXISTS (SELECT 1 FROM campaigns WHERE campaigns.id = campaign AND ended IS NOT NULL))`
	// renewWebhook makes another message of that of a campaign, which will end again.
	renewWebhook = `UPDATE webhooks SET id = $2, settled = 0 WHERE campaign = $1`
)

// The columns of what a message is about.
const (
	ofJob      = "job"
	ofCampaign = "campaign"
)

// addWebhook adds the message of a job or a campaign, unless there is none.
func addWebhook(ctx context.Context, tx database.Tx, about, id string, w job.Webhook) error {
	if w.URL == "" {
		return nil
	}
	_, err := tx.Change(ctx, fmt.Sprintf(insertWebhook, about), rand.Text(), id, w.Owner, w.URL, w.Host)
	return err
}

// queueWebhook gives the message of a job or campaign that the transaction ends to the queue, if it has one.
func (s *Store) queueWebhook(ctx context.Context, tx database.Tx, about, id string) error {
	_, err := s.queueWebhooks(ctx, tx, about+" = $1", id)
	return err
}

// queueWebhooks gives the messages that meet a condition to the queue, and returns how many.
func (s *Store) queueWebhooks(ctx context.Context, tx database.Tx, which string, values ...any) (int, error) {
	var id, host string
	jobs, err := database.List(ctx, tx, fmt.Sprintf(settleWebhooks, which), values, []any{&id, &host}, func() (queue.Job, error) {
		return queue.WebhookTo(host, id), nil
	})
	if err != nil {
		return 0, err
	}
	added, err := tx.Enqueue(ctx, jobs...)
	return len(added), err
}

// QueueWebhooks adds unsent messages of older programs, which had no queue, to the queue. It returns how
// many it added.
func (s *Store) QueueWebhooks(ctx context.Context) (n int, err error) {
	defer s.Explain(&err, "giving webhooks to the queue")
	err = s.Atomically(ctx, func(tx database.Tx) (err error) {
		n, err = s.queueWebhooks(ctx, tx, leftByOlderProgram)
		return err
	})
	return n, err
}

// Webhook returns the message with an id. It returns false if the job or campaign was deleted, or
// if the campaign was resumed after the message was queued.
func (s *Store) Webhook(ctx context.Context, id string) (w Webhook, found bool, err error) {
	defer s.Explain(&err, "reading webhook %s", id)
	var ended int64
	found, err = database.One(ctx, s.Read, selectWebhook, []any{id}, &w.ID, &w.Job, &w.Campaign, &w.Owner, &w.URL, &w.Host, &w.State, &ended)
	w.Ended = time.UnixMilli(ended)
	return w, found && err == nil, err
}
