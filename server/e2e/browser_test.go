//go:build browser

package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/thoughtful-solitaire/thoughtful/server/servicetest"
)

// browser is a tab of Chromium. It records console messages and requests of its pages.
type browser struct {
	ctx context.Context
	t   testing.TB

	media []*emulation.MediaFeature // what the user prefers

	lock     sync.Mutex
	console  []string // errors and warnings
	requests []string
}

// prelude is what expressions of the tests may use: table returns what the table of the page consists of,
// or the page itself where there is none.
const prelude = `function table() { return document.querySelector('thoughtful-table')?.shadowRoot ?? document; }`

// newBrowser starts a browser that can reach only this machine, evil.example being a name of it.
func newBrowser(t testing.TB) *browser {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(servicetest.Path(t, servicetest.Chromium)),
		chromedp.NoSandbox, // root can't have one
		chromedp.Flag("host-resolver-rules", "MAP evil.example 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"),
	)
	ctx, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	b := &browser{ctx: ctx, t: t}
	b.do(func(ctx context.Context, tab *chromedp.Target) (chromedp.Void, error) {
		if _, err := cdp.Call(ctx, tab, network.Enable, network.EnableParams{}); err != nil {
			return chromedp.Void{}, err
		}
		_, err := cdp.Call(ctx, tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: prelude})
		return chromedp.Void{}, err
	})
	if err := chromedp.Listen(ctx, b.record); err != nil {
		t.Fatal(err)
	}
	go func() {
		for message := range chromedp.Console(ctx) {
			b.lock.Lock()
			if message.Type != chromedp.ConsoleLog && message.Type != chromedp.ConsoleDebug && message.Type != chromedp.ConsoleInfo {
				b.console = append(b.console, message.Text)
			}
			b.lock.Unlock()
		}
	}()
	return b
}

func (b *browser) record(event any) {
	if e, ok := event.(*network.EventRequestWillBeSent); ok {
		b.lock.Lock()
		b.requests = append(b.requests, e.Request.URL)
		b.lock.Unlock()
	}
}

// do takes steps as a person would, each within 30 s.
func (b *browser) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, steps...); err != nil {
		b.t.Fatal(err)
	}
}

// wait waits until an expression is true, on this page or the next one.
func (b *browser) wait(expression string) {
	b.t.Helper()
	for {
		_, err := chromedp.Run(b.ctx, chromedp.Poll[bool](expression))
		switch {
		case err == nil:
			return
		case strings.Contains(err.Error(), "Cannot find context"), strings.Contains(err.Error(), "Inspected target navigated"):
			// The browser is loading the next page.
		default:
			b.t.Fatalf("%s: %v; the page:\n%s", expression, err, b.text("body"))
		}
	}
}

func (b *browser) text(selector string) string {
	b.t.Helper()
	text, err := chromedp.Run(b.ctx, chromedp.Text(selector))
	if err != nil {
		b.t.Fatal(err)
	}
	return text
}

// look emulates a screen of a width in points, light or dark.
func (b *browser) look(width int64, scheme string) {
	b.t.Helper()
	b.do(chromedp.EmulateViewport(width, 1000))
	b.prefers("prefers-color-scheme", scheme)
}

// prefers emulates a user who prefers something, besides what they prefer already.
func (b *browser) prefers(name, value string) {
	b.t.Helper()
	b.media = slices.DeleteFunc(b.media, func(other *emulation.MediaFeature) bool { return other.Name == name })
	b.media = append(b.media, &emulation.MediaFeature{Name: name, Value: value})
	b.do(func(ctx context.Context, tab *chromedp.Target) (chromedp.Void, error) {
		_, err := cdp.Call(ctx, tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: b.media})
		return chromedp.Void{}, err
	})
}

// shows checks that the page is no wider than the screen, and writes a screenshot if
// SCREENSHOTS names a folder.
func (b *browser) shows(name string) {
	b.t.Helper()
	wide, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool]("document.documentElement.scrollWidth > innerWidth"))
	if err != nil || wide {
		b.t.Errorf("%s: wider than the screen, or %v", name, err)
	}
	folder := os.Getenv("SCREENSHOTS")
	if folder == "" {
		return
	}
	picture, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name+".png"), picture, 0o644); err != nil {
		b.t.Fatal(err)
	}
}

// quiet checks that the console has no errors and that no request went to another server.
func (b *browser) quiet(home string) {
	b.t.Helper()
	b.lock.Lock()
	defer b.lock.Unlock()
	for _, text := range b.console {
		b.t.Errorf("console: %s", text)
	}
	for _, url := range b.requests {
		if !strings.HasPrefix(url, home) {
			b.t.Errorf("request to another server: %s", url)
		}
	}
	if len(b.requests) == 0 {
		b.t.Error("no requests were recorded")
	}
}

// forgive removes console errors about an HTTP status that the test expects.
func (b *browser) forgive(status int) {
	b.lock.Lock()
	defer b.lock.Unlock()
	var left []string
	for _, text := range b.console {
		if !strings.Contains(text, fmt.Sprintf("status of %d", status)) {
			left = append(left, text)
		}
	}
	b.console = left
}

// TestBrowserConverts converts deals and moves on the page /convert, on wide and narrow
// screens, light and dark, with the keyboard.
func TestBrowserConverts(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	for _, look := range []struct {
		width  int64
		scheme string
	}{{1280, "light"}, {390, "light"}, {1280, "dark"}, {390, "dark"}} {
		name := fmt.Sprintf("convert-%d-%s", look.width, look.scheme)
		b.look(look.width, look.scheme)
		b.do(chromedp.Navigate(home + "/convert"))
		b.wait("document.querySelectorAll('#game option').length > 100")
		b.do(
			chromedp.SetValue("#game", "free-cell"),
			chromedp.SetValue("#deal", "microsoft:24"),
			chromedp.SetValue("#to", "fc-solve"),
			chromedp.SetValue("#moves_format", "fc-solve"),
			chromedp.SetValue("#moves", "4h 7a 7b 7h"),
			chromedp.Focus("#moves"), chromedp.KeyEvent("\t"), chromedp.KeyEvent("\t"), chromedp.KeyEvent("\t"), chromedp.KeyEvent("\r"),
		)
		b.wait("!document.getElementById('result').hidden && document.activeElement.id === 'result'")
		result := b.text("#result")
		for _, want := range []string{"4C 2C 9C 8C QS 4S 2H\n5H QH 3C AC 3H 4H QD\n", "2. JD from tableau/7 to cell/1", "4 moves, all legal. The game is not won.", "Foundations: H-0 C-0 D-A S-A\nFreecells: JD 8H - -\n"} {
			if !strings.Contains(result, want) {
				t.Errorf("%s: %s\nlacks %s", name, result, want)
			}
		}
		b.shows(name)
		b.quiet(home)

		b.do(chromedp.SetValue("#moves", "12 walk"), chromedp.Click("#form button"))
		b.wait("!document.getElementById('errors').hidden && document.activeElement.id === 'errors'")
		if text := b.text("#errors"); !strings.Contains(text, `step 2: "walk": a step is source and target`) {
			t.Errorf("%s: %s", name, text)
		}
		b.wait("document.getElementById('moves').getAttribute('aria-invalid') === 'true'")
		b.do(chromedp.Click("#errors a"))
		b.wait("document.activeElement.id === 'moves'")
		b.shows(name + "-mistake")
		b.forgive(http.StatusBadRequest)
	}
	// A move of FreeCell that could be of two cards: the error leads to what tells them apart.
	b.do(chromedp.Navigate(home + "/convert?game=free-cell-2-cell&deal=microsoft:384243&moves=4a&moves_format=fc-solve"))
	b.wait("document.querySelectorAll('#game option').length > 100")
	b.do(chromedp.Click("#form button"))
	b.wait("!document.getElementById('errors').hidden")
	b.do(chromedp.Click("#errors a"))
	b.wait("document.activeElement.id === 'autoplay'")
	b.do(chromedp.SetValue("#autoplay", "safe"), chromedp.Click("#form button"))
	b.wait("!document.getElementById('result').hidden")
	if result := b.text("#result"); !strings.Contains(result, "2. 7D from tableau/4 to cell/1") {
		t.Error(result)
	}
	b.forgive(http.StatusBadRequest)
	b.do(chromedp.Navigate(home + "/convert?game=klondike&deal=pysol:24&to=klondike-solver"))
	b.wait("document.querySelectorAll('#game option').length > 100")
	b.do(chromedp.Click("#form button"))
	b.wait("!document.getElementById('result').hidden")
	b.do(chromedp.Click("#result .quiet"))
	b.wait("/copied|selected/i.test(document.getElementById('status').textContent)")
	for _, page := range []string{"/", "/docs"} {
		b.do(chromedp.Navigate(home + page))
		b.wait("document.querySelector('a[href=\"/convert\"]') !== null")
	}
	b.quiet(home)
}

// TestBrowserAsks tries two calls on the page /docs: one with a parameter in the header, one
// that takes lines.
func TestBrowserAsks(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	for _, call := range []struct{ id, parameter, value, want string }{
		{"post-v1-solve", "Prefer", "respond-async", `"state": "queued"`},
		{"post-v1-batches", "", "", `"line":2`},
	} {
		b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(home+"/docs#"+call.id)) // which unfolds its group
		at := "#" + call.id
		b.wait("document.querySelector('" + at + "')?.closest('details').open")
		b.do(chromedp.Click(at + " .try > summary"))
		if call.parameter != "" {
			b.do(chromedp.SetValue(at+" input[name="+call.parameter+"]", call.value))
		}
		b.do(chromedp.Click(at + " button"))
		b.wait("!document.querySelector('" + at + " .response').hidden")
		if text := b.text(at + " .response"); !strings.Contains(text, call.want) {
			t.Errorf("%s answered %s", call.id, text)
		}
	}
	b.quiet(home)
}

// TestBrowserSolvesOffline solves on the offline page, served by a plain file server, and again
// after that server has stopped.
func TestBrowserSolvesOffline(t *testing.T) {
	folder := t.TempDir()
	engine, _ := enginePackage(t)
	for _, pattern := range []string{filepath.Join(engine, "*.js"), filepath.Join(engine, "thoughtful.wasm"), "../../solver/cmd/wasm/page/*"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, name := range files {
			link(t, name, folder)
		}
	}
	for _, name := range []string{"scripts/table/page.js", "pages/style.css", "pages/icon.svg", "art/fraunces.woff2"} {
		link(t, filepath.Join("../../api/web", name), folder)
	}
	host := httptest.NewServer(http.FileServer(http.Dir(folder)))
	defer host.Close()
	b := newBrowser(t)
	b.look(1280, "light")
	b.do(chromedp.Navigate(host.URL + "/"))
	b.wait("!document.getElementById('solve').disabled")
	t.Log(b.text("#status"))
	b.do(chromedp.Click("#solve"))
	b.wait("!document.getElementById('result').hidden")
	if text := b.text("#result"); !strings.Contains(text, "winnable") || !strings.Contains(text, "127 moves (without redeals), verified") {
		t.Errorf("%s", text)
	}
	b.shows("offline-1280-light")
	// A long search is stopped, and another one started.
	b.do(chromedp.SetValue("#game", "spider"), chromedp.SetValue("#deal", "solvitaire:1"), chromedp.SetValue("#seconds", "3600"), chromedp.Click("#solve"))
	b.do(chromedp.Click("#stop"))
	b.wait("!document.getElementById('solve').disabled && document.getElementById('status').textContent === 'stopped'")
	b.do(chromedp.SetValue("#game", "klondike"), chromedp.SetValue("#deal", "solvitaire:1"), chromedp.Click("#solve"))
	b.wait("document.querySelector('#result .unwinnable') !== null")
	host.Close() // the rest needs no network

	b.look(390, "dark")
	b.do(chromedp.SetValue("#deal", "solvitaire:15"), chromedp.Click("#solve"))
	b.wait("!document.getElementById('result').hidden && document.getElementById('result').textContent.includes('The J♠ stays in column 6')")
	b.shows("offline-390-dark")
	b.do(chromedp.SetValue("#deal", "greenfelt"), chromedp.Click("#solve"))
	b.wait("!document.getElementById('errors').hidden")
	b.shows("offline-390-dark-mistake")

	const many = `(async () => {
		const {ask} = await import('/offline.js'); // the page's own
		const begin = performance.now();
		const verdicts = {};
		for (let seed = 1; seed <= 100; seed++) {
			const answer = await ask({game: 'klondike', seed: 'solvitaire:' + seed, states: 300000, deadline_ms: 600000}, 256);
			verdicts[answer.verdict] = (verdicts[answer.verdict] || 0) + 1;
		}
		return JSON.stringify(verdicts) + ' in ' + Math.round(performance.now() - begin) + ' ms';
	})()`
	text, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](many, chromedp.EvalAwaitPromise))
	if err != nil || !strings.HasPrefix(text, `{"unwinnable":24,"winnable":76}`) {
		t.Errorf("%s, %v", text, err)
	}
	t.Log("klondike, solvitaire:1-100: ", text)
	b.quiet(host.URL)
}

// shorten solves a deal in a batch, which answers when the solution is shortened. From then on that one
// is answered, and not the one that was found first.
func (c *client) shorten(t *testing.T, question string) (a answer) {
	t.Helper()
	response, err := c.http.Post(c.url+"/v1/batches", "application/x-ndjson", strings.NewReader(question))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&a); err != nil || a.Solution == nil {
		t.Fatalf("%s: no solution (%v)", question, err)
	}
	return a
}
