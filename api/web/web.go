package web

import (
	"bytes"
	"embed"
	"fmt"
	"net/http"
	"path"
	"sync"
	"time"

	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/css"
	"github.com/tdewolff/minify/v2/js"

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
	text, known := assets()[name]
	if known {
		SendTagged(w, r, media[path.Ext(name)], text)
	}
	return known
}

// assets returns the files that pages load, by name. Scripts and styles are without comments and
// needless spaces, which leaves four fifths of what a phone has to load.
var assets = sync.OnceValue(func() map[string][]byte {
	small := minify.New()
	small.Add(".js", &js.Minifier{Version: 2022})
	small.Add(".css", &css.Minifier{})
	entries, err := pages.ReadDir("pages")
	if err != nil {
		panic(err) // they are embedded
	}
	files := map[string][]byte{}
	for _, e := range entries {
		text, err := pages.ReadFile("pages/" + e.Name())
		if err != nil {
			panic(err)
		}
		switch kind := path.Ext(e.Name()); kind {
		case ".html": // templates are no assets
			continue
		case ".js", ".css":
			if text, err = small.Bytes(kind, text); err != nil {
				panic(fmt.Errorf("%s: %w", e.Name(), err))
			}
		}
		files[e.Name()] = text
	}
	return files
})

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
