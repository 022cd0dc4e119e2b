package web

import (
	"bytes"
	"compress/gzip"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/go-chi/chi/v5"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
)

// engineOf returns an engine whose module is a text.
func engineOf(t *testing.T, text string) *Engine {
	t.Helper()
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	folder := fstest.MapFS{module + ".gz": {Data: packed.Bytes()}}
	for _, name := range []string{"engine.js", "worker.js", "wasm_exec.js"} {
		folder[name] = &fstest.MapFile{Data: []byte("// " + name)}
	}
	e, err := ReadEngine(folder)
	if err != nil {
		t.Fatal(err)
	}
	delete(folder, "worker.js")
	if _, err := ReadEngine(folder); err == nil {
		t.Error("read an engine without its worker")
	}
	return e
}

// get asks a site with an engine.
func get(e *Engine, path, encoding string) *httptest.ResponseRecorder {
	s := &Site{Engine: e, Problems: &problem.Writer{Log: slog.New(slog.DiscardHandler), Page: Problem}}
	r := chi.NewRouter()
	s.Routes(r)
	request := httptest.NewRequest(http.MethodGet, path, nil)
	request.Header.Set("Accept-Encoding", encoding)
	w := httptest.NewRecorder()
	r.ServeHTTP(w, request)
	return w
}

// TestEngineIsServed checks the files of the engine. Only they may compile WebAssembly.
func TestEngineIsServed(t *testing.T) {
	e := engineOf(t, "module")
	packed := get(e, "/web/"+module, "br, gzip")
	if !bytes.Equal(packed.Body.Bytes(), e.files[module]) || packed.Header().Get("Content-Encoding") != "gzip" || packed.Header().Get("Content-Type") != "application/wasm" {
		t.Errorf("compressed: %v", packed.Header())
	}
	for path, may := range map[string]bool{"/web/worker.js": true, "/web/" + module: true, "/offline": false, "/web/deal.js": false, "/web/offlineworker.js": false} {
		w := get(e, path, "")
		if w.Code != http.StatusOK || strings.Contains(w.Header().Get("Content-Security-Policy"), "wasm-unsafe-eval") != may {
			t.Errorf("%s: %d %v", path, w.Code, w.Header())
		}
	}
}

// TestServiceWorker checks that the worker caches what the table needs and nothing that answers
// questions, under a name that changes with the program.
func TestServiceWorker(t *testing.T) {
	version := regexp.MustCompile(`^const version = '([0-9a-f]{16})';\nconst files = (\[.*\]);`)
	var versions []string
	for _, text := range []string{"one", "two", "one"} {
		w := get(engineOf(t, text), "/web/offlineworker.js", "")
		found := version.FindStringSubmatch(w.Body.String())
		if found == nil || w.Header().Get("Service-Worker-Allowed") != "/" || w.Header().Get("Cache-Control") != "no-cache" {
			t.Fatalf("%v %.200s", w.Header(), w.Body)
		}
		versions = append(versions, found[1])
		for _, file := range []string{"/offline", assetPath("deal.js"), assetPath("offline.js"), assetPath("install.js"), assetPath("table.css"), "/web/worker.js", "/web/" + module} {
			if !strings.Contains(found[2], `"`+file+`"`) {
				t.Errorf("%s is not cached: %s", file, found[2])
			}
		}
		if strings.Contains(found[2], "/v1/") {
			t.Errorf("answers are cached: %s", found[2])
		}
	}
	if versions[0] == versions[1] || versions[0] != versions[2] {
		t.Errorf("versions %v", versions)
	}
}

// TestNoEngine checks a service without an engine: it offers nothing offline, and removes what an
// earlier version cached.
func TestNoEngine(t *testing.T) {
	for _, path := range []string{"/offline", "/web/worker.js", "/web/" + module} {
		if w := get(nil, path, ""); w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
	if w := get(nil, "/web/offlineworker.js", ""); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "registration.unregister()") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	for _, installable := range []bool{false, true} {
		w := httptest.NewRecorder()
		if err := send(w, httptest.NewRequest("GET", "/", nil), "deal", "", Deal{Game: "klondike", Installable: installable}); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(w.Body.String(), `id="offline"`) != installable {
			t.Errorf("installable %t: %s", installable, w.Body)
		}
	}
}

// TestTableFiles checks that the list has all that the table loads, and nothing else.
func TestTableFiles(t *testing.T) {
	files := slices.DeleteFunc(tableFiles(), regexp.MustCompile(`^[JQK][CDHS]\.svg$`).MatchString)
	if courts := len(tableFiles()) - len(files); courts != 12 {
		t.Errorf("%d courts", courts)
	}
	slices.Sort(files)
	if want := []string{"deal.js", "fraunces.woff2", "icon.svg", "install.js", "manifest.webmanifest", "offline.js", "sound.js", "style.css", "table.css", "words-de.js", "words-es.js", "words-fr.js"}; !slices.Equal(files, want) {
		t.Errorf("%v", files)
	}
}
