package store

import (
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/job"
)

// hook returns a webhook at a host.
func hook(host string) job.Webhook {
	return job.Webhook{URL: "https://" + host + "/told", Host: host, Owner: "key:me"}
}

// hooked returns a job with a webhook at a host.
func hooked(name, host string) job.Job {
	j := asked(name, "me", 0)
	j.Webhook = hook(host)
	return j
}

// wantWebhook takes a webhook of some hosts, which must be about a job or campaign; "" for none.
func wantWebhook(t *testing.T, s Store, seconds int, hosts, about string) Webhook {
	t.Helper()
	w, found, err := s.TakeWebhook(t.Context(), strings.Fields(hosts), at(seconds), at(seconds+30))
	if err != nil {
		t.Fatal(err)
	}
	if name, _, _ := strings.Cut(w.Job+w.Campaign, "-"); name != about || found != (about != "") {
		t.Fatalf("took the webhook of %q (%t), want %q", name, found, about)
	}
	return w
}

// TestWebhooks takes the messages of jobs that have ended, each when it is due.
func TestWebhooks(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s Store) {
		addJobs(t, s, hooked("a", "one"), hooked("b", "two:8443"), asked("c", "me", 0))
		wantWebhook(t, s, 0, "one two:8443", "")
		for _, name := range []string{"a", "b", "c"} {
			if done, err := s.CancelJob(t.Context(), asked(name, "me", 0).ID, at(5), []byte("{}")); err != nil || !done {
				t.Fatal(done, err)
			}
		}
		wantWebhook(t, s, 10, "three", "")
		w := wantWebhook(t, s, 10, "two:8443 three", "b")
		want := Webhook{Webhook: hook("two:8443"), Job: w.Job, State: JobCancelled, Ended: at(5), Attempts: 1}
		if diff := cmp.Diff(want, w, cmpopts.IgnoreFields(Webhook{}, "ID")); diff != "" || len(w.ID) < 22 {
			t.Errorf("%s (-want +got):\n%s", w.ID, diff)
		}
		wantWebhook(t, s, 39, "two:8443", "")
		again := wantWebhook(t, s, 40, "two:8443", "b") // its lease has run out
		if again.ID != w.ID || again.Attempts != 2 {
			t.Errorf("taken again: %+v after %+v", again, w)
		}
		if err := s.RetryWebhook(t.Context(), w.ID, 1, at(100)); err != nil {
			t.Fatal(err)
		}
		wantWebhook(t, s, 99, "two:8443", "")
		if again = wantWebhook(t, s, 100, "two:8443", "b"); again.Attempts != 2 {
			t.Errorf("attempt %d", again.Attempts)
		}
		if err := s.SettleWebhook(t.Context(), w.ID); err != nil {
			t.Fatal(err)
		}
		wantWebhook(t, s, 1000, "two:8443", "")
		if deleted, err := s.DeleteJob(t.Context(), hooked("a", "one").ID); err != nil || !deleted {
			t.Fatal(deleted, err)
		}
		wantWebhook(t, s, 1000, "one two:8443", "")
		if _, err := s.SweepJobs(t.Context(), at(1000), 10, Guest{}); err != nil {
			t.Fatal(err)
		}
		var left int
		if _, err := one(t.Context(), tablesOf(s).read, `SELECT count(*) FROM webhooks`, nil, &left); err != nil || left != 0 {
			t.Errorf("%d webhooks of deleted jobs, %v", left, err)
		}
	})
}

// TestWebhookOfRefusedJob adds a job to a crowd. Its webhook is not kept.
func TestWebhookOfRefusedJob(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s Store) {
		if err := s.AddJob(t.Context(), hooked("a", "one"), Crowd{All: 0, Client: 1}); err == nil {
			t.Error("accepted")
		}
		addJobs(t, s, hooked("a", "one"))
		if err := s.AddJob(t.Context(), hooked("a", "one"), roomy); err == nil {
			t.Error("accepted twice")
		}
	})
}

// TestWebhookOfCampaign tells of each end of a campaign in a message of its own.
func TestWebhookOfCampaign(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s Store) {
		c := planned(t, "a", "klondike", 1, 20)
		c.Webhook = hook("one")
		addCampaigns(t, s, c, planned(t, "b", "klondike", 1, 20))
		wantWebhook(t, s, 1, "one", "")
		must(t, true)(s.EndCampaign(t.Context(), c.ID, campaign.Cancelled, "why", at(5)))
		first := wantWebhook(t, s, 10, "one", "a")
		if first.State != campaign.Cancelled || first.Campaign != c.ID || !first.Ended.Equal(at(5)) {
			t.Errorf("%+v", first)
		}
		if err := s.SettleWebhook(t.Context(), first.ID); err != nil {
			t.Fatal(err)
		}
		must(t, true)(s.ResumeCampaign(t.Context(), c.ID))
		must(t, false)(s.ResumeCampaign(t.Context(), c.ID))
		wantWebhook(t, s, 20, "one", "")
		for _, r := range hand(t, s, c.ID, 20, 1, 1, 20) {
			must(t, true)(s.FinishRange(t.Context(), done(r, 30)))
		}
		second := wantWebhook(t, s, 31, "one", "a")
		if second.ID == first.ID || second.Attempts != 1 || second.State != campaign.Done {
			t.Errorf("%+v after %+v", second, first)
		}
		must(t, true)(s.DeleteCampaign(t.Context(), c.ID))
		wantWebhook(t, s, 1000, "one", "")
	})
}

// TestWebhooksAtOnce has several take messages at a time: each gets those that no other has.
func TestWebhooksAtOnce(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s Store) {
		const jobs = 30
		for i := range jobs {
			j := hooked(strings.Repeat("a", i+1), "one")
			addJobs(t, s, j)
			if _, err := s.CancelJob(t.Context(), j.ID, at(1), []byte("{}")); err != nil {
				t.Fatal(err)
			}
		}
		var taking sync.WaitGroup
		var mu sync.Mutex
		taken := map[string]int{}
		for range 6 {
			taking.Go(func() {
				for {
					mu.Lock()
					all := len(taken) == jobs
					mu.Unlock()
					if all {
						return
					}
					w, found, err := s.TakeWebhook(t.Context(), []string{"one"}, at(2), at(100))
					if err != nil {
						t.Error(err)
						return
					}
					if found { // none is found where another has just taken the first
						mu.Lock()
						taken[w.Job]++
						mu.Unlock()
					}
				}
			})
		}
		taking.Wait()
		for id, times := range taken {
			if times != 1 {
				t.Errorf("%s was taken %d times", id, times)
			}
		}
	})
}
