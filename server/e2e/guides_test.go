//go:build browser

package e2e

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestBrowserGuidesAreShort looks at every guide on a wide window: long ones begin with their contents.
// An address with a heading opens its section.
func TestBrowserGuidesAreShort(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	b.look(1280, "light")
	b.do(chromedp.Navigate(home + "/docs"))
	guides := ask[[]string](b, "[...new Set([...document.querySelectorAll('nav a')].map((a) => new URL(a.href).pathname).filter((path) => path.startsWith('/docs/')))]")
	if len(guides) < 40 {
		t.Fatalf("%d guides", len(guides))
	}
	folded := 0
	for _, path := range guides {
		b.do(chromedp.Navigate(home + path))
		b.shows("guide")
		if height := ask[int](b, "document.documentElement.scrollHeight"); height > 8000 {
			t.Errorf("%s is %d pixels high", path, height)
		}
		id := ask[string](b, "document.querySelector('.guide details > div')?.id ?? ''")
		if id == "" {
			continue
		}
		folded++
		b.do(chromedp.Navigate(home + path + "#" + id))
		b.wait(fmt.Sprintf("document.getElementById(%q).parentElement.open && document.getElementById(%[1]q).getBoundingClientRect().height > 0", id))
	}
	if folded < 9 {
		t.Errorf("%d guides are folded", folded)
	}
	b.quiet(home)
}
