//go:build browser

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestBrowserFansTheStock plays from a stock that is fanned out, by tap, drag and keys, and takes
// back a move together with the turns before it.
func TestBrowserFansTheStock(t *testing.T) {
	l := launch(t, nil)
	home := l.url
	l.shorten(t, `{"game":"klondike","seed":"solvitaire:2"}`) // to one that begins with no card of the stock
	b := newBrowser(t)
	b.still()
	b.keeps(home, "analysis", "true")
	const ply = "document.getElementById('table').dataset.ply"
	const list = "[...document.querySelectorAll('#line li')].map((e) => e.textContent)"
	fanned := func(code string) string {
		return fmt.Sprintf(`table().querySelector('.talon .card[data-card="%s"]')`, code)
	}
	b.do(chromedp.Navigate(home + "/games/free-cell/deals/microsoft:1"))
	b.wait("document.getElementById('fan-label').hidden && table().querySelectorAll('.card').length === 52")
	b.do(chromedp.Navigate(home+"/games/klondike/deals/solvitaire:2"), chromedp.Click(".menu:last-child summary"), chromedp.Click("#fan"))
	b.wait("document.getElementById('line').children.length > 100")
	if reach := ask[int](b, "table().querySelectorAll('.talon .reach').length"); reach != 8 {
		t.Errorf("%d of 24 cards can be reached three at a time, want 8", reach)
	}
	const order = "[...table().querySelectorAll('.talon .card')].sort((a, b) => getComputedStyle(a).order - getComputedStyle(b).order).map((e) => e.dataset.card).join(' ')"
	dealt := ask[string](b, order)
	if want := ask[string](b, "[...JSON.parse(document.getElementById('main').dataset.deal).stock].reverse().join(' ')"); dealt != want {
		t.Errorf("order %s, want %s", dealt, want)
	}
	b.tap(on("stock")[:len(on("stock"))-len(".at(-1)")] + ".find((e) => e.matches('.slot'))")
	b.wait(ply + " === '1' && table().querySelectorAll('.waste .card').length === 3")
	if now := ask[string](b, order); now != dealt {
		t.Errorf("order after a turn %s, want %s", now, dealt)
	}
	b.do(chromedp.Click("#undo"))
	b.wait(ply + " === '0'")

	// A card that turns don't bring up can't be played. For another one, turns and move are one step.
	at := ask[[]string](b, `(() => {
		const cards = [...table().querySelectorAll('.talon .card')];
		return [cards.find((e) => !e.matches('.reach')).dataset.card, cards.map((e) => e.dataset.card).join()];
	})()`)
	b.tap(fanned(at[0]))
	b.wait("/can’t be reached before/.test(document.getElementById('said').textContent) && " + ply + " === '0'")
	card := b.playable()
	b.tap(fanned(card))
	b.wait("table().querySelectorAll('.pile.target').length > 0 && table().querySelectorAll('.chosen').length === 1")
	to := ask[string](b, "table().querySelector('.pile.target').dataset.place")
	b.do(chromedp.KeyEvent(kb.Escape))
	b.wait("table().querySelectorAll('.pile.target, .chosen').length === 0")
	b.drag(fanned(card), on(to))
	b.wait(ply + " > '1' && table().querySelector('[data-place=\"" + to + "\"] .card[data-card=\"" + card + "\"]') !== null")
	moves := ask[[]string](b, list)
	plies := ask[int](b, "Number("+ply+")")
	if len(moves) != plies+1 || !strings.Contains(moves[1], "turn 3 cards") || strings.Contains(moves[plies], "turn 3 cards") {
		t.Errorf("%d plies, list %q", plies, moves)
	}
	b.wait("/, after \\d+ turns? of the stock/.test(document.getElementById('spoken').textContent)")
	b.do(chromedp.Click("#undo"))
	b.wait(ply + " === '0' && table().querySelectorAll('.waste .card').length === 0")
	b.do(chromedp.Click("#redo"))
	b.wait(fmt.Sprintf("%s === '%d'", ply, plies))
	b.do(chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.Home))
	b.wait(ply + " === '0'")

	// By keys: Enter takes the card and puts it down.
	ask[bool](b, fanned(card)+".focus() === undefined")
	b.do(chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.ArrowRight))
	b.wait("table().activeElement === " + fanned(card))
	b.do(chromedp.KeyEvent(kb.Enter))
	b.wait("table().querySelectorAll('.pile.target').length > 0")
	b.do(chromedp.KeyEvent(kb.ArrowDown))
	b.walk(on(to))
	b.do(chromedp.KeyEvent(kb.Enter))
	b.wait(fmt.Sprintf("%s === '%d'", ply, plies))
	b.quiet(home)

	// After a reload, the same cards are fanned out.
	b.wait("location.hash.startsWith('#m=d')")
	b.do(chromedp.Reload())
	b.wait(fmt.Sprintf("%s === '%d' && table().querySelectorAll('.talon .reach').length > 0", ply, plies))
	for _, look := range []struct {
		width  int64
		scheme string
	}{{1280, "light"}, {360, "light"}, {1280, "dark"}, {360, "dark"}} {
		b.look(look.width, look.scheme)
		b.do(chromedp.Navigate(home + "/games/klondike/deals/solvitaire:2?ply=30"))
		b.wait(ply + " === '30'")
		b.wait("table().getAnimations().length === 0")
		if text := ask[string](b, hidden); text != "" {
			t.Errorf("at %d: covered or cut off: %s", look.width, text)
		}
		b.shows(fmt.Sprintf("deal-fan-%d-%s", look.width, look.scheme))
	}
	// Games with many columns, and with a reserve, on a narrow screen.
	for _, game := range []string{"forty-thieves", "canfield"} {
		b.look(360, "light")
		b.do(chromedp.Navigate(home + "/games/" + game + "/deals/solvitaire:2"))
		b.wait("table().querySelectorAll('.talon .reach').length > 0")
		if text := ask[string](b, hidden); text != "" {
			t.Errorf("%s: covered or cut off: %s", game, text)
		}
		b.shows("deal-fan-360-" + game)
	}
	b.do(chromedp.Click(".menu:last-child summary"), chromedp.Click("#fan"))
	b.wait("table().querySelectorAll('.talon .reach').length === 0")
	b.quiet(home)
}

// TestBrowserFansForKeys moves the focus over a fanned-out stock by keys: into the table, whatever
// had the focus before, and past a stock that can't be turned any more.
func TestBrowserFansForKeys(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	b.still()
	const reached = "table().querySelectorAll('[tabindex=\"0\"]').length === 1 && table().querySelector('[tabindex=\"0\"]').checkVisibility({visibilityProperty: true})"
	b.do(chromedp.EmulateViewport(1280, 1000)) // on a small screen the analysis takes the place of the table
	b.do(chromedp.Navigate(home + "/games/klondike-draw-1-passes-1/deals/solvitaire:2#m=" + strings.Repeat("d.", 24)))
	b.wait("document.getElementById('table').dataset.ply === '24'")
	ask[bool](b, "document.getElementById('first').click() === undefined")
	b.wait("table().querySelectorAll('.waste.empty').length === 1")
	ask[bool](b, "table().querySelector('.stock .slot').focus() === undefined")
	b.do(chromedp.KeyEvent(kb.ArrowRight))
	b.wait("table().activeElement.matches('.waste .slot')")
	b.do(chromedp.Click(".menu:last-child summary"), chromedp.Click("#fan"))
	b.wait("table().querySelectorAll('.talon .reach').length === 24")
	if !ask[bool](b, reached) {
		t.Error("the table can't be reached by keys")
	}
	ask[bool](b, "document.getElementById('last').click() === undefined")
	b.wait("table().querySelectorAll('.stock.spent.empty').length === 1")
	ask[bool](b, "table().querySelector('.waste .reach').focus() === undefined")
	for _, key := range []string{kb.ArrowRight, kb.ArrowRight, kb.ArrowUp} {
		b.do(chromedp.KeyEvent(key))
	}
	b.wait("table().activeElement.matches('.foundation .slot')")
	if !ask[bool](b, reached) {
		t.Error("the table can't be reached by keys")
	}
	b.quiet(home)
}

// playable returns a card of the fanned-out stock that can be played and is not the top of the
// waste.
func (b *browser) playable() string {
	b.t.Helper()
	for _, card := range strings.Split(ask[string](b, "[...table().querySelectorAll('.talon .stock .reach')].map((e) => e.dataset.card).join()"), ",") {
		element := fmt.Sprintf(`table().querySelector('.talon .card[data-card="%s"]')`, card)
		b.tap(element)
		b.wait("document.getElementById('said').textContent.startsWith('The ' + " + element + ".getAttribute('aria-label').split(',')[0] + ' can’t move') || " + element + ".matches('.chosen')")
		if ask[bool](b, "table().querySelector('.chosen') !== null") {
			b.do(chromedp.KeyEvent(kb.Escape))
			b.wait("table().querySelector('.chosen') === null")
			return card
		}
	}
	b.t.Fatal("no card of the stock can be played")
	return ""
}
