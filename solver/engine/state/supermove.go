package state

import "github.com/thoughtful-solitaire/thoughtful/solver/rules"

// compileSupermoves decides whether the search moves groups in one step although cards move one by
// one. It does not if an empty column is filled by force or stops other moves.
func (c *Compiled) compileSupermoves() {
	t := &c.Rules.Tableau
	c.supermoves = c.Techniques.Supermoves && t.Groups == rules.GroupsNo && t.Build != rules.NoBuild &&
		!t.UpOrDown && !t.Freeze && t.Packets == 0 && t.Spaces < rules.SpacesReserveThenAny &&
		(t.Spaces == rules.SpacesAny || c.Rules.Cells.Count > 0)
}

// waitingRoom returns the free cells and the empty columns in which cards of a group can wait while it
// moves.
func (s *State) waitingRoom() (cells, spaces int) {
	for _, x := range s.Cells {
		if x == 0 {
			cells++
		}
	}
	if s.C.Rules.Tableau.Spaces == rules.SpacesAny {
		for _, n := range s.Length {
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
func (s *State) supermoves(steps []Step) []Step {
	cells, spaces := s.waitingRoom()
	most := capacity(cells, spaces)
	if most == 1 {
		return steps
	}
	intoSpace := 0
	if s.Space >= 0 {
		intoSpace = capacity(cells, max(0, spaces-1)) // the target is one of the spaces
	}
	for i, length := range s.Length {
		n := int(length)
		if n < 2 {
			continue
		}
		start := int(s.Run[i*s.Stride+n-1])
		for first := n - 2; first >= start && n-first <= most; first-- {
			head := s.Cards[i*s.Stride+first]
			m := Step{From: AtColumn, I: uint8(i), To: AtColumn, N: uint8(n - first)}
			s.columnsWith(s.C.Onto[head], func(j uint8) {
				m.J = j
				steps = append(steps, m)
			})
			if first > 0 && n-first <= intoSpace && s.C.SpaceTakes&(1<<head) != 0 {
				m.J = uint8(s.Space)
				steps = append(steps, m)
			}
		}
	}
	return steps
}

// isSupermove reports whether a step moves a group although cards move one by one.
func (c *Compiled) isSupermove(m *Step) bool {
	return c.supermoves && m.From == AtColumn && m.To == AtColumn && m.N > 1
}

// singles appends the single moves of a supermove out of the state.
func (s *State) singles(moves []Step, m Step) []Step {
	var cells, empty []uint8
	for k, x := range s.Cells {
		if x == 0 {
			cells = append(cells, uint8(k))
		}
	}
	for j, n := range s.Length {
		if n == 0 && j != int(m.J) && s.C.Rules.Tableau.Spaces == rules.SpacesAny {
			empty = append(empty, uint8(j))
		}
	}
	return carry(moves, m, cells, empty)
}

// carry appends the moves of a group card by card. If the cells can't hold all cards but one, a part
// of the group waits in the first empty column, and moves there and on in the same way.
func carry(moves []Step, m Step, cells, empty []uint8) []Step {
	if waiting := int(m.N) - 1; waiting <= len(cells) {
		for _, k := range cells[:waiting] {
			moves = append(moves, Step{From: AtColumn, I: m.I, To: AtCell, J: k, N: 1})
		}
		moves = append(moves, Step{From: AtColumn, I: m.I, To: AtColumn, J: m.J, N: 1})
		for at := waiting - 1; at >= 0; at-- {
			moves = append(moves, Step{From: AtCell, I: cells[at], To: AtColumn, J: m.J, N: 1})
		}
		return moves
	}
	upper, lower := m, m
	upper.N = uint8(min(int(m.N)-1, capacity(len(cells), len(empty)-1)))
	upper.J = empty[0]
	lower.N -= upper.N
	moves = carry(moves, upper, cells, empty[1:])
	moves = carry(moves, lower, cells, empty[1:])
	upper.I, upper.J = empty[0], m.J
	return carry(moves, upper, cells, empty[1:])
}
