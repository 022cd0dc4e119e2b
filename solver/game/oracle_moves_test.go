package game_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// outcome is a legal move in words and the table after it.
type outcome struct {
	move  string
	table *oracle
}

// source is a place cards can be taken from, and the table without them.
type source struct {
	place   string
	cards   []string
	without *oracle
	turned  string
}

// moves returns all legal moves.
func (s *oracle) moves() []outcome {
	var all []outcome
	if s.r.Accordion.Size > 0 {
		return s.accordionMoves()
	}
	if s.r.Sequences.Count > 0 {
		return s.gapMoves()
	}
	if s.r.Rows.Shape != "" {
		return s.coveredMoves()
	}
	var spaces []int
	for i, c := range s.cols {
		if len(c) == 0 {
			spaces = append(spaces, i)
		}
	}
	if len(spaces) > 0 {
		for _, from := range s.fillers() {
			for _, i := range spaces {
				to := from.without.after()
				to.cols[i] = from.cards
				all = append(all, outcome{say(from, fmt.Sprintf("tableau/%d", i+1)), to})
			}
		}
		if len(all) > 0 {
			return all
		}
	}
	all = append(all, s.stockMoves(len(spaces) > 0)...)
	all = append(all, s.columnRedeals()...)
	for _, from := range s.singles() {
		all = append(all, s.fromSingle(from, len(spaces) > 0)...)
	}
	for i := range s.cols {
		for _, from := range s.groups(i) {
			for j := range s.cols {
				if i != j && s.takes(j, from, len(spaces) > 0) {
					to := from.without.after()
					to.cols[j] = slices.Concat(to.cols[j], from.cards)
					all = append(all, outcome{say(from, fmt.Sprintf("tableau/%d", j+1)), to})
				}
			}
		}
		all = append(all, s.runMoves(i)...)
	}
	return append(all, s.discards()...)
}

func say(from source, to string) string {
	text := strings.Join(from.cards, " ") + " from " + from.place + " to " + to
	if from.turned != "" {
		text += " turning up " + from.turned
	}
	return text
}

// fillers returns the cards that must fill a space before anything else is done.
func (s *oracle) fillers() []source {
	switch s.r.Tableau.Spaces {
	case "auto-reserve-then-any", "auto-reserve-then-waste":
		return s.reserves()
	case "auto-waste-then-stock":
		if len(s.waste) > 0 {
			return s.wastes()
		}
		if len(s.stock) > 0 {
			n := s.after()
			n.stock = butLast(s.stock)
			return []source{{"stock", []string{last(s.stock)}, n, ""}}
		}
	}
	if s.r.Stock.To == "spaces" && len(s.stock) > 0 {
		n := s.after()
		n.stock = butLast(s.stock)
		return []source{{"stock", []string{last(s.stock)}, n, ""}}
	}
	return nil
}

func (s *oracle) reserves() []source {
	var all []source
	if s.r.Reserve.Stacked {
		if len(s.res) > 0 {
			n := s.after()
			n.res = butLast(s.res)
			all = append(all, source{"reserve", []string{last(s.res)}, n, ""})
		}
		return all
	}
	for i, c := range s.res {
		if c != "" {
			n := s.after()
			n.res[i] = ""
			all = append(all, source{fmt.Sprintf("reserve/%d", i+1), []string{c}, n, ""})
		}
	}
	return all
}

func (s *oracle) wastes() []source {
	if len(s.waste) == 0 {
		return nil
	}
	n := s.after()
	n.waste = butLast(s.waste)
	return []source{{"waste", []string{last(s.waste)}, n, ""}}
}

// stockMoves returns draws, redeals, and deals to the columns or the hole.
func (s *oracle) stockMoves(space bool) []outcome {
	var all []outcome
	switch n := s.after(); s.r.Stock.To {
	case "waste":
		if k := min(s.r.Stock.Count, len(s.stock)); k > 0 {
			turned := slices.Clone(s.stock[len(s.stock)-k:])
			slices.Reverse(turned)
			n.stock, n.waste = slices.Clone(s.stock[:len(s.stock)-k]), slices.Concat(s.waste, turned)
			all = append(all, outcome{fmt.Sprintf("draw %d", k), n})
		} else if len(s.waste) > 0 && s.left != 0 {
			n.stock, n.waste = slices.Clone(s.waste), nil
			slices.Reverse(n.stock)
			if s.left > 0 {
				n.left--
			}
			all = append(all, outcome{"redeal", n})
		}
	case "tableau piles":
		if len(s.stock) > 0 && (!space || s.r.Stock.Spaces == nil || *s.r.Stock.Spaces) {
			k := 0
			for ; k < len(n.cols) && len(n.stock) > 0; k++ {
				n.cols[k] = append(slices.Clone(n.cols[k]), last(n.stock))
				n.stock = butLast(n.stock)
			}
			all = append(all, outcome{fmt.Sprintf("deal %d", k), n})
		}
	case "hole":
		if len(s.stock) > 0 {
			n.stock, n.hole = butLast(s.stock), last(s.stock)
			all = append(all, outcome{last(s.stock) + " from stock to hole", n})
		}
	}
	return all
}

// columnRedeals takes the columns up and lays them again in packets.
func (s *oracle) columnRedeals() []outcome {
	hand := slices.Concat(s.cols...)
	room := 0
	if s.r.Stock.To == "redeal" {
		room = min(len(s.cols)*s.r.Tableau.Packets-len(hand), len(s.stock))
		next := slices.Clone(s.stock[len(s.stock)-room:])
		slices.Reverse(next)
		hand = append(hand, next...)
	}
	if s.r.Tableau.Packets == 0 || s.left == 0 || len(hand) == 0 {
		return nil
	}
	n := s.after()
	n.left = max(s.left-1, -1)
	n.stock = slices.Clone(s.stock[:len(s.stock)-room])
	for i := range n.cols {
		n.cols[i] = nil
		for len(hand) > 0 && len(n.cols[i]) < s.r.Tableau.Packets {
			n.cols[i] = append(n.cols[i], hand[0])
			hand = hand[1:]
		}
	}
	return []outcome{{"redeal", n}}
}

// singles returns the cards that can be played one by one, except from column to column,
// which groups covers.
func (s *oracle) singles() []source {
	all := append(s.wastes(), s.reserves()...)
	for i, c := range s.cells {
		if c != "" {
			n := s.after()
			n.cells[i] = ""
			all = append(all, source{fmt.Sprintf("cell/%d", i+1), []string{c}, n, ""})
		}
	}
	for i, col := range s.cols {
		if len(col) > 0 {
			all = append(all, s.lift(i, 1))
		}
	}
	if s.r.Foundations.Removable {
		for _, place := range s.foundations() {
			if pile := s.found[place]; len(pile) > 0 {
				n := s.after()
				n.found[place] = butLast(pile)
				all = append(all, source{place, []string{last(pile)}, n, ""})
			}
		}
	}
	return all
}

// lift takes cards off a column, and turns up the one that is uncovered.
func (s *oracle) lift(i, count int) source {
	n := s.after()
	keep := len(s.cols[i]) - count
	n.cols[i] = slices.Clone(s.cols[i][:keep])
	from := source{fmt.Sprintf("tableau/%d", i+1), s.cols[i][keep:], n, ""}
	if keep > 0 && faceDown(n.cols[i][keep-1]) {
		n.cols[i][keep-1] = faceUp(n.cols[i][keep-1])
		from.turned = n.cols[i][keep-1]
	}
	return from
}

// fromSingle lists where one card goes; from column to column it is a group.
func (s *oracle) fromSingle(from source, space bool) []outcome {
	var all []outcome
	c := from.cards[0]
	kind, _, _ := strings.Cut(from.place, "/")
	if kind != "foundation" && s.r.Foundations.Present && !s.r.Foundations.Runs {
		for _, place := range s.foundations() {
			if strings.HasPrefix(place, "foundation/"+suitOf(c)) && s.height(c) == len(s.found[place])+1 {
				to := from.without.after()
				to.found[place] = append(slices.Clone(to.found[place]), c)
				all = append(all, outcome{say(from, place), to})
			}
		}
	}
	if s.r.Hole.Present {
		d := rankOf(c) - rankOf(s.hole)
		if s.r.Hole.Kings && rankOf(s.hole) == s.r.Max {
			d = 0
		}
		if d*d == 1 || s.r.Hole.Loops && d*d == (s.r.Max-1)*(s.r.Max-1) {
			to := from.without.after()
			to.hole = c
			all = append(all, outcome{say(from, "hole"), to})
		}
	}
	if kind != "cell" {
		for i, there := range s.cells {
			if there == "" {
				to := from.without.after()
				to.cells[i] = c
				all = append(all, outcome{say(from, fmt.Sprintf("cell/%d", i+1)), to})
			}
		}
	}
	if kind != "tableau" {
		for j := range s.cols {
			if s.takes(j, from, space) {
				to := from.without.after()
				to.cols[j] = append(slices.Clone(to.cols[j]), c)
				all = append(all, outcome{say(from, fmt.Sprintf("tableau/%d", j+1)), to})
			}
		}
	}
	return all
}

// groups lists the groups that may leave a column for another one.
func (s *oracle) groups(i int) []source {
	col := s.cols[i]
	up := 0
	for up < len(col) && !faceDown(col[len(col)-1-up]) {
		up++
	}
	policy := s.r.Tableau.Policy
	if policy == "" || policy == "same-as-build" {
		policy = s.r.Tableau.Build
	}
	group := min(up, 1)
	for group > 0 && group < up && s.fits(policy, col[len(col)-1-group], col[len(col)-group]) {
		group++
	}
	var all []source
	for n := 1; n <= up; n++ {
		allowed := false
		switch s.r.Tableau.Groups {
		case "no":
			allowed = n == 1
		case "yes":
			allowed = n <= group
		case "maximal-group":
			allowed = n == group
		case "whole-pile":
			allowed = n == group && n == len(col)
		case "any":
			allowed = true
		}
		if allowed {
			all = append(all, s.lift(i, n))
		}
	}
	return all
}

// takes reports whether a column takes cards from elsewhere.
func (s *oracle) takes(j int, from source, space bool) bool {
	t := s.r.Tableau
	waste := from.place == "waste"
	if t.Build == "no-build" && (s.r.Discard.Policy == "" || len(s.cols[j]) > 0) || t.Freeze && space && !waste {
		return false
	}
	c := from.cards[0]
	if len(s.cols[j]) > 0 {
		policy := t.Build
		if len(from.cards) > 1 && t.Target == "group" && t.Policy != "" {
			policy = t.Policy
		}
		return s.fits(policy, last(s.cols[j]), c)
	}
	switch t.Spaces {
	case "no-build":
		return false
	case "kings":
		return s.height(c) == s.r.Max
	case "auto-reserve-then-waste":
		return waste
	}
	return true
}

// runMoves takes a complete run off the end of a column.
func (s *oracle) runMoves(i int) []outcome {
	col := s.cols[i]
	if !s.r.Foundations.Runs || len(col) < s.r.Max {
		return nil
	}
	run := col[len(col)-s.r.Max:]
	for k, c := range run {
		if faceDown(c) || rankOf(c) != s.r.Max-k || suitOf(c) != suitOf(run[0]) {
			return nil
		}
	}
	var all []outcome
	for _, place := range s.foundations() {
		if strings.HasPrefix(place, "foundation/"+suitOf(run[0])) && len(s.found[place]) == 0 {
			from := s.lift(i, s.r.Max)
			to := from.without.after()
			to.found[place] = slices.Clone(run)
			slices.Reverse(to.found[place])
			all = append(all, outcome{say(from, place), to})
		}
	}
	return all
}

func (s *oracle) accordionMoves() []outcome {
	var all []outcome
	for i, c := range s.row {
		for _, m := range s.r.Accordion.Moves {
			distance, _ := strconv.Atoi(m[1:])
			j := i + distance
			if m[0] == 'L' {
				j = i - distance
			}
			if j < 0 || j >= len(s.row) || !slices.ContainsFunc(s.r.Accordion.Match, func(relation string) bool {
				return relation == "same-rank" && rankOf(c) == rankOf(s.row[j]) || suits(relation, s.row[j], c)
			}) {
				continue
			}
			n := s.after()
			n.row[j] = c
			n.row = slices.Delete(n.row, i, i+1)
			all = append(all, outcome{fmt.Sprintf("%s from accordion/%d to accordion/%d", c, i+1, j+1), n})
		}
	}
	return all
}

func (s *oracle) gapMoves() []outcome {
	var all []outcome
	for r, row := range s.rows {
		for k, there := range row {
			if there != "" {
				continue
			}
			for r2, row2 := range s.rows {
				for k2, c := range row2 {
					if c == "" || !s.goesInto(r, k, c) {
						continue
					}
					n := s.after()
					n.rows[r], n.rows[r2] = slices.Clone(row), slices.Clone(row2)
					if r == r2 {
						n.rows[r2] = n.rows[r]
					}
					n.rows[r2][k2], n.rows[r][k] = "", c
					all = append(all, outcome{fmt.Sprintf("%s from sequence/%d/%d to sequence/%d/%d", c, r2+1, k2+1, r+1, k+1), n})
				}
			}
		}
	}
	return all
}

// goesInto reports whether a gap takes a card, from either side that counts.
func (s *oracle) goesInto(r, k int, c string) bool {
	q := s.r.Sequences
	first := func(rank int) bool {
		return rankOf(c) == rank && (!q.Fixed || suitOf(c) == []string{"C", "H", "S", "D"}[r%4])
	}
	left, right := false, false
	if k == 0 {
		left = first(2)
	} else if n := s.rows[r][k-1]; n != "" {
		left = rankOf(c) == rankOf(n)+1 && suits(q.Build, n, c)
	}
	if k == s.r.Max-1 {
		right = first(s.r.Max)
	} else if n := s.rows[r][k+1]; n != "" {
		right = rankOf(c) == rankOf(n)-1 && suits(q.Build, n, c)
	}
	return strings.Contains(q.Direction, "L") && left || strings.Contains(q.Direction, "R") && right
}
