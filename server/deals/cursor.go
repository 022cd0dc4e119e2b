package deals

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/server/store"
)

// cursor is what a client has seen of a pool, as numbers of deals: from From up to but not
// including To, and all below Below. It begins somewhere in the pool, empty; grows upwards to
// the end; then from the first deal up to where it began, with Below at least 1; and is then
// the same as a cursor that began at the first deal and has reached To, where later deals are
// added.
//
//	began here             1 ──────────From=To──────────── last
//	upwards                1 ──────────[From     To)────── last
//	from the first deal    [1  Below)──[From            To)
//	came round             [From=1                      To) ──> deals added later
type cursor store.Seen

// round reports whether it has reached the end and gone on from the first deal.
func (c cursor) round() bool { return c.Below > 0 }

// span returns how many numbers it covers.
func (c cursor) span() int64 { return c.To - c.From + max(0, c.Below-1) }

// past returns the cursor that has seen one more deal, the next one.
func (c cursor) past(number int64) cursor {
	if c.round() {
		c.Below = number + 1
	} else {
		c.To = number + 1
	}
	return c
}

// possible reports whether a pool whose last deal has this number can have this cursor.
func (c cursor) possible(last int64) bool {
	return 1 <= c.From && c.From <= c.To && c.To <= last+1 && 0 <= c.Below && c.Below <= c.From
}

// The text of a cursor is a checksum and three numbers. The checksum includes the pool and the
// grade, so that a cursor of others is recognized. It is not secret: a forged cursor harms
// only the client that uses it.
const (
	cursorVersion = 1
	checksumBytes = 6
	longestCursor = checksumBytes + 1 + 3*binary.MaxVarintLen64
)

// write returns the text of a cursor of a pool with this mark, for deals of a grade or all.
func (c cursor) write(mark, game, grade string) string {
	payload := []byte{cursorVersion}
	for _, n := range []int64{c.From, c.To, c.Below} {
		payload = binary.AppendUvarint(payload, uint64(n))
	}
	return base64.RawURLEncoding.EncodeToString(append(checksum(mark, game, grade, payload), payload...))
}

func checksum(mark, game, grade string, payload []byte) []byte {
	h := sha256.New()
	fmt.Fprintf(h, "%q %q %q ", mark, game, grade)
	h.Write(payload)
	return h.Sum(nil)[:checksumBytes]
}

var (
	errNoCursor = errors.New("invalid cursor: copy one from a previous answer")
	errAhead    = errors.New("the cursor is beyond the last deal of the pool, which may have been restored from a backup; start without a cursor")
)

// readCursor parses what write wrote. The error names what is wrong with another text.
func readCursor(text, mark, game, grade string, grades []string) (cursor, error) {
	// The decoder skips line ends.
	if len(text) > base64.RawURLEncoding.EncodedLen(longestCursor) || strings.ContainsAny(text, "\r\n") {
		return cursor{}, errNoCursor
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(text)
	if err != nil || len(b) <= checksumBytes || b[checksumBytes] != cursorVersion {
		return cursor{}, errNoCursor
	}
	sum, payload := string(b[:checksumBytes]), b[checksumBytes:]
	if sum != string(checksum(mark, game, grade, payload)) {
		for _, other := range append([]string{""}, grades...) {
			switch {
			case sum != string(checksum(mark, game, other, payload)):
			case other == "":
				return cursor{}, errors.New("the cursor belongs to deals of all difficulties; ask for these, or start without a cursor")
			default:
				return cursor{}, fmt.Errorf("the cursor belongs to %s deals; ask for these, or start without a cursor", other)
			}
		}
		return cursor{}, fmt.Errorf("the cursor belongs to no pool of %s on this server; start without a cursor", game)
	}
	var numbers [3]int64
	rest := payload[1:]
	for i := range numbers {
		n, size := binary.Uvarint(rest)
		if size <= 0 {
			return cursor{}, errNoCursor
		}
		numbers[i], rest = int64(n), rest[size:]
	}
	if len(rest) > 0 {
		return cursor{}, errNoCursor
	}
	return cursor{numbers[0], numbers[1], numbers[2]}, nil
}
