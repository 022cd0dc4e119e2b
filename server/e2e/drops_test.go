//go:build browser

package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestBrowserDropsWhereMeant lets go of a card of FreeCell partly over piles where it can go. It goes
// there only if it lies on them clearly, and more than on a pile where it can't go.
func TestBrowserDropsWhereMeant(t *testing.T) {
	l := launch(t, nil)
	b := newBrowser(t)
	b.keeps(l.url, "finish", "false")
	for _, width := range []int64{1280, 390} {
		b.look(width, "light")
		b.still()
		for _, test := range []struct {
			name  string
			to    string
			x, y  float64 // of the card from the place's upper left, in cards
			plays bool
		}{
			{"on a king", "tableau/3", 0, .2, true},
			{"half beside it", "tableau/3", -.45, .1, true},
			{"low on it", "tableau/3", .1, .65, true},
			{"its corner touches the king", "tableau/3", .6, .7, false},
			{"its edge touches the king", "tableau/3", 0, .8, false},
			{"on a ten, its edge on the king", "tableau/4", -.25, .3, false},
			{"nearly as much on the king as on the ten", "tableau/4", -.5, 0, true},
		} {
			b.forgets(l.url)
			b.do(chromedp.Navigate(l.url + meantFor))
			b.wait("table().querySelector('[data-place=\"tableau/8\"] .card') !== null && document.getElementById('table').dataset.ply === '0'")
			b.carry(on("tableau/8"), test.to, test.x, test.y)
			b.wait("table().querySelector('.held') === null")
			if test.plays {
				b.wait(`table().querySelectorAll('[data-place="tableau/3"] .card').length === 2`)
				continue
			}
			b.tap("document.getElementById('hint')") // it is answered after the drop
			b.wait("document.getElementById('hint-name').textContent !== 'Hint'")
			if ply := ask[string](b, "document.getElementById('table').dataset.ply"); ply != "0" {
				t.Errorf("%d, %s: a move was played", width, test.name)
			}
		}
	}
	b.quiet(l.url)
}

// meantFor has the queen of spades in column 8, red kings in columns 2 and 3, and a red ten on top of
// column 4.
const meantFor = "/play#game=free-cell&t=THQCJDTS.KD.KH.QHJCTD.KCQD.TCJH..QS.&c=KSJS----&f=AC2C3C4C5C6C7C8C9CAH2H3H4H5H6H7H8H9HAS2S3S4S5S6S7S8S9SAD2D3D4D5D6D7D8D9D"

// carry drags a card so that its upper left comes to lie so many cards to the right of, and below, the
// upper left of a place. With the card in the hand, half way there, it calls functions.
func (b *browser) carry(from, to string, right, down float64, meanwhile ...func()) {
	b.t.Helper()
	b.middle(from)
	at := ask[[]float64](b, fmt.Sprintf(`(() => {
		const c = %s.getBoundingClientRect(), p = table().querySelector('[data-place="%s"]').getBoundingClientRect();
		return [c.left + c.width / 2, c.top + 10, p.left + c.width * (%f + .5), p.top + c.height * %f + 10];
	})()`, from, to, right, down))
	b.mouse("mousePressed", at[0], at[1], 1)
	b.mouse("mouseMoved", (at[0]+at[2])/2, (at[1]+at[3])/2, 0)
	for _, each := range meanwhile {
		each()
	}
	b.mouse("mouseMoved", at[2], at[3], 0)
	b.mouse("mouseReleased", at[2], at[3], 1)
}
