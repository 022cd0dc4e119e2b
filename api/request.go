package api

import (
	"errors"
	"io"
	"iter"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/solver/strict"
)

// body reads the body of a call whose request is a JSON document.
func (s *service) body(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	if err := carries(r, "application/json"); err != nil {
		return nil, err
	}
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, s.Limits.Body))
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		return nil, err
	case err != nil: // the client stopped in the middle of sending
		return nil, problem.New(problem.BadInput, "the body could not be read to its end")
	}
	return text, nil
}

// carries tells what is wrong with a request that should have a body of some media type
// and no parameters.
func carries(r *http.Request, want string) error {
	if _, err := query(r); err != nil {
		return err
	}
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case err != nil || media != want:
		return problem.New(problem.MediaTypeWrong, "send the body with Content-Type: %s", want)
	case r.Header.Get("Content-Encoding") != "":
		return problem.New(problem.MediaTypeWrong, "send the body without a Content-Encoding")
	}
	return nil
}

// decodeObject reads a request that is an object with fields of these names. It means
// something only if the request is found to have no mistakes at the end.
func decodeObject(request []byte, names ...string) (*strict.Node, map[string]*strict.Node, error) {
	node, err := strict.Parse(request, "")
	if err != nil {
		return nil, nil, err
	}
	fields := node.Object(names...)
	if fields == nil {
		return nil, nil, node.Err()
	}
	return node, fields, nil
}

// decodeWord reads one of some words, of which the first is the default.
func decodeWord(node *strict.Node, words []string) string {
	text, ok := node.Text()
	if !ok {
		return words[0]
	}
	if !slices.Contains(words, text) {
		node.Complain("%q is none of: %s", problem.Clip(text), strings.Join(words, ", "))
	}
	return text
}

// param gives a part of the path that the route names.
func param(r *http.Request, name string) string {
	text := chi.URLParam(r, name)
	if plain, err := url.PathUnescape(text); err == nil {
		return plain
	}
	return text
}

// query reads the query of a call that takes format, one of some words of which
// the first is the default, or, without words, takes no parameter at all.
func query(r *http.Request, formats ...string) (format string, err error) {
	if len(formats) == 0 {
		_, err := parameters(r)
		return "", err
	}
	given, err := parameters(r, "format")
	if err != nil {
		return "", err
	}
	if _, ok := given["format"]; !ok {
		return formats[0], nil
	}
	return given.word("format", formats)
}

// listed are the elements of a header that is a list, in lower case and without their
// parameters.
func listed(r *http.Request, header string) iter.Seq[string] {
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

// given are the parameters of a query.
type given map[string]string

// parameters reads the query of a call that takes parameters of these names. As in a
// body, an unknown parameter and one given twice are mistakes.
func parameters(r *http.Request, names ...string) (given, error) {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, problem.New(problem.BadInput, "the query can't be read: %s", err)
	}
	parameters := given{}
	var mistakes strict.Error
	for _, name := range slices.Sorted(maps.Keys(values)) {
		switch {
		case !slices.Contains(names, name):
			mistakes = append(mistakes, strict.Complaint{Field: problem.Clip(name), Detail: "unknown parameter"})
		case len(values[name]) > 1:
			mistakes = append(mistakes, strict.Complaint{Field: name, Detail: "given twice"})
		default:
			parameters[name] = values[name][0]
		}
	}
	if len(mistakes) > 0 {
		return nil, mistakes
	}
	return parameters, nil
}

// word gives a parameter that is one of some words; empty if it is absent.
func (g given) word(name string, words []string) (string, error) {
	text, ok := g[name]
	if ok && !slices.Contains(words, text) {
		return "", problem.Field(name, "%q is none of: %s", problem.Clip(text), strings.Join(words, ", "))
	}
	return text, nil
}

// count gives the parameter of that name, a number from 1 to most; usual if it is absent.
func (g given) count(usual, most int) (int, error) {
	text, ok := g["count"]
	if !ok {
		return usual, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > most {
		return 0, problem.Field("count", "%q is no number from 1 to %d", problem.Clip(text), most)
	}
	return n, nil
}
