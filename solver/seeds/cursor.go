package seeds

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
)

// cursor is what a client has seen of the deals of a game, as their numbers: from From up to but
// not including To, and all below Below. It begins somewhere, empty; grows upwards to the last deal;
// then from the first deal up to where it began, with Below at least 1; and is then the same as a
// cursor that began at the first deal and has reached To, where a later version of the program may
// have more deals.
//
//	began here             1 ──────────From=To──────────── last
//	upwards                1 ──────────[From     To)────── last
//	from the first deal    [1  Below)──[From            To)
//	came round             [From=1                      To) ──> deals of later versions
type cursor struct{ From, To, Below uint64 }

// round reports whether it has reached the end and gone on from the first deal.
func (c cursor) round() bool { return c.Below > 0 }

// past returns the cursor that has seen one more deal, the next one.
func (c cursor) past(number uint64) cursor {
	if c.round() {
		c.Below = number + 1
	} else {
		c.To = number + 1
	}
	return c
}

// possible reports whether a game whose last deal has this number can have this cursor.
func (c cursor) possible(last uint64) bool {
	return 1 <= c.From && c.From <= c.To && c.To <= last+1 && c.Below <= c.From
}

// The text of a cursor is a checksum and three numbers. The checksum includes the game and the
// grade, so that a cursor of others is recognized. It is not secret: a forged cursor harms
// only the client that uses it. Cursors of version 1 belonged to pools in a database.
const (
	cursorVersion = 2
	checksumBytes = 6
	longestCursor = checksumBytes + 1 + 3*binary.MaxVarintLen64
)

// write returns the text of a cursor for deals of a game and a grade, or of all grades.
func (c cursor) write(game string, grade difficulty.Grade) string {
	payload := []byte{cursorVersion}
	for _, n := range []uint64{c.From, c.To, c.Below} {
		payload = binary.AppendUvarint(payload, n)
	}
	return base64.RawURLEncoding.EncodeToString(append(checksum(game, grade, payload), payload...))
}

func checksum(game string, grade difficulty.Grade, payload []byte) []byte {
	h := sha256.New()
	fmt.Fprintf(h, "%q %q ", game, grade)
	h.Write(payload)
	return h.Sum(nil)[:checksumBytes]
}

var (
	errNoCursor = errors.New("invalid cursor: copy one from a previous answer")
	errEarlier  = errors.New("the cursor is of an earlier version of this service, which had other deals; start without a cursor")
	errAhead    = errors.New("the cursor is beyond the last deal of this version of the service; start without a cursor")
)

// readCursor parses what write wrote. The error names what is wrong with another text.
func readCursor(text, game string, grade difficulty.Grade) (cursor, error) {
	// The decoder skips line ends.
	if len(text) > base64.RawURLEncoding.EncodedLen(longestCursor) || strings.ContainsAny(text, "\r\n") {
		return cursor{}, errNoCursor
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(text)
	switch {
	case err != nil || len(b) <= checksumBytes:
		return cursor{}, errNoCursor
	case b[checksumBytes] == 1:
		return cursor{}, errEarlier
	case b[checksumBytes] != cursorVersion:
		return cursor{}, errNoCursor
	}
	sum, payload := string(b[:checksumBytes]), b[checksumBytes:]
	if sum != string(checksum(game, grade, payload)) {
		for _, other := range append([]difficulty.Grade{""}, difficulty.Grades...) {
			switch {
			case sum != string(checksum(game, other, payload)):
			case other == "":
				return cursor{}, errors.New("the cursor belongs to deals of all difficulties; ask for these, or start without a cursor")
			default:
				return cursor{}, fmt.Errorf("the cursor belongs to %s deals; ask for these, or start without a cursor", other)
			}
		}
		return cursor{}, fmt.Errorf("the cursor does not belong to deals of %s; start without a cursor", game)
	}
	var numbers [3]uint64
	rest := payload[1:]
	for i := range numbers {
		n, size := binary.Uvarint(rest)
		if size <= 0 {
			return cursor{}, errNoCursor
		}
		numbers[i], rest = n, rest[size:]
	}
	if len(rest) > 0 {
		return cursor{}, errNoCursor
	}
	return cursor{numbers[0], numbers[1], numbers[2]}, nil
}
