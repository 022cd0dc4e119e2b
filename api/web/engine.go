package web

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/thoughtful-solitaire/thoughtful/api/problem"
	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/web/words"
)

// Engine is the engines as WebAssembly. Pages use it to solve in the browser.
type Engine struct {
	files  map[string][]byte      // files as they are served, by name; the module is compressed
	worker func() ([]byte, error) // the service worker that caches it
}

const module = "thoughtful.wasm"

// engineFiles are the files of an engine, as solver/cmd/wasm/pack.go writes them.
var engineFiles = []string{"engine.js", "worker.js", "wasm_exec.js", module + ".gz"}

// built has the engine files, if they were built before the program.
//
//go:embed engine
var built embed.FS

// BuiltEngine returns the engine that is part of the program. It returns nil if there is none.
func BuiltEngine() *Engine {
	folder, err := fs.Sub(built, "engine")
	if err != nil {
		panic(err) // the path is valid
	}
	e, err := ReadEngine(folder)
	if err != nil {
		return nil
	}
	return e
}

// ReadEngine reads an engine from a folder.
func ReadEngine(folder fs.FS) (*Engine, error) {
	e := &Engine{files: map[string][]byte{}}
	e.worker = sync.OnceValues(e.makeWorker)
	for _, name := range engineFiles {
		text, err := fs.ReadFile(folder, name)
		if err != nil {
			return nil, fmt.Errorf("reading the engine for browsers: %w", err)
		}
		e.files[strings.TrimSuffix(name, ".gz")] = text
	}
	return e, nil
}

// policy is the content security policy of the worker. Only the worker may compile WebAssembly;
// pages may not.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

// send answers with a file of the engine. If there is no such file, it returns false and answers
// nothing.
func (e *Engine) send(w http.ResponseWriter, r *http.Request, name string) bool {
	if e == nil {
		return false
	}
	text, known := e.files[name]
	if !known {
		return false
	}
	w.Header().Set("Content-Security-Policy", policy)
	if name == module { // every browser that can run the module can decompress it
		w.Header().Set("Content-Encoding", "gzip")
	}
	reply.SendTagged(w, r, media[path.Ext(name)], text)
	return true
}

// offline answers GET /offline.
//
//	@ID				offlinePage
//	@Summary		Page to play without a network
//	@Description	The table without a deal. The service worker shows it in place of the pages of deals while the service can't be reached; the engine in the browser deals, judges and solves. 404 if the program was built without that engine.
//	@Failure		404	{object}	problem.Problem
//	@Router			/offline [get]
func (s *Site) offline(w http.ResponseWriter, r *http.Request) error {
	if s.Engine == nil {
		return problem.New(problem.NotFound, "this service has no engine for browsers")
	}
	return send(w, r, "deal", "", offlineTable())
}

// offlineTable returns the page that is shown offline. Its script adds the deal.
func offlineTable() Deal {
	return Deal{Game: firstGame, Title: "Offline", Winnable: true, Own: true, Offline: true, Installable: true}
}

// lazyImport matches the name of a module that a script loads only when needed.
var lazyImport = regexp.MustCompile(`import\(['"]\./([a-z]+\.js)['"]\)`)

// tableFiles returns the assets of the table: its styles, its script, its font and courts, and the files
// that the script loads later.
func tableFiles() []string {
	files := []string{"style.css", "table.css", "icon.svg", "manifest.webmanifest", tableScript}
	for _, l := range words.Languages[1:] {
		files = append(files, wordsFile(l))
	}
	for name := range assets().files {
		if _, err := fs.Stat(pages, "art/"+name); err == nil {
			files = append(files, name)
		}
	}
	slices.Sort(files)
	for _, found := range lazyImport.FindAllSubmatch(assets().files[tableScript], -1) {
		if name := string(found[1]); !slices.Contains(files, name) {
			files = append(files, name)
		}
	}
	return files
}

// worker answers GET /web/offlineworker.js with the service worker, which begins with the list of files
// that it caches and their version. A service without an engine answers with a worker that removes itself
// and the cache of an earlier version.
func (s *Site) worker(w http.ResponseWriter, r *http.Request) error {
	text := []byte(removingWorker)
	if s.Engine != nil {
		var err error
		if text, err = s.Engine.worker(); err != nil {
			return err
		}
	}
	w.Header().Set("Service-Worker-Allowed", "/")
	reply.SendTagged(w, r, media[".js"], text)
	return nil
}

// unreachable returns the page that the service worker shows in place of pages that need the service.
func unreachable(l words.Language) (string, error) {
	page := Oops{Title: say(l, "No connection"), Detail: say(l, "This page needs the service."), Links: []Link{{"/play", say(l, "Play offline")}}}
	var text strings.Builder
	err := templates[l]()["oops"].ExecuteTemplate(&text, "frame", framed{Language: l, Page: page, Bare: true})
	return text.String(), err
}

// makeWorker writes the service worker.
func (e *Engine) makeWorker() ([]byte, error) {
	sum := sha256.New()
	files, others := []string{"/offline"}, map[words.Language]string{}
	for _, l := range words.Languages {
		err := templates[l]()["deal"].ExecuteTemplate(sum, "frame", framed{Language: l, Sections: sections, Page: offlineTable()})
		if err == nil {
			others[l], err = unreachable(l)
		}
		if err != nil {
			return nil, fmt.Errorf("rendering the offline page: %w", err)
		}
		sum.Write([]byte(others[l]))
	}
	for _, name := range tableFiles() {
		files = append(files, assetPath(name)) // this path changes when the files change
	}
	for _, name := range slices.Sorted(maps.Keys(e.files)) {
		sum.Write(e.files[name])
		files = append(files, "/web/"+name)
	}
	script := assets().files[workerFile]
	sum.Write(script)
	list, err := json.Marshal(files)
	if err != nil {
		return nil, err
	}
	pages, err := json.Marshal(others)
	if err != nil {
		return nil, err
	}
	return fmt.Appendf(nil, "const version = '%s';\nconst files = %s;\nconst unreachable = %s;\n%s", hex.EncodeToString(sum.Sum(nil)[:8]), list, pages, script), nil
}

const workerFile = "offlineworker.js"

// removingWorker is the service worker of a service without an engine.
const removingWorker = `// This service has no engine for browsers.
addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('thoughtful-')) await caches.delete(name);
  await registration.unregister();
})()));
`
