package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/job"
	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/api/rates"
	"github.com/thoughtful-solitaire/thoughtful/api/verdicts"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
)

// onceStore keeps keys, and what was made under ids, as a store does.
type onceStore struct {
	fakeJobs
	fakeCampaigns
	mu   sync.Mutex
	keys map[[32]byte]job.RequestKey
	jobs map[string]job.Job
	made map[string]campaign.Campaign
	full bool
	slow time.Duration // that each call takes, unless its context ends
}

func (s *onceStore) wait(ctx context.Context) error {
	select {
	case <-time.After(s.slow):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func newOnceStore() *onceStore {
	return &onceStore{keys: map[[32]byte]job.RequestKey{}, jobs: map[string]job.Job{}, made: map[string]campaign.Campaign{}}
}

func (s *onceStore) KeepKey(ctx context.Context, k job.RequestKey) (job.RequestKey, error) {
	if err := s.wait(ctx); err != nil {
		return k, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if kept, known := s.keys[k.Key]; known && time.Now().Before(kept.Until) {
		return kept, nil
	}
	s.keys[k.Key] = k
	return k, nil
}

// jobsOnce and campaignsOnce are the two interfaces of it.
type jobsOnce struct {
	verdicts.Jobs
	*onceStore
}

func (s jobsOnce) Accept(ctx context.Context, j job.Job, within time.Duration) (job.Job, error) {
	if err := s.wait(ctx); err != nil {
		return j, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.full {
		return job.Job{}, crowded{"jobs", true}
	}
	if j.ID == "" {
		j.ID = fmt.Sprint("RANDOM", len(s.jobs))
	}
	if _, known := s.jobs[j.ID]; known {
		return job.Job{}, errors.New("two jobs have the same id")
	}
	j.State, j.Version, j.Accepted, j.Deadline = "queued", 1, time.Now(), time.Now().Add(within)
	s.jobs[j.ID] = j
	return j, nil
}

func (s jobsOnce) Job(ctx context.Context, id string, _ int64) (job.Job, bool, error) {
	if err := s.wait(ctx); err != nil {
		return job.Job{}, false, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	j, found := s.jobs[id]
	return j, found, nil
}

type campaignsOnce struct {
	rates.Campaigns
	*onceStore
}

func (s campaignsOnce) Create(ctx context.Context, id string, p campaign.Plan, _ job.Webhook) (campaign.Campaign, error) {
	if err := s.wait(ctx); err != nil {
		return campaign.Campaign{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c := campaign.Campaign{Plan: p, ID: id, State: campaign.Queued, Created: time.Now()}
	if _, known := s.made[id]; known {
		return c, errors.New("two campaigns have the same id")
	}
	s.made[id] = c
	return c, nil
}

func (s campaignsOnce) Campaign(ctx context.Context, id string) (campaign.Campaign, bool, error) {
	if err := s.wait(ctx); err != nil {
		return campaign.Campaign{}, false, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	c, found := s.made[id]
	return c, found, nil
}

const (
	onceJob      = `{"game":"klondike","seed":"solvitaire:2"}`
	onceCampaign = `{"game":"klondike","seeds":"solvitaire:1-10","states":1000}`
)

// onceHandler returns a service over a store, with two keys.
func onceHandler(t *testing.T, s *onceStore) http.Handler {
	t.Helper()
	keys, err := middleware.ParseKeys("alice:secret-of-alice-secret,bob:secret-of-bob-secret-of")
	if err != nil {
		t.Fatal(err)
	}
	o := options()
	o.Access = middleware.Access{Keys: keys}
	o.Jobs, o.Campaigns, o.Once = jobsOnce{&s.fakeJobs, s}, campaignsOnce{&s.fakeCampaigns, s}, s
	return serving(t, o)
}

// post sends a request with an Idempotency-Key, and returns the status, the path of what was made, and
// whether it was there before.
func post(h http.Handler, secret, path, key, body string) (status int, location string, replayed bool, text string) {
	r := httptest.NewRequest("POST", path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Prefer", "respond-async")
	r.Header.Set("Authorization", "Bearer "+secret)
	r.Header.Set("Idempotency-Key", key)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Code, w.Header().Get("Location"), w.Header().Get("Idempotent-Replayed") == "true", w.Body.String()
}

const alice, bob = "secret-of-alice-secret", "secret-of-bob-secret-of"

// TestOnce repeats requests for jobs and campaigns: the same request of the same client makes one thing,
// another client or another call makes another, another request is a conflict.
func TestOnce(t *testing.T) {
	for path, body := range map[string]string{"/v1/solve": onceJob, "/v1/campaigns": onceCampaign} {
		s := newOnceStore()
		h := onceHandler(t, s)
		_, first, replayed, text := post(h, alice, path, "k-1", body)
		if first == "" || replayed {
			t.Fatalf("%s: %q, %t: %s", path, first, replayed, text)
		}
		if _, again, replayed, _ := post(h, alice, path, "k-1", body); again != first || !replayed {
			t.Errorf("%s again: %q, %t; want %q", path, again, replayed, first)
		}
		if _, other, _, _ := post(h, alice, path, "k-2", body); other == first || other == "" {
			t.Errorf("%s with another key: %q", path, other)
		}
		if _, other, replayed, _ := post(h, bob, path, "k-1", body); other == first || other == "" || replayed {
			t.Errorf("%s by another client: %q, %t", path, other, replayed)
		}
		changed := strings.Replace(body, "klondike", "golf", 1)
		if status, _, _, text := post(h, alice, path, "k-1", changed); status != http.StatusConflict || !strings.Contains(text, `"field":"Idempotency-Key"`) {
			t.Errorf("%s with another request: %d %s", path, status, text)
		}
		for _, bad := range []string{"", "a b", "ä", strings.Repeat("x", 256)} {
			if status, _, _, text := post(h, alice, path, bad, body); status != http.StatusBadRequest || !strings.Contains(text, `"field":"Idempotency-Key"`) {
				t.Errorf("%s with the key %q: %d %s", path, bad, status, text)
			}
		}
		if _, long, _, text := post(h, alice, path, strings.Repeat("x", 255), body); long == "" {
			t.Errorf("%s with a long key: %s", path, text)
		}
	}
	s := newOnceStore()
	h := onceHandler(t, s)
	post(h, alice, "/v1/solve", "k", onceJob)
	if status, _, replayed, text := post(h, alice, "/v1/campaigns", "k", onceCampaign); status != http.StatusCreated || replayed {
		t.Errorf("the key of a job for a campaign: %d, %t %s", status, replayed, text)
	}
}

// TestOnceInTime makes jobs and campaigns in a store whose calls take long, and in one that hangs: all
// calls of a request together take two seconds at most.
func TestOnceInTime(t *testing.T) {
	for path, body := range map[string]string{"/v1/solve": onceJob, "/v1/campaigns": onceCampaign} {
		for _, slow := range []time.Duration{900 * time.Millisecond, time.Hour} {
			synctest.Test(t, func(t *testing.T) {
				s := newOnceStore()
				s.slow = slow
				h := onceHandler(t, s)
				began := time.Now()
				status, _, _, text := post(h, alice, path, "k", body)
				if took := time.Since(began); took != 2*time.Second || status != http.StatusServiceUnavailable {
					t.Errorf("%s with calls of %s: %d after %s: %s", path, slow, status, took, text)
				}
			})
		}
	}
}

// TestOnceAtOnce sends a request several times at the same moment.
func TestOnceAtOnce(t *testing.T) {
	for path, body := range map[string]string{"/v1/solve": onceJob, "/v1/campaigns": onceCampaign} {
		s := newOnceStore()
		h := onceHandler(t, s)
		var asking sync.WaitGroup
		var got [16]string
		for i := range got {
			asking.Go(func() {
				_, got[i], _, _ = post(h, alice, path, "k", body)
			})
		}
		asking.Wait()
		for _, location := range got {
			if location != got[0] || location == "" {
				t.Errorf("%s: %q", path, got)
			}
		}
		if n := len(s.jobs) + len(s.made); n != 1 {
			t.Errorf("%s: %d were made", path, n)
		}
	}
}

// TestOnceRefused repeats a request that was refused, which makes the job then, and one whose job was
// deleted, which makes it again under its id.
func TestOnceRefused(t *testing.T) {
	s := newOnceStore()
	h := onceHandler(t, s)
	s.full = true
	if status, _, _, text := post(h, alice, "/v1/solve", "k", onceJob); status != http.StatusTooManyRequests {
		t.Errorf("full: %d %s", status, text)
	}
	s.full = false
	_, first, replayed, text := post(h, alice, "/v1/solve", "k", onceJob)
	if first == "" || replayed {
		t.Errorf("then: %q, %t %s", first, replayed, text)
	}
	s.jobs = map[string]job.Job{}
	if _, again, replayed, _ := post(h, alice, "/v1/solve", "k", onceJob); again != first || replayed {
		t.Errorf("after it was deleted: %q, %t; want %q", again, replayed, first)
	}
}
