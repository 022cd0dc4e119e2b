package reply

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
)

// NDJSON is the media type of answers with a JSON document a line.
const NDJSON = "application/x-ndjson"

// Cache times. An answer with a verdict or a solution must be revalidated, because a verdict may be
// found or a solution shortened at any moment. The cards of a deal never change. The catalogue of
// games and players changes only with the program.
const (
	VerdictLife   = "no-cache"
	ProvenLife    = "public, max-age=86400" // a proven verdict stays true; a day later a solution may have become shorter
	CardsLife     = "public, max-age=31536000, immutable"
	CatalogueLife = "public, max-age=3600"
)

// Send answers with JSON. The answer to a read has an ETag, too. Send always returns nil, so that a
// handler can return its result.
func Send(w http.ResponseWriter, r *http.Request, status int, answer any) error {
	text := JSON(answer)
	if status == http.StatusOK && middleware.IsRead(r) && strings.HasPrefix(r.URL.Path, "/v1/") {
		SendTagged(w, r, "application/json", text)
		return nil
	}
	w.Header().Set("Content-Type", "application/json")
	if w.Header().Get("Cache-Control") == "" {
		w.Header().Set("Cache-Control", "no-store")
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(status)
	_, _ = w.Write(text) // the client may have gone
	return nil
}

// JSON returns the JSON of an answer and a line feed.
func JSON(answer any) []byte {
	if fast, is := answer.(interface{ AppendJSON(to []byte) []byte }); is {
		return append(fast.AppendJSON(nil), '\n')
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(answer); err != nil {
		panic(err) // wire types always encode
	}
	return text.Bytes()
}

// SendText answers a read with text. The caller may set Cache-Control before.
func SendText(w http.ResponseWriter, r *http.Request, text string) error {
	SendTagged(w, r, "text/plain; charset=utf-8", []byte(text))
	return nil
}

// SendSVG answers with a picture. A browser lets it use its own style and load nothing.
func SendSVG(w http.ResponseWriter, r *http.Request, svg []byte) {
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox")
	SendTagged(w, r, "image/svg+xml", svg)
}

// SendTagged answers with content and an ETag, so that a client can revalidate its copy. If the
// caller has set no Cache-Control, the client must always revalidate it.
func SendTagged(w http.ResponseWriter, r *http.Request, media string, text []byte) {
	w.Header().Set("Content-Type", media)
	if w.Header().Get("Cache-Control") == "" {
		w.Header().Set("Cache-Control", "no-cache")
	}
	tag(w, text)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
}

// tag sets the ETag to a digest of what an answer says. It is weak, as the answer may be compressed on the way.
func tag(w http.ResponseWriter, said []byte) {
	sum := sha256.Sum256(said)
	w.Header().Set("ETag", `W/"`+hex.EncodeToString(sum[:8])+`"`)
}

// Lasting is an answer that may be proven.
type Lasting interface {
	// Lasting returns the part of the answer that stays the same when the question is asked again. It returns nil if
	// the answer is not proven.
	Lasting() any
}

// SendLasting answers a read with JSON. Caches may keep a proven answer, but no other. Its ETag is a digest of the lasting
// part, so it does not change with the cost of a search.
func SendLasting(w http.ResponseWriter, r *http.Request, answer Lasting) {
	text, lasting := JSON(answer), answer.Lasting()
	h := w.Header()
	h.Set("Content-Type", "application/json")
	if lasting == nil {
		h.Set("Cache-Control", "no-store")
	} else {
		h.Set("Cache-Control", ProvenLife)
		h.Del("RateLimit") // others may get the answer from a cache
		h.Del("RateLimit-Policy")
		tag(w, JSON(lasting))
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
}

// OrNull returns a pointer to a value. If the value is zero, it returns nil, which is null in JSON.
func OrNull[T comparable](value T) *T {
	var zero T
	if value == zero {
		return nil
	}
	return &value
}

// List returns the items. If items is nil, it returns an empty list, which is not null in JSON.
func List[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}

// Milliseconds returns a duration in milliseconds, rounded to microseconds.
func Milliseconds(d time.Duration) float64 {
	return float64(d.Round(time.Microsecond)) / float64(time.Millisecond)
}
