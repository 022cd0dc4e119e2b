package game_test

import (
	"fmt"
	"slices"
	"strings"
)

// The oracle's part for rows of places that cover each other.

// over lists the places that cover a place, as they are written in rules.
func (s *oracle) over(row, k int) []string {
	place := func(row, k int) string { return fmt.Sprintf("%d/%d", row, k) }
	switch q := s.r.Rows; {
	case q.Shape == "lists":
		return q.Covered[row-1][k-1]
	case q.Shape == "pyramid" && row == q.Count, q.Shape == "tripeaks" && row == 4:
		return nil
	case q.Shape == "tripeaks" && row == 1:
		return []string{place(2, 2*k-1), place(2, 2*k)}
	case q.Shape == "tripeaks" && row == 2:
		peak := (k + 1) / 2
		return []string{place(3, k+peak-1), place(3, k+peak)}
	}
	return []string{place(row+1, k), place(row+1, k+1)}
}

// open lists the cards of rows that can be played.
func (s *oracle) open() []source {
	var all []source
	for i, row := range s.laid {
		for k, c := range row {
			free := c != ""
			for _, place := range s.over(i+1, k+1) {
				var r, p int
				if _, err := fmt.Sscanf(place, "%d/%d", &r, &p); err != nil {
					panic(err)
				}
				free = free && s.laid[r-1][p-1] == ""
			}
			if free {
				n := s.after()
				n.laid = slices.Clone(s.laid)
				n.laid[i] = slices.Clone(row)
				n.laid[i][k] = ""
				all = append(all, source{fmt.Sprintf("row/%d/%d", i+1, k+1), []string{c}, n, ""})
			}
		}
	}
	return all
}

// rowsWon reports whether the rows, and what else the goal names, are gone.
func (s *oracle) rowsWon() bool {
	for _, row := range s.laid {
		if strings.Join(row, "") != "" {
			return false
		}
	}
	return s.r.Rows.Goal != "all" || len(s.stock)+len(s.waste) == 0
}

// coveredMoves returns all legal moves in a game of rows.
func (s *oracle) coveredMoves() []outcome {
	all := s.stockMoves(false)
	q := s.r.Rows
	if q.OnWaste {
		for _, from := range s.open() {
			d := rankOf(from.cards[0]) - rankOf(last(s.waste))
			if d*d == 1 || q.Loops && d*d == (s.r.Max-1)*(s.r.Max-1) {
				from.without.waste = append(slices.Clone(s.waste), from.cards[0])
				all = append(all, outcome{say(from, "waste"), from.without})
			}
		}
		return all
	}
	first := s.playable()
	for i, from := range first {
		if rankOf(from.cards[0]) == q.Sum {
			all = append(all, outcome{"remove " + from.cards[0] + " from " + from.place, from.without})
		}
		// What lies open before the first card is gone, without it.
		for _, second := range first[i+1:] {
			if rankOf(from.cards[0])+rankOf(second.cards[0]) != q.Sum {
				continue
			}
			for _, gone := range from.without.playable() {
				if gone.place == second.place {
					all = append(all, outcome{fmt.Sprintf("remove %s %s from %s and %s",
						from.cards[0], second.cards[0], from.place, second.place), gone.without})
				}
			}
		}
	}
	return all
}

// playable lists the cards that may be removed.
func (s *oracle) playable() []source {
	var all []source
	if s.r.Rows.InPlay && len(s.stock) > 0 {
		n := s.after()
		n.stock = butLast(s.stock)
		all = append(all, source{"stock", []string{last(s.stock)}, n, ""})
	}
	return slices.Concat(all, s.wastes(), s.open())
}
