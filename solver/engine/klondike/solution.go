package klondike

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// solution returns the winning path of a finished search as the referee's moves. Where
// an edge of the path is not direct, its class is expanded again with a trail.
func (e *searcher) solution(p *deal.Position, start state) []game.Move {
	t := newTabletop(e.board, p)
	e.path(start, func(steps []step) bool {
		t.play(steps)
		return true
	})
	t.finish()
	return t.moves
}

// path calls each with the steps from one class to the next, along the winning path of
// a finished search, until each returns false.
func (e *searcher) path(start state, each func([]step) bool) {
	e.trail, e.asleep = &trail{}, moves{}
	defer func() { e.trail = nil }()
	e.settle(&start)
	if !each(e.trail.way) {
		return
	}
	for i := range e.frames {
		f := &e.frames[i]
		taken := &e.edges[f.at-1]
		if taken.direct {
			next := f.state
			e.trail.way = e.trail.way[:0]
			e.do(&next, taken.step.kind, 1<<taken.step.card)
			e.settle(&next)
			if !each(e.trail.way) {
				return
			}
			continue
		}
		e.trail.to, e.trail.found = taken.state, nil
		n := len(e.edges)
		e.expand(&f.state)
		if e.trail.found == nil {
			e.widen(&f.state)
		}
		e.edges = e.edges[:n]
		if !each(e.trail.found) {
			return
		}
	}
}

// tabletop is a table on which each card has its place. The steps of a search, which
// leave places open, are made there.
type tabletop struct {
	board   *board
	columns [][]code
	down    []int // face-down cards of each column
	talon   []code
	waste   int
	found   [4]uint8
	moves   []game.Move
	cards   []card.Card // room for the moves' cards
}

func newTabletop(b *board, p *deal.Position) *tabletop {
	n := len(p.Tableau)
	t := &tabletop{
		board: b, columns: make([][]code, n), down: make([]int, n), talon: make([]code, 0, maxStock),
		waste: len(p.Waste), moves: make([]game.Move, 0, 4*b.size),
	}
	for i, h := range p.Foundations {
		t.found[i] = uint8(h)
	}
	for i := range p.Tableau {
		pile := make([]code, 0, len(p.Tableau[i].Cards)+maxRanks)
		for _, c := range p.Tableau[i].Cards {
			pile = append(pile, b.code(c))
		}
		t.columns[i], t.down[i] = pile, p.Tableau[i].Down
	}
	for _, c := range p.Waste {
		t.talon = append(t.talon, b.code(c))
	}
	for _, c := range slices.Backward(p.Stock) {
		t.talon = append(t.talon, b.code(c))
	}
	return t
}

func (t *tabletop) play(steps []step) {
	for _, m := range steps {
		x := m.card
		switch m.kind {
		case up:
			i, j := t.find(x)
			if top := len(t.columns[i]) - 1; j < top {
				// The cards on it move to another card of its group that is bare.
				t.shift(i, j+1, t.host(t.columns[i][j+1], x))
			}
			t.toFoundation(game.At(game.Tableau, i+1), x)
		case reveal:
			i, j := t.find(x)
			t.shift(i, j, t.host(x, x))
		case fromUp:
			t.turnTo(x)
			t.toFoundation(game.Place{Pile: game.Waste}, x)
		case fromDown:
			t.turnTo(x)
			t.toColumn(game.Place{Pile: game.Waste}, x)
		case down:
			t.toColumn(game.FoundationOf(card.Suit(t.board.suit[x])), x)
		}
	}
}

// finish makes the moves that need no search: the lowest card that is not up can always
// go up.
func (t *tabletop) finish() {
	for again := true; again; {
		again = false
		for s := range t.found {
			next := t.board.next[s][t.found[s]]
			if next == 0 {
				continue
			}
			x := code(trailing(next))
			if at := slices.Index(t.talon, x); at >= 0 {
				t.play([]step{{fromUp, x}})
			} else if i, j := t.find(x); j == len(t.columns[i])-1 {
				t.play([]step{{up, x}})
			} else {
				continue
			}
			again = true
		}
	}
}

// find returns the column and index at which a card lies, −1 if it is not in the
// tableau.
func (t *tabletop) find(x code) (i, j int) {
	for i := range t.columns {
		if j := slices.Index(t.columns[i], x); j >= 0 {
			return i, j
		}
	}
	return -1, -1
}

// host returns a column onto which x can move, a space for a king, but none that ends
// in except. It returns −1 if there is none.
func (t *tabletop) host(x, except code) int {
	for i, column := range t.columns {
		switch {
		case len(column) == 0:
			if t.board.isKing(x) {
				return i
			}
		case column[len(column)-1] != except && t.board.fits(x, column[len(column)-1]):
			return i
		}
	}
	return -1
}

// shift moves the end of column i, from index j on.
func (t *tabletop) shift(i, j, to int) {
	m := game.Move{
		Action: game.Shift, From: game.At(game.Tableau, i+1), To: game.At(game.Tableau, to+1),
		Cards: t.named(t.columns[i][j:]...),
	}
	t.columns[to] = append(t.columns[to], t.columns[i][j:]...)
	t.columns[i] = t.columns[i][:j]
	m.TurnsUp = t.turnsUp(i)
	t.moves = append(t.moves, m)
}

// named returns cards in a slice of their own, which is a part of a larger one.
func (t *tabletop) named(run ...code) []card.Card {
	if cap(t.cards)-len(t.cards) < len(run) {
		t.cards = make([]card.Card, 0, max(8*maxCards, len(run)))
	}
	n := len(t.cards)
	for _, x := range run {
		t.cards = append(t.cards, t.board.card(x))
	}
	return t.cards[n:len(t.cards):len(t.cards)]
}

// turnsUp turns up the end of a column that lies face down and returns that card.
func (t *tabletop) turnsUp(i int) card.Card {
	if n := len(t.columns[i]); n > 0 && n == t.down[i] {
		t.down[i]--
		return t.board.card(t.columns[i][n-1])
	}
	return card.None
}

func (t *tabletop) toFoundation(from game.Place, x code) {
	m := game.Move{
		Action: game.Shift, From: from, To: game.FoundationOf(card.Suit(t.board.suit[x])),
		Cards: t.named(x),
	}
	if from.Pile == game.Waste {
		t.pick()
	} else {
		i := from.N - 1
		t.columns[i] = t.columns[i][:len(t.columns[i])-1]
		m.TurnsUp = t.turnsUp(i)
	}
	t.found[t.board.suit[x]]++
	t.moves = append(t.moves, m)
}

// toColumn lays a card from the waste or a foundation on a column.
func (t *tabletop) toColumn(from game.Place, x code) {
	to := t.host(x, x)
	if from.Pile == game.Waste {
		t.pick()
	} else {
		t.found[t.board.suit[x]]--
	}
	t.columns[to] = append(t.columns[to], x)
	t.moves = append(t.moves, game.Move{
		Action: game.Shift, From: from, To: game.At(game.Tableau, to+1), Cards: t.named(x),
	})
}

// pick removes the waste's top card.
func (t *tabletop) pick() {
	t.waste--
	t.talon = slices.Delete(t.talon, t.waste, t.waste+1)
}

// turnTo turns the stock until card x is on top of the waste.
func (t *tabletop) turnTo(x code) {
	at, n, draw := slices.Index(t.talon, x), len(t.talon), t.board.draw
	turn := func(until int) {
		for t.waste < until {
			count := min(draw, n-t.waste)
			t.moves = append(t.moves, game.Move{Action: game.Draw, Count: count})
			t.waste += count
		}
	}
	if ahead := at + 1 - t.waste; ahead < 0 || ahead%draw != 0 && at != n-1 {
		turn(n)
		t.moves = append(t.moves, game.Move{Action: game.Redeal})
		t.waste = 0
	}
	turn(at + 1)
}
