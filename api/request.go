package api

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/go-chi/chi/v5"

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
		return nil, refuse(badInput, "the body could not be read to its end")
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
		return refuse(mediaType, "send the body with Content-Type: %s", want)
	case r.Header.Get("Content-Encoding") != "":
		return refuse(mediaType, "send the body without a Content-Encoding")
	}
	return nil
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
// the first is the default, or, without words, takes no parameter at all. As in a
// body, an unknown parameter and one given twice are mistakes.
func query(r *http.Request, formats ...string) (format string, err error) {
	values, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return "", refuse(badInput, "the query can't be read: %s", err)
	}
	if len(formats) > 0 {
		format = formats[0]
	}
	var mistakes strict.Error
	for _, name := range slices.Sorted(maps.Keys(values)) {
		complain := func(detail string) {
			mistakes = append(mistakes, strict.Complaint{Field: clip(name), Detail: detail})
		}
		switch given := values[name]; {
		case name != "format" || len(formats) == 0:
			complain("unknown parameter")
		case len(given) > 1:
			complain("given twice")
		case !slices.Contains(formats, given[0]):
			complain(fmt.Sprintf("%q is none of: %s", clip(given[0]), strings.Join(formats, ", ")))
		default:
			format = given[0]
		}
	}
	if len(mistakes) > 0 {
		return "", mistakes
	}
	return format, nil
}
