package pack

import (
	"compress/gzip"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"strconv"

	"github.com/thoughtful-solitaire/thoughtful/solver/packed"
	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// The columns of the tables that package packed reads. It refuses others.
var (
	tallyColumns = []string{
		"game", "rules", "player", "source", "scheme", "first", "last", "engine", "epoch", "states", "time_ms", "memory",
		"winnable", "unwinnable", "unknown", "won", "lost",
	}
	spreadColumns = []string{"game", "rules", "scheme", "first", "last", "epoch", "states", "length"}
)

// writeTallies writes a table of the tallies of ranges, as comma-separated values.
func writeTallies(w io.Writer, ranges []*packed.Range) error {
	table := csv.NewWriter(w)
	_ = table.Write(tallyColumns) // Error returns the error
	for _, r := range ranges {
		c := r.Counted()
		row := []string{c.Game, hex.EncodeToString(c.Digest[:]), c.Player, c.Source, c.Scheme}
		for _, n := range []int64{c.First, c.Last} {
			row = append(row, strconv.FormatInt(n, 10))
		}
		row = append(row, c.Engine)
		for _, n := range []int64{
			int64(c.Epoch), c.States, c.Time.Milliseconds(), c.Memory, c.Winnable, c.Unwinnable, c.Unknown, c.Won, c.Lost,
		} {
			row = append(row, strconv.FormatInt(n, 10))
		}
		_ = table.Write(row)
	}
	table.Flush()
	return table.Error()
}

// writeSpreads writes spreads as comma-separated values, compressed by gzip.
func writeSpreads(w io.Writer, list []packed.Spread) error {
	z := gzip.NewWriter(w)
	table := csv.NewWriter(z)
	_ = table.Write(spreadColumns) // Error returns the error
	for i := range list {
		s := &list[i]
		row := []string{s.Game, hex.EncodeToString(s.Digest[:]), s.Scheme}
		for _, n := range []int64{s.First, s.Last, int64(s.Epoch)} {
			row = append(row, strconv.FormatInt(n, 10))
		}
		for _, d := range []*stats.Distribution{&s.States, &s.Length} {
			text, err := json.Marshal(d)
			if err != nil {
				return err
			}
			row = append(row, string(text))
		}
		_ = table.Write(row)
	}
	table.Flush()
	return errors.Join(table.Error(), z.Close())
}
