package player

import (
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/simulate"
)

// hintRule is a hint: it prefers moves, forbids moves, or turns the stock.
type hintRule struct {
	turns int                                  // turns of the stock before the first move
	first func(s *situation, m typedMove) int  // preference of a move; the highest is played if it is positive
	late  bool                                 // first applies only when no other move is left
	never func(s *situation, m typedMove) bool // forbidden moves
}

// hintLists has the lists of hints, by the value of the option list.
var hintLists = [][]hintRule{nil, fiveHints, twelveHints}

// fiveHints are the hints of section 7.1.
var fiveHints = []hintRule{
	{turns: allTurns},                       // 1. turn stock to waste 8×
	{first: (*situation).lowCard},           // 2. aces and deuces to the foundation
	{never: (*situation).emptiesForNothing}, // 3. free a column only if a king is directly available
	{first: (*situation).longest},           // 4. at choice, choose the longest secured column first
	{never: (*situation).unevenFoundations}, // 5. at choice, leave a gap of only 2 points in the foundation
}

// twelveHints are the hints of section 3.4, most of which are from J. Yates, "Solitaire
// Strategy Guide".
var twelveHints = []hintRule{
	{turns: 1},                               // 1. turn up the first card of the stock before anything else
	{first: (*situation).lowCard},            // 2. always move an ace or a deuce to the foundation
	{first: (*situation).frees},              // 3. always make the play that frees a downcard, or allows one that does
	{first: (*situation).longest},            // 4. of several such, choose the column with most hidden cards
	{never: (*situation).unimportant},        // 5. hold off moves that are not important
	{never: (*situation).emptiesForNothing},  // 6. don't empty a column without a king to put there
	{never: (*situation).otherKing},          // 7. choose the king by the colour of the cards that block
	{never: (*situation).needlessTransfer},   // 8. transfer only to free a card or to make columns smoother
	{never: (*situation).uselessKing},        // 9. only play a king that is of use to the columns with most hidden cards
	{never: (*situation).prematureRaise},     // 10. build foundations only when that does no harm, or frees a card
	{never: (*situation).middleRank},         // 11. don't play or transfer a 5, 6, 7 or 8
	{first: (*situation).raises, late: true}, // 12. when all seems lost, play to the foundations whatever goes there
}

// allTurns is more turns than any stock has.
const allTurns = simulate.MostTalon

// situation is a table before a move.
type situation struct {
	game  *simulate.Game
	board *simulate.Board
	moves []typedMove // all except turns of the stock
	opens uint8       // set of the columns with a secured card that some move opens
}

func newSituation(g *simulate.Game, b *simulate.Board) *situation {
	s := &situation{game: g, board: b, moves: effectiveMoves(g, b, nil)}
	for _, m := range s.moves {
		if m.opens(b) {
			s.opens |= 1 << m.from
		}
	}
	return s
}

// after returns the table after a move. A card that the move opens is unknown.
func (s *situation) after(m typedMove) *situation {
	b := *s.board
	m.do(s.game, &b)
	return newSituation(s.game, &b)
}

// allows reports whether a move makes it possible to open a column that can't be opened now.
func (s *situation) allows(m typedMove) bool { return s.after(m).opens&^s.opens != 0 }

// useful reports whether a move opens a card or allows to.
func (s *situation) useful(m typedMove) bool { return m.opens(s.board) || s.allows(m) }

// lowCard prefers aces and deuces to foundations.
func (s *situation) lowCard(m typedMove) int {
	if (m.moveType == wasteToFoundation || m.moveType == tableToFoundation) && m.raised(s.board).Rank() <= 2 {
		return 1
	}
	return 0
}

// frees prefers moves that open a card, then moves that allow to.
func (s *situation) frees(m typedMove) int {
	switch {
	case m.opens(s.board):
		return 2
	case s.allows(m):
		return 1
	}
	return 0
}

// longest prefers moves that open a card of the column with the most secured cards.
func (s *situation) longest(m typedMove) int {
	if !m.opens(s.board) {
		return 0
	}
	return int(s.board.Columns[m.from].Down)
}

// raises prefers moves to foundations.
func (s *situation) raises(m typedMove) int {
	if m.raised(s.board) == card.None {
		return 0
	}
	return 1
}

// empties reports whether a move empties a column.
func (s *situation) empties(m typedMove) bool {
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

// kingWaits reports whether there is a king that could go to a space at once, from the waste or
// from secured cards.
func (s *situation) kingWaits() bool {
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

// emptiesForNothing forbids emptying a column when there is no king for it.
func (s *situation) emptiesForNothing(m typedMove) bool { return s.empties(m) && !s.kingWaits() }

// unevenFoundations forbids a card that makes a foundation more than two cards higher than
// another.
func (s *situation) unevenFoundations(m typedMove) bool {
	x := m.raised(s.board)
	if x == card.None {
		return false
	}
	up := s.board.Up
	up[x.Suit()]++
	return max(up[0], up[1], up[2], up[3])-min(up[0], up[1], up[2], up[3]) > 2
}

// unimportant forbids moves that open nothing and make no new move possible.
func (s *situation) unimportant(m typedMove) bool {
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

// does returns what a move does, independent of places: the moved card, and the card that it is
// laid on. For a move to a foundation both are the same card.
func (s *situation) does(m typedMove) [2]card.Card {
	b := s.board
	switch m.moveType {
	case wasteToFoundation, tableToFoundation:
		return [2]card.Card{m.raised(b), m.raised(b)}
	}
	return [2]card.Card{s.moved(m), b.Columns[m.to].Top()}
}

// moved returns the lowest of the cards that go to a column.
func (s *situation) moved(m typedMove) card.Card {
	switch m.moveType {
	case wasteToTable, wasteKingToFree:
		return s.board.Talon[s.board.Turned-1]
	case tableToTable, kingToFree, doubleMove:
		c := &s.board.Columns[m.from]
		return c.Cards[c.Count-m.count]
	}
	return card.None
}

// otherKing forbids a king in a space if a king of the other colour would take more of the
// cards on secured ones: black queens go on red kings, and so red jacks do. Cards count as much
// as there are secured cards under them.
func (s *situation) otherKing(m typedMove) bool {
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

// needlessTransfer forbids a transfer that neither opens a card, nor allows to, nor makes
// columns smoother.
func (s *situation) needlessTransfer(m typedMove) bool {
	return (m.moveType == tableToTable || m.moveType == doubleMove) && !s.useful(m) && !s.smooths(m)
}

// smooths reports whether a move makes columns smoother. A transfer must make the lengths of
// its two columns more equal. A card from the waste must go to a column that is shorter than
// the average.
func (s *situation) smooths(m typedMove) bool {
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

// uselessKing forbids a king in a space that does not help the columns with the most secured
// cards, unless it opens a card or allows to and no other king helps.
func (s *situation) uselessKing(m typedMove) bool {
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

// helps reports whether a king put into a space comes from one of the columns with the most
// secured cards, or takes the cards on those.
func (s *situation) helps(m typedMove) bool {
	b := s.board
	most := int8(0)
	for i := range b.Columns {
		most = max(most, b.Columns[i].Down)
	}
	if m.moveType == kingToFree && b.Columns[m.from].Down == most {
		return true
	}
	for i := range b.Columns {
		if c := &b.Columns[i]; c.Down == most && most > 0 && simulate.Guests(s.moved(m)).Has(c.Cards[c.Down]) {
			return true
		}
	}
	return false
}

// prematureRaise forbids moving a card of rank three or more to its foundation while another
// card may still need it ("next card protection"), unless that opens a card, or allows to, or
// makes a space for a king that waits.
func (s *situation) prematureRaise(m typedMove) bool {
	x := m.raised(s.board)
	if x == card.None || x.Rank() <= 2 || s.protected(x) {
		return false
	}
	return !s.useful(m) && !(s.empties(m) && s.kingWaits())
}

// protected reports whether both cards that could lie on a card are on foundations or face up
// in columns.
func (s *situation) protected(x card.Card) bool {
	on := simulate.Guests(x)
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

// middleRank forbids laying a 5, 6, 7 or 8 on a column, unless that opens a card or allows to,
// makes columns smoother, or is the first card laid on the column.
func (s *situation) middleRank(m typedMove) bool {
	if m.moveType != wasteToTable && m.moveType != tableToTable {
		return false
	}
	rank := s.moved(m).Rank()
	to := &s.board.Columns[m.to]
	return rank >= 5 && rank <= 8 && to.Count-to.Down > 1 && !s.useful(m) && !s.smooths(m)
}
