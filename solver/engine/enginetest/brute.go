package enginetest

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Winnable reports whether position p can be won. It searches until it finds a win or has seen
// every position. ok is false if limit positions were seen before that.
func Winnable(r *rules.Rules, p *deal.Position, limit int) (winnable, ok bool) {
	seen := map[string]bool{Fingerprint(p): true}
	queue := []deal.Position{*p}
	var f []byte
	for len(queue) > 0 && len(seen) < limit {
		table := game.New(r, &queue[0])
		queue = queue[1:]
		if table.Won() {
			return true, true
		}
		for _, m := range table.Legal() {
			table.Do(m)
			if f = appendFingerprint(f[:0], table.Table()); !seen[string(f)] {
				seen[string(f)] = true
				queue = append(queue, table.Position())
			}
			table.Undo()
		}
	}
	return false, len(seen) < limit
}

// Fingerprint returns a short key of a position. Different orders of piles have different keys.
func Fingerprint(p *deal.Position) string {
	return string(appendFingerprint(make([]byte, 0, 64), p))
}

// appendFingerprint appends the key of a position to b. Most positions are met again: their keys are
// looked up, and need no memory of their own.
func appendFingerprint(b []byte, p *deal.Position) []byte {
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
	return append(b, byte(p.RedealsLeft), byte(p.Hole), byte(p.Base))
}

// Shortest returns the length of a shortest win, as game.Length counts it. It returns −1 if there
// is no win. ok is false if the search gave up after seeing limit positions.
func Shortest(r *rules.Rules, p *deal.Position, limit int) (length int, ok bool) {
	seen := map[string]bool{}
	var f []byte
	// Redeals cost nothing, so a layer also has the positions reached from it by redeals.
	for layer := []deal.Position{*p}; len(layer) > 0; length++ {
		var next []deal.Position
		for len(layer) > 0 {
			q := layer[0]
			layer = layer[1:]
			if f = appendFingerprint(f[:0], &q); seen[string(f)] {
				continue
			} else if seen[string(f)] = true; len(seen) >= limit {
				return 0, false
			}
			table := game.New(r, &q)
			if table.Won() {
				return length, true
			}
			for _, m := range table.Legal() {
				table.Do(m)
				switch f = appendFingerprint(f[:0], table.Table()); {
				case seen[string(f)]:
				case m.Action == game.Redeal:
					layer = append(layer, table.Position())
				default:
					next = append(next, table.Position())
				}
				table.Undo()
			}
		}
		layer = next
	}
	return -1, true
}

// Explore returns all positions that can be reached from p, beginning with p, and tells which of
// them can be won. ok is false if there are limit positions or more.
func Explore(r *rules.Rules, p *deal.Position, limit int) (positions []deal.Position, winnable []bool, ok bool) {
	x, ok := ExploreAll(r, []deal.Position{*p}, nil, limit)
	for _, far := range x.Far {
		winnable = append(winnable, far >= 0)
	}
	return x.Positions, winnable, ok
}

// Explored has given positions, and after them all others that can be reached from them.
type Explored struct {
	Positions []deal.Position
	Index     map[string]int // by fingerprint
	Far       []int          // by position: moves of a shortest win, −1 if there is none
}

// ExploreAll explores all positions that can be reached from the positions in from. The distances
// in x leave out moves for which free returns true; free may be nil. If there are limit positions
// or more, x is empty and ok is false.
func ExploreAll(r *rules.Rules, from []deal.Position, free func(game.Move) bool, limit int) (x Explored, ok bool) {
	type edge struct {
		from int
		free bool
	}
	x.Index = map[string]int{}
	var edges [][]edge // to each position
	var f []byte
	add := func(p *deal.Position) int {
		f = appendFingerprint(f[:0], p)
		i, known := x.Index[string(f)]
		if !known {
			i = len(x.Positions)
			x.Index[string(f)] = i
			x.Positions, x.Far, edges = append(x.Positions, p.Clone()), append(x.Far, -1), append(edges, nil)
		}
		return i
	}
	for i := range from {
		add(&from[i])
	}
	var layer []int
	for i := 0; i < len(x.Positions); i++ {
		if len(x.Positions) >= limit {
			return Explored{}, false
		}
		table := game.New(r, &x.Positions[i])
		if table.Won() {
			layer = append(layer, i)
		}
		for _, m := range table.Legal() {
			table.Do(m)
			to := add(table.Table())
			table.Undo()
			edges[to] = append(edges[to], edge{i, free != nil && free(m)})
		}
	}
	for far := 0; len(layer) > 0; far++ {
		var next []int
		for len(layer) > 0 {
			i := layer[len(layer)-1]
			layer = layer[:len(layer)-1]
			if x.Far[i] >= 0 {
				continue
			}
			x.Far[i] = far
			for _, e := range edges[i] {
				if e.free {
					layer = append(layer, e.from)
				} else {
					next = append(next, e.from)
				}
			}
		}
		layer = next
	}
	return x, true
}
