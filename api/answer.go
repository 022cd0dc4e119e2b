package api

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
	"github.com/thoughtful-solitaire/thoughtful/api/web"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// buffers are reused to write verdicts.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// maxBuffer is the largest buffer that is kept. Most solutions take 10 KB.
const maxBuffer = 64 << 10

// send answers with JSON. Like sendText it returns nil, as what a handler returns: the answer
// is complete.
func send(w http.ResponseWriter, r *http.Request, status int, answer any) error {
	if verdict, ok := answer.(SolveAnswer); ok { // frequent
		buffer := buffers.Get().(*[]byte)
		text := append(verdict.appendJSON((*buffer)[:0]), '\n')
		sendBytes(w, r, status, text)
		if cap(text) <= maxBuffer {
			*buffer = text
			buffers.Put(buffer)
		}
		return nil
	}
	sendBytes(w, r, status, encode(answer))
	return nil
}

// sendBytes answers with bytes of JSON, and does not keep them. Reads have an ETag.
func sendBytes(w http.ResponseWriter, r *http.Request, status int, text []byte) {
	if status == http.StatusOK && middleware.IsRead(r) && strings.HasPrefix(r.URL.Path, "/v1/") {
		web.SendTagged(w, r, "application/json", text)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	if w.Header().Get("Cache-Control") == "" {
		w.Header().Set("Cache-Control", "no-store")
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(status)
	_, _ = w.Write(text) // the client may have gone
}

// encode returns the JSON of an answer and a line feed.
func encode(answer any) []byte {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(answer); err != nil {
		panic(err) // wire types always encode
	}
	return text.Bytes()
}

// sendText answers a read with text. The caller may have set Cache-Control.
func sendText(w http.ResponseWriter, r *http.Request, text string) error {
	web.SendTagged(w, r, "text/plain; charset=utf-8", []byte(text))
	return nil
}

// orNull returns a pointer that is null in JSON if the value is zero.
func orNull[T comparable](value T) *T {
	var zero T
	if value == zero {
		return nil
	}
	return &value
}

// list returns a list that is not null in JSON.
func list[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}

// lengthOf returns the length and the redeals of a line, for answers in which both are null without a line.
func lengthOf(moves []game.Move) (length, redeals *int) {
	return new(game.Length(moves)), new(game.Redeals(moves))
}

// milliseconds returns a duration in milliseconds, rounded to microseconds.
func milliseconds(d time.Duration) float64 {
	return float64(d.Round(time.Microsecond)) / float64(time.Millisecond)
}
