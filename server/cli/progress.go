package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/cwriter"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// progress is a progress bar at the bottom of a terminal, without colours. Where standard error
// is no terminal, or one that can't erase a line, it shows nothing, and output through it is
// written as without it.
type progress struct {
	container *mpb.Progress // nil if nothing is shown
	bar       *mpb.Bar
	late      *time.Timer
	console   console
}

// showProgress shows a bar after a while. State returns the share that is done and the text beside
// the bar; it is called a few times a second, by another goroutine. A bar that is not visible yet
// must not be written through.
func showProgress(c console, after time.Duration, state func() (share float64, text string)) *progress {
	p := &progress{console: c}
	if !drawable(c.err) {
		return p
	}
	options := []mpb.ContainerOption{mpb.WithOutput(c.err)}
	if after > 0 {
		shown := make(chan struct{})
		p.late = time.AfterFunc(after, func() { close(shown) })
		options = append(options, mpb.WithRenderDelay(shown))
	}
	p.container = mpb.New(options...)
	// The bar has no total of its own, so that it ends with end and not before.
	const whole = 1 << 20
	plain := mpb.BarStyle().Build()
	done := func() float64 {
		share, _ := state()
		return min(1, max(0, share))
	}
	filler := mpb.BarFillerFunc(func(to io.Writer, at decor.Statistics) error {
		at.Total, at.Current = whole, int64(whole*done())
		return plain.Fill(to, at)
	})
	p.bar = p.container.MustAdd(0, filler,
		mpb.BarWidth(30),
		mpb.PrependDecorators(decor.Any(func(decor.Statistics) string { return fmt.Sprintf("%5.1f %%", 100*done()) })),
		mpb.AppendDecorators(decor.Any(func(decor.Statistics) string {
			_, text := state()
			return text
		})),
	)
	return p
}

// drawable reports whether a bar can be drawn on a writer.
func drawable(to io.Writer) bool {
	f, ok := to.(*os.File)
	kind := os.Getenv("TERM")
	return ok && kind != "" && kind != "dumb" && cwriter.IsTerminal(int(f.Fd()))
}

// err returns the writer for lines of standard error while the bar is visible.
func (p *progress) err() io.Writer {
	if p.container == nil {
		return p.console.err
	}
	return p.container
}

// out returns the writer for whole lines of standard output while the bar is visible: above it, if
// they go to the same terminal.
func (p *progress) out() io.Writer {
	out, isFile := p.console.out.(*os.File)
	if p.container == nil || !isFile {
		return p.console.out
	}
	its, fault := out.Stat()
	bars, wrong := p.console.err.(*os.File).Stat()
	if fault != nil || wrong != nil || !os.SameFile(its, bars) {
		return p.console.out
	}
	return p.container
}

// end removes the bar.
func (p *progress) end() {
	if p.container == nil {
		return
	}
	if p.late != nil {
		p.late.Stop()
	}
	p.bar.Abort(true)
	p.container.Wait()
	p.container = nil
}

// dealCount counts deals for a progress bar.
type dealCount struct {
	all    int64
	before int64 // deals that were done when it started
	start  time.Time

	mu    sync.Mutex
	tally stats.Tally
}

// countDeals starts a count with the deals that are done already.
func countDeals(all int64, done stats.Tally) *dealCount {
	return &dealCount{all: all, before: done.Deals(), start: time.Now(), tally: done}
}

// set sets the amount done in all.
func (d *dealCount) set(tally stats.Tally) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.tally = tally
}

// state returns the share that is done, and how many deals that is, how fast it goes, and their
// results.
func (d *dealCount) state() (share float64, text string) {
	d.mu.Lock()
	tally := d.tally
	d.mu.Unlock()
	n := tally.Deals()
	text = fmt.Sprintf("%d/%d", n, d.all)
	if pace := pace(n-d.before, d.all-n, time.Since(d.start)); pace != "" {
		text += " | " + pace
	}
	if n > 0 {
		text += " | " + tallyText(tally)
	}
	return float64(n) / float64(max(1, d.all)), text
}

// tallyText returns the results of deals.
func tallyText(t stats.Tally) string {
	if t.Won+t.Lost > 0 {
		return fmt.Sprintf("%d won, %d lost", t.Won, t.Lost)
	}
	return fmt.Sprintf("%d winnable, %d unwinnable, %d unknown", t.Winnable, t.Unwinnable, t.Unknown)
}

// tallyOf returns the tally of one deal.
func tallyOf(v solver.Verdict) stats.Tally {
	switch v {
	case solver.Winnable:
		return stats.Tally{Winnable: 1}
	case solver.Unwinnable:
		return stats.Tally{Unwinnable: 1}
	default:
		return stats.Tally{Unknown: 1}
	}
}

// pace returns the mean rate so far and how long the rest takes at that rate.
func pace(done, left int64, took time.Duration) string {
	if done == 0 || took <= 0 {
		return ""
	}
	rate := float64(done) / took.Seconds()
	text := fmt.Sprintf("%.0f/s", rate)
	if rate < 10 {
		text = fmt.Sprintf("%.2g/s", rate)
	}
	if left > 0 {
		text += ", " + roughly(time.Duration(float64(left)/rate*float64(time.Second))) + " left"
	}
	return text
}

// roughly returns a duration in its two largest units.
func roughly(d time.Duration) string {
	switch {
	case d >= 48*time.Hour:
		return fmt.Sprintf("%dd%dh", d/(24*time.Hour), d%(24*time.Hour)/time.Hour)
	case d >= time.Hour:
		return strings.TrimSuffix(d.Round(time.Minute).String(), "0s")
	default:
		return d.Round(time.Second).String()
	}
}
