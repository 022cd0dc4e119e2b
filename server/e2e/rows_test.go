//go:build browser

package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// TestBrowserPlaysRows plays games whose cards cover each other to their end, by taps alone, on
// a wide screen and a phone's.
func TestBrowserPlaysRows(t *testing.T) {
	l := launch(t, nil)
	b := newBrowser(t)
	for i, name := range []string{"pyramid", "tripeaks"} {
		b.look([]int64{1280, 390}[i], "light")
		b.still() // or a tap can hit a card on its way
		var answer struct {
			Solution struct{ Moves []game.Move }
		}
		l.read(t, "/v1/solve", fmt.Sprintf(`{"game":%q,"seed":"solvitaire:1"}`, name), 200, &answer)
		if len(answer.Solution.Moves) == 0 {
			t.Fatalf("%s: no solution", name)
		}
		b.do(chromedp.Navigate(l.url + "/games/" + name + "/deals/solvitaire:1"))
		b.wait("document.getElementById('table').dataset.ply === '0'")
		for ply, m := range answer.Solution.Moves {
			done := fmt.Sprintf("document.getElementById('table').dataset.ply === '%d'", ply+1)
			taken := "table().querySelector('.chosen') !== null"
			switch {
			case m.Action == game.Remove && m.And.Pile == game.Nowhere, m.Action == game.Shift:
				b.tap(on(m.From.String()))
			case m.Action == game.Remove:
				b.tap(on(m.From.String()))
				b.wait(taken)
				b.tap(on(m.And.String()))
			default: // the next card of a stock in play is taken first if it could also go
				b.tap(on("stock"))
				b.wait(taken + " || " + done)
				if ask[bool](b, taken) {
					b.tap(on("waste"))
				}
			}
			b.wait(done)
		}
		b.wait("document.getElementById('table').dataset.won === 'true'")
		b.quiet(l.url)
	}
}
