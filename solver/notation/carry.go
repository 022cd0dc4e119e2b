package notation

import (
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// carry moves n cards from a column to another one: at once if they are a group that the game moves,
// one by one if its cards move so, otherwise part by part through empty columns.
func (t *table) carry(from, to game.Place, n int) (refusal string) {
	if t.rules.Tableau.Groups == rules.GroupsNo {
		return t.shift(from, to, n)
	}
	parts := t.parts(from, n)
	if len(parts) < 2 {
		return t.shift(from, to, n)
	}
	columns := t.free(from, to)
	if len(parts) > 1<<len(columns) {
		return fmt.Sprintf("%d groups can't move with %d other empty columns", len(parts), len(columns))
	}
	return t.carryBy(from, to, parts, columns)
}

// parts splits the n top cards of a column into groups that move at once, and returns
// their sizes, the deepest first.
func (t *table) parts(from game.Place, n int) []int {
	var parts []int
	cards := t.top(from, n)
	for i, c := range cards {
		group := i > 0 && deal.Fits(t.rules, t.state.Table().Base, t.rules.Tableau.GroupPolicy, cards[i-1], c)
		if group {
			parts[len(parts)-1]++
		} else {
			parts = append(parts, 1)
		}
	}
	return parts
}

// carryBy moves parts through columns; there are enough of them.
func (t *table) carryBy(from, to game.Place, parts []int, columns []game.Place) (refusal string) {
	if len(parts) == 1 {
		return t.shift(from, to, parts[0])
	}
	// Half of what can be moved goes last, through all columns but one, in which the rest
	// waits until then.
	last, columns := columns[len(columns)-1], columns[:len(columns)-1]
	half := 1 << len(columns)
	if len(parts) <= half {
		return t.carryBy(from, to, parts, columns)
	}
	for _, leg := range []struct {
		from, to game.Place
		parts    []int
	}{{from, last, parts[half:]}, {from, to, parts[:half]}, {last, to, parts[half:]}} {
		if refusal := t.carryBy(leg.from, leg.to, leg.parts, columns); refusal != "" {
			return refusal
		}
	}
	return ""
}

// free returns the empty columns other than from and to, if any card may fill them.
func (t *table) free(from, to game.Place) (columns []game.Place) {
	for i := range t.state.Table().Tableau {
		if at := game.At(game.Tableau, i+1); t.rules.Tableau.Spaces == rules.SpacesAny && t.empty(at) && at != from && at != to {
			columns = append(columns, at)
		}
	}
	return columns
}
