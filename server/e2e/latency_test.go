//go:build browser

package e2e

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// network makes each request take so many milliseconds longer, or fail.
func (b *browser) network(latency float64, offline bool) {
	b.t.Helper()
	emulate := cdp.Command[network.OverrideNetworkStateParams, cdp.Empty]{Method: "Network.emulateNetworkConditions"}
	b.do(func(ctx context.Context, tab *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, tab, emulate, network.OverrideNetworkStateParams{Offline: offline, Latency: latency, DownloadThroughput: -1, UploadThroughput: -1})
		return chromedp.Void{}, err
	})
}

// paints records the milliseconds from the last release of the mouse before a move to its painting.
const paints = `(() => {
	window.painted = [];
	let last;
	addEventListener('pointerup', ({ timeStamp }) => {
		last = timeStamp;
		const at = () => document.getElementById('table').dataset.ply;
		const before = at();
		const look = () => requestAnimationFrame(() => {
			if (last !== timeStamp) return;
			if (at() === before) look();
			else setTimeout(() => window.painted.push(performance.now() - timeStamp));
		});
		look();
	}, true);
	return true;
})()`

// TestBrowserPaintsAtOnce turns the stock and moves cards while each request takes 300 ms, on a fast and on
// a slow processor. No move waits for an answer, and on the fast one moves are painted within 50 ms.
func TestBrowserPaintsAtOnce(t *testing.T) {
	const latency = 300
	home := launch(t, nil).url
	b := newBrowser(t)
	b.keeps(home, "once", "false")
	for _, slower := range []float64{1, 4} {
		within := 50.
		if slower > 1 {
			within = latency // less than an answer takes
		}
		b.forgets(home)
		b.do(chromedp.EmulateViewport(1280, 1000), chromedp.Navigate(home+"/games/klondike/deals/solvitaire:2"))
		b.wait("table().querySelectorAll('.card').length === 52")
		b.network(latency, false)
		b.do(func(ctx context.Context, tab *chromedp.Target) (chromedp.Void, error) {
			_, err := cdp.Call(ctx, tab, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: slower})
			return chromedp.Void{}, err
		})
		ask[bool](b, paints)
		// A busy machine paints late now and then, so the quickest of some moves counts.
		times := func(what string, move func()) {
			t.Helper()
			ask[bool](b, "(window.painted.length = 0) === 0")
			var all []float64
			for len(all) < 5 || len(all) < 20 && slices.Min(all) > within {
				move()
				b.wait(fmt.Sprintf("window.painted.length > %d", len(all)))
				all = ask[[]float64](b, "window.painted")
			}
			slices.Sort(all)
			t.Logf("processor %gx slower, %s: %.0f ms at best, %.0f ms in the middle", slower, what, all[0], all[len(all)/2])
			if all[0] > within {
				t.Errorf("processor %gx slower, %s: painted after %.0f ms", slower, what, all)
			}
		}
		times("a tap on the stock", func() { b.tap(on("stock")) })
		b.do(chromedp.Click("#restart"))
		times("a move of a card", func() {
			ask[bool](b, "document.getElementById('undo').click() === undefined")
			b.tap(on("tableau/6"))
			b.wait("table().querySelector('[data-place=\"tableau/4\"].target') !== null")
			b.tap(on("tableau/4"))
		})
		b.network(0, false)
		b.do(func(ctx context.Context, tab *chromedp.Target) (chromedp.Void, error) {
			_, err := cdp.Call(ctx, tab, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: 1})
			return chromedp.Void{}, err
		})
	}
	b.quiet(home)
}

// TestBrowserPlaysOnWithoutNetwork opens a deal, loses the network, and plays the game to its end. Nothing
// but the sign "Offline" tells of it, until the network is back; a hint says what to do.
func TestBrowserPlaysOnWithoutNetwork(t *testing.T) {
	l := launch(t, nil)
	b := newBrowser(t)
	b.keeps(l.url, "once", "false")
	b.still()
	var answer struct {
		Solution struct{ Moves []game.Move }
	}
	l.read(t, "/v1/solve", `{"game":"klondike","seed":"solvitaire:2"}`, 200, &answer)
	b.do(chromedp.EmulateViewport(1280, 1000), chromedp.Navigate(l.url+"/games/klondike/deals/solvitaire:2"))
	b.wait("table().querySelectorAll('.card').length === 52 && document.readyState === 'complete'")
	b.network(0, true)
	for played, m := range answer.Solution.Moves {
		if ask[bool](b, "document.getElementById('table').dataset.finishing === 'true'") {
			break
		}
		if m.Action == game.Shift {
			b.tap(b.taken(m))
			b.tap(on(m.To.String()))
		} else {
			b.tap(on("stock"))
		}
		b.wait(fmt.Sprintf("Number(document.getElementById('table').dataset.ply) > %d", played))
		switch said := b.text("#said"); {
		case played == 5:
			b.do(chromedp.Click("#hint"))
			b.wait("/offline/i.test(document.getElementById('said').textContent)")
		case said != "":
			t.Errorf("after move %d the page says %q", played+1, said)
		}
	}
	b.wait("document.getElementById('won').open && /Streak/.test(document.getElementById('won').textContent)")
	if said := b.text("#said"); !strings.HasPrefix(said, "Won in ") {
		t.Errorf("at the end the page says %q", said)
	}
	if text := b.text(".score"); !strings.HasPrefix(text, "Offline") {
		t.Errorf("beside the time the page shows %q", text)
	}
	b.network(0, false)
	b.wait("!document.querySelector('.score').innerText.startsWith('Offline')")
}
