package store

import (
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/thoughtful-solitaire/thoughtful/api/job"
	"github.com/thoughtful-solitaire/thoughtful/server/queue"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
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

// queuedWebhooks returns the ids of the messages that the queue has, with their hosts' queues. None may be
// there twice.
func queuedWebhooks(t *testing.T, s *Store) map[string]string {
	t.Helper()
	all := map[string]string{}
	var id, name string
	err := s.Read.Each(t.Context(), `SELECT args->>'id', queue FROM river_job WHERE kind = 'webhook'`, nil, []any{&id, &name}, func() error {
		if all[id] != "" {
			t.Errorf("%s is queued twice", id)
		}
		all[id] = name
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// wantQueued checks which webhooks the queue has, by their hosts, and returns their ids.
func wantQueued(t *testing.T, s *Store, hosts ...string) []string {
	t.Helper()
	var want []string
	for _, h := range hosts {
		want = append(want, queue.Host(h))
	}
	got := queuedWebhooks(t, s)
	if names := slices.Sorted(maps.Values(got)); !slices.Equal(names, want) {
		t.Fatalf("queued: %q, want %q", names, want)
	}
	return slices.Collect(maps.Keys(got))
}

// cancelNamed cancels a job, or finds that it has ended.
func cancelNamed(t *testing.T, s *Store, name string, want bool) {
	t.Helper()
	if done, err := s.CancelJob(t.Context(), asked(name, "me", 0).ID, at(5), []byte("{}")); err != nil || done != want {
		t.Fatal(done, err)
	}
}

// TestWebhooks gives the messages of jobs that have ended to the queue, each once.
func TestWebhooks(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
		addJobs(t, s, hooked("a", "one"), hooked("b", "two:8443"), asked("c", "me", 0))
		wantQueued(t, s)
		for _, name := range []string{"c", "b"} {
			cancelNamed(t, s, name, true)
			cancelNamed(t, s, name, false)
		}
		id := wantQueued(t, s, "two:8443")[0]
		w, found, err := s.Webhook(t.Context(), id)
		want := Webhook{Webhook: hook("two:8443"), ID: id, Job: hooked("b", "two:8443").ID, State: job.Cancelled, Ended: at(5)}
		if diff := cmp.Diff(want, w); diff != "" || !found || err != nil || len(id) < 22 {
			t.Errorf("%s, %t, %v (-want +got):\n%s", id, found, err, diff)
		}
		j := begun(t, s, 1, "a")
		must(t, false)(s.EndJob(t.Context(), j.ID, 2, job.Done, at(7), []byte("{}")))
		wantQueued(t, s, "two:8443")
		must(t, true)(s.EndJob(t.Context(), j.ID, 1, job.Done, at(7), []byte("{}")))
		must(t, false)(s.EndJob(t.Context(), j.ID, 1, job.Done, at(7), []byte("{}")))
		wantQueued(t, s, "one", "two:8443")
		if _, err := s.SweepJobs(t.Context(), at(1000), 10, Guest{}); err != nil {
			t.Fatal(err)
		}
		if w, found, err := s.Webhook(t.Context(), id); found || err != nil {
			t.Errorf("the webhook of a deleted job: %+v, %v", w, err)
		}
	})
}

// TestWebhookOfRefusedJob adds a job to a crowd. Its webhook is not kept.
func TestWebhookOfRefusedJob(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
		if err := s.AddJob(t.Context(), hooked("a", "one"), Limits{All: 0, Client: 1}); err == nil {
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
	each(t, func(t *testing.T, _ engine, s *Store) {
		c := planned(t, "a", "klondike", 1, 20)
		addTold(t, s, c, "one")
		addCampaigns(t, s, planned(t, "b", "klondike", 1, 20))
		must(t, true)(s.EndCampaign(t.Context(), c.ID, campaign.Cancelled, "why", at(5)))
		must(t, false)(s.EndCampaign(t.Context(), c.ID, campaign.Cancelled, "why", at(5)))
		first := wantQueued(t, s, "one")[0]
		w, found, err := s.Webhook(t.Context(), first)
		want := Webhook{Webhook: hook("one"), Campaign: c.ID, State: campaign.Cancelled, Ended: at(5)}
		if diff := cmp.Diff(want, w, cmpopts.IgnoreFields(Webhook{}, "ID")); diff != "" || !found || err != nil {
			t.Errorf("%t, %v (-want +got):\n%s", found, err, diff)
		}
		must(t, true)(s.ResumeCampaign(t.Context(), c.ID))
		must(t, false)(s.ResumeCampaign(t.Context(), c.ID))
		if w, found, err := s.Webhook(t.Context(), first); found || err != nil {
			t.Errorf("the webhook of a resumed campaign: %+v, %v", w, err)
		}
		for _, r := range hand(t, s, c.ID, 20, 1, 1, 20) {
			must(t, true)(s.FinishRange(t.Context(), done(r, 30)))
		}
		for _, id := range wantQueued(t, s, "one", "one") {
			w, found, err := s.Webhook(t.Context(), id)
			if found != (id != first) || err != nil || found && w.State != campaign.Done {
				t.Errorf("%s: %+v, %t, %v", id, w, found, err)
			}
		}
		must(t, true)(s.DeleteCampaign(t.Context(), c.ID))
	})
}

// TestWebhookOfStoppedCampaign stops a campaign of which nothing is open: it ends at once.
func TestWebhookOfStoppedCampaign(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
		c := planned(t, "a", "klondike", 1, 20)
		addTold(t, s, c, "one")
		must(t, true)(s.StopCampaign(t.Context(), c.ID, "enough", at(5)))
		wantQueued(t, s, "one")
	})
}

// TestWebhooksLeftBehind has messages of jobs and campaigns that a program ended which had no queue.
func TestWebhooksLeftBehind(t *testing.T) {
	each(t, func(t *testing.T, _ engine, s *Store) {
		addJobs(t, s, hooked("a", "one"), hooked("b", "two"), hooked("c", "three"))
		c := planned(t, "a", "klondike", 1, 20)
		addTold(t, s, c, "zero")
		cancelNamed(t, s, "a", true)
		cancelNamed(t, s, "b", true)
		for _, sql := range []string{
			`UPDATE campaigns SET state = 'failed', ended = 1`, `DELETE FROM river_job`,
			`UPDATE webhooks SET settled = 0 WHERE host = 'one'`,
		} {
			if _, err := s.Write.Change(t.Context(), sql); err != nil {
				t.Fatal(err)
			}
		}
		for _, want := range []int{2, 0} {
			if n, err := s.QueueWebhooks(t.Context()); n != want || err != nil {
				t.Errorf("%d webhooks, want %d; %v", n, want, err)
			}
			wantQueued(t, s, "one", "zero")
		}
	})
}

// addTold adds a campaign of whose end a host is told.
func addTold(t *testing.T, s *Store, c campaign.Campaign, host string) {
	t.Helper()
	if _, err := s.AddCampaign(t.Context(), c, hook(host)); err != nil {
		t.Fatal(err)
	}
}
