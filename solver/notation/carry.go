package notation

import (
	"fmt"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// carry moves n cards from a column to another one: at once if they are a group that the
// game moves, otherwise part by part through cells and empty columns.
func (t *table) carry(from, to game.Place, n int) (refusal string) {
	parts := t.parts(from, n)
	if len(parts) < 2 {
		return t.shift(from, to, n)
	}
	cells, columns := t.free(from, to)
	if most := (len(cells) + 1) << len(columns); len(parts) > most {
		return fmt.Sprintf("%d cards can't move one by one with %d empty cells and %d other empty columns", n, len(cells), len(columns))
	}
	return t.carryBy(from, to, parts, cells, columns)
}

// parts splits the n top cards of a column into groups that move at once, and returns
// their sizes, the deepest first.
func (t *table) parts(from game.Place, n int) []int {
	var parts []int
	cards := t.top(from, n)
	for i, c := range cards {
		group := i > 0 && t.rules.Tableau.Groups != rules.GroupsNo && cards[i-1].Rank() == c.Rank()+1 && t.rules.Tableau.GroupPolicy.Follows(cards[i-1], c)
		if group {
			parts[len(parts)-1]++
		} else {
			parts = append(parts, 1)
		}
	}
	return parts
}

// carryBy moves parts through cells and columns; there are enough of them.
func (t *table) carryBy(from, to game.Place, parts []int, cells, columns []game.Place) (refusal string) {
	if len(parts) <= len(cells)+1 {
		return t.carryByCells(from, to, parts, cells)
	}
	// Half of what can be moved goes last, through all columns but one, in which the rest
	// waits until then.
	last, columns := columns[len(columns)-1], columns[:len(columns)-1]
	half := (len(cells) + 1) << len(columns)
	if len(parts) <= half {
		return t.carryBy(from, to, parts, cells, columns)
	}
	for _, leg := range []struct {
		from, to game.Place
		parts    []int
	}{{from, last, parts[half:]}, {from, to, parts[:half]}, {last, to, parts[half:]}} {
		if refusal := t.carryBy(leg.from, leg.to, leg.parts, cells, columns); refusal != "" {
			return refusal
		}
	}
	return ""
}

func (t *table) carryByCells(from, to game.Place, parts []int, cells []game.Place) (refusal string) {
	used := cells[:len(parts)-1]
	for _, c := range used {
		if refusal := t.shift(from, c, 1); refusal != "" {
			return refusal
		}
	}
	refusal = t.shift(from, to, parts[0])
	for _, c := range slices.Backward(used) {
		if refusal == "" {
			refusal = t.shift(c, to, 1)
		}
	}
	return refusal
}

// free returns the empty cells, in games that move cards one by one, and the empty
// columns other than from and to, if any card may fill them.
func (t *table) free(from, to game.Place) (cells, columns []game.Place) {
	p := t.state.Table()
	for i, c := range p.Cells {
		if c == card.None && t.rules.Tableau.Groups == rules.GroupsNo {
			cells = append(cells, game.At(game.Cell, i+1))
		}
	}
	for i := range p.Tableau {
		if at := game.At(game.Tableau, i+1); t.rules.Tableau.Spaces == rules.SpacesAny && t.empty(at) && at != from && at != to {
			columns = append(columns, at)
		}
	}
	return cells, columns
}
