//go:build browser

package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// TestBrowserPlaysDiscards plays games whose cards are discarded from columns to their end, by taps
// alone, on a wide screen and a phone's.
func TestBrowserPlaysDiscards(t *testing.T) {
	l := launch(t, nil)
	b := newBrowser(t)
	for i, deal := range []struct{ game, seed string }{
		{"monte-carlo", "solvitaire:18"}, {"aces-up", "solvitaire:7"}, {"thirteens", "solvitaire:3"}, {"baroness", "solvitaire:21"},
	} {
		b.look([]int64{1280, 390}[i%2], "light")
		b.still() // or a tap can hit a card on its way
		var answer struct {
			Solution struct{ Moves []game.Move }
		}
		l.read(t, "/v1/solve", fmt.Sprintf(`{"game":%q,"seed":%q}`, deal.game, deal.seed), 200, &answer)
		if len(answer.Solution.Moves) == 0 {
			t.Fatalf("%s: no solution", deal.game)
		}
		b.do(chromedp.Navigate(l.url + "/games/" + deal.game + "/deals/" + deal.seed))
		b.wait("document.getElementById('table').dataset.ply === '0'")
		for ply, m := range answer.Solution.Moves {
			first, second := m.From, m.And
			switch {
			case m.Action == game.Shift && m.From.Pile == game.Tableau:
				second = m.To
			case m.Action != game.Remove: // a deal, a redeal, or a space that is filled
				first = game.Place{Pile: game.Stock}
			}
			b.tap(on(first.String()))
			if second.Pile != game.Nowhere {
				b.wait("document.querySelector('#table .chosen') !== null")
				b.tap(on(second.String()))
			}
			b.wait(fmt.Sprintf("document.getElementById('table').dataset.ply === '%d'", ply+1))
		}
		b.wait("document.getElementById('table').dataset.won === 'true'")
		b.quiet(l.url)
	}
}
