package webhook

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/riverqueue/river"

	"github.com/thoughtful-solitaire/thoughtful/server/queue"
	"github.com/thoughtful-solitaire/thoughtful/server/store"
)

// Store keeps messages, as a [store.Store] does.
type Store interface {
	Webhook(ctx context.Context, id string) (store.Webhook, bool, error)
}

// Options configure a Sender.
type Options struct {
	Store  Store
	Hosts  Hosts
	Keys   Keys
	Agent  string // User-Agent of the requests
	Log    *slog.Logger
	Tried  func(outcome string) // called after each attempt: [Delivered], [Failed] or [Abandoned]
	Pauses []time.Duration      // after each attempt except the last; nil means 5 s, 1, 5 and 20 minutes
	Poll   time.Duration        // how often to look for messages whose pause is over; 0 means a second
}

// The outcomes of an attempt.
const (
	Delivered = "delivered" // the answer was 2xx
	Failed    = "failed"    // another attempt will be made
	Abandoned = "abandoned" // it was the last attempt, or the answer was 410
)

const (
	atATime  = 4                // messages to one host
	sendTime = 15 * time.Second // of one attempt
	timeout  = 5 * time.Second  // of one call of the store
	// most is more than an attempt takes.
	most = 30 * time.Second
)

// Sender sends the messages of jobs and campaigns that have ended. It implements river.Worker.
type Sender struct {
	Options
	river.WorkerDefaults[queue.Webhook]
	public, private *http.Client
}

// New returns a sender and adds it to the duties. It sends messages once the queue is started with
// these duties.
func New(o Options, d *queue.Duties) *Sender {
	if o.Pauses == nil {
		o.Pauses = []time.Duration{5 * time.Second, time.Minute, 5 * time.Minute, 20 * time.Minute}
	}
	s := &Sender{Options: o, public: client(public), private: client(nil)}
	queues := map[string]river.QueueConfig{}
	for host := range o.Hosts {
		queues[queue.Host(host)] = river.QueueConfig{MaxWorkers: atATime, FetchPollInterval: o.Poll}
	}
	queue.Take(d, s, queues)
	return s
}

// Check is [Hosts.Check] of the sender's hosts.
func (s *Sender) Check(url string) (host string, err error) { return s.Hosts.Check(url) }

// Secret returns the secret that signs the messages to a client.
func (s *Sender) Secret(owner string) string { return s.Keys.Secret(owner) }

// Close closes idle connections. The caller must have stopped the queue before.
func (s *Sender) Close() {
	s.public.CloseIdleConnections()
	s.private.CloseIdleConnections()
}

// Timeout implements river.Worker.
func (s *Sender) Timeout(*river.Job[queue.Webhook]) time.Duration { return most }

// NextRetry implements river.Worker.
func (s *Sender) NextRetry(job *river.Job[queue.Webhook]) time.Time {
	pause := s.Pauses[min(job.Attempt, len(s.Pauses))-1]
	return time.Now().Add(pause - rand.N(pause/10+1)) // so that the messages of an hour don't come at once
}

// Work implements river.Worker: it makes an attempt to send a message.
func (s *Sender) Work(ctx context.Context, job *river.Job[queue.Webhook]) error {
	short, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	w, found, err := s.Store.Webhook(short, job.Args.ID)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		s.Log.Warn("reading a webhook from the database failed, trying again", "webhook", job.Args.ID, "error", err)
		return river.JobSnooze(timeout) // it is no attempt
	case !found:
		return nil
	}
	log := s.Log.With("webhook", w.ID, "host", w.Host, "attempt", job.Attempt)
	if w.Job != "" {
		log = log.With("job", w.Job)
	} else {
		log = log.With("campaign", w.Campaign)
	}
	err = s.post(ctx, &w)
	switch {
	case err == nil:
		log.Info("webhook delivered")
		s.Tried(Delivered)
	case ctx.Err() != nil: // cut short, which does not count
		return context.Cause(ctx)
	case errors.Is(err, errGone) || job.Attempt >= job.MaxAttempts:
		log.Warn("webhook abandoned", "error", err)
		s.Tried(Abandoned)
		return river.JobCancel(err)
	default:
		log.Info("webhook failed, will be sent again", "error", err)
		s.Tried(Failed)
	}
	return err
}

// errGone is the error of a receiver that wants no more messages.
var errGone = errors.New("the receiver answered 410 Gone")

// post sends a message. The error does not have the URL, whose path may be a secret.
func (s *Sender) post(ctx context.Context, w *store.Webhook) error {
	// The database may have been changed, and so may the configuration.
	if host, err := s.Hosts.Check(w.URL); err != nil || host != w.Host {
		return fmt.Errorf("the webhook's URL is not allowed: %w", cmp.Or(err, errors.New("it has another host than the webhook")))
	}
	ctx, cancel := context.WithTimeout(ctx, sendTime)
	defer cancel()
	body, err := message(w)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, w.URL, bytes.NewReader(body))
	if err != nil {
		return errors.New("the webhook's URL is not valid")
	}
	now := time.Now()
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("User-Agent", s.Agent)
	request.Header.Set("Webhook-Id", w.ID)
	request.Header.Set("Webhook-Timestamp", strconv.FormatInt(now.Unix(), 10))
	request.Header.Set("Webhook-Signature", s.Keys.sign(w.Owner, w.ID, now, body))
	by := s.public
	if s.Hosts[w.Host] {
		by = s.private
	}
	response, err := by.Do(request)
	if err != nil {
		if outer, ok := errors.AsType[*url.Error](err); ok {
			err = outer.Err
		}
		return err
	}
	defer response.Body.Close()
	_, _ = io.CopyN(io.Discard, response.Body, longestReply) // so that the connection can be used again
	switch {
	case response.StatusCode >= 200 && response.StatusCode < 300:
		return nil
	case response.StatusCode == http.StatusGone:
		return errGone
	}
	return fmt.Errorf("the receiver answered %d", response.StatusCode)
}

// message returns the body of a message, which is the same at each attempt.
func message(w *store.Webhook) ([]byte, error) {
	type data struct {
		ID       string `json:"id"`
		State    string `json:"state"`
		Location string `json:"location"`
	}
	kind, about := "job.ended", data{w.Job, w.State, "/v1/jobs/" + w.Job}
	if w.Job == "" {
		kind, about = "campaign.ended", data{w.Campaign, w.State, "/v1/campaigns/" + w.Campaign}
	}
	return json.Marshal(struct {
		Type      string    `json:"type"`
		Timestamp time.Time `json:"timestamp"`
		Data      data      `json:"data"`
	}{kind, w.Ended.UTC(), about})
}
