package odds

import "math/big"

// suits is the number of suits, two of each colour.
const suits = 4

// Layout describes how a pack is dealt as in Klondike: columns of one card, two cards and so
// on, with the top cards face up, and the rest as the stock.
type Layout struct {
	Ranks   int // of each of the four suits
	Columns int
	Turn    int // number of stock cards per turn, at least 1
}

// Klondike returns the layout of Klondike with the given number of stock cards per turn.
func Klondike(turn int) Layout { return Layout{Ranks: 13, Columns: 7, Turn: turn} }

// pack returns the number of cards.
func (l Layout) pack() int { return suits * l.Ranks }

// Reachable returns how many cards of the stock come up while none is played: the last card
// of each turn.
func (l Layout) Reachable() int {
	stock := l.pack() - l.Columns*(l.Columns+1)/2
	return (stock + l.Turn - 1) / l.Turn
}

// visible returns how many cards are seen before a move is made.
func (l Layout) visible() int { return l.Columns + l.Reachable() }

// Unplayable returns in how many deals no card can ever be played: no ace comes up, and
// neither a top card of a column nor a card of the stock that comes up can be laid on a
// column. It counts the sets of cards on the columns and of cards that come up of the stock.
// Where they lie does not matter (Donkersteeg 2010, section 3.1.1).
//
// A king needs a space, and there is none. Without an ace nothing can go up. So only
// neighbouring ranks matter, and for each rank it is enough to know how many of its red and
// black cards are on columns. The sum goes through the ranks from the highest down. A card of
// the stock can be laid if and only if a card of the next rank and the other colour is on a
// column, so for the stock it is enough to count the cards that can't be laid.
func (l Layout) Unplayable() Share {
	type state struct {
		red, black bool // whether a card of the colour and the rank above is on a column
		open       int  // cards of higher ranks on columns
		idle       int  // other cards of higher ranks that can't be laid on those
	}
	ways := map[state]*big.Int{{}: big.NewInt(1)}
	pair := []int64{1, 2, 1} // ways to choose 0, 1 or 2 of a rank's two cards of a colour
	for rank := l.Ranks; rank > 1; rank-- {
		next := map[state]*big.Int{}
		for s, n := range ways {
			for red := range 3 {
				for black := range 3 {
					if red > 0 && s.black || black > 0 && s.red || s.open+red+black > l.Columns {
						continue
					}
					to := state{red > 0, black > 0, s.open + red + black, s.idle}
					if !s.black {
						to.idle += 2 - red
					}
					if !s.red {
						to.idle += 2 - black
					}
					if next[to] == nil {
						next[to] = new(big.Int)
					}
					next[to].Add(next[to], product(n, big.NewInt(pair[red]*pair[black])))
				}
			}
		}
		ways = next
	}
	count := new(big.Int)
	for s, n := range ways {
		if s.open == l.Columns {
			count.Add(count, product(n, choose(s.idle, l.Reachable())))
		}
	}
	return Share{count, product(choose(l.pack(), l.Columns), choose(l.pack()-l.Columns, l.Reachable()))}
}

// NoAce returns how often no ace is among the cards that are seen before a move is made.
func (l Layout) NoAce() Share { return l.only(l.pack() - suits) }

// EvenRanks returns how often all cards that are seen before a move is made are of even rank,
// so that none can be laid on another.
func (l Layout) EvenRanks() Share { return l.only(suits * (l.Ranks / 2)) }

// OddRanks returns how often all cards that are seen before a move is made are of odd rank,
// without an ace.
func (l Layout) OddRanks() Share { return l.only(suits * ((l.Ranks+1)/2 - 1)) }

// only returns how often all visible cards are among a set with the given number of cards.
func (l Layout) only(cards int) Share {
	return Share{choose(cards, l.visible()), choose(l.pack(), l.visible())}
}
