package api

import (
	"fmt"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/job"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
)

// TestEventsEnd has clients that disconnect and that do not read. Their streams end.
func TestEventsEnd(t *testing.T) {
	testEventsEnd(t, "jobs", func(o *Options) {
		o.Jobs = &scriptedJobs{fakeJobs: fakeJobs{job: &job.Job{ID: "j", State: "running", Version: 1}}}
	})
}

func testEventsEnd(t *testing.T, of string, keep func(*Options)) {
	t.Helper()
	for name, leaves := range map[string]bool{"leaves": true, "does not read": false} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				o := options()
				keep(&o)
				done := make(chan struct{})
				o.Observe = func(string, string, int, time.Duration) { close(done) }
				c := pipe(t, o)
				events(t, c, of, "")
				synctest.Wait()
				began := time.Now()
				want := 30 * time.Second
				if leaves {
					want = 0
					c.Close()
				}
				<-done
				if took := time.Since(began); took != want {
					t.Errorf("ended after %s", took)
				}
			})
		})
	}
}

// TestEventsStop stops the service, while a stream waits and while it pauses after an event. It
// ends at once and tells the client to reconnect, which then gets only what is new.
func TestEventsStop(t *testing.T) {
	plan := campaign.Plan{Game: "klondike"}
	for _, of := range []string{"jobs", "campaigns"} {
		for stop, reconnected := range map[time.Duration][]string{
			100 * time.Millisecond: {"0 2 state running"}, 20 * time.Second: {"0 2 state running", "15.5 : ping"},
		} {
			t.Run(of+" after "+stop.String(), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					if of == "jobs" && len(reconnected) == 2 {
						reconnected[1] = "15 : ping"
					}
					o := options()
					j := &scriptedJobs{fakeJobs: fakeJobs{job: &job.Job{ID: "j", State: "running", Version: 2}}}
					j.changes = changes[job.Job]{make(chan job.Job), make(chan error)}
					g := &scriptedCampaigns{fakeCampaigns: fakeCampaigns{campaign: &campaign.Campaign{Plan: plan, ID: "j", State: campaign.Running, Version: 2}}}
					g.changes = changes[campaign.Campaign]{make(chan campaign.Campaign, 1), make(chan error)}
					o.Jobs, o.Campaigns = j, g
					stopAfter(&o, stop)
					c := pipe(t, o)
					began := time.Now()
					events(t, c, of, "")
					want := append(slices.Clone(reconnected), fmt.Sprint(stop.Seconds())+" : the service is stopping; reconnect with Last-Event-ID")
					if got := readEvents(t, c); !slices.Equal(got, want) || time.Since(began) != stop {
						t.Errorf("after %s: events %q, want %q", time.Since(began), got, want)
					}

					o = options()
					o.Jobs, o.Campaigns = j, g
					c = pipe(t, o)
					events(t, c, of, "2")
					go func() {
						time.Sleep(time.Second)
						ended := time.Now()
						if of == "jobs" {
							j.next <- job.Job{ID: "j", State: "cancelled", Version: 3, Ended: ended}
						} else {
							g.next <- campaign.Campaign{Plan: plan, ID: "j", State: campaign.Cancelled, Version: 3, Ended: ended}
						}
					}()
					if got := readEvents(t, c); !slices.Equal(got, []string{"1 3 final cancelled"}) {
						t.Errorf("events %q after reconnecting", got)
					}
				})
			})
		}
	}
}

// TestEventsSeen reconnects to what has ended: 204 if the final event was received, and the final
// event if only the one before was.
func TestEventsSeen(t *testing.T) {
	o := options()
	o.Jobs = &fakeJobs{job: &job.Job{ID: "j", State: "cancelled", Version: 5, Ended: time.Now()}}
	for last, want := range map[string]int{"4": http.StatusOK, "5": http.StatusNoContent, "": http.StatusOK} {
		if w := get(serving(t, o), http.MethodGet, "/v1/jobs/j/events", "Last-Event-ID", last); w.Code != want {
			t.Errorf("after event %q: status %d", last, w.Code)
		}
	}
}
