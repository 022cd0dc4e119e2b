package e2e

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/api/apitest"
	sdk "github.com/thoughtful-solitaire/thoughtful/api/client"
	"github.com/thoughtful-solitaire/thoughtful/docs"
	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
)

// watched starts a service for programs in other processes and returns its URL. Requests and
// responses must conform to the OpenAPI document.
func watched(t *testing.T) string {
	t.Helper()
	l := launch(t, nil, "--data-dir", t.TempDir())
	target, err := url.Parse(l.url)
	if err != nil {
		t.Fatal(err)
	}
	forward := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.SetURL(target)
			r.Out.Header.Del("Accept-Encoding") // compressed bodies can't be checked
		},
		Transport:     apitest.Transport(t, l.http.Transport),
		FlushInterval: -1,
	}
	// Answers of a batch begin before its request has been read. Unless told so, Go's server
	// reads the rest of the request then and closes it, and when the transport looks for the
	// rest, too, it gives up the answer.
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := http.NewResponseController(w).EnableFullDuplex(); err != nil {
			t.Error(err)
		}
		forward.ServeHTTP(w, r)
	}))
	t.Cleanup(proxy.Close)
	return proxy.URL
}

// follows runs a program that plays by the service's hints and must win.
func follows(t *testing.T, program *exec.Cmd) {
	t.Helper()
	var stderr bytes.Buffer
	program.Stderr = &stderr
	out, err := program.Output()
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if err != nil || len(lines) < 50 || lines[len(lines)-1] != "won solvitaire:2" {
		t.Errorf("%s: %v; stderr %s, stdout\n%s", program, err, &stderr, out)
	}
}

// TestGoClient runs the example of docs/build/clients.md.
func TestGoClient(t *testing.T) {
	t.Parallel()
	program := filepath.Join(t.TempDir(), "example")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", program, "../../api/client/example.go")
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", build, err, output)
	}
	follows(t, exec.CommandContext(t.Context(), program, watched(t)))
}

// TestGoClientDetails tests features of the client that the example does not use.
func TestGoClientDetails(t *testing.T) {
	service, err := sdk.New(watched(t))
	if err != nil {
		t.Fatal(err)
	}
	count, with := 5, true
	dealt, err := service.WinnableDeals(t.Context(), "klondike", &sdk.WinnableDealsParams{Count: &count, Solution: &with})
	if err != nil {
		t.Fatal(err)
	}
	defer dealt.Body.Close()
	deals := 0
	for deal, err := range sdk.Lines[sdk.WinnableDeal](dealt.Body) {
		if err != nil {
			t.Fatal(err)
		}
		deals++
		solution, err := service.NumberedSolutionWithResponse(t.Context(), deal.Game, deal.Seed, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, moves := range [][]sdk.Move{solution.JSON200.Moves, deal.Solution.Moves} {
			end, err := service.ReplayWithResponse(t.Context(), sdk.ReplayRequest{Game: deal.Game, Seed: deal.Seed, Moves: sdk.Moves(moves...)})
			if err != nil || !end.JSON200.Won || end.JSON200.Moves+end.JSON200.Redeals != len(moves) {
				t.Errorf("%s: %+v, %v", deal.Seed, end, err)
			}
		}
	}
	if deals != count {
		t.Errorf("%d deals", deals)
	}
	_, err = service.GameWithResponse(t.Context(), "no-such-game", nil)
	var problem *sdk.ProblemError
	if !errors.As(err, &problem) || problem.Type != sdk.ProblemTypeNotFound || problem.RequestID == "" {
		t.Errorf("unknown game: %v", err)
	}
	requests := `{"game":"free-cell","seed":"microsoft:1","solution":false}` + "\n" + `{"game":"free-cell","seed":"microsoft:0"}` + "\n"
	response, err := service.BatchWithBody(t.Context(), "application/x-ndjson", strings.NewReader(requests))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	won, wrong := 0, 0
	for line, err := range sdk.Lines[sdk.BatchLine](response.Body) {
		if err != nil {
			t.Fatal(err)
		}
		if verdict, err := line.AsBatchVerdict(); err == nil && verdict.Verdict == sdk.VerdictWinnable && verdict.Line == 1 {
			won++
		}
		if problem, err := line.AsBatchProblem(); err == nil && problem.Problem.Type == sdk.ProblemTypeBadInput && problem.Line == 2 {
			wrong++
		}
	}
	if won != 1 || wrong != 1 {
		t.Errorf("%d won, %d wrong", won, wrong)
	}
}

// TestTypeScriptClient compiles the client, and runs the example of docs/build/clients.md and a
// program that uses the other features.
func TestTypeScriptClient(t *testing.T) {
	t.Parallel()
	source, dir := filepath.Join("..", "..", "api", "client", "typescript"), t.TempDir()
	for _, name := range []string{
		filepath.Join(source, "package.json"), filepath.Join(source, "tsconfig.json"), filepath.Join(source, "thoughtful.ts"),
		filepath.Join(source, "schema.ts"), filepath.Join(source, "example.ts"), filepath.Join(source, "backend.ts"), filepath.Join(source, "webhook.ts"), filepath.Join("testdata", "clients.ts"),
		filepath.Join("testdata", "webhooks.ts"),
	} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(name)), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	compile := servicetest.Command(t, servicetest.TypeScript, "--skipDefaultLibCheck", "--project", dir, "--outDir", dir)
	if output, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", compile, err, output)
	}
	service := watched(t)
	follows(t, servicetest.Command(t, servicetest.Node, filepath.Join(dir, "example.js"), service))
	details := servicetest.Command(t, servicetest.Node, filepath.Join(dir, "clients.js"), service)
	if output, err := details.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
	verifies(t, servicetest.Command(t, servicetest.Node, filepath.Join(dir, "webhooks.js")))
	backed(t, servicetest.Command(t, servicetest.Node, filepath.Join(dir, "backend.js"), service, "0"))
}

// TestOffTheShelfTypes compiles calls with types that openapi-typescript makes of the document, as
// users of it have them, and runs them.
func TestOffTheShelfTypes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	source := filepath.Join("testdata", "offtheshelf")
	types, err := os.ReadFile(filepath.Join(source, "schema.ts"))
	if err != nil {
		t.Fatal(err)
	}
	if digest := fmt.Sprintf("sha256 of the document: %x\n", sha256.Sum256(docs.OpenAPI)); !strings.Contains(string(types), digest) {
		t.Error("schema.ts is not of docs/openapi.json; run `make generate`")
	}
	if err := os.CopyFS(dir, os.DirFS(source)); err != nil {
		t.Fatal(err)
	}
	compile := servicetest.Command(t, servicetest.TypeScript, "--skipDefaultLibCheck", "--project", dir)
	if output, err := compile.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", compile, err, output)
	}
	calls := servicetest.Command(t, servicetest.Node, filepath.Join(dir, "calls.js"), watched(t))
	if output, err := calls.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
}
