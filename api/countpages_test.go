package api

import (
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/docs"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/seeds"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// somewhatCounted returns options with statistics and campaigns.
func somewhatCounted() Options {
	o := options()
	o.Version = "v1.3.0"
	spread := stats.NewSpread()
	spread.Add(stats.Deal{States: 12345, Elapsed: 250 * time.Millisecond, Length: 101})
	ours := stats.Count{Tally: stats.Tally{Winnable: 820, Unwinnable: 170, Unknown: 10}, Samples: []stats.Sample{{
		Scheme: "solvitaire", First: 1, Last: 1000,
		Methods: []stats.Method{{Engine: "v1.2.0", States: 1_000_000, Time: 20 * time.Second, Memory: 512 << 20}, {}},
	}}}
	paired := stats.Paired{}
	paired[stats.Winnable][stats.Winnable], paired[stats.Winnable][stats.Unwinnable], paired[stats.Unwinnable][stats.Unwinnable] = 800, 20, 180
	o.Stats = &statistician{reports: []stats.Report{{
		Game: "klondike", Ours: ours, Spread: spread, Compared: 20,
		Published:      []stats.Published{{Variant: "Klondike, Draw 3", Source: "Solvitaire, table 3", Text: "81.945 ± 0.084", Interval: stats.Interval{Low: .81861, High: .82029}}},
		Others:         []stats.Count{{Source: "<b>Solver</b>", Tally: ours.Tally}, {Player: "greedy", Tally: stats.Tally{Won: 30, Lost: 70}}},
		Contradictions: []stats.Contradiction{{Seed: "solvitaire:7", Winnable: "<b>Solver</b>"}},
		Neighbours: []stats.Comparison{
			{First: "klondike", Second: "klondike-draw-3-no-worrying-back", Weaker: true, Counted: true, Paired: paired},
			{First: "klondike-draw-1", Second: "klondike", Weaker: true, Counted: true, Paired: paired},
			{First: "klondike", Second: "klondike-whole-blocks", Weaker: true},
		},
	}}}
	g, _ := rules.Lookup("klondike")
	o.Campaigns = &fakeCampaigns{campaign: &campaign.Campaign{
		Plan: campaign.Plan{Game: "klondike", Rules: g.Rules, Seeds: campaign.Seeds{Scheme: "solvitaire", First: 1, Last: 4000}, Deadline: 20 * time.Second, States: 1_000_000, Stop: campaign.Stop{Width: .5}, Priority: 2},
		ID:   "Q2NFIMYJMZ5DRGSYLIBTSQTCHX", State: campaign.Running, Version: 3, Tally: ours.Tally,
		Created: time.Now(), Started: time.Now(),
	}}
	return o
}

// TestCountPages checks the figures on the pages of win rates and campaigns.
func TestCountPages(t *testing.T) {
	o := somewhatCounted()
	own := somewhatCounted()
	own.Campaigns.(*fakeCampaigns).campaign.Game = ""
	own.Campaigns.(*fakeCampaigns).campaign.State = campaign.Cancelled
	own.Campaigns.(*fakeCampaigns).campaign.Ended = time.Now()
	keys := somewhatCounted()
	keys.Access.Keys = []middleware.Key{{}}
	shipped := somewhatCounted()
	sample := stats.Sample{Shipped: true, Scheme: "solvitaire", First: 1, Last: 1000, Tally: stats.Tally{Winnable: 820, Unwinnable: 180}}
	file := &stats.PackedFile{Name: "klondike.gz", SHA256: "2c26b4", Size: 12_600}
	shipped.Stats = &statistician{reports: []stats.Report{{Game: "klondike", Packed: file, Spread: stats.NewSpread(), Ours: stats.Count{Tally: sample.Tally, Samples: []stats.Sample{sample}}}}}
	spread, part := stats.NewSpread(), stats.NewSpread()
	part.States.Add(7)
	part.Length.Add(101)
	spread.Add(stats.Deal{States: 9, Length: 99, Elapsed: time.Second})
	if err := spread.Merge(part); err != nil {
		t.Fatal(err)
	}
	pooled := somewhatCounted()
	here := stats.Sample{Scheme: "solvitaire", First: 1001, Last: 1100, Tally: stats.Tally{Winnable: 80, Unwinnable: 20}}
	pooled.Stats = &statistician{reports: []stats.Report{{Game: "klondike", Spread: spread, ShippedSpread: part, Ours: stats.Count{Tally: stats.Tally{Winnable: 900, Unwinnable: 200}, Samples: []stats.Sample{sample, here}}}}}
	for _, c := range []struct {
		about   string
		options Options
		path    string
		says    []string
		lacks   string
	}{
		{"rates", o, "/win-rates", []string{
			"Based on 1,000 solved deals of 1 game.", `<a href="/games/klondike">Klondike</a> <details><summary>`, `">82.0–83.0</td>`, `">79.4–85.3</td>`, "<div>81.945 ± 0.084</div>",
			`">&#43;0.6</td>`, `data-value="1000">1,000</td>`, `<a href="/games/yukon">Yukon</a></th>`, `"/v1/stats.csv"`, `"/v1/stats/klondike.csv?plot=draws"`,
		}, "No results yet"},
		{"shipped rates", shipped, "/win-rates", []string{
			"Based on 1,000 solved deals of 1 game.", "Click a count to download its results", `href="/win-rates?shipped=false"`,
			`data-value="1000"><a href="/data/packed/klondike.gz?sha256=2c26b4" title="klondike.gz, 13 kB" download>1,000</a></td>`,
			`">82.0</td>`, `href="/data/packed/SHA256SUMS"`,
		}, "No results yet"},
		{"pooled rates", pooled, "/win-rates", []string{
			"Based on 1,100 solved deals of 1 game.", `data-value="1100">1,100 <span class="from">100 here</span></td>`,
		}, "No results yet"},
		{"rates without shipped ones", shipped, "/win-rates?shipped=false", []string{
			"No results yet", "Only deals counted here", `<a href="/win-rates">`, `<a href="/v1/stats?shipped=false">`,
		}, "/data/packed"},
		{"a game with shipped deals", shipped, "/games/klondike?view=figures", []string{
			"These counts come with the program", `<a href="/games/klondike?view=figures&amp;shipped=false">`, `<a href="/data/packed/klondike.gz?sha256=2c26b4" download>Download the result of each deal</a> (13 kB, <a href="/docs/inside/packed">format</a>)`, "plot=draws",
		}, "No results yet"},
		{"a game with pooled deals", pooled, "/games/klondike?view=figures", []string{"100 of these deals were counted here", "<code>solvitaire:1001-1100</code>", "maximum 101. Of 2 deals.", "Search time: median 1 s, 90 % at most 1 s, maximum 1 s. Of 1 deal."}, "No results yet"},
		{"a game without shipped deals", shipped, "/games/klondike?shipped=false", []string{"No results yet", "Only deals counted here", `<a href="/games/klondike?view=figures">Include`}, "/data/packed"},
		{"no rates", options(), "/win-rates", []string{"No results yet", `<a href="/games/klondike">Klondike</a>`}, `class="dots whole"`},
		{"a game", o, "/games/klondike", []string{
			"<h1>Klondike</h1>", `<rect width="82.5%"`, "82 of 100 deals can be won. A solution takes about 100 moves.", `<a class="go" href="/games/klondike/winnable-deal?difficulty=easy"`,
			`<a href="/games/klondike/daily-deal">`, `<a href="/games/klondike/random-deal"`, "A red 6 goes onto a black 7", "An empty column takes only a king",
			`<a href="/games/klondike-draw-1">`, `<a href="/games/klondike?view=figures">`,
		}, "plot="},
		{"figures of a game", o, "/games/klondike?view=figures", []string{
			"<h1>Klondike</h1>", "820 winnable", "<code>solvitaire:1-1000</code>", "as “Klondike, Draw 3”", "Agrees with published results (&#43;0.6 points).", "&#34;deal count&#34;: 3", "/v1/stats/klondike.svg?plot=length", "/v1/stats/klondike.csv?plot=length", "/v1/stats/klondike.svg?plot=draws", `<th scope="row" class="count">3</th><td>82.0–83.0 (79.4–85.3)</td><td>–</td>`,
			"<td><div>20 s, 1,000,000 states, 512 MiB</div><div>not known</div></td>", "<td><div>v1.2.0</div><div>not known</div></td>", "<td>by a campaign</td>",
			"@misc{thoughtful-klondike,", "author  = {{Thoughtful}},", "title   = {Win rate of Klondike},", "version = {v1.3.0},", `82.0--83.0\,\% (79.4--85.3) of 1,000 deals`,
			`<span data-origin></span>/games/klondike?view=figures</a>`,
			"median 12,", "median 250 ms", "maximum 101. Of 1 deal.", `<th scope="row" class="count">8,192 to 16,383</th><td class="count">1</td>`, "&lt;b&gt;Solver&lt;/b&gt;", "Player Greedy", "They contradict each other in 1.",
			"winnable by &lt;b&gt;Solver&lt;/b&gt;, unwinnable by this service",
			`<a href="/games/klondike-draw-3-no-worrying-back">`, "<td>stronger</td>", "<td>weaker</td>", "<td>2.00 points (1.29–3.07)", "<td>−2.00 points (−3.07 to −1.29)", "being counted; reload later",
			`data-campaign="Q2NFIMYJMZ5DRGSYLIBTSQTCHX" data-final="false"`, `<progress max="4000" value="1000"`, ">25 %</progress>", "/live.js\"",
		}, "<b>Solver"},
		{"a game without figures", options(), "/games/free-cell", []string{"<h1>FreeCell</h1>", "There are 4 cells"}, "daily-deal"},
		{"all games", o, "/games", []string{"82 % can be won", `<a href="/games/double-klondike">`, `<summary><h3>Spider</h3>`}, "gargantua-redeal\""},
		{"campaigns", o, "/campaigns", []string{
			`<a href="/campaigns/Q2NFIMYJMZ5DRGSYLIBTSQTCHX">Klondike, solvitaire:1-4000</a>`, "1,000</span> / 4,000", "Deals per second: <span",
			"Time left: ", "<p>None.</p>", "no campaign can be started",
		}, `id="key"`},
		{"campaigns where there are keys", keys, "/campaigns?game=freecell", []string{
			`id="start"`, `id="key"`, `<option value="free-cell" selected>`, `<option value="greedy">play: greedy</option>`,
		}, "no campaign can be started"},
		{"a campaign", o, "/campaigns/Q2NFIMYJMZ5DRGSYLIBTSQTCHX", []string{
			`<a href="/games/klondike">Klondike</a>, solvitaire:1-4000`, `data-at="winnable">820<`, "at most 20 s, 1,000,000 states",
			"when the interval is at most 0.5 points wide", "/v1/campaigns/Q2NFIMYJMZ5DRGSYLIBTSQTCHX/results?format=csv",
		}, `id="cancel"`},
		{"a campaign of rules without a name", own, "/campaigns", []string{"Custom rules, solvitaire:1-4000", "cancelled", "<p>None.</p>"}, "/live.js\""},
	} {
		w := get(serving(t, c.options), "GET", c.path, "Accept", "text/html")
		if w.Code != http.StatusOK || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") || strings.Contains(w.Body.String(), c.lacks) {
			t.Errorf("%s: %d %s, has %s", c.about, w.Code, w.Header().Get("Content-Type"), c.lacks)
		}
		for _, want := range c.says {
			if !strings.Contains(w.Body.String(), want) {
				t.Errorf("%s lacks %s:\n%s", c.about, want, w.Body)
			}
		}
	}
}

// TestCampaignPageForOwners checks that a campaign's buttons are shown to clients with the right.
func TestCampaignPageForOwners(t *testing.T) {
	o := somewhatCounted()
	c := o.Campaigns.(*fakeCampaigns).campaign
	o.Access.Local = true
	page := func() string {
		t.Helper()
		r := httptest.NewRequest(http.MethodGet, "/campaigns/"+c.ID, nil)
		r.RemoteAddr = "127.0.0.1:50000"
		w := httptest.NewRecorder()
		serving(t, o).ServeHTTP(w, r)
		if w.Code != http.StatusOK {
			t.Fatalf("%d: %s", w.Code, w.Body)
		}
		return w.Body.String()
	}
	if text := page(); !strings.Contains(text, `id="cancel"`) || strings.Contains(text, `id="delete"`) {
		t.Errorf("while it runs:\n%s", text)
	}
	c.State, c.Reason, c.Ended, c.Game = campaign.Cancelled, "it was cancelled", time.Now(), ""
	if text := page(); strings.Contains(text, `id="cancel"`) || !strings.Contains(text, `id="resume"`) || !strings.Contains(text, `id="delete"`) ||
		!strings.Contains(text, "it was cancelled") || !strings.Contains(text, "&#34;deal count&#34;: 3") {
		t.Errorf("when it is cancelled:\n%s", text)
	}
}

// TestCountPagesOutOfReach checks the pages when store and statistics are down.
func TestCountPagesOutOfReach(t *testing.T) {
	o := somewhatCounted()
	o.Stats = &statistician{err: errors.New("the disk has gone")}
	o.Campaigns = &fakeCampaigns{err: errors.New("the disk has gone")}
	for path, status := range map[string]int{
		"/win-rates": 503, "/games/klondike": 503, "/campaigns": 503, "/campaigns/x": 503,
		"/games/chess": 404, "/games/chess/random-deal": 404, "/games/chess/daily-deal": 404, "/campaigns?mood=good": 400,
	} {
		w := get(serving(t, o), "GET", path, "Accept", "text/html")
		if w.Code != status || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/html") || strings.Contains(w.Body.String(), "disk") {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
	if w := get(serving(t, somewhatCounted()), "GET", "/campaigns/none", "Accept", "text/html"); w.Code != http.StatusNotFound {
		t.Errorf("unknown campaign: %d", w.Code)
	}
}

// TestWaysToDeals follows the links to a random deal, to a winnable one and to the daily deal.
func TestWaysToDeals(t *testing.T) {
	h := serving(t, options())
	if w := get(h, "GET", "/games/klondike/daily-deal"); w.Code != http.StatusSeeOther || w.Header().Get("Location") != "/games/klondike/deals/solvitaire:17#day=2026-11-28" {
		t.Errorf("daily deal: %d %v", w.Code, w.Header())
	}
	easy := get(h, "GET", "/games/klondike/winnable-deal?difficulty=easy").Header().Get("Location")
	pack, err := seeds.Open(docs.Seeds, "klondike", "solvitaire")
	if err != nil {
		t.Fatal(err)
	}
	var number uint64
	if _, err := fmt.Sscanf(easy, "/games/klondike/deals/solvitaire:%d", &number); err != nil || pack.Letters[number-pack.First].Grade() != difficulty.Easy {
		t.Errorf("easy deal: %s", easy)
	}
	// People number its deals as Microsoft does, and its pack has other numbers.
	if w := get(h, "GET", "/games/seahaven-towers/winnable-deal"); !strings.HasPrefix(w.Header().Get("Location"), "/games/seahaven-towers/deals/solvitaire:") {
		t.Errorf("deal of another scheme: %d %v", w.Code, w.Header())
	}
	if w := get(h, "GET", "/games/accordion/winnable-deal"); w.Code != http.StatusNotFound {
		t.Errorf("deal of a game without a pack: %d %v", w.Code, w.Header())
	}
	if w := get(h, "GET", "/games/klondike/winnable-deal?difficulty=trivial"); w.Code != http.StatusBadRequest {
		t.Errorf("unknown difficulty: %d", w.Code)
	}
	first := get(h, "GET", "/games/freecell/random-deal")
	if first.Code != http.StatusSeeOther || !strings.HasPrefix(first.Header().Get("Location"), "/games/free-cell/deals/microsoft:") {
		t.Errorf("random deal: %d %v", first.Code, first.Header())
	}
	for range 3 {
		if get(h, "GET", "/games/freecell/random-deal").Header().Get("Location") != first.Header().Get("Location") {
			return
		}
	}
	t.Error("four random deals are the same")
}

// TestPageWeight loads the pages of win rates as a browser does, with everything that they can
// show, and adds up what is sent.
func TestPageWeight(t *testing.T) {
	o := somewhatCounted()
	known := o.Stats.(*statistician)
	for i, g := range rules.Games() {
		if g.Name == "klondike" {
			continue
		}
		n := int64(700 + i)
		one := known.reports[0]
		one.Game, one.Ours.Tally = g.Name, stats.Tally{Winnable: n, Unwinnable: 2*n + 1, Unknown: n / 3}
		known.reports = append(known.reports, one)
	}
	h := serving(t, o)
	loaded := regexp.MustCompile(`(?:<script[^>]* src|<link[^>]* href|<img[^>]* src)="([^"]+)"`)
	for _, page := range []string{"/win-rates", "/games/klondike"} {
		w := get(h, "GET", page, "Accept", "text/html")
		parts := map[string]bool{page: true}
		for _, part := range loaded.FindAllStringSubmatch(w.Body.String(), -1) {
			parts[html.UnescapeString(part[1])] = true
		}
		sent := 0
		for part := range parts {
			w := get(h, "GET", part, "Accept", "*/*", "Accept-Encoding", "gzip")
			if w.Code != http.StatusOK {
				t.Errorf("%s: %d", part, w.Code)
			}
			sent += w.Body.Len()
		}
		t.Logf("%s: %d files of %d bytes", page, len(parts), sent)
		if sent > 100_000 || len(parts) < 5 {
			t.Errorf("%s: %d files of %d bytes", page, len(parts), sent)
		}
	}
}
