//go:build browser

package e2e

import (
	"context"
	"fmt"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// still emulates a user who prefers reduced motion, so that cards move at once.
func (b *browser) still() {
	b.t.Helper()
	b.prefers("prefers-reduced-motion", "reduce")
}

// keeps sets a setting that the pages keep, as JSON.
func (b *browser) keeps(home, name, value string) {
	b.t.Helper()
	b.do(chromedp.Navigate(home + "/convert"))
	ask[bool](b, fmt.Sprintf("localStorage.setItem('thoughtful-%s', %q) === undefined", name, value))
}

// forgets has the pages forget the games that they keep, so that deals begin anew.
func (b *browser) forgets(home string) {
	b.t.Helper()
	b.do(chromedp.Navigate(home + "/convert"))
	ask[bool](b, "Object.keys(localStorage).filter((name) => name.startsWith('thoughtful-game ')).forEach((name) => localStorage.removeItem(name)) === undefined")
}

// middle scrolls to an element and returns a point near its upper edge, the part of a card that
// others leave visible.
func (b *browser) middle(element string) (x, y float64) {
	b.t.Helper()
	b.wait("!table().querySelector('.dealing')")
	at := ask[[]float64](b, fmt.Sprintf(`(() => { const e = %s; e.scrollIntoView({block: 'center'}); const r = e.getBoundingClientRect(); return [r.left + r.width / 2, r.top + Math.min(5, r.height / 2)]; })()`, element))
	return at[0], at[1]
}

// mouse dispatches a mouse event.
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
	b.middle(to) // scrolls, which moves the first
	x, y := b.middle(from)
	tx, ty := ask[float64](b, to+".getBoundingClientRect().left + 20"), ask[float64](b, to+".getBoundingClientRect().top + 20")
	b.mouse("mousePressed", x, y, 1)
	b.mouse("mouseMoved", (x+tx)/2, (y+ty)/2, 0)
	b.mouse("mouseMoved", tx, ty, 0)
	b.mouse("mouseReleased", tx, ty, 1)
}

// ask returns the value of an expression.
func ask[T any](b *browser, expression string) T {
	b.t.Helper()
	value, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
	return value
}

// on returns an expression for the last card of a place, or for the place itself if it is empty.
func on(place string) string {
	return fmt.Sprintf(`[...table().querySelectorAll('[data-place="%s"] .card, [data-place="%[1]s"] .slot')].at(-1)`, place)
}

// hidden lists cards and places that can be played but are covered or too narrow to touch.
const hidden = `[...table().querySelectorAll('[data-stop]')].filter((e) => {
		e.scrollIntoView({block: 'center'});
		const r = e.getBoundingClientRect();
		return !e.contains(table().elementFromPoint(r.left + r.width * .35, r.top + 6)) || r.width < 22 || r.left < 0 || r.right > innerWidth;
	}).map((e) => e.closest('.pile').dataset.place + ' ' + e.dataset.card).join(', ')`
