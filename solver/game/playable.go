package game

import (
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// NotPlayable says that rules are valid but use a part of the language that the
// referee, and so the service, does not play yet.
type NotPlayable struct {
	Field string // the field of the rules that asks for it
	What  string // what it asks for
}

func (e *NotPlayable) Error() string {
	return fmt.Sprintf("rules.%s: %s can be described but not played yet", e.Field, e.What)
}

// Playable tells whether the referee plays games of rules r; the error, if any,
// is a *NotPlayable.
func Playable(r *rules.Rules) error {
	for _, gap := range []struct {
		lacking     bool
		field, what string
	}{
		{r.Accordion.Size > 0, "accordion", "an accordion"},
		{r.Sequences.Count > 0, "sequences", "a game of sequences"},
	} {
		if gap.lacking {
			return &NotPlayable{gap.field, gap.what}
		}
	}
	return nil
}
