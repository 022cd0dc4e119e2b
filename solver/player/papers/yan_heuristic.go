package papers

import (
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/player"
)

// betweenLooks is the number of plays between two looks at the clock. They take a
// millisecond or less.
const betweenLooks = 256

// finish plays to the end by Yan's heuristic, and reports whether that wins.
func (p *yan) finish(now *trial) bool {
	if p.plays++; p.plays%betweenLooks == 0 && p.clock.StopReason() != solver.NoReason {
		p.stopped = true
	}
	if p.stopped {
		return false
	}
	for turned := false; !now.board.Won(); {
		if !turned && p.knownLost(now, 0) {
			return false
		}
		m, ok := p.best(now)
		turned = m.Kind == TurnStock
		if !ok || !p.do(now, m) || turned && !p.turnRepeatedly(now) {
			return false
		}
	}
	return true
}

// turnRepeatedly makes the turns of the stock after which the heuristic could only turn again.
// It returns false if they lose the play.
func (p *yan) turnRepeatedly(now *trial) bool {
	b := &now.board
	next := b.Next()
	if next&kings != 0 {
		return true // a king that waits for its queens may go up instead
	}
	playable := p.game.Wanted(b) | next
	for (b.Turned == 0 || !playable.Has(b.Talon[b.Turned-1])) && p.game.Turns(b) {
		if !p.do(now, Move{Kind: TurnStock}) {
			return false
		}
	}
	return true
}

// best returns the heuristic's move: one with the highest score and priority. The bool is false
// if there is no move that it ever makes.
func (p *yan) best(now *trial) (Move, bool) {
	b := &now.board
	wanted, tops, heads := p.game.Faces(b)
	next := b.Next()
	top := card.None
	if b.Turned > 0 {
		top = b.Talon[b.Turned-1]
	}
	wait := kingTooEarly(b, top)
	p.equals = p.equals[:0]

	// Score 5, priority 1.
	if wanted.Has(top) && !wait {
		p.addLays(b, top)
		return p.draw(b), true
	}
	// Score 5, priority 0.
	if tops&next != 0 {
		p.addRaises(b, next, false)
	}
	if next.Has(top) && p.upScores && !wait {
		p.equals = append(p.equals, Move{Kind: TalonToFoundation, From: b.Turned - 1})
	}
	if len(p.equals) > 0 {
		return p.draw(b), true
	}
	// Score 0, priority 1 and more.
	if heads&wanted != 0 {
		if p.addBlockMoves(b, wanted); len(p.equals) > 0 {
			return p.draw(b), true
		}
	}
	// Score 0, priority 0.
	if p.game.Turns(b) {
		p.equals = append(p.equals, Move{Kind: TurnStock})
	}
	if tops&next != 0 {
		p.addRaises(b, next, true)
	}
	if next.Has(top) && (!p.upScores || wait) {
		p.equals = append(p.equals, Move{Kind: TalonToFoundation, From: b.Turned - 1})
	}
	if len(p.equals) > 0 {
		return p.draw(b), true
	}
	// Score 0, priority −1.
	if wanted.Has(top) {
		p.addLays(b, top)
		return p.draw(b), true
	}
	return Move{}, false
}

// draw chooses one of the equally good moves. The choice depends only on the board, since a
// strategy maps boards to moves.
func (p *yan) draw(b *Board) Move {
	if len(p.equals) == 1 {
		return p.equals[0]
	}
	board := p.game.Key(b) ^ p.seed
	best, most := 0, uint64(0)
	for i, m := range p.equals {
		// The draw depends on cards, not on places: the order of columns does not matter.
		if drawn := player.Mix(board + moveID(b, m)); i == 0 || drawn > most {
			best, most = i, drawn
		}
	}
	return p.equals[best]
}

// moveID returns a number for the kind of a move, the moved card, and the card that it is laid
// on.
func moveID(b *Board, m Move) uint64 {
	var from, to card.Card
	switch m.Kind {
	case TalonToFoundation, TalonToColumn:
		from = b.Talon[m.From]
	case ColumnToFoundation, ColumnToColumn:
		from = b.Columns[m.From].Top()
	}
	if m.Kind == TalonToColumn || m.Kind == ColumnToColumn {
		to = b.Columns[m.To].Top()
	}
	return uint64(m.Kind)<<16 | uint64(from)<<8 | uint64(to)
}

// addLays adds the moves of the top card of the waste to columns.
func (p *yan) addLays(b *Board, top card.Card) {
	for i := range b.Columns {
		if p.game.Takes(&b.Columns[i], top) {
			p.equals = append(p.equals, Move{Kind: TalonToColumn, From: b.Turned - 1, To: int8(i)})
		}
	}
}

// addRaises adds the moves of cards from columns to foundations: those that should wait, or the
// others.
func (p *yan) addRaises(b *Board, next card.Set, wait bool) {
	for i := range b.Columns {
		if x := b.Columns[i].Top(); next.Has(x) && kingTooEarly(b, x) == wait {
			p.equals = append(p.equals, Move{Kind: ColumnToFoundation, From: int8(i)})
		}
	}
}

// addBlockMoves adds the moves between columns that turn up a card or empty a column, if they
// have the highest priority, which is one more than the number of face-down cards.
func (p *yan) addBlockMoves(b *Board, wanted card.Set) {
	most := int8(0)
	for i := range b.Columns {
		c := &b.Columns[i]
		if c.Down < most || c.Down == c.Count || !wanted.Has(c.Cards[c.Down]) {
			continue
		}
		block, head := c.Count-c.Down, c.Cards[c.Down]
		if c.Run() != block || head.Rank() == card.King && c.Down == 0 {
			continue
		}
		if c.Down > most {
			most, p.equals = c.Down, p.equals[:0]
		}
		for j := range b.Columns {
			if j != i && p.game.Takes(&b.Columns[j], head) {
				p.equals = append(p.equals, Move{Kind: ColumnToColumn, From: int8(i), To: int8(j), Count: block})
			}
		}
	}
}

// kingTooEarly reports whether a card is a king that should wait, because both queens that could lie
// on it are face down.
func kingTooEarly(b *Board, x card.Card) bool {
	if x.Rank() != card.King {
		return false
	}
	queens := 0
	for i := range b.Columns {
		c := &b.Columns[i]
		for _, y := range c.Cards[:c.Down] {
			if y.Rank() == card.Queen && y.Suit().Red() != x.Suit().Red() {
				queens++
			}
		}
	}
	return queens == 2
}
