package web

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"path"
	"slices"
	"sync"

	"github.com/thoughtful-solitaire/thoughtful/api/draw"
	"github.com/thoughtful-solitaire/thoughtful/api/reply"
	"github.com/thoughtful-solitaire/thoughtful/api/web/words"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Each page has one script, with all modules in it that it imports: a browser takes longer to ask for
// fifteen files than to read one. What a script imports only when needed stays a file of its own.
//go:generate go tool -modfile=../../.tools/go.mod esbuild --bundle --minify --format=esm --target=es2022 --charset=utf8 --log-level=warning --entry-names=[name] --outdir=assets --external:./install.js --external:./offline.js --external:./sound.js --external:fraunces.woff2 scripts/site/book.js scripts/site/campaign.js scripts/site/campaigns.js scripts/site/convert.js scripts/site/docs.js scripts/site/game.js scripts/site/games.js scripts/site/live.js scripts/site/offlineworker.js scripts/site/rates.js scripts/play/deal.js scripts/play/install.js scripts/play/sound.js scripts/table/offline.js scripts/table/thoughtful-table.js pages/style.css pages/table.css

// tableScript is the script of the table.
const tableScript = "deal.js"

// elementScript is the script that defines the table as an element, for pages elsewhere.
const elementScript = "thoughtful-table.js"

// assetFiles are the files that pages load.
type assetFiles struct {
	files   map[string][]byte // by name
	version string            // a digest of them all
}

// Asset answers GET /web/{name} and /web/{version}/{name} with a file that pages load. If there is
// no such file, it returns false and answers nothing. If the version is that of these files, a
// browser may keep the file. If it is another version, from an older page, the answer is the
// current file.
func Asset(w http.ResponseWriter, r *http.Request, name, version string) bool {
	text, known := assets().files[name]
	if !known {
		return false
	}
	if version == assets().version {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	reply.SendTagged(w, r, media[path.Ext(name)], text)
	return true
}

// assetPath returns the address of a file. The address changes when any file changes.
func assetPath(name string) string { return "/web/" + assets().version + "/" + name }

// layoutFile returns the name of the file with the picture of a game's layout.
func layoutFile(game string) string { return "game-" + game + ".svg" }

// layoutPath returns the address of the picture of a game's layout.
func layoutPath(game string) string { return assetPath(layoutFile(game)) }

// assets returns the files that pages load.
var assets = sync.OnceValue(func() assetFiles {
	all := assetFiles{files: map[string][]byte{}}
	for _, pattern := range []string{"assets/*", "art/*.*", "pages/icon.svg", "pages/manifest.webmanifest"} {
		names, err := fs.Glob(pages, pattern)
		if err != nil {
			panic(err) // the pattern is valid
		}
		for _, name := range names {
			text, err := pages.ReadFile(name)
			if err != nil {
				panic(err) // it is embedded
			}
			all.files[path.Base(name)] = text
		}
	}
	for _, g := range rules.Games() {
		picture, err := draw.Layout(&g.Rules)
		if err != nil {
			panic(err) // a test deals each game
		}
		all.files[layoutFile(g.Name)] = picture
		e := exampleOf(words.English, &g.Rules)
		all.files[e.file()] = e.picture()
	}
	for _, l := range words.Languages[1:] {
		all.files[wordsFile(l)] = l.Script()
	}
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(all.files)) {
		fmt.Fprintf(sum, "%s %d\n%s", name, len(all.files[name]), all.files[name])
	}
	all.version = hex.EncodeToString(sum.Sum(nil)[:6])
	return all
})

// wordsPrefix begins the names of the files with the texts of scripts.
const wordsPrefix = "words-"

// wordsFile returns the name of the file with the texts of scripts in a language.
func wordsFile(l words.Language) string { return wordsPrefix + string(l) + ".js" }
