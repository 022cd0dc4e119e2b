//go:build browser

package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestBrowserStepsToTheEnd steps through solutions of games of every kind. At the end the page
// shows a won game. Wherever it has a number of moves it counts them as the service does.
func TestBrowserStepsToTheEnd(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	b.still()
	b.keeps(home, "analysis", "true")
	for _, deal := range []struct{ game, seed, gone string }{
		{"klondike", "solvitaire:2", ".foundation .card"},
		{"klondike-draw-1-passes-1", "solvitaire:2", ".foundation .card"},
		{"free-cell", "microsoft:1", ".foundation .card"},
		{"spider-1-suit", "solvitaire:1", ".foundation .card"},
		{"spider", "solvitaire:1", ".foundation .card"},
		{"scorpion", "solvitaire:6", ".foundation .card"},
		{"yukon", "solvitaire:1", ".foundation .card"},
		{"canfield", "solvitaire:1", ".foundation .card"},
		{"klondike-two-deck-9", "solvitaire:1", ".foundation .card"},
		{"king-albert", "solvitaire:3", ".foundation .card"},
		{"carpet", "solvitaire:1", ".foundation .card"},
		{"penguin", "solvitaire:1", ".foundation .card"},
		{"fan", "solvitaire:3", ".foundation .card"},
		{"black-hole", "solvitaire:1", ".hole .card"},
		{"golf", "solvitaire:1", ".hole .card"},
		{"accordion", "solvitaire:1", "[data-place='accordion/1'] .card"},
		{"gaps-one-deal", "solvitaire:1", ".sequence .card"},
		{"tripeaks", "solvitaire:2", ".card"},
	} {
		name := deal.game + " " + deal.seed
		b.do(chromedp.Navigate(home + "/games/" + deal.game + "/deals/" + deal.seed))
		b.wait("/innable|Unknown/.test(document.querySelector('#verdict .verdict')?.textContent)") // not Searching
		if text := b.text("#verdict .verdict"); text != "Winnable" {
			t.Errorf("%s: %s", name, text)
			continue
		}
		cards := ask[int](b, "table().querySelectorAll('.card').length")
		plies := ask[int](b, "Number(document.getElementById('slider').max)")
		if want := ask[int](b, "document.querySelectorAll('#line li').length") - 1; plies != want || plies < 15 {
			t.Errorf("%s: the slider has %d steps, the list %d", name, plies, want)
		}
		promised := ask[string](b, `document.querySelector('#verdict').textContent.match(/ in ([0-9]+ moves[^.]*)[.]/)[0].slice(1, -1)`)
		ask[bool](b, fmt.Sprintf("(() => { for (let i = 0; i < %d; i++) document.getElementById('forward').click(); return true; })()", plies))
		b.wait("document.getElementById('table').dataset.won === 'true'")
		at := ask[[]int](b, fmt.Sprintf("[Number(document.getElementById('table').dataset.ply), table().querySelectorAll(\"%s\").length]", deal.gone))
		if at[0] != plies || at[1] != cards {
			t.Errorf("%s: after %d of %d moves, %d of %d cards are in their final place", name, at[0], plies, at[1], cards)
		}
		counted := b.text("#count")
		var moves, redeals int
		if _, err := fmt.Sscanf(counted, "%d moves and %d redeal", &moves, &redeals); err != nil {
			moves, redeals = plies, 0
		}
		said := fmt.Sprintf("%s; in %s; %d / %[3]d; the last is %[3]d", counted, counted, moves)
		if got := b.text("#count") + "; " + promised +
			"; " + b.text("#ply") + "; the last is " + ask[string](b, `[...document.querySelectorAll('#line .number')].map((n) => n.textContent).filter(Boolean).at(-1)`); got != said || moves+redeals != plies {
			t.Errorf("%s: %d plies are counted as %s; want %s", name, plies, got, said)
		}
		// Back to the start with the slider.
		ask[bool](b, "(() => { const s = document.getElementById('slider'); s.value = 0; return s.dispatchEvent(new Event('input')); })()")
		if again := ask[int](b, "table().querySelectorAll('.card').length"); again != cards {
			t.Errorf("%s: %d cards at first, %d back at the start", name, cards, again)
		}
		b.quiet(home)
	}
}

// TestBrowserDrawsEveryGame opens a deal of every game, on wide and narrow screens. Every card is
// shown, and none that can be played is covered or cut off.
func TestBrowserDrawsEveryGame(t *testing.T) {
	home := launch(t, nil, "--max-deadline", "100ms").url
	b := newBrowser(t)
	b.still()
	response, err := http.Get(home + "/v1/games")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var catalogue struct{ Games []struct{ Name string } }
	if err := json.NewDecoder(response.Body).Decode(&catalogue); err != nil || len(catalogue.Games) < 100 {
		t.Fatalf("%d games, %v", len(catalogue.Games), err)
	}
	for _, g := range catalogue.Games {
		if strings.HasPrefix(g.Name, "klondike-draw-") && g.Name != "klondike-draw-1" {
			continue // looks like klondike
		}
		b.do(chromedp.Navigate(home + "/games/" + g.Name + "/deals/solvitaire:1"))
		b.wait("table().querySelector('.card') !== null")
		count := ask[int](b, "table().querySelectorAll('.card').length")
		want := ask[int](b, `Object.values(JSON.parse(document.getElementById('main').dataset.deal)).flat(2).filter((card) => /^[^ ]{2}$/.test(card)).length`)
		if count != want || count == 0 {
			t.Errorf("%s: %d cards, want %d", g.Name, count, want)
		}
		for _, width := range []int64{1280, 360} {
			b.do(chromedp.EmulateViewport(width, 800))
			if text := ask[string](b, hidden); text != "" {
				t.Errorf("%s at %d: covered or cut off: %s", g.Name, width, text)
			}
			b.shows(fmt.Sprintf("all-%s-%d", g.Name, width))
		}
	}
	b.quiet(home)
}

// TestBrowserPlaysByHand plays Klondike by drag, tap and keys, takes moves back, and opens the
// position by its address.
func TestBrowserPlaysByHand(t *testing.T) {
	l := launch(t, nil)
	home := l.url
	const first = `[{"action":"move","from":"tableau/6","to":"tableau/4",`
	if moves := string(l.shorten(t, `{"game":"klondike","seed":"solvitaire:2"}`).Solution.Moves); !strings.HasPrefix(moves, first) {
		t.Fatalf("another solution than the one that is played below: %s", moves)
	}
	b := newBrowser(t)
	b.still()
	b.keeps(home, "analysis", "true")
	const ply = "document.getElementById('table').dataset.ply"
	b.do(chromedp.Navigate(home + "/games/klondike/deals/solvitaire:2"))
	b.wait("document.getElementById('line').children.length > 100")
	x, y := b.middle(on("tableau/6"))
	b.mouse("mousePressed", x, y, 1)
	b.mouse("mouseReleased", 2, 2, 1) // outside the table: the next movement must not drag
	b.do(chromedp.MouseEvent(chromedp.MouseMoved, x, y), chromedp.MouseEvent(chromedp.MouseMoved, x+40, y+40))
	if held := ask[int](b, "table().querySelectorAll('.held').length"); held > 0 {
		t.Errorf("%d cards are dragged without a button", held)
	}
	b.drag(on("tableau/6"), on("tableau/4")) // the solution's first move
	b.wait(ply + " === '1'")
	b.wait("location.search === '?ply=1'")
	b.tap(on("stock")) // not its second
	b.wait(ply + " === '2' && location.hash === '#m=t6t4.d'")
	b.wait("document.getElementById('table').dataset.verdict === 'winnable' && document.getElementById('here').textContent.startsWith('Still winnable')")
	b.tap(on("stock"))
	b.wait(ply + " === '3'")
	b.do(chromedp.Click("#undo"), chromedp.KeyEvent("z", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	b.wait(ply + " === '1' && table().querySelectorAll('.waste .card').length === 0")
	b.do(chromedp.KeyEvent("y", chromedp.KeyModifiers(chromedp.ModifierCtrl)))
	b.wait(ply + " === '2' && table().querySelectorAll('.waste .card').length === 3")

	// A tap takes a card and shows its targets, Escape puts it back, a tap on a target moves it.
	b.tap(on("tableau/6"))
	b.wait("table().querySelectorAll('.pile.target').length > 0 && table().querySelectorAll('.chosen').length === 1")
	b.do(chromedp.KeyEvent(kb.Escape))
	b.wait("table().querySelectorAll('.pile.target, .chosen').length === 0")
	b.tap(on("tableau/6"))
	b.wait("table().querySelector('[data-place=\"tableau/5\"].target') !== null")
	b.tap(on("tableau/5"))
	b.wait(ply + " === '3'")

	// The same address shows the same table.
	b.wait("location.hash === '#m=t6t4.d.t6t5'")
	const lying = `[...table().querySelectorAll('.pile')].map((p) => p.dataset.place + [...p.querySelectorAll('.card')].map((c) => c.dataset.card + c.classList.contains('down'))).join()`
	before := ask[string](b, lying)
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(home+"/games/klondike/deals/solvitaire:2#m=t6t4.d.t6t5"))
	b.wait(ply + " === '3'")
	if after := ask[string](b, lying); after != before {
		t.Errorf("before:\n%s\nafter opening the address:\n%s", before, after)
	}
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(home+"/games/klondike/deals/solvitaire:2?ply=17"))
	b.wait(ply + " === '17'")
	// Numbers of moves that there are not are told of.
	for address, want := range map[string]string{
		"?ply=999":   "/^The solution has 1[0-9][0-9] moves and [0-9]+ redeals, so there is no step 999/.test(said)",
		"#ply=three": "said.startsWith('The address has no whole number as ply')",
	} {
		b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(home+"/games/klondike/deals/solvitaire:2"+address))
		b.wait("((said) => " + want + ")(document.getElementById('said').textContent)")
	}
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(home+"/games/klondike/deals/solvitaire:2?ply=17"))
	b.wait(ply + " === '17'")

	// Keys step on the page, and play on the table.
	b.do(chromedp.KeyEvent(kb.ArrowLeft))
	b.wait(ply + " === '16'")
	b.do(chromedp.KeyEvent(kb.End))
	b.wait("document.getElementById('table').dataset.won === 'true'")
	b.do(chromedp.KeyEvent(kb.Home))
	b.wait(ply + " === '0'")
	b.do(chromedp.KeyEvent(" "))
	b.wait("Number(" + ply + ") >= 2") // the solution plays by itself
	b.do(chromedp.KeyEvent(" "), chromedp.KeyEvent(kb.Home))
	b.wait(ply + " === '0'")
	ask[bool](b, on("tableau/5")+".focus() === undefined")
	b.do(chromedp.KeyEvent(kb.ArrowRight))
	b.wait("table().activeElement === " + on("tableau/6"))
	b.do(chromedp.KeyEvent(kb.Enter))
	b.wait("table().querySelector('[data-place=\"tableau/4\"].target') !== null")
	// With the card taken, arrows pass over where it can't go.
	b.do(chromedp.KeyEvent(kb.ArrowLeft))
	b.wait("table().activeElement === " + on("tableau/4"))
	b.do(chromedp.KeyEvent(kb.ArrowDown))
	b.wait("table().activeElement === " + on("tableau/4"))
	b.do(chromedp.KeyEvent(kb.Enter))
	b.wait(ply + " === '1' && document.activeElement.closest('#table') !== null")
	b.quiet(home)

	// Illegal moves in an address are rejected.
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(home+"/games/klondike/deals/solvitaire:2#m=t6t4.t1t2"))
	b.wait("document.getElementById('said').textContent.startsWith('Not legal') && " + ply + " === '1'")
	b.quiet(home)
}

// TestBrowserLosesAndWins loses a FreeCell game, is shown the losing move, goes back and asks for
// a solution.
func TestBrowserLosesAndWins(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	b.still()
	b.keeps(home, "analysis", "true")
	const ply = "document.getElementById('table').dataset.ply"
	// On a small screen the analysis has no button for the end.
	b.do(chromedp.EmulateViewport(1280, 1000), chromedp.Navigate(home+"/games/free-cell/deals/microsoft:1#m=t1c1.t1c2.t1c3"))
	b.wait(ply + " === '3' && document.getElementById('here').textContent.startsWith('Still winnable')")
	b.drag(on("tableau/1"), on("cell/4"))
	b.wait(ply + " === '4'")
	b.wait("document.getElementById('here').textContent.startsWith('Lost by move 4')")
	for _, want := range []string{"No move wins from here.", "Move 4 lost the game: 4♣", "Better: "} {
		b.do(chromedp.Click("#hint"))
		b.wait("document.getElementById('said').textContent.replace(/\\ufe0e/g, '').startsWith('" + want + "')")
	}
	b.do(chromedp.Click("#hint")) // goes back
	b.wait(ply + " === '3'")
	b.wait("!document.getElementById('show').hidden")
	b.do(chromedp.Click("#show"))
	b.wait("document.getElementById('slider').max > 50")
	b.do(chromedp.Click("#last"))
	b.wait("document.getElementById('table').dataset.won === 'true' && table().querySelectorAll('.foundation .card').length === 52")
	b.quiet(home)

	// A lost position that is opened directly: the losing move is found on request.
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(home+"/games/free-cell/deals/microsoft:1#m=t1c1.t1c2.t1c3.t1c4"))
	b.wait("!document.getElementById('lost').hidden")
	b.do(chromedp.Click("#lost"))
	b.wait("document.getElementById('said').textContent.startsWith('Move 4 lost the game')")
	b.quiet(home)
}

// TestBrowserMovesCards checks that cards are animated unless the user prefers reduced motion,
// and that face-down cards are shown if wanted, after a reload too.
func TestBrowserMovesCards(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	const running = "(() => { document.getElementById('forward').click(); return table().getAnimations().length; })()"
	b.keeps(home, "analysis", "true")
	// On a small screen the analysis has no button for the beginning.
	b.do(chromedp.EmulateViewport(1280, 1000), chromedp.Navigate(home+"/games/klondike/deals/solvitaire:2"))
	b.wait("document.getElementById('line').children.length > 100")
	if n := ask[int](b, running); n == 0 {
		t.Error("no card is animated")
	}
	b.wait("table().getAnimations().length === 0")
	b.still()
	if n := ask[int](b, running); n != 0 {
		t.Errorf("%d cards are animated", n)
	}
	const face = "table().querySelector('[data-place=\"tableau/7\"] .down .face')"
	const seen = "getComputedStyle(" + face + ").visibility"
	if !ask[bool](b, face+" === null") {
		t.Error("a face-down card has a face")
	}
	b.do(chromedp.Click("#first")) // as the solution may begin with the stock
	b.do(chromedp.Click(".menu:last-child summary"), chromedp.Click("#known"))
	b.wait(seen + " === 'visible' && /Stock, next card first: 8♦/.test(document.getElementById('unseen').textContent)")
	b.do(chromedp.Reload())
	b.wait(face + " !== null && " + seen + " === 'visible'")
	b.shows("deal-known-1280")
	b.do(chromedp.Click(".menu:last-child summary"), chromedp.Click("#known"))
	b.wait(seen + " === 'hidden'")
	b.quiet(home)
}

// TestBrowserShowsCertificates checks that the proof of a loss is shown as text and on the table.
func TestBrowserShowsCertificates(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	b.keeps(home, "analysis", "true")
	b.do(chromedp.Navigate(home + "/games/klondike/deals/solvitaire:15"))
	b.wait("document.querySelector('#verdict .why') !== null")
	b.wait("document.querySelector('#here .verdict').textContent === 'Unwinnable'")
	b.do(chromedp.Click("#why > summary"))
	if text := strings.ReplaceAll(b.text("#verdict"), "\ufe0e", ""); !strings.Contains(text, "Unwinnable") || !strings.Contains(text, "The J♠ never leaves its column: under it lie the 10♠") {
		t.Errorf("%s", text)
	}
	b.do(chromedp.Click("#why .quiet"))
	b.wait("table().querySelector('.card.named').dataset.card === 'JS' || table().querySelectorAll('.card.named').length > 1")
	b.tap(on("stock"))
	b.wait("document.getElementById('here').textContent.startsWith('Unwinnable from the start.')")
	b.quiet(home)
}

// TestBrowserTakesPositions enters positions on the page /play: invalid JSON, invalid cards,
// custom rules.
func TestBrowserTakesPositions(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	b.still()
	b.do(chromedp.Navigate(home + "/play"))
	b.wait("location.pathname.startsWith('/games/klondike/deals/') && table().querySelectorAll('.card').length === 52") // a game
	b.keeps(home, "analysis", "true")
	b.keeps(home, "finish", "false")
	b.do(chromedp.Navigate(home + "/play#edit"))
	b.wait("document.getElementById('position').value.includes('tableau piles') && document.querySelector('#verdict .verdict') !== null")
	set := func(id, text string) {
		t.Helper()
		value, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		ask[bool](b, fmt.Sprintf("(() => { document.getElementById(%q).value = %s; return true; })()", id, value))
	}
	set("position", `{"tableau piles":`)
	b.do(chromedp.Click("#position-form .send button"))
	b.wait("/^Not complete JSON: .*\\.$/.test(document.getElementById('mistakes').textContent) && document.activeElement.id === 'mistakes'")
	set("position", `{"tableau piles":[["KS","QH","JS","TD"],["KD","QC","JD","TC"],["KC","QD","JC"],["KH","QS","JX"],[],[],[]]}`)
	b.do(chromedp.Click("#position-form .send button"))
	b.wait("/^Column 4, card 3: /.test(document.getElementById('mistakes').textContent)")
	b.wait("document.getElementById('position').getAttribute('aria-invalid') === 'true'")
	b.forgive(http.StatusBadRequest)

	set("position", `{"tableau piles":[["KS","QH","JS","TD"],["KD","QC","JD","TC"],["KC","QD","JC"],["KH","QS","JH"],[],[],[]],
		"foundations":["AC","2C","3C","4C","5C","6C","7C","8C","9C","AH","2H","3H","4H","5H","6H","7H","8H","AS","2S","3S","4S","5S","6S","7S","8S","AD","2D","3D","4D","5D","6D","7D","8D","9D"],
		"stock":["9S"],"waste":["TS","TH","9H"]}`)
	b.do(chromedp.Click("#position-form .send button"))
	b.wait("location.hash.includes('&s=9S') && document.title === 'Klondike · position · Thoughtful' && document.getElementById('here').textContent.startsWith('Winnable')")
	x, y := b.middle(on("waste"))
	press, release := chromedp.MouseEvent(chromedp.MousePressed, x, y, chromedp.ButtonLeft), chromedp.MouseEvent(chromedp.MouseReleased, x, y, chromedp.ButtonLeft)
	b.do(press, release, press, release) // twice: to the foundation
	b.wait("table().querySelectorAll('[data-place=\"foundation/H\"] .card').length === 9")
	b.wait("location.hash.endsWith('&m=wfH')")
	address := ask[string](b, "location.href")
	if !strings.Contains(address, "/play#game=klondike&t=KSQHJSTD.") || !strings.Contains(address, "&s=9S&w=TSTH9H") {
		t.Errorf("address %s", address)
	}
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate(address))
	b.wait("table().querySelectorAll('[data-place=\"foundation/H\"] .card').length === 9")
	b.quiet(home)

	// On a small screen the analysis has no button for the end.
	b.do(chromedp.EmulateViewport(1280, 1000), chromedp.Navigate("about:blank"), chromedp.Navigate(home+"/play#"+url.Values{
		"rules": {`{"tableau piles":{"count":2,"build policy":"red-black"},"cells":{"count":1},"max rank":2}`},
		"t":     {"2SASAC2C.2HAHAD2D."},
	}.Encode()))
	b.wait("document.getElementById('here').textContent.startsWith('Winnable')")
	b.do(chromedp.Click("#last"))
	b.wait("document.getElementById('table').dataset.won === 'true'")
	b.quiet(home)

	// An edited deal is opened on /play.
	b.do(chromedp.Navigate(home+"/games/free-cell/deals/microsoft:11982"), chromedp.Click("#edit summary"))
	b.wait("document.getElementById('position').value.includes('tableau piles')")
	b.do(chromedp.Click("#position-form .send button"))
	b.wait("location.pathname === '/play' && table().querySelectorAll('.card').length === 52")
	b.wait("document.getElementById('game').value === 'free-cell'")
	b.quiet(home)
}

// TestBrowserLooks takes screenshots of the deal page, wide and narrow, light and dark.
func TestBrowserLooks(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	for _, look := range []struct {
		width  int64
		scheme string
	}{{1280, "light"}, {360, "light"}, {1280, "dark"}, {360, "dark"}} {
		b.look(look.width, look.scheme)
		b.keeps(home, "analysis", strconv.FormatBool(look.scheme == "light"))
		for _, page := range []struct{ name, path, until string }{
			{"klondike", "/games/klondike/deals/solvitaire:2?ply=58", "document.getElementById('table').dataset.ply === '58'"},
			{"start", "/games/klondike/deals/solvitaire:15", "table().querySelectorAll('.card').length === 52"},
			{"spider", "/games/spider/deals/solvitaire:1?ply=90", "document.getElementById('table').dataset.ply === '90'"},
			{"black-hole", "/games/black-hole/deals/solvitaire:1?ply=9", "document.getElementById('table').dataset.ply === '9'"},
			{"accordion", "/games/accordion/deals/solvitaire:1?ply=9", "document.getElementById('table').dataset.ply === '9'"},
			{"gaps", "/games/gaps-one-deal/deals/solvitaire:1?ply=9", "document.getElementById('table').dataset.ply === '9'"},
			{"canfield", "/games/canfield/deals/solvitaire:1?ply=40", "document.getElementById('table').dataset.ply === '40'"},
			{"hand", "/games/free-cell/deals/microsoft:1#m=t1c1.t1c2.t1c3.t1c4", "document.getElementById('table').dataset.ply === '4'"},
			{"play", "/play#edit", "document.getElementById('position').value.includes('tableau piles')"},
		} {
			b.do(chromedp.Navigate(home + page.path))
			b.wait(page.until)
			b.wait("table().getAnimations().length === 0")
			b.shows(fmt.Sprintf("deal-%s-%d-%s", page.name, look.width, look.scheme))
		}
	}
	b.quiet(home)
}
