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
	ID   string // a request with this as Last-Event-ID continues after this event
	Name string // state, progress, verdict, improved or final
	Data T
}

// mostEvent is the greatest size of an event in bytes.
const mostEvent = 16 << 20

// Events reads a stream of events as they arrive. The stream ends after the event named final. If
// the stream breaks off, the last element is the error. The caller closes the body.
//
// Pass the body of an http.Response. Calls without WithResponse in their name return one:
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

// Lines reads an answer with one JSON document per line, as the lines arrive. If the answer breaks
// off, the last element is the error. The caller closes the body.
//
// Pass the body of an http.Response. Calls without WithResponse in their name return one:
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
