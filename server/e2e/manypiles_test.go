//go:build browser

package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestBrowserShowsManyPiles opens games with many piles above the columns on a laptop's screen. All of
// the table lies above the buttons, and the foundations are apart from other piles.
func TestBrowserShowsManyPiles(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	b.still()
	for _, size := range []struct{ width, height int64 }{{1280, 720}, {1440, 900}} {
		for _, game := range []string{"carpet", "duchess", "eight-off", "flower-garden", "king-albert", "klondike-reserve", "klondike-two-deck-9", "northwest-territory", "penguin"} {
			b.look(size.width, "light")
			b.do(chromedp.EmulateViewport(size.width, size.height), chromedp.Navigate("about:blank"), chromedp.Navigate(home+"/games/"+game+"/deals/solvitaire:2"))
			b.wait("table().querySelectorAll('.card').length >= 52")
			if low := ask[string](b, `[...table().querySelectorAll('.pile')].filter((e) => e.getBoundingClientRect().bottom > document.querySelector('.bar .buttons').getBoundingClientRect().top).map((e) => e.dataset.place).join()`); low != "" {
				t.Errorf("%s, %d x %d: below the buttons: %s", game, size.width, size.height, low)
			}
			if lines := ask[int](b, `new Set([...table().querySelectorAll('.foundation')].map((e) => e.offsetTop)).size`); lines > 1 {
				t.Errorf("%s, %d x %d: foundations in %d lines", game, size.width, size.height, lines)
			}
			b.shows(fmt.Sprintf("many-%s-%d", game, size.width))
		}
	}
	b.quiet(home)
}
