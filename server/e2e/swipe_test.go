//go:build browser

package e2e

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// TestBrowserSwipes takes moves back, and makes them again, by swipes over the free part of the
// table on a phone. Drags, scrolling, pinches and the gestures of the browser do not.
func TestBrowserSwipes(t *testing.T) {
	l := launch(t, nil)
	b := newBrowser(t)
	b.still()
	b.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	b.do(chromedp.Navigate(l.url + "/games/klondike/deals/solvitaire:2"))
	b.wait("table().querySelectorAll('.card').length === 52")
	b.touch(on("stock"))
	b.touch(on("stock"))
	at := func(ply int) { b.wait(fmt.Sprintf("document.getElementById('table').dataset.ply === '%d'", ply)) }
	at(2)
	type point = [2]float64
	line := func(points ...point) [][]point { return [][]point{points} }
	const free = 600 // below the columns
	stock := ask[[]float64](b, "(() => { const r = table().querySelector('[data-place=\"waste\"] [data-stop]').getBoundingClientRect(); return [r.left + 10, r.top + 10]; })()")
	for _, test := range []struct {
		name    string
		fingers [][]point // the way of each
		ply     int
	}{
		{"up", line(point{200, free}, point{195, free - 40}, point{190, free - 80}), 2},
		{"back to the top", line(point{190, free}, point{195, free + 60}, point{200, free + 120}), 2},
		{"aslant", line(point{280, free}, point{240, free - 40}, point{200, free - 80}), 2},
		{"short", line(point{280, free}, point{260, free}, point{245, free}), 2},
		{"from the left edge", line(point{10, free}, point{100, free}, point{200, free}), 2},
		{"from the right edge", line(point{382, free}, point{300, free}, point{200, free}), 2},
		{"a drag of a card", line(point{stock[0], stock[1]}, point{stock[0] - 30, stock[1]}, point{stock[0] - 70, stock[1]}), 2},
		{"a pinch", [][]point{{{280, free}, {230, free}, {180, free}}, {{100, free}, {130, free}, {160, free}}}, 2},
		{"left", line(point{280, free}, point{200, free + 5}, point{150, free + 10}), 1},
		{"left again", line(point{280, free}, point{200, free - 5}, point{150, free - 10}), 0},
		{"left at the start", line(point{280, free}, point{200, free}, point{150, free}), 0},
		{"right", line(point{100, free}, point{200, free}, point{240, free}), 1},
		{"right again", line(point{100, free}, point{200, free}, point{240, free}), 2},
	} {
		b.finger(test.fingers)
		if got := ask[string](b, "document.getElementById('table').dataset.ply"); got != fmt.Sprint(test.ply) {
			t.Errorf("%s: at move %s, expected %d", test.name, got, test.ply)
		}
		ask[bool](b, "scrollTo(0, 0) === undefined")
	}
	if path := ask[string](b, "location.pathname"); path != "/games/klondike/deals/solvitaire:2" {
		t.Errorf("the browser went to %s", path)
	}
	b.quiet(l.url)
}

// finger moves fingers over the screen, each along its points.
func (b *browser) finger(ways [][][2]float64) {
	b.t.Helper()
	send := func(kind string, points []*input.TouchPoint) {
		b.do(func(ctx context.Context, tab *chromedp.Target) (chromedp.Void, error) {
			_, err := cdp.Call(ctx, tab, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventType(kind), TouchPoints: points})
			return chromedp.Void{}, err
		})
	}
	for i := range ways[0] {
		points := []*input.TouchPoint{}
		for _, way := range ways {
			points = append(points, &input.TouchPoint{X: way[i][0], Y: way[i][1]})
		}
		kind := "touchMove"
		if i == 0 {
			kind = "touchStart"
		}
		send(kind, points)
	}
	send("touchEnd", []*input.TouchPoint{})
}

// TestBrowserTellsTroubleInWords lets calls of the service fail: the table says what happened and what
// to do next, never what a field is called.
func TestBrowserTellsTroubleInWords(t *testing.T) {
	l := launch(t, nil)
	b := newBrowser(t)
	b.still()
	for _, test := range []struct{ name, reply, want string }{
		{"offline", "Promise.reject(new TypeError('Failed to fetch'))", "The service does not respond. Try again in a moment."},
		{"busy", "new Response('{\"type\":\"/problems/busy\",\"detail\":\"queue full\"}', {status: 503, headers: {'Retry-After': '20'}})", "The service is busy. Trying again in 20 s."},
		{"too many", "new Response('{\"type\":\"/problems/too-many-requests\",\"detail\":\"rate\"}', {status: 429, headers: {'Retry-After': '60'}})", "Too many requests at once. Try again in 60 seconds."},
		{"invalid", "new Response('{\"type\":\"/problems/bad-input\",\"detail\":\"moves[3].cards: missing\",\"errors\":[{\"field\":\"moves[3].cards\",\"detail\":\"missing\"}]}', {status: 400})", "The service can’t read this deal or these moves. Undo, or choose another deal."},
		{"internal", "new Response('{\"type\":\"/problems/internal\",\"detail\":\"logged under the request id\"}', {status: 500, headers: {'X-Request-Id': 'r-17'}})", "Something went wrong in the service. Try again. If it happens again, tell the operator of this service the number of the request: r-17."},
		{"a proxy", "new Response('<html>', {status: 502})", "Something went wrong in the service. Try again."},
	} {
		b.do(chromedp.Navigate(l.url + "/games/klondike/deals/solvitaire:2"))
		b.wait("table().querySelectorAll('.card').length === 52")
		ask[bool](b, "(window.fetch = async () => "+test.reply+") !== null")
		b.do(chromedp.Click("#hint"))
		b.wait("!/^(Searching.*)?$/.test(document.getElementById('said').textContent)")
		if got := strings.TrimSpace(ask[string](b, "document.getElementById('said').textContent")); got != test.want {
			t.Errorf("%s: %q, expected %q", test.name, got, test.want)
		}
	}
	b.quiet(l.url)
}
