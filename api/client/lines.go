package client

import (
	"encoding/json"
	"errors"
	"io"
	"iter"
)

// Lines reads an answer with a document per line as they arrive. If it breaks off, the last
// element is the error. The caller closes the body.
//
// Use it with the form of a call that returns an http.Response:
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
