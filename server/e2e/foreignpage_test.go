//go:build browser

package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// foreignPage attacks a service with all that a page of another origin can send, and counts how the calls
// were answered: 0 where the browser refused them.
const foreignPage = `<!doctype html><title>Elsewhere</title><script>
const count = async (kind, calls) => {
  const by = {};
  for (const status of await Promise.all(calls)) by[status] = (by[status] || 0) + 1;
  return [kind, Object.fromEntries(Object.entries(by).sort())];
};
const later = (body, headers) => fetch(service + '/v1/solve', {
  method: 'POST', headers: { 'Content-Type': 'application/json', Prefer: 'respond-async', ...headers }, body,
});
const status = (reply) => reply.then((r) => r.status, () => 0);
const image = (path) => new Promise((done) => {
  const i = new Image();
  i.onload = () => done('shown');
  i.onerror = () => done('failed');
  i.src = service + path;
});
const many = (n, call) => Array.from({ length: n }, (_, i) => call(i));
const stream = (path) => new Promise((done) => {
  const s = new EventSource(service + path);
  s.onopen = () => done('open');
  s.onerror = () => { s.close(); done('refused'); };
});
async function attack(service, proof, stuck) {
  window.service = service;
  const all = [];
  const first = await later(stuck).catch(() => null);
  if (first) {
    const { id } = await first.json();
    all.push(await count('streams', many(4, () => stream('/v1/jobs/' + id + '/events'))));
  }
  all.push(await count('key', [status(later('{"game":"klondike","seed":"solvitaire:2","states":1}', { 'Idempotency-Key': 'mine' }))]));
  all.push(await count('pictures', many(20, (i) => image('/v1/games/golf/deals/solvitaire:' + i + '.png?width=200'))));
  all.push(await count('other images', ['/v1/games/golf/daily-deal?solution=true&date=2024-01-02', '/games/golf/daily-deal?date=2024-01-02', proof].map(image)));
  all.push(await count('drawings', [image('/v1/games/golf/deals/solvitaire:1.svg')]));
  const [, keys] = await count('', many(140, (i) => status(later('{"game":"klondike","seed":"solvitaire:' + i + '","states":1}', { 'Idempotency-Key': 'page-' + i }))));
  all.push(['keys', Object.keys(keys).join()]); // how many depends on the time that passes
  return JSON.stringify(Object.fromEntries(all));
}
</script>`

// TestBrowserForeignPages opens pages of another port of this machine and of another host, which attack a
// service for this machine alone. The owner, from the command line and on the service's own page, has all that
// was the owner's. A service that is closed to other origins does nothing for them that costs much.
func TestBrowserForeignPages(t *testing.T) {
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprint(w, foreignPage)
	}))
	defer elsewhere.Close()
	b := newBrowser(t)
	for _, origin := range []string{elsewhere.URL, strings.Replace(elsewhere.URL, "127.0.0.1", "evil.example", 1)} {
		for _, test := range []struct {
			origins, want string
		}{
			{"*", `{"streams":{"open":2,"refused":2},"key":{"202":1},"pictures":{"shown":20},"other images":{"failed":3},"drawings":{"shown":1},"keys":"202,429"}`},
			{"none", `{"key":{"0":1},"pictures":{"failed":20},"other images":{"failed":3},"drawings":{"shown":1},"keys":"0"}`},
		} {
			l, done, runs := besieged(t, "--cors-origins", test.origins, "--max-jobs", "400", "--proof-states", "10")
			lost := l.solve(t, `{"game":"klondike","seed":"solvitaire:3","states":2}`)
			b.do(chromedp.Navigate(origin))
			got := ask[string](b, fmt.Sprintf("attack(%q, %q, %q)", l.url, "/v1/deals/"+lost.ID+"/proof", stuck))
			if got != test.want {
				t.Errorf("%s, CORS_ORIGINS=%s:\n%s, want\n%s", origin, test.origins, got, test.want)
			}
			l.owned(t, done, runs)
			if n := l.jobs(t); (n > 2+3) != (test.origins == "*") { // more than the owner's
				t.Errorf("%s, CORS_ORIGINS=%s: %d jobs", origin, test.origins, n)
			}
			if ofPages, refused := l.log.lines("client=pages"), l.log.lines("status=403"); ofPages == 0 || (refused >= 23) != (test.origins == "none") {
				t.Errorf("%d requests of pages in the log, %d of all refused", ofPages, refused)
			}
			// The service's own page is the owner.
			b.do(chromedp.Navigate(l.url + "/docs"))
			own := ask[string](b, fmt.Sprintf(`Promise.all([
				fetch('/v1/jobs/%s'), fetch('/v1/games/golf/deals/solvitaire:1.png'),
				fetch('/v1/solve', { method: 'POST', headers: { 'Content-Type': 'application/json', Prefer: 'respond-async', 'Idempotency-Key': 'mine' }, body: %q }),
			]).then((all) => all.map((r) => r.status + ' ' + r.headers.get('RateLimit') + ' ' + r.headers.get('Idempotent-Replayed')).join())`, done, quick(1)))
			if own != "200 null null,200 null null,202 null true" {
				t.Errorf("the service's own page: %s", own)
			}
			l.stop(t)
		}
	}
}
