//go:build browser

package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestBrowserPlaysByOneTap taps single cards on a phone. A tap plays the one move that it means, and one that may mean
// several selects the card, as all taps do after the switch to two, and clicks of a mouse.
func TestBrowserPlaysByOneTap(t *testing.T) {
	l := launch(t, nil)
	b := newBrowser(t)
	b.still()
	b.keeps(l.url, "finish", "false")
	b.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	const selected = "selected"
	// Hearts are up to the eight, spades to the seven, clubs and diamonds to the nine.
	const ups = "/play#game=klondike&t=KSQHJSTD.KDQCJDTC.KCQDJC.KHQSJH....&s=9S8S&w=TSTH9H&f=AC2C3C4C5C6C7C8C9CAH2H3H4H5H6H7H8HAS2S3S4S5S6S7SAD2D3D4D5D6D7D8D9D"
	tap := func(address, place, card, to string) {
		t.Helper()
		b.forgets(l.url)
		b.visit(l.url+address, 0)
		tapped := fmt.Sprintf(`table().querySelector('[data-place="%s"] [data-card="%s"]')`, place, card)
		b.touch(tapped)
		if to == selected {
			b.wait("table().querySelector('.chosen')?.dataset.card === " + quote(card) + " && " + fmt.Sprintf(plyIs, 0))
			return
		}
		b.wait(fmt.Sprintf(`table().querySelector('[data-place="%s"] [data-card="%s"]') !== null`, to, card))
		b.do(chromedp.Click("#undo"))
		b.wait(tapped + " !== null && " + fmt.Sprintf(plyIs, 0))
	}
	for _, test := range []struct{ address, place, card, to string }{
		{"/games/klondike/deals/solvitaire:2", "tableau/6", "8C", "tableau/4"},
		{meantFor, "tableau/8", "QS", selected},       // onto two kings
		{meantFor, "tableau/4", "TD", "foundation/D"}, // no black nine is left
		{meantFor, "tableau/6", "JH", "tableau/8"},
		{meantFor, "tableau/5", "QD", "tableau/7"}, // the space, not a cell
		{meantFor, "tableau/2", "KD", "cell/3"},    // not from space to space
		{ups, "waste", "9H", selected},             // up, or under the eight of spades onto the ten
	} {
		tap(test.address, test.place, test.card, test.to)
	}

	// The second half of a double tap plays no other card.
	b.visit(l.url+meantFor, 0)
	x, y := b.middle(on("tableau/4"))
	b.finger([][][2]float64{{{x, y}}})
	b.finger([][][2]float64{{{x, y}}})
	b.wait(fmt.Sprintf(plyIs, 1))
	b.touch(on("tableau/8"))
	b.wait("table().querySelector('.chosen')?.dataset.card === 'QS' && " + fmt.Sprintf(plyIs, 1))

	b.do(chromedp.Click(".menu:last-child summary"))
	b.wait("document.getElementById('once').checkVisibility()")
	b.shows("menu-390-light")
	b.do(chromedp.Click("#once"))
	tap(meantFor, "tableau/4", "TD", selected)
	b.touch(on("foundation/D"))
	b.wait(fmt.Sprintf(plyIs, 1))
	b.keeps(l.url, "once", "true")
	b.forgets(l.url)
	b.visit(l.url+meantFor, 0)
	b.tap(on("tableau/4"))
	b.wait("table().querySelector('.chosen')?.dataset.card === 'TD' && " + fmt.Sprintf(plyIs, 0))
	b.quiet(l.url)
}
