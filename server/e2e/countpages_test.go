//go:build browser

package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestBrowserShowsCounts opens the pages of win rates and campaigns, and others, on wide and
// narrow screens, light and dark, while a campaign runs and when others are done.
func TestBrowserShowsCounts(t *testing.T) {
	l := launch(t, nil, "--data-dir", t.TempDir())
	home := l.url
	b := newBrowser(t)
	ids := []string{
		l.begin(t, `{"game":"klondike","seeds":"solvitaire:1-60","states":20000}`).ID,
		l.begin(t, `{"game":"klondike-draw-3-no-worrying-back","seeds":"solvitaire:1-60","states":20000}`).ID,
		l.begin(t, `{"game":"klondike","seeds":"solvitaire:1-50","player":"greedy"}`).ID,
	}
	for _, id := range ids {
		b.do(chromedp.Navigate(home + "/campaigns/" + id))
		b.wait("document.querySelector('[data-at=state]').textContent === 'done'")
	}
	endless := l.begin(t, `{"game":"klondike","seeds":"solvitaire:1001-900000","states":20000}`).ID
	for _, look := range []struct {
		width  int64
		scheme string
	}{{1280, "light"}, {390, "light"}, {1280, "dark"}, {390, "dark"}} {
		b.look(look.width, look.scheme)
		for _, page := range []struct{ name, path, ready string }{
			{"welcome", "/", "location.origin !== '' && document.getElementById('curl').textContent.includes(location.origin)"},
			{"rates", "/win-rates", "document.querySelectorAll('#rates button.sort').length === 7"},
			{"figures", "/games/klondike?view=figures", "document.querySelectorAll('.plots img').length === 5 && document.querySelector('[data-origin]').textContent === location.origin"},
			{"game-unknown", "/games/duchess", "document.querySelectorAll('.rules dt').length > 5"},
			{"campaigns", "/campaigns", "document.querySelector('#running [data-at=done]').textContent !== '0'"},
			{"campaign", "/campaigns/" + endless, "document.querySelector('[data-at=done]').textContent !== '0'"},
			{"campaign-done", "/campaigns/" + ids[0], "document.getElementById('delete') !== null"},
			{"campaign-player", "/campaigns/" + ids[2], "document.querySelector('[data-at=won]') !== null"},
			{"docs", "/docs", "document.querySelectorAll('.call').length > 20"},
			{"nowhere", "/nowhere", "document.querySelector('h1') !== null"},
		} {
			name := fmt.Sprintf("%s-%d-%s", page.name, look.width, look.scheme)
			b.do(chromedp.Navigate(home + page.path))
			b.wait(page.ready)
			// Images load when they are scrolled to, without moving the page.
			if broken := ask[int](b, `(async () => {
				for (const image of document.images) { image.scrollIntoView(); await image.decode(); }
				scrollTo(0, 0);
				return [...document.images].filter((image) => image.naturalWidth === 0).length;
			})()`); broken > 0 {
				t.Errorf("%s: %d broken images", name, broken)
			}
			if faults := ask[string](b, accessible); faults != "" {
				t.Errorf("%s: %s", name, faults)
			}
			if page.name == "rates" || page.name == "figures" {
				sent := ask[int](b, "performance.getEntries().reduce((sum, entry) => sum + (entry.transferSize || 0), 0)")
				if sent > 100_000 {
					t.Errorf("%s: %d bytes were sent", name, sent)
				}
			}
			if page.name == "docs" {
				if heading := ask[string](b, "document.getElementById('quick-start').innerText"); heading != "Quick start" {
					t.Errorf("%s: heading %q, not in sentence case", name, heading)
				}
			}
			b.shows(name)
		}
		b.forgive(http.StatusNotFound)
		b.quiet(home)
	}
}

// accessible returns accessibility errors of a page: not exactly one main element and one h1,
// a heading level left out, controls without a name, the skip link not first, low contrast of
// text (WCAG 2.2, 1.4.3).
const accessible = `(() => {
	const faults = [];
	const seen = (e) => e.checkVisibility({visibilityProperty: true}) && !e.closest('[hidden]');
	if (document.querySelectorAll('main').length !== 1) faults.push('no main, or several');
	if (!document.documentElement.lang || !document.title) faults.push('no language or title');
	const levels = [...document.querySelectorAll('h1,h2,h3,h4')].filter(seen).map((h) => Number(h.tagName[1]));
	if (levels.filter((l) => l === 1).length !== 1) faults.push('first headings: ' + levels);
	levels.forEach((l, i) => { if (i && l > levels[i - 1] + 1) faults.push('headings leave out a level: ' + levels); });
	const skip = document.querySelector('a[href="#main"]');
	if (!skip || skip !== document.querySelector('a,button,input,select,textarea')) faults.push('the way to the content does not come first');
	for (const e of document.querySelectorAll('input:not([type=hidden]),select,textarea,button,a[href],progress,img')) {
		if (!seen(e)) continue;
		const name = e.getAttribute('aria-label') || (e.labels && [...e.labels].map((l) => l.textContent).join('')) || e.textContent.trim() || e.alt || e.title || [...e.querySelectorAll('img')].map((i) => i.alt).join('');
		if (!(name || '').trim() && !(e.tagName === 'IMG' && e.getAttribute('alt') === '')) faults.push('no name: ' + e.outerHTML.slice(0, 120));
	}
	const channel = (c) => (c /= 255) <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4;
	const light = ([r, g, b]) => .2126 * channel(r) + .7152 * channel(g) + .0722 * channel(b);
	const colour = (text) => text.match(/[\d.]+/g).map(Number);
	const behind = (e) => { for (; e; e = e.parentElement) { const c = colour(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] > 0) return c; } return [255, 255, 255]; };
	const said = new Set();
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	while (walk.nextNode()) {
		const e = walk.currentNode.parentElement;
		if (!walk.currentNode.data.trim() || !seen(e) || e.closest('svg,script,noscript,option,:disabled')) continue;
		const a = light(colour(getComputedStyle(e).color)), z = light(behind(e));
		const contrast = (Math.max(a, z) + .05) / (Math.min(a, z) + .05);
		const large = parseFloat(getComputedStyle(e).fontSize) >= 24;
		const about = e.tagName + '.' + e.className + ' ' + contrast.toFixed(2);
		if (contrast < (large ? 3 : 4.5) && !said.has(about)) { said.add(about); faults.push('contrast of ' + about); }
	}
	return faults.join('; ');
})()`

// TestBrowserSorts sorts and filters the table of win rates with mouse and keyboard.
func TestBrowserSorts(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	b.look(1280, "light")
	b.do(chromedp.Navigate(home + "/win-rates"))
	b.wait("document.querySelectorAll('#rates button.sort').length === 7")
	const seen = "[...document.querySelectorAll('#rates tbody tr')].filter((r) => r.checkVisibility())"
	first := func() string {
		return ask[string](b, seen+"[0].querySelector('a').textContent")
	}
	column := func(name string) string {
		return fmt.Sprintf("[...document.querySelectorAll('#rates th')].find((h) => h.textContent.startsWith(%q))", name)
	}
	sorted := func(name, way string) {
		t.Helper()
		b.wait(column(name) + ".getAttribute('aria-sort') === '" + way + "' && document.querySelectorAll('#rates [aria-sort]').length === 1")
	}
	if got := first(); got != "Accordion" {
		t.Errorf("first game: %s", got)
	}
	b.tap(column("Published") + ".querySelector('button')")
	sorted("Published", "descending")
	if got := first(); got != "Fortune's Favor" {
		t.Errorf("highest rate: %s", got)
	}
	b.do(chromedp.KeyEvent("\r")) // the button has the focus
	sorted("Published", "ascending")
	if got := first(); got != "British Canister" {
		t.Errorf("lowest rate: %s", got)
	}
	if got := ask[string](b, "[...document.querySelectorAll('#rates tbody tr')].at(-1).cells[4].textContent.trim()"); got != "–" {
		t.Errorf("the last game has a published rate, %s", got)
	}
	b.tap(column("Game") + ".querySelector('button')")
	sorted("Game", "ascending")

	// The variants of a game are shown where its details are open, and in a list of all.
	const draws = seen + ".filter((r) => r.cells[0].textContent.startsWith('Klondike')).length"
	b.wait(draws + " === 1")
	b.tap("[...document.querySelectorAll('#rates summary')].find((s) => s.textContent.endsWith('of Klondike'))")
	b.wait(draws + " > 40")
	b.tap("document.getElementById('fold')")
	b.wait(seen + ".length === document.querySelectorAll('#rates tbody tr').length")
	b.tap(column("Published") + ".querySelector('button')")
	sorted("Published", "descending")
	if got := first(); got != "Fortune's Favor" {
		t.Errorf("highest rate of all: %s", got)
	}
	b.tap("document.getElementById('fold')")
	b.tap(column("Game") + ".querySelector('button')")
	sorted("Game", "ascending")

	b.do(chromedp.Focus("#filter"), chromedp.KeyEvent("free"))
	b.wait("document.getElementById('shown').textContent === " + seen + ".length + ' games'")
	if got := first(); got != "FreeCell" {
		t.Errorf("first game with free in its name: %s", got)
	}
	b.do(chromedp.Click("#rates tbody tr:not([hidden]) a"))
	b.wait("location.pathname === '/games/free-cell' && document.querySelector('h1').textContent === 'FreeCell'")
	b.quiet(home)
}

// TestBrowserRunsCampaign starts a campaign with the form, watches its progress, cancels it,
// resumes it and deletes it.
func TestBrowserRunsCampaign(t *testing.T) {
	home := launch(t, nil, "--data-dir", t.TempDir()).url
	b := newBrowser(t)
	b.look(1280, "light")
	b.do(chromedp.Navigate(home + "/campaigns?game=freecell"))
	b.wait("document.getElementById('game').value === 'free-cell' && document.readyState === 'complete'")

	// Errors are shown beside their fields.
	b.do(chromedp.SetValue("#to", "0"), chromedp.Click("#start button"))
	b.wait("!document.getElementById('errors').hidden && document.activeElement.id === 'errors'")
	b.wait("document.getElementById('from').getAttribute('aria-invalid') === 'true'")
	b.shows("campaigns-mistake-1280-light")
	if text := b.text("#errors a"); text != "First number" {
		t.Errorf("the error names %q", text)
	}
	b.do(chromedp.Click("#errors a"))
	b.wait("document.activeElement.id === 'from'")
	b.forgive(http.StatusBadRequest)

	// Options are shown only for players.
	b.wait("document.getElementById('telling').hidden")
	play := func(who string) {
		ask[bool](b, fmt.Sprintf("(() => { const p = document.getElementById('player'); p.value = %q; return p.dispatchEvent(new Event('change')); })()", who))
	}
	play("insight")
	b.wait("!document.getElementById('telling').hidden && document.getElementById('budget').hidden")
	b.do(chromedp.SetValue("#from", "1"), chromedp.SetValue("#options", " stock=hidden  n=5 "), chromedp.Click("#start button"))
	b.wait("document.activeElement.id === 'errors' && document.getElementById('options').getAttribute('aria-invalid') === 'true'")
	b.wait("/, n: unknown field.*, stock: .* is not one of: known, seen/.test(document.getElementById('errors').textContent)")
	b.shows("campaigns-told-1280-light")
	b.forgive(http.StatusBadRequest)
	play("")

	b.do(
		chromedp.SetValue("#from", "1"), chromedp.SetValue("#to", "900000"),
		chromedp.SetValue("#unit", "states"), chromedp.SetValue("#amount", "50000"),
		chromedp.Click("#start button"),
	)
	b.wait("location.pathname.length > 20 && document.getElementById('cancel') !== null && document.readyState === 'complete'")
	if title := b.text("h1"); title != "FreeCell, solvitaire:1-900000" {
		t.Errorf("title %s", title)
	}
	const done = "Number(document.querySelector('[data-at=done]').textContent.replaceAll(',', ''))"
	ask[int](b, "window.once = "+done)
	b.wait(done + " > window.once && document.querySelector('progress').value > window.once")
	ask[int](b, "window.once = "+done)
	b.wait(done + " > window.once && document.querySelector('[data-at=state]').textContent === 'running'")
	b.wait("/ % \\(.*–.*\\)$/.test(document.querySelector('[data-at=rate]').textContent) && document.querySelector('[data-at=left]').textContent !== '–'")

	b.tap("document.getElementById('cancel')")
	b.wait("document.getElementById('resume') !== null && document.readyState === 'complete' && document.querySelector('[data-at=state]').textContent === 'cancelled'")
	b.shows("campaign-cancelled-1280-light")
	kept := ask[int](b, done)
	b.tap("document.getElementById('resume')")
	b.wait(fmt.Sprintf("document.getElementById('cancel') !== null && document.readyState === 'complete' && %s > %d", done, kept))
	b.tap("document.getElementById('cancel')")
	b.wait("document.getElementById('delete') !== null && document.readyState === 'complete'")
	b.tap("document.getElementById('delete')")
	b.wait("document.getElementById('sure').open && document.activeElement.value === 'no'")
	b.shows("campaign-delete-1280-light")
	b.do(chromedp.KeyEvent(kb.Escape))
	b.wait("!document.getElementById('sure').open")
	b.tap("document.getElementById('delete')")
	b.tap("document.querySelector('#sure button[value=yes]')")
	b.wait("location.pathname === '/campaigns' && document.querySelector('main').textContent.includes('Ended') && !document.querySelector('main table')")
	b.quiet(home)
}

// TestBrowserTabs tabs through the home page: the skip link comes first, then the navigation, and a
// deal can be asked for by keys alone.
func TestBrowserTabs(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	b.look(1280, "light")
	b.do(chromedp.Navigate(home + "/"))
	b.wait("document.getElementById('curl').textContent.includes(location.origin)")
	var order []string
	for range 8 {
		b.do(chromedp.KeyEvent("\t"))
		order = append(order, ask[string](b, "((e) => e.id || e.getAttribute('href') || e.textContent.trim())(document.activeElement)"))
		if hidden := ask[bool](b, "(() => { const r = document.activeElement.getBoundingClientRect(); return r.right <= 0 || r.width < 2; })()"); hidden {
			t.Errorf("the focus is hidden, at %s", order[len(order)-1])
		}
	}
	if got, want := strings.Join(order, " "), "#main / / /games /win-rates /convert /campaigns /docs"; got != want {
		t.Errorf("tab order %s, want %s", got, want)
	}
	b.do(chromedp.Navigate(home+"/"), chromedp.KeyEvent("\t"), chromedp.KeyEvent("\r"))
	b.wait("location.hash === '#main'")
	b.do(chromedp.Focus("#seed"), chromedp.KeyEvent("5\r"))
	b.wait("location.pathname === '/games/klondike-draw-1/deals/solvitaire:5'")
	b.quiet(home)
}
