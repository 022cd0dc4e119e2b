package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/job"
	"github.com/thoughtful-solitaire/thoughtful/api/rates"
	"github.com/thoughtful-solitaire/thoughtful/api/verdicts"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
)

// follow returns the bodies of a list's pages, from the first one along the header Link.
func follow(t *testing.T, h http.Handler, path string) []string {
	t.Helper()
	var pages []string
	for path != "" {
		w := get(h, "GET", path)
		if w.Code != http.StatusOK || len(pages) > 100 {
			t.Fatalf("%s: %d %s", path, w.Code, w.Body)
		}
		pages = append(pages, w.Body.String())
		path, _, _ = strings.Cut(strings.TrimPrefix(w.Header().Get("Link"), "<"), ">")
	}
	return pages
}

// manyCampaigns are Campaigns numbered from 1 on.
type manyCampaigns struct {
	fakeCampaigns
	count int64
}

func (m *manyCampaigns) List(_ context.Context, f campaign.Filter) (list []campaign.Campaign, _ error) {
	from := m.count
	if f.Before > 0 {
		from = f.Before - 1
	}
	for n := from; n > 0 && len(list) < f.Most; n-- {
		c := *m.campaign
		c.Number, c.ID = n, fmt.Sprint(n)
		list = append(list, c)
	}
	return list, nil
}

// TestCampaignPages follows the pages of the list of campaigns to its end, and uses a cursor for
// another list.
func TestCampaignPages(t *testing.T) {
	c := counting(t, `{"id":"x","state":"queued","request":{"game":"klondike","seeds":"solvitaire:1-3","states":5000}}`)
	for _, test := range []struct {
		count int64
		want  []string
	}{
		{7, []string{"765", "432", "1"}},
		{6, []string{"654", "321"}},
		{0, []string{""}},
	} {
		o := options()
		o.Campaigns = &manyCampaigns{*c, test.count}
		h := serving(t, o)
		var got []string
		for _, body := range follow(t, h, "/v1/campaigns?count=3&game=klondike") {
			var page rates.CampaignList
			if err := json.Unmarshal([]byte(body), &page); err != nil {
				t.Fatal(err)
			}
			ids := ""
			for _, c := range page.Campaigns {
				ids += c.ID
			}
			got = append(got, ids)
			if page.Next == nil {
				continue
			}
			if w := get(h, "GET", "/v1/campaigns?count=3&game=golf&cursor="+*page.Next); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), `"field":"cursor"`) {
				t.Errorf("the cursor of another game: %d %s", w.Code, w.Body)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%d campaigns: %q", test.count, got)
		}
	}
}

// TestResultPages follows the pages of the results of a campaign, all and those with a verdict, past
// pages of the store.
func TestResultPages(t *testing.T) {
	c := counting(t, `{"id":"x","state":"done","ended":true,"request":{"game":"klondike","seeds":"solvitaire:1-5000","states":5000}}`)
	for n := range int64(5000) {
		r := campaign.Result{Seed: n + 1, Verdict: solver.Winnable}
		if n%2000 == 0 {
			r.Verdict = solver.Unwinnable
		}
		c.results = append(c.results, r)
	}
	o := options()
	o.Campaigns = c
	h := serving(t, o)
	for query, want := range map[string][]int{
		"count=2000":                    {2000, 2000, 1000},
		"count=5000":                    {5000},
		"count=2&verdict=unwinnable":    {2, 1},
		"count=1&verdict=unknown":       {0},
		"verdict=unwinnable":            {3},
		"verdict=winnable":              {4997},
		"count=2&from=solvitaire:4998":  {2, 1},
		"from=solvitaire:4998":          {3},
		"count=10000&verdict=winnable":  {4997},
		"count=4000&verdict=unwinnable": {3},
	} {
		var got []int
		seen := map[string]bool{}
		for _, page := range follow(t, h, "/v1/campaigns/x/results?"+query) {
			got = append(got, strings.Count(page, "\n"))
			for line := range strings.Lines(page) {
				if seen[line] {
					t.Errorf("%s: twice: %s", query, line)
				}
				seen[line] = true
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: pages of %v lines; want %v", query, got, want)
		}
	}
}

// manyJobs are Jobs accepted one second after another. The odd ones have no answer yet, the even
// ones are unknown.
type manyJobs struct {
	fakeJobs
	start time.Time
	count int
}

func (m *manyJobs) Job(_ context.Context, id string, _ int64) (job.Job, bool, error) {
	n, err := strconv.Atoi(id)
	j := *m.job
	j.ID, j.Accepted = id, m.start.Add(time.Duration(n)*time.Second)
	if n%2 == 1 {
		j.Answer = nil
	}
	return j, true, err
}

func (m *manyJobs) List(ctx context.Context, f job.Filter) (list []job.Job, _ error) {
	for n := m.count; n > 0 && len(list) < f.Most; n-- {
		j, _, err := m.Job(ctx, strconv.Itoa(n), 0)
		if err != nil {
			return nil, err
		}
		if f.Before == (job.Place{}) || j.Accepted.Before(f.Before.Accepted) {
			list = append(list, j)
		}
	}
	return list, nil
}

// TestJobPages follows the pages of the list of jobs, of all and of those with a verdict, of which
// many are read for a page.
func TestJobPages(t *testing.T) {
	o := options()
	o.Access.Local = true
	const id = "1-ffbc332a3612e283adc096c8fae45e58"
	one := kept(t, `{"id":"x","state":"running","request":{"game":"klondike","seed":"solvitaire:2"},"answer":{"id":"`+id+`","verdict":"unknown"}}`)
	for _, test := range []struct {
		jobs  int
		query string
		want  []int
	}{
		{0, "", []int{0}},
		{5, "count=2", []int{2, 2, 1}},
		{4, "count=2", []int{2, 2}},
		{250, "count=240", []int{240, 10}},
		{250, "count=1000&verdict=unknown", []int{125}},
		{250, "count=124&verdict=unknown", []int{124, 1}},
		{1500, "verdict=winnable", []int{0, 0}},
	} {
		o.Jobs = &manyJobs{*one, time.UnixMilli(1_750_000_000_000), test.jobs}
		h := serving(t, o)
		var got []int
		seen := map[string]bool{}
		for path := "/v1/jobs?" + test.query; path != ""; {
			r := httptest.NewRequest("GET", path, nil)
			r.RemoteAddr, r.Host = "127.0.0.1:1", "localhost"
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			var page verdicts.JobList
			if err := json.Unmarshal(w.Body.Bytes(), &page); err != nil || w.Code != http.StatusOK || len(got) > 10 {
				t.Fatalf("%s: %v, %d %s", path, err, w.Code, w.Body)
			}
			got = append(got, len(page.Jobs))
			for _, j := range page.Jobs {
				if seen[j.ID] {
					t.Errorf("%+v: %s twice", test, j.ID)
				}
				seen[j.ID] = true
			}
			path, _, _ = strings.Cut(strings.TrimPrefix(w.Header().Get("Link"), "<"), ">")
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%+v: pages of %v", test, got)
		}
	}
}
