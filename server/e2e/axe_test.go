//go:build browser

package e2e

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// axeCore is the file of axe-core, which `make browser` installs.
var axeCore = filepath.Join("testdata", "axe", "node_modules", "axe-core", "axe.min.js")

// TestBrowserAxe has axe-core check all kinds of pages for what keeps people out who can't see well, or
// use keys or a screen reader: wide and narrow, light and dark.
func TestBrowserAxe(t *testing.T) {
	axe, err := os.ReadFile(axeCore)
	if errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("%v: install axe-core by `npm ci` in server/e2e/testdata/axe, as `make browser` does", err)
	} else if err != nil {
		t.Fatal(err)
	}
	l := launch(t, nil, "--data-dir", t.TempDir())
	var campaign struct{ ID string }
	l.read(t, "/v1/campaigns", `{"game":"klondike","seeds":"solvitaire:1-3","states":1000}`, http.StatusCreated, &campaign)
	b := newBrowser(t)
	for _, name := range []string{"free-cell", "spider"} { // games in progress, which the home page lists
		b.keeps(l.url, "game /games/"+name+"/deals/solvitaire:1", `{"title":"A game","seed":"solvitaire:1","at":1,"moves":"t1c1","ply":1,"ms":0}`)
	}
	const dealt = "table().querySelector('.card') !== null"
	for _, page := range []struct{ name, path, ready string }{
		{"home", "/", dealt + " && document.querySelectorAll('#continue li').length === 2 && (document.querySelector('#continue details').open = true)"},
		{"play", "/play", dealt},
		{"klondike", "/games/klondike/deals/solvitaire:2", dealt},
		{"analysis", "/games/klondike/deals/solvitaire:2?ply=17", "document.getElementById('table').dataset.ply === '17'"},
		{"lost", "/games/free-cell/deals/microsoft:11982#m=t1c1", "document.getElementById('table').dataset.ply === '1'"},
		{"pyramid", "/games/pyramid/deals/solvitaire:2", dealt},
		{"spider", "/games/spider/deals/solvitaire:2", dealt},
		{"embed", "/embed/games/klondike/deals/solvitaire:2", dealt},
		{"games", "/games", "document.querySelectorAll('main a').length > 100"},
		{"game", "/games/klondike", "document.querySelector('h1') !== null"},
		{"game-figures", "/games/klondike?view=figures", "document.querySelector('h1') !== null"},
		{"win-rates", "/win-rates", "document.querySelectorAll('#rates button.sort').length === 7"},
		{"rates", "/rates", "document.querySelector('h1') !== null"},
		{"campaigns", "/campaigns", "document.querySelector('h1') !== null"},
		{"campaign", "/campaigns/" + campaign.ID, "document.querySelector('h1') !== null"},
		{"convert", "/convert", "document.querySelectorAll('#game option').length > 100"},
		{"docs", "/docs", "document.querySelector('h1') !== null"},
		{"guide", "/docs/build/jobs", "document.querySelector('h1') !== null"},
		{"figures", "/docs/figures/win-rates", "document.querySelector('h1') !== null"},
		{"missing", "/no-such-page", "document.querySelector('h1') !== null"},
		{"mistake", "/games/klondike/deals/microsoft:1", "document.querySelector('h1') !== null"},
	} {
		for _, look := range looks {
			b.look(look.width, look.scheme)
			b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(l.url+page.path))
			b.wait(page.ready)
			b.wait("[document, table()].every((root) => root.getAnimations().length === 0)")
			b.do(chromedp.Evaluate[chromedp.Void](string(axe) + "; undefined"))
			var found []struct {
				ID, Impact, Help string
				Nodes            []struct {
					HTML           string
					FailureSummary string
				}
			}
			text := ask[string](b, "axe.run(document, {resultTypes: ['violations']}).then((r) => JSON.stringify(r.violations))")
			if err := json.Unmarshal([]byte(text), &found); err != nil {
				t.Fatal(err)
			}
			for _, violation := range found {
				var where []string
				for _, node := range violation.Nodes {
					where = append(where, fmt.Sprintf("  %s\n    %s", node.HTML, strings.ReplaceAll(node.FailureSummary, "\n", "\n    ")))
				}
				t.Errorf("%s, %d %s: %s (%s, %s)\n%s", page.name, look.width, look.scheme, violation.Help, violation.ID, violation.Impact, strings.Join(where, "\n"))
			}
			b.forgive(http.StatusNotFound)
			b.forgive(http.StatusBadRequest)
		}
	}
	b.quiet(l.url)
}

// looks are the screens on which pages are checked.
var looks = []struct {
	width  int64
	scheme string
}{{1280, "light"}, {390, "light"}, {1280, "dark"}, {390, "dark"}}
