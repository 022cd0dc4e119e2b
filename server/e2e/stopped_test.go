//go:build browser

package e2e

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestBrowserKeepsStoppedSearchesQuiet stops searches as people do: Hint pressed twice, a move while a hint is
// searched for, a longer search. None of that is an error, and the answer that is wanted comes.
func TestBrowserKeepsStoppedSearchesQuiet(t *testing.T) {
	home := launch(t, nil).url
	b := newBrowser(t)
	b.still()
	const watched = `(() => {
		window.texts = [];
		new MutationObserver(() => texts.push(document.getElementById('main').innerText)).observe(document.getElementById('main'), {subtree: true, childList: true, characterData: true});
		return true;
	})()`
	quiet := func(name string) {
		t.Helper()
		if n := ask[int](b, "texts.filter((text) => /abort|signal|undefined/i.test(text)).length"); n > 0 {
			t.Errorf("%s: %s", name, ask[string](b, "texts.find((text) => /abort|signal|undefined/i.test(text))"))
		}
	}
	const hinted = "document.getElementById('hint-name').textContent === 'Where?'"
	b.do(chromedp.Navigate(home + "/games/klondike/deals/solvitaire:2"))
	b.wait("table().querySelectorAll('.card').length === 52")
	ask[bool](b, watched)
	ask[bool](b, "(document.getElementById('hint').click(), document.getElementById('hint').click(), true)")
	b.wait(hinted)
	quiet("Hint twice")

	// The first search is held back and then stopped by that of the position after a move.
	b.tap(on("stock"))
	b.wait("document.getElementById('table').dataset.ply === '1'")
	ask[bool](b, `(() => {
		const send = fetch;
		window.fetch = async (path, options) => {
			if (!options?.body?.includes('deadline_ms')) return send(path, options);
			window.fetch = send;
			window.held = true;
			return new Promise((resolve, reject) => options.signal.addEventListener('abort', () => reject(options.signal.reason)));
		};
		return true;
	})()`)
	b.do(chromedp.Click("#hint"))
	b.wait("window.held")
	b.do(chromedp.Click("#undo"), chromedp.Click("#redo"), chromedp.Click("#undo"))
	b.tap(on("stock"))
	b.tap(on("stock"))
	b.wait("document.getElementById('table').dataset.ply === '2'")
	b.do(chromedp.Click("#hint"))
	b.wait(hinted)
	quiet("a move")

	// The engine of the browser goes on with the calls that were not stopped.
	answers := ask[string](b, `(async () => {
		window.Worker = class {
			postMessage({id, request: {seed}}) { if (seed !== 'slow') setTimeout(() => this.onmessage?.({data: {id, answer: {seed}}}), 20); }
			terminate() { this.onmessage = null; }
		};
		const from = performance.getEntriesByType('resource').find(({name}) => name.endsWith('/deal.js')).name;
		const {answer} = await import(from.replace('deal.js', 'offline.js'));
		const stop = new AbortController();
		const calls = [answer('/v1/solve', {seed: 'slow'}, stop.signal), answer('/v1/solve', {seed: 'other'}), answer('/v1/moves', {seed: 'late'}, AbortSignal.abort())];
		stop.abort();
		return (await Promise.allSettled(calls)).map(({value, reason}) => value?.seed ?? reason.name).join();
	})()`)
	if answers != "AbortError,other,AbortError" {
		t.Errorf("the engine of the browser answers %s", answers)
	}
	b.quiet(home)
}
