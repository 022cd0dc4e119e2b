//go:build browser

package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

const plyIs = "document.getElementById('table').dataset.ply === '%d'"

// visit opens a page anew, and waits until its table stands at a move.
func (b *browser) visit(address string, ply int) {
	b.t.Helper()
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(address))
	b.wait("table().querySelector('.card') !== null && " + fmt.Sprintf(plyIs, ply))
}

// TestBrowserContinues leaves games of three kinds and comes back to them by their plain addresses: they go on where
// they were left, with their time and what was taken back. The home page lists them, and another tab's moves are not
// lost. Links with moves of their own show those.
func TestBrowserContinues(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	b.look(1280, "light")
	b.still()
	b.keeps(home, "finish", "false")
	const klondike, freeCell = "/games/klondike/deals/solvitaire:2", "/games/free-cell/deals/microsoft:1"
	const count = "document.getElementById('count').textContent"
	said := func(text string) {
		b.t.Helper()
		b.wait("document.getElementById('said').textContent === " + quote(text))
	}

	// Three moves, of which one is taken back, and some seconds.
	b.visit(home+klondike, 0)
	b.drag(on("tableau/6"), on("tableau/4"))
	b.wait(fmt.Sprintf(plyIs, 1))
	b.tap(on("stock"))
	b.tap(on("stock"))
	b.wait(fmt.Sprintf(plyIs, 3))
	b.wait("document.getElementById('clock').textContent >= '0:01'")
	b.do(chromedp.Click("#undo"))
	b.wait(fmt.Sprintf(plyIs, 2))

	// A run is still taken back in one step.
	position := home + meantFor
	b.visit(position, 0)
	b.drag(`table().querySelector('[data-place="tableau/1"] [data-card="QC"]')`, on("tableau/2"))
	b.wait("Number(document.getElementById('table').dataset.ply) > 1")
	long := ask[int](b, "Number(document.getElementById('table').dataset.ply)")
	b.visit(home+freeCell+"#m=t1c1", 1) // a link alone is not a game
	b.visit(home+freeCell, 0)
	b.drag(on("tableau/1"), on("cell/1"))
	b.wait(fmt.Sprintf(plyIs, 1))

	b.visit(home+klondike, 2)
	said("Continued after 2 moves.")
	if clock := b.text("#clock"); clock < "0:01" {
		t.Errorf("the clock shows %s", clock)
	}
	b.do(chromedp.Click("#redo"))
	b.wait(fmt.Sprintf(plyIs, 3))
	b.visit(position, long)
	b.do(chromedp.Click("#undo"))
	b.wait(fmt.Sprintf(plyIs, 0))
	b.do(chromedp.Click("#redo"))
	b.wait(fmt.Sprintf(plyIs, long))
	b.do(chromedp.Click(".menu:last-child summary"), chromedp.Click("#record"))
	b.wait("document.getElementById('statistics').open")
	b.visit(home+klondike+"?ply=17", 17)
	b.visit(home+klondike+"#m=d", 1)
	b.visit(home+klondike+"#m=t6t4.d", 2) // moves of the game: what follows them can be made again
	b.do(chromedp.Click("#redo"))
	b.wait(fmt.Sprintf(plyIs, 3))
	b.visit(home+klondike, 3)

	// The home page has them all, the latest first.
	b.visit(position, long)
	b.do(chromedp.Navigate(home + "/"))
	b.wait("document.querySelectorAll('#continue li').length === 3")
	const first = "document.querySelector('#continue a').textContent"
	if text := ask[string](b, first); !strings.HasPrefix(text, fmt.Sprintf("Continue FreeCell · position %d moves, 0:0", long)) {
		t.Errorf("the home page begins with %q", text)
	}
	for _, look := range looks {
		b.look(look.width, look.scheme)
		ask[bool](b, "(document.querySelector('#continue details').open = true) && document.activeElement.blur() === undefined")
		b.shows(fmt.Sprintf("continue-%d-%s", look.width, look.scheme))
	}
	b.do(chromedp.Click("#continue a"))
	b.wait("location.pathname === '/play' && document.getElementById('table')?.dataset.ply === '" + fmt.Sprint(long) + "'")
	b.do(chromedp.Navigate(home+"/"), chromedp.Click("#continue .remove"))
	b.wait("document.querySelectorAll('#continue li').length === 2 && document.activeElement.className === 'remove' && " + first + ".startsWith('Continue Klondike · Deal 2 3 moves, 0:0')")
	b.visit(position, 0)

	// What another tab has played stays.
	b.visit(home+klondike, 3)
	ask[bool](b, `(async () => {
		const name = 'thoughtful-game `+klondike+`';
		const game = JSON.parse(localStorage.getItem(name));
		Object.assign(game, {moves: 't6t4.d', ply: 2, at: game.at + 1});
		localStorage.setItem(name, JSON.stringify(game));
		return dispatchEvent(new StorageEvent('storage', {key: name}));
	})()`)
	b.wait(fmt.Sprintf(plyIs, 2))
	b.do(chromedp.Click(".menu:nth-of-type(1) summary"), chromedp.Click("#restart"))
	b.wait(fmt.Sprintf(plyIs, 0))
	b.visit(home+klondike, 0)

	// The oldest of more than fifty games goes, and the page lives with a browser that keeps nothing.
	b.do(chromedp.Navigate(home + "/convert"))
	ask[bool](b, `(() => {
		for (let i = 1; i <= 60; i++) localStorage.setItem('thoughtful-game /games/klondike/deals/solvitaire:' + (100 + i), JSON.stringify({title: 'Klondike', seed: 'solvitaire:' + (100 + i), at: i, moves: 'd', ply: 1, ms: 0}));
		return true;
	})()`)
	b.visit(home+klondike, 0)
	b.tap(on("stock"))
	b.wait(fmt.Sprintf(plyIs, 1))
	const names = "Object.keys(localStorage).filter((name) => name.startsWith('thoughtful-game ')).length"
	if n := ask[int](b, names); n != 50 {
		t.Errorf("%d games are kept", n)
	}
	ask[bool](b, "Object.defineProperty(window, 'localStorage', {get() { throw new Error('forbidden'); }}) !== null")
	b.tap(on("stock"))
	b.wait(count + " === '2 moves'")
	b.quiet(home)
}

// brief writes moves of Klondike as addresses have them.
func brief(moves []game.Move) string {
	var words []string
	short := strings.NewReplacer("tableau/", "t", "foundation/", "f", "waste", "w")
	for _, m := range moves {
		switch m.Action {
		case game.Draw:
			words = append(words, "d")
		case game.Redeal:
			words = append(words, "n")
		default:
			word := short.Replace(m.From.String() + m.To.String())
			if len(m.Cards) > 1 {
				word += fmt.Sprintf("x%d", len(m.Cards))
			}
			words = append(words, word)
		}
	}
	return strings.Join(words, ".")
}
