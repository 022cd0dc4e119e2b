//go:build browser

package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestBrowserTellsAnalysisInSight has the analysis on, on a phone upright and on its side. What it says
// of the position is in sight at the deal and after a move, with the table, and so is a hint.
func TestBrowserTellsAnalysisInSight(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	b.still()
	b.keeps(home, "analysis", "true")
	const inSight = `(() => {
		const r = document.getElementById('here').getBoundingClientRect();
		const top = document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2);
		return scrollY === 0 && r.height > 0 && r.bottom <= innerHeight && document.getElementById('here').contains(top);
	})()`
	const told = "document.getElementById('here').textContent"
	for _, screen := range []struct{ width, height int64 }{{390, 844}, {844, 390}} {
		b.forgets(home)
		b.do(chromedp.EmulateViewport(screen.width, screen.height))
		for _, test := range []struct{ deal, first, then string }{
			{"solvitaire:2", "Winnable in 1", "innable"},
			{"solvitaire:15", "Unwinnable.", "Unwinnable from the start."},
		} {
			b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(home+"/games/klondike/deals/"+test.deal))
			b.wait(fmt.Sprintf("%s.startsWith(%q)", told, test.first))
			b.wait(inSight)
			b.shows(fmt.Sprintf("analysis-%d-%s", screen.width, test.deal[11:]))
			b.tap(on("stock"))
			b.wait("document.getElementById('table').dataset.ply === '1'")
			b.wait(fmt.Sprintf("%s.includes(%q)", told, test.then))
			b.wait(inSight)
			b.do(chromedp.Click("#hint"))
			b.wait("document.getElementById('said').textContent.length > 12")
			b.wait("(() => { const r = document.getElementById('said').getBoundingClientRect(); return r.height > 0 && r.top >= 0 && r.bottom <= innerHeight; })()")
			b.wait(inSight)
		}
	}
	b.quiet(home)
}
