package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"net/http"
	"time"
)

// pages has the templates, and what the pages load: scripts and styles as they were made small
// (assets.go).
//
//go:embed assets pages/*.html pages/icon.svg pages/manifest.webmanifest
var pages embed.FS

// media are media types by extension.
var media = map[string]string{
	".html": "text/html; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".svg":  "image/svg+xml",
	".wasm": "application/wasm",

	".webmanifest": "application/manifest+json",
}

// Policy is the content security policy of pages: they load only the service's own files.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// SendTagged answers with content and an ETag, so that a client can revalidate its copy: always, if
// the answer has no other Cache-Control yet.
func SendTagged(w http.ResponseWriter, r *http.Request, media string, text []byte) {
	w.Header().Set("Content-Type", media)
	if w.Header().Get("Cache-Control") == "" {
		w.Header().Set("Cache-Control", "no-cache")
	}
	sum := sha256.Sum256(text)
	w.Header().Set("ETag", `W/"`+hex.EncodeToString(sum[:8])+`"`) // weak, as the answer may be compressed on the way
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
}

// SendPlot answers with a picture, which may use its own style and nothing else.
func SendPlot(w http.ResponseWriter, r *http.Request, svg []byte) {
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox")
	SendTagged(w, r, media[".svg"], svg)
}
