package game_test

import "fmt"

// The oracle's part for cards that are removed from the tops of columns.

// discards lists the removals.
func (s *oracle) discards() []outcome {
	var all []outcome
	q := s.r.Discard
	gone := func(columns ...int) *oracle {
		n := s.after()
		for _, i := range columns {
			n.cols[i] = butLast(s.cols[i])
		}
		return n
	}
	for i, one := range s.cols {
		if q.Policy == "" || len(one) == 0 {
			continue
		}
		a := last(one)
		if q.Policy == "pair-sum" && rankOf(a) == q.Sum {
			all = append(all, outcome{fmt.Sprintf("remove %s from tableau/%d", a, i+1), gone(i)})
		}
		beaten := false
		for j, two := range s.cols {
			if len(two) == 0 || i == j {
				continue
			}
			b := last(two)
			// The ace, which is 1, is the highest of its suit.
			beaten = beaten || suitOf(a) == suitOf(b) && (rankOf(b)-2+100)%100 > (rankOf(a)-2+100)%100
			pair := q.Policy == "pair-sum" && rankOf(a)+rankOf(b) == q.Sum || q.Policy == "pair-rank" && rankOf(a) == rankOf(b)
			if i < j && pair && s.beside(i, j) {
				all = append(all, outcome{fmt.Sprintf("remove %s %s from tableau/%d and tableau/%d", a, b, i+1, j+1), gone(i, j)})
			}
		}
		if q.Policy == "lower-in-suit" && beaten {
			all = append(all, outcome{fmt.Sprintf("remove %s from tableau/%d", a, i+1), gone(i)})
		}
	}
	return all
}

// beside reports whether two columns, i left of j, may be used together: they are next to
// each other in a row, or in rows one below the other at most one place to the side.
func (s *oracle) beside(i, j int) bool {
	width := s.r.Discard.Row
	if width == 0 {
		return true
	}
	line, place := i/width, i%width
	for _, near := range [][2]int{{line, place + 1}, {line + 1, place - 1}, {line + 1, place}, {line + 1, place + 1}} {
		if near[1] >= 0 && near[1] < width && near[0]*width+near[1] == j {
			return true
		}
	}
	return false
}
