package apitest

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// reporter records errors.
type reporter struct{ said []string }

func (*reporter) Helper() {}

func (r *reporter) Errorf(format string, args ...any) {
	r.said = append(r.said, fmt.Sprintf(format, args...))
}

// answer is a handler's response.
type answer struct {
	status int
	header string // "Name: value" a line
	body   string
}

func (a answer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_, _ = io.Copy(io.Discard, r.Body)
	for line := range strings.Lines(a.header) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		w.Header().Set(name, value)
	}
	w.WriteHeader(a.status)
	_, _ = io.WriteString(w, a.body)
}

const (
	asJSON    = "Content-Type: application/json"
	asProblem = "Content-Type: application/problem+json"
	games     = `{"version":"v1","games":[{"name":"golf","title":"Golf","summary":"","aliases":[],"family":"Golf","variant_of":"","rank":6}]}`
	outcome   = `{"legal":true,"won":false,"moves":0,"redeals":0,"position":{},"warnings":[]}`
	moves     = `{"game":"golf","seed":"solvitaire:1","moves":[{"action":"draw","count":1}]}`
)

// Conforming traffic passes, and each violation is reported, by handler and transport.
func TestConforming(t *testing.T) {
	for _, c := range []struct {
		name    string
		request string // method, target, body
		answer  answer
		want    string // part of the error; empty for none
	}{
		{"a list", "GET /v1/games", answer{200, asJSON, games}, ""},
		{"a text", "GET /v1/games/golf/deals/solvitaire:1?format=pysol", answer{200, "Content-Type: text/plain; charset=utf-8", "Talon:"}, ""},
		{"moves", "POST /v1/replay " + moves, answer{200, asJSON, outcome}, ""},
		{"an escaped path", "GET /v1/games/a%2Fb/deals/x", answer{404, asProblem, problem("not-found", 404)}, ""},
		{"nothing there", "GET /nowhere", answer{404, asProblem, problem("not-found", 404)}, ""},
		{"only the header", "HEAD /v1/games", answer{200, asJSON, ""}, ""},
		{"a page's file", "GET /web/style.css", answer{200, "", "body{}"}, ""},
		{"a bad request", "POST /v1/replay {}", answer{400, asProblem, problem("bad-input", 400)}, ""},
		{"a line in two", "POST /v1/batches {\"game\":1}\n" + solve + "\n", answer{200, "Content-Type: application/x-ndjson", line(1, `"problem":`+problem("bad-input", 400)) + line(2, verdict)}, ""},
		{"events", "GET /v1/jobs/x/events", answer{200, "Content-Type: text/event-stream", "id: 1\nevent: state\ndata: " + job + "\n\n: ping\n\n"}, ""},
		{"a page that has not changed", "GET /docs", answer{304, "Etag: x", ""}, ""},

		{"no such call", "GET /v1/wishes", answer{200, asJSON, "{}"}, "no such call"},
		{"no such method", "PUT /v1/games", answer{200, asJSON, games}, "no such call"},
		{"no such status", "GET /v1/games", answer{418, asProblem, problem("bad-input", 418)}, "no such status"},
		{"no such header", "GET /v1/games", answer{200, asJSON + "\nX-Mood: good", games}, "no header X-Mood"},
		{"no such media type", "GET /v1/games", answer{200, "Content-Type: text/csv", games}, `no body of type "text/csv"`},
		{"no such field", "GET /v1/games", answer{200, asJSON, strings.Replace(games, `"name"`, `"mood":1,"name"`, 1)}, "additional properties 'mood' not allowed"},
		{"no such word", "GET /v1/deals/x", answer{200, asJSON, `{"verdict":"perhaps"}`}, "value must be one of 'winnable'"},
		{"a field is missing", "GET /v1/games", answer{200, asJSON, `{"version":"v1"}`}, "missing property 'games'"},
		{"no JSON", "GET /v1/games", answer{200, asJSON, `{"games":`}, "no such body"},
		{"two documents", "GET /v1/games", answer{200, asJSON, games + games}, "no such body"},
		{"another call's problem", "GET /v1/games", answer{400, asProblem, problem("busy", 400)}, "no problem of type /problems/busy"},
		{"no problem", "GET /v1/games", answer{400, asJSON, games}, `no body of type "application/json"`},
		{"no such parameter", "GET /v1/games?mood=good", answer{200, asJSON, games}, "no parameter mood"},
		{"no such parameter's word", "GET /v1/games/golf/deals/solvitaire:1?format=morse", answer{200, "Content-Type: text/plain", ""}, `no "morse" as its parameter format`},
		{"a request's unknown field", "POST /v1/replay " + strings.Replace(moves, `"game"`, `"mood":1,"game"`, 1), answer{200, asJSON, outcome}, "no such request"},
		{"a line's unknown field", "POST /v1/batches {\"mood\":1}\n", answer{200, "Content-Type: application/x-ndjson", line(1, verdict)}, "no such line of its request"},
		{"a line that was not sent", "POST /v1/batches " + solve, answer{200, "Content-Type: application/x-ndjson", line(7, verdict)}, "line 7 of its request"},
		{"another event", "GET /v1/jobs/x/events", answer{200, "Content-Type: text/event-stream", "data: {}\n\n"}, "no such data of its events"},
		{"a body too many", "GET /v1/games {}", answer{200, asJSON, games}, "no body of its request"},
	} {
		t.Run(c.name, func(t *testing.T) {
			handler, transport := new(reporter), new(reporter)
			method, rest, _ := strings.Cut(c.request, " ")
			target, body, _ := strings.Cut(rest, " ")
			media := "application/json"
			if target == "/v1/batches" {
				media = linesType
			}

			r := httptest.NewRequest(method, target, strings.NewReader(body))
			r.Header.Set("Content-Type", media)
			Handler(handler, c.answer).ServeHTTP(httptest.NewRecorder(), r)

			server := httptest.NewServer(c.answer)
			defer server.Close()
			asked, err := http.NewRequest(method, server.URL+target, strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			asked.Header.Set("Content-Type", media)
			client := http.Client{Transport: Transport(transport, server.Client().Transport)}
			reply, err := client.Do(asked)
			if err != nil {
				t.Fatal(err)
			}
			defer reply.Body.Close()
			text, err := io.ReadAll(reply.Body)
			if err != nil || method != http.MethodHead && string(text) != c.answer.body {
				t.Errorf("%q passed (%v)", text, err)
			}
			for way, told := range map[string][]string{"handler": handler.said, "transport": transport.said} {
				if c.want == "" && len(told) > 0 || c.want != "" && (len(told) != 1 || !strings.Contains(told[0], c.want)) {
					t.Errorf("%s: reported %q, want %q", way, told, c.want)
				}
			}
		})
	}
}

const (
	solve   = `{"game":"golf","seed":"solvitaire:1"}`
	verdict = `"id":"1-0","game":"golf","verdict":"unwinnable","because":null,"solution":null,"certificate":null,
		"search":{"engine":"hole","states":1,"elapsed_ms":1,"shortening_ms":0},"source":"search","warnings":[]`
	job = `{"id":"x","state":"queued","final":false,"answer":null,"accepted_at":"2026-11-22T10:00:00Z","deadline_at":"2026-11-22T10:10:00Z","ended_at":null,"kept_for_ms":3600000,"expires_at":null}`
)

// line is the answer to a line of a batch.
func line(n int, fields string) string {
	return fmt.Sprintf(`{"line":%d,%s}`+"\n", n, strings.ReplaceAll(fields, "\n", ""))
}

func problem(kind string, status int) string {
	return fmt.Sprintf(`{"type":"/problems/%s","title":"","status":%d,"detail":""}`, kind, status)
}

// Lines are checked one by one while they are sent.
func TestLines(t *testing.T) {
	d, err := parse([]byte(`{"openapi":"3.1.0","info":{"title":"t","version":"1"},"paths":{"/lines":{"get":{"responses":{
		"200":{"description":"","content":{"application/x-ndjson":{"schema":{"$ref":"#/components/schemas/Line"}}}}}}}},
		"components":{"schemas":{"Line":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodGet, "/lines", nil)
	told := new(reporter)
	e := d.exchange(told, r)
	e.answered(http.StatusOK, http.Header{"Content-Type": {linesType}})
	for i, step := range []struct {
		passes string
		want   string // the error then; empty for none
	}{
		{"{\"n\":1}\n{\"n\"", ""},
		{":2}\n", ""},
		{"{\"n\":2,\"m\":3}\n", "additional properties 'm' not allowed"},
		{"{\"n\":\"x\"}\n{\"n\":4}\n", "got string, want integer"},
		{"{\"n\":5}", ""},
	} {
		told.said = nil
		e.passed([]byte(step.passes))
		if got := strings.Join(told.said, "\n"); (got == "") != (step.want == "") || !strings.Contains(got, step.want) {
			t.Errorf("step %d: reported %q, want %q", i, got, step.want)
		}
	}
	told.said = nil
	e.done()
	if len(told.said) != 1 || !strings.Contains(told.said[0], "the last one has no end") {
		t.Errorf("reported at the end: %q", told.said)
	}
}
