package request

import (
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
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// Carries returns an error unless a request has a body of a media type and no parameters. The body is
// not compressed, or has one of these encodings.
func Carries(r *http.Request, want string, encodings ...string) error {
	if _, err := Query(r); err != nil {
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

// Object reads a body that is an object with fields of these names.
func Object(body []byte, names ...string) (*strict.Node, map[string]*strict.Node, error) {
	node, err := strict.Parse(body, "")
	if err != nil {
		return nil, nil, ofBody(err)
	}
	fields := node.Object(names...)
	if fields == nil {
		return nil, nil, ofBody(node.Err())
	}
	return node, fields, nil
}

// ofBody names the body in errors that are in no field of it.
func ofBody(err error) error {
	mistakes, _ := errors.AsType[strict.Error](err)
	for i := range mistakes {
		if mistakes[i].Field == "" {
			mistakes[i].Field = "body"
		}
	}
	return err
}

// DecodeWord reads one of some words. The first is the default.
func DecodeWord(node *strict.Node, words []string) string {
	text, ok := node.Text()
	if !ok {
		return words[0]
	}
	if !slices.Contains(words, text) {
		node.AddError("%s", noneOf(text, words))
	}
	return text
}

// NoneOf returns the error of a field or parameter that is not one of some words.
func NoneOf(name, text string, words []string) error {
	return problem.Field(name, "%s", noneOf(text, words))
}

func noneOf(text string, words []string) string {
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

// Parameters are those of a query.
type Parameters map[string]string

// Date returns the parameter date; empty if absent.
func (p Parameters) Date() (string, error) {
	date, given := p["date"]
	if _, err := time.Parse(time.DateOnly, date); given && err != nil {
		return "", problem.Field("date", "%q: use YYYY-MM-DD", problem.Clip(date))
	}
	return date, nil
}

// Difficulties are the grades of deals, easiest first.
var Difficulties = []string{"easy", "medium", "hard", "expert"}

// Difficulty reads the name of a difficulty, without regard to case, spaces and hyphens.
func Difficulty(text string) (string, error) {
	if plain := rules.Loose(text); slices.Contains(Difficulties, plain) {
		return plain, nil
	}
	return "", NoneOf("difficulty", text, Difficulties)
}

// Query reads the query of a call that takes these parameters.
func Query(r *http.Request, names ...string) (Parameters, error) {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, problem.New(problem.BadInput, "invalid query: %s", err)
	}
	parameters := Parameters{}
	var mistakes strict.Error
	for _, name := range slices.Sorted(maps.Keys(values)) {
		switch {
		case !slices.Contains(names, name):
			mistakes = append(mistakes, strict.FieldError{Field: problem.Clip(name), Detail: "unknown parameter"})
		case len(values[name]) > 1:
			mistakes = append(mistakes, strict.FieldError{Field: name, Detail: "given twice"})
		default:
			parameters[name] = values[name][0]
		}
	}
	if len(mistakes) > 0 {
		return nil, mistakes
	}
	return parameters, nil
}

// Format reads the query of a call whose only parameter is format, one of some words. The
// first is the default.
func Format(r *http.Request, formats []string) (string, error) {
	q, err := Query(r, "format")
	if err != nil {
		return "", err
	}
	if _, given := q["format"]; !given {
		return formats[0], nil
	}
	return q.Word("format", formats)
}

// Explicit returns whether the parameter schema asks for positions in the explicit form.
func (p Parameters) Explicit() (bool, error) {
	word, err := p.Word("schema", Schemas)
	return word == Schemas[1], err
}

// Word returns a parameter that is one of some words; empty if absent.
func (p Parameters) Word(name string, words []string) (string, error) {
	text, given := p[name]
	if given && !slices.Contains(words, text) {
		return "", NoneOf(name, text, words)
	}
	return text, nil
}

// Flag returns a parameter that is true or false; false if absent.
func (p Parameters) Flag(name string) (bool, error) {
	word, err := p.Word(name, []string{"true", "false"})
	return word == "true", err
}

// Scope returns which deals are counted by the parameter shipped: true, the default, includes the
// counts that come with the program.
func (p Parameters) Scope() (stats.Scope, error) {
	word, err := p.Word("shipped", []string{"true", "false"})
	if word == "false" {
		return stats.Own, err
	}
	return stats.Pooled, err
}

// Number returns a parameter from 1 to most; usual if absent.
func (p Parameters) Number(name string, usual, most int) (int, error) {
	text, given := p[name]
	if !given {
		return usual, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > most {
		return 0, problem.Field(name, "must be 1–%d", most)
	}
	return n, nil
}
