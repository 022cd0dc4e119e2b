//go:build browser

package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestBrowserChoosesAGame finds a game by its name on a phone and plays an easy deal of it. The list of
// games is short while its families are folded, and a game's page has its Play buttons in view.
func TestBrowserChoosesAGame(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	b.look(390, "light")
	b.do(chromedp.EmulateViewport(390, 844), chromedp.Navigate(home+"/games"))
	b.wait("document.getElementById('search').checkVisibility()")
	if high := ask[int](b, "document.documentElement.scrollHeight"); high > 4500 {
		t.Errorf("the list is %d pixels high", high)
	}
	const offers = "[...document.querySelectorAll('#families .offer')].filter((o) => o.checkVisibility())"
	if n := ask[int](b, offers+".length"); n != 0 {
		t.Errorf("%d games of folded families are shown", n)
	}
	b.do(chromedp.Focus("#find"), chromedp.KeyEvent("tri"))
	b.wait(offers + ".some((o) => o.querySelector('a').textContent === 'TriPeaks') && document.getElementById('found').textContent.endsWith('games')")
	if ask[bool](b, offers+".some((o) => /Klondike$/.test(o.querySelector('a').textContent))") {
		t.Error("Klondike is found by tri")
	}
	b.do(chromedp.Focus("#find"), chromedp.KeyEvent("zz"))
	b.wait("document.getElementById('found').textContent === 'No game has this name.'")
	ask[bool](b, "(document.getElementById('find').select(), true)")
	b.do(chromedp.KeyEvent("tripeaks"))
	b.tap(offers + ".find((o) => o.querySelector('a').textContent === 'TriPeaks').querySelector('a')")
	b.wait("location.pathname === '/games/tripeaks' && document.querySelectorAll('.go').length === 4")
	if low := ask[float64](b, "document.querySelector('.levels').getBoundingClientRect().bottom"); low > 844 {
		t.Errorf("the Play buttons end at %v", low)
	}
	b.tap("[...document.querySelectorAll('.go')].find((a) => a.textContent === 'easy')")
	b.wait("location.pathname.startsWith('/games/tripeaks/deals/') && table().querySelectorAll('.card').length > 28")
	b.quiet(home)
}
