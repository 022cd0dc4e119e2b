package notation

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// standard writes moves in the standard notation of FreeCell, ten to a line, as fc-solve
// -m -snx does: source and target, columns by number, cells by the letters from a to g
// and then from k, h (home) for the foundations. How many cards move follows from the
// cards, except into an empty column, where a number above one follows a v, in
// hexadecimal digits.
func standard(p *deal.Position, moves []game.Move) (string, error) {
	heights := make([]int, len(p.Tableau))
	for i, c := range p.Tableau {
		heights[i] = len(c.Cards)
	}
	var words []string
	for i, m := range moves {
		if m.Action != game.Shift || m.From.Pile == game.Foundation {
			return "", &Unsupported{FCSolve, fmt.Sprintf("move %d, %s", i+1, m)}
		}
		word := standardPlace(m.From) + standardPlace(m.To)
		if m.From.Pile == game.Tableau {
			heights[m.From.N-1] -= len(m.Cards)
		}
		if m.To.Pile == game.Tableau {
			if heights[m.To.N-1] == 0 && len(m.Cards) > 1 {
				word += fmt.Sprintf("v%x", len(m.Cards))
			}
			heights[m.To.N-1] += len(m.Cards)
		}
		words = append(words, word)
	}
	return inLines(words, 10), nil
}

func standardPlace(p game.Place) string {
	switch p.Pile {
	case game.Tableau:
		return strconv.Itoa(p.N)
	case game.Cell:
		letter := 'a' + rune(p.N) - 1
		if letter >= 'h' {
			letter += 3 // h is home, and i and j look like numbers
		}
		return string(letter)
	default:
		return "h"
	}
}

// freeCell parses a text of moves of FreeCell and its kin: words of standard notation, and the
// sentences of fc-solve -m, Move 2 cards from stack 3 to stack 5.
func (p *parser) freeCell(text string) {
	p.counted = counted.MatchString(text)
	var tokens []string
	flush := func() {
		for _, word := range p.unglued(tokens) {
			if p.full() {
				return
			}
			s, err := p.standardStep(word)
			p.add(word, s, err)
		}
		tokens = nil
	}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || isOther(FCSolve, line) || p.full() {
			continue
		}
		bare := strings.Trim(line[len(numbering(line)):], " ,;")
		if strings.HasPrefix(bare, "Move ") {
			flush()
			p.explicit = true
			s, err := sentence(bare)
			p.add(line, s, err)
			continue
		}
		for word := range words(strings.TrimPrefix(line, "Move:")) {
			if len(tokens) > maxMoves {
				break
			}
			tokens = append(tokens, word)
		}
	}
	flush()
}

// standardStep reads a word of the standard notation. Into an empty column a word without
// a v moves one card if the text is counted, which means that it has a v wherever more
// cards move (fc-solve -snx). Otherwise (fc-solve -sn) it may be any number that can
// move. An r is any cell, as in published lists of moves; then a is the card that has been
// longest in a cell.
func (p *parser) standardStep(word string) (step, error) {
	places, hex, given := strings.Cut(strings.ToLower(word), "v")
	if n := digits(strings.TrimSuffix(places, "h"), 9); strings.HasSuffix(places, "h") && !given && (n > 0 || places == "0h") {
		return step{ways: func(t *table) []way { return t.goingUp(n) }}, nil
	}
	if source, any := strings.CutSuffix(places, "r"); any && !given && p.rules.Cells.Count < cellR {
		from := standardPlaceOf(source)
		if from.Pile != game.Tableau {
			return step{}, errors.New("before r, any cell, comes a column")
		}
		p.anyCell = true
		return plain(func(t *table) string {
			i := slices.Index(t.state.Table().Cells, card.None)
			if i < 0 {
				return "no cell is empty"
			}
			return t.shift(from, game.At(game.Cell, i+1), 1)
		}), nil
	}
	from, to, err := standardPlaces(places)
	if err != nil {
		return step{}, err
	}
	between := from.Pile == game.Tableau && to.Pile == game.Tableau
	switch {
	case given:
		n, err := strconv.ParseInt(hex, 16, 8)
		if err != nil || n < 1 || !between {
			return step{}, errors.New("v must be followed by how many cards move from column to column, in hexadecimal")
		}
		return plain(func(t *table) string {
			if !t.empty(to) {
				return "a number after v is allowed only for a move into an empty column"
			}
			return t.carry(from, to, int(n))
		}), nil
	case !between:
		return plain(func(t *table) string {
			at := from
			if p.anyCell && from.Pile == game.Cell { // counted as the cards came there
				waiting := t.waiting()
				if from.N > len(waiting) {
					return fmt.Sprintf("only %d cells have cards", len(waiting))
				}
				at.N = waiting[from.N-1]
			}
			return t.home(at, to)
		}), nil
	default:
		return step{ways: func(t *table) []way { return t.carrying(from, to, p.counted) }}, nil
	}
}

// unglued splits words that are moves without blanks between them, wherever their lines are
// broken. With ten columns they can't be told apart.
func (p *parser) unglued(words []string) []string {
	long := func(w string) bool { return len(w) > 2 && !strings.HasPrefix(w[2:], "v") || len(w) > 4 }
	if p.rules.Tableau.Count > 9 || !slices.ContainsFunc(words, long) {
		return words
	}
	var moves []string
	for rest := strings.ToLower(strings.Join(words, "")); rest != "" && len(moves) <= maxMoves; {
		if len(rest) < 2 || !p.has(rest[:1]) || !p.has(rest[1:2]) && rest[1] != 'h' && rest[1] != 'r' {
			return words
		}
		n := 2
		if strings.HasPrefix(rest[2:], "v") {
			n = min(4, len(rest))
		}
		moves, rest = append(moves, rest[:n]), rest[n:]
	}
	return moves
}

// has reports whether the game has a column or cell.
func (p *parser) has(text string) bool {
	at := standardPlaceOf(text)
	return at.Pile == game.Tableau && at.N <= p.rules.Tableau.Count || at.Pile == game.Cell && at.N <= p.rules.Cells.Count
}

// carrying returns what a step from column to column could mean that gives no number of
// cards. Onto a card the number follows from the cards. Into an empty column it is one
// card, the whole run, or a part of it.
func (t *table) carrying(from, to game.Place, counted bool) []way {
	carry := func(n int) way {
		return way{fmt.Sprintf("%d cards move", n), func(t *table) string { return t.carry(from, to, n) }}
	}
	ways := []way{carry(t.fitting(from, to))}
	if counted || !t.empty(to) {
		return ways
	}
	run := 1
	for cards := t.top(from, 2); cards != nil && cards[0].Rank() == cards[1].Rank()+1; cards = t.top(from, run+1) {
		run++
	}
	for n := run; n > 1; n-- {
		ways = append(ways, carry(n))
	}
	return ways
}

// goingUp returns what 5h could mean. Where only complete runs go up, fc-solve counts
// columns from 0, unlike elsewhere.
func (t *table) goingUp(n int) []way {
	var ways []way
	for _, column := range []int{n, n + 1} {
		from := game.At(game.Tableau, column)
		if column > 0 && (column == n || t.rules.Foundations.CompleteOnly) {
			ways = append(ways, way{
				fmt.Sprintf("the run of %s goes up", from),
				func(t *table) string { return t.home(from, game.Place{Pile: game.Foundation}) },
			})
		}
	}
	if ways == nil {
		return []way{{play: func(*table) string { return "there is no column 0" }}}
	}
	return ways
}

// standardPlaces splits a word into source and target.
func standardPlaces(word string) (from, to game.Place, err error) {
	cut := 1
	if strings.HasPrefix(word, "10") {
		cut = 2
	}
	if len(word) > cut {
		from, to = standardPlaceOf(word[:cut]), standardPlaceOf(word[cut:])
	}
	if from.Pile == game.Nowhere || to.Pile == game.Nowhere || from.Pile == game.Foundation {
		return from, to, errors.New("a step is source and target: columns 1–10, cells a–g and then from k, h for the foundations")
	}
	return from, to, nil
}

// cellR is the number of the cell r.
const cellR = 15

// standardPlaceOf reads a place.
func standardPlaceOf(text string) game.Place {
	if n := digits(text, 10); n > 0 {
		return game.At(game.Tableau, n)
	}
	if len(text) != 1 {
		return game.Place{}
	}
	switch letter := text[0]; {
	case letter == 'h':
		return game.Place{Pile: game.Foundation}
	case letter >= 'a' && letter <= 'g':
		return game.At(game.Cell, int(letter-'a')+1)
	case letter >= 'k' && letter <= 'z':
		return game.At(game.Cell, int(letter-'k')+8)
	}
	return game.Place{}
}

// sentence reads a move that fc-solve writes in English. It counts columns and cells from
// 0.
func sentence(line string) (step, error) {
	wrong := errors.New("not a move of fc-solve, for example: Move a card from stack 3 to the foundations")
	what, route, ok := strings.Cut(strings.TrimPrefix(line, "Move "), " from ")
	run := false
	if rest, found := strings.CutPrefix(line, "Move the sequence on top of "); found {
		what, route, run, ok = "", rest, true, true
	}
	source, target, both := strings.Cut(route, " to ")
	from, to := sentencePlace(source), sentencePlace(target)
	if !ok || !both || from.Pile == game.Nowhere || to.Pile == game.Nowhere || from.Pile == game.Foundation {
		return step{}, wrong
	}
	count := 1
	switch number, isCards := strings.CutSuffix(what, " cards"); {
	case run:
		if from.Pile != game.Tableau || to.Pile != game.Foundation {
			return step{}, wrong
		}
	case isCards:
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || from.Pile != game.Tableau || to.Pile != game.Tableau {
			return step{}, wrong
		}
		count = n
	case what != "a card":
		return step{}, wrong
	}
	return plain(func(t *table) string {
		if from.Pile == game.Tableau && to.Pile == game.Tableau {
			return t.carry(from, to, count)
		}
		return t.home(from, to)
	}), nil
}

// sentencePlace reads a place of a sentence.
func sentencePlace(text string) game.Place {
	if text == "the foundations" {
		return game.Place{Pile: game.Foundation}
	}
	kind, number, _ := strings.Cut(text, " ")
	n, err := strconv.Atoi(number)
	if err != nil || n < 0 || n > 50 {
		return game.Place{}
	}
	switch kind {
	case "stack", "Stack":
		return game.At(game.Tableau, n+1)
	case "freecell":
		return game.At(game.Cell, n+1)
	}
	return game.Place{}
}

// home moves a card to or from a foundation or a cell. Where only complete runs go up, it
// moves the whole run.
func (t *table) home(from, to game.Place) (refusal string) {
	if to.Pile != game.Foundation || !t.rules.Foundations.CompleteOnly {
		return t.shift(from, to, 1)
	}
	n := int(t.rules.MaxRank)
	run := t.top(from, n)
	if run == nil {
		return fmt.Sprintf("%s has no complete run", from)
	}
	return t.do(game.Move{From: from, To: game.FoundationOf(run[0].Suit()), Cards: run})
}
