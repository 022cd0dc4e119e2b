package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"net/http"
	"path"
	"slices"
	"sync"

	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/css"
	"github.com/tdewolff/minify/v2/js"
)

// asset is a file that pages load.
type asset struct{ text, zipped []byte }

// assetFiles are the files that pages load.
type assetFiles struct {
	files   map[string]asset // by name
	version string           // a digest of them all
}

// Asset answers GET /web/{name} and /web/{version}/{name} with a file that pages load. If there is
// none it returns false and answers nothing. At an address with the version of these files a browser
// may keep it; another version, of a page that is older than the program, gets the file as it is now.
func Asset(w http.ResponseWriter, r *http.Request, name, version string) bool {
	a, known := assets().files[name]
	if !known {
		return false
	}
	if version == assets().version {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	text := a.text
	w.Header().Add("Vary", "Accept-Encoding")
	if acceptsGzip(r) {
		w.Header().Set("Content-Encoding", "gzip")
		text = a.zipped
	}
	SendTagged(w, r, media[path.Ext(name)], text)
	return true
}

// assetPath returns the address of a file, which changes with the files.
func assetPath(name string) string { return "/web/" + assets().version + "/" + name }

// assets returns the files that pages load. Scripts and styles are without comments and needless
// spaces, which leaves four fifths of what a phone has to load, and the script of the table has its
// modules in it: a browser takes longer to ask for fifteen files than to read one.
var assets = sync.OnceValue(func() assetFiles {
	small := minify.New()
	small.Add(".js", &js.Minifier{Version: 2022})
	small.Add(".css", &css.Minifier{})
	entries, err := pages.ReadDir("pages")
	if err != nil {
		panic(err) // they are embedded
	}
	all := assetFiles{files: map[string]asset{}}
	for _, e := range entries {
		name, kind := e.Name(), path.Ext(e.Name())
		if kind == ".html" { // templates are no assets
			continue
		}
		text, err := pages.ReadFile("pages/" + name)
		if err != nil {
			panic(err)
		}
		if name == tableScript {
			text = bundle(name)
		}
		if kind == ".js" || kind == ".css" {
			if text, err = small.Bytes(kind, text); err != nil {
				panic(fmt.Errorf("%s: %w", name, err))
			}
		}
		all.files[name] = asset{text, zip(text)}
	}
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(all.files)) {
		fmt.Fprintf(sum, "%s %d\n%s", name, len(all.files[name].text), all.files[name].text)
	}
	all.version = hex.EncodeToString(sum.Sum(nil)[:6])
	return all
})

// zip compresses a file.
func zip(text []byte) []byte {
	var zipped bytes.Buffer
	w, err := gzip.NewWriterLevel(&zipped, gzip.BestCompression)
	if err == nil {
		_, err = w.Write(text)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(err) // a buffer takes all
	}
	return zipped.Bytes()
}
