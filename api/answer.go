package api

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"
)

// rooms are where verdicts are written, used again and again.
var rooms = sync.Pool{New: func() any { return new([]byte) }}

// mostRoom is the largest one that is kept. Most solutions take ten kilobytes.
const mostRoom = 64 << 10

// send answers with JSON.
func send(w http.ResponseWriter, status int, answer any) {
	if verdict, ok := answer.(SolveAnswer); ok { // asked for often
		room := rooms.Get().(*[]byte)
		text := append(verdict.appendJSON((*room)[:0]), '\n')
		sendBytes(w, status, text)
		if cap(text) <= mostRoom {
			*room = text
			rooms.Put(room)
		}
		return
	}
	sendBytes(w, status, encode(answer))
}

// sendBytes answers with JSON as it is written. Nobody keeps the bytes.
func sendBytes(w http.ResponseWriter, status int, text []byte) {
	w.Header().Set("Content-Type", "application/json")
	if w.Header().Get("Cache-Control") == "" {
		w.Header().Set("Cache-Control", "no-store")
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(status)
	_, _ = w.Write(text) // a client that has gone can't be told
}

// encode gives the JSON of an answer, and a line feed.
func encode(answer any) []byte {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(answer); err != nil {
		panic(err) // the wire types are made of texts, numbers and lists
	}
	return text.Bytes()
}

// sendText answers with a text, which the caller may have said how long to keep.
func sendText(w http.ResponseWriter, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	if w.Header().Get("Cache-Control") == "" {
		w.Header().Set("Cache-Control", "no-store")
	}
	_, _ = io.WriteString(w, text) // a client that has gone can't be told
}

// orNull is null in JSON where the text is empty.
func orNull[T ~string](text T) *T {
	if text == "" {
		return nil
	}
	return &text
}

// list is an empty list in JSON where there is none.
func list[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}

// milliseconds are written to the microsecond.
func milliseconds(d time.Duration) float64 {
	return float64(d.Round(time.Microsecond)) / float64(time.Millisecond)
}
