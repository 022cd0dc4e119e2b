//go:build browser

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestBrowserMarksOneOfTwins asks for hints, drags and plays in Spider with one suit, where eight cards have
// each name and most lie face down. Only the card that moves is marked, and no label names a hidden one.
func TestBrowserMarksOneOfTwins(t *testing.T) {
	l := launch(t, nil)
	home := l.url
	b := newBrowser(t)
	b.still()
	l.shorten(t, `{"game":"spider-1-suit","seed":"solvitaire:1"}`)
	b.keeps(home, "analysis", "true") // so that the hint is the first move of the solution
	const marks = "[...table().querySelectorAll('.card.%s')].map((c) => c.closest('.pile').dataset.place + ' ' + c.dataset.card + (c.matches('.down') ? ' face down' : '')).join()"
	const told = "[...table().querySelectorAll('.card.down')].filter((c) => c.getAttribute('aria-label') !== 'face-down card').length"
	b.do(chromedp.Navigate(home + "/games/spider-1-suit/deals/solvitaire:1"))
	b.wait("document.getElementById('slider').max > 100")
	var said, before string
	for _, next := range []string{"Where?", "Why?", "Play it"} {
		b.do(chromedp.Click("#hint"))
		b.wait("document.getElementById('hint-name').textContent === '" + next + "'")
		mark := ask[string](b, fmt.Sprintf(marks, "hinted"))
		place, card, ok := strings.Cut(mark, " ")
		if !ok || len(card) != 2 || before != "" && mark != before {
			t.Fatalf("before %q: marked are %q, before %q; the page says %q", next, mark, before, b.text("#said"))
		}
		if said = b.text("#said"); next == "Where?" && !strings.HasSuffix(said, "in "+strings.Replace(place, "tableau/", "column ", 1)+".") {
			t.Errorf("%q, marked is %s", said, mark)
		}
		before = mark
	}
	place, card, _ := strings.Cut(before, " ")
	to := ask[string](b, "table().querySelector('.pile.hinted').dataset.place")
	b.carry(on(place), to, .1, .6, func() {
		for _, class := range []string{"held", "hinted"} {
			if got := ask[string](b, fmt.Sprintf(marks, class)); got != before {
				t.Errorf("dragged with %s: %s, want %s", class, got, before)
			}
		}
		b.wait("table().querySelector('.pile.target') !== null")
	})
	b.wait("document.getElementById('table').dataset.ply === '1' && table().querySelector('.hinted, .held') === null")
	if got := ask[string](b, on(to)+".dataset.card"); got != card {
		t.Errorf("%s lies on %s, want %s", got, to, card)
	}
	b.do(chromedp.Click("#choices summary"))
	b.wait("document.querySelectorAll('#judged .verdict').length > 1")
	if got := ask[string](b, fmt.Sprintf(marks, "hinted")+"+"+fmt.Sprintf(marks, "named")); got != "" {
		t.Errorf("comparing moves marks %s", got)
	}
	if n := ask[int](b, told); n > 0 {
		t.Errorf("labels name %d cards that lie face down", n)
	}

	// In a stock that is fanned out, too, where the card comes up after turns.
	l.shorten(t, `{"game":"klondike-two-deck-9","seed":"solvitaire:1"}`)
	b.keeps(home, "fan", "true")
	b.do(chromedp.EmulateViewport(1280, 1000), chromedp.Navigate(home+"/games/klondike-two-deck-9/deals/solvitaire:1"))
	b.wait("document.getElementById('slider').max > 100")
	ask[bool](b, `(() => {
		const line = [...document.querySelectorAll('#line button')];
		line[line.findIndex((e, i) => /turn/.test(e.textContent) && !/turn/.test(line[i + 1].textContent)) - 1].click();
		return true;
	})()`)
	for _, next := range []string{"Where?", "Why?", "Play it"} {
		b.do(chromedp.Click("#hint"))
		b.wait("document.getElementById('hint-name').textContent === '" + next + "'")
	}
	if n := ask[int](b, "(window.marked = table().querySelectorAll('.card.hinted')).length"); n != 1 {
		t.Fatalf("%d cards are marked", n)
	}
	to = ask[string](b, "table().querySelector('.pile.hinted').dataset.place")
	b.do(chromedp.Click("#hint"))
	b.wait("marked[0] === " + on(to))
	b.quiet(home)
}

// TestBrowserMovesTheRightTwin steps through the first 120 moves of games of two packs, there and back. A card that
// moves is the one that lay in the place of the move, and no other one of its name.
func TestBrowserMovesTheRightTwin(t *testing.T) {
	l := launch(t, nil)
	home := l.url
	b := newBrowser(t)
	b.still()
	b.keeps(home, "analysis", "true")
	for _, deal := range []string{"spider-1-suit", "klondike-two-deck-9"} {
		l.shorten(t, fmt.Sprintf(`{"game":%q,"seed":"solvitaire:1"}`, deal))
		b.do(chromedp.Navigate(home + "/games/" + deal + "/deals/solvitaire:1"))
		b.wait("document.getElementById('slider').max > 100")
		moves := ask[int](b, fmt.Sprintf(`(async () => {
			const {solution} = await (await fetch('/v1/solve', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{"game": "%s", "seed": "solvitaire:1"}'})).json();
			window.moves = solution.moves;
			return moves.length;
		})()`, deal))
		if want := ask[int](b, "Number(document.getElementById('slider').max)"); moves != want {
			t.Fatalf("%s: %d moves, the page has %d", deal, moves, want)
		}
		if wrong := ask[string](b, twins); wrong != "" {
			t.Errorf("%s: %s", deal, wrong)
		}
	}
	b.quiet(home)
}

// twins plays moves by hand on the cards of the table as the page steps through them, and returns the first
// one after which the page has other cards in a place; then the same back to the deal.
const twins = `(() => {
	const lie = () => new Map([...table().querySelectorAll('.pile')].map((p) => [p.dataset.place, [...p.querySelectorAll('.card')]]));
	const seen = [lie()];
	for (const move of moves.slice(0, 120)) {
		const next = new Map([...seen.at(-1)].map(([place, cards]) => [place, [...cards]]));
		const put = (to, cards) => next.get(to).push(...cards);
		const take = (from, n) => next.get(from).splice(-n);
		switch (move.action) {
			case 'draw': put('waste', take('stock', move.count).reverse()); break;
			case 'redeal': put('stock', take('waste', 200).reverse()); break;
			case 'deal': take('stock', move.count).reverse().forEach((card, i) => put('tableau/' + (i + 1), [card])); break;
			default: {
				const cards = take(move.from, move.cards.length);
				put(move.to, move.to.startsWith('foundation') ? cards.reverse() : cards);
			}
		}
		seen.push(next);
	}
	const differs = (ply) => [...lie()].some(([place, cards]) => cards.length !== seen[ply].get(place).length || cards.some((card, i) => card !== seen[ply].get(place)[i]));
	for (let ply = 1; ply < seen.length; ply++) {
		document.getElementById('forward').click();
		if (differs(ply)) return 'after move ' + ply + ', ' + JSON.stringify(moves[ply - 1]);
	}
	for (let ply = seen.length - 2; ply >= 0; ply--) {
		document.getElementById('back').click();
		if (differs(ply)) return 'back before move ' + (ply + 1) + ', ' + JSON.stringify(moves[ply]);
	}
	return '';
})()`
