package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"
)

// soakCommand keeps up all kinds of traffic for a while, and measures the service's process.
type soakCommand struct {
	serviceFlags `embed:""`
	For          time.Duration `help:"How long to ask." default:"15m"`
	Every        time.Duration `help:"How often to measure." default:"10s"`
	Most         float64       `help:"Bound of the resident memory, in MB." default:"400" placeholder:"MB"`
	Out          string        `help:"Write rows to this file instead of standard output." placeholder:"FILE"`
}

// measured is a metric of the service, and its column.
type measured struct{ metric, column, unit string }

// resources are what the process uses.
var resources = []measured{
	{"process_resident_memory_bytes", "resident_bytes", "MiB"},
	{"go_memstats_heap_inuse_bytes", "heap_bytes", "MiB"},
	{"go_goroutines", "goroutines", ""},
	{"process_open_fds", "file_descriptors", ""},
}

func (b *soakCommand) Run(c console) (err error) {
	out, err := create(c, b.Out)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	return b.with(c, func(s *service) error {
		t, err := newTraffic(c.ctx, s)
		if err != nil {
			return err
		}
		ctx, cancel := context.WithTimeout(c.ctx, b.For)
		defer cancel()
		var asking sync.WaitGroup
		for _, k := range t {
			asking.Go(func() { k.run(ctx, s) })
		}
		seconds, curves, err := b.watch(ctx, s, t, out)
		cancel()
		asking.Wait()
		return errors.Join(err, c.ctx.Err(), t.report(c), report(c, seconds, curves, b.Most))
	}, "--log-level", "warn")
}

// watch measures the service until the context ends.
func (b *soakCommand) watch(ctx context.Context, s *service, t traffic, out io.Writer) (seconds []float64, curves [][]float64, err error) {
	row := "seconds"
	for _, m := range resources {
		row += "," + m.column
	}
	_, err = fmt.Fprintln(out, row+",requests,unexpected,load")
	curves = make([][]float64, len(resources))
	start := time.Now()
	for err == nil && pause(ctx, b.Every) == nil {
		all, err := s.metrics(ctx)
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			return seconds, curves, err
		}
		now := time.Since(start).Seconds()
		seconds = append(seconds, now)
		row := fmt.Sprintf("%.0f", now)
		for i, m := range resources {
			curves[i] = append(curves[i], all[m.metric])
			row += fmt.Sprintf(",%.0f", all[m.metric])
		}
		requests, unexpected := t.count()
		if _, err := fmt.Fprintf(out, "%s,%d,%d,%s\n", row, requests, unexpected, load()); err != nil {
			return seconds, curves, err
		}
	}
	return seconds, curves, err
}

// report writes the trend of each curve. The error says which ones rise, and whether the resident memory
// exceeded its bound, in MB.
func report(c console, seconds []float64, curves [][]float64, most float64) error {
	t := newTable("taken | at first | mean of the last two thirds | max | rise in them | standard error | flat | load")
	var growing error
	for i, m := range resources {
		if len(curves[i]) < 6 {
			return fmt.Errorf("%d measurements are too few", len(curves[i]))
		}
		from := len(seconds) / 3
		r := fit(seconds[from:], curves[i][from:])
		flat := "yes"
		if !r.flat() {
			flat = "**no**"
			growing = errors.Join(growing, fmt.Errorf("%s rises", m.column))
		}
		format := func(v float64) string {
			if m.unit == "MiB" {
				return fmt.Sprintf("%.1f MiB", v/(1<<20))
			}
			return fmt.Sprintf("%.1f", v)
		}
		t.row(m.column, format(curves[i][0]), format(r.mean), format(slices.Max(curves[i][from:])), format(r.rise), format(r.error), flat, load())
	}
	if peak := slices.Max(curves[0]) / 1e6; peak > most {
		growing = errors.Join(growing, fmt.Errorf("%s reached %.0f MB, of %.0f", resources[0].column, peak, most))
	}
	return errors.Join(growing, t.write(c.err))
}
