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

// Asset answers GET /web/{name}: a file that the pages load. It answers nothing
// and says false if there is no such file.
func Asset(w http.ResponseWriter, r *http.Request, name string) bool {
	if path.Ext(name) == ".html" {
		return false // the pages have addresses of their own
	}
	return serve(w, r, name)
}

// serve answers with a file, or tells that there is none.
func serve(w http.ResponseWriter, r *http.Request, name string) bool {
	text, err := pages.ReadFile("pages/" + name)
	if err != nil {
		return false
	}
	SendTagged(w, r, media[path.Ext(name)], text)
	return true
}

// SendTagged answers with what may be kept, under a tag that says what it is. A client
// asks each time whether it is still the same.
func SendTagged(w http.ResponseWriter, r *http.Request, media string, text []byte) {
	sum := sha256.Sum256(text)
	w.Header().Set("Content-Type", media)
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("ETag", `W/"`+hex.EncodeToString(sum[:8])+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
}
