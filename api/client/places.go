package client

import (
	"encoding/json"
	"strings"
)

// Places is where the cards of a move come from. For most moves it is one place, written as a text.
// If cards are removed, it is a list of one or two places.
type Places struct {
	Names []string
	List  bool // whether it is written as a list in JSON
}

// From returns the one place that a move's cards come from.
func From(place string) Places { return Places{Names: []string{place}} }

// FromEach returns the places of removed cards, one place for each card.
func FromEach(places ...string) Places { return Places{Names: places, List: true} }

// String returns the places, separated by "and".
func (p Places) String() string { return strings.Join(p.Names, " and ") }

// IsZero reports whether there is no place. The JSON field is then left out.
func (p Places) IsZero() bool { return len(p.Names) == 0 }

// MarshalJSON writes one place as a text, and a list as a list.
func (p Places) MarshalJSON() ([]byte, error) {
	if p.List || len(p.Names) != 1 {
		return json.Marshal(p.Names)
	}
	return json.Marshal(p.Names[0])
}

// UnmarshalJSON reads a text or a list of texts.
func (p *Places) UnmarshalJSON(text []byte) error {
	if len(text) > 0 && text[0] == '[' {
		p.List = true
		return json.Unmarshal(text, &p.Names)
	}
	p.Names, p.List = make([]string, 1), false
	return json.Unmarshal(text, &p.Names[0])
}
