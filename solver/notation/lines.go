package notation

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// Moves as lines for people are numbered, and say what moves where:
//
//	 12. JD TS from tableau/3 to tableau/5, which turns up 5H
//	 13. draw 3
//
// On a terminal the command line writes the same with symbols and other names of places:
//
//	 12. J♦ 10♠ from column 3 to column 5, which turns up 5♥
//
// Both are read, wherever lines are broken. Numbers may be left out. A number that is
// written must be the move's own, so that no move is lost unnoticed.

// numbered writes moves for people.
func numbered(moves []game.Move) string {
	var text strings.Builder
	for i, m := range moves {
		fmt.Fprintf(&text, "%3d. %s", i+1, m)
		if m.TurnsUp != card.None {
			fmt.Fprintf(&text, ", %s %s", strings.Join(turning, " "), m.TurnsUp)
		}
		text.WriteByte('\n')
	}
	return text.String()
}

// turning stands between a move and the card that it turns up.
var turning = []string{"which", "turns", "up"}

// colours matches the escape sequences with which a terminal shows cards in colour.
var colours = regexp.MustCompile("\x1b\\[[0-9;]*m")

// sentences parses moves for people.
func (p *parser) sentences(text string) {
	s := sentences{text: colours.ReplaceAllString(text, ""), rows: "row/"}
	if p.rules.Sequences.Count > 0 {
		s.rows = "sequence/"
	}
	for !p.full() {
		if s.peek() == "" {
			return
		}
		start := s.at
		if end := s.endOfLine(); isOther(Text, strings.TrimSpace(s.text[start:end])) {
			s.at = end
			continue
		}
		m, err := s.numberedMove(len(p.steps) + 1)
		if err != nil { // go on after the line
			s.at = start
			s.at = s.endOfLine()
		}
		p.add(strings.Join(strings.Fields(s.text[start:s.at]), " "), plain(func(t *table) string { return t.do(m) }), err)
	}
}

// sentences reads a text of moves for people word by word.
type sentences struct {
	text string
	at   int    // how much of it is read
	rows string // what a place in a row is a place of
}

// endOfLine returns where the line ends that is read.
func (s *sentences) endOfLine() int {
	if n := strings.IndexByte(s.text[s.at:], '\n'); n >= 0 {
		return s.at + n
	}
	return len(s.text)
}

// peek returns the next word, and goes to its beginning. At the end it returns none.
func (s *sentences) peek() string {
	s.at = len(s.text) - len(strings.TrimLeftFunc(s.text[s.at:], separates))
	rest := s.text[s.at:]
	if n := len(numbering(rest)); n > 0 {
		return rest[:n]
	}
	if n := strings.IndexFunc(rest, separates); n >= 0 {
		return rest[:n]
	}
	return rest
}

// take returns the next word, and goes to its end.
func (s *sentences) take() string {
	word := s.peek()
	s.at += len(word)
	return word
}

// follow goes to the end of the words that are next, if it is these words.
func (s *sentences) follow(words ...string) bool {
	before := s.at
	for _, w := range words {
		if !strings.EqualFold(s.take(), w) {
			s.at = before
			return false
		}
	}
	return true
}

var errNoMove = errors.New("not a move: write, for example, draw 3, redeal, deal 7, or QH JS from tableau/2 to tableau/6")

// numberedMove reads the nth move.
func (s *sentences) numberedMove(nth int) (game.Move, error) {
	if n := len(numbering(s.peek())); n > 0 {
		if number := s.take(); digits(number[:n-1], maxMoves) != nth {
			return game.Move{}, fmt.Errorf("its number must be %d", nth)
		}
	}
	for _, action := range []game.Action{game.Draw, game.Deal} {
		m := game.Move{Action: action}
		if name, _, _ := strings.Cut(m.String(), " "); s.follow(name) {
			if m.Count = digits(s.take(), 104); m.Count == 0 {
				return m, errNoMove
			}
			return m, nil
		}
	}
	if m := (game.Move{Action: game.Redeal}); s.follow(m.String()) {
		return m, nil
	}
	m := game.Move{Action: game.Shift}
	if s.follow("remove") {
		m.Action = game.Remove
	}
	var err error
	for !s.follow("from") {
		word := s.take()
		if word == "" {
			return m, errNoMove
		}
		var c card.Card
		if c, _, err = card.Parse(word); err != nil && len(m.Cards) == 0 && !s.lineHas("from") {
			return m, errNoMove
		} else if err != nil {
			return m, err
		}
		m.Cards = append(m.Cards, c)
	}
	if len(m.Cards) == 0 {
		return m, errNoMove
	}
	if m.From, err = s.place(); err != nil {
		return m, err
	}
	if m.Action == game.Remove {
		two := s.follow("and")
		if two {
			m.And, err = s.place()
		}
		if err == nil && two != (len(m.Cards) == 2) || len(m.Cards) > 2 {
			err = errNoMove
		}
		return m, err
	}
	if !s.follow("to") {
		return m, errNoMove
	}
	if m.To, err = s.place(); err == nil && s.follow(turning...) {
		m.TurnsUp, _, err = card.Parse(s.take())
	}
	return m, err
}

// lineHas reports whether a word stands on the rest of the line.
func (s *sentences) lineHas(word string) bool {
	return slices.Contains(strings.Fields(strings.ToLower(s.text[s.at:s.endOfLine()])), word)
}

// places has the names of places for people, if they differ.
var places = map[string]string{"column": "tableau", "pile": "accordion"}

// place reads a place.
func (s *sentences) place() (game.Place, error) {
	word := strings.ToLower(s.take())
	if name := places[word]; name != "" {
		word = name
	}
	switch word {
	case "tableau", "cell", "accordion":
		word += "/" + s.take()
	case "reserve":
		if n := s.peek(); digits(n, 104) > 0 {
			word += "/" + s.take()
		}
	case "foundation":
		word += "/" + s.take()
		if n := s.peek(); digits(n, 104) > 0 {
			word += "/" + s.take()
		}
	case "row", "sequence":
		word = s.rows + s.take()
		if s.follow("place") {
			word += "/" + s.take()
		}
	}
	return game.ParsePlace(word)
}
