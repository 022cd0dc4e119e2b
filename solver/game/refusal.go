package game

import (
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/phrase"
)

// Refusal says why a move is illegal; empty if it is legal. It is a text in English, which may name
// values in braces, and then the values. So it can be compared, and translated.
type Refusal string

// legal is the Refusal of a legal move.
const legal Refusal = ""

// between separates the text, and the names and values after it.
const between = "\x00"

// refuse returns a Refusal with values, each after its name.
func refuse(text string, values ...string) Refusal {
	return Refusal(strings.Join(append([]string{text}, values...), between))
}

// Said returns the text of a refusal, and what stands in it for each name in braces.
func (r Refusal) Said() (text string, values map[string]string) {
	text, rest, _ := strings.Cut(string(r), between)
	values = map[string]string{}
	for rest != "" {
		var name, value string
		name, rest, _ = strings.Cut(rest, between)
		value, rest, _ = strings.Cut(rest, between)
		values[name] = value
	}
	return text, values
}

// String returns the refusal in English.
func (r Refusal) String() string {
	return phrase.Fill(r.Said())
}
