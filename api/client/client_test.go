package client

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
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
	if err == nil || !strings.Contains(err.Error(), "status 502 Bad Gateway, and no problem") {
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
