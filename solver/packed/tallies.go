package packed

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver/stats"
)

// Count is what a table of tallies has of a range: everything but the verdict of each deal.
type Count struct {
	Game   string // the catalogue's name
	Digest Digest // of its rules, as they were when the deals were counted
	Player string // as in [Subject], and likewise the following
	Source string
	Scheme string
	Epoch  int
	Method
	First, Last int64 // the first and the last deal that is counted; some between may not be
	stats.Tally
}

// Digest is the first half of the SHA-256 of the canonical text of rules.
type Digest [16]byte

// DigestOf returns the digest of the canonical text of rules.
func DigestOf(rules string) Digest {
	sum := sha256.Sum256([]byte(rules))
	return Digest(sum[:16])
}

func readDigest(text string) (d Digest, err error) {
	bytes, err := hex.DecodeString(text)
	if err != nil || len(bytes) != len(d) {
		return d, fmt.Errorf("%q is not a digest of rules", text)
	}
	return Digest(bytes), nil
}

// columns are the columns of a table of tallies.
var columns = []string{
	"game", "rules", "player", "source", "scheme", "first", "last", "engine", "epoch", "states", "time_ms", "memory",
	"winnable", "unwinnable", "unknown", "won", "lost",
}

// Counted returns what a table of tallies has of a range.
func (r *Range) Counted() Count {
	return Count{
		Game: r.Game, Digest: DigestOf(r.Rules), Player: r.Player, Source: r.Source, Scheme: r.Scheme, Epoch: r.Epoch,
		Method: r.Method, First: r.First, Last: r.Last(), Tally: r.Tally(),
	}
}

// ReadTallies reads a table of tallies, which docs/research writes.
func ReadTallies(text []byte) ([]Count, error) {
	return readTable(bytes.NewReader(text), columns, readCount)
}

func readCount(row []string) (Count, error) {
	c := Count{Game: row[0], Player: row[2], Source: row[3], Scheme: row[4]}
	c.Engine = row[7]
	var err error
	if c.Digest, err = readDigest(row[1]); err != nil {
		return c, err
	}
	var epoch, ms int64
	if err := readNumbers(row, columns, map[int]*int64{
		5: &c.First, 6: &c.Last, 8: &epoch, 9: &c.States, 10: &ms, 11: &c.Memory,
		12: &c.Winnable, 13: &c.Unwinnable, 14: &c.Unknown, 15: &c.Won, 16: &c.Lost,
	}); err != nil {
		return c, err
	}
	c.Epoch, c.Time = int(epoch), time.Duration(ms)*time.Millisecond
	if n := c.Deals(); n < 1 || c.Last-c.First < n-1 {
		return c, fmt.Errorf("%d counted deals do not fit the deals from %d to %d", n, c.First, c.Last)
	}
	return c, nil
}
