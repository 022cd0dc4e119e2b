package client

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

// serve answers everything alike, and shows what it was asked last.
func serve(t *testing.T, status int, header http.Header, body string) (*ClientWithResponses, *http.Request) {
	t.Helper()
	asked := new(http.Request)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		*asked = *r
		for name, values := range header {
			w.Header()[name] = values
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}))
	t.Cleanup(server.Close)
	c, err := New(server.URL, WithKey("secret"))
	if err != nil {
		t.Fatal(err)
	}
	return c, asked
}

func TestAnswer(t *testing.T) {
	c, asked := serve(t, 200, http.Header{"Content-Type": {"application/json"}}, `{"status":"ok"}`)
	answer, err := c.AliveWithResponse(t.Context())
	if err != nil || answer.JSON200 == nil || answer.JSON200.Status != "ok" {
		t.Errorf("%+v, %v", answer, err)
	}
	if got := asked.Header.Get("Authorization"); got != "Bearer secret" {
		t.Errorf("Authorization: %s", got)
	}
}

func TestProblem(t *testing.T) {
	c, _ := serve(t, 503, http.Header{"Content-Type": {"application/problem+json"}, "Retry-After": {"3"}, "X-Request-Id": {"abc"}},
		`{"type":"/problems/busy","title":"Too much to do","status":503,"detail":"later"}`)
	_, err := c.AliveWithResponse(t.Context())
	var problem *ProblemError
	if !errors.As(err, &problem) || problem.Type != ProblemTypeBusy || problem.RetryAfter != 3*time.Second || problem.RequestID != "abc" {
		t.Fatalf("%+v", err)
	}
	if got := problem.Error(); got != "Too much to do (503): later" {
		t.Error(got)
	}
}

// What stands in between may answer with something else.
func TestNoProblem(t *testing.T) {
	c, _ := serve(t, 502, nil, "<h1>Bad gateway</h1>")
	_, err := c.AliveWithResponse(t.Context())
	if err == nil || !strings.Contains(err.Error(), "status 502 Bad Gateway, but its body is not a problem") {
		t.Error(err)
	}
}

func TestLines(t *testing.T) {
	var got []string
	for line, err := range Lines[Alive](strings.NewReader("{\"status\":\"a\"}\n\n{\"status\":\"b\"}\n{\"stat")) {
		if err != nil {
			got = append(got, err.Error())
			continue
		}
		got = append(got, line.Status)
	}
	if want := "a b unexpected EOF"; strings.Join(got, " ") != want {
		t.Errorf("%q", got)
	}
	for range Lines[Alive](strings.NewReader("{}{}")) {
		break
	}
}

// What requests take is written as the service reads it; no card in the stock is not
// no stock.
func TestCards(t *testing.T) {
	text, err := json.Marshal(ReplayRequest{
		Game:  "golf",
		Deal:  Cards(Deal{Stock: &[]string{}, Waste: &[]string{"AS"}}),
		Moves: Moves(Move{Action: MoveActionDraw, Count: 1}),
	})
	if want := `{"deal":{"stock":[],"waste":["AS"]},"game":"golf","moves":[{"action":"draw","count":1}]}`; err != nil || string(text) != want {
		t.Errorf("%s, %v", text, err)
	}
}

// TestEvents reads events and leaves comments out; of a stream that breaks off in the
// middle of one nothing is made up.
func TestEvents(t *testing.T) {
	type progress struct{ Done int }
	for text, want := range map[string]string{
		"id: 1\nevent: state\ndata: {\"done\":3}\n\n: ping\n\nid: 7\nevent: final\ndata: {\"done\":4}\n\n": "1 state 3, 7 final 4, ",
		"id: 1\nevent: state\ndata: {\"done\":\ndata: 5}\n\nid: 2\nevent: final\ndata: {\"don":             "1 state 5, ",
		"event: state\ndata: nonsense\n\nevent: final\ndata: {}\n\n":                                       " state 0: invalid character 'o' in literal null (expecting 'u'), ",
	} {
		got := ""
		for event, err := range Events[progress](strings.NewReader(text)) {
			got += fmt.Sprint(event.ID, " ", event.Name, " ", event.Data.Done)
			if err != nil {
				got += ": " + err.Error()
			}
			got += ", "
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	cut := io.MultiReader(strings.NewReader("event: state\ndata: {}\n\n"), iotest.ErrReader(errors.New("cut off")))
	var last error
	events := 0
	for _, err := range Events[progress](cut) {
		events, last = events+1, err
	}
	if events != 2 || last == nil || last.Error() != "cut off" {
		t.Errorf("%d events, %v", events, last)
	}
	for range Events[progress](strings.NewReader("data: {}\n\ndata: {}\n\n")) {
		break // which must not go on
	}
}
