package game_test

import (
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// cards reads cards between spaces.
func cards(text string) []card.Card {
	var all []card.Card
	for word := range strings.FieldsSeq(text) {
		c, _, err := card.Parse(word)
		if err != nil && word != ".." { // an empty place
			panic(err)
		}
		all = append(all, c)
	}
	return all
}

// cardWords writes cards as cards reads them.
func cardWords(cards []card.Card) string {
	words := make([]string, len(cards))
	for i, c := range cards {
		words[i] = c.String()
	}
	return strings.Join(words, " ")
}

// shift returns a move of cards from one place to another.
func shift(from, to, text string) game.Move {
	m := game.Move{Cards: cards(text)}
	for at, word := range map[*game.Place]string{&m.From: from, &m.To: to} {
		p, err := game.ParsePlace(word)
		if err != nil {
			panic(err)
		}
		*at = p
	}
	return m
}

// do makes the legal move with this text.
func do(t testing.TB, s *game.State, words string) {
	t.Helper()
	for _, m := range s.Legal() {
		if m.String() == words {
			s.Do(m)
			return
		}
	}
	t.Fatalf("%s is not legal; legal are\n%s", words, strings.Join(legal(s), "\n"))
}
