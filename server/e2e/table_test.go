//go:build browser

package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
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
