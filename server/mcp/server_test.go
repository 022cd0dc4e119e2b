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

// TestJunk sends lines that are no messages, and checks that each is answered and the session goes on.
func TestJunk(t *testing.T) {
	const ping = `{"jsonrpc":"2.0","id":7,"method":"ping"}`
	junk := []struct {
		line string
		code int // 0: no answer
	}{
		{"junk", -32700},
		{`{"jsonrpc":"2.0",`, -32700},
		{ping + ping, -32700},
		{"\x00\xff\xfe", -32700},
		{"", 0},
		{" \r", 0},
		{"null", -32600},
		{"[]", -32600},
		{"[" + ping + "]", -32600},
		{`{"jsonrpc":"1.0","id":1,"method":"ping"}`, -32600},
		{`{"jsonrpc":"2.0","id":{},"method":"ping"}`, -32600},
		{`{"jsonrpc":"2.0","id":1,"method":7}`, -32600},
		{`{"jsonrpc":"2.0"}`, -32600},
		{`{"jsonrpc":"2.0","id":99,"result":{}}`, 0},
		{strings.Repeat("[", 100_000), -32700},
		{strings.Repeat("x", longest), -32600},
		{`{"jsonrpc":"2.0","id":7,"method":"ping","params":{"x":"` + strings.Repeat("x", longest) + `"}}`, -32600},
	}
	in, feed := io.Pipe()
	answers, out := io.Pipe()
	t.Cleanup(func() { answers.Close() })
	ended := make(chan error, 1)
	go func() {
		ended <- Serve(t.Context(), Service{Client: http.DefaultClient}, "test", in, out)
		out.Close()
	}()
	decoder := json.NewDecoder(answers)
	answer := func(line string) (got struct {
		ID    json.RawMessage
		Error struct{ Code int }
	},
	) {
		t.Helper()
		go io.WriteString(feed, line+"\n")
		if err := decoder.Decode(&got); err != nil {
			t.Fatalf("%.50q: %v; session: %v", line, err, <-ended)
		}
		return got
	}
	answer(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}`)
	for _, j := range junk {
		if j.code == 0 {
			go io.WriteString(feed, j.line+"\n")
		} else if got := answer(j.line); string(got.ID) != "null" || got.Error.Code != j.code {
			t.Errorf("%.50q: %+v", j.line, got)
		}
		if got := answer(ping + "\r"); string(got.ID) != "7" || got.Error.Code != 0 {
			t.Fatalf("after %.50q: %+v", j.line, got)
		}
	}
	feed.Close()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
