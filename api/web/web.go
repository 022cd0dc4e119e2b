package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"net/http"
	"path"
	"time"
)

//go:embed pages
var pages embed.FS

// media are the kinds of files, by extension.
var media = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".svg":  "image/svg+xml",
}

// Welcome answers GET /.
//
//	@ID			welcome
//	@Summary	A page that says what this is
//	@Tags		operation
//	@Produce	html,application/problem+json
//	@Success	200	{string}	string
//	@Success	304
//	@Header		200,304	{string}	ETag	"changes when the page does; for If-None-Match"
//	@Router		/ [get]
func Welcome(w http.ResponseWriter, r *http.Request) { serve(w, r, "welcome.html") }

// Docs answers GET /docs.
//
//	@ID			docs
//	@Summary	This description, as a page
//	@Tags		operation
//	@Produce	html,application/problem+json
//	@Success	200	{string}	string
//	@Success	304
//	@Header		200,304	{string}	ETag	"changes when the page does; for If-None-Match"
//	@Router		/docs [get]
func Docs(w http.ResponseWriter, r *http.Request) { serve(w, r, "docs.html") }

// Convert answers GET /convert.
//
//	@ID			convertPage
//	@Summary	A page that converts deals and solutions
//	@Tags		operation
//	@Produce	html,application/problem+json
//	@Success	200	{string}	string
//	@Success	304
//	@Header		200,304	{string}	ETag	"changes when the page does; for If-None-Match"
//	@Router		/convert [get]
func Convert(w http.ResponseWriter, r *http.Request) { serve(w, r, "convert.html") }

// Asset answers GET /web/{name}: a file that the pages load. It answers nothing
// and says false if there is no such file.
func Asset(w http.ResponseWriter, r *http.Request, name string) bool {
	if path.Ext(name) == ".html" {
		return false // the pages have addresses of their own
	}
	return serve(w, r, name)
}

// serve answers with a file, or tells that there is none. A client may keep it,
// but asks each time whether it is still the same.
func serve(w http.ResponseWriter, r *http.Request, name string) bool {
	text, err := pages.ReadFile("pages/" + name)
	if err != nil {
		return false
	}
	sum := sha256.Sum256(text)
	w.Header().Set("Content-Type", media[path.Ext(name)])
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("ETag", `W/"`+hex.EncodeToString(sum[:8])+`"`)
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(text))
	return true
}
