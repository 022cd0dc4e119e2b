//go:build browser

package e2e

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestBrowserPictures takes the screenshots of the book. With PICTURES=../../docs/pictures it
// replaces those of the repository; without, it checks that there is one of each name.
func TestBrowserPictures(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	b.look(1200, "light")
	b.still()
	take := func(name string) {
		b.shows(name)
		picture, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
		if err != nil {
			t.Fatal(err)
		}
		folder := os.Getenv("PICTURES")
		if folder == "" {
			if _, err := os.Stat(filepath.Join("../../docs/pictures", name+".png")); err != nil {
				t.Error(err)
			}
			return
		}
		if err := os.WriteFile(filepath.Join(folder, name+".png"), picture, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	b.do(chromedp.EmulateViewport(1200, 780), chromedp.Navigate(home+"/games/klondike-draw-1/deals/solvitaire:2"))
	b.wait("table().querySelectorAll('.card').length > 20")
	take("table")
	b.do(chromedp.Navigate(home + "/games/free-cell/deals/microsoft:1#m=t1c1.t1c2.t1c3.t1c4"))
	b.wait("document.getElementById('table').dataset.ply === '4'")
	b.do(chromedp.Click(".menu:last-child summary"), chromedp.Click("#review"))
	b.wait("document.getElementById('play-on') !== null")
	ask[bool](b, "(scrollTo(0, 0), true)")
	take("review")
	b.do(chromedp.Navigate(home + "/games/klondike?view=figures"))
	b.wait("document.querySelector('main h1') !== null")
	take("rates")
	b.quiet(home)
}
