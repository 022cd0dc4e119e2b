package api

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/job"
	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/verdicts"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// scriptedReply is the result of one call of scriptedBulk, and the time that it takes.
type scriptedReply struct {
	after  time.Duration
	answer solver.Answer
	err    error
}

// scriptedBulk is a Bulk that returns one reply after the other, and records its calls.
type scriptedBulk struct {
	replies []scriptedReply
	asked   []string
}

func (s *scriptedBulk) Answer(ctx context.Context, _ *solver.Problem, b solver.Budget, fresh bool, within time.Duration) (solver.Answer, error) {
	s.asked = append(s.asked, strings.TrimSpace(fmt.Sprintf("%s within %v fresh %v", b.Objective, within, fresh)))
	if len(s.asked) > len(s.replies) {
		panic("called too often")
	}
	r := s.replies[len(s.asked)-1]
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	select {
	case <-time.After(r.after):
		return r.answer, r.err
	case <-ctx.Done():
		return solver.Answer{Result: solver.Result{Verdict: solver.Unknown, Reason: solver.Deadline}}, nil
	}
}

// wins returns three solutions of Klondike 2, the longest first. The last one has the bound.
func wins(t *testing.T, bound int) (all [3]solver.Answer) {
	t.Helper()
	p, err := verdicts.Asked([]byte(`{"game":"klondike","seed":"solvitaire:2"}`))
	if err != nil {
		t.Fatal(err)
	}
	engine := portfolio.New(1 << 26)
	for i, b := range []solver.Budget{
		{Objective: solver.FirstSolution}, {}, {Objective: solver.ShortSolution, States: 20_000},
	} {
		all[i] = solver.Answer{Result: engine.Solve(nil, p, b), Source: solver.FromSearch}
		all[i].Bound = min(bound, game.Length(all[i].Solution))
		if i > 0 && game.Length(all[i].Solution) >= game.Length(all[i-1].Solution) {
			t.Fatalf("lengths %d, %d", game.Length(all[i-1].Solution), game.Length(all[i].Solution))
		}
	}
	return all
}

// brief formats an answer in a few words.
func brief(t *testing.T, document []byte) string {
	t.Helper()
	var a struct {
		Verdict  solver.Verdict
		Because  solver.Reason
		Solution *struct {
			Length         int
			LowerBound     *int `json:"lower_bound"`
			ProvenShortest bool `json:"proven_shortest"`
		}
		Warnings []string
		Type     string
	}
	if err := json.Unmarshal(document, &a); err != nil {
		t.Fatalf("%v in %s", err, document)
	}
	text := fmt.Sprint(a.Type, a.Verdict)
	if a.Because != "" {
		text += " because " + string(a.Because)
	}
	if a.Solution != nil {
		text += fmt.Sprintf(" in %d", a.Solution.Length)
		if a.Solution.LowerBound != nil {
			text += fmt.Sprintf(", at least %d", *a.Solution.LowerBound)
		}
	}
	return text + strings.Join(a.Warnings, "; ")
}

// TestJobWork checks the searches of a job, one after the other, what it publishes, and what it
// answers.
func TestJobWork(t *testing.T) {
	w := wins(t, 10)
	proven := wins(t, 1000)
	long, middle, short := w[0], w[1], w[2]
	in := func(a solver.Answer) string { return fmt.Sprintf("winnable in %d", game.Length(a.Solution)) }
	lost := solver.Answer{Result: solver.Result{Verdict: solver.Unwinnable, Engine: "e"}, Source: solver.FromSearch}
	unknown := solver.Answer{Result: solver.Result{Verdict: solver.Unknown, Reason: solver.Deadline}, Source: solver.FromSearch}
	fault := errors.New("a fault")
	const minute, second = time.Minute, time.Second
	for _, test := range []struct {
		name      string
		fields    string
		before    []byte
		replies   []scriptedReply
		asked     []string
		published []string
		answer    string
		failed    bool
	}{
		{
			"any", ``, nil,
			[]scriptedReply{{second, long, nil}},
			[]string{"within 1m0s fresh false"},
			nil, in(long), false,
		},
		{
			"shortest", `,"objective":"shortest"`, nil,
			[]scriptedReply{{4 * second, long, nil}, {7 * second, middle, nil}, {minute, short, nil}},
			[]string{"within 1m0s fresh false", "short within 7s fresh false", "shortest within 49s fresh false"},
			[]string{in(long), in(middle)},
			in(middle), false,
		},
		{
			"shortest, in time", `,"objective":"shortest"`, nil,
			[]scriptedReply{{4 * second, long, nil}, {3 * second, middle, nil}, {second, short, nil}},
			[]string{"within 1m0s fresh false", "short within 7s fresh false", "shortest within 53s fresh false"},
			[]string{in(long), in(middle)},
			in(short) + ", at least 10", false,
		},
		{
			"nothing shorter", `,"objective":"short"`, nil,
			[]scriptedReply{{4 * second, short, nil}, {7 * second, short, nil}, {second, short, nil}},
			[]string{"within 1m0s fresh false", "short within 7s fresh false", "short within 49s fresh false"},
			[]string{in(short)},
			in(short), false,
		},
		{
			"proven at once", `,"objective":"shortest"`, nil,
			[]scriptedReply{{second, proven[2], nil}},
			[]string{"within 1m0s fresh false"},
			nil, fmt.Sprintf("%s, at least %d", in(short), game.Length(short.Solution)), false,
		},
		{
			"lost", `,"objective":"shortest"`, nil,
			[]scriptedReply{{second, lost, nil}},
			[]string{"within 1m0s fresh false"},
			nil, "unwinnable", false,
		},
		{
			"no verdict in time", `,"objective":"shortest"`, nil,
			[]scriptedReply{{2 * minute, lost, nil}},
			[]string{"within 1m0s fresh false"},
			nil, "unknown because deadline", false,
		},
		{
			"fresh", `,"objective":"shortest","fresh":true`, nil,
			[]scriptedReply{{second, short, nil}},
			[]string{"shortest within 1m0s fresh true"},
			nil, in(short) + ", at least 10", false,
		},
		{
			"a second attempt", `,"objective":"short"`, []byte(`{"verdict":"winnable","warnings":["of the first"]}`),
			[]scriptedReply{{second, unknown, nil}},
			[]string{"within 1m0s fresh false"},
			nil, "winnableof the first", false,
		},
		{
			"a second attempt that finds something longer", `,"objective":"short"`,
			fmt.Appendf(nil, `{"verdict":"winnable","solution":{"length":%d}}`, game.Length(middle.Solution)),
			[]scriptedReply{{4 * second, long, nil}, {7 * second, short, nil}, {second, long, nil}},
			[]string{"within 1m0s fresh false", "short within 7s fresh false", "short within 49s fresh false"},
			[]string{in(short)},
			in(short), false,
		},
		{
			"a contradiction", `,"objective":"short"`, nil,
			[]scriptedReply{{4 * second, long, nil}, {second, lost, nil}},
			[]string{"within 1m0s fresh false", "short within 7s fresh false"},
			[]string{in(long)},
			in(long), false,
		},
		{
			"a fault", ``, nil,
			[]scriptedReply{{second, solver.Answer{}, fault}},
			[]string{"within 1m0s fresh false"},
			nil, "/problems/internal", true,
		},
		{
			"a fault after the verdict", `,"objective":"short"`, nil,
			[]scriptedReply{{4 * second, long, nil}, {second, solver.Answer{}, fault}},
			[]string{"within 1m0s fresh false", "short within 7s fresh false"},
			[]string{in(long)},
			in(long), false,
		},
		{
			"a panic", ``, nil, nil, []string{"within 1m0s fresh false"}, nil, "/problems/internal", true,
		},
		{
			"a request of another version", `,"mood":"good"`, nil, nil, nil, nil, "/problems/bad-input", true,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				judge := &scriptedBulk{replies: test.replies}
				work := &verdicts.JobWork{Judge: judge, Limits: options().Limits, Log: slog.New(slog.DiscardHandler)}
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				var published []string
				answer, failed := work.Answer(ctx, []byte(`{"game":"klondike","seed":"solvitaire:2"`+test.fields+`}`), test.before,
					func(known []byte) { published = append(published, brief(t, known)) })
				if got := brief(t, answer); got != test.answer || failed != test.failed {
					t.Errorf("answered %q (%t), want %q", got, failed, test.answer)
				}
				if !slices.Equal(published, test.published) {
					t.Errorf("published %q, want %q", published, test.published)
				}
				if !slices.Equal(judge.asked, test.asked) {
					t.Errorf("searches %q, want %q", judge.asked, test.asked)
				}
			})
		})
	}
}

// TestLongAnswer omits a solution that is too long to be stored.
func TestLongAnswer(t *testing.T) {
	w := wins(t, 0)[0]
	w.Solution = slices.Repeat(w.Solution, 1+(1<<20)/(10*len(w.Solution)))
	work := &verdicts.JobWork{Judge: &scriptedBulk{replies: []scriptedReply{{0, w, nil}}}, Limits: options().Limits, Log: slog.New(slog.DiscardHandler)}
	answer, failed := work.Answer(t.Context(), []byte(`{"game":"klondike","seed":"solvitaire:2"}`), nil, func([]byte) {})
	if got := brief(t, answer); failed || got != "winnablesolution: too long to store; POST /v1/solve returns it" {
		t.Errorf("%q", got)
	}
}

// TestLongJob rejects a request that is too long to be stored.
func TestLongJob(t *testing.T) {
	o := options()
	o.Limits.Body = 1 << 20
	r := httptest.NewRequest(http.MethodPost, "/v1/solve", strings.NewReader(`{"game":"klondike","seed":"solvitaire:2"`+strings.Repeat(" ", 64<<10)+`}`))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Prefer", "respond-async")
	w := httptest.NewRecorder()
	serving(t, o).ServeHTTP(w, r)
	if w.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("%d: %s", w.Code, w.Body)
	}
}

// TestSpoiledJob changes stored answers. None of them is sent.
func TestSpoiledJob(t *testing.T) {
	const request = `{"game":"klondike","seed":"solvitaire:2"}`
	work := &verdicts.JobWork{Judge: &scriptedBulk{replies: []scriptedReply{{0, wins(t, 0)[0], nil}}}, Limits: options().Limits, Log: slog.New(slog.DiscardHandler)}
	right, _ := work.Answer(t.Context(), []byte(request), nil, func([]byte) {})
	for _, test := range []struct {
		name, request string
		answer        string
		want          int
	}{
		{"as it was", request, string(right), http.StatusOK},
		{"another deal", strings.Replace(request, ":2", ":4", 1), string(right), http.StatusInternalServerError},
		{"a move less", request, regexp.MustCompile(`"moves":\[\{.*?\},`).ReplaceAllString(string(right), `"moves":[`), http.StatusInternalServerError},
		{"another verdict", request, strings.Replace(string(right), "winnable", "unknown", 1), http.StatusInternalServerError},
		{"no JSON", request, string(right[:100]), http.StatusInternalServerError},
		{"no game", strings.Replace(request, "klondike", "klondkie", 1), string(right), http.StatusInternalServerError},
		{"no deal", strings.Replace(request, "solvitaire:2", "microsoft:2", 1), string(right), http.StatusInternalServerError},
	} {
		o := options()
		o.Jobs = &fakeJobs{job: &job.Job{ID: "j", Request: []byte(test.request), State: "running", Version: 3, Answer: []byte(test.answer)}}
		w := get(serving(t, o), http.MethodGet, "/v1/jobs/j")
		if w.Code != test.want {
			t.Errorf("%s: status %d: %s", test.name, w.Code, w.Body)
		}
	}
}

// TestAbandonedJob reads a job that was cancelled since processes died during its search, and one that a
// client cancelled after a death.
func TestAbandonedJob(t *testing.T) {
	for deaths, want := range map[int]string{1: "", 2: "abandoned: the service's process ended 2 times during this job's search"} {
		o := options()
		o.Jobs = &fakeJobs{job: &job.Job{ID: "j", State: "cancelled", Version: 3, Deaths: deaths, Ended: time.Unix(1, 0)}}
		w := get(serving(t, o), http.MethodGet, "/v1/jobs/j")
		var got struct{ Problem struct{ Detail string } }
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || w.Code != http.StatusOK || !strings.HasPrefix(got.Problem.Detail, want) || want == "" && got.Problem.Detail != "" {
			t.Errorf("after %d deaths: status %d, %v: %s", deaths, w.Code, err, w.Body)
		}
	}
}

// scriptedJobs are Jobs whose changes a test sends.
type scriptedJobs struct {
	fakeJobs
	changes[job.Job]
}

func (j *scriptedJobs) Next(ctx context.Context, _ string, known int64) (job.Job, bool, error) {
	return j.after(ctx, func(next job.Job) bool { return next.Version > known })
}

// changes are the changes of a job or campaign, and an error that ends them.
type changes[T any] struct {
	next chan T
	ends chan error
}

// after waits for a wanted change, and returns false if the job or campaign is deleted.
func (c *changes[T]) after(ctx context.Context, wanted func(T) bool) (next T, found bool, err error) {
	for {
		select {
		case next, found = <-c.next:
			if !found || wanted(next) {
				return next, found, nil
			}
		case err := <-c.ends:
			return next, false, err
		case <-ctx.Done():
			return next, false, ctx.Err()
		}
	}
}

// events requests a stream of events of "jobs" or "campaigns".
func events(t *testing.T, c net.Conn, of, last string) {
	t.Helper()
	go func() {
		header := ""
		if last != "" {
			header = "Last-Event-ID: " + last + "\r\n"
		}
		_, _ = io.WriteString(c, "GET /v1/"+of+"/j/events HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"+header+"\r\n")
	}()
}

// readEvents reads a stream to its end, which begins with the time before reconnecting. It returns
// comments, and events as the seconds until then, id, name and state of the job or campaign.
func readEvents(t *testing.T, c net.Conn) []string {
	t.Helper()
	began := time.Now()
	response, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	if response.StatusCode != http.StatusOK || response.Header.Get("Content-Type") != "text/event-stream" {
		t.Fatalf("status %d", response.StatusCode)
	}
	var got []string
	said := ""
	lines := bufio.NewScanner(response.Body)
	for _, want := range []string{"retry: 3000", ""} {
		if lines.Scan(); lines.Text() != want {
			t.Errorf("the stream begins with %q", lines.Text())
		}
	}
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), ": ")
		switch name {
		case "data":
			var j struct{ State string }
			if err := json.Unmarshal([]byte(value), &j); err != nil {
				t.Errorf("%v in %s", err, value)
			}
			said += " " + j.State
		case "id", "event":
			said += " " + value
		default:
			if lines.Text() == "" { // the event is complete
				got = append(got, fmt.Sprintf("%.6g", time.Since(began).Seconds())+said)
				said = ""
				continue
			}
			said += " " + lines.Text()
		}
	}
	return got
}

// TestEvents follows a job from beginning to end, with pings while nothing changes.
func TestEvents(t *testing.T) {
	request := []byte(`{"game":"klondike","seed":"solvitaire:2"}`)
	answer := func(engine string) []byte {
		return reply.JSON(verdicts.SolveAnswer{ID: "1-ffbc332a3612e283adc096c8fae45e58", Verdict: solver.Winnable, Search: reply.Search{Engine: engine}, Source: solver.FromSearch, Warnings: []string{}})
	}
	change := func(version int64, state string, answer []byte) job.Job {
		j := job.Job{ID: "j", Request: request, State: state, Version: version, Answer: answer}
		if state != "queued" && state != "running" {
			j.Ended = time.Now()
		}
		return j
	}
	for _, test := range []struct {
		name   string
		last   string
		now    job.Job
		then   func(*scriptedJobs)
		events []string
	}{
		{
			"a whole life", "", change(1, "queued", nil), func(j *scriptedJobs) {
				for i, next := range []job.Job{change(2, "running", nil), change(3, "running", answer("a")), change(4, "running", answer("b")), change(5, "done", answer("c"))} {
					time.Sleep(time.Duration(i*10+1) * time.Second)
					j.next <- next
				}
			},
			[]string{"0 1 state queued", "1 2 state running", "12 3 verdict running", "27 : ping", "33 4 improved running", "48 : ping", "63 : ping", "64 5 final done"},
		},
		{
			"given back and taken again", "2", change(2, "running", answer("a")), func(j *scriptedJobs) {
				for _, next := range []job.Job{change(3, "queued", answer("a")), change(4, "running", answer("a")), change(5, "cancelled", answer("a"))} {
					time.Sleep(time.Second)
					j.next <- next
				}
			},
			[]string{"1 3 state queued", "2 4 state running", "3 5 final cancelled"},
		},
		{
			"deleted", "", change(2, "running", nil), func(j *scriptedJobs) { time.Sleep(time.Second); close(j.next) },
			[]string{"0 2 state running"},
		},
		{
			"the manager is closed", "nonsense", change(2, "running", nil), func(j *scriptedJobs) { time.Sleep(time.Second); j.ends <- stopping{} },
			[]string{"0 2 state running"},
		},
		{
			"spoiled in between", "", change(2, "running", nil), func(j *scriptedJobs) {
				next := change(3, "running", []byte(`{"id":"1-ffbc332a3612e283adc096c8fae45e59","verdict":"winnable"}`))
				time.Sleep(time.Second)
				j.next <- next
			},
			[]string{"0 2 state running"},
		},
		{"late", "", change(5, "failed", reply.JSON(problem.Explain(problem.New(problem.Internal, "a fault")))), func(*scriptedJobs) {}, []string{"0 4 state failed", "0 5 final failed"}},
		{"back before the end", "4", change(5, "done", answer("a")), func(*scriptedJobs) {}, []string{"0 5 final done"}},
		{"back long before the end", "3", change(5, "done", answer("a")), func(*scriptedJobs) {}, []string{"0 4 state done", "0 5 final done"}},
		{"knows what there never was", "9", change(5, "done", answer("a")), func(*scriptedJobs) {}, []string{"0 4 state done", "0 5 final done"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				o := options()
				j := &scriptedJobs{changes: changes[job.Job]{make(chan job.Job), make(chan error)}}
				j.job = &test.now
				o.Jobs = j
				c := pipe(t, o)
				events(t, c, "jobs", test.last)
				go test.then(j)
				if got := readEvents(t, c); !slices.Equal(got, test.events) {
					t.Errorf("events %q, want %q", got, test.events)
				}
			})
		})
	}
}
