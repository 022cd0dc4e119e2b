package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// times are durations of one kind.
type times []time.Duration

// quantile returns the duration that a share of the sorted times did not exceed; 0 if there
// are none.
func (t times) quantile(share float64) time.Duration {
	if len(t) == 0 {
		return 0
	}
	return t[int(share*float64(len(t)-1))]
}

// quantiles sorts the times and returns quantiles in milliseconds.
func (t times) quantiles(shares ...float64) []string {
	slices.Sort(t)
	var cells []string
	for _, share := range shares {
		cells = append(cells, ms(t.quantile(share)))
	}
	return cells
}

// mean returns the mean of the times; 0 if there are none.
func (t times) mean() time.Duration {
	var total time.Duration
	for _, took := range t {
		total += took
	}
	return total / time.Duration(max(1, len(t)))
}

// over returns how many of the sorted times exceed limit.
func (t times) over(limit time.Duration) int {
	n, _ := slices.BinarySearch(t, limit+1)
	return len(t) - n
}

// ms formats a duration in milliseconds.
func ms(d time.Duration) string {
	return fmt.Sprintf("%.3g", float64(d.Microseconds())/1000)
}

// table is a table in Markdown. The first row is its header.
type table [][]string

// newTable returns a table whose header's names are separated by " | ".
func newTable(header string) table { return table{strings.Split(header, " | ")} }

// row adds a row. A slice of strings becomes several cells.
func (t *table) row(cells ...any) {
	var row []string
	for _, cell := range cells {
		if several, ok := cell.([]string); ok {
			row = append(row, several...)
			continue
		}
		row = append(row, fmt.Sprint(cell))
	}
	*t = append(*t, row)
}

func (t table) write(to io.Writer) error {
	for i, row := range t {
		if _, err := fmt.Fprintf(to, "| %s |\n", strings.Join(row, " | ")); err != nil {
			return err
		}
		if i == 0 {
			fmt.Fprintln(to, "|"+strings.Repeat(" --- |", len(row)))
		}
	}
	return nil
}
