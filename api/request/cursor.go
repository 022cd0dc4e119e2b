package request

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
)

// A list that is answered page by page has a cursor for the next page. All such lists take the
// parameter cursor, and the header Link has the address of the next page. The text of a cursor has
// a checksum of the list's name, by which a cursor of another list is refused, and a place in the
// list. A cursor is not secret: a forged one harms only the client that uses it.
const (
	cursorCheck   = 6 // bytes
	longestCursor = 200
)

// WriteCursor returns the cursor of a place in a list. The name of a list includes its filters.
func WriteCursor(list, place string) string {
	return base64.RawURLEncoding.EncodeToString(append(checkList(list), place...))
}

func checkList(list string) []byte {
	sum := sha256.Sum256([]byte(list))
	return sum[:cursorCheck]
}

// Cursor reads the parameter cursor, and returns the place in the list that it names. It returns ""
// if the parameter is absent. Before Cursor, read the parameters that are part of the list's name.
// If one of them has an error, Cursor does not report that the cursor belongs to another list.
func (p *Parameters) Cursor(list string) (place string) {
	text, given := p.given["cursor"]
	if !given {
		return ""
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(text)
	switch {
	case err != nil || len(text) > longestCursor || len(b) <= cursorCheck:
		p.BadCursor()
		return ""
	case string(b[:cursorCheck]) != string(checkList(list)):
		if p.Err() == nil {
			p.AddError("cursor", "belongs to another list: repeat the other parameters, or start without a cursor")
		}
		return ""
	}
	return string(b[cursorCheck:])
}

// CursorNumber returns the place in the list that the parameter cursor names, which must be a
// positive number. It returns absent if the parameter is absent.
func (p *Parameters) CursorNumber(list string, absent int64) int64 {
	place := p.Cursor(list)
	if place == "" {
		return absent
	}
	n, err := strconv.ParseInt(place, 10, 64)
	if err != nil || n < 1 {
		p.BadCursor()
	}
	return n
}

// BadCursor adds the error of a cursor without a valid place.
func (p *Parameters) BadCursor() {
	p.AddError("cursor", "invalid: copy one from a previous answer")
}

// Either adds an error if both parameters are given.
func (p *Parameters) Either(name, other string) {
	_, one := p.given[name]
	if _, both := p.given[other]; one && both {
		p.AddError(name, "give %s or %s, not both", name, other)
	}
}

// LinkNext sets the header Link to the address of the next page of a list. The address has the
// parameters of this request and the cursor, except the parameters in without.
func (p *Parameters) LinkNext(w http.ResponseWriter, path, cursor string, without ...string) {
	next := url.Values{}
	for name, text := range p.given {
		if !slices.Contains(without, name) {
			next.Set(name, text)
		}
	}
	next.Set("cursor", cursor)
	w.Header().Set("Link", fmt.Sprintf(`<%s?%s>; rel="next"`, path, next.Encode()))
}
