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
	"github.com/chromedp/chromedp/kb"

	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// TestBrowserPlaysWholeGames plays Klondike and FreeCell from the deal to the celebration: by
// mouse, by touch on a phone, and by keys alone. Nothing of the solution is on the page meanwhile.
// When all cards can go up, the page finishes by itself.
func TestBrowserPlaysWholeGames(t *testing.T) {
	l := launch(t, nil)
	b := newBrowser(t)
	b.keeps(l.url, "once", "false") // moves of the solution are others than a tap means
	byKeys := func(m game.Move) {
		if m.Action != game.Shift {
			b.walk("table().querySelector('.stock .slot')") // its cards are no stops
			b.do(chromedp.KeyEvent(kb.Enter))
			return
		}
		b.walk(b.taken(m))
		b.do(chromedp.KeyEvent(kb.Enter))
		b.wait("table().querySelector('.chosen') !== null")
		b.walk(on(m.To.String()))
		b.do(chromedp.KeyEvent(kb.Enter))
	}
	for _, play := range []struct {
		name, game, seed string
		width, height    int64
		move             func(m game.Move)
	}{
		{"mouse", "klondike", "solvitaire:2", 1280, 800, func(m game.Move) {
			if m.Action == game.Shift {
				b.drag(b.taken(m), on(m.To.String()))
			} else {
				b.tap(on("stock"))
			}
		}},
		{"touch", "klondike", "solvitaire:9", 390, 844, func(m game.Move) {
			if m.Action == game.Shift {
				b.touch(b.taken(m))
				b.wait("table().querySelector('.chosen') !== null")
				b.touch(on(m.To.String()))
			} else {
				b.touch(on("stock"))
			}
		}},
		{"keys", "free-cell", "microsoft:1", 1280, 800, byKeys},
		{"keys-klondike", "klondike", "solvitaire:9", 1280, 800, byKeys},
	} {
		b.do(chromedp.EmulateViewport(play.width, play.height))
		b.still()
		var answer struct {
			Solution struct{ Moves []game.Move }
		}
		l.read(t, "/v1/solve", fmt.Sprintf(`{"game":%q,"seed":%q}`, play.game, play.seed), 200, &answer)
		b.do(chromedp.Navigate(l.url + "/games/" + play.game + "/deals/" + play.seed))
		b.wait("table().querySelectorAll('.card').length === 52")
		if strings.HasPrefix(play.name, "keys") {
			ask[bool](b, "table().querySelector('[tabindex=\"0\"]').focus() === undefined")
		}
		played := 0
		for ; played < len(answer.Solution.Moves) && !ask[bool](b, "document.getElementById('table').dataset.finishing === 'true'"); played++ {
			play.move(answer.Solution.Moves[played])
			b.wait(fmt.Sprintf("Number(document.getElementById('table').dataset.ply) >= %d", played+1))
		}
		if rest := len(answer.Solution.Moves) - played; rest < 4 {
			t.Errorf("%s: %d moves were left to the automatic finish", play.name, rest)
		}
		if text := b.text("#beside"); text != "" {
			t.Errorf("%s: the analysis is off and shows %q", play.name, text)
		}
		b.wait("document.getElementById('won').open && /Streak/.test(document.getElementById('won').textContent)")
		b.shows("won-" + play.name)
		b.quiet(l.url)
	}
}

// TestBrowserPlaysFromHome starts at the home page on a phone and on a desk, chooses an easy deal of each popular
// game, and plays a solution of it to the celebration: by single taps, and by clicks.
func TestBrowserPlaysFromHome(t *testing.T) {
	l := launch(t, nil)
	b := newBrowser(t)
	b.keeps(l.url, "once", "false")
	for _, screen := range []struct {
		width, height int64
		press         func(element string)
	}{{390, 844, b.touch}, {1366, 768, b.tap}} {
		b.do(chromedp.EmulateViewport(screen.width, screen.height))
		b.still()
		for _, name := range []string{"klondike-draw-1", "spider-one-suit", "free-cell", "pyramid", "tripeaks"} {
			b.do(chromedp.Navigate(l.url + "/"))
			b.wait("table().querySelectorAll('.card').length === 52")
			b.tap(fmt.Sprintf(`document.querySelector('.below a[href^="/games/%s/winnable-deal?difficulty=easy"]')`, name))
			b.wait(fmt.Sprintf("location.pathname.startsWith('/games/%s/deals/') && table()?.querySelectorAll('.card').length > 50", name))
			var answer struct {
				Solution struct{ Moves []game.Move }
			}
			l.read(t, "/v1/solve", fmt.Sprintf(`{"game":%q,"seed":%q}`, name, ask[string](b, "document.getElementById('main').dataset.seed")), 200, &answer)
			for i, m := range answer.Solution.Moves {
				if ask[bool](b, "document.getElementById('table').dataset.finishing === 'true'") {
					break
				}
				switch m.Action {
				case game.Shift, game.Remove:
					screen.press(b.taken(m))
					if ask[string](b, "document.getElementById('table').dataset.ply") == fmt.Sprint(i+1) {
						continue // a card that goes by itself
					}
					b.wait("table().querySelector('.chosen') !== null")
					if m.Action == game.Shift {
						screen.press(on(m.To.String()))
					} else {
						screen.press(on(m.And.String()))
					}
				default:
					screen.press(on("stock"))
					if ask[bool](b, "table().querySelector('.chosen') !== null") {
						screen.press(on("stock")) // the first tap has taken its card
					}
				}
				b.wait(fmt.Sprintf("Number(document.getElementById('table').dataset.ply) >= %d", i+1))
			}
			b.wait("document.getElementById('won').open")
			b.shows(fmt.Sprintf("home-%s-%d", name, screen.width))
			b.quiet(l.url)
		}
	}
}

// taken returns an expression for the deepest card that a move takes, of two for the first.
func (b *browser) taken(m game.Move) string {
	deep := len(m.Cards)
	if m.Action == game.Remove {
		deep = 1
	}
	return fmt.Sprintf(`[...table().querySelectorAll('[data-place="%s"] .card')].at(-%d)`, m.From, deep)
}

// touch taps an element with a finger.
func (b *browser) touch(element string) {
	b.t.Helper()
	x, y := b.middle(element)
	for _, phase := range []struct {
		kind   string
		points []*input.TouchPoint
	}{{"touchStart", []*input.TouchPoint{{X: x, Y: y}}}, {"touchEnd", []*input.TouchPoint{}}} {
		b.do(func(ctx context.Context, tab *chromedp.Target) (chromedp.Void, error) {
			_, err := cdp.Call(ctx, tab, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventType(phase.kind), TouchPoints: phase.points})
			return chromedp.Void{}, err
		})
	}
}

// walk moves the focus to an element of the table by arrows, as somebody would who sees it: between
// the upper row and the columns, along them, and up in the column.
func (b *browser) walk(element string) {
	b.t.Helper()
	keys := map[string]string{"left": kb.ArrowLeft, "right": kb.ArrowRight, "up": kb.ArrowUp, "down": kb.ArrowDown}
	for range 30 {
		way := ask[string](b, fmt.Sprintf(`(() => {
			const [at, to] = [table().activeElement, %s];
			const [own, other] = [at.closest('.pile'), to.closest('.pile')];
			if (at === to) return '';
			const above = (pile) => pile.closest('.upper') !== null;
			const x = (pile) => pile.getBoundingClientRect().left;
			if (own === other) return 'up';
			if (above(own) !== above(other)) return above(other) ? 'up' : 'down';
			return x(other) < x(own) ? 'left' : 'right';
		})()`, element))
		if way == "" {
			return
		}
		b.do(chromedp.KeyEvent(keys[way]))
	}
	b.t.Fatalf("no way to %s by arrows", element)
}
