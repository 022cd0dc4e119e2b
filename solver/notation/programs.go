package notation

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// Programs that play FreeCell and its kin print moves in various forms. Their lines are
// recognised by their form, and name every card that goes home. What has none of these forms is words of
// standard notation.

// A form is how a program writes a move on a line.
type form struct {
	like *regexp.Regexp
	read func(p *parser, found []string) (step, error)
}

// cardForm matches a card.
const cardForm = `((?:10|[02-9TJQKA])[^\s\d]\x{FE0F}?)`

var forms = []form{
	// fc-solve -m: Move 2 cards from stack 3 to stack 5
	{regexp.MustCompile(`^Move [^:].*`), (*parser).sentence},
	// patsolve: 7C to 8D; 2S to temp; KC to empty pile; AC out
	{regexp.MustCompile(`(?i)^` + cardForm + ` (out|to temp|to empty pile|to ` + cardForm + `)$`), (*parser).patsolve},
	// Shirl Hart's solver: its number, standard notation, the cards that move, where to, cards
	// that go home after it
	{regexp.MustCompile(`^(\d+)\|([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)$`), (*parser).tabular},
	// Column 5 -> Freecell 1
	{regexp.MustCompile(`(?i)^(column|stack|freecell|cell) (\d+) *(?:->|=>|→) *(column|stack|freecell|cell|foundation|home)(?: (\d+))?$`), (*parser).arrow},
}

// coded matches a line of macroxue's solver: the number of a Microsoft deal, and its moves
// glued together.
var coded = regexp.MustCompile(`(?mi)^\s*\d+:((?:[1-9a-g][1-9a-hr]){2,})\s*$`)

// freeCell parses a text of moves of FreeCell and its kin.
func (p *parser) freeCell(text string) {
	p.counted = counted.MatchString(text)
	switch found := coded.FindAllStringSubmatch(text, 2); {
	case len(found) > 1:
		p.AddError("moves", "several lines begin with the number of a deal: give the moves of one deal at a time")
		return
	case len(found) == 1 && noMoves(FCSolve, strings.Replace(text, found[0][0], "", 1)):
		text = found[0][1]
	}
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
		numbered := numbering(line)
		bare := strings.Trim(line[len(numbered):], " ,;")
		if i := slices.IndexFunc(forms, func(f form) bool { return f.like.MatchString(bare) }); i >= 0 {
			flush()
			p.explicit = true
			s, err := forms[i].read(p, forms[i].like.FindStringSubmatch(bare))
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

// patsolve reads a line of patsolve.
func (p *parser) patsolve(found []string) (step, error) {
	moving, _, err := card.Parse(found[1])
	if err != nil {
		return step{}, err
	}
	onto := card.None
	if found[3] != "" {
		if onto, _, err = card.Parse(found[3]); err != nil {
			return step{}, err
		}
	}
	return plain(func(t *table) string {
		from, n := t.find(moving)
		if n == 0 {
			return fmt.Sprintf("%s lies in no column or cell", moving)
		}
		switch {
		case found[3] != "":
			to, depth := t.find(onto)
			if depth != 1 || to.Pile != game.Tableau {
				return fmt.Sprintf("%s is not the last card of a column", onto)
			}
			return t.carry(from, to, n)
		case strings.EqualFold(found[2], "out"):
			return t.shift(from, game.Place{Pile: game.Foundation}, n)
		case strings.EqualFold(found[2], "to temp"):
			to, refusal := t.freeCell()
			if refusal != "" {
				return refusal
			}
			return t.shift(from, to, n)
		}
		for i := range t.state.Table().Tableau {
			if to := game.At(game.Tableau, i+1); t.empty(to) {
				return t.carry(from, to, n)
			}
		}
		return "no column is empty"
	}), nil
}

// find returns where a card lies, in a column or cell, and how many cards lie from it to the
// top; 0 if it lies elsewhere.
func (t *table) find(c card.Card) (at game.Place, n int) {
	p := t.state.Table()
	for i, column := range p.Tableau {
		if depth := slices.Index(column.Cards, c); depth >= column.Down && depth >= 0 {
			return game.At(game.Tableau, i+1), len(column.Cards) - depth
		}
	}
	if i := slices.Index(p.Cells, c); i >= 0 {
		return game.At(game.Cell, i+1), 1
	}
	return game.Place{}, 0
}

// freeCell returns the first empty cell.
func (t *table) freeCell() (cell game.Place, refusal string) {
	i := slices.Index(t.state.Table().Cells, card.None)
	if i < 0 {
		return game.Place{}, "no cell is empty"
	}
	return game.At(game.Cell, i+1), ""
}

// tabular reads a line of Shirl Hart's solver.
func (p *parser) tabular(found []string) (step, error) {
	if found[1] != strconv.Itoa(len(p.steps)+1) {
		return step{}, fmt.Errorf("its number must be %d", len(p.steps)+1)
	}
	from, to, err := standardPlaces(found[2])
	if err != nil {
		return step{}, err
	}
	moving, err := cardRuns(found[3])
	if err != nil {
		return step{}, err
	}
	home, err := cardRuns(found[5])
	if err != nil {
		return step{}, err
	}
	if len(moving) == 0 {
		return step{}, errors.New("no card is named")
	}
	return plain(func(t *table) string {
		at, n := t.find(moving[0])
		if at != from {
			return fmt.Sprintf("%s does not lie in %s", moving[0], from)
		}
		refusal := ""
		if from.Pile == game.Tableau && to.Pile == game.Tableau {
			refusal = t.carry(from, to, n)
		} else {
			refusal = t.shift(from, to, n)
		}
		if refusal != "" {
			return refusal
		}
		return t.allHome(home)
	}), nil
}

// allHome moves cards home, in whatever order is possible.
func (t *table) allHome(cards []card.Card) (refusal string) {
	for left := slices.Clone(cards); len(left) > 0; {
		before := len(left)
		left = slices.DeleteFunc(left, func(c card.Card) bool {
			from, n := t.find(c)
			if n != 1 {
				refusal = fmt.Sprintf("%s can't go home", c)
				return false
			}
			refusal = t.shift(from, game.Place{Pile: game.Foundation}, 1)
			return refusal == ""
		})
		if len(left) == before {
			return refusal
		}
	}
	return ""
}

// cardRuns reads cards such as AC-3C;2D, where a run goes through the ranks between its ends,
// upwards or downwards, and means its first card alone if it is not of one suit.
func cardRuns(text string) ([]card.Card, error) {
	var cards []card.Card
	for _, run := range strings.FieldsFunc(text, separates) {
		first, last, _ := strings.Cut(run, "-")
		from, _, err := card.Parse(first)
		if err != nil {
			return nil, err
		}
		cards = append(cards, from)
		if last == "" {
			continue
		}
		to, _, err := card.Parse(last)
		if err != nil {
			return nil, err
		}
		for rank := from.Rank() + 1; rank <= to.Rank() && from.Suit() == to.Suit(); rank++ {
			cards = append(cards, card.New(rank, from.Suit()))
		}
	}
	return cards, nil
}

// arrow reads a line such as Column 5 -> Freecell 1. Programs count from 0 or from 1.
func (p *parser) arrow(found []string) (step, error) {
	kinds := map[string]game.Pile{
		"column": game.Tableau, "stack": game.Tableau, "freecell": game.Cell, "cell": game.Cell, "foundation": game.Foundation, "home": game.Foundation,
	}
	source, target := kinds[strings.ToLower(found[1])], kinds[strings.ToLower(found[3])]
	from, err := strconv.Atoi(found[2])
	to := 0
	if target != game.Foundation && err == nil {
		to, err = strconv.Atoi(found[4])
	}
	if err != nil || from > 50 || to > 50 {
		return step{}, errors.New("a place has no number, or too high a number")
	}
	p.numbered = true
	p.zero = p.zero || from == 0 || target != game.Foundation && to == 0
	return step{ways: func(t *table) []way {
		start, end := game.At(source, from+1-t.base), game.Place{Pile: target}
		if target != game.Foundation {
			end.N = to + 1 - t.base
		}
		if source == game.Tableau && target == game.Tableau {
			return t.carrying(start, end, false)
		}
		return []way{{play: func(t *table) string { return t.home(start, end) }}}
	}}, nil
}
