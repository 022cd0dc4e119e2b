package api

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/thoughtful-solitaire/thoughtful/api/web"
	"github.com/thoughtful-solitaire/thoughtful/solver"
)

// TestCases runs the cases of testdata/cases, text archives of a request, its environment and the
// outcome:
//
//	request   method and path, headers, an empty line, the body; {id} in the path
//	          is the id of the stored problem
//	judge     the result of Judge and Engines: see judgement; or "late" if no engine is free
//	library   the problem in Library: see remembered; or "down"
//	dealer    the deals of Dealer: see dealing
//	stats     the reports of Stats: see counted; or "down"
//	jobs      the job in Jobs: see kept; or "down", "full", "yours are full" or "damaged"
//	campaigns the campaign in Campaigns: see counting; or one of the same words
//	webhooks  with any text, there are Webhooks: see hooks
//	proofs    the file in Proofs; or "down"
//	health    the error of each part, "" for none; "degraded…" for a part that is degraded
//	access    the access settings and the address of the client: see accessOf; without it
//	          the request comes from the same machine
//	asked     the calls of Judge and Engines
//	dealt     the calls of Dealer
//	counted   the calls of Stats
//	told      the calls of Jobs
//	ordered   the calls of Campaigns
//	response  status, headers, an empty line, the body
//
// The last six are compared; -update writes them. Request and response must conform to the OpenAPI
// document. Cases run in a synctest bubble, so that deadlines are exact.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/cases/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	// The first call bundles scripts in goroutines that outlast it, which a bubble does not allow.
	web.Asset(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/", nil), "none", "none")
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			synctest.Test(t, func(t *testing.T) { play(t, archive) })
			if *update {
				if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

func play(t *testing.T, archive *txtar.Archive) {
	sections := map[string]string{}
	for _, f := range archive.Files {
		sections[f.Name] = string(f.Data)
	}
	o := options()
	asked := ""
	answer := func(ctx context.Context, p *solver.Problem, b solver.Budget, fresh bool) (solver.Answer, error) {
		deadline, _ := ctx.Deadline()
		asked += fmt.Sprintf("within %v, %d states, fresh %v\n", time.Until(deadline), b.States, fresh)
		if b.Objective != solver.AnySolution {
			asked += fmt.Sprintf("for a %s solution\n", b.Objective)
		}
		return judgement(t, sections["judge"], p)
	}
	o.Judge, o.Bulk = judge(answer), patient(answer)
	lend := o.Engines
	o.Engines = lender(func(ctx context.Context, p *solver.Problem, task func(*solver.Clock, solver.Engine)) error {
		deadline, _ := ctx.Deadline()
		asked += fmt.Sprintf("for an engine within %v\n", time.Until(deadline))
		switch text := strings.TrimSpace(sections["judge"]); text {
		case "":
			return lend.Do(ctx, p, task)
		case "late":
			<-ctx.Done()
			return ctx.Err()
		default:
			_, err := judgement(t, text, p)
			return err
		}
	})
	l := remembered(t, sections["library"])
	id := solver.ID("1-00000000000000000000000000000000")
	if l.problem != nil {
		id = l.problem.ID()
	}
	o.Library = l
	if text := sections["jobs"]; text != "" {
		e := kept(t, text)
		defer func() { compare(t, archive, "told", e.asked) }()
		o.Jobs = e
	}
	if text := sections["proofs"]; text != "" {
		o.Proofs = fakeProofs{text}
	}
	if text := sections["campaigns"]; text != "" {
		c := counting(t, text)
		defer func() { compare(t, archive, "ordered", c.asked) }()
		o.Campaigns = c
	}
	if sections["webhooks"] != "" {
		o.Webhooks = hooks{}
	}
	if text := sections["stats"]; text != "" {
		c := counted(t, text)
		defer func() { compare(t, archive, "counted", c.asked) }()
		o.Stats = c
	}
	if text := sections["dealer"]; text != "" {
		d := dealing(t, text)
		defer func() { compare(t, archive, "dealt", d.asked) }()
		o.Dealer = d
	}
	if text := sections["health"]; text != "" {
		found := map[string]string{}
		decode(t, text, &found)
		parts := health{}
		for part, fault := range found {
			parts[part] = nil
			switch {
			case strings.HasPrefix(fault, "degraded"):
				parts[part] = weakened(fault)
			case fault != "":
				parts[part] = errors.New(fault)
			}
		}
		o.Health = parts
	}
	r, body := requestOf(t, strings.ReplaceAll(sections["request"], "{id}", string(id)))
	r.RemoteAddr = "127.0.0.1:50000"
	before := 0
	if text := sections["access"]; text != "" {
		o.Access, r.RemoteAddr, before = accessOf(t, text)
	}
	w := httptest.NewRecorder()
	h := serving(t, o)
	for range before {
		h.ServeHTTP(httptest.NewRecorder(), r)
		r.Body, asked = io.NopCloser(bytes.NewReader(body)), ""
	}
	h.ServeHTTP(w, r)

	compare(t, archive, "asked", asked)
	compare(t, archive, "response", response(t, w))
}

// compare compares a section with what a test got, or writes it.
func compare(t *testing.T, archive *txtar.Archive, name, got string) {
	t.Helper()
	for i, f := range archive.Files {
		if f.Name != name {
			continue
		}
		if *update {
			archive.Files[i].Data = []byte(got)
		} else if diff := cmp.Diff(string(f.Data), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		return
	}
	switch {
	case got == "":
	case *update:
		archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(got)})
	default:
		t.Errorf("unexpected %s:\n%s", name, got)
	}
}

func decode(t *testing.T, text string, to any) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(to); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
}

// requestOf parses the request of a case and returns it with its body.
func requestOf(t *testing.T, text string) (*http.Request, []byte) {
	t.Helper()
	in := bufio.NewReader(strings.NewReader(text))
	line, _ := in.ReadString('\n')
	method, target, ok := strings.Cut(strings.TrimSpace(line), " ")
	if !ok {
		t.Fatalf("%q is no method and path", line)
	}
	header := http.Header{}
	for {
		line, err := in.ReadString('\n')
		if line = strings.TrimSpace(line); line == "" || err != nil {
			break
		}
		name, value, _ := strings.Cut(line, ": ")
		header.Add(name, value)
	}
	var body bytes.Buffer
	_, _ = body.ReadFrom(in)
	r := httptest.NewRequest(method, target, bytes.NewReader(body.Bytes()))
	if host := header.Get("Host"); host != "" {
		r.Host = host
		header.Del("Host")
	}
	r.Header = header
	return r, body.Bytes()
}

// words is a list of strings without spaces, which cases have in one line.
var words = regexp.MustCompile(`\[\s+"[^"\s]*"(,\s+"[^"\s]*")*\s+\]`)

// response formats a response.
func response(t *testing.T, w *httptest.ResponseRecorder) string {
	t.Helper()
	var text strings.Builder
	fmt.Fprintf(&text, "%d\n", w.Code)
	for _, name := range []string{"Access-Control-Allow-Headers", "Access-Control-Allow-Methods", "Access-Control-Allow-Origin", "Access-Control-Expose-Headers", "Access-Control-Max-Age", "Allow", "Cache-Control", "Content-Disposition", "Content-Type", "Location", "Preference-Applied", "Link", "RateLimit", "RateLimit-Policy", "Retry-After", "WWW-Authenticate"} {
		if values := w.Header().Values(name); len(values) > 0 {
			fmt.Fprintf(&text, "%s: %s\n", name, strings.Join(values, ", "))
		}
	}
	text.WriteString("\n")
	var pretty bytes.Buffer
	if json.Indent(&pretty, w.Body.Bytes(), "", "  ") == nil {
		text.Write(words.ReplaceAllFunc(pretty.Bytes(), func(list []byte) []byte {
			return bytes.Join(bytes.Fields(list), nil)
		}))
	} else {
		text.Write(w.Body.Bytes())
	}
	return text.String()
}
