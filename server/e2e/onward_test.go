//go:build browser

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestBrowserGoesOnAfterALoss opens deals that can't be won, and positions that are lost. The verdict, the hint,
// the review and the line about the position lead to another deal, and back before the move that lost.
func TestBrowserGoesOnAfterALoss(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	b.still()
	const shown = "((e) => e && e.checkVisibility() ? e.textContent + ' ' + new URL(e.href).pathname : '')(document.querySelector('%s .onward'))"
	leads := func(name, where, want string) {
		t.Helper()
		b.wait(fmt.Sprintf("document.querySelector('%s .onward') !== null", where))
		if got := ask[string](b, fmt.Sprintf(shown, where)); got != want {
			t.Errorf("%s: %s leads to %q, want %q", name, where, got, want)
		}
	}
	const winnable = "New winnable deal /games/klondike/winnable-deal"
	for _, look := range []struct {
		width, height int64
		scheme        string
	}{{1366, 768, "light"}, {390, 844, "dark"}} {
		name := fmt.Sprintf("lost-%d-%s", look.width, look.scheme)
		b.look(look.width, look.scheme)
		b.do(chromedp.EmulateViewport(look.width, look.height))
		b.forgets(home)
		b.keeps(home, "analysis", "false")
		b.do(chromedp.Navigate(home + "/games/klondike/deals/solvitaire:15"))
		b.wait("table().querySelectorAll('.card').length === 52")
		b.do(chromedp.Click("#hint"))
		leads(name, "#said", winnable)
		if text := b.text("#said"); !strings.HasPrefix(text, "This deal can’t be won.") {
			t.Errorf("%s: %s", name, text)
		}
		b.shows(name + "-hint")
		b.do(chromedp.Click("#analysis"))
		leads(name, "#verdict", winnable)
		b.shows(name + "-verdict")
		b.tap(on("stock"))
		leads(name, "#here", winnable)
		x := ask[bool](b, "(() => { const e = document.querySelector('#here .onward'); e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect(); return e.contains(document.elementFromPoint(r.left + r.width / 2, r.top + r.height / 2)); })()")
		if !x {
			t.Errorf("%s: the link can't be pressed", name)
		}
		if faults := ask[string](b, accessible); faults != "" {
			t.Errorf("%s: %s", name, faults)
		}

		// A game that a move lost.
		b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(home+"/games/free-cell/deals/microsoft:1#m=t1c1.t1c2.t1c3.t1c4"))
		b.wait("!document.getElementById('lost').hidden")
		const other = "New hard deal /games/free-cell/winnable-deal"
		leads(name, "#here", other)
		b.do(chromedp.Click(".menu:last-child summary"), chromedp.Click("#review"))
		b.wait("document.getElementById('play-on') !== null")
		leads(name, "#game-review", other)
		b.shows(name + "-review")
		b.wait("[...document.querySelectorAll('#here button')].some((e) => e.textContent === 'Back before move 4')")
		leads(name, "#here", other)
		b.shows(name + "-move")
		ask[bool](b, "([...document.querySelectorAll('#here button')].find((e) => e.textContent === 'Back before move 4').click(), true)")
		b.wait("document.getElementById('table').dataset.ply === '3' && document.getElementById('here').textContent.startsWith('Still winnable')")
	}

	// A game without winnable deals has a next number, and rules without numbers have no other deal.
	b.keeps(home, "analysis", "false")
	b.do(chromedp.Navigate(home + "/games/" + noPool + "/deals/solvitaire:7"))
	b.wait("document.getElementById('next').hidden === false")
	b.do(chromedp.Click("#hint"))
	leads("no pool", "#said", "Next deal /games/"+noPool+"/deals/solvitaire:8")
	b.do(chromedp.Click("#said .onward"))
	b.wait("location.pathname.endsWith('solvitaire:8')")
	b.quiet(home)
}

// noPool is a game that has no winnable deals, and whose deal solvitaire:7 is lost.
const noPool = "fourteen-out"
