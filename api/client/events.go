package client

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"strings"
)

// Event is a server-sent event with the whole job or campaign.
type Event[T any] struct {
	ID   string // as Last-Event-ID, it continues after this event
	Name string // state, progress, verdict, improved or final
	Data T
}

// mostEvent bounds the bytes of an event.
const mostEvent = 16 << 20

// Events reads a stream of events as they arrive. The stream ends after the event final; if it
// breaks off, the last element is the error. The caller closes the body.
//
// Use it with the form of a call that returns an http.Response:
//
//	response, err := c.CampaignEvents(ctx, id, nil)
//	for event, err := range client.Events[client.Campaign](response.Body) {
func Events[T any](body io.Reader) iter.Seq2[Event[T], error] {
	return func(yield func(Event[T], error) bool) {
		var event Event[T]
		data := ""
		lines := bufio.NewScanner(body)
		lines.Buffer(nil, mostEvent)
		for lines.Scan() {
			name, value, _ := strings.Cut(lines.Text(), ":")
			value = strings.TrimPrefix(value, " ")
			switch {
			case lines.Text() == "" && data != "":
				err := json.Unmarshal([]byte(data), &event.Data)
				if !yield(event, err) || err != nil {
					return
				}
				event, data = Event[T]{}, ""
			case name == "id":
				event.ID = value
			case name == "event":
				event.Name = value
			case name == "data":
				data += value
			}
		}
		if err := lines.Err(); err != nil {
			yield(event, err)
		}
	}
}

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
