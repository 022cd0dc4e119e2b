//go:build browser

package e2e

import (
	"fmt"
	"strings"
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
			if deal.game == "thirteens" { // its spaces are filled at once, so that cards may lie in other columns
				if m.Action == game.Remove {
					card := `table().querySelector('[data-card="%s"]')`
					b.tap(fmt.Sprintf(card, m.Cards[0]))
					if second.Pile != game.Nowhere {
						b.wait("table().querySelector('.chosen') !== null")
						b.tap(fmt.Sprintf(card, m.Cards[1]))
					}
				}
				b.wait(fmt.Sprintf("Number(document.getElementById('table').dataset.ply) > %d", ply))
				continue
			}
			switch {
			case m.Action == game.Shift && m.From.Pile == game.Tableau:
				second = m.To
			case m.Action != game.Remove: // a deal, a redeal, or a space that is filled
				first = game.Place{Pile: game.Stock}
			}
			b.tap(on(first.String()))
			if second.Pile != game.Nowhere {
				b.wait("table().querySelector('.chosen') !== null")
				b.tap(on(second.String()))
			}
			b.wait(fmt.Sprintf("document.getElementById('table').dataset.ply === '%d'", ply+1))
		}
		b.wait("document.getElementById('table').dataset.won === 'true'")
		b.quiet(l.url)
	}
}

// TestBrowserTellsWhatTheStockDoes plays games in which a tap of the stock is more than a turn, by taps and by
// keys: what the table says leads on.
func TestBrowserTellsWhatTheStockDoes(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	b.still()
	open := func(name, seed string) {
		t.Helper()
		b.do(chromedp.Navigate(home + "/games/" + name + "/deals/solvitaire:" + seed))
		b.wait("table().querySelectorAll('.card').length === 52")
	}
	said := func(text string) {
		t.Helper()
		b.wait("document.getElementById('said').textContent.replace(/\\ufe0e/g, '').endsWith('" + text + "')")
	}
	const ply = "document.getElementById('table').dataset.ply"
	const pair = "Tap the 2 of hearts to remove both, or the stock again to turn it."
	open("pyramid", "1") // the next card is the jack of diamonds
	b.tap(on("stock"))
	said(pair)
	b.tap(on("stock"))
	b.wait(ply + " === '1' && " + on("waste") + ".dataset.card === 'JD'")
	b.do(chromedp.Click("#undo"))
	b.wait(ply + " === '0'")
	for range 2 {
		ask[bool](b, "("+on("stock")+".focus(), true)")
		b.do(chromedp.KeyEvent("\r"))
		b.wait(fmt.Sprintf("%s === '1' || document.getElementById('said').textContent === %q", ply, pair))
	}
	b.wait(ply + " === '1'")
	if label := ask[string](b, "document.getElementById('manner').textContent"); !strings.HasPrefix(label, "Tap the next card of the stock, then") {
		t.Errorf("the table is described by %q", label)
	}

	open("tripeaks", "1")
	b.tap(on("waste"))
	said("Cards go onto the waste: tap one that is a rank higher or lower.")

	open("monte-carlo", "18")
	card := ask[string](b, `(async () => {
		const {moves} = await (await fetch('/v1/moves', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{"game": "monte-carlo", "seed": "solvitaire:18", "states": 1}'})).json();
		const pairs = new Set(moves.flatMap(({move}) => move.from ?? []));
		return [...table().querySelectorAll('.tableau')].map((pile) => pile.dataset.place).find((place) => !pairs.has(place));
	})()`)
	b.tap(on(card))
	said("can’t move. Tap the stock to move the cards together.")

	open("aces-up", "7")
	b.wait("document.getElementById('manner').textContent === 'Tap the stock to deal a card to each column.'")
	b.quiet(home)
}
