package api

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/moves"
	"github.com/thoughtful-solitaire/thoughtful/api/rates"
	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/roster"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// scriptedCampaigns are Campaigns whose changes a test sends.
type scriptedCampaigns struct {
	fakeCampaigns
	changes[campaign.Campaign]
}

func (g *scriptedCampaigns) Watch(ctx context.Context, _ string, known int64) (campaign.Campaign, bool, error) {
	return g.after(ctx, func(next campaign.Campaign) bool { return next.Version > known })
}

// newest keeps only the last of several unread changes, as a store does.
func (g *scriptedCampaigns) newest(c campaign.Campaign) {
	select {
	case <-g.next:
	default:
	}
	g.next <- c
}

// TestCampaignEvents follows campaigns: with pings while nothing changes, and with at most two
// events a second.
func TestCampaignEvents(t *testing.T) {
	at := func(version int64, state, reason string) campaign.Campaign {
		c := campaign.Campaign{ID: "j", State: state, Reason: reason, Version: version, Created: time.Now()}
		c.Game, c.Scheme, c.First, c.Last = "klondike", "solvitaire", 1, 1000
		c.Tally = stats.Tally{Winnable: version}
		if state != campaign.Queued && state != campaign.Running {
			c.Ended = time.Now()
		}
		return c
	}
	for _, test := range []struct {
		name   string
		last   string
		now    campaign.Campaign
		then   func(*scriptedCampaigns)
		events []string
	}{
		{
			"a whole life", "", at(1, "queued", ""), func(g *scriptedCampaigns) {
				for i, next := range []campaign.Campaign{at(2, "running", ""), at(3, "running", ""), at(4, "running", "it is enough"), at(5, "done", "it is enough")} {
					time.Sleep(time.Duration(i*10+1) * time.Second)
					g.next <- next
				}
			},
			[]string{"0 1 state queued", "1 2 state running", "12 3 progress running", "27.5 : ping", "33 4 state running", "48.5 : ping", "63.5 : ping", "64 5 final done"},
		},
		{
			"many ranges a second", "1", at(1, "running", ""), func(g *scriptedCampaigns) {
				for version := range int64(300) {
					time.Sleep(7 * time.Millisecond) // never at the time of an event
					g.newest(at(version+2, "running", ""))
				}
				time.Sleep(7 * time.Millisecond)
				g.newest(at(400, "done", ""))
			},
			[]string{"0.007 2 progress running", "0.507 73 progress running", "1.007 144 progress running", "1.507 216 progress running", "2.007 287 progress running", "2.507 400 final done"},
		},
		{
			"deleted", "", at(2, "running", ""), func(g *scriptedCampaigns) { time.Sleep(time.Second); close(g.next) },
			[]string{"0 2 state running"},
		},
		{
			"the service stops", "nonsense", at(2, "running", ""), func(g *scriptedCampaigns) { time.Sleep(time.Second); g.ends <- errors.New("closed") },
			[]string{"0 2 state running"},
		},
		{"late", "", at(5, "failed", "the disk is full"), func(*scriptedCampaigns) {}, []string{"0 5 final failed"}},
		{"back before the end", "4", at(5, "done", ""), func(*scriptedCampaigns) {}, []string{"0 5 final done"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				o := options()
				g := &scriptedCampaigns{changes: changes[campaign.Campaign]{make(chan campaign.Campaign, 1), make(chan error)}}
				g.campaign = &test.now
				o.Campaigns = g
				c := pipe(t, o)
				events(t, c, "campaigns", test.last)
				go test.then(g)
				if got := readEvents(t, c); !slices.Equal(got, test.events) {
					t.Errorf("events %q, want %q", got, test.events)
				}
			})
		})
	}
}

// TestCampaignEventsEnd has clients that disconnect and that do not read. Their streams end.
func TestCampaignEventsEnd(t *testing.T) {
	testEventsEnd(t, "campaigns", func(o *Options) {
		c := &campaign.Campaign{Plan: campaign.Plan{Game: "klondike"}, ID: "j", State: campaign.Running, Version: 1}
		o.Campaigns = &scriptedCampaigns{fakeCampaigns: fakeCampaigns{campaign: c}}
	})
}

// manyResults are Campaigns with any number of results, which are made when they are read.
type manyResults struct {
	fakeCampaigns
	last   int64
	breaks int64 // the first result that can't be read; 0 for none
	pages  int
	gone   int // pages after which it is deleted; 0 for never
}

func (m *manyResults) Results(_ context.Context, _ string, from int64, most int) ([]campaign.Result, error) {
	if m.campaign == nil {
		return nil, nil
	}
	if m.pages++; m.pages == m.gone {
		defer func() { m.campaign = nil }()
	}
	var page []campaign.Result
	for seed := from; seed <= m.last && len(page) < most; seed++ {
		if seed == m.breaks {
			return nil, errors.New("10.0.0.7 does not answer")
		}
		page = append(page, campaign.Result{Seed: seed, Verdict: solver.Unwinnable, States: seed, Engine: "v1"})
	}
	return page, nil
}

// resultPage is how many results of a request are in memory at a time.
const resultPage = 2000

// TestManyResults reads results of several pages, in order. If some can't be read the connection
// is cut, so that the response does not look complete.
func TestManyResults(t *testing.T) {
	for _, test := range []struct {
		last, from, breaks int64
		format             string
		rows, pages        int
	}{
		{5000, 1, 0, "csv", 5000, 3},
		{5000, 1, 0, "ndjson", 5000, 3},
		{2 * resultPage, 1, 0, "csv", 2 * resultPage, 3}, // the last page is empty
		{5000, 4321, 0, "csv", 680, 1},
		{5000, 1, 3000, "ndjson", resultPage, 2},
		{5000, 1, 3000, "csv", resultPage, 2},
	} {
		t.Run(fmt.Sprintf("%s of %d from %d, to %d", test.format, test.last, test.from, test.breaks), func(t *testing.T) {
			o := options()
			m := &manyResults{last: test.last, breaks: test.breaks}
			m.campaign = &campaign.Campaign{ID: "j", State: campaign.Done, Version: 1, Ended: time.Now()}
			m.campaign.Game, m.campaign.Scheme, m.campaign.First, m.campaign.Last = "klondike", "solvitaire", 1, test.last
			o.Campaigns = m
			w, cut := httptest.NewRecorder(), false
			func() {
				defer func() { cut = recover() != nil }()
				Handler(o).ServeHTTP(w, httptest.NewRequest(http.MethodGet, fmt.Sprintf("/v1/campaigns/j/results?format=%s&from=solvitaire:%d", test.format, test.from), nil))
			}()
			rows := slices.Collect(strings.Lines(w.Body.String()))
			if test.format == "csv" {
				rows = rows[1:]
			}
			for i, row := range rows {
				if want := fmt.Sprintf("solvitaire:%d", test.from+int64(i)); !strings.Contains(row, want) {
					t.Fatalf("row %d is not %s: %s", i, want, row)
				}
			}
			if len(rows) != test.rows || m.pages != test.pages || cut != (test.breaks > 0) {
				t.Errorf("%d rows of %d pages, cut %t", len(rows), m.pages, cut)
			}
		})
	}
}

// TestDeletedResults deletes a campaign while its results are read. The connection is cut.
func TestDeletedResults(t *testing.T) {
	o := options()
	m := &manyResults{last: 2*resultPage + 1, gone: 2}
	m.campaign = &campaign.Campaign{ID: "j", State: campaign.Done, Version: 1, Ended: time.Now()}
	m.campaign.Game, m.campaign.Scheme, m.campaign.First, m.campaign.Last = "klondike", "solvitaire", 1, m.last
	o.Campaigns = m
	cut := false
	func() {
		defer func() { cut = recover() != nil }()
		Handler(o).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/v1/campaigns/j/results", nil))
	}()
	if !cut {
		t.Error("the response looks complete")
	}
}

// TestResultsAreCompressed reads several pages of results, compressed and plain.
func TestResultsAreCompressed(t *testing.T) {
	o := options()
	m := &manyResults{last: 3 * resultPage}
	m.campaign = &campaign.Campaign{ID: "j", State: campaign.Done, Version: 1, Ended: time.Now()}
	m.campaign.Game, m.campaign.Scheme, m.campaign.First, m.campaign.Last = "klondike", "solvitaire", 1, m.last
	o.Campaigns = m
	h := serving(t, o)
	table := func(encoding string) ([]byte, *httptest.ResponseRecorder) {
		r := httptest.NewRequest(http.MethodGet, "/v1/campaigns/j/results", nil)
		r.Host = "localhost"
		r.Header.Set("Accept", "text/csv")
		r.Header.Set("Accept-Encoding", encoding)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w.Body.Bytes(), w
	}
	plain, _ := table("identity")
	compressed, w := table("gzip")
	if got := w.Header().Get("Content-Encoding"); got != "gzip" || len(compressed) > len(plain)/5 {
		t.Fatalf("%d bytes, with Content-Encoding %q %d", len(plain), got, len(compressed))
	}
	reader, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		t.Fatal(err)
	}
	if unpacked, err := io.ReadAll(reader); err != nil || !bytes.Equal(unpacked, plain) {
		t.Errorf("decompressed results differ, %d bytes (%v)", len(unpacked), err)
	}
}

// TestPackedResults reads results of many pages as packed verdicts, by the parameter and by Accept.
func TestPackedResults(t *testing.T) {
	o := options()
	const last = 120_001
	m := &manyResults{last: last}
	m.campaign = &campaign.Campaign{ID: "j", State: campaign.Done, Version: 1, Epoch: 7, Ended: time.Now()}
	m.campaign.Game, m.campaign.Scheme, m.campaign.First, m.campaign.Last, m.campaign.States = "klondike", "solvitaire", 1, last, 500
	klondike, _ := rules.Lookup("klondike")
	m.campaign.Rules = klondike.Rules
	o.Campaigns = m
	h := serving(t, o)
	for _, test := range []struct {
		query, accept string
		first         int64
		blocks        int
	}{
		{"format=packed", "", 1, 3},
		{"from=solvitaire:100001", "application/gzip, text/csv", 100_001, 1},
	} {
		w := get(h, "GET", "/v1/campaigns/j/results?"+test.query, "Accept", test.accept, "Accept-Encoding", "gzip")
		head := w.Header()
		if w.Code != 200 || head.Get("Content-Type") != "application/gzip" || head.Get("Content-Encoding") != "" ||
			head.Get("Content-Disposition") != `attachment; filename="klondike-solvitaire-1-120001.gz"` {
			t.Errorf("%s: %d %v", test.query, w.Code, head)
		}
		var r *packed.Range
		blocks := 0
		if err := packed.Each(w.Body, func(block *packed.Range) error {
			blocks++
			if r == nil {
				r = block
				return nil
			}
			if block.Subject != r.Subject || block.Method != r.Method || block.First != r.Last()+1 {
				t.Errorf("%s: %+v follows %+v", test.query, block, r)
			}
			for seed := block.First; seed <= block.Last(); seed++ {
				r.Append(block.At(seed))
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if blocks != test.blocks {
			t.Fatalf("%s: %d blocks", test.query, blocks)
		}
		if r.Subject != (packed.Subject{Game: "klondike", Rules: string(klondike.Rules.Canonical()), Scheme: "solvitaire", Epoch: 7}) ||
			r.Method != (packed.Method{Engine: "v1", States: 500}) || r.First != test.first || r.Tally() != (stats.Tally{Unwinnable: last - test.first + 1}) {
			t.Errorf("%s: %+v %+v, deals %d to %d", test.query, r.Subject, r.Method, r.First, r.Last())
		}
	}
}

// TestPlayerOptions creates campaigns with each option of each player. A plan has the options that
// differ from the defaults, an answer has all.
func TestPlayerOptions(t *testing.T) {
	o, now, said := options(), time.Now(), 0
	playedBy := map[string][]string{}
	for _, p := range moves.Players().Players {
		playedBy[p.Name] = p.Games
	}
	for _, k := range roster.Kinds() {
		game := "klondike"
		if names := playedBy[k.Name]; names != nil {
			game = names[0]
		}
		tell := func(told map[string]any) (campaign.Plan, error) {
			plan, _, err := rates.ReadPlan(reply.JSON(map[string]any{"game": game, "seeds": "solvitaire:1-10", "player": k.Name, "options": told}), o.Limits, now)
			return plan, err
		}
		usual, err := tell(k.AllOptions(k.Defaults()))
		if err != nil || len(usual.Options) != 0 || usual.PlayedBy() != k.Name {
			t.Errorf("%s: %+v, %v", k.Name, usual, err)
		}
		for _, option := range k.Options {
			var value any = option.Least
			if len(option.Words) > 0 {
				value = option.Words[len(option.Words)-1]
			}
			plan, err := tell(map[string]any{option.Name: value})
			if err != nil { // it needs another option
				continue
			}
			answer := rates.CampaignAnswer(&campaign.Campaign{Plan: plan, Created: now}, now, 0)
			if got := answer.Options[option.Name]; got != value || *answer.Player != k.Name {
				t.Errorf("%s %s: %+v", k.Name, option.Name, answer)
			}
			if len(plan.Options) > 0 {
				said++
				if who := fmt.Sprintf("%s %s=%v", k.Name, option.Name, value); plan.PlayedBy() != who {
					t.Errorf("%s is called %s", who, plan.PlayedBy())
				}
			}
		}
	}
	if said < 5 {
		t.Errorf("only %d players with options in their name", said)
	}
}
