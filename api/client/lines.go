package client

import (
	"encoding/json"
	"errors"
	"io"
	"iter"
)

// Lines reads an answer that is a document a line, each when it comes. The error of
// an answer that breaks off is the last element. The caller closes the body.
//
// Of calls with such answers use the form that gives an http.Response:
//
//	response, err := c.BatchWithBody(ctx, "application/x-ndjson", requests)
//	for line, err := range client.Lines[client.BatchLine](response.Body) {
func Lines[T any](body io.Reader) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for decoder := json.NewDecoder(body); ; {
			var line T
			err := decoder.Decode(&line)
			if errors.Is(err, io.EOF) || !yield(line, err) || err != nil {
				return
			}
		}
	}
}
