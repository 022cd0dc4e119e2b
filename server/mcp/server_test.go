package mcp

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// session connects a client to the tools of a service.
func session(t *testing.T, service http.HandlerFunc) *mcp.ClientSession {
	t.Helper()
	remote := httptest.NewServer(service)
	t.Cleanup(remote.Close)
	s := Service{Address: remote.URL, Key: "secret", Client: remote.Client()}
	server, err := s.server("test")
	if err != nil {
		t.Fatal(err)
	}
	here, there := mcp.NewInMemoryTransports()
	if _, err := server.Connect(t.Context(), there, nil); err != nil {
		t.Fatal(err)
	}
	client, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil).Connect(t.Context(), here, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	return client
}

// TestTools checks that every tool has a description and an input without references, of a size that
// a model can be given.
func TestTools(t *testing.T) {
	list, err := session(t, nil).ListTools(t.Context(), nil)
	if err != nil || len(list.Tools) != len(tools) {
		t.Fatalf("%d tools, %v", len(list.Tools), err)
	}
	for _, tool := range list.Tools {
		input, err := json.Marshal(tool.InputSchema)
		if err != nil || tool.Description == "" || strings.Contains(string(input), "$ref") || len(input) > 12_000 {
			t.Errorf("%s: %q, input of %d bytes: %s", tool.Name, tool.Description, len(input), input)
		}
	}
}

// TestCalls checks what a call of a tool asks the service, and what it returns.
func TestCalls(t *testing.T) {
	client := session(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		switch {
		case strings.Contains(string(body), "endless"):
			w.Write(make([]byte, largest+1))
			return
		case strings.Contains(string(body), "wrong"):
			w.Header().Set("Content-Type", "application/problem+json")
			w.WriteHeader(http.StatusBadRequest)
		default:
			w.Header().Set("Content-Type", "application/json")
		}
		json.NewEncoder(w).Encode(r.Method + " " + r.URL.String() + " " + r.Header.Get("Authorization") + " " + string(body))
	})
	for _, test := range []struct {
		tool, arguments, want string
		failed                bool
	}{
		{"solve", `{"game":"klondike","states":12345678}`, `POST /v1/solve Bearer secret {\"game\":\"klondike\",\"states\":12345678}`, false},
		{"solve", `{"game":"wrong"}`, `wrong`, true},
		{"solve", `{"game":"endless"}`, `ask for less`, true},
		{"show_deal", `{"game":"free-cell","seed":"microsoft:1"}`, `GET /v1/games/free-cell/deals/microsoft:1 `, false},
		{"winnable_deals", `{"game":"a/b","count":1000000}`, `GET /v1/games/a%2Fb/winnable-deals?count=1000000 `, false},
		{"show_deal", `{"game":"free-cell"}`, `seed: missing`, true},
		{"list_games", `{"colour":"red"}`, `colour: unknown argument`, true},
		{"list_games", `[]`, `not a JSON object`, true},
	} {
		got, err := client.CallTool(t.Context(), &mcp.CallToolParams{Name: test.tool, Arguments: json.RawMessage(test.arguments)})
		if err != nil {
			t.Fatalf("%s %s: %v", test.tool, test.arguments, err)
		}
		text := got.Content[0].(*mcp.TextContent).Text
		if got.IsError != test.failed || !strings.Contains(text, test.want) {
			t.Errorf("%s %s: %s (failed: %t)", test.tool, test.arguments, text, got.IsError)
		}
	}
}
