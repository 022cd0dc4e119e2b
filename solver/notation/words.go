package notation

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
)

// A text is pasted from anywhere: with commas or tabs between the cards or nothing, with the
// prompt at which a program was started, or with a headline.

// word is a card of a text as documents have it, with its place for errors.
type word struct {
	path, text string
	down       bool // written as face down, in angle brackets
}

// fields splits a line at blanks, commas and semicolons, and words that are only cards, such as
// 4C2C, into cards.
func fields(line string) []string {
	var all []string
	for _, text := range strings.FieldsFunc(line, separates) {
		if cards, whole := splitCards(text); whole {
			all = append(all, cards...)
		} else {
			all = append(all, text)
		}
	}
	return all
}

// splitCards cuts a word after each suit letter; no rank uses these letters. whole reports whether all of
// it is cards.
func splitCards(text string) (cards []string, whole bool) {
	whole = true
	for text != "" {
		n := cardLength(text)
		cards = append(cards, text[:n])
		whole = whole && isCard(text[:n])
		text = text[n:]
	}
	return cards, whole
}

// cardLength returns how many bytes of a text its first card has; all, if there is no suit.
func cardLength(text string) int {
	if strings.HasPrefix(text, emptyPlace) || strings.HasPrefix(text, deal.Unseen) {
		return 2
	}
	for i := 0; i < len(text); {
		_, size := utf8.DecodeRuneInString(text[i:])
		i += size
		if _, ok := card.ParseSuit(text[i-size : i]); ok {
			return len(text) - len(strings.TrimLeft(text[i:], "\uFE0E\uFE0F")) // its variation selector
		}
	}
	return len(text)
}

// emptyPlace is how a place is written from which the card has gone.
const emptyPlace = "--"

// isCard reports whether a word is a card, seen or not, in angle brackets or not, or an empty place.
func isCard(text string) bool {
	plain, _ := unbracketed(text)
	_, _, err := card.Parse(plain)
	return err == nil || plain == deal.Unseen || plain == emptyPlace
}

// unbracketed removes angle brackets around a card, which lies face down.
func unbracketed(text string) (plain string, down bool) {
	if down = len(text) > 2 && text[0] == '<' && text[len(text)-1] == '>'; down {
		text = text[1 : len(text)-1]
	}
	return text, down
}

// isProse reports whether a line is no line of cards, but a prompt, a headline or a move: fewer than
// half of its words are cards. A single short word may be a card that is written wrong.
func isProse(line string) bool {
	words := fields(strings.TrimPrefix(line, ":"))
	cards := 0
	for _, text := range words {
		if isCard(text) {
			cards++
		}
	}
	return 2*cards < len(words) && (len(words) > 1 || utf8.RuneCountInString(words[0]) > 3)
}

// linePath is the place of a line in errors.
func linePath(number int) string { return fmt.Sprintf("deal line %d", number) }

// wordsOf returns the words of a line, numbered as cards.
func wordsOf(format, path, line string) []word {
	var words []word
	for i, text := range fields(line) {
		w := word{path: fmt.Sprintf("%s card %d", path, i+1), text: text}
		plain, down := unbracketed(text)
		if down && format != PySol {
			plain, down = text, false
		}
		switch c, _, err := card.Parse(plain); {
		case err == nil && down:
			w.text, w.down = c.Down(), true
		case err == nil:
			w.text = c.String()
		case plain == deal.Unseen:
			w.text = plain
		}
		words = append(words, w)
	}
	return words
}
