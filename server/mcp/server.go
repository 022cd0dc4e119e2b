package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// instructions tell a model what the tools are for.
const instructions = `Thoughtful solves patience (solitaire) games. Its verdicts are proven: "winnable" comes with a solution, "unwinnable" with a complete search or a proof, and everything else is "unknown". Do not guess whether a deal can be won: ask. Name a game (list_games) and a numbered deal such as "solvitaire:2", or give the cards. Cards are written as QH, TS; columns count from the left.`

// largest is the most bytes of an answer that a tool returns.
const largest = 4 << 20

// Service is a running service.
type Service struct {
	Address string // such as http://127.0.0.1:8080
	Key     string // the API key, empty for none
	Client  *http.Client
}

// Serve offers the service's calls as tools, until in or the context ends. Messages are JSON, one a
// line: requests from in, answers to out.
func Serve(ctx context.Context, s Service, version string, in io.Reader, out io.Writer) error {
	server, err := s.server(version)
	if err != nil {
		return err
	}
	answers := &shared{out: out}
	messages := &lines{in: bufio.NewReader(in), out: answers}
	err = server.Run(ctx, &mcp.IOTransport{Reader: io.NopCloser(messages), Writer: answers})
	if errors.Is(err, io.EOF) || ctx.Err() != nil {
		return nil
	}
	return err
}

// server returns the protocol's server with all tools.
func (s *Service) server(version string) (*mcp.Server, error) {
	list, err := operations()
	if err != nil {
		return nil, err
	}
	server := mcp.NewServer(&mcp.Implementation{Name: "thoughtful", Title: "Thoughtful", Version: version}, &mcp.ServerOptions{Instructions: instructions})
	for _, o := range list {
		server.AddTool(&o.tool, func(ctx context.Context, call *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return s.call(ctx, o, call.Params.Arguments)
		})
	}
	return server, nil
}

// call asks the service. A problem that it answers with is a result, which the model can read and
// mend; the error is for a service that can't be reached.
func (s *Service) call(ctx context.Context, o *operation, arguments json.RawMessage) (*mcp.CallToolResult, error) {
	request, problem := s.request(ctx, o, arguments)
	if problem != "" {
		return failed(problem), nil
	}
	response, err := s.Client.Do(request)
	if err != nil {
		return nil, fmt.Errorf("calling the service: %w", err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(io.LimitReader(response.Body, largest+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("reading the service's answer: %w", err)
	case len(answer) > largest:
		return failed(fmt.Sprintf("the service's answer has more than %d bytes; ask for less", largest)), nil
	case response.StatusCode >= 400:
		return failed(string(answer)), nil
	}
	result := &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: string(answer)}}}
	if strings.HasPrefix(response.Header.Get("Content-Type"), "application/json") {
		result.StructuredContent = json.RawMessage(answer)
	}
	return result, nil
}

// failed returns the result of a call that could not be answered.
func failed(why string) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: why}}}
}

// request returns the request of a call of a tool, or what is wrong with its arguments.
func (s *Service) request(ctx context.Context, o *operation, arguments json.RawMessage) (r *http.Request, problem string) {
	if len(arguments) == 0 {
		arguments = json.RawMessage("{}")
	}
	path, body := o.path, io.Reader(nil)
	if o.method == http.MethodPost {
		body = bytes.NewReader(arguments)
	} else {
		var values map[string]any
		decoder := json.NewDecoder(bytes.NewReader(arguments))
		decoder.UseNumber() // so that a large number is written as it came
		if err := decoder.Decode(&values); err != nil {
			return nil, "the arguments are not a JSON object: " + err.Error()
		}
		query := url.Values{}
		for _, p := range o.parameters {
			value, given := values[p.name]
			delete(values, p.name)
			switch {
			case p.inPath && !given:
				return nil, p.name + ": missing"
			case p.inPath:
				path = strings.Replace(path, "{"+p.name+"}", url.PathEscape(fmt.Sprint(value)), 1)
			case given:
				query.Set(p.name, fmt.Sprint(value))
			}
		}
		for name := range values {
			return nil, name + ": unknown argument"
		}
		if len(query) > 0 {
			path += "?" + query.Encode()
		}
	}
	r, err := http.NewRequestWithContext(ctx, o.method, s.Address+path, body)
	if err != nil {
		return nil, err.Error()
	}
	r.Header.Set("Content-Type", "application/json")
	if s.Key != "" {
		r.Header.Set("Authorization", "Bearer "+s.Key)
	}
	return r, ""
}
