package player

import (
	"context"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/simulate"
)

// imagined is a table with cards imagined in the places of those that are hidden.
type imagined struct {
	board  simulate.Board
	places []*card.Card // of board that are hidden
	cards  []card.Card  // that lie in them, in the order of places
	last   map[place]card.Card
}

// place is a place that a card may be hidden in: of a column from 0, or of the stock in
// column stockColumn; counted from the card that comes up last.
type place struct{ column, at int8 }

const stockColumn = simulate.Columns

// imagine has a player imagine the hidden cards of a table, as the option cards tells it.
func (p *donkersteeg) imagine(t *Turn, b *simulate.Board) {
	im := &p.imagined
	im.board, im.places, im.cards = *b, im.places[:0], append(im.cards[:0], t.Unseen...)
	if len(im.cards) == 0 {
		return
	}
	var hidden []place
	for i := range im.board.Columns {
		c := &im.board.Columns[i]
		for k := range c.Down {
			if c.Cards[k] == card.None {
				hidden, im.places = append(hidden, place{int8(i), k}), append(im.places, &c.Cards[k])
			}
		}
	}
	for k := range im.board.Count {
		if x := &im.board.Talon[im.board.Count-1-k]; *x == card.None {
			hidden, im.places = append(hidden, place{stockColumn, k}), append(im.places, x)
		}
	}
	p.reshuffle()
	if p.cards == cardsTurned {
		im.keep(hidden)
	}
}

// keep puts the cards that were imagined before where they were, as far as they are still
// hidden: a card that was turned up somewhere else leaves its place to the one that was
// imagined there.
func (im *imagined) keep(hidden []place) {
	var unseen, kept cards
	for _, x := range im.cards {
		unseen |= 1 << x
	}
	for _, at := range hidden {
		kept |= 1 << im.last[at] & unseen
	}
	others := slices.DeleteFunc(slices.Clone(im.cards), kept.has)
	now := make(map[place]card.Card, len(hidden))
	for i, at := range hidden {
		x := im.last[at]
		if !kept.has(x) {
			x, others = others[0], others[1:]
		}
		*im.places[i], now[at] = x, x
	}
	im.last = now
}

// reshuffle deals the hidden cards anew.
func (p *donkersteeg) reshuffle() {
	im := &p.imagined
	p.random.Shuffle(len(im.cards), func(i, j int) { im.cards[i], im.cards[j] = im.cards[j], im.cards[i] })
	for i, at := range im.places {
		*at = im.cards[i]
	}
}

// worth is what simulations say of a move: the greatest fitness that they ended with, or
// the mean.
func (p *donkersteeg) worth(ctx context.Context, m typed) float64 {
	best, sum := 0., 0.
	for i := range p.playouts {
		if i%16 == 0 && solver.StopReason(ctx) != solver.NoReason {
			return 0
		}
		if p.cards == cardsReshuffle {
			p.reshuffle()
		}
		b := p.imagined.board
		m.do(p.game, &b)
		f := p.playout(&b, m.after(p.turned))
		sum += f
		if best = max(best, f); best >= mostFitness && !p.mean {
			break // there is nothing better
		}
	}
	if p.mean {
		return sum / float64(p.playouts)
	}
	return best
}

// playout plays at random to the end of the game, or until so many moves are made, and
// tells the fitness of the table then. The stock has been turned so many
// times in a row before.
func (p *donkersteeg) playout(b *simulate.Board, turned int) float64 {
	for moves := 0; p.depth == 0 || moves < p.depth; moves++ {
		w := want(p.game, b)
		p.buffer = p.moves(&w, b, p.buffer[:0])
		if len(p.buffer) == 0 {
			break
		}
		m := p.buffer[0]
		if len(p.buffer) > 1 {
			m = p.buffer[p.random.IntN(len(p.buffer))]
		} else if m.moveType == stockToWaste && p.lost(b, turned) {
			break
		}
		turned = m.after(turned)
		m.do(p.game, b)
	}
	return p.fitness(b)
}

// mostFitness is that of a game that is won.
const mostFitness = card.Suits * float64(card.King)

// fitness is the number of cards on foundations (section 3.3), and what the options add: the
// ratio of red and black among the open cards, those of columns that lie face up and the
// top card of the waste, and the part of the cards in columns that is open, not secured
// (section 3.3.1). The extra points make way when the game is won.
func (p *donkersteeg) fitness(b *simulate.Board) float64 {
	f := float64(b.Score())
	if p.colours == 0 && p.openness == 0 || b.Won() {
		return f
	}
	var open [2]int
	secured := 0
	for i := range b.Columns {
		c := &b.Columns[i]
		secured += int(c.Down)
		for _, x := range c.Cards[c.Down:c.Count] {
			open[x&1]++
		}
	}
	if all := open[0] + open[1] + secured; all > 0 {
		f += p.openness * float64(open[0]+open[1]) / float64(all)
	} else {
		f += p.openness
	}
	if b.Turned > 0 {
		open[b.Talon[b.Turned-1]&1]++
	}
	if most := max(open[0], open[1]); most > 0 {
		f += p.colours * float64(min(open[0], open[1])) / float64(most)
	}
	return f
}
