//go:build browser

package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestBrowserBook opens every page of the book, wide and on a phone, searches, and copies a command.
func TestBrowserBook(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	b.look(1280, "light")
	b.do(chromedp.Navigate(home + "/docs"))
	pages := ask[[]string](b, "[...new Set([...document.querySelectorAll('nav a')].map((a) => new URL(a.href).pathname).filter((path) => path.startsWith('/docs/')))]")
	if len(pages) < 40 {
		t.Fatalf("%d pages", len(pages))
	}
	for _, width := range []int64{1280, 390} {
		b.look(width, "dark")
		for _, path := range pages {
			b.do(chromedp.Navigate(home + path))
			b.shows("guide")
			if open := ask[bool](b, "document.querySelector('.docs nav li').checkVisibility()"); open != (width > 1000) {
				t.Errorf("%s on %d pixels: contents are shown: %v", path, width, open)
			}
		}
	}
	b.do(chromedp.Navigate(home + "/docs/build/hints"))
	b.wait("document.querySelector('[rel=prev]') && document.querySelector('[rel=next]') && document.querySelector('.block .copy') !== null")
	for _, search := range []struct{ query, finds string }{
		{"POST /v1/solve", "document.querySelector('#search li a')?.textContent === 'POST /v1/solve'"},
		{"webhooks signature", "document.querySelector('#search li a')?.pathname === '/docs/build/webhooks'"},
		{"xyzzy", "document.querySelector('#search [role=status]').textContent === 'Nothing found'"},
	} {
		b.wait(fmt.Sprintf("(() => { const input = document.querySelector('#search input'); input.value = %q; return input.dispatchEvent(new Event('input')); })()", search.query))
		b.wait(search.finds)
	}
	b.quiet(home)
}
