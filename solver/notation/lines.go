package notation

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// Moves as lines for people are numbered, and say what moves where:
//
//	 12. JD TS from tableau/3 to tableau/5, which turns up 5H
//	 13. draw 3
//
// Numbers may be left out. A number that is written must be the line's own, so that no
// line is lost unnoticed.

// numbered writes moves for people.
func numbered(moves []game.Move) string {
	var text strings.Builder
	for i, m := range moves {
		fmt.Fprintf(&text, "%3d. %s", i+1, m)
		if m.TurnsUp != card.None {
			fmt.Fprintf(&text, "%s%s", turning, m.TurnsUp)
		}
		text.WriteByte('\n')
	}
	return text.String()
}

// turning stands between a move and the card that it turns up.
const turning = ", which turns up "

// lineStep reads the text's nth line.
func lineStep(line string, nth int) (step, error) {
	if number, rest, ok := strings.Cut(line, ". "); ok {
		if n, err := strconv.Atoi(number); err != nil || n != nth {
			return step{}, fmt.Errorf("its number must be %d", nth)
		}
		line = strings.TrimSpace(rest)
	}
	m, err := lineMove(line)
	return plain(func(t *table) string { return t.do(m) }), err
}

// lineMove reads a move without its number.
func lineMove(line string) (game.Move, error) {
	wrong := errors.New("not a move: write, for example, draw 3, redeal, deal 7, or QH JS from tableau/2 to tableau/6")
	if line == (game.Move{Action: game.Redeal}).String() {
		return game.Move{Action: game.Redeal}, nil
	}
	for _, action := range []game.Action{game.Draw, game.Deal} {
		m := game.Move{Action: action}
		if number, ok := strings.CutPrefix(line, strings.TrimSuffix(m.String(), "0")); ok {
			if m.Count = digits(number, 104); m.Count == 0 {
				return m, wrong
			}
			return m, nil
		}
	}
	if cards, ok := strings.CutPrefix(line, "remove "); ok {
		return lineRemoval(cards, wrong)
	}
	line, turned, turns := strings.Cut(line, turning)
	cards, route, _ := strings.Cut(line, " from ")
	from, to, ok := strings.Cut(route, " to ")
	if !ok {
		return game.Move{}, wrong
	}
	var m game.Move
	var err error
	if m.Cards, err = lineCards(cards); err != nil {
		return m, err
	}
	if m.From, err = game.ParsePlace(from); err != nil {
		return m, err
	}
	if m.To, err = game.ParsePlace(to); err != nil {
		return m, err
	}
	if turns {
		if m.TurnsUp, _, err = card.Parse(turned); err != nil {
			return m, err
		}
	}
	if len(m.Cards) == 0 {
		return m, wrong
	}
	return m, nil
}

// lineRemoval reads what follows the word of a removal, such as
// `8C 5C from waste and row/7/3`.
func lineRemoval(text string, wrong error) (game.Move, error) {
	m := game.Move{Action: game.Remove}
	cards, places, ok := strings.Cut(text, " from ")
	if !ok {
		return m, wrong
	}
	var err error
	if m.Cards, err = lineCards(cards); err != nil {
		return m, err
	}
	from, and, two := strings.Cut(places, " and ")
	if m.From, err = game.ParsePlace(from); err != nil {
		return m, err
	}
	if two {
		if m.And, err = game.ParsePlace(and); err != nil {
			return m, err
		}
	}
	if two != (len(m.Cards) == 2) || len(m.Cards) == 0 || len(m.Cards) > 2 {
		return m, wrong
	}
	return m, nil
}

// lineCards reads cards separated by spaces.
func lineCards(text string) ([]card.Card, error) {
	var cards []card.Card
	for word := range strings.FieldsSeq(text) {
		c, _, err := card.Parse(word)
		if err != nil {
			return nil, err
		}
		cards = append(cards, c)
	}
	return cards, nil
}
