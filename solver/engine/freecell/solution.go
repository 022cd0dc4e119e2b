package freecell

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// place is where a card lies, in a solution: a column, from 0 on; a cell, from firstCell
// on; the foundation of a suit, from firstUp on.
type place uint8

const (
	firstCell place = maxPlaces
	firstUp   place = 2 * maxPlaces
)

// move is a move of a single card.
type move struct {
	card     code
	from, to place
}

// solution returns the path to a won node as the referee's moves.
func (e *Engine) solution(p *deal.Position, won uint32) []game.Move {
	b, path := e.board, e.path[:0]
	for i := won; e.nodes.list[i-1].parent != 0; i = e.nodes.list[i-1].parent {
		path = append(path, e.nodes.list[i-1].step)
	}
	slices.Reverse(path)
	e.path = path

	t := &e.tabletop
	t.lay(b, p)
	s := b.start(p)
	t.settle(&s)
	for i, m := range path {
		t.play(&s, m, path[i+1:])
		b.do(&s, m)
		t.settle(&s)
	}
	return b.referees(shorten(t.moves))
}

// referees converts moves to the referee's.
func (b *board) referees(moves []move) []game.Move {
	list, cards := make([]game.Move, len(moves)), make([]card.Card, len(moves))
	for i, m := range moves {
		cards[i] = b.card(m.card)
		list[i] = game.Move{Action: game.Shift, From: m.from.referees(), To: m.to.referees(), Cards: cards[i : i+1 : i+1]}
	}
	return list
}

// referees converts a place to the referee's.
func (at place) referees() game.Place {
	switch {
	case at < firstCell:
		return game.At(game.Tableau, int(at)+1)
	case at < firstUp:
		return game.At(game.Cell, int(at-firstCell)+1)
	}
	return game.FoundationOf(card.Suit(at - firstUp))
}

// tabletop is a table on which each card has its place. It decides places that steps
// leave open.
type tabletop struct {
	b       *board
	columns [][]code
	cells   []code          // none if empty
	at      [maxCards]place // of each card that is not up
	settled settled
	moves   []move
}

// lay lays out a position.
func (t *tabletop) lay(b *board, p *deal.Position) {
	t.b, t.cells, t.moves = b, t.cells[:0], t.moves[:0]
	for len(t.columns) < len(p.Tableau) {
		t.columns = append(t.columns, nil)
	}
	t.columns = t.columns[:len(p.Tableau)]
	for i, column := range p.Tableau {
		t.columns[i] = t.columns[i][:0]
		for _, c := range column.Cards {
			t.columns[i] = append(t.columns[i], b.code(c))
			t.at[b.code(c)] = place(i)
		}
	}
	for i, c := range p.Cells {
		x := code(none)
		if c != card.None {
			x = b.code(c)
			t.at[x] = firstCell + place(i)
		}
		t.cells = append(t.cells, x)
	}
}

// settle settles a state and makes the moves of settling it on the tabletop.
func (t *tabletop) settle(s *state) {
	t.b.settle(s, &t.settled)
	for _, c := range t.settled.ups {
		t.move(c, firstUp+place(c&3))
	}
}

// play makes step m out of state s. ahead has the steps after m.
func (t *tabletop) play(s *state, m step, ahead []step) {
	switch m.to {
	case toUp:
		t.move(m.head, firstUp+place(m.head&3))
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
	var after settled
	for {
		b.do(&s, m)
		b.settle(&s, &after)
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
	t.move(c, place(t.empty()))
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
		t.move(c, place(to))
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
	t.move(t.topOf(from), place(to))
	for _, c := range slices.Backward(parked) {
		t.move(c, place(to))
	}
}

func (t *tabletop) topOf(column int) code {
	pile := t.columns[column]
	return pile[len(pile)-1]
}

// columnOf returns the column in which a card lies, −1 if it lies in a cell.
func (t *tabletop) columnOf(c code) int {
	if at := t.at[c]; at < firstCell {
		return int(at)
	}
	return -1
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
	t.move(c, firstCell+place(slices.Index(t.cells, none)))
}

// move moves one card.
func (t *tabletop) move(c code, to place) {
	from := t.at[c]
	if from < firstCell {
		t.columns[from] = t.columns[from][:len(t.columns[from])-1]
	} else {
		t.cells[from-firstCell] = none
	}
	switch {
	case to < firstCell:
		t.columns[to] = append(t.columns[to], c)
	case to < firstUp:
		t.cells[to-firstCell] = c
	}
	t.at[c] = to
	t.moves = append(t.moves, move{c, from, to})
}
