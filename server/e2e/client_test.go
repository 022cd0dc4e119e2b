package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"github.com/thoughtful-solitaire/thoughtful/api/apitest"
	"github.com/thoughtful-solitaire/thoughtful/server/service"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// client talks to a service over HTTP. Whatever it says and is answered has to conform
// to the OpenAPI document.
type client struct {
	url  string
	http *http.Client
}

func newClient(t *testing.T, url string) *client {
	transport := &http.Transport{MaxIdleConnsPerHost: 100}
	t.Cleanup(transport.CloseIdleConnections)
	return &client{url, &http.Client{Transport: apitest.Transport(t, transport)}}
}

// reply is what a service has answered.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// call posts a body, or gets if there is none.
func (c *client) call(path, body string) (reply, error) {
	method := http.MethodPost
	if body == "" {
		method = http.MethodGet
	}
	request, err := http.NewRequest(method, c.url+path, strings.NewReader(body))
	if err != nil {
		return reply{}, err
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	return c.do(request)
}

// do makes a call.
func (c *client) do(request *http.Request) (reply, error) {
	response, err := c.http.Do(request)
	if err != nil {
		return reply{}, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return reply{response.StatusCode, response.Header, text}, err
}

// read calls, wants a status and decodes the answer.
func (c *client) read(t *testing.T, path, body string, status int, to any) reply {
	t.Helper()
	r, err := c.call(path, body)
	if err != nil {
		t.Fatal(err)
	}
	if r.status != status {
		t.Fatalf("%s %s: status %d: %s", path, body, r.status, r.body)
	}
	if err := json.Unmarshal(r.body, to); err != nil {
		t.Fatalf("%s: %v in %s", path, err, r.body)
	}
	return r
}

// answer is that of POST /v1/solve, and of GET /v1/deals/{id} what is alike.
type answer struct {
	ID       string
	Verdict  solver.Verdict
	Because  solver.Reason
	Solution *struct {
		Length int
		Moves  json.RawMessage
	}
	Search struct{ States int64 }
	Source solver.Source
	Origin *struct{ Game, ID string } `json:"inferred_from"`
}

// solveFrom asks again and again until the answer comes from the wanted source.
func (c *client) solveFrom(t *testing.T, body string, wanted solver.Source) (a answer) {
	t.Helper()
	eventually(t, fmt.Sprintf("%s to be answered from %s", body, wanted), func() bool {
		a = c.solve(t, body)
		return a.Source == wanted
	})
	return a
}

// solve asks and wants an answer.
func (c *client) solve(t *testing.T, body string) answer {
	t.Helper()
	var a answer
	c.read(t, "/v1/solve", body, http.StatusOK, &a)
	return a
}

// metric is the sum of a metric's values, over all labels that begin like these.
func (c *client) metric(name string) (float64, error) {
	r, err := c.call("/metrics", "")
	if err != nil {
		return 0, err
	}
	sum := 0.
	for line := range strings.Lines(string(r.body)) {
		if rest, found := strings.CutPrefix(line, name); found && strings.ContainsAny(rest[:1], "{ ,") {
			value, err := strconv.ParseFloat(strings.TrimSpace(line[strings.LastIndex(line, " "):]), 64)
			if err != nil {
				return 0, err
			}
			sum += value
		}
	}
	return sum, nil
}

// wait asks again and again until a metric has a value.
func (c *client) wait(t *testing.T, name string, value float64) {
	t.Helper()
	eventually(t, fmt.Sprintf("%s to be %g", name, value), func() bool {
		got, err := c.metric(name)
		return err == nil && got == value
	})
}

// eventually asks again and again until something holds. The limit is only there
// lest a broken service keep the tests waiting for ever.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	limit := time.After(3 * time.Minute)
	for !holds() {
		select {
		case <-limit:
			t.Fatalf("waited three minutes for %s", what)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// flags are serve's flags as the program reads them.
func flags(t testing.TB, args ...string) *service.Config {
	t.Helper()
	var f service.Config
	parser, err := kong.New(&f)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse(args); err != nil {
		t.Fatal(err)
	}
	if err := f.Complete(); err != nil {
		t.Fatal(err)
	}
	return &f
}

// serving completes the arguments of serve for a test: small tables, and deadlines that
// no machine is too busy for, unless the test is about deadlines.
func serving(args []string) []string {
	all := []string{"--listen", "127.0.0.1:0", "--table-memory", "32MiB", "--workers", "2", "--pool-size", "0"}
	if !slices.Contains(args, "--max-deadline") {
		all = append(all, "--deadline", "10m", "--max-deadline", "10m")
	}
	return append(all, args...)
}

// live is a service in this process, and a client of it.
type live struct {
	*client
	service *service.Service
	log     *journal
	once    sync.Once
}

// launch starts the service on a port of its own, with small tables and what else
// the arguments of serve say; with its own engines if none are given. It is
// stopped at the test's end if not before.
func launch(t *testing.T, newEngine func() solver.Engine, args ...string) *live {
	t.Helper()
	f := flags(t, serving(args)...)
	if newEngine == nil {
		newEngine = f.Engines()
	}
	log := new(journal)
	s, err := service.Start(t.Context(), f, newEngine, slog.New(slog.NewTextHandler(log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	l := &live{client: newClient(t, "http://"+s.Address), service: s, log: log}
	t.Cleanup(func() { l.stop(t) })
	return l
}

// stop stops the service, which must go well.
func (l *live) stop(t *testing.T) {
	t.Helper()
	l.once.Do(func() {
		if err := l.service.Stop(); err != nil {
			t.Error(err)
		}
		l.http.CloseIdleConnections()
	})
	if t.Failed() {
		t.Logf("the service said:\n%s", l.log)
	}
}

// journal keeps what was written to it, by many at a time.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

// lines counts the lines that have some text in them.
func (j *journal) lines(with string) int {
	n := 0
	for s := bufio.NewScanner(strings.NewReader(j.String())); s.Scan(); {
		if strings.Contains(s.Text(), with) {
			n++
		}
	}
	return n
}

// numbered poses the problem of a numbered deal.
func numbered(t *testing.T, game, seed string) *solver.Problem {
	t.Helper()
	p, err := solver.Numbered(game, seed)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
