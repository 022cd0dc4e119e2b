//go:build browser

package e2e

import (
	"context"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// protocol calls a command of the DevTools protocol for a tab.
func protocol[P, R any](b *browser, command cdp.Command[P, R], parameters P) R {
	b.t.Helper()
	answer, err := chromedp.Run(b.ctx, func(ctx context.Context, tab *chromedp.Target) (R, error) {
		return cdp.Call(ctx, tab, command, parameters)
	})
	if err != nil {
		b.t.Fatal(err)
	}
	return answer
}

// TestBrowserInstalls has Chromium check that the app can be installed, keeps it for offline play as an
// installed app does, and without a network opens the page that it starts at, a position of somebody's
// own, and a deal, and plays them.
func TestBrowserInstalls(t *testing.T) {
	_, engine := enginePackage(t)
	home := newLine(t)
	home.lead(t, engine)
	b := newBrowser(t)
	b.look(390, "light")
	if len(protocol(b, page.GetInstallabilityErrors, cdp.Empty{}).InstallabilityErrors) == 0 {
		t.Error("an empty page can be installed")
	}
	b.do(chromedp.Navigate(home.URL + "/play"))
	b.wait("!document.getElementById('offline-label').hidden")
	manifest := protocol(b, page.GetAppManifest, page.GetAppManifestParams{})
	if len(manifest.Errors) > 0 || !strings.HasPrefix(manifest.URL, home.URL) || !strings.Contains(manifest.Data, `"start_url"`) {
		t.Errorf("manifest %s: %v\n%s", manifest.URL, manifest.Errors, manifest.Data)
	}
	for _, e := range protocol(b, page.GetInstallabilityErrors, cdp.Empty{}).InstallabilityErrors {
		t.Errorf("the app can't be installed: %s %v", e.ErrorID, e.ErrorArguments)
	}

	// Installing is for a person to confirm. What the page does then is this.
	b.do(chromedp.Evaluate[chromedp.Void]("dispatchEvent(new Event('appinstalled'))"))
	b.wait("document.getElementById('said').textContent === 'This table now opens without a connection.'")
	const ply = "document.getElementById('table').dataset.ply"
	// A position in the address: one column of FreeCell's is enough for a game.
	b.do(chromedp.Navigate(home.URL + "/games/free-cell/deals/microsoft:1"))
	b.wait("table().querySelectorAll('.card').length === 52")
	b.do(chromedp.Evaluate[chromedp.Void]("document.getElementById('edit').open = true"))
	b.wait("document.getElementById('position').value !== ''")
	b.do(chromedp.Evaluate[chromedp.Void]("document.getElementById('position-form').requestSubmit()"))
	b.wait("location.pathname === '/play' && location.hash.length > 50 && table().querySelectorAll('.card').length === 52")
	own := ask[string](b, "location.hash")

	home.service.Store(nil)
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(home.URL+"/play"+own))
	b.wait("table().querySelectorAll('.card').length === 52 && document.querySelector('.score').innerText.startsWith('Offline')")
	b.drag(on("tableau/1"), on("cell/1"))
	b.wait(ply + " === '1'")
	b.do(chromedp.Click("#undo"))
	b.wait(ply + " === '0'")
	b.do(chromedp.Click("#hint"))
	b.wait("document.getElementById('said').textContent.startsWith('Look at ')")
	b.shows("installed-play-390-light")

	b.look(1280, "dark")
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(home.URL+"/games/klondike/deals/solvitaire:2"))
	b.wait("table().querySelectorAll('.card').length === 52")
	b.drag(on("tableau/6"), on("tableau/4"))
	b.wait(ply + " === '1'")
	b.tap(on("stock"))
	b.wait(ply + " === '2'")
	b.shows("installed-deal-1280-dark")
	// The start page, and the shortcuts of the app's icon.
	for _, path := range []string{"/", "/games/klondike/winnable-deal", "/games/free-cell/winnable-deal"} {
		b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(home.URL+path))
		b.wait("table().querySelectorAll('.card').length === 52")
	}
}
