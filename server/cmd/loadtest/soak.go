package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"
)

// soakCommand keeps up all kinds of traffic for a while and looks at what the service's
// process takes.
type soakCommand struct {
	serviceFlags `embed:""`
	For          time.Duration `help:"How long." default:"15m"`
	Every        time.Duration `help:"How often to look." default:"10s"`
	Out          string        `help:"Write rows to this file in place of standard output." placeholder:"FILE"`
}

// watched is what is looked at: metrics of the service, and the columns' names.
var watched = []struct{ metric, column, unit string }{
	{"process_resident_memory_bytes", "resident_bytes", "MiB"},
	{"go_memstats_heap_inuse_bytes", "heap_bytes", "MiB"},
	{"go_goroutines", "goroutines", ""},
	{"process_open_fds", "file_descriptors", ""},
}

func (b *soakCommand) Run(c console) (err error) {
	out, err := c.create(b.Out)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	// With little room for it, what may fill up is full before the part that counts.
	s, err := b.start(c, "--table-memory", "32MiB", "--cache-memory", "16MiB", "--pool-size", "10", "--pool-games", "klondike", "--log-level", "warn")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.stop()) }()

	t, err := newTraffic(c.ctx, s)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(c.ctx, b.For)
	defer cancel()
	var asking sync.WaitGroup
	for _, k := range t.kinds {
		asking.Go(func() { k.run(ctx, s) })
	}
	seconds, curves, err := b.watch(ctx, s, t, csv.NewWriter(out))
	cancel()
	asking.Wait()
	return errors.Join(err, c.ctx.Err(), t.report(c), report(c, seconds, curves))
}

// watch looks at the service until the context ends.
func (b *soakCommand) watch(ctx context.Context, s *service, t *traffic, rows *csv.Writer) (seconds []float64, curves [][]float64, err error) {
	header := []string{"seconds"}
	for _, w := range watched {
		header = append(header, w.column)
	}
	_ = rows.Write(append(header, "requests", "unexpected", "load"))
	curves = make([][]float64, len(watched))
	beat := time.NewTicker(b.Every)
	defer beat.Stop()
	for start := time.Now(); ; {
		rows.Flush()
		select {
		case <-ctx.Done():
			return seconds, curves, rows.Error()
		case <-beat.C:
		}
		all, err := s.metrics(ctx)
		switch {
		case ctx.Err() != nil:
			continue
		case err != nil:
			return seconds, curves, err
		}
		seconds = append(seconds, time.Since(start).Seconds())
		row := []string{fmt.Sprintf("%.0f", time.Since(start).Seconds())}
		for i, w := range watched {
			curves[i] = append(curves[i], all[w.metric])
			row = append(row, strconv.FormatFloat(all[w.metric], 'f', -1, 64))
		}
		requests, unexpected := t.count()
		_ = rows.Write(append(row, strconv.Itoa(requests), strconv.Itoa(unexpected), load()))
	}
}

// report tells of each curve whether it is flat.
func report(c console, seconds []float64, curves [][]float64) error {
	t := table{}
	t.row("taken", "at first", "mean of the last two thirds", "most", "rise in them", "standard error", "flat", "load")
	var growing error
	for i, w := range watched {
		if len(curves[i]) < 6 {
			return fmt.Errorf("%d looks are too few to tell", len(curves[i]))
		}
		from := len(seconds) / 3
		r := fit(seconds[from:], curves[i][from:])
		verdict := "yes"
		if !r.flat() {
			verdict = "**no**"
			growing = errors.Join(growing, fmt.Errorf("%s rises", w.column))
		}
		unit, show := 1., "%.1f"
		if w.unit == "MiB" {
			unit, show = 1<<20, "%.1f MiB"
		}
		say := func(v float64) string { return fmt.Sprintf(show, v/unit) }
		most := curves[i][from]
		for _, v := range curves[i][from:] {
			most = max(most, v)
		}
		t.row(w.column, say(curves[i][0]), say(r.mean), say(most), say(r.rise), say(r.error), verdict, load())
	}
	t.write(c.err)
	return growing
}
