//go:build browser

package e2e

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	catalogues "github.com/thoughtful-solitaire/thoughtful/api/web/words"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// spoken lists the texts and labels of a page, and of the table on it.
const spoken = `(() => {
	const all = new Set([document.title]);
	const walk = (root) => {
		for (const e of root.querySelectorAll('*')) {
			if (e.closest('head, script, style, code, pre, textarea, .languages, [lang=en]:not(html)')) continue;
			for (const name of ['aria-label', 'title', 'placeholder', 'alt']) all.add(e.getAttribute(name) ?? '');
			for (const n of e.childNodes) if (n.nodeType === Node.TEXT_NODE) all.add(n.data.trim());
			if (e.shadowRoot) walk(e.shadowRoot);
		}
	};
	walk(document);
	return [...all];
})()`

// TestBrowserNoEnglishLeft looks for texts of pages that are the same in English and in German, as names are. No
// German text makes a page wider than the screen.
func TestBrowserNoEnglishLeft(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	b.still()
	b.keeps(home, "analysis", "true")
	var german catalogues.Catalogue
	text, err := os.ReadFile("../../api/web/words/de.json")
	if err == nil {
		err = json.Unmarshal(text, &german)
	}
	if err != nil {
		t.Fatal(err)
	}
	same := map[string]bool{}
	for _, part := range []map[string]string{german.Pages, german.Scripts} {
		for text, translated := range part {
			same[text] = text == translated
		}
	}
	for _, g := range rules.Games() {
		name, _, _ := strings.Cut(g.Title, ", ")
		same[name] = true
	}
	names := regexp.MustCompile(`Thoughtful$|^Solvitaire|^lonelybot|SVG|CSV|JSON|API| 20\d\d|\.gz$|[/:]|^[0-9a-f]{8}$`) // of programs, files, dates and versions
	word := regexp.MustCompile(`\pL{3}`)
	const compare = "document.getElementById('choices').open = true"
	for _, look := range []struct{ page, do, ready string }{
		{"/", "", "!document.getElementById('days').hidden"},
		{"/games/klondike/deals/solvitaire:2", compare, "document.querySelectorAll('#judged .verdict').length > 3 && document.querySelectorAll('#line li').length > 3"},
		{"/games/free-cell/deals/microsoft:11982", compare, "document.querySelector('#verdict .unwinnable') !== null"},
		{"/games/klondike", "", "true"},
		{"/games/klondike?view=figures", "", "true"},
		{"/games/pyramid", "", "true"},
		{"/games", "", "!document.getElementById('search').hidden"},
		{"/win-rates", "", "!document.getElementById('filter').disabled"},
	} {
		said := map[string]map[string]bool{}
		for _, language := range []string{"en", "de"} {
			protocol(b, network.SetExtraHTTPHeaders, network.SetExtraHTTPHeadersParams{Headers: network.Headers{"Accept-Language": language}})
			b.do(chromedp.Navigate(home + look.page))
			ask[bool](b, "("+cmp.Or(look.do, "0")+", true)")
			b.wait("document.documentElement.lang === '" + language + "' && " + look.ready)
			said[language] = map[string]bool{}
			for _, text := range ask[[]string](b, spoken) {
				said[language][text] = true
			}
		}
		for _, width := range []int64{390, 1280} {
			b.look(width, "light")
			b.shows(fmt.Sprint("german", strings.NewReplacer("/", "-", "?", "-").Replace(look.page), "-", width))
		}
		for text := range said["de"] {
			for _, part := range strings.Split(text, ", ") {
				if said["en"][text] && !same[part] && !names.MatchString(part) && word.MatchString(part) {
					t.Errorf("%s is in English: %q", look.page, text)
				}
			}
		}
	}
}

// TestBrowserLanguages opens pages as a browser that prefers German, and chooses Spanish in the footer.
func TestBrowserLanguages(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	b.still()
	protocol(b, network.SetExtraHTTPHeaders, network.SetExtraHTTPHeadersParams{Headers: network.Headers{"Accept-Language": "de-AT,de;q=0.9,en;q=0.8"}})
	b.do(chromedp.Navigate(home))
	b.wait("document.documentElement.lang === 'de' && document.getElementById('undo').textContent.trim() === 'Zurück'")
	b.do(chromedp.Navigate(home + "/games/klondike/deals/solvitaire:2"))
	b.wait("document.getElementById('table').dataset.ply === '0'")
	if labels := ask[string](b, "['.talon', '[data-place=stock]', '[data-place=\"tableau/2\"]', '[data-place=\"tableau/2\"] .card'].map((one) => table().querySelector(one).getAttribute('aria-label')).join('; ')"); labels != "Talon und Ablagestapel; Talon, 24 Karten; Spalte 2, 2 Karten, 1 verdeckt; verdeckte Karte" {
		t.Errorf("labels: %s", labels)
	}
	b.drag(on("tableau/1"), on("tableau/7"))
	b.wait("document.getElementById('said').textContent === 'Spalten gehen um eins abwärts, in wechselnden Farben.'")
	b.do(chromedp.Click("#hint"))
	b.wait("document.getElementById('hint-name').textContent === 'Wohin?'")
	b.quiet(home)

	b.do(chromedp.Click(".languages a[lang=es]"))
	b.wait("document.documentElement.lang === 'es' && document.getElementById('undo').textContent.trim() === 'Deshacer'")
	b.do(chromedp.Navigate(home + "/games"))
	b.wait("document.documentElement.lang === 'es' && document.querySelector('.top a[href=\"/games\"]').textContent === 'Juegos'")
	b.quiet(home)
}
