package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
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

// client sends requests to a service. Requests and responses must conform to the OpenAPI
// document.
type client struct {
	url  string
	http *http.Client
}

func newClient(t testing.TB, url string) *client {
	transport := &http.Transport{MaxIdleConnsPerHost: 100}
	t.Cleanup(transport.CloseIdleConnections)
	return &client{url, &http.Client{Transport: apitest.Transport(t, transport)}}
}

// reply is a response with its body.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// call sends a POST with a body, or a GET if body is empty.
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

// do sends a request and reads the response.
func (c *client) do(request *http.Request) (reply, error) {
	response, err := c.http.Do(request)
	if err != nil {
		return reply{}, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return reply{response.StatusCode, response.Header, text}, err
}

// read calls, checks the status and decodes the body.
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

// answer has the fields of POST /v1/solve, and those of GET /v1/deals/{id} that are alike.
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

// solve calls POST /v1/solve, which must succeed.
func (c *client) solve(t *testing.T, body string) answer {
	t.Helper()
	var a answer
	c.read(t, "/v1/solve", body, http.StatusOK, &a)
	return a
}

// metric returns the sum of the values of all metrics whose name and labels begin with name.
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

// wait waits until a metric has a value.
func (c *client) wait(t *testing.T, name string, value float64) {
	t.Helper()
	eventually(t, fmt.Sprintf("%s to be %g", name, value), func() bool {
		got, err := c.metric(name)
		return err == nil && got == value
	})
}

// eventually waits until a condition holds. The limit is there only for a broken service. It asks
// less and less often, so that questions don't keep a processor busy that the service needs.
func eventually(t testing.TB, what string, holds func() bool) {
	t.Helper()
	limit := time.After(3 * time.Minute)
	for pause := 5 * time.Millisecond; !holds(); pause = min(pause*5/4, 50*time.Millisecond) {
		select {
		case <-limit:
			t.Fatalf("waited three minutes for %s", what)
		case <-time.After(pause):
		}
	}
}

// flags parses flags of serve as the program does.
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

// serving completes the arguments of serve for a test: small tables, and, unless the test sets
// its own, deadlines that are long enough for a busy machine, and an empty store. With the user's own
// one, answers would depend on what was asked in earlier tests and runs.
func serving(t testing.TB, args []string) []string {
	t.Helper()
	all := []string{"--listen", "127.0.0.1:0", "--table-memory", "32MiB", "--workers", "2"}
	if !slices.Contains(args, "--max-deadline") {
		all = append(all, "--deadline", "10m", "--max-deadline", "10m")
	}
	if !slices.Contains(args, "--data-dir") && !slices.Contains(args, "--database-url") {
		all = append(all, "--data-dir", t.TempDir())
	}
	return append(all, args...)
}

// live is a service in this process with a client.
type live struct {
	*client
	service *service.Service
	log     *journal
	once    sync.Once
}

// launch starts the service on a free port with arguments of serve, and stops it at the end of
// the test. A nil newEngine means the service's own engines.
func launch(t testing.TB, newEngine func() solver.Engine, args ...string) *live {
	t.Helper()
	f := flags(t, serving(t, args)...)
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

// beginStop begins to stop the service, waits until it refuses connections, and returns a channel
// that is closed when it has stopped.
func (l *live) beginStop(t testing.TB) (stopped <-chan struct{}) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		l.stop(t)
	}()
	eventually(t, "new connections to be refused", func() bool {
		c, err := net.Dial("tcp", l.service.Address)
		if err == nil {
			c.Close()
		}
		return err != nil
	})
	return done
}

// stop stops the service, which must succeed.
func (l *live) stop(t testing.TB) {
	t.Helper()
	l.once.Do(func() {
		if err := l.service.Stop(); err != nil {
			t.Error(err)
		}
		l.http.CloseIdleConnections()
	})
	if t.Failed() {
		t.Logf("log:\n%s", l.log)
	}
}

// journal is a buffer for concurrent writers.
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

// lines counts the lines that contain a text.
func (j *journal) lines(with string) int {
	n := 0
	for s := bufio.NewScanner(strings.NewReader(j.String())); s.Scan(); {
		if strings.Contains(s.Text(), with) {
			n++
		}
	}
	return n
}

// numbered returns the problem of a numbered deal.
func numbered(t *testing.T, game, seed string) *solver.Problem {
	t.Helper()
	p, err := solver.Numbered(game, seed)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
