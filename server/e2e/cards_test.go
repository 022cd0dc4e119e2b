//go:build browser

package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestBrowserSizesCards checks that cards are as large as the screen allows, and that nothing is beside it.
func TestBrowserSizesCards(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	b.still()
	for _, c := range []struct {
		game        string
		wide, high  int64
		least, most float64 // width of a card
	}{
		{"klondike", 1366, 900, 110, 150},
		{"klondike", 1920, 1080, 130, 180},
		{"klondike", 2560, 1440, 180, 240},
		{"free-cell", 1920, 1080, 130, 180},
		{"spider", 1920, 1080, 130, 180},
		{"pyramid", 1366, 768, 85, 110},
		{"klondike", 390, 844, 44, 56},
		{"tripeaks", 390, 844, 44, 56},
		{"pyramid", 390, 844, 44, 56},
	} {
		b.do(chromedp.EmulateViewport(c.wide, c.high))
		b.visit(home+"/games/"+c.game+"/deals/solvitaire:2", 0)
		if w := ask[float64](b, "table().querySelector('.card').getBoundingClientRect().width"); w < c.least || w > c.most {
			t.Errorf("%s at %d: cards are %g wide", c.game, c.wide, w)
		}
		if over := ask[float64](b, "document.documentElement.scrollWidth - innerWidth"); over > 0 {
			t.Errorf("%s at %d: %g pixels beside the screen", c.game, c.wide, over)
		}
		if below := ask[float64](b, "Math.max(...[...table().querySelectorAll('.card')].map((card) => card.getBoundingClientRect().bottom)) - document.querySelector('.bar .buttons').getBoundingClientRect().top"); below > 0 {
			t.Errorf("%s at %d: cards reach %g pixels below the buttons", c.game, c.wide, below)
		}
		b.shows(fmt.Sprintf("cards-%s-%d", c.game, c.wide))
	}
	b.quiet(home)
}

// TestBrowserDrawsFaces checks that the table of a game with every card in sight comes without a shift,
// its courts too, within 90 kB beside the courts.
func TestBrowserDrawsFaces(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	b.do(chromedp.EmulateViewport(1366, 900))
	b.visit(home+"/games/free-cell/deals/microsoft:1", 0)
	b.wait("[...table().querySelectorAll('.court')].length === 12 && [...table().querySelectorAll('.court')].every((court) => court.complete && court.naturalWidth > 0)")
	b.wait("table().getAnimations().length === 0")
	if shift := ask[float64](b, `new Promise((done) => {
		const observer = new PerformanceObserver(() => {});
		observer.observe({ type: 'layout-shift', buffered: true });
		setTimeout(() => done(observer.takeRecords().reduce((sum, { value }) => sum + value, 0)), 200);
	})`); shift > 0 {
		t.Errorf("the page shifts by %g", shift)
	}
	const loaded = "[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].filter(({ name }) => /\\/[JQK][CDHS]\\.svg$/.test(name) === %t).reduce((sum, { transferSize }) => sum + transferSize, 0)"
	if n := ask[float64](b, fmt.Sprintf(loaded, false)); n == 0 || n > 90_000 {
		t.Errorf("the first load has %g bytes", n)
	}
	if n := ask[float64](b, fmt.Sprintf(loaded, true)); n == 0 || n > 66_000 {
		t.Errorf("the courts have %g bytes", n)
	}
	if pips := ask[int](b, "table().querySelector('[data-card=\"TS\"] .pips path').getAttribute('d').match(/M/g).length"); pips != 10 {
		t.Errorf("the ten has %d pips", pips)
	}
	b.do(chromedp.EmulateViewport(390, 844))
	b.wait("table().querySelector('[data-card=\"TS\"] .pips').clientWidth === 0")
	if pip := ask[float64](b, "table().querySelector('[data-card=\"TS\"] .pip').clientWidth / table().querySelector('[data-card=\"TS\"]').clientWidth"); pip < .4 {
		t.Errorf("on a phone the pip of the ten is %.2f of the card wide", pip)
	}
	b.quiet(home)
}

// TestBrowserDealsStill checks that a user who prefers reduced motion sees no cards dealt.
func TestBrowserDealsStill(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	const dealt = "table().getAnimations().length"
	b.still()
	b.visit(home+"/games/klondike/deals/solvitaire:3", 0)
	if n := ask[int](b, dealt); n != 0 {
		t.Errorf("%d cards are dealt", n)
	}
	b.quiet(home)
}

// TestBrowserKeepsLooks chooses a felt and a back, which a reload keeps.
func TestBrowserKeepsLooks(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	b.still()
	b.visit(home+"/games/klondike/deals/solvitaire:2", 0)
	const felt = "getComputedStyle(table().querySelector('.felt')).backgroundColor"
	before := ask[string](b, felt)
	b.do(chromedp.Click(".menu:last-child summary"), chromedp.Click("#looks-open"))
	b.do(chromedp.Click("[name=felt][value=blue]"), chromedp.Click("[name=back][value=stars]"), chromedp.Click("#looks-close"))
	b.do(chromedp.Reload())
	b.wait("document.getElementById('table').matches('[felt=blue][back=stars]')")
	if after := ask[string](b, felt); after == before {
		t.Errorf("the felt is still %s", after)
	}
	if ask[bool](b, "performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/sound.js'))") {
		t.Error("sound is loaded, though it is off")
	}
	b.quiet(home)
}
