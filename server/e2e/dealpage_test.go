//go:build browser

package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// still has the browser say that the user prefers reduced motion, so that
// cards are where they are drawn.
func (b *browser) still() {
	b.t.Helper()
	b.do(func(ctx context.Context, tab *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}},
		})
		return chromedp.Void{}, err
	})
}

// ask gives the value of an expression.
func ask[T any](b *browser, expression string) T {
	b.t.Helper()
	value, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
	return value
}

// on gives an expression for an element of a place: its last card, or the place itself if
// none lies there.
func on(place string) string {
	return fmt.Sprintf(`[...document.querySelectorAll('[data-place="%s"] .card, [data-place="%[1]s"] .slot')].at(-1)`, place)
}

// middle is where an element is touched: near its upper edge, which is seen of cards that
// others lie on.
func (b *browser) middle(element string) (x, y float64) {
	b.t.Helper()
	at := ask[[]float64](b, fmt.Sprintf(`(() => { const e = %s; e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + Math.min(10, r.height / 2)]; })()`, element))
	return at[0], at[1]
}

// mouse moves or presses the mouse.
func (b *browser) mouse(kind string, x, y float64, clicks int64) {
	b.t.Helper()
	b.do(func(ctx context.Context, tab *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, tab, input.DispatchMouseEvent, input.DispatchMouseEventParams{
			Type: input.DispatchMouseEventType(kind), X: x, Y: y, Button: input.MouseButtonLeft, Buttons: 1, ClickCount: clicks,
		})
		return chromedp.Void{}, err
	})
}

func (b *browser) tap(element string) {
	b.t.Helper()
	x, y := b.middle(element)
	b.mouse("mousePressed", x, y, 1)
	b.mouse("mouseReleased", x, y, 1)
}

func (b *browser) drag(from, to string) {
	b.t.Helper()
	x, y := b.middle(from)
	tx, ty := b.middle(to)
	x, y = b.middle(from)
	tx, ty = ask[float64](b, to+".getBoundingClientRect().left + 20"), ask[float64](b, to+".getBoundingClientRect().top + 20")
	b.mouse("mousePressed", x, y, 1)
	b.mouse("mouseMoved", (x+tx)/2, (y+ty)/2, 0)
	b.mouse("mouseMoved", tx, ty, 0)
	b.mouse("mouseReleased", tx, ty, 1)
}

// TestBrowserStepsToTheEnd steps solutions of games of every kind to their ends, where the
// service, asked about the cards as the page has them, says that the game is won.
func TestBrowserStepsToTheEnd(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	b.still()
	for _, deal := range []struct{ game, seed, gone string }{
		{"klondike", "solvitaire:2", ".foundation .card"},
		{"klondike-draw-1-passes-1", "solvitaire:2", ".foundation .card"},
		{"free-cell", "microsoft:1", ".foundation .card"},
		{"spider-1-suit", "solvitaire:1", ".foundation .card"},
		{"spider", "solvitaire:1", ".foundation .card"},
		{"scorpion", "solvitaire:6", ".foundation .card"},
		{"yukon", "solvitaire:1", ".foundation .card"},
		{"canfield", "solvitaire:1", ".foundation .card"},
		{"klondike-two-deck-9", "solvitaire:1", ".foundation .card"},
		{"king-albert", "solvitaire:3", ".foundation .card"},
		{"carpet", "solvitaire:1", ".foundation .card"},
		{"penguin", "solvitaire:1", ".foundation .card"},
		{"fan", "solvitaire:3", ".foundation .card"},
		{"black-hole", "solvitaire:1", ".hole .card"},
		{"golf", "solvitaire:1", ".hole .card"},
		{"accordion", "solvitaire:1", "[data-place='accordion/1'] .card"},
		{"gaps-one-deal", "solvitaire:1", ".sequence .card"},
	} {
		name := deal.game + " " + deal.seed
		b.do(chromedp.Navigate(home + "/games/" + deal.game + "/deals/" + deal.seed))
		b.wait("document.querySelector('#verdict .verdict') !== null")
		if said := b.text("#verdict .verdict"); said != "Winnable" {
			t.Errorf("%s: %s", name, said)
			continue
		}
		cards := ask[int](b, "document.querySelectorAll('#table .card').length")
		plies := ask[int](b, "Number(document.getElementById('slider').max)")
		if want := ask[int](b, "document.querySelectorAll('#line li').length") - 1; plies != want || plies < 15 {
			t.Errorf("%s: the slider goes to %d, and there are %d moves", name, plies, want)
		}
		ask[bool](b, fmt.Sprintf("(() => { for (let i = 0; i < %d; i++) document.getElementById('forward').click(); return true; })()", plies))
		b.wait("document.getElementById('table').dataset.won === 'true'")
		at := ask[[]int](b, fmt.Sprintf("[Number(document.getElementById('table').dataset.ply), document.querySelectorAll(\"#table %s\").length]", deal.gone))
		if at[0] != plies || at[1] != cards {
			t.Errorf("%s: after %d of %d moves %d of %d cards are where they are to be", name, at[0], plies, at[1], cards)
		}
		// And back again, by the slider.
		ask[bool](b, "(() => { const s = document.getElementById('slider'); s.value = 0; return s.dispatchEvent(new Event('input')); })()")
		if again := ask[int](b, "document.querySelectorAll('#table .card').length"); again != cards {
			t.Errorf("%s: %d cards at the start, and %d on the way back", name, cards, again)
		}
		b.quiet(home)
	}
}

// hidden lists what can be played or turned and yet not be touched: it is too narrow, or
// something else lies on it.
const hidden = `[...document.querySelectorAll('#table [data-stop]')].filter((e) => {
		e.scrollIntoView({block: 'center'});
		const r = e.getBoundingClientRect();
		return !e.contains(document.elementFromPoint(r.left + r.width * .4, r.top + 6)) || r.width < 22 || r.left < 0 || r.right > innerWidth;
	}).map((e) => e.closest('.pile').dataset.place + ' ' + e.dataset.card).join(', ')`

// TestBrowserDrawsEveryGame draws a deal of every game, on a wide screen and a narrow one:
// every card of the deal is there, on the screen, and in no other's way.
func TestBrowserDrawsEveryGame(t *testing.T) {
	home := launch(t, nil, "--max-deadline", "100ms").url
	b := newBrowser(t)
	b.still()
	response, err := http.Get(home + "/v1/games")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var catalogue struct{ Games []struct{ Name string } }
	if err := json.NewDecoder(response.Body).Decode(&catalogue); err != nil || len(catalogue.Games) < 100 {
		t.Fatalf("%d games, %v", len(catalogue.Games), err)
	}
	for _, g := range catalogue.Games {
		if strings.HasPrefix(g.Name, "klondike-draw-") && g.Name != "klondike-draw-1" {
			continue // looks like klondike
		}
		b.do(chromedp.Navigate(home + "/games/" + g.Name + "/deals/solvitaire:1"))
		b.wait("document.querySelector('#table .card') !== null")
		count := ask[int](b, "document.querySelectorAll('#table .card').length")
		want := ask[int](b, `Object.values(JSON.parse(document.getElementById('main').dataset.deal)).flat(2).filter((card) => /^[^ ]{2}$/.test(card)).length`)
		if count != want || count == 0 {
			t.Errorf("%s: %d cards, not %d", g.Name, count, want)
		}
		for _, width := range []int64{1280, 360} {
			b.do(chromedp.EmulateViewport(width, 800))
			if said := ask[string](b, hidden); said != "" {
				t.Errorf("%s at %d: can't be touched: %s", g.Name, width, said)
			}
			b.shows(fmt.Sprintf("all-%s-%d", g.Name, width))
		}
	}
	b.quiet(home)
}

// TestBrowserPlaysByHand plays Klondike by drag, tap, double tap and keys, takes moves back,
// and finds the same position again under its address.
func TestBrowserPlaysByHand(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	b.still()
	const ply = "document.getElementById('table').dataset.ply"
	b.do(chromedp.Navigate(home + "/games/klondike/deals/solvitaire:2"))
	b.wait("document.getElementById('line').children.length > 100")
	x, y := b.middle(on("tableau/6"))
	b.mouse("mousePressed", x, y, 1)
	b.mouse("mouseReleased", 2, 2, 1) // beside the table: the next movement drags nothing
	b.do(chromedp.MouseEvent(chromedp.MouseMoved, x, y), chromedp.MouseEvent(chromedp.MouseMoved, x+40, y+40))
	if held := ask[int](b, "document.querySelectorAll('.held').length"); held > 0 {
		t.Errorf("%d cards stick to the mouse", held)
	}
	b.drag(on("tableau/6"), on("tableau/4")) // the solution's first move
	b.wait(ply + " === '1'")
	b.wait("location.search === '?ply=1'")
	b.tap(on("stock")) // not its second
	b.wait(ply + " === '2' && location.hash === '#m=t6t4.d'")
	b.wait("document.getElementById('table').dataset.verdict === 'winnable' && document.getElementById('here').textContent.startsWith('Still winnable')")
	b.tap(on("stock"))
	b.wait(ply + " === '3'")
	b.do(chromedp.Click("#back"), chromedp.Click("#back"))
	b.wait(ply + " === '1' && document.querySelectorAll('.waste .card').length === 0")
	b.do(chromedp.Click("#forward"))
	b.wait(ply + " === '2' && document.querySelectorAll('.waste .card').length === 3")

	// A tap takes a card and shows where it can go; Escape puts it back; a tap there lays it.
	b.tap(on("tableau/6"))
	b.wait("document.querySelectorAll('.pile.target').length > 0 && document.querySelectorAll('.chosen').length === 1")
	b.do(chromedp.KeyEvent(kb.Escape))
	b.wait("document.querySelectorAll('.pile.target, .chosen').length === 0")
	b.tap(on("tableau/6"))
	b.wait("document.querySelector('[data-place=\"tableau/5\"].target') !== null")
	b.tap(on("tableau/5"))
	b.wait(ply + " === '3'")

	// The same address shows the same table.
	b.wait("location.hash === '#m=t6t4.d.t6t5'")
	const lying = `[...document.querySelectorAll('.pile')].map((p) => p.dataset.place + [...p.querySelectorAll('.card')].map((c) => c.dataset.card + c.classList.contains('down'))).join()`
	before := ask[string](b, lying)
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(home+"/games/klondike/deals/solvitaire:2#m=t6t4.d.t6t5"))
	b.wait(ply + " === '3'")
	if after := ask[string](b, lying); after != before {
		t.Errorf("%s\nis shown as\n%s", before, after)
	}
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(home+"/games/klondike/deals/solvitaire:2?ply=17"))
	b.wait(ply + " === '17'")

	// Keys: on the page they step, on the table they play.
	b.do(chromedp.KeyEvent(kb.ArrowLeft))
	b.wait(ply + " === '16'")
	b.do(chromedp.KeyEvent(kb.End))
	b.wait("document.getElementById('table').dataset.won === 'true'")
	b.do(chromedp.KeyEvent(kb.Home))
	b.wait(ply + " === '0'")
	b.do(chromedp.KeyEvent(" "))
	b.wait(ply + " === '2'") // it runs
	b.do(chromedp.KeyEvent(" "), chromedp.KeyEvent(kb.Home))
	b.wait(ply + " === '0'")
	ask[bool](b, on("tableau/5")+".focus() === undefined")
	b.do(chromedp.KeyEvent(kb.ArrowRight))
	b.wait("document.activeElement === " + on("tableau/6"))
	b.do(chromedp.KeyEvent(kb.Enter))
	b.wait("document.querySelector('[data-place=\"tableau/4\"].target') !== null")
	b.do(chromedp.KeyEvent(kb.ArrowRight))
	b.wait("document.activeElement === " + on("tableau/4"))
	b.do(chromedp.KeyEvent(kb.Enter))
	b.wait(ply + " === '1' && document.activeElement.closest('#table') !== null")
	b.quiet(home)

	// Moves that are not legal are found out by the referee.
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(home+"/games/klondike/deals/solvitaire:2#m=t6t4.t1t2"))
	b.wait("document.getElementById('said').textContent.startsWith('Not legal') && " + ply + " === '1'")
	b.quiet(home)
}

// TestBrowserFansTheStock plays from a stock that is fanned out, by tap, drag and keys, and
// takes turns back together with what they were made for.
func TestBrowserFansTheStock(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	b.still()
	const ply = "document.getElementById('table').dataset.ply"
	const list = "[...document.querySelectorAll('#line li')].map((e) => e.textContent)"
	fanned := func(code string) string {
		return fmt.Sprintf(`document.querySelector('.talon .card[data-card="%s"]')`, code)
	}
	b.do(chromedp.Navigate(home + "/games/free-cell/deals/microsoft:1"))
	b.wait("document.getElementById('fan-label').hidden && document.querySelectorAll('#table .card').length === 52")
	b.do(chromedp.Navigate(home+"/games/klondike/deals/solvitaire:2"), chromedp.Click("#fan"))
	b.wait("document.getElementById('line').children.length > 100")
	if reach := ask[int](b, "document.querySelectorAll('.talon .reach').length"); reach != 8 {
		t.Errorf("%d of 24 cards come up three at a time", reach)
	}
	const order = "[...document.querySelectorAll('.talon .card')].sort((a, b) => getComputedStyle(a).order - getComputedStyle(b).order).map((e) => e.dataset.card).join(' ')"
	dealt := ask[string](b, order)
	if want := ask[string](b, "[...JSON.parse(document.getElementById('main').dataset.deal).stock].reverse().join(' ')"); dealt != want {
		t.Errorf("%s, not %s", dealt, want)
	}
	b.tap(on("stock")[:len(on("stock"))-len(".at(-1)")] + ".find((e) => e.matches('.slot'))")
	b.wait(ply + " === '1' && document.querySelectorAll('.waste .card').length === 3")
	if now := ask[string](b, order); now != dealt {
		t.Errorf("the stock was turned: %s, not %s", now, dealt)
	}
	b.do(chromedp.Click("#back"))
	b.wait(ply + " === '0'")

	// A card that does not come up is not played; of one that does, turns and play are a step.
	at := ask[[]string](b, `(() => {
		const cards = [...document.querySelectorAll('.talon .card')];
		return [cards.find((e) => !e.matches('.reach')).dataset.card, cards.map((e) => e.dataset.card).join()];
	})()`)
	b.tap(fanned(at[0]))
	b.wait("/can’t be reached before/.test(document.getElementById('said').textContent) && " + ply + " === '0'")
	card := b.playable()
	b.tap(fanned(card))
	b.wait("document.querySelectorAll('.pile.target').length > 0 && document.querySelectorAll('.chosen').length === 1")
	to := ask[string](b, "document.querySelector('.pile.target').dataset.place")
	b.do(chromedp.KeyEvent(kb.Escape))
	b.wait("document.querySelectorAll('.pile.target, .chosen').length === 0")
	b.drag(fanned(card), on(to))
	b.wait(ply + " > '1' && document.querySelector('[data-place=\"" + to + "\"] .card[data-card=\"" + card + "\"]') !== null")
	moves := ask[[]string](b, list)
	plies := ask[int](b, "Number("+ply+")")
	if len(moves) != plies+1 || !strings.Contains(moves[1], "turn 3 cards") || strings.Contains(moves[plies], "turn 3 cards") {
		t.Errorf("%d plies, and the list has %q", plies, moves)
	}
	b.wait("/, after \\d+ turns? of the stock/.test(document.getElementById('said').textContent)")
	b.do(chromedp.Click("#back"))
	b.wait(ply + " === '0' && document.querySelectorAll('.waste .card').length === 0")
	b.do(chromedp.Click("#forward"))
	b.wait(fmt.Sprintf("%s === '%d'", ply, plies))
	b.do(chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.Home))
	b.wait(ply + " === '0'")

	// By keys: to the card, which Enter takes, to the place, where Enter lays it.
	ask[bool](b, fanned(card)+".focus() === undefined")
	b.do(chromedp.KeyEvent(kb.ArrowLeft), chromedp.KeyEvent(kb.ArrowRight))
	b.wait("document.activeElement === " + fanned(card))
	b.do(chromedp.KeyEvent(kb.Enter))
	b.wait("document.querySelectorAll('.pile.target').length > 0")
	b.do(chromedp.KeyEvent(kb.ArrowRight), chromedp.KeyEvent(kb.Enter))
	b.wait(fmt.Sprintf("%s === '%d'", ply, plies))
	b.quiet(home)

	// The same address shows the same cards, fanned out again, to this browser.
	b.wait("location.hash.startsWith('#m=d')")
	b.do(chromedp.Reload())
	b.wait(fmt.Sprintf("%s === '%d' && document.querySelectorAll('.talon .reach').length > 0", ply, plies))
	for _, look := range []struct {
		width  int64
		scheme string
	}{{1280, "light"}, {360, "light"}, {1280, "dark"}, {360, "dark"}} {
		b.look(look.width, look.scheme)
		b.do(chromedp.Navigate(home + "/games/klondike/deals/solvitaire:2?ply=30"))
		b.wait(ply + " === '30'")
		b.wait("document.getAnimations().length === 0")
		if said := ask[string](b, hidden); said != "" {
			t.Errorf("at %d: can't be touched: %s", look.width, said)
		}
		b.shows(fmt.Sprintf("deal-fan-%d-%s", look.width, look.scheme))
	}
	// So many cards and columns as a narrow screen has room for, and a reserve besides.
	for _, game := range []string{"forty-thieves", "canfield"} {
		b.look(360, "light")
		b.do(chromedp.Navigate(home + "/games/" + game + "/deals/solvitaire:2"))
		b.wait("document.querySelectorAll('.talon .reach').length > 0")
		if said := ask[string](b, hidden); said != "" {
			t.Errorf("%s: can't be touched: %s", game, said)
		}
		b.shows("deal-fan-360-" + game)
	}
	b.do(chromedp.Click("#fan"))
	b.wait("document.querySelectorAll('.talon .reach').length === 0")
	b.quiet(home)
}

// TestBrowserFansForKeys goes over a stock that is fanned out by keys: they come to the table,
// whatever had the focus before, and past a stock that can't be turned any more.
func TestBrowserFansForKeys(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	b.still()
	const reached = "document.querySelectorAll('#table [tabindex=\"0\"]').length === 1 && document.querySelector('#table [tabindex=\"0\"]').checkVisibility({visibilityProperty: true})"
	b.do(chromedp.Navigate(home + "/games/klondike-draw-1-passes-1/deals/solvitaire:2#m=" + strings.Repeat("d.", 24)))
	b.wait("document.getElementById('table').dataset.ply === '24'")
	b.do(chromedp.Click("#first"))
	b.wait("document.querySelectorAll('.waste.empty').length === 1")
	ask[bool](b, "document.querySelector('.stock .slot').focus() === undefined")
	b.do(chromedp.KeyEvent(kb.ArrowRight))
	b.wait("document.activeElement.matches('.waste .slot')")
	b.do(chromedp.Click("#fan"))
	b.wait("document.querySelectorAll('.talon .reach').length === 24")
	if !ask[bool](b, reached) {
		t.Error("no key leads to the table")
	}
	b.do(chromedp.Click("#last"))
	b.wait("document.querySelectorAll('.stock.spent.empty').length === 1")
	ask[bool](b, "document.querySelector('.waste .reach').focus() === undefined")
	for range 2 {
		b.do(chromedp.KeyEvent(kb.ArrowRight))
	}
	b.wait("document.activeElement.matches('.foundation .slot')")
	if !ask[bool](b, reached) {
		t.Error("no key leads to the table")
	}
	b.quiet(home)
}

// playable is a card of the stock that is fanned out, can be played somewhere, and does not
// lie on top of the waste.
func (b *browser) playable() string {
	b.t.Helper()
	for _, card := range strings.Split(ask[string](b, "[...document.querySelectorAll('.talon .stock .reach')].map((e) => e.dataset.card).join()"), ",") {
		element := fmt.Sprintf(`document.querySelector('.talon .card[data-card="%s"]')`, card)
		b.tap(element)
		b.wait("document.getElementById('said').textContent.startsWith('The ' + " + element + ".getAttribute('aria-label').split(',')[0] + ' can’t move') || " + element + ".matches('.chosen')")
		if ask[bool](b, "document.querySelector('.chosen') !== null") {
			b.do(chromedp.KeyEvent(kb.Escape))
			b.wait("document.querySelector('.chosen') === null")
			return card
		}
	}
	b.t.Fatal("no card of the stock can be played")
	return ""
}

// TestBrowserLosesAndWins plays a FreeCell that is lost on the way, and is told where, and
// asks for the way from where it was not.
func TestBrowserLosesAndWins(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	b.still()
	const ply = "document.getElementById('table').dataset.ply"
	b.do(chromedp.Navigate(home + "/games/free-cell/deals/microsoft:1#m=t1c1.t1c2.t1c3"))
	b.wait(ply + " === '3' && document.getElementById('here').textContent.startsWith('Still winnable')")
	b.drag(on("tableau/1"), on("cell/4"))
	b.wait(ply + " === '4'")
	b.wait("document.getElementById('here').textContent.startsWith('Lost by move 4')")
	b.do(chromedp.Click("#hint"))
	b.wait("document.getElementById('said').textContent === 'No winning move.'")
	b.do(chromedp.Click("#back"))
	b.wait("!document.getElementById('show').hidden")
	b.do(chromedp.Click("#hint"))
	b.wait("document.getElementById('said').textContent.startsWith('Hint: ')")
	b.do(chromedp.Click("#show"))
	b.wait("document.getElementById('slider').max > 50")
	b.do(chromedp.Click("#last"))
	b.wait("document.getElementById('table').dataset.won === 'true' && document.querySelectorAll('.foundation .card').length === 52")
	b.quiet(home)

	// Straight to a lost position: it has to be asked about.
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(home+"/games/free-cell/deals/microsoft:1#m=t1c1.t1c2.t1c3.t1c4"))
	b.wait("!document.getElementById('lost').hidden")
	b.do(chromedp.Click("#lost"))
	b.wait("document.getElementById('said').textContent.startsWith('Move 4 lost the game')")
	b.quiet(home)
}

// TestBrowserMovesCards checks that cards move unless the user prefers reduced motion, and
// that what lies hidden is shown to those who want to see it, the next time too.
func TestBrowserMovesCards(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	const running = "(() => { document.getElementById('forward').click(); return document.getAnimations().length; })()"
	b.do(chromedp.Navigate(home + "/games/klondike/deals/solvitaire:2"))
	b.wait("document.getElementById('line').children.length > 100")
	if n := ask[int](b, running); n == 0 {
		t.Error("no card runs")
	}
	b.wait("document.getAnimations().length === 0")
	b.still()
	if n := ask[int](b, running); n != 0 {
		t.Errorf("%d cards run", n)
	}
	const seen = "getComputedStyle(document.querySelector('[data-place=\"tableau/7\"] .down .face')).visibility"
	if said := ask[string](b, seen); said != "hidden" {
		t.Errorf("a face-down card is %s", said)
	}
	b.do(chromedp.Click("#known"))
	b.wait(seen + " === 'visible' && /Stock, next card first: 8♦/.test(document.getElementById('unseen').textContent)")
	b.do(chromedp.Reload())
	b.wait(seen + " === 'visible'")
	b.shows("deal-known-1280")
	b.quiet(home)
}

// TestBrowserShowsCertificates finds why a deal can't be won, in words and on the table.
func TestBrowserShowsCertificates(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	b.do(chromedp.Navigate(home + "/games/klondike/deals/solvitaire:15"))
	b.wait("document.querySelector('#verdict .why') !== null")
	b.wait("document.getElementById('verdict-said').textContent === 'Unwinnable.'")
	if said := b.text("#verdict"); !strings.Contains(said, "Unwinnable") || !strings.Contains(said, "The J♠ stays in column 6") {
		t.Errorf("%s", said)
	}
	b.do(chromedp.Click("#verdict .quiet"))
	b.wait("document.querySelector('.card.named').dataset.card === 'JS' || document.querySelectorAll('.card.named').length > 1")
	b.tap(on("stock"))
	b.wait("document.getElementById('here').textContent === 'Unwinnable from the start.'")
	b.quiet(home)
}

// TestBrowserTakesPositions sets positions on the page /play: cards that are wrong, no JSON,
// rules of one's own.
func TestBrowserTakesPositions(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	b.still()
	b.do(chromedp.Navigate(home + "/play"))
	b.wait("document.getElementById('position').value.includes('tableau piles')")
	set := func(id, text string) {
		t.Helper()
		value, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		ask[bool](b, fmt.Sprintf("(() => { document.getElementById(%q).value = %s; return true; })()", id, value))
	}
	set("position", `{"tableau piles":`)
	b.do(chromedp.Click("#position-form .send button"))
	b.wait("/not JSON/.test(document.getElementById('mistakes').textContent) && document.activeElement.id === 'mistakes'")
	set("position", `{"tableau piles":[["KS","QH","JS","TD"],["KD","QC","JD","TC"],["KC","QD","JC"],["KH","QS","JX"],[],[],[]]}`)
	b.do(chromedp.Click("#position-form .send button"))
	b.wait("/deal\\.tableau piles\\[3\\]\\[2\\]/.test(document.getElementById('mistakes').textContent)")
	b.wait("document.getElementById('position').getAttribute('aria-invalid') === 'true'")
	b.forgive(http.StatusBadRequest)

	set("position", `{"tableau piles":[["KS","QH","JS","TD"],["KD","QC","JD","TC"],["KC","QD","JC"],["KH","QS","JH"],[],[],[]],
		"foundations":["AC","2C","3C","4C","5C","6C","7C","8C","9C","AH","2H","3H","4H","5H","6H","7H","8H","AS","2S","3S","4S","5S","6S","7S","8S","AD","2D","3D","4D","5D","6D","7D","8D","9D"],
		"stock":["9S"],"waste":["TS","TH","9H"]}`)
	b.do(chromedp.Click("#position-form .send button"))
	b.wait("document.getElementById('verdict').textContent.startsWith('Winnable')")
	x, y := b.middle(on("waste"))
	press, release := chromedp.MouseEvent(chromedp.MousePressed, x, y, chromedp.ButtonLeft), chromedp.MouseEvent(chromedp.MouseReleased, x, y, chromedp.ButtonLeft)
	b.do(press, release, press, release) // twice: to the foundation
	b.wait("document.querySelectorAll('[data-place=\"foundation/H\"] .card').length === 9")
	b.wait("location.hash.endsWith('&m=wfH')")
	address := ask[string](b, "location.href")
	if !strings.Contains(address, "/play#game=klondike&t=KSQHJSTD.") || !strings.Contains(address, "&s=9S&w=TSTH9H") {
		t.Errorf("the address is %s", address)
	}
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(address))
	b.wait("document.querySelectorAll('[data-place=\"foundation/H\"] .card').length === 9")
	b.quiet(home)

	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(home+"/play#"+url.Values{
		"rules": {`{"tableau piles":{"count":2,"build policy":"red-black"},"cells":{"count":1},"max rank":2}`},
		"t":     {"2SASAC2C.2HAHAD2D."},
	}.Encode()))
	b.wait("document.getElementById('verdict').textContent.startsWith('Winnable')")
	b.do(chromedp.Click("#last"))
	b.wait("document.getElementById('table').dataset.won === 'true'")
	b.quiet(home)

	// A deal's page sends what is changed there to /play.
	b.do(chromedp.Navigate(home+"/games/free-cell/deals/microsoft:11982"), chromedp.Click("#edit summary"))
	b.wait("document.getElementById('position').value.includes('tableau piles')")
	b.do(chromedp.Click("#position-form .send button"))
	b.wait("location.pathname === '/play' && document.querySelectorAll('#table .card').length === 52")
	b.quiet(home)
}

// TestBrowserLooks keeps pictures of the deal page, wide and narrow, light and dark.
func TestBrowserLooks(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	for _, look := range []struct {
		width  int64
		scheme string
	}{{1280, "light"}, {360, "light"}, {1280, "dark"}, {360, "dark"}} {
		b.look(look.width, look.scheme)
		for _, page := range []struct{ name, path, until string }{
			{"klondike", "/games/klondike/deals/solvitaire:2?ply=58", "document.getElementById('table').dataset.ply === '58'"},
			{"unwinnable", "/games/klondike/deals/solvitaire:15", "document.querySelector('#verdict .why') !== null"},
			{"spider", "/games/spider/deals/solvitaire:1?ply=90", "document.getElementById('table').dataset.ply === '90'"},
			{"black-hole", "/games/black-hole/deals/solvitaire:1?ply=9", "document.getElementById('table').dataset.ply === '9'"},
			{"accordion", "/games/accordion/deals/solvitaire:1?ply=9", "document.getElementById('table').dataset.ply === '9'"},
			{"gaps", "/games/gaps-one-deal/deals/solvitaire:1?ply=9", "document.getElementById('table').dataset.ply === '9'"},
			{"canfield", "/games/canfield/deals/solvitaire:1?ply=40", "document.getElementById('table').dataset.ply === '40'"},
			{"hand", "/games/free-cell/deals/microsoft:1#m=t1c1.t1c2.t1c3.t1c4", "document.getElementById('here').textContent.includes('Lost')"},
			{"play", "/play", "document.getElementById('position').value.includes('tableau piles')"},
		} {
			b.do(chromedp.Navigate(home + page.path))
			b.wait(page.until)
			b.wait("document.getAnimations().length === 0")
			b.shows(fmt.Sprintf("deal-%s-%d-%s", page.name, look.width, look.scheme))
		}
	}
	b.quiet(home)
}
