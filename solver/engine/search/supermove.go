package search

import "github.com/thoughtful-solitaire/thoughtful/solver/rules"

// compileSupermoves decides whether the search moves groups in one step although cards move one by
// one. It is off where an empty column is filled by force or stops other moves.
func (c *compiled) compileSupermoves() {
	t := &c.rules.Tableau
	c.supermoves = c.techniques.Supermoves && t.Groups == rules.GroupsNo && t.Build != rules.NoBuild &&
		!t.UpOrDown && !t.Freeze && t.Packets == 0 && t.Spaces < rules.SpacesReserveThenAny &&
		(t.Spaces == rules.SpacesAny || c.rules.Cells.Count > 0)
}

// waitingRoom returns the free cells and the empty columns in which cards of a group can wait while it
// moves.
func (s *state) waitingRoom() (cells, spaces int) {
	for _, x := range s.cells {
		if x == 0 {
			cells++
		}
	}
	if s.c.rules.Tableau.Spaces == rules.SpacesAny {
		for _, n := range s.length {
			if n == 0 {
				spaces++
			}
		}
	}
	return cells, spaces
}

// capacity returns how many cards can move as a group.
func capacity(cells, spaces int) int { return (cells + 1) << spaces }

// supermoves appends the moves of groups of two cards or more that can be made card by card, with
// free cells and empty columns.
func (s *state) supermoves(steps []step) []step {
	cells, spaces := s.waitingRoom()
	most := capacity(cells, spaces)
	if most == 1 {
		return steps
	}
	intoSpace := 0
	if s.space >= 0 {
		intoSpace = capacity(cells, max(0, spaces-1)) // without the target
	}
	for i, length := range s.length {
		n := int(length)
		if n < 2 {
			continue
		}
		start := int(s.run[i*s.stride+n-1])
		for first := n - 2; first >= start && n-first <= most; first-- {
			head := s.cards[i*s.stride+first]
			m := step{from: atColumn, i: uint8(i), to: atColumn, n: uint8(n - first)}
			s.columnsWith(s.c.onto[head], func(j uint8) {
				m.j = j
				steps = append(steps, m)
			})
			if first > 0 && n-first <= intoSpace && s.c.spaceTakes&(1<<head) != 0 {
				m.j = uint8(s.space)
				steps = append(steps, m)
			}
		}
	}
	return steps
}

// isSupermove reports whether a step moves a group although cards move one by one.
func (c *compiled) isSupermove(m *step) bool {
	return c.supermoves && m.from == atColumn && m.to == atColumn && m.n > 1
}

// singles appends the single moves of a supermove out of the state.
func (s *state) singles(moves []step, m step) []step {
	var cells, empty []uint8
	for k, x := range s.cells {
		if x == 0 {
			cells = append(cells, uint8(k))
		}
	}
	for j, n := range s.length {
		if n == 0 && j != int(m.j) && s.c.rules.Tableau.Spaces == rules.SpacesAny {
			empty = append(empty, uint8(j))
		}
	}
	return carry(moves, m, cells, empty)
}

// carry appends the moves of a group card by card. If the cells can't hold all cards but one, a part
// of the group waits in the first empty column, and moves there and on in the same way.
func carry(moves []step, m step, cells, empty []uint8) []step {
	if waiting := int(m.n) - 1; waiting <= len(cells) {
		for _, k := range cells[:waiting] {
			moves = append(moves, step{from: atColumn, i: m.i, to: atCell, j: k, n: 1})
		}
		moves = append(moves, step{from: atColumn, i: m.i, to: atColumn, j: m.j, n: 1})
		for at := waiting - 1; at >= 0; at-- {
			moves = append(moves, step{from: atCell, i: cells[at], to: atColumn, j: m.j, n: 1})
		}
		return moves
	}
	upper, lower := m, m
	upper.n = uint8(min(int(m.n)-1, capacity(len(cells), len(empty)-1)))
	upper.j = empty[0]
	lower.n -= upper.n
	moves = carry(moves, upper, cells, empty[1:])
	moves = carry(moves, lower, cells, empty[1:])
	upper.i, upper.j = empty[0], m.j
	return carry(moves, upper, cells, empty[1:])
}
