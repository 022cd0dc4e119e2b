package request

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// Carries returns an error unless a request has a body of a media type and no parameters. The body is
// not compressed, or has one of these encodings.
func Carries(r *http.Request, want string, encodings ...string) error {
	if err := Query(r).Err(); err != nil {
		return err
	}
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case err != nil || media != want:
		detail := "Content-Type must be " + want
		if given := r.Header.Get("Content-Type"); given != "" {
			detail += fmt.Sprintf(", not %q", problem.Clip(given))
		}
		if want == "application/x-ndjson" {
			detail += ": one JSON object a line"
		}
		return problem.New(problem.MediaTypeWrong, "%s", detail)
	}
	switch encoding := r.Header.Get("Content-Encoding"); {
	case encoding == "" || slices.Contains(encodings, encoding):
	case len(encodings) > 0:
		return problem.New(problem.MediaTypeWrong, "Content-Encoding must be %s, or absent", strings.Join(encodings, " or "))
	default:
		return problem.New(problem.MediaTypeWrong, "Content-Encoding is not supported")
	}
	return nil
}

// Handler answers a request. Its error is answered as a problem.
type Handler = func(http.ResponseWriter, *http.Request) error

// Plain returns the handler of a call without parameters in the query. Any parameter is an error.
func Plain(h Handler) Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if err := Query(r).Err(); err != nil {
			return err
		}
		return h(w, r)
	}
}

// storeTime bounds what a request asks of the store, in as many calls as it takes.
const storeTime = 2 * time.Second

// WithStoreTime returns a request with that bound.
func WithStoreTime(r *http.Request) (*http.Request, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(r.Context(), storeTime)
	return r.WithContext(ctx), cancel
}

// Decode reads a body that is an object with the fields of a struct. Values that it refuses are errors of the
// node; a text that is no object is an error.
func Decode(body []byte, into any) (*strict.Node, error) {
	node, err := strict.Parse(body, "")
	if err == nil && !node.Decode(into) {
		err = node.Err()
	}
	return node, nameBody(err)
}

// nameBody names the body in errors that are in no field of it.
func nameBody(err error) error {
	mistakes, _ := errors.AsType[strict.Error](err)
	for i := range mistakes {
		if mistakes[i].Field == "" {
			mistakes[i].Field = "body"
		}
	}
	return err
}

func notOneOf(text string, words []string) string {
	return fmt.Sprintf("%q is not one of: %s", problem.Clip(text), strings.Join(words, ", "))
}

// Param returns the part of the path that the route names.
func Param(r *http.Request, name string) string {
	text := chi.URLParam(r, name)
	if r.URL.RawPath == "" { // the route was found by the unescaped path
		return text
	}
	if plain, err := url.PathUnescape(text); err == nil {
		return plain
	}
	return text
}

// Listed returns the elements of a header that is a list, in lower case and without
// parameters.
func Listed(r *http.Request, header string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, line := range r.Header.Values(header) {
			for element := range strings.SplitSeq(line, ",") {
				name, _, _ := strings.Cut(element, ";")
				if !yield(strings.ToLower(strings.TrimSpace(name))) {
					return
				}
			}
		}
	}
}

// Parameters are those of a query. Reading a wrong one adds an error, and the value returned means
// nothing. A handler reads all of them and then returns Err, so that the client learns of all errors
// at once.
type Parameters struct {
	given      map[string]string
	errors     strict.Error
	unreadable error // of the whole query
}

// Query reads the query of a call that takes these parameters.
func Query(r *http.Request, names ...string) *Parameters {
	p := &Parameters{given: map[string]string{}}
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		p.unreadable = problem.New(problem.BadInput, "invalid query: %s", err)
		return p
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		p.given[name] = values[name][0]
		switch {
		case !slices.Contains(names, name):
			p.AddError(problem.Clip(name), "unknown parameter")
		case len(values[name]) > 1:
			p.AddError(name, "given twice")
		}
	}
	return p
}

// Err returns all errors so far, or nil.
func (p *Parameters) Err() error {
	switch {
	case p.unreadable != nil:
		return p.unreadable
	case len(p.errors) > 0:
		return p.errors
	}
	return nil
}

// AddError adds the error of a parameter, up to [strict.MaxErrors] of them.
func (p *Parameters) AddError(name, format string, args ...any) {
	if len(p.errors) < strict.MaxErrors {
		p.errors = append(p.errors, strict.FieldError{Field: name, Detail: fmt.Sprintf(format, args...)})
	}
}

// Text returns a parameter, and whether it is given.
func (p *Parameters) Text(name string) (text string, given bool) {
	text, given = p.given[name]
	return text, given
}

// Date returns the parameter date; empty if absent.
func (p *Parameters) Date() string {
	date, given := p.given["date"]
	if _, err := time.Parse(time.DateOnly, date); given && err != nil {
		p.AddError("date", "%q is not a date; use YYYY-MM-DD", problem.Clip(date))
	}
	return date
}

// Difficulties are the grades of deals, easiest first.
var Difficulties = []string{"easy", "medium", "hard", "expert"}

// Difficulty returns the parameter difficulty, read without regard to case, spaces and hyphens; empty
// if absent.
func (p *Parameters) Difficulty() string {
	text, given := p.given["difficulty"]
	plain := rules.Loose(text)
	if given && !slices.Contains(Difficulties, plain) {
		p.AddError("difficulty", "%s", notOneOf(text, Difficulties))
	}
	return plain
}

// Difficulty reads the name of a difficulty, without regard to case, spaces and hyphens.
func Difficulty(text string) (string, error) {
	if plain := rules.Loose(text); slices.Contains(Difficulties, plain) {
		return plain, nil
	}
	return "", problem.Field("difficulty", "%s", notOneOf(text, Difficulties))
}

// Format reads the query of a call whose only parameter is format, one of some words. The
// first is the default.
func Format(r *http.Request, formats []string) (string, error) {
	q := Query(r, "format")
	return cmp.Or(q.Word("format", formats), formats[0]), q.Err()
}

// Explicit returns whether the parameter schema asks for positions in the explicit form.
func (p *Parameters) Explicit() bool { return p.Word("schema", Schemas) == Schemas[1] }

// Word returns a parameter that is one of some words; empty if absent.
func (p *Parameters) Word(name string, words []string) string {
	text, given := p.given[name]
	if given && !slices.Contains(words, text) {
		p.AddError(name, "%s", notOneOf(text, words))
		return ""
	}
	return text
}

// Flag returns a parameter that is true or false; false if absent.
func (p *Parameters) Flag(name string) bool {
	return p.Word(name, []string{"true", "false"}) == "true"
}

// Scope returns which deals are counted by the parameter shipped: true, the default, includes the
// counts that come with the program.
func (p *Parameters) Scope() stats.Scope {
	if p.Word("shipped", []string{"true", "false"}) == "false" {
		return stats.Own
	}
	return stats.Pooled
}

// verdicts are the values of the parameter verdict.
var verdicts = []string{string(solver.Winnable), string(solver.Unwinnable), string(solver.Unknown)}

// Verdict returns the parameter verdict; empty if absent.
func (p *Parameters) Verdict() solver.Verdict { return solver.Verdict(p.Word("verdict", verdicts)) }

// ListCount returns the parameter count of a list: at most how many entries a page has.
func (p *Parameters) ListCount() int { return p.Number("count", 100, 1000) }

// Number returns a parameter from 1 to most; usual if absent.
func (p *Parameters) Number(name string, usual, most int) int {
	text, given := p.given[name]
	if !given {
		return usual
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > most {
		p.AddError(name, "must be 1–%d", most)
		return 0
	}
	return n
}
