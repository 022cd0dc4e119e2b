//go:build browser

package e2e

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// TestBrowserMovesRuns moves runs of FreeCell by drag and by taps, on a wide screen and a phone's,
// and takes each back as one step.
func TestBrowserMovesRuns(t *testing.T) {
	l := launch(t, nil)
	b := newBrowser(t)
	var home strings.Builder
	for _, suit := range "CHSD" {
		for _, rank := range "A23456789" {
			home.WriteString(string(rank) + string(suit))
		}
	}
	lying := "/play#game=free-cell&t=THQCJDTS.KD.KH.QHJCTD.KCQD.TCJH..QS.&c=KSJS----&f=" + home.String()
	b.keeps(l.url, "finish", "false") // all cards could go up
	at := func(ply string) { b.wait("document.getElementById('table').dataset.ply === '" + ply + "'") }
	for _, screen := range []struct {
		name  string
		width int64
		move  func(c card.Card, to string)
	}{
		{"wide", 1280, func(c card.Card, to string) { b.drag(named(c), on(to)) }},
		{"phone", 390, func(c card.Card, to string) {
			b.tap(named(c))
			b.wait(`table().querySelector('[data-place="` + to + `"].target') !== null`)
			b.tap(on(to))
		}},
	} {
		b.look(screen.width, "light")
		b.still()
		b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(l.url+lying))
		at("0")
		for _, test := range []struct{ card, to, plies string }{
			{"QC", "tableau/2", "5"}, // onto a king, by way of both cells
			{"QC", "tableau/7", "5"}, // into the space
			{"JD", "tableau/7", "3"},
			{"TS", "cell/4", "1"}, // to the other of two free cells
		} {
			c, _, err := card.Parse(test.card)
			if err != nil {
				t.Fatal(err)
			}
			screen.move(c, test.to)
			at(test.plies)
			b.wait(named(c) + `.closest('.pile').dataset.place === "` + test.to + `"`)
			if test.to == "tableau/2" {
				b.shows("run-" + screen.name)
				b.wait(`document.getElementById('spoken').textContent.startsWith('queen of clubs, jack of diamonds and 10 of spades from column 1 to column 2')`)
			}
			b.do(chromedp.Click("#undo"))
			at("0")
			b.do(chromedp.Click("#redo"))
			at(test.plies)
			b.do(chromedp.Click("#undo"))
			at("0")
		}
	}
	b.quiet(l.url)
}

// named returns an expression for a card of the table.
func named(c card.Card) string {
	return `table().querySelector('[data-card="` + c.String() + `"]')`
}
