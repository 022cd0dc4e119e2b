//go:build browser

package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestBrowserPlaysBackInSight plays a solution back on a phone, upright and on its side, and steps through a review.
// The table stays in sight above or beside the analysis, which takes at most 35 % of the height or of the width.
func TestBrowserPlaysBackInSight(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	b.still()
	b.keeps(home, "analysis", "true")
	// outOfSight lists what of the table and the bar is not in sight.
	const outOfSight = `['table', 'here', 'back', 'run', 'forward', 'slider', 'ply', 'sheet-close'].filter((id) => {
		if (id === 'here' && document.getElementById('verdict').hidden) return false;
		const e = document.getElementById(id), r = e.getBoundingClientRect(), [x, y] = [r.left + r.width / 2, id === 'table' ? r.top + 20 : r.top + r.height / 2];
		return r.width === 0 || x > innerWidth || y > innerHeight || r.top < -1 || !e.contains(document.elementFromPoint(x, y));
	}).join()`
	inSight := func(name string) {
		t.Helper()
		if hidden := ask[string](b, outOfSight); hidden != "" {
			t.Errorf("%s: out of sight: %s", name, hidden)
		}
		if share := ask[float64](b, "(() => { const r = document.getElementById('beside').getBoundingClientRect(); return Math.min(r.height / innerHeight, r.width / innerWidth); })()"); share > .351 {
			t.Errorf("%s: the analysis takes %.0f %% of the screen", name, 100*share)
		}
	}
	for _, look := range []struct {
		width, height int64
		scheme        string
	}{{390, 844, "light"}, {844, 390, "light"}, {390, 844, "dark"}} {
		name := fmt.Sprintf("playback-%d-%s", look.width, look.scheme)
		b.forgets(home)
		b.look(look.width, look.scheme)
		b.still()
		b.do(chromedp.EmulateViewport(look.width, look.height))
		b.visit(home+"/games/klondike/deals/solvitaire:2", 0)
		b.wait("document.getElementById('line').children.length > 100")
		inSight(name + ", at first")
		b.do(chromedp.Click("#run"))
		inSight(name)
		b.wait("Number(document.getElementById('table').dataset.ply) > 1")
		b.do(chromedp.Click("#run"))
		b.wait("document.getElementById('run').getAttribute('aria-label') === 'Play moves' && document.activeElement.id === 'run'")
		ply := ask[int](b, "Number(document.getElementById('table').dataset.ply)")
		b.do(chromedp.Click("#forward"), chromedp.Click("#forward"), chromedp.Click("#back"))
		b.wait(fmt.Sprintf(plyIs, ply+1))
		inSight(name + ", steps")
		b.shows(name)
		ask[bool](b, "(() => { const s = document.getElementById('slider'); s.value = 40; return s.dispatchEvent(new Event('input')) && s.dispatchEvent(new Event('change')); })()")
		b.wait(fmt.Sprintf(plyIs, 40))
		inSight(name + ", slider")
		b.do(chromedp.Click("#moves > summary"), chromedp.Click("#line li:nth-child(3) button"))
		b.wait(fmt.Sprintf(plyIs, 2))
		b.do(chromedp.Click("#moves > summary"))
		b.tap(on("stock")) // the player plays on
		b.wait(fmt.Sprintf(plyIs, 3))
		inSight(name + ", played on")
		b.do(chromedp.Click("#sheet-close"))
		b.wait("document.getElementById('beside').hidden && document.activeElement.id === 'analysis' && document.activeElement.ariaChecked === 'false'")
		b.keeps(home, "analysis", "true")
	}
	b.keeps(home, "analysis", "false")
	b.do(chromedp.EmulateViewport(390, 844))
	b.visit(home+"/games/free-cell/deals/microsoft:1#m=t1c1.t1c2.t1c3.t1c4", 4)
	b.do(chromedp.Click(".menu:last-child summary"), chromedp.Click("#review"))
	b.wait("document.getElementById('play-on') !== null")
	b.do(chromedp.Click("#game-review .quiet"))
	b.wait(fmt.Sprintf(plyIs, 3))
	inSight("review")
	b.quiet(home)
}
