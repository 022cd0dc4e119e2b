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
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/server/watch"
)

// Options configure a Sender.
type Options struct {
	Store    store.Webhooks
	Hosts    Hosts
	Keys     Keys
	Agent    string // of the requests
	Log      *slog.Logger
	Observer Observer
	Pauses   []time.Duration // after each attempt but the last; nil means 5 s, 1, 5 and 20 minutes
	Poll     time.Duration   // interval of looking for messages; 0 means a second
}

// Observer receives events for metrics.
type Observer interface {
	// WebhookTried reports an attempt to send a message: [Delivered], [Failed] or [Abandoned].
	WebhookTried(outcome string)
}

// The outcomes of an attempt.
const (
	Delivered = "delivered" // the answer was 2xx
	Failed    = "failed"    // another attempt will be made
	Abandoned = "abandoned" // none will, since there were enough, or the answer was 410
)

const (
	atATime  = 4                // messages to one host
	sendTime = 15 * time.Second // of one attempt
	lease    = 30 * time.Second // of a process on a message
	timeout  = 5 * time.Second  // of one call of the store
)

// Sender sends the messages of jobs and campaigns that have ended.
type Sender struct {
	Options
	public, private *http.Client

	life    context.Context // ends with Close
	end     context.CancelFunc
	freed   watch.Bell // wakes the dispatcher: a message was sent
	running sync.WaitGroup

	mu   sync.Mutex
	busy map[string]int // messages that are being sent, by host
}

// New starts a sender.
func New(o Options) *Sender {
	if o.Pauses == nil {
		o.Pauses = []time.Duration{5 * time.Second, time.Minute, 5 * time.Minute, 20 * time.Minute}
	}
	o.Poll = cmp.Or(o.Poll, time.Second)
	s := &Sender{Options: o, public: client(public), private: client(nil), freed: watch.NewBell(), busy: map[string]int{}}
	s.life, s.end = context.WithCancel(context.Background())
	s.running.Go(s.dispatch)
	return s
}

// Check returns the host of a URL, or an error, for the client, unless messages may be sent to the URL.
func (s *Sender) Check(url string) (host string, err error) { return s.Hosts.Check(url) }

// Secret returns the secret under which the messages of a client are signed.
func (s *Sender) Secret(owner string) string { return s.Keys.Secret(owner) }

// Close ends the sending. Messages that are being sent are sent again after a restart, or by another
// process.
func (s *Sender) Close(ctx context.Context) error {
	s.end()
	err := watch.Wait(ctx, s.running.Wait)
	s.public.CloseIdleConnections()
	s.private.CloseIdleConnections()
	return err
}

// dispatch takes messages while a host has room. No host keeps others waiting.
func (s *Sender) dispatch() {
	for s.life.Err() == nil {
		if w, found := s.take(); found {
			s.running.Go(func() {
				s.send(&w)
				s.count(w.Host, -1)
				s.freed.Ring()
			})
			continue
		}
		select {
		case <-s.freed:
		case <-time.After(s.Poll):
		case <-s.life.Done():
		}
	}
}

// count counts a message that is being sent to a host.
func (s *Sender) count(host string, n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy[host] += n
}

// take takes a message that is due, for a host that has room; false if there is none.
func (s *Sender) take() (store.Webhook, bool) {
	var room []string
	s.mu.Lock()
	for host := range s.Hosts {
		if s.busy[host] < atATime {
			room = append(room, host)
		}
	}
	s.mu.Unlock()
	if len(room) == 0 {
		return store.Webhook{}, false
	}
	ctx, cancel := context.WithTimeout(s.life, timeout)
	defer cancel()
	now := time.Now()
	w, found, err := s.Store.TakeWebhook(ctx, room, now, now.Add(lease))
	if err != nil && s.life.Err() == nil {
		s.Log.Warn("taking a webhook failed", "error", err)
	}
	if err != nil || !found {
		return store.Webhook{}, false
	}
	s.count(w.Host, 1)
	return w, true
}

// send makes an attempt to send a message, and notes what came of it.
func (s *Sender) send(w *store.Webhook) {
	err := s.post(w)
	log := s.Log.With("webhook", w.ID, "host", w.Host, "attempt", w.Attempts)
	if w.Job != "" {
		log = log.With("job", w.Job)
	} else {
		log = log.With("campaign", w.Campaign)
	}
	// After Close too: another process should not have to wait for the lease.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(s.life), timeout)
	defer cancel()
	var noted error
	switch {
	case err == nil:
		log.Info("webhook delivered")
		s.Observer.WebhookTried(Delivered)
		noted = s.Store.SettleWebhook(ctx, w.ID)
	case s.life.Err() != nil: // cut short, which does not count
		noted = s.Store.RetryWebhook(ctx, w.ID, w.Attempts-1, time.Now())
	case errors.Is(err, errGone) || w.Attempts > len(s.Pauses):
		log.Warn("webhook abandoned", "error", err)
		s.Observer.WebhookTried(Abandoned)
		noted = s.Store.SettleWebhook(ctx, w.ID)
	default:
		pause := s.Pauses[max(0, w.Attempts-1)]
		pause += rand.N(pause/10 + 1) // so that the messages of an hour don't come at once
		log.Info("webhook failed, will be sent again", "error", err, "after", pause.Round(time.Millisecond))
		s.Observer.WebhookTried(Failed)
		noted = s.Store.RetryWebhook(ctx, w.ID, w.Attempts, time.Now().Add(pause))
	}
	if noted != nil {
		log.Warn("noting the outcome of a webhook failed, it will be sent again", "error", noted)
	}
}

// errGone is the error of a receiver that wants no more messages.
var errGone = errors.New("the receiver is gone")

// post sends a message. The error does not have the URL, whose path may be a secret.
func (s *Sender) post(w *store.Webhook) error {
	// The database may have been changed, and so may the configuration.
	if host, err := s.Hosts.Check(w.URL); err != nil || host != w.Host {
		return fmt.Errorf("the URL is not allowed: %w", cmp.Or(err, errors.New("it is of another host")))
	}
	ctx, cancel := context.WithTimeout(s.life, sendTime)
	defer cancel()
	body, err := message(w)
	if err != nil {
		return err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, w.URL, bytes.NewReader(body))
	if err != nil {
		return errors.New("the URL is not valid")
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
	return fmt.Errorf("the answer was %d", response.StatusCode)
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
