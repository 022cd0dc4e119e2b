package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"golang.org/x/tools/txtar"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
)

// exemplify puts examples into the document: text archives called after a call's operationId
// and the example, each a request and what a service answered.
func exemplify(doc *openapi3.T, examples fs.FS) error {
	files, err := fs.Glob(examples, "*.txt")
	if err != nil || len(files) == 0 {
		return fmt.Errorf("no examples: %v", err)
	}
	for _, file := range files {
		text, err := fs.ReadFile(examples, file)
		if err != nil {
			return err
		}
		archive := txtar.Parse(text)
		id, name, _ := strings.Cut(strings.TrimSuffix(file, ".txt"), ".")
		operation := operationOf(doc, id)
		if operation == nil || len(archive.Files) != 2 {
			return fmt.Errorf("%s: no call has this operationId, or there is not one request and one response", file)
		}
		summary := strings.TrimSpace(string(archive.Comment))
		_, request, _ := bytes.Cut(archive.Files[0].Data, []byte("\n\n"))
		status, response, _ := bytes.Cut(archive.Files[1].Data, []byte("\n\n"))
		answer := operation.Responses.Value(string(status))
		if answer == nil {
			return fmt.Errorf("%s: the call has no status %s", file, status)
		}
		if operation.RequestBody != nil {
			showBody(operation.RequestBody.Value.Content, name, summary, request)
		}
		showBody(answer.Value.Content, name, summary, response)
	}
	return nil
}

func operationOf(doc *openapi3.T, id string) *openapi3.Operation {
	for _, item := range doc.Paths.Map() {
		for _, o := range item.Operations() {
			if o.OperationID == id {
				return o
			}
		}
	}
	return nil
}

// showBody shows what a body can be: JSON is a value, and anything else a text; of
// documents a line, each is an example. A response in another media type than the
// example's has none, and problems have one of each kind already.
func showBody(content openapi3.Content, name, summary string, body []byte) {
	for media, c := range content {
		var value any
		err := json.Unmarshal(body, &value)
		switch {
		case media == problem.MediaType:
		case media == "application/x-ndjson":
			n := 0
			for line := range bytes.Lines(body) {
				n++
				showBody(openapi3.Content{"application/json": c}, fmt.Sprintf("%s-%d", name, n), summary, line)
			}
		case media == "application/json" && err == nil:
			show(c, name, summary, value)
		case strings.HasPrefix(media, "text/") && err != nil && !bytes.HasPrefix(body, []byte("{")): // nor documents a line
			show(c, name, summary, string(body))
		}
	}
}

func show(body *openapi3.MediaType, name, summary string, value any) {
	if body.Examples == nil {
		body.Examples = openapi3.Examples{}
	}
	body.Examples[name] = &openapi3.ExampleRef{Value: &openapi3.Example{Summary: summary, Value: value}}
}
