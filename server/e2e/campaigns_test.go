package e2e

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thoughtful-solitaire/thoughtful/api/rates"
)

// begin creates a campaign.
func (c *client) begin(t *testing.T, request string) rates.Campaign {
	t.Helper()
	var a rates.Campaign
	r, err := c.call("/v1/campaigns", request)
	if err == nil {
		err = json.Unmarshal(r.body, &a)
	}
	if err != nil || r.status != http.StatusCreated || r.header.Get("Location") != "/v1/campaigns/"+a.ID || a.State != "queued" {
		t.Fatalf("status %d, %v: %s", r.status, err, r.body)
	}
	return a
}

// exported reads a campaign's results.
func (c *client) exported(t *testing.T, id, query string) string {
	t.Helper()
	r, err := c.call("/v1/campaigns/"+id+"/results"+query, "")
	if err != nil || r.status != http.StatusOK {
		t.Fatalf("status %d, %v: %s", r.status, err, r.body)
	}
	return string(r.body)
}

// columns returns some columns of a CSV table.
func columns(t *testing.T, table string, keep ...int) [][]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(table)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var kept [][]string
	for _, row := range rows {
		var some []string
		for _, i := range keep {
			some = append(some, row[i])
		}
		kept = append(kept, some)
	}
	return kept
}

// TestCampaignOverHTTP follows a campaign from its creation to its deletion, and compares its
// results with those of bench.
func TestCampaignOverHTTP(t *testing.T) {
	l := launch(t, nil, "--data-dir", t.TempDir())
	c := l.begin(t, `{"game":"klondike","seeds":"solvitaire:1-40","states":2000}`)
	events := <-l.listenTo(t, "campaigns", c.ID)
	if events[len(events)-1] != "final" || slices.Index(events, "final") != len(events)-1 {
		t.Errorf("events %q", events)
	}
	l.read(t, "/v1/campaigns/"+c.ID, "", http.StatusOK, &c)
	tally := c.Tally
	if c.State != "done" || !c.Final || c.Done != 40 || *tally.Winnable+*tally.Unwinnable+*tally.Unknown != 40 || *tally.Unknown == 0 {
		t.Errorf("%+v", c)
	}
	if share := 100 * float64(*tally.Winnable) / 40; c.Rate.Low > share || c.Rate.High < share+2.5*float64(*tally.Unknown) {
		t.Errorf("interval %+v does not contain the tally %+v", *c.Rate, tally)
	}

	by := command(t, "", "bench", small, "--game", "klondike", "--seeds", "solvitaire:1-40", "--states", "2000", "--without", "shortening")
	same := []int{0, 1, 2, 3, 5, 6} // all but the seconds
	want := columns(t, by.out, same...)
	table := l.exported(t, c.ID, "?format=csv")
	if diff := cmp.Diff(want, columns(t, table, same...)); diff != "" {
		t.Errorf("-bench +campaign:\n%s", diff)
	}
	if rest := l.exported(t, c.ID, "?format=csv&from=solvitaire:31"); !strings.HasSuffix(table, rest[strings.Index(rest, "\n")+1:]) || strings.Count(rest, "\n") != 11 {
		t.Errorf("the rest is:\n%s", rest)
	}
	tried := 0
	for line := range strings.Lines(l.exported(t, c.ID, "")) {
		var d rates.CampaignVerdict
		if err := json.Unmarshal([]byte(line), &d); err != nil {
			t.Fatal(err)
		}
		tried++
		if row := want[tried]; d.Seed != row[1] || string(d.Verdict) != row[2] || fmt.Sprint(d.States) != row[4] {
			t.Errorf("%s, not %q", line, row)
		}
	}

	// Stored verdicts are used: only deals without a verdict are searched again.
	again := l.begin(t, `{"game":"klondike","seeds":"solvitaire:1-40","states":2000}`)
	<-l.listenTo(t, "campaigns", again.ID)
	l.read(t, "/v1/campaigns/"+again.ID, "", http.StatusOK, &again)
	if again.Inferred != 40-*tally.Unknown || !cmp.Equal(again.Tally, tally) {
		t.Errorf("again: %+v", again)
	}

	l.send(t, http.MethodDelete, "/v1/campaigns/"+c.ID, "", http.StatusConflict, "conflict")
	l.send(t, http.MethodPost, "/v1/campaigns/"+c.ID+"/resume", "", http.StatusConflict, "conflict")
	l.send(t, http.MethodDelete, "/v1/campaigns/"+c.ID+"?results=delete", "", http.StatusNoContent, "")
	l.send(t, http.MethodGet, "/v1/campaigns/"+c.ID+"/results", "", http.StatusNotFound, "not-found")
	var list rates.CampaignList
	l.read(t, "/v1/campaigns?game=klondike-draw-3&state=done", "", http.StatusOK, &list)
	if len(list.Campaigns) != 1 || list.Campaigns[0].ID != again.ID {
		t.Errorf("%+v", list)
	}
}

// TestCampaignResumed cancels a campaign and resumes it. Each deal is solved once.
func TestCampaignResumed(t *testing.T) {
	l := launch(t, nil, "--data-dir", t.TempDir(), "--campaign-workers", "2", "--campaign-memory", "64MiB")
	c := l.begin(t, `{"game":"free-cell","seeds":"microsoft:1-400","states":20000}`)
	path := "/v1/campaigns/" + c.ID
	eventually(t, "some deals", func() bool {
		l.read(t, path, "", http.StatusOK, &c)
		return c.Done > 0
	})
	l.send(t, http.MethodPost, path+"/resume", "", http.StatusConflict, "conflict") // it is running, or done
	l.send(t, http.MethodDelete, path, "", http.StatusOK, "")
	l.read(t, path, "", http.StatusOK, &c)
	if c.State != "cancelled" || c.Done == 0 || c.Done == 400 || int64(strings.Count(l.exported(t, c.ID, ""), "\n")) != c.Done {
		t.Errorf("cancelled: %+v", c)
	}
	l.send(t, http.MethodPost, path+"/resume", "", http.StatusOK, "")
	<-l.listenTo(t, "campaigns", c.ID)
	l.read(t, path, "", http.StatusOK, &c)
	if rows := columns(t, l.exported(t, c.ID, "?format=csv"), 1); c.State != "done" || c.Done != 400 || len(rows) != 401 {
		t.Errorf("%+v, %d rows", c, len(rows))
	} else {
		for i, row := range rows[1:] {
			if want := fmt.Sprintf("microsoft:%d", i+1); row[0] != want {
				t.Fatalf("row %d has seed %s", i, row[0])
			}
		}
	}
}

// TestCampaignsNeedAKey checks what clients without a key, with a key and on the same machine
// may do with campaigns. A list without a key does not show campaigns with rules of their own.
func TestCampaignsNeedAKey(t *testing.T) {
	const own = `{"rules":{"tableau piles":{"count":2},"foundations":{"initial cards":"none"},"max rank":2},"seeds":"solvitaire:1-3","states":100}`
	l := open(t, "--api-keys", "me:"+secret)
	key := []string{"Authorization", "Bearer " + secret}
	l.send(t, http.MethodPost, "/v1/campaigns", own, http.StatusUnauthorized, "unauthorized")
	path := l.send(t, http.MethodPost, "/v1/campaigns", own, http.StatusCreated, "", key...).Get("Location")
	l.send(t, http.MethodDelete, path, "", http.StatusUnauthorized, "unauthorized")
	l.send(t, http.MethodDelete, path+"?results=delete", "", http.StatusUnauthorized, "unauthorized")
	l.send(t, http.MethodPost, path+"/resume", "", http.StatusUnauthorized, "unauthorized")
	var c rates.Campaign
	if r := l.read(t, path, "", http.StatusOK, &c); c.Game != nil || !strings.Contains(string(r.body), `"max rank":2`) {
		t.Errorf("%s", r.body)
	}
	var list rates.CampaignList
	l.read(t, "/v1/campaigns", "", http.StatusOK, &list)
	if len(list.Campaigns) != 0 {
		t.Errorf("list without a key: %+v", list)
	}
	l.send(t, http.MethodDelete, path+"?results=delete", "", http.StatusNoContent, "", key...)

	keyless := open(t)
	keyless.send(t, http.MethodPost, "/v1/campaigns", own, http.StatusForbidden, "forbidden")

	here := launch(t, nil, "--data-dir", t.TempDir())
	here.send(t, http.MethodPost, "/v1/campaigns", own, http.StatusForbidden, "forbidden", "Origin", "https://example.org")
	mine := here.begin(t, own)
	here.read(t, "/v1/campaigns", "", http.StatusOK, &list)
	if len(list.Campaigns) != 1 || list.Campaigns[0].ID != mine.ID {
		t.Errorf("list on the same machine: %+v", list)
	}
	here.send(t, http.MethodDelete, "/v1/campaigns/"+mine.ID+"?results=delete", "", http.StatusForbidden, "forbidden", "Origin", "https://example.org")
}
