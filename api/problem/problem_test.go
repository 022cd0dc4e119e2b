package problem_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// Errors of packages that don't import problem.
type (
	plain       string
	busy        struct{ plain }
	limit       struct{ busy }
	notFound    struct{ plain }
	field       struct{ plain }
	unavailable struct{ plain }
	gone        struct{ unavailable }
	damaged     struct{ plain }
)

func (e plain) Error() string          { return string(e) }
func (busy) RetryAfter() time.Duration { return 1500 * time.Millisecond }
func (limit) OwnLimit() bool           { return true }
func (notFound) NotFound() bool        { return true }
func (field) Field() string            { return "date" }
func (unavailable) Unavailable() bool  { return true }
func (e gone) Detail() string          { return string(e.plain) }
func (damaged) Damaged() bool          { return true }

// TestOf finds the kind of a wrapped error by its behaviour.
func TestOf(t *testing.T) {
	for _, test := range []struct {
		err              error
		internal, stored problem.Kind // of a part that works, and of one that asks a store
		detailed         bool         // the error's text is sent to the client
	}{
		{plain("secret"), problem.Internal, problem.Unavailable, false},
		{busy{"full"}, problem.Busy, problem.Busy, true},
		{limit{busy{"yours are full"}}, problem.TooMany, problem.TooMany, true},
		{notFound{"gone"}, problem.NotFound, problem.NotFound, true},
		{field{"too far"}, problem.BadInput, problem.BadInput, true},
		{field{"date: too far"}, problem.BadInput, problem.BadInput, true},
		{unavailable{"secret"}, problem.Unavailable, problem.Unavailable, false},
		{gone{unavailable{"deleted"}}, problem.Unavailable, problem.Unavailable, true},
		{damaged{"secret"}, problem.Internal, problem.Internal, false},
		{context.DeadlineExceeded, problem.Unavailable, problem.Unavailable, false},
		{strict.Error{{Field: "record", Detail: "secret"}}, problem.Internal, problem.Unavailable, false},
	} {
		err := fmt.Errorf("asking 10.0.0.7: %w", test.err)
		for otherwise, want := range map[problem.Kind]problem.Kind{problem.Internal: test.internal, problem.Unavailable: test.stored} {
			e := problem.Of(err, otherwise)
			p := problem.Explain(fmt.Errorf("wrapped: %w", e))
			if e.Kind != want || p.Status != want.Status || p.Type != "/problems/"+want.Name || p.Title != want.Title || p.Detail == "" {
				t.Errorf("%T: %+v, want %s", test.err, p, otherwise.Name)
			}
			if detailed := strings.Contains(p.Detail, strings.TrimPrefix(test.err.Error(), "date: ")); detailed != test.detailed || strings.Contains(p.Detail, "10.0.0.7") {
				t.Errorf("%T: detail %q", test.err, p.Detail)
			}
			if want == problem.BadInput && (len(p.Errors) != 1 || p.Errors[0] != strict.FieldError{Field: "date", Detail: "too far"}) {
				t.Errorf("%v", p.Errors)
			}
		}
	}
}

// TestFrom explains errors of requests.
func TestFrom(t *testing.T) {
	several := strict.Error{{Field: "game", Detail: "unknown"}, {Field: "seed", Detail: "missing"}}
	if p := problem.Explain(fmt.Errorf("wrapped: %w", several)); p.Status != 400 || p.Detail != "game: unknown; seed: missing" || len(p.Errors) != 2 {
		t.Errorf("%+v", p)
	}
	var many strict.Error
	for range 5 {
		many = append(many, several[0])
	}
	if p := problem.Explain(many); p.Detail != "game: unknown; game: unknown; game: unknown; and 2 more in errors" || len(p.Errors) != 5 {
		t.Errorf("%+v", p)
	}
	for len(many) < strict.MaxErrors {
		many = append(many, several[0])
	}
	if p := problem.Explain(many); !strings.HasSuffix(p.Detail, "; and 29 more in errors, which has the first 32") || len(p.Errors) != 32 {
		t.Errorf("%+v", p)
	}
	if p := problem.Explain(&http.MaxBytesError{Limit: 10}); p.Status != 413 || !strings.Contains(p.Detail, "10 bytes") {
		t.Errorf("%+v", p)
	}
	if p := problem.Explain(problem.Field("count", "must be %d", 1)); p.Status != 400 || p.Detail != "count: must be 1" {
		t.Errorf("%+v", p)
	}
	if p := problem.Explain(problem.New(problem.Conflict, "as it is")); p.Status != 409 || p.Detail != "as it is" {
		t.Errorf("%+v", p)
	}
}

// TestWrite writes a problem, and logs the cause that clients must not see.
func TestWrite(t *testing.T) {
	var log bytes.Buffer
	person := false
	x := &problem.Writer{Log: slog.New(slog.NewTextHandler(&log, nil)), Page: func(w http.ResponseWriter, _ *http.Request, p problem.Problem) bool {
		if person {
			_, _ = io.WriteString(w, "<h1>"+p.Title)
		}
		return person
	}}
	answer := func(err error) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		x.Handle(func(http.ResponseWriter, *http.Request) error { return err })(w, httptest.NewRequest(http.MethodGet, "/", nil))
		return w
	}
	w := answer(problem.Of(busy{"full"}, problem.Internal))
	if w.Code != 503 || w.Header().Get("Retry-After") != "2" || w.Header().Get("Content-Type") != problem.MediaType || w.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
	if w := answer(problem.New(problem.Unauthorized, "no key")); w.Header().Get("WWW-Authenticate") != "Bearer" {
		t.Errorf("%v", w.Header())
	}
	log.Reset()
	if w := answer(errors.New("the disk has gone")); w.Code != 500 || strings.Contains(w.Body.String(), "disk") || !strings.Contains(log.String(), "the disk has gone") {
		t.Errorf("%s, logged %s", w.Body, &log)
	}
	for err, level := range map[error]string{problem.Of(errors.New("out"), problem.Unavailable): "INFO", errors.New("damaged"): "ERROR"} {
		log.Reset()
		x.Note(t.Context(), "answered without", err)
		if !strings.Contains(log.String(), "level="+level+` msg="answered without"`) {
			t.Errorf("%v is logged as %s", err, &log)
		}
	}
	log.Reset()
	person = true
	if w := answer(problem.New(problem.NotFound, "nothing")); w.Body.String() != "<h1>"+problem.NotFound.Title || log.Len() > 0 {
		t.Errorf("%s, logged %s", w.Body, &log)
	}
}

// TestExamplesInGuides compares the problems in the examples of the guides with the table.
func TestExamplesInGuides(t *testing.T) {
	guides, err := filepath.Glob("../../docs/*/*.md")
	if err != nil {
		t.Fatal(err)
	}
	example := regexp.MustCompile(`"type":"/problems/([^"]*)","title":"([^"]*)","status":(\d+)`)
	found := 0
	for _, guide := range guides {
		text, err := os.ReadFile(guide)
		if err != nil {
			t.Fatal(err)
		}
		for _, shown := range example.FindAllSubmatch(text, -1) {
			found++
			status, _ := strconv.Atoi(string(shown[3]))
			if !slices.ContainsFunc(problem.Kinds, func(k problem.Kind) bool {
				return k.Name == string(shown[1]) && k.Title == string(shown[2]) && k.Status == status
			}) {
				t.Errorf("%s has a problem that the service does not answer: %s", filepath.Base(guide), shown[0])
			}
		}
	}
	if found == 0 {
		t.Error("no guide has a problem")
	}
}
