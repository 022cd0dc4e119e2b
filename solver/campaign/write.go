package campaign

import (
	"encoding/csv"
	"io"
	"strconv"
)

// Writer writes the results of a campaign as CSV. Solved deals have the columns of the bench
// command, and the columns source and engine. Deals that a player played have other columns.
type Writer struct {
	campaign *Campaign
	table    *csv.Writer
}

// NewWriter returns a writer that begins with the names of the columns.
func NewWriter(to io.Writer, c *Campaign) *Writer {
	w := &Writer{c, csv.NewWriter(to)}
	columns := []string{"game", "seed", "verdict", "because", "seconds", "states", "length", "source", "engine"}
	if c.Player != "" {
		columns = []string{"game", "seed", "won", "score", "seconds", "length", "engine", "player"}
	}
	_ = w.table.Write(columns) // Flush returns the error
	return w
}

// Write writes a result.
func (w *Writer) Write(r *Result) error {
	c, seed, seconds := w.campaign, w.campaign.Seeds.Name(r.Seed), strconv.FormatFloat(r.Elapsed.Seconds(), 'f', 6, 64)
	if c.Player != "" {
		return w.table.Write([]string{
			c.Game, seed, strconv.FormatBool(r.Won), strconv.Itoa(r.Score), seconds, strconv.Itoa(r.Length), r.Engine, c.PlayedBy,
		})
	}
	length := ""
	if n, known := r.SolutionLength(); known {
		length = strconv.Itoa(n)
	}
	return w.table.Write([]string{
		c.Game, seed, string(r.Verdict), string(r.Reason), seconds, strconv.FormatInt(r.States, 10), length, c.FoundBy(r), r.Engine,
	})
}

// Flush writes what is buffered, and returns the first error of all writes.
func (w *Writer) Flush() error {
	w.table.Flush()
	return w.table.Error()
}
