//go:build browser

package e2e

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
)

// line is a network between a browser and a service: it can be cut, and lead to another service.
type line struct {
	*httptest.Server
	service atomic.Pointer[url.URL] // nil while it is cut
}

func newLine(t *testing.T) *line {
	l := &line{}
	l.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if to := l.service.Load(); to != nil {
			(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(to) }}).ServeHTTP(w, r)
			return
		}
		connection, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		connection.Close()
	}))
	t.Cleanup(l.Close)
	return l
}

// lead connects the line with a service that has the engine of a folder.
func (l *line) lead(t *testing.T, engine string) {
	t.Helper()
	to, err := url.Parse(launch(t, nil, "--data-dir", t.TempDir(), "--engine-dir", engine).url)
	if err != nil {
		t.Fatal(err)
	}
	l.service.Store(to)
}

// TestBrowserPlaysOffline keeps the table for offline play, cuts the network, and plays on: hints, a
// verdict, deals of other games. Back online, verdicts come from the service again, and a new version
// of it replaces what was kept.
func TestBrowserPlaysOffline(t *testing.T) {
	_, engine := enginePackage(t)
	home := newLine(t)
	home.lead(t, engine)
	b := newBrowser(t)
	const deal = "/games/klondike/deals/solvitaire:2"
	const menu = "document.getElementById('offline').closest('details').open = true"
	b.look(1280, "light")
	b.do(chromedp.Navigate(home.URL + deal))
	b.wait("!document.getElementById('offline-label').hidden")
	if ask[bool](b, "navigator.serviceWorker.controller !== null") || ask[string](b, "performance.getEntriesByType('resource').map((e) => e.name).filter((n) => /wasm|worker/.test(n)).join()") != "" {
		t.Error("the engine was loaded before anybody asked for it")
	}
	if ask[string](b, "(() => { try { new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])); return 'compiled' } catch (e) { return e.name } })()") != "CompileError" {
		t.Error("a page may compile WebAssembly")
	}
	b.do(chromedp.Evaluate[chromedp.Void](menu))
	b.shows("offline-switch-1280-light")
	b.do(chromedp.Click("#offline"))
	b.wait("document.getElementById('said').textContent === 'This table now opens without a connection.'")
	kept := ask[string](b, "caches.keys().then((names) => names.join())")
	if !strings.HasPrefix(kept, "thoughtful-") || strings.Contains(kept, ",") {
		t.Errorf("caches %s", kept)
	}
	b.quiet(home.URL)

	service := home.service.Load()
	home.service.Store(nil)
	b.do(chromedp.Navigate(home.URL+"/"), chromedp.Navigate(home.URL+deal))
	b.wait("table().querySelector('.card') !== null && document.title.startsWith('Klondike · Deal 2')")
	if text := b.text(".score"); !strings.HasPrefix(text, "Offline") {
		t.Errorf("the page says %s", text)
	}
	for _, want := range []string{"Look at the 8♣.", "Move the 8♣ to column 4.", "It lays the 8♣ on the 9♥, turns up the 9♣."} {
		b.do(chromedp.Click("#hint"))
		b.wait(`document.getElementById('said').textContent.replaceAll('\ufe0e', '').startsWith(` + quote(want) + ")")
	}
	b.shows("offline-hint-1280-light")
	b.do(chromedp.Click("#hint"))
	b.wait("document.getElementById('table').dataset.ply === '1'")
	b.do(chromedp.Click("#analysis"))
	b.wait("document.getElementById('here').textContent.startsWith('Still winnable in 1') && document.getElementById('verdict').textContent.includes('On this device')")
	b.shows("offline-analysis-1280-light")
	b.do(chromedp.Click("#analysis"))

	b.look(390, "dark")
	b.do(chromedp.Navigate(home.URL + "/games/free-cell/random-deal"))
	b.wait("table().querySelectorAll('.card').length === 52 && /deals\\/microsoft:[0-9]+$/.test(location.pathname)")
	b.shows("offline-390-dark")
	b.do(chromedp.Navigate(home.URL + "/games/klondike/winnable-deal"))
	b.wait("table().querySelector('.card') !== null && /klondike\\/deals\\/solvitaire:[0-9]+$/.test(location.pathname)")
	b.look(390, "light")
	b.do(chromedp.Navigate(home.URL + "/docs"))
	b.wait("document.querySelector('h1').textContent === 'No connection'")
	b.shows("offline-docs-390-light")

	// The reader chooses German, and the network fails again.
	home.service.Store(service)
	b.do(chromedp.Navigate(home.URL + "/games?language=de"))
	b.wait("caches.match('/offline').then((page) => page.headers.get('Content-Language') === 'de')")
	home.service.Store(nil)
	b.do(chromedp.Navigate(home.URL + deal))
	b.wait("table().querySelector('.card') !== null && document.getElementById('undo').textContent.trim() === 'Zurück'")
	b.do(chromedp.Navigate(home.URL + "/docs"))
	b.wait("document.querySelector('h1').textContent === 'Keine Verbindung'")
	home.service.Store(service)
	b.do(chromedp.Navigate(home.URL + "/games?language=en"))

	// The network is back, with a new version of the service.
	newer := t.TempDir()
	files, err := os.ReadDir(engine)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		link(t, filepath.Join(engine, file.Name()), newer)
	}
	script, err := os.ReadFile(filepath.Join(newer, "engine.js"))
	if err == nil {
		err = os.WriteFile(filepath.Join(newer, "engine.js"), append(script, "// newer\n"...), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	home.lead(t, newer)
	b.do(chromedp.Navigate(home.URL + deal))
	b.wait("table().querySelector('.card') !== null && !('offline' in document.getElementById('main').dataset)")
	b.wait("caches.keys().then((names) => names.length === 1 && names[0] !== " + quote(kept) + ")")
	b.do(chromedp.Click("#analysis"))
	b.wait("document.getElementById('here').textContent.includes('innable')")
	if text := b.text("#verdict"); strings.Contains(text, "On this device") || strings.Contains(b.text(".score"), "Offline") {
		t.Errorf("the service is back, and the page says %s", text)
	}
	b.do(chromedp.Evaluate[chromedp.Void](menu), chromedp.Click("#offline"))
	b.wait("document.getElementById('said').textContent === 'Offline play is off.'")
	if left := ask[string](b, "Promise.all([caches.keys(), navigator.serviceWorker.getRegistrations()]).then((all) => String(all.map((one) => one.length)))"); left != "0,0" {
		t.Errorf("caches and workers left: %s", left)
	}
}

// quote writes a text as JavaScript does.
func quote(text string) string { return "'" + text + "'" }
