package client

import (
	"encoding/json"
	"strings"
)

// Places is where the cards of a move come from: one place, written as a text, or for cards
// that are removed a list of one or two.
type Places struct {
	Names []string
	List  bool // whether it is written as a list
}

// From returns the one place that a move's cards come from.
func From(place string) Places { return Places{Names: []string{place}} }

// FromEach returns the places that removed cards come from, one for each.
func FromEach(places ...string) Places { return Places{Names: places, List: true} }

// String returns the places, separated by "and".
func (p Places) String() string { return strings.Join(p.Names, " and ") }

// IsZero reports whether there is no place, so that an absent field stays absent.
func (p Places) IsZero() bool { return len(p.Names) == 0 }

// MarshalJSON writes a text or a list.
func (p Places) MarshalJSON() ([]byte, error) {
	if p.List || len(p.Names) != 1 {
		return json.Marshal(p.Names)
	}
	return json.Marshal(p.Names[0])
}

// UnmarshalJSON reads a text or a list.
func (p *Places) UnmarshalJSON(text []byte) error {
	if len(text) > 0 && text[0] == '[' {
		p.List = true
		return json.Unmarshal(text, &p.Names)
	}
	p.Names, p.List = make([]string, 1), false
	return json.Unmarshal(text, &p.Names[0])
}
