//go:build browser

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestBrowserHelps plays with the help that the deal page gives: refusals, hints by steps, a review
// of the game, statistics.
func TestBrowserHelps(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	b.still()
	const ply = "document.getElementById('table').dataset.ply"
	said := func(text string) {
		b.wait("document.getElementById('said').textContent.replace(/\\ufe0e/g, '') === '" + text + "'")
	}
	b.do(chromedp.Navigate(home + "/games/klondike/deals/solvitaire:2"))
	b.wait(ply + " === '0'")
	b.drag(on("tableau/1"), on("tableau/7"))
	said("Columns go down by one, in alternating colours.")
	b.drag(on("tableau/1"), on("foundation/H"))
	said("It is not the foundation’s next card.")

	// Each press of the button says more; the last one plays.
	seen := map[string]bool{}
	for _, next := range []string{"Where?", "Why?", "Play it"} {
		b.do(chromedp.Click("#hint"))
		b.wait("document.getElementById('hint-name').textContent === '" + next + "'")
		seen[b.text("#said")] = true
	}
	if len(seen) != 3 {
		t.Errorf("hints: %v", seen)
	}
	b.do(chromedp.Click("#hint"))
	b.wait(ply + " === '1' && document.getElementById('hint-name').textContent === 'Hint'")
	b.do(chromedp.Click(".menu:last-child summary"), chromedp.Click("#record"))
	b.wait("document.getElementById('statistics').open && /Played1/.test(document.getElementById('statistics-figures').textContent)")
	b.do(chromedp.Click("#statistics-reset"))
	b.wait("!document.getElementById('statistics').open && localStorage.getItem('thoughtful-statistics') === '{}'")
	b.quiet(home)

	// The review names the move that lost, and goes back before it.
	b.do(chromedp.Navigate(home + "/games/free-cell/deals/microsoft:1#m=t1c1.t1c2.t1c3.t1c4"))
	b.wait(ply + " === '4'")
	b.do(chromedp.Click(".menu:last-child summary"), chromedp.Click("#review"))
	b.wait("document.getElementById('play-on') !== null")
	if text := b.text("#game-review"); !strings.Contains(text, "Move 4 lost the game") || !strings.Contains(text, "Better: ") {
		t.Errorf("%s", text)
	}
	b.shows("review-800")
	b.do(chromedp.Click("#play-on"))
	b.wait(ply + " === '3' && document.getElementById('beside').hidden && document.getElementById('redo').disabled")
	b.quiet(home)
}

// TestBrowserSharesAWin wins, and shares the result: the dialog stays open and says what became of it. The
// statistics say of which deals they are.
func TestBrowserSharesAWin(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	b.still()
	const shared = "document.getElementById('won').open && document.getElementById('shared').checkVisibility() && document.getElementById('shared').textContent"
	b.do(chromedp.Navigate(home + "/play" + oneCardLeft))
	b.wait("table().querySelectorAll('.card').length === 52")
	b.tap(on("tableau/1"))
	b.tap(on("foundation/S"))
	b.wait("document.getElementById('won').open")
	for _, test := range []struct{ browser, want string }{
		{"{writeText: async (text) => { window.copied = text; }}", "Result and link copied."},
		{"{writeText: () => Promise.reject(new Error('denied'))}", "The clipboard is not available. Copy this: FreeCell: won in 0:00, 1 move. " + home + "/play"},
	} {
		ask[bool](b, "Object.defineProperty(navigator, 'clipboard', {configurable: true, value: "+test.browser+"}) !== null")
		b.do(chromedp.Click("#share"))
		b.wait("(" + shared + " || '').startsWith('" + test.want + "')")
	}
	if text := ask[string](b, "window.copied"); !strings.HasPrefix(text, "FreeCell: won in 0:00, 1 move. "+home+"/play#game=free-cell") {
		t.Errorf("copied is %s", text)
	}
	b.shows("share-800")

	for path, want := range map[string]string{"/": "Statistics: Klondike, draw 1", "/games/free-cell/deals/microsoft:1": "Statistics: FreeCell"} {
		b.do(chromedp.Navigate(home + path))
		b.wait("table().querySelectorAll('.card').length === 52")
		b.do(chromedp.Click(".menu:last-child summary"), chromedp.Click("#record"))
		if text := b.text("#statistics"); !strings.HasPrefix(text, want+"\n") || !strings.Contains(text, "not only deals of the day") {
			t.Errorf("%s: %s", path, text)
		}
	}
	b.quiet(home)
}

// oneCardLeft has one card to send up.
const oneCardLeft = "#game=free-cell&t=KS........&c=--------&f=AC2C3C4C5C6C7C8C9CTCJCQCKCAH2H3H4H5H6H7H8H9HTHJHQHKHAS2S3S4S5S6S7S8S9STSJSQSAD2D3D4D5D6D7D8D9DTDJDQDKD"

// TestBrowserShowsTheTableFirst opens deals on a phone, upright and on its side, and on a wide
// screen: the first pile lies near the top, all buttons are in sight, the page is light and can be
// read by everybody.
func TestBrowserShowsTheTableFirst(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	for _, screen := range []struct {
		width, height int64
		scheme        string
		top           float64 // of the first pile, as a share of the height
	}{{390, 844, "light", .15}, {360, 740, "dark", .15}, {844, 390, "light", .15}, {1280, 800, "dark", .2}} {
		for _, path := range []string{"/games/klondike/deals/solvitaire:2", "/games/free-cell/deals/microsoft:1"} {
			name := fmt.Sprintf("first-%d-%s", screen.width, strings.Split(path, "/")[2])
			b.look(screen.width, screen.scheme)
			b.do(chromedp.EmulateViewport(screen.width, screen.height), chromedp.Navigate("about:blank"), chromedp.Navigate(home+path))
			b.wait("table().querySelectorAll('.card').length === 52")
			if top := ask[float64](b, "table().querySelector('.pile').getBoundingClientRect().top / innerHeight"); top > screen.top {
				t.Errorf("%s: the first pile lies %.0f %% below the top", name, 100*top)
			}
			if low := ask[string](b, "[...document.querySelectorAll('.bar .buttons > *')].filter((e) => { const r = e.getBoundingClientRect(); return r.bottom > innerHeight || r.right > innerWidth || r.height < 44; }).map((e) => e.textContent.trim()).join()"); low != "" {
				t.Errorf("%s: out of sight or too small: %s", name, low)
			}
			if faults := ask[string](b, accessible); faults != "" {
				t.Errorf("%s: %s", name, faults)
			}
			if sent := ask[int](b, "performance.getEntries().reduce((sum, entry) => sum + (/\\/v1\\//.test(entry.name) ? 0 : entry.transferSize || 0), 0)"); sent > 90_000 {
				t.Errorf("%s: %d bytes were sent", name, sent)
			} else {
				t.Logf("%s: %d bytes were sent", name, sent)
			}
			b.shows(name)

			// Text of twice the size leaves the buttons in sight, with names that do not overlap.
			if broken := ask[string](b, largeText); broken != "" {
				t.Errorf("%s, large text: %s", name, broken)
			}
		}
	}
	b.quiet(home)
}

// largeText doubles the size of text, and returns the buttons below the table that then leave the
// screen, those whose names are wider or higher than they are, and whether the page is too wide.
const largeText = `(() => {
	document.documentElement.style.fontSize = '200%';
	const faults = [...document.querySelectorAll('.bar .buttons > *')].filter((e) => {
		const r = e.getBoundingClientRect(), names = document.createRange();
		names.selectNodeContents(e.querySelector('summary') ?? e);
		const n = names.getBoundingClientRect();
		return r.top < 0 || r.bottom > innerHeight || r.right > innerWidth || n.top < r.top || n.bottom > r.bottom || n.left < r.left || n.right > r.right;
	}).map((e) => e.textContent.trim().split('\n')[0]);
	if (document.documentElement.scrollWidth > innerWidth) faults.push('the page is wider than the screen');
	return faults.join();
})()`
