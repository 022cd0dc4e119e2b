package web

import (
	"bytes"
	"embed"
	"net/http"
	"path"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/api/middleware"
)

//go:embed pages
var pages embed.FS

// media are media types by extension.
var media = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".svg":  "image/svg+xml",

	".webmanifest": "application/manifest+json",
}

// Asset answers GET /web/{name} with a file that pages load. If there is none it returns false
// and answers nothing.
func Asset(w http.ResponseWriter, r *http.Request, name string) bool {
	text, err := pages.ReadFile("pages/" + name)
	if err != nil || path.Ext(name) == ".html" { // templates are no assets
		return false
	}
	SendTagged(w, r, media[path.Ext(name)], text)
	return true
}

// SendTagged answers with content and an ETag, so that a client can revalidate its copy: always, if
// the answer has no other Cache-Control yet.
func SendTagged(w http.ResponseWriter, r *http.Request, media string, text []byte) {
	w.Header().Set("Content-Type", media)
	if w.Header().Get("Cache-Control") == "" {
		w.Header().Set("Cache-Control", "no-cache")
	}
	w.Header().Set("ETag", middleware.ETag(text))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
}

// SendPlot answers with a picture, which may use its own style and nothing else.
func SendPlot(w http.ResponseWriter, r *http.Request, svg []byte) {
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox")
	SendTagged(w, r, media[".svg"], svg)
}
