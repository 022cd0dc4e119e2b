package enginetest

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Winnable searches until it finds a win or has seen every position. ok is false if limit
// positions were seen before that.
func Winnable(r *rules.Rules, p *deal.Position, limit int) (winnable, ok bool) {
	seen := map[string]bool{Fingerprint(p): true}
	queue := []deal.Position{*p}
	for len(queue) > 0 && len(seen) < limit {
		table := game.New(r, &queue[0])
		queue = queue[1:]
		if table.Won() {
			return true, true
		}
		for _, m := range table.Legal() {
			table.Do(m)
			q := table.Position()
			table.Undo()
			if f := Fingerprint(&q); !seen[f] {
				seen[f] = true
				queue = append(queue, q)
			}
		}
	}
	return false, len(seen) < limit
}

// Fingerprint returns a short key of a position. Piles are not reordered.
func Fingerprint(p *deal.Position) string {
	b := make([]byte, 0, 64)
	pile := func(cards []card.Card) {
		for _, c := range cards {
			b = append(b, byte(c))
		}
		b = append(b, 255)
	}
	for _, c := range p.Tableau {
		b = append(b, byte(c.Down))
		pile(c.Cards)
	}
	pile(p.Cells)
	pile(p.Reserve)
	pile(p.Stock)
	pile(p.Waste)
	pile(p.Accordion)
	for _, row := range p.Sequences {
		pile(row)
	}
	for _, row := range p.Rows {
		pile(row)
	}
	for _, h := range p.Foundations {
		b = append(b, byte(h))
	}
	return string(append(b, byte(p.RedealsLeft), byte(p.Hole), byte(p.Base)))
}

// Shortest returns the length of a shortest win, as game.Length counts it, or −1 if there is
// none. ok is false if limit positions were seen before it is known.
func Shortest(r *rules.Rules, p *deal.Position, limit int) (length int, ok bool) {
	seen := map[string]bool{}
	// Redeals cost nothing, so a layer also has the positions reached from it by redeals.
	for layer := []deal.Position{*p}; len(layer) > 0; length++ {
		var next []deal.Position
		for len(layer) > 0 {
			q := layer[0]
			layer = layer[1:]
			if f := Fingerprint(&q); seen[f] {
				continue
			} else if seen[f] = true; len(seen) >= limit {
				return 0, false
			}
			table := game.New(r, &q)
			if table.Won() {
				return length, true
			}
			for _, m := range table.Legal() {
				table.Do(m)
				if m.Action == game.Redeal {
					layer = append(layer, table.Position())
				} else {
					next = append(next, table.Position())
				}
				table.Undo()
			}
		}
		layer = next
	}
	return -1, true
}

// Explore returns all positions that can be reached from one, which comes first, and which of them can
// be won; ok is false if there are limit positions or more.
func Explore(r *rules.Rules, p *deal.Position, limit int) (positions []deal.Position, winnable []bool, ok bool) {
	index := map[string]int{Fingerprint(p): 0}
	positions = []deal.Position{*p}
	var from [][]int // the positions that lead to each
	var won []int
	for i := 0; i < len(positions) && len(positions) < limit; i++ {
		table := game.New(r, &positions[i])
		from = append(from, make([][]int, len(positions)-len(from))...)
		if table.Won() {
			won = append(won, i)
		}
		for _, m := range table.Legal() {
			table.Do(m)
			q := table.Position()
			table.Undo()
			f := Fingerprint(&q)
			to, seen := index[f]
			if !seen {
				to = len(positions)
				index[f] = to
				positions, from = append(positions, q), append(from, nil)
			}
			from[to] = append(from[to], i)
		}
	}
	winnable = make([]bool, len(positions))
	for len(won) > 0 {
		i := won[len(won)-1]
		won = won[:len(won)-1]
		if !winnable[i] {
			winnable[i] = true
			won = append(won, from[i]...)
		}
	}
	return positions, winnable, len(positions) < limit
}
