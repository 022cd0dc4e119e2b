package middleware

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Revalidate is middleware that gives an ETag to answers of reads under /v1 that are written at once,
// and answers 304 if the request has that ETag in If-None-Match. What says that it must not be stored,
// the default of an answer, may be stored then, if it is revalidated each time.
func Revalidate(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		read := r.Method == http.MethodGet || r.Method == http.MethodHead
		if read && (strings.HasPrefix(r.URL.Path, "/v1/") || r.URL.Path == "/openapi.json") {
			w = &revalidated{ResponseWriter: w, request: r}
		}
		next.ServeHTTP(w, r)
	})
}

// revalidated holds back the header of an answer whose whole body comes next.
type revalidated struct {
	http.ResponseWriter
	request *http.Request
	held    bool
}

func (t *revalidated) WriteHeader(status int) {
	h := t.Header()
	if status == http.StatusOK && h.Get("ETag") == "" && h.Get("Content-Length") != "" {
		t.held = true
		return
	}
	t.ResponseWriter.WriteHeader(status)
}

func (t *revalidated) Write(p []byte) (int, error) {
	if !t.held {
		return t.ResponseWriter.Write(p)
	}
	t.held = false
	h := t.Header()
	if h.Get("Content-Length") != strconv.Itoa(len(p)) { // more follows
		t.ResponseWriter.WriteHeader(http.StatusOK)
		return t.ResponseWriter.Write(p)
	}
	if h.Get("Cache-Control") == "no-store" {
		h.Set("Cache-Control", "no-cache")
	}
	h.Set("ETag", ETag(p))
	http.ServeContent(t.ResponseWriter, t.request, "", time.Time{}, bytes.NewReader(p))
	return len(p), nil
}

func (t *revalidated) Unwrap() http.ResponseWriter { return t.ResponseWriter }

// ETag returns the ETag of an answer. It is weak, as the answer may be compressed on the way.
func ETag(text []byte) string {
	sum := sha256.Sum256(text)
	return `W/"` + hex.EncodeToString(sum[:8]) + `"`
}
