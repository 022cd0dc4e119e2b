//go:build browser

package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/thoughtful-solitaire/thoughtful/api/web"
)

// TestBrowserProof checks a proof on the page of a lost deal, on wide and narrow screens, light and dark.
func TestBrowserProof(t *testing.T) {
	_, served := enginePackage(t)
	home := launch(t, nil, "--data-dir", t.TempDir(), "--engine-dir", served).url
	b := newBrowser(t)
	b.still()
	b.keeps(home, "analysis", "true")
	for _, look := range []struct {
		width  int64
		scheme string
	}{{1280, "light"}, {390, "light"}, {1280, "dark"}, {390, "dark"}} {
		name := fmt.Sprintf("proof-%d-%s", look.width, look.scheme)
		b.look(look.width, look.scheme)
		b.do(chromedp.Navigate(home + "/games/free-cell-2-cell/deals/solvitaire:9"))
		b.wait("document.getElementById('proof-check') !== null")
		b.do(chromedp.Click("#why > summary"))
		b.shows(name + "-before")
		b.do(chromedp.Click("#proof-check"))
		b.wait("document.getElementById('proof-status').dataset.checked > 1")
		text := b.text("#proof-status")
		for _, want := range []string{"Checked in this browser: it can’t be won, ", " states that no move leads out of, ", "No engine took part."} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %s\nlacks %s", name, text, want)
			}
		}
		b.wait("!document.getElementById('proof-check').disabled && document.querySelector('.proof progress').hidden")
		b.shows(name)
	}
	// The file is not asked for again.
	b.do(chromedp.Click("#proof-file"))
	b.wait("document.getElementById('proof-status').textContent.startsWith('Saved, ')")
	b.quiet(home)
}

// TestBrowserNoProof looks at the page of a service that finds no proof within its limits, and at that of
// a deal that can be won. Only a service that was built with an engine for browsers offers to check a proof.
func TestBrowserNoProof(t *testing.T) {
	home := launch(t, nil, "--data-dir", t.TempDir(), "--proof-states", "10").url
	b := newBrowser(t)
	b.still()
	b.keeps(home, "analysis", "true")
	b.do(chromedp.Navigate(home + "/games/free-cell-2-cell/deals/solvitaire:9"))
	b.wait("document.getElementById('proof-file') !== null")
	b.do(chromedp.Click("#why > summary"))
	built := web.BuiltEngine() != nil
	offered, command := ask[bool](b, "document.getElementById('proof-check') !== null"), strings.Contains(b.text("#proof-status"), "thoughtful check")
	if offered != built || command == built {
		t.Errorf("built with an engine: %t; offers a check: %s", built, b.text("#verdict"))
	}
	b.do(chromedp.Click("#proof-file"))
	b.wait("document.getElementById('proof-status').textContent.startsWith('This service found no proof within its limits.')")
	b.forgive(http.StatusNotFound)
	b.do(chromedp.Navigate(home + "/games/klondike/deals/solvitaire:2"))
	b.wait("document.querySelector('#verdict .verdict')?.textContent === 'Winnable'")
	if ask[bool](b, "document.querySelector('.proof') !== null") {
		t.Error("the page of a winnable deal offers a proof")
	}
	b.quiet(home)
}
