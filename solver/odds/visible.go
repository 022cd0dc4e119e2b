package odds

import "math/big"

// suits is how many suits there are, two of each colour.
const suits = 4

// Layout is how a pack is dealt as in Klondike: columns of one card, two cards and so on, of
// which the top ones lie face up, and what is left as a stock.
type Layout struct {
	Ranks   int // of each of the four suits
	Columns int
	Turn    int // cards of the stock that are turned at a time; at least 1
}

// Klondike is the game with so many cards turned at a time.
func Klondike(turn int) Layout { return Layout{Ranks: 13, Columns: 7, Turn: turn} }

// pack is how many cards there are.
func (l Layout) pack() int { return suits * l.Ranks }

// Reachable is how many cards of the stock come up as long as none is played: those at which
// a turn ends, the last of the stock among them.
func (l Layout) Reachable() int {
	stock := l.pack() - l.Columns*(l.Columns+1)/2
	return (stock + l.Turn - 1) / l.Turn
}

// visible is how many cards are seen before a move is made.
func (l Layout) visible() int { return l.Columns + l.Reachable() }

// Unplayable is of how many deals no card can ever be played: no ace comes to be seen, no top
// card of a column can be laid on another, nor any card of the stock that comes up. It counts
// which cards lie on the columns, and which come up of the stock; where, does not matter
// (Donkersteeg 2010, section 3.1.1).
//
// Kings need a space, and there is none; what is below an ace can't go up. So it is a matter
// of neighbouring ranks alone, and of each rank it is enough to know how many of its red and
// black cards lie on columns: the sum goes through the ranks from the highest down. A card of
// the stock can be laid if and only if a card of the next rank and the other colour lies on a
// column, so what matters of the stock is how many cards of the pack can't.
func (l Layout) Unplayable() Share {
	type state struct {
		red, black bool // whether a card of the colour and the rank above lies on a column
		open       int  // how many cards of higher ranks lie on columns
		idle       int  // how many others of higher ranks can't be laid on those
	}
	ways := map[state]*big.Int{{}: big.NewInt(1)}
	pair := []int64{1, 2, 1} // ways to have so many of a rank's two cards of a colour
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
					next[to].Add(next[to], times(n, big.NewInt(pair[red]*pair[black])))
				}
			}
		}
		ways = next
	}
	count := new(big.Int)
	for s, n := range ways {
		if s.open == l.Columns {
			count.Add(count, times(n, choose(s.idle, l.Reachable())))
		}
	}
	return Share{count, times(choose(l.pack(), l.Columns), choose(l.pack()-l.Columns, l.Reachable()))}
}

// NoAce is how often no ace is among the cards that are seen before a move is made.
func (l Layout) NoAce() Share { return l.only(l.pack() - suits) }

// EvenRanks is how often all cards that are seen before a move is made are of even rank, so
// that none can be laid on another.
func (l Layout) EvenRanks() Share { return l.only(suits * (l.Ranks / 2)) }

// OddRanks is how often they are all of odd rank, and none an ace.
func (l Layout) OddRanks() Share { return l.only(suits * ((l.Ranks+1)/2 - 1)) }

// only is how often all cards that are seen are among so many.
func (l Layout) only(cards int) Share {
	return Share{choose(cards, l.visible()), choose(l.pack(), l.visible())}
}
