package player

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/simulate"
)

// hint is what one of the hints wants.
type hint struct {
	turns int                          // of the stock, before anything is played
	first func(s *scene, m typed) int  // of the moves worth more than nothing those worth most come first
	late  bool                         // but only when nothing else has helped
	never func(s *scene, m typed) bool // moves not to be made
}

// hintLists are the lists of hints, by the option list.
var hintLists = [][]hint{nil, fiveHints, twelveHints}

// fiveHints are those of section 7.1.
var fiveHints = []hint{
	{turns: allTurns},         // 1. turn stock to waste 8×
	{first: (*scene).low},     // 2. aces and deuces to the foundation
	{never: (*scene).idle},    // 3. free a column only if a king is directly available
	{first: (*scene).longest}, // 4. at choice, choose the longest secured column first
	{never: (*scene).gap},     // 5. at choice, leave a gap of only 2 points in the foundation
}

// twelveHints are those of section 3.4, which has most of them from J. Yates, "Solitaire
// Strategy Guide".
var twelveHints = []hint{
	{turns: 1},                           // 1. turn up the first card of the stock before anything else
	{first: (*scene).low},                // 2. always move an ace or a deuce to the foundation
	{first: (*scene).frees},              // 3. always make the play that frees a downcard, or allows one that does
	{first: (*scene).longest},            // 4. of several such, choose the column with most hidden cards
	{never: (*scene).unimportant},        // 5. hold off moves that are not important
	{never: (*scene).idle},               // 6. don't empty a column without a king to put there
	{never: (*scene).otherKing},          // 7. choose the king by the colour of the cards that block
	{never: (*scene).restless},           // 8. transfer only to free a card or to make columns smoother
	{never: (*scene).uselessKing},        // 9. only play a king that is of use to the columns with most hidden cards
	{never: (*scene).hasty},              // 10. build foundations only when that does no harm, or frees a card
	{never: (*scene).middle},             // 11. don't play or transfer a 5, 6, 7 or 8
	{first: (*scene).rising, late: true}, // 12. when all seems lost, play to the foundations whatever goes there
}

// allTurns is more turns than any stock has.
const allTurns = simulate.MostTalon

// scene is a table before a move.
type scene struct {
	game  *simulate.Game
	board *simulate.Board
	moves []typed // all but the turn of the stock
	opens uint8   // the columns of which one of them opens a secured card
}

func newScene(g *simulate.Game, b *simulate.Board) *scene {
	s := &scene{game: g, board: b}
	w := want(g, b)
	s.moves = w.effective(b, nil)
	for _, m := range s.moves {
		if m.opens(b) {
			s.opens |= 1 << m.from
		}
	}
	return s
}

// after is the table after a move. Where that opens a card it is not known which.
func (s *scene) after(m typed) *scene {
	b := *s.board
	m.do(s.game, &b)
	return newScene(s.game, &b)
}

// allows tells whether a move makes it possible to open a column that can't be opened now.
func (s *scene) allows(m typed) bool { return s.after(m).opens&^s.opens != 0 }

// useful tells whether a move opens a card or allows to.
func (s *scene) useful(m typed) bool { return m.opens(s.board) || s.allows(m) }

// low wants aces and deuces on foundations.
func (s *scene) low(m typed) int {
	if (m.moveType == wasteToFoundation || m.moveType == tableToFoundation) && m.raised(s.board).Rank() <= 2 {
		return 1
	}
	return 0
}

// frees wants cards opened, or else what allows that.
func (s *scene) frees(m typed) int {
	switch {
	case m.opens(s.board):
		return 2
	case s.allows(m):
		return 1
	}
	return 0
}

// longest wants cards opened of the columns with most secured cards.
func (s *scene) longest(m typed) int {
	if !m.opens(s.board) {
		return 0
	}
	return int(s.board.Columns[m.from].Down)
}

// rising wants cards on foundations, whatever they are.
func (s *scene) rising(m typed) int {
	if m.raised(s.board) == card.None {
		return 0
	}
	return 1
}

// empties tells whether a move leaves its column empty.
func (s *scene) empties(m typed) bool {
	left := s.board.Columns[m.from].Count - m.count
	switch m.moveType {
	case tableToFoundation, doubleMove:
		left--
	case tableToTable, kingToFree:
	default:
		return false
	}
	return left == 0
}

// king tells whether there is a king that could go into a space at once, on the waste or on
// secured cards.
func (s *scene) king() bool {
	b := s.board
	if b.Turned > 0 && b.Talon[b.Turned-1].Rank() == card.King {
		return true
	}
	for i := range b.Columns {
		if c := &b.Columns[i]; c.Down > 0 && c.Cards[c.Down].Rank() == card.King {
			return true
		}
	}
	return false
}

// idle is a column emptied when there is no king for it.
func (s *scene) idle(m typed) bool { return s.empties(m) && !s.king() }

// gap is a card that puts a foundation more than two before another.
func (s *scene) gap(m typed) bool {
	x := m.raised(s.board)
	if x == card.None {
		return false
	}
	up := s.board.Up
	up[x.Suit()]++
	return max(up[0], up[1], up[2], up[3])-min(up[0], up[1], up[2], up[3]) > 2
}

// unimportant is a move after which nothing can be done that could not be done before, and
// that opens nothing.
func (s *scene) unimportant(m typed) bool {
	if m.opens(s.board) {
		return false
	}
	now := map[[2]card.Card]bool{}
	for _, o := range s.moves {
		now[s.does(o)] = true
	}
	after := s.after(m)
	for _, o := range after.moves {
		if !now[after.does(o)] {
			return false
		}
	}
	return true
}

// does says what a move does, whatever the columns are in which the cards lie: which card it
// moves, and onto which, itself if to its foundation.
func (s *scene) does(m typed) [2]card.Card {
	b := s.board
	switch m.moveType {
	case wasteToFoundation, tableToFoundation:
		return [2]card.Card{m.raised(b), m.raised(b)}
	}
	return [2]card.Card{s.moved(m), b.Columns[m.to].Top()}
}

// moved is the lowest of the cards that go to a column.
func (s *scene) moved(m typed) card.Card {
	switch m.moveType {
	case wasteToTable, wasteKingToFree:
		return s.board.Talon[s.board.Turned-1]
	case tableToTable, kingToFree, doubleMove:
		c := &s.board.Columns[m.from]
		return c.Cards[c.Count-m.count]
	}
	return card.None
}

// otherKing is a king put into a space where one of the other colour could be, which would
// take more of the cards that lie on secured ones: black queens go on red kings, and so red
// jacks do. Cards count as much as there are secured cards under them.
func (s *scene) otherKing(m typed) bool {
	if m.moveType != kingToFree && m.moveType != wasteKingToFree {
		return false
	}
	king := s.moved(m)
	takes := func(red bool) (n int8) {
		for i := range s.board.Columns {
			c := &s.board.Columns[i]
			if c.Down == 0 || c.Count == c.Down {
				continue
			}
			head := c.Cards[c.Down]
			if even := (card.King-head.Rank())%2 == 0; head.Rank() != card.King && (head.Suit().Red() == red) == even {
				n += c.Down
			}
		}
		return n
	}
	for _, o := range s.moves {
		if (o.moveType == kingToFree || o.moveType == wasteKingToFree) && s.moved(o).Suit().Red() != king.Suit().Red() &&
			takes(s.moved(o).Suit().Red()) > takes(king.Suit().Red()) {
			return true
		}
	}
	return false
}

// restless is a transfer that neither opens a card, nor allows to, nor makes columns smoother.
func (s *scene) restless(m typed) bool {
	return (m.moveType == tableToTable || m.moveType == doubleMove) && !s.useful(m) && !s.smooths(m)
}

// smooths tells whether a move makes columns more of equal length: of a transfer, the two
// columns; of a card from the waste, whether it goes to a column that is shorter than the
// average.
func (s *scene) smooths(m typed) bool {
	b := s.board
	to := b.Columns[m.to].Count
	if m.moveType == wasteToTable {
		all := int8(0)
		for i := range b.Columns {
			all += b.Columns[i].Count
		}
		return to*simulate.Columns < all
	}
	from := b.Columns[m.from].Count
	apart := func(a, b int8) int8 { return max(a-b, b-a) }
	return apart(from-m.count, to+m.count) < apart(from, to)
}

// uselessKing is a king put into a space without use to the columns with most secured cards,
// unless it opens a card or allows to and no other king is of that use.
func (s *scene) uselessKing(m typed) bool {
	if m.moveType != kingToFree && m.moveType != wasteKingToFree || s.helps(m) {
		return false
	}
	for _, o := range s.moves {
		if (o.moveType == kingToFree || o.moveType == wasteKingToFree) && s.helps(o) {
			return true
		}
	}
	return !s.useful(m)
}

// helps tells whether a king put into a space leaves one of the columns with most secured
// cards, or takes the cards that lie on those.
func (s *scene) helps(m typed) bool {
	b := s.board
	most := int8(0)
	for i := range b.Columns {
		most = max(most, b.Columns[i].Down)
	}
	if m.moveType == kingToFree && b.Columns[m.from].Down == most {
		return true
	}
	for i := range b.Columns {
		if c := &b.Columns[i]; c.Down == most && most > 0 && laid[s.moved(m)].has(c.Cards[c.Down]) {
			return true
		}
	}
	return false
}

// hasty is a card from three on put on its foundation though another one may still need it to
// lie on (“next card protection”), unless that opens a card, or allows to, or makes a space for
// a king that waits.
func (s *scene) hasty(m typed) bool {
	x := m.raised(s.board)
	if x == card.None || x.Rank() <= 2 || s.protected(x) {
		return false
	}
	return !s.useful(m) && !(s.empties(m) && s.king())
}

// protected tells whether both cards that could lie on a card are on foundations or in columns.
func (s *scene) protected(x card.Card) bool {
	on := laid[x]
	for i := range s.board.Columns {
		c := &s.board.Columns[i]
		for _, y := range c.Cards[c.Down:c.Count] {
			on &^= 1 << y
		}
	}
	for suit, height := range s.board.Up {
		if y := card.New(x.Rank()-1, card.Suit(suit)); height >= int8(y.Rank()) {
			on &^= 1 << y
		}
	}
	return on == 0
}

// middle is a 5, 6, 7 or 8 put on a column, unless that opens a card or allows to, makes
// columns smoother, or nothing was laid on the column before.
func (s *scene) middle(m typed) bool {
	if m.moveType != wasteToTable && m.moveType != tableToTable {
		return false
	}
	rank := s.moved(m).Rank()
	to := &s.board.Columns[m.to]
	return rank >= 5 && rank <= 8 && to.Count-to.Down > 1 && !s.useful(m) && !s.smooths(m)
}
