package api

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/job"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
	"github.com/thoughtful-solitaire/thoughtful/solver/winnable"
)

// TestCases plays the text archives of testdata/cases, each a request and what
// comes of it:
//
//	request   method and path, headers, an empty line, the body; {id} in the path
//	          is the id of the remembered problem
//	judge     what the Judge does, and who lends engines: see judgement; or the word
//	          "late", if there is no engine in time
//	library   what the Library remembers: see remembered; or the word "down"
//	dealer    what the Dealer hands out: see dealing
//	stats     what the Statistician knows: see counted; or the word "down"
//	jobs      what the Jobs keep: see kept; or the word "down", "full" or "yours are full"
//	campaigns what the Campaigns keep: see counting; or one of the same words, or "damaged"
//	health    what the Health finds wrong with each part, "" for nothing
//	access    who may do what, and from which address the request comes: see
//	          accessOf; without it the request comes from the machine itself
//	asked     what the Judge was asked, if it was
//	dealt     what the Dealer was asked
//	counted   what the Statistician was asked about
//	told      what the Jobs were told
//	ordered   what the Campaigns were
//	response  status, headers, an empty line, the body
//
// The last six are compared; -update writes them. Each case also has to conform to
// the OpenAPI document. Cases run in a bubble in which no time passes, so that
// deadlines are exact.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/cases/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			synctest.Test(t, func(t *testing.T) { play(t, archive) })
			if *update {
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func play(t *testing.T, archive *txtar.Archive) {
	sections := map[string]string{}
	for _, f := range archive.Files {
		sections[f.Name] = string(f.Data)
	}
	o := options()
	asked := ""
	answer := func(ctx context.Context, p *solver.Problem, b solver.Budget, fresh bool) (solver.Answer, error) {
		deadline, _ := ctx.Deadline()
		asked += fmt.Sprintf("within %v, %d states, fresh %v\n", time.Until(deadline), b.States, fresh)
		if b.Objective != solver.AnySolution {
			asked += fmt.Sprintf("for a %s solution\n", b.Objective)
		}
		return judgement(t, sections["judge"], p)
	}
	o.Judge, o.Bulk = judge(answer), patient(answer)
	lend := o.Engines
	o.Engines = lender(func(ctx context.Context, p *solver.Problem, task func(context.Context, solver.Engine)) error {
		deadline, _ := ctx.Deadline()
		asked += fmt.Sprintf("for an engine within %v\n", time.Until(deadline))
		switch text := strings.TrimSpace(sections["judge"]); text {
		case "":
			return lend.Do(ctx, p, task)
		case "late":
			<-ctx.Done()
			return ctx.Err()
		default:
			_, err := judgement(t, text, p)
			return err
		}
	})
	l := remembered(t, sections["library"])
	id := solver.ID("1-00000000000000000000000000000000")
	if l.problem != nil {
		id = l.problem.ID()
	}
	o.Library = l
	if text := sections["jobs"]; text != "" {
		e := kept(t, text)
		defer func() { compare(t, archive, "told", e.asked) }()
		o.Jobs = e
	}
	if text := sections["campaigns"]; text != "" {
		c := counting(t, text)
		defer func() { compare(t, archive, "ordered", c.asked) }()
		o.Campaigns = c
	}
	if text := sections["stats"]; text != "" {
		c := counted(t, text)
		defer func() { compare(t, archive, "counted", c.asked) }()
		o.Stats = c
	}
	if text := sections["dealer"]; text != "" {
		d := dealing(t, text)
		defer func() { compare(t, archive, "dealt", d.asked) }()
		o.Dealer = d
	}
	if text := sections["health"]; text != "" {
		found := map[string]string{}
		decode(t, text, &found)
		parts := health{}
		for part, fault := range found {
			parts[part] = nil
			if fault != "" {
				parts[part] = errors.New(fault)
			}
		}
		o.Health = parts
	}
	r, body := requestOf(t, strings.ReplaceAll(sections["request"], "{id}", string(id)))
	r.RemoteAddr = "127.0.0.1:50000"
	before := 0
	if text := sections["access"]; text != "" {
		o.Access, r.RemoteAddr, before = accessOf(t, text)
	}
	w := httptest.NewRecorder()
	h := serving(t, o)
	for range before {
		h.ServeHTTP(httptest.NewRecorder(), r)
		r.Body, asked = io.NopCloser(bytes.NewReader(body)), ""
	}
	h.ServeHTTP(w, r)

	compare(t, archive, "asked", asked)
	compare(t, archive, "response", response(t, w))
}

// compare finds a section to be as expected, or makes it so.
func compare(t *testing.T, archive *txtar.Archive, name, got string) {
	t.Helper()
	for i, f := range archive.Files {
		if f.Name != name {
			continue
		}
		if *update {
			archive.Files[i].Data = []byte(got)
		} else if diff := cmp.Diff(string(f.Data), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		return
	}
	switch {
	case got == "":
	case *update:
		archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(got)})
	default:
		t.Errorf("%s: not expected:\n%s", name, got)
	}
}

// judgement is what the judge of a case does:
//
//	{"verdict", "because", "solution", "bound", "engine", "states", "elapsed_ms", "source", "game", "id"}
//	{"busy_ms"} or {"error"} or {"panic"} or {"bad solution": true}
func judgement(t *testing.T, text string, p *solver.Problem) (solver.Answer, error) {
	t.Helper()
	var j struct {
		Verdict   solver.Verdict
		Because   solver.Reason
		Solution  []game.Move
		Bound     int
		Engine    string
		States    int64
		ElapsedMS float64 `json:"elapsed_ms"`
		Source    solver.Source
		Game      string
		ID        solver.ID
		BusyMS    int64 `json:"busy_ms"`
		Error     string
		Panic     string
		Bad       bool `json:"bad solution"`
	}
	decode(t, text, &j)
	switch {
	case j.BusyMS > 0:
		return solver.Answer{}, fmt.Errorf("wrapped: %w", tooBusy(time.Duration(j.BusyMS)*time.Millisecond))
	case j.Error != "":
		return solver.Answer{}, errors.New(j.Error)
	case j.Panic != "":
		panic(j.Panic)
	case j.Bad:
		return solver.Answer{}, &solver.BadSolution{Problem: p, Engine: "broken", Outcome: p.Replay(nil)}
	}
	answer := solver.Answer{
		Result: solver.Result{
			Verdict: j.Verdict, Reason: j.Because, Solution: j.Solution, Bound: j.Bound, Engine: j.Engine, States: j.States,
		},
		Elapsed: time.Duration(j.ElapsedMS * float64(time.Millisecond)),
		Source:  j.Source,
		Origin:  solver.Origin{Game: j.Game, ID: j.ID},
	}
	portfolio.Explain(p, &answer.Result)
	return answer, nil
}

// remembered makes the library of a case:
//
//	{"question": …, "verdict", "because", "solution"}
//
// with the question as solve requests have it, and the solution that of the
// canonical position.
func remembered(t *testing.T, text string) library {
	t.Helper()
	switch strings.TrimSpace(text) {
	case "":
		return library{}
	case "down":
		return library{down: true}
	}
	var m struct {
		Question json.RawMessage
		Verdict  solver.Verdict
		Because  solver.Reason
		Solution []game.Move
	}
	decode(t, text, &m)
	q, err := readSolve(m.Question, options().Limits)
	if err != nil {
		t.Fatal(err)
	}
	p := q.problem
	answer := solver.Answer{
		Result: solver.Result{
			Verdict: m.Verdict, Reason: m.Because, Solution: m.Solution, Engine: "search", States: 77,
		},
		Elapsed: 1500 * time.Microsecond,
		Source:  solver.FromStore,
	}
	portfolio.Explain(p, &answer.Result)
	return library{problem: p, answer: answer}
}

// counted makes the statistician of a case:
//
//	{"games": [{"game", "ours", "others", "published", "contradictions", "compared", "neighbours", "deals"}], "comparison"}
//
// in the words of package stats; deals are what is in the distributions.
func counted(t *testing.T, text string) *statistician {
	t.Helper()
	if strings.TrimSpace(text) == "down" {
		return &statistician{err: stopping{}}
	}
	var c struct {
		Games []struct {
			stats.Report
			Deals []stats.Deal
		}
		Comparison stats.Comparison
	}
	decode(t, text, &c)
	s := &statistician{comparison: c.Comparison}
	for _, g := range c.Games {
		g.Spread = stats.NewSpread()
		for _, d := range g.Deals {
			g.Spread.Add(d)
		}
		s.reports = append(s.reports, g.Report)
	}
	return s
}

// kept makes the jobs of a case:
//
//	{"id", "request", "state", "version", "answer", "ended", "cancelled"}
//
// accepted now, to be answered in ten minutes; ended says that it was in this moment,
// and cancelled is the answer if it is.
func kept(t *testing.T, text string) *errands {
	t.Helper()
	switch strings.TrimSpace(text) {
	case "none":
		return &errands{}
	case "down":
		return &errands{err: errors.New("10.0.0.7 does not answer")}
	case "full":
		return &errands{err: fmt.Errorf("wrapped: %w", crowded{"jobs", false})}
	case "yours are full":
		return &errands{err: fmt.Errorf("wrapped: %w", crowded{"jobs", true})}
	case "damaged":
		return &errands{err: fmt.Errorf("wrapped: %w", solver.ErrDamaged)}
	}
	var k struct {
		ID, State                  string
		Version                    int64
		Request, Answer, Cancelled json.RawMessage
		Ended                      bool
	}
	decode(t, text, &k)
	now := time.Now()
	j := &job.Job{ID: k.ID, Request: k.Request, State: k.State, Version: k.Version, Answer: k.Answer, Accepted: now, Deadline: now.Add(10 * time.Minute)}
	if k.Ended {
		j.Ended = now
	}
	return &errands{job: j, cancelled: k.Cancelled}
}

// counting makes the campaigns of a case:
//
//	{"id", "request", "source", "state", "reason", "stopping", "version", "tally", "inferred", "since_ms", "ended", "results"}
//
// of a plan as a request has it, begun so long ago; ended says that it did so in this
// moment.
func counting(t *testing.T, text string) *counts {
	t.Helper()
	switch strings.TrimSpace(text) {
	case "none":
		return &counts{}
	case "down":
		return &counts{err: errors.New("10.0.0.7 does not answer")}
	case "full":
		return &counts{err: fmt.Errorf("wrapped: %w", crowded{"campaigns", false})}
	case "yours are full":
		return &counts{err: fmt.Errorf("wrapped: %w", crowded{"campaigns", true})}
	case "wrong":
		return &counts{err: fmt.Errorf("wrapped: %w", wrong{"seeds", "not today"})}
	case "damaged":
		return &counts{err: fmt.Errorf("wrapped: %w", solver.ErrDamaged)}
	}
	var k struct {
		ID, Source, State, Reason string
		Request                   json.RawMessage
		Stopping, Ended           bool
		Version, Inferred         int64
		Tally                     stats.Tally
		SinceMS                   int64 `json:"since_ms"`
		Results                   []campaign.Result
	}
	decode(t, text, &k)
	now := time.Now()
	c := &campaign.Campaign{
		ID: k.ID, Source: k.Source, State: k.State, Reason: k.Reason, Stopping: k.Stopping, Version: k.Version,
		Tally: k.Tally, Inferred: k.Inferred, Created: now.Add(-time.Duration(k.SinceMS) * time.Millisecond),
	}
	plan, err := decodeCampaign(k.Request, options().Limits, now)
	if err != nil {
		t.Fatal(err)
	}
	c.Plan, c.PlayedBy = plan, plan.PlayedBy()
	if k.SinceMS > 0 {
		c.Started = c.Created
	}
	if k.Ended {
		c.Ended = now
	}
	return &counts{campaign: c, results: k.Results}
}

// accessOf reads who may do what:
//
//	{"from", "local", "keys", "hosts", "proxies", "origins", "rates", "before"}
//
// as it is configured, but for from, the address at the other end of the connection,
// and before, how often the same request was made before.
func accessOf(t *testing.T, text string) (a middleware.Access, from string, before int) {
	t.Helper()
	var c struct {
		From    string
		Local   bool
		Keys    string
		Hosts   []string
		Proxies []string
		Origins []string
		Rates   middleware.Rates
		Before  int
	}
	decode(t, text, &c)
	keys, err := middleware.ParseKeys(c.Keys)
	if err != nil {
		t.Fatal(err)
	}
	a = middleware.Access{Keys: keys, Local: c.Local, Hosts: c.Hosts, Origins: c.Origins, Rates: c.Rates}
	for _, text := range c.Proxies {
		network, err := middleware.ParseNetwork(text)
		if err != nil {
			t.Fatal(err)
		}
		a.Proxies = append(a.Proxies, network)
	}
	return a, c.From, c.Before
}

// dealing makes the dealer of a case:
//
//	{"deals": […]} or {"daily": {…}} with the answers' JSON, or
//	{"wrong": {"Name", "Detail"}}, {"not yet_ms"}, {"none"} or {"error"}
func dealing(t *testing.T, text string) *dealer {
	t.Helper()
	var d struct {
		Deals    []WinnableDeal
		Daily    DailyDeal
		Wrong    *wrong
		NotYetMS int64 `json:"not yet_ms"`
		None     string
		Error    string
	}
	decode(t, text, &d)
	out := &dealer{day: winnable.Day{Date: d.Daily.Date, Version: d.Daily.Version}}
	for _, w := range d.Deals {
		out.deals = append(out.deals, poolDeal(t, w.ProvenDeal, w.Cursor))
	}
	if d.Daily.Date != "" {
		out.deals = append(out.deals, poolDeal(t, d.Daily.ProvenDeal, ""))
	}
	switch {
	case d.Wrong != nil:
		out.err = fmt.Errorf("wrapped: %w", *d.Wrong)
	case d.NotYetMS > 0:
		out.err = notYet(time.Duration(d.NotYetMS) * time.Millisecond)
	case d.None != "":
		out.err = absent(d.None)
	case d.Error == "unavailable":
		out.err = stopping{}
	case d.Error == "damaged":
		out.err = fmt.Errorf("wrapped: %w", solver.ErrDamaged)
	}
	return out
}

// poolDeal makes the deal that is answered so.
func poolDeal(t *testing.T, d ProvenDeal, cursor string) winnable.Deal {
	t.Helper()
	components, err := json.Marshal(d.Components)
	if err != nil {
		t.Fatal(err)
	}
	return winnable.Deal{
		Game: d.Game, Seed: d.Seed, ID: d.ID, Length: d.Length, Grade: d.Difficulty, Score: d.Score,
		Components: string(components), Cursor: cursor,
	}
}

func decode(t *testing.T, text string, to any) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
}

// requestOf makes the request of a case.
func requestOf(t *testing.T, text string) (*http.Request, []byte) {
	t.Helper()
	in := bufio.NewReader(strings.NewReader(text))
	line, _ := in.ReadString('\n')
	method, target, ok := strings.Cut(strings.TrimSpace(line), " ")
	if !ok {
		t.Fatalf("%q is no method and path", line)
	}
	header := http.Header{}
	for {
		line, err := in.ReadString('\n')
		if line = strings.TrimSpace(line); line == "" || err != nil {
			break
		}
		name, value, _ := strings.Cut(line, ": ")
		header.Add(name, value)
	}
	var body bytes.Buffer
	_, _ = body.ReadFrom(in)
	r := httptest.NewRequest(method, target, bytes.NewReader(body.Bytes()))
	if host := header.Get("Host"); host != "" {
		r.Host = host
		header.Del("Host")
	}
	r.Header = header
	return r, body.Bytes()
}

// words is a list of texts without spaces, which cases have in one line.
var words = regexp.MustCompile(`\[\s+"[^"\s]*"(,\s+"[^"\s]*")*\s+\]`)

// response writes a response as cases have it.
func response(t *testing.T, w *httptest.ResponseRecorder) string {
	t.Helper()
	var text strings.Builder
	fmt.Fprintf(&text, "%d\n", w.Code)
	for _, name := range []string{"Access-Control-Allow-Headers", "Access-Control-Allow-Methods", "Access-Control-Allow-Origin", "Access-Control-Expose-Headers", "Access-Control-Max-Age", "Allow", "Cache-Control", "Content-Disposition", "Content-Type", "Location", "Preference-Applied", "Link", "RateLimit", "RateLimit-Policy", "Retry-After", "WWW-Authenticate"} {
		if values := w.Header().Values(name); len(values) > 0 {
			fmt.Fprintf(&text, "%s: %s\n", name, strings.Join(values, ", "))
		}
	}
	text.WriteString("\n")
	var pretty bytes.Buffer
	if json.Indent(&pretty, w.Body.Bytes(), "", "  ") == nil {
		text.Write(words.ReplaceAllFunc(pretty.Bytes(), func(list []byte) []byte {
			return bytes.Join(bytes.Fields(list), nil)
		}))
	} else {
		text.Write(w.Body.Bytes())
	}
	return text.String()
}
