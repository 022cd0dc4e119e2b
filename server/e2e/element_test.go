//go:build browser

package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// elsewhere serves files to pages of another origin, with the address of a service in place of the usual one.
func elsewhere(t *testing.T, service string, pages map[string]string, folder string) string {
	t.Helper()
	files := http.FileServer(http.Dir(folder))
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, known := pages[r.URL.Path]
		if !known {
			files.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = fmt.Fprint(w, strings.ReplaceAll(text, "http://127.0.0.1:8080", service))
	}))
	t.Cleanup(host.Close)
	return host.URL
}

const (
	played = `document.querySelector('thoughtful-table')`
	news   = `document.getElementById('news').textContent`
)

// TestBrowserElement plays on the table in a page of another origin, the example of the docs: by hand, with the
// buttons, from a position, and a whole solution.
func TestBrowserElement(t *testing.T) {
	l := launch(t, nil)
	example, err := os.ReadFile("../../docs/examples/table.html")
	if err != nil {
		t.Fatal(err)
	}
	german := strings.Replace(string(example), "<script", `<link rel="modulepreload" href="http://127.0.0.1:8080/web/words-de.js" data-words="de"><script`, 1)
	home := elsewhere(t, l.url, map[string]string{"/": string(example), "/de": german}, "")
	b := newBrowser(t)
	b.still()
	b.do(chromedp.EmulateViewport(1000, 900), chromedp.Navigate(home))
	b.wait("table().querySelectorAll('.card').length === 52")
	if felt := ask[string](b, "getComputedStyle(table().querySelector('.felt')).backgroundColor"); felt != "rgb(39, 76, 119)" {
		t.Errorf("the felt is %s, not as the page says", felt)
	}
	b.drag(on("tableau/6"), on("tableau/4"))
	b.wait(news + " === 'Moves: 1'")
	b.tap(on("stock"))
	b.wait(news + " === 'Moves: 2' && " + on("waste") + ".matches('.card')")
	button := func(name string) string { return fmt.Sprintf(`table().querySelector('[data-does="%s"]')`, name) }
	b.tap(button("Undo"))
	b.wait(news + " === 'Moves: 1' && !" + button("Redo") + ".disabled")
	b.tap(button("Hint"))
	b.wait("table().querySelector('.hinted') !== null && table().querySelector('.said').textContent.length > 10")
	b.shows("element")
	b.tap(button("New deal"))
	b.wait(played + ".ply === 0 && " + played + ".seed !== 'solvitaire:2' && table().querySelectorAll('.card').length === 52")

	// A position of the page's own, two moves before the end: the second follows by itself.
	ask[bool](b, `(window.heard = [], ['dealt', 'move', 'won', 'stuck', 'failed'].forEach((type) => document.addEventListener(type, (event) => heard.push([type, event.detail]))), `+played+`.position = {
		'tableau piles': [['KS'], ['KH'], [], [], [], [], []],
		foundations: ['C', 'D', 'H', 'S'].flatMap((suit) => [...'A23456789TJQK'].map((rank) => rank + suit)).filter((card) => card !== 'KS' && card !== 'KH'),
	}) !== null`)
	b.wait("heard.some(([type]) => type === 'dealt') && table().querySelectorAll('.tableau .card').length === 2")
	b.drag(on("tableau/1"), on("foundation/S"))
	b.wait(played + ".won && " + news + ".startsWith('Won in 2 moves and ')")
	if got := ask[string](b, "heard.map(([type, detail]) => type + (detail.move ? ' ' + detail.move.cards : '')).join()"); got != "dealt,move KS,move KH,won" {
		t.Errorf("events: %s", got)
	}

	// A space that the reserve must fill.
	ask[bool](b, `(heard = [], Object.assign(`+played+`, { game: 'canfield', position: {
		'tableau piles': [['KC'], ['QH'], ['KD'], ['KS']], reserve: ['QS', 'KH'], base: 'A',
		foundations: ['C', 'D', 'H', 'S'].flatMap((suit) => [...'A23456789TJQ'].map((rank) => rank + suit)).filter((card) => card !== 'QH' && card !== 'QS'),
	} })) !== null`)
	b.wait("heard.some(([type]) => type === 'dealt') && table().querySelectorAll('.reserve .card').length === 2")
	b.drag(on("tableau/2"), on("tableau/1"))
	b.wait(played + ".ply === 2 && table().querySelector('[data-place=\"tableau/2\"] [data-card=KH]') !== null")

	// A whole solution.
	var answer struct {
		Solution struct{ Moves json.RawMessage }
	}
	l.read(t, "/v1/solve", `{"game":"tripeaks","seed":"solvitaire:2"}`, http.StatusOK, &answer)
	ask[bool](b, "(heard = [], Object.assign("+played+", { game: 'tripeaks', deal: 'solvitaire:2', position: null })) !== null")
	b.wait("heard.some(([type]) => type === 'dealt') && table().querySelectorAll('.row .card').length === 28")
	if refused := ask[string](b, played+".play({ action: 'redeal' }).then(() => 'played', (error) => error.message)"); refused != "The move is not legal." {
		t.Errorf("an impossible move: %s", refused)
	}
	ask[bool](b, fmt.Sprintf("(async () => { for (const move of %s) await %s.play(move); return true; })()", answer.Solution.Moves, played))
	b.wait(played + ".won && " + news + ".startsWith('Won in ')")
	if moves := ask[[]int](b, fmt.Sprintf("[%s.moves.length, %s.length, heard.filter(([type]) => type === 'move').length]", played, answer.Solution.Moves)); moves[0] != moves[1] || moves[0] != moves[2] {
		t.Errorf("moves of the table, of the solution, and events: %v", moves)
	}
	ask[bool](b, "("+played+".deal = 'nowhere:1') !== ''")
	b.wait("heard.at(-1)[0] === 'failed' && table().querySelector('.said').textContent === heard.at(-1)[1].message")
	b.forgive(http.StatusBadRequest)
	b.forgive(http.StatusNotFound) // of an icon
	b.lock.Lock()
	b.requests = nil // they went to two servers
	b.lock.Unlock()
	b.do(chromedp.Navigate(home))
	b.quiet("http://127.0.0.1")

	b.do(chromedp.Navigate(home + "/de"))
	b.wait("table().querySelectorAll('.card').length === 52 && table().querySelector('[data-does=Undo]').textContent === 'Zurück'")
}

// TestBrowserElementAlone plays on the table with the engine of the package, without any service, until no
// move is left.
func TestBrowserElementAlone(t *testing.T) {
	engine, _ := enginePackage(t)
	folder := t.TempDir()
	for _, name := range []string{"engine.js", "wasm_exec.js", "thoughtful.wasm"} {
		link(t, filepath.Join(engine, name), folder)
	}
	courts, err := filepath.Glob("../../api/web/art/*.svg")
	if err != nil || len(courts) != 12 {
		t.Fatal(courts, err)
	}
	for _, name := range append(courts, "../../api/web/assets/thoughtful-table.js") {
		link(t, name, folder)
	}
	home := elsewhere(t, "", map[string]string{"/": `<!doctype html><title>Alone</title><link rel="icon" href="data:,"><thoughtful-table theme="dark"></thoughtful-table>
		<script type="module">
		import './thoughtful-table.js';
		import { load } from './engine.js';
		const table = document.querySelector('thoughtful-table');
		window.stuck = 0;
		table.addEventListener('stuck', () => { window.stuck++; });
		window.engine = await load({ memory: 16 });
		Object.assign(table, { engine, game: 'golf', deal: 'solvitaire:2' });
		</script>`}, folder)
	b := newBrowser(t)
	b.do(chromedp.Navigate(home))
	b.wait(played + ".seed === 'solvitaire:2' && table().querySelectorAll('.card').length === 52")
	if dark := ask[string](b, "getComputedStyle(table().querySelector('.felt')).backgroundColor"); dark != "rgb(18, 53, 42)" {
		t.Errorf("the felt is %s in a dark theme", dark)
	}
	ask[bool](b, `(async () => {
		for (;;) {
			const { position } = engine.replay({ game: 'golf', seed: 'solvitaire:2', moves: `+played+`.moves });
			const { moves } = engine.moves({ game: 'golf', deal: position, states: 1 });
			if (!moves.length) return true;
			await `+played+`.play((moves.find(({ move }) => move.from === 'stock' || move.action === 'draw') ?? moves[0]).move);
		}
	})()`)
	b.wait("window.stuck === 1 && !" + played + ".won && " + played + ".ply > 15")
	b.quiet(home)
}

// TestBrowserFrameTells plays in a frame of a page of another origin, which hears of each move.
func TestBrowserFrameTells(t *testing.T) {
	l := launch(t, nil)
	const frame = "/embed/games/klondike/deals/solvitaire:2?theme=dark"
	home := elsewhere(t, l.url, map[string]string{"/": `<!doctype html><title>Around</title><body style="margin: 0"><iframe src="http://127.0.0.1:8080` + frame + `" width="720" height="640" style="border: 0"></iframe>
		<script>heard = []; addEventListener('message', ({ data, origin }) => heard.push({ ...data, origin }));</script>`}, "")
	b := newBrowser(t)
	b.look(720, "light")
	b.do(chromedp.EmulateViewport(720, 640), chromedp.Navigate(l.url+frame))
	b.wait("table().querySelectorAll('.card').length === 52")
	if paper := ask[string](b, "getComputedStyle(document.body).backgroundColor"); paper != "rgb(21, 33, 28)" {
		t.Errorf("the page is %s in a dark theme", paper)
	}
	x, y := b.middle("table().querySelector('.stock .slot')")
	b.do(chromedp.EmulateViewport(720, 700), chromedp.Navigate(home))
	for range 50 { // until the frame is ready
		b.mouse("mousePressed", x, y, 1)
		b.mouse("mouseReleased", x, y, 1)
		if ask[bool](b, "new Promise((done) => setTimeout(() => done(heard.length > 0), 300))") {
			break
		}
	}
	b.wait("heard.length > 0")
	var said struct {
		Source, Event, Origin string
		Ply                   int
		Move                  struct{ Action string }
	}
	if err := json.Unmarshal([]byte(ask[string](b, "JSON.stringify(heard[0])")), &said); err != nil {
		t.Fatal(err)
	}
	if said.Source != "thoughtful" || said.Event != "move" || said.Ply != 1 || said.Move.Action != "draw" || said.Origin != l.url {
		t.Errorf("%+v", said)
	}
}
