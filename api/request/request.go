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

// Carries returns an error unless the body of a request has the wanted media type, and the query is
// empty. The body is not compressed, or has one of the encodings.
func Carries(r *http.Request, want string, encodings ...string) error {
	if err := Query(r).Err(); err != nil {
		return err
	}
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	// What curl -d sends is JSON, too. A browser names the origin of such a form, and may not send one without a
	// preflight request.
	bare := media == "application/x-www-form-urlencoded" && r.Header.Get("Origin") == "" && r.Header.Get("Sec-Fetch-Site") == ""
	switch {
	case bare && want == "application/json":
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

// Handler answers a request. The service answers its error with a problem.
type Handler = func(http.ResponseWriter, *http.Request) error

// Plain returns the handler of a call without query parameters. Any parameter is an error.
func Plain(h Handler) Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if err := Query(r).Err(); err != nil {
			return err
		}
		return h(w, r)
	}
}

// storeTime limits the time that a request waits for the store, in all calls together.
const storeTime = 2 * time.Second

// WithStoreTime returns a request whose context ends after storeTime.
func WithStoreTime(r *http.Request) (*http.Request, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(r.Context(), storeTime)
	return r.WithContext(ctx), cancel
}

// Decode reads a body, which must be a JSON object, into a struct. Invalid values become errors of
// the returned node. If the body is not an object, Decode returns an error.
func Decode(body []byte, into any) (*strict.Node, error) {
	node, err := strict.Parse(body, "")
	if err == nil && !node.Decode(into) {
		err = node.Err()
	}
	return node, nameBody(err)
}

// nameBody gives the field name body to errors that belong to no field.
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

// Param returns the part of the path that matches a parameter of the route.
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

// Listed returns the elements of a header that is a list, such as Accept. They are in lower case
// and have no parameters.
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

// Parameters are the parameters of a query. Reading an invalid parameter adds an error; the
// returned value then has no meaning. A handler reads all parameters before it calls Err, so that
// the client learns of all errors at once.
type Parameters struct {
	given      map[string]string
	errors     strict.Error
	unreadable error // the error if the whole query can't be read
}

// Query reads the query of a call that takes parameters with these names.
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

// AddError adds an error of a parameter. It keeps at most [strict.MaxErrors] errors.
func (p *Parameters) AddError(name, format string, args ...any) {
	if len(p.errors) < strict.MaxErrors {
		p.errors = append(p.errors, strict.FieldError{Field: name, Detail: fmt.Sprintf(format, args...)})
	}
}

// Text returns a parameter. given reports whether the request has it.
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

// Difficulty returns the parameter difficulty, or "" if it is absent. Case, spaces and hyphens do
// not matter.
func (p *Parameters) Difficulty() string {
	text, given := p.given["difficulty"]
	plain := rules.Loose(text)
	if given && !slices.Contains(Difficulties, plain) {
		p.AddError("difficulty", "%s", notOneOf(text, Difficulties))
	}
	return plain
}

// Difficulty reads the name of a difficulty. Case, spaces and hyphens do not matter.
func Difficulty(text string) (string, error) {
	if plain := rules.Loose(text); slices.Contains(Difficulties, plain) {
		return plain, nil
	}
	return "", problem.Field("difficulty", "%s", notOneOf(text, Difficulties))
}

// Format reads the query of a call whose only parameter is format. Its value is one of formats; the
// first is the default.
func Format(r *http.Request, formats []string) (string, error) {
	q := Query(r, "format")
	return cmp.Or(q.Word("format", formats), formats[0]), q.Err()
}

// Schema returns the parameter schema, how positions are to be written.
func (p *Parameters) Schema() string { return cmp.Or(p.Word("schema", Schemas), Schemas[0]) }

// Word returns the parameter with the given name, or "" if it is absent. The parameter must be one
// of the given words.
func (p *Parameters) Word(name string, words []string) string {
	text, given := p.given[name]
	if given && !slices.Contains(words, text) {
		p.AddError(name, "%s", notOneOf(text, words))
		return ""
	}
	return text
}

// Flag returns a parameter that must be true or false. It returns false if the parameter is absent.
func (p *Parameters) Flag(name string) bool {
	return p.Word(name, []string{"true", "false"}) == "true"
}

// Scope returns which deals the parameter shipped includes. With true, the default, these include
// the deals that come with the program.
func (p *Parameters) Scope() stats.Scope {
	if p.Word("shipped", []string{"true", "false"}) == "false" {
		return stats.Own
	}
	return stats.Pooled
}

// verdicts are the values of the parameter verdict.
var verdicts = []string{string(solver.Winnable), string(solver.Unwinnable), string(solver.Unknown)}

// Verdict returns the parameter verdict, or "" if it is absent.
func (p *Parameters) Verdict() solver.Verdict { return solver.Verdict(p.Word("verdict", verdicts)) }

// ListCount returns the parameter count, the greatest number of entries on a page of a list.
func (p *Parameters) ListCount() int { return p.Number("count", 100, 1000) }

// Number returns a parameter that must be a number from 1 to most. It returns usual if the
// parameter is absent.
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
