package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// times are how long things took.
type times []time.Duration

// quantile is the time that such a share did not exceed; 0 if there are none. The
// times are sorted.
func (t times) quantile(share float64) time.Duration {
	if len(t) == 0 {
		return 0
	}
	return t[int(share*float64(len(t)-1))]
}

// quantiles sorts the times and writes some of their quantiles in milliseconds.
func (t times) quantiles(shares ...float64) []string {
	slices.Sort(t)
	var cells []string
	for _, share := range shares {
		cells = append(cells, ms(t.quantile(share)))
	}
	return cells
}

// within is the share of times that are not above one; the times are sorted.
func (t times) within(most time.Duration) float64 {
	if len(t) == 0 {
		return 1
	}
	n, _ := slices.BinarySearch(t, most+1)
	return float64(n) / float64(len(t))
}

// ms writes a time in milliseconds.
func ms(d time.Duration) string {
	return fmt.Sprintf("%.3g", float64(d.Microseconds())/1000)
}

// table is a table in Markdown.
type table [][]string

func (t *table) row(cells ...any) {
	var row []string
	for _, cell := range cells {
		row = append(row, fmt.Sprint(cell))
	}
	*t = append(*t, row)
}

// write writes the table, the first row as its head.
func (t table) write(to io.Writer) {
	for i, row := range t {
		fmt.Fprintf(to, "| %s |\n", strings.Join(row, " | "))
		if i == 0 {
			fmt.Fprintln(to, "|"+strings.Repeat(" --- |", len(row)))
		}
	}
}

// join writes a row of CSV whose cells need no quotes.
func join(cells []string) string { return strings.Join(cells, ",") }

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }
