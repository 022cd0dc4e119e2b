package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

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
			var page CampaignList
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
