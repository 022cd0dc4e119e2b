//go:build browser

package e2e

import (
	"context"
	"slices"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// BenchmarkBrowserHome measures how long the home page takes until the cards are in sight and can
// be picked up, on loopback, with an empty and with a filled cache. It reports medians: of the time of
// the mark "playable" (api/web/scripts/play/deal.js) and of the first paint, both in milliseconds since the
// navigation began; and until then the requests, the kilobytes of
// all answers with their headers, and the kilobytes as pages are told them (Resource Timing).
func BenchmarkBrowserHome(b *testing.B) {
	home := launch(b, nil).url + "/"
	for _, cache := range []string{"cold", "warm"} {
		b.Run(cache, func(b *testing.B) {
			tab := newBrowser(b)
			wire := newWire(b, tab)
			tab.look(1280, "light")
			tab.do(chromedp.Navigate(home)) // starts the process of the page
			var loads []load
			for b.Loop() {
				tab.do(chromedp.Navigate("about:blank"))
				if cache == "cold" {
					tab.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
						_, err := cdp.Call(ctx, t, network.ClearBrowserCache, cdp.Empty{})
						return chromedp.Void{}, err
					})
				}
				wire.reset()
				tab.do(chromedp.Navigate(home))
				tab.wait("performance.getEntriesByName('playable').length > 0 && performance.getEntriesByName('first-contentful-paint').length > 0")
				l := ask[load](tab, `(() => ({
					playable: performance.getEntriesByName('playable')[0].startTime,
					paint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
					told: [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].reduce((sum, { transferSize }) => sum + transferSize, 0),
				}))()`)
				l.Requests, l.Wire = wire.sum()
				loads = append(loads, l)
			}
			report := func(unit string, of func(load) float64) {
				all := make([]float64, len(loads))
				for i, l := range loads {
					all[i] = of(l)
				}
				slices.Sort(all)
				b.ReportMetric(all[len(all)/2], unit)
			}
			report("ms-playable", func(l load) float64 { return l.Playable })
			report("ms-paint", func(l load) float64 { return l.Paint })
			report("requests", func(l load) float64 { return float64(l.Requests) })
			report("kB-wire", func(l load) float64 { return l.Wire / 1000 })
			report("kB-told", func(l load) float64 { return l.Told / 1000 })
			b.ReportMetric(0, "ns/op") // of no interest: it has the time between loads in it
		})
	}
}

// load is what one load of a page took.
type load struct {
	Playable float64 `json:"playable"` // milliseconds
	Paint    float64 `json:"paint"`
	Told     float64 `json:"told"` // bytes
	Wire     float64 `json:"-"`
	Requests int     `json:"-"`
}

// wire counts the bytes that a tab receives.
type wire struct {
	lock     sync.Mutex
	requests int
	bytes    float64
}

func newWire(b *testing.B, tab *browser) *wire {
	w := new(wire)
	if err := chromedp.Listen(tab.ctx, func(event any) {
		if e, ok := event.(*network.EventLoadingFinished); ok {
			w.lock.Lock()
			w.requests++
			w.bytes += e.EncodedDataLength
			w.lock.Unlock()
		}
	}); err != nil {
		b.Fatal(err)
	}
	return w
}

func (w *wire) reset() {
	w.lock.Lock()
	defer w.lock.Unlock()
	w.requests, w.bytes = 0, 0
}

func (w *wire) sum() (requests int, bytes float64) {
	w.lock.Lock()
	defer w.lock.Unlock()
	return w.requests, w.bytes
}
