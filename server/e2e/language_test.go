//go:build browser

package e2e

import (
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

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
