package freecell

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// solution returns the path to a won node as the referee's moves.
func (e *Engine) solution(p *deal.Position, won uint32) []game.Move {
	b := e.board
	var path []step
	for i := won; e.nodes.list[i-1].parent != 0; i = e.nodes.list[i-1].parent {
		path = append(path, e.nodes.list[i-1].step)
	}
	slices.Reverse(path)

	t := newTabletop(b, p)
	s := b.start(p)
	t.settle(&s)
	for i, m := range path {
		t.play(&s, m, path[i+1:])
		b.do(&s, m)
		t.settle(&s)
	}
	return shorten(t.moves)
}

// tabletop is a table on which each card has its place. It decides places that steps
// leave open.
type tabletop struct {
	b       *board
	columns [][]code
	cells   []code // none if empty
	moves   []game.Move
}

func newTabletop(b *board, p *deal.Position) *tabletop {
	t := &tabletop{b: b}
	for _, column := range p.Tableau {
		var pile []code
		for _, c := range column.Cards {
			pile = append(pile, b.code(c))
		}
		t.columns = append(t.columns, pile)
	}
	for _, c := range p.Cells {
		x := code(none)
		if c != card.None {
			x = b.code(c)
		}
		t.cells = append(t.cells, x)
	}
	return t
}

// settle settles a state and makes the moves of that.
func (t *tabletop) settle(s *state) {
	var ups []code
	t.b.settle(s, &ups)
	for _, c := range ups {
		t.move(c, game.FoundationOf(card.Suit(c&3)))
	}
}

// play makes a step out of state s. The steps after it are ahead.
func (t *tabletop) play(s *state, m step, ahead []step) {
	switch m.to {
	case toUp:
		t.move(m.head, game.FoundationOf(card.Suit(m.head&3)))
	case toPlace:
		t.park(s, m, ahead)
	case toSpace:
		if t.empty() < 0 {
			t.vacate(nil)
		}
		to := t.empty()
		t.moveRun(m.head, to)
	default:
		if t.columnOf(m.to) < 0 {
			t.toColumn(m.to, nil)
		}
		t.moveRun(m.head, t.columnOf(m.to))
	}
}

// park lays a card in a cell or, where any card fills a space, in an empty column.
//
// Loose cards lie in columns or cells and can change places while one place is free.
// When the last one is taken, those on which cards are laid before a place is free
// again must be in columns.
func (t *tabletop) park(s *state, m step, ahead []step) {
	if t.b.kings {
		t.toCell(m.head)
		return
	}
	var hosts []code
	if t.b.free(s) == 1 {
		hosts = t.b.hostsAhead(*s, m, ahead)
	} else if hostsNext(m.head, ahead) && t.empty() >= 0 {
		hosts = []code{m.head} // not necessary, but it saves a move
	}
	for _, c := range hosts {
		if c != m.head && t.columnOf(c) < 0 {
			t.toColumn(c, hosts)
		}
	}
	switch {
	case slices.Contains(hosts, m.head):
		t.toColumn(m.head, hosts)
	case t.freeCells() > 0:
		t.toCell(m.head)
	default:
		t.toColumn(m.head, hosts)
	}
}

// hostsAhead returns the loose cards on which others are laid while no place is free.
func (b *board) hostsAhead(s state, m step, ahead []step) []code {
	var hosts []code
	for {
		b.do(&s, m)
		b.settle(&s, nil)
		if b.free(&s) > 0 || len(ahead) == 0 {
			return hosts
		}
		m, ahead = ahead[0], ahead[1:]
		if m.to < none && s.under[m.to] == inCell {
			hosts = append(hosts, m.to)
		}
	}
}

// hostsNext reports whether the next step with card c lays another on it.
func hostsNext(c code, ahead []step) bool {
	for _, m := range ahead {
		if m.head == c || m.to == c {
			return m.to == c
		}
	}
	return false
}

// toColumn moves a card to an empty column. If there is none, it first lays a card that
// is alone in a column, and not in keep, into a cell.
func (t *tabletop) toColumn(c code, keep []code) {
	if t.empty() < 0 {
		t.vacate(keep)
	}
	t.move(c, game.At(game.Tableau, t.empty()+1))
}

// vacate moves a card that is alone in a column, and not in keep, into a cell. It
// returns false if there is no such card or no free cell.
func (t *tabletop) vacate(keep []code) bool {
	for _, pile := range t.columns {
		if len(pile) == 1 && !slices.Contains(keep, pile[0]) && t.freeCells() > 0 {
			t.toCell(pile[0])
			return true
		}
	}
	return false
}

// moveRun moves a card with all that lie on it onto a column. Other columns that are
// empty, or can be emptied, are used on the way; then any card fills a space.
func (t *tabletop) moveRun(c code, to int) {
	from := t.columnOf(c)
	if from < 0 || t.columns[from][len(t.columns[from])-1] == c {
		t.move(c, game.At(game.Tableau, to+1))
		return
	}
	n := len(t.columns[from]) - slices.Index(t.columns[from], c)
	spaces := t.spaces(to)
	keep := t.columns[to]
	for n > (t.freeCells()+1)<<len(spaces) && t.vacate(keep) {
		spaces = t.spaces(to)
	}
	t.moveCards(n, from, to, spaces)
}

// moveCards moves n cards from column to column, by way of the free cells and of
// spaces.
func (t *tabletop) moveCards(n, from, to int, spaces []int) {
	cells := t.freeCells()
	if n > cells+1 {
		via, rest := spaces[0], spaces[1:]
		if first := n - (cells+1)<<len(rest); first > 0 {
			t.moveCards(first, from, via, rest)
			t.moveCards(n-first, from, to, rest)
			t.moveCards(first, via, to, rest)
		} else {
			t.moveCards(n, from, to, rest)
		}
		return
	}
	var parked []code
	for range n - 1 {
		c := t.topOf(from)
		t.toCell(c)
		parked = append(parked, c)
	}
	t.move(t.topOf(from), game.At(game.Tableau, to+1))
	for _, c := range slices.Backward(parked) {
		t.move(c, game.At(game.Tableau, to+1))
	}
}

func (t *tabletop) topOf(column int) code {
	pile := t.columns[column]
	return pile[len(pile)-1]
}

// columnOf returns the column in which a card lies, −1 if it lies in a cell.
func (t *tabletop) columnOf(c code) int {
	return slices.IndexFunc(t.columns, func(pile []code) bool { return slices.Contains(pile, c) })
}

// empty returns an empty column, −1 if there is none.
func (t *tabletop) empty() int {
	return slices.IndexFunc(t.columns, func(pile []code) bool { return len(pile) == 0 })
}

// spaces returns the empty columns that any card may fill, except column but.
func (t *tabletop) spaces(but int) []int {
	var list []int
	for i, pile := range t.columns {
		if len(pile) == 0 && i != but && !t.b.kings {
			list = append(list, i)
		}
	}
	return list
}

// freeCells counts the empty cells.
func (t *tabletop) freeCells() int {
	n := 0
	for _, c := range t.cells {
		if c == none {
			n++
		}
	}
	return n
}

func (t *tabletop) toCell(c code) {
	t.move(c, game.At(game.Cell, slices.Index(t.cells, none)+1))
}

// move moves one card.
func (t *tabletop) move(c code, to game.Place) {
	var from game.Place
	if i := t.columnOf(c); i >= 0 {
		from = game.At(game.Tableau, i+1)
		t.columns[i] = t.columns[i][:len(t.columns[i])-1]
	} else {
		i := slices.Index(t.cells, c)
		from = game.At(game.Cell, i+1)
		t.cells[i] = none
	}
	switch to.Pile {
	case game.Tableau:
		t.columns[to.N-1] = append(t.columns[to.N-1], c)
	case game.Cell:
		t.cells[to.N-1] = c
	}
	t.moves = append(t.moves, game.Move{Action: game.Shift, From: from, To: to, Cards: []card.Card{t.b.card(c)}})
}
