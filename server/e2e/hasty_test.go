//go:build browser

package e2e

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// TestBrowserTakesQuickClicks clicks the stock faster than its cards fly. Each click draws.
func TestBrowserTakesQuickClicks(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	b.do(chromedp.EmulateViewport(1440, 900), chromedp.Navigate(home+"/games/klondike/deals/solvitaire:2"))
	b.wait("table().querySelectorAll('.card').length === 52")
	clicks := 0
	for _, pause := range []time.Duration{250 * time.Millisecond, 60 * time.Millisecond} {
		x, y := b.middle("table().querySelector('.stock .slot')")
		for range 4 {
			b.mouse("mousePressed", x, y, 1)
			b.mouse("mouseReleased", x, y, 1)
			clicks++
			time.Sleep(pause)
		}
		b.wait(fmt.Sprintf("Number(document.getElementById('table').dataset.ply) === %d", clicks))
	}
	b.quiet(home)
}

// TestBrowserFinishesUnderTouches taps and drags cards while all cards go up by themselves. The finish
// goes on to its end.
func TestBrowserFinishesUnderTouches(t *testing.T) {
	l := launch(t, nil)
	b := newBrowser(t)
	b.keeps(l.url, "once", "false")
	b.still()
	b.do(chromedp.EmulateViewport(390, 844))
	var answer struct {
		Solution struct{ Moves []game.Move }
	}
	l.read(t, "/v1/solve", `{"game":"free-cell","seed":"microsoft:3"}`, 200, &answer)
	b.do(chromedp.Navigate(l.url + "/games/free-cell/deals/microsoft:3"))
	b.wait("table().querySelectorAll('.card').length === 52")
	finishing := func() bool {
		return ask[bool](b, "document.getElementById('table').dataset.finishing === 'true'")
	}
	for i, m := range answer.Solution.Moves {
		if finishing() {
			break
		}
		b.touch(b.taken(m))
		b.wait("table().querySelector('.chosen') !== null")
		b.touch(on(m.To.String()))
		b.wait(fmt.Sprintf("Number(document.getElementById('table').dataset.ply) >= %d", i+1))
	}
	ask[bool](b, "document.getElementById('won').inert = true") // a touch must not choose what comes next
	if !finishing() {
		t.Fatal("the cards did not go up by themselves")
	}
	b.look(390, "light")
	b.prefers("prefers-reduced-motion", "no-preference") // cards fly
	i := 0
	for ; !ask[bool](b, "document.getElementById('won').open"); i++ {
		if i == 200 {
			t.Fatalf("the finish stands still at move %s", b.text("#count"))
		}
		column := on(fmt.Sprintf("tableau/%d", i%8+1))
		if i%2 == 0 {
			b.touch(column)
		} else {
			b.drag(column, on("foundation/S"))
		}
	}
	if i == 0 {
		t.Error("the finish was over before the first touch")
	}
	b.quiet(l.url)
}

// holdBack has the page's calls of a path wait until comes() is called on the page, or fails().
func (b *browser) holdBack(path string) {
	b.t.Helper()
	ask[bool](b, fmt.Sprintf(`(() => {
		const send = fetch;
		fetch = async (path, options) => {
			if (path === %q) await new Promise((resolve, reject) => { Object.assign(window, { comes: resolve, fails: reject }); });
			return send(path, options);
		};
		return true;
	})()`, path))
}

// TestBrowserKeepsTheHeldCard takes a card, by drag and by tap, before the verdict has come. The verdict
// doesn't take it out of the hand.
func TestBrowserKeepsTheHeldCard(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	b.still()
	verdict := func() {
		b.t.Helper()
		ask[bool](b, "comes() === undefined")
		b.wait("document.getElementById('line').children.length > 100")
	}
	for _, dragged := range []bool{true, false} {
		b.keeps(home, "analysis", "false")
		b.forgets(home)
		b.do(chromedp.EmulateViewport(1280, 1000), chromedp.Navigate(home+"/games/klondike/deals/solvitaire:2"))
		b.wait("table().querySelectorAll('.card').length === 52")
		b.holdBack("/v1/solve")
		b.do(chromedp.Click("#analysis"))
		b.wait("window.comes !== undefined")
		if dragged {
			b.carry(on("tableau/6"), "tableau/4", .1, .6, verdict)
		} else {
			b.tap(on("tableau/6"))
			b.wait("table().querySelector('[data-place=\"tableau/4\"].target') !== null")
			verdict()
			b.tap(on("tableau/4"))
		}
		b.wait("table().querySelectorAll('[data-place=\"tableau/4\"] .card').length === 5")
	}
	b.quiet(home)
}
