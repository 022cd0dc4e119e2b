package player

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/player/simulate"
)

// determinization is a board with cards dealt to the hidden places.
type determinization struct {
	board  simulate.Board
	places []*card.Card // the hidden places of board
	cards  []card.Card  // the cards in them, in the same order
	last   map[hiddenPlace]card.Card
}

// hiddenPlace is a hidden place of a column, numbered from 0, or of the stock, which is
// stockColumn. Places count from the card that comes up last.
type hiddenPlace struct{ column, at int8 }

const stockColumn = simulate.Columns

// determinize deals the hidden cards of a table, as the option cards says.
func (p *donkersteeg) determinize(t *Turn, b *simulate.Board) {
	im := &p.sampled
	im.board, im.places, im.cards = *b, im.places[:0], append(im.cards[:0], t.Unseen...)
	var hidden []hiddenPlace
	for i := range im.board.Columns {
		c := &im.board.Columns[i]
		for k := range c.Down {
			if c.Cards[k] == card.None {
				hidden, im.places = append(hidden, hiddenPlace{int8(i), k}), append(im.places, &c.Cards[k])
			}
		}
	}
	for k := range im.board.Count {
		at := im.board.Count - 1 - k
		x := &im.board.Talon[at]
		forgotten := p.forgets && at >= im.board.Turned && *x != card.None
		if forgotten {
			im.cards = append(im.cards, *x)
		}
		if forgotten || *x == card.None {
			hidden, im.places = append(hidden, hiddenPlace{stockColumn, k}), append(im.places, x)
		}
	}
	if len(im.cards) == 0 {
		return
	}
	p.reshuffle()
	if p.cards == cardsTurned {
		im.keepCards(hidden)
	}
}

// keepCards restores the cards that were dealt before to the places that are still hidden. If
// one of them has been turned up elsewhere, its place gets the card that was assumed there.
func (im *determinization) keepCards(hidden []hiddenPlace) {
	var unseen, kept simulate.Set
	for _, x := range im.cards {
		unseen |= 1 << x
	}
	for _, at := range hidden {
		kept |= 1 << im.last[at] & unseen
	}
	others := slices.DeleteFunc(slices.Clone(im.cards), kept.Has)
	now := make(map[hiddenPlace]card.Card, len(hidden))
	for i, at := range hidden {
		x := im.last[at]
		if !kept.Has(x) {
			x, others = others[0], others[1:]
		}
		*im.places[i], now[at] = x, x
	}
	im.last = now
}

// reshuffle deals the hidden cards anew.
func (p *donkersteeg) reshuffle() {
	im := &p.sampled
	p.random.Shuffle(len(im.cards), func(i, j int) { im.cards[i], im.cards[j] = im.cards[j], im.cards[i] })
	for i, at := range im.places {
		*at = im.cards[i]
	}
}

// value returns the result of a move's simulations: the highest final fitness, or the mean.
func (p *donkersteeg) value(clock *solver.Clock, m typedMove, playouts int) float64 {
	best, sum := 0., 0.
	for i := range playouts {
		if i%16 == 0 && clock.StopReason() != solver.NoReason {
			return 0
		}
		if p.cards == cardsReshuffle {
			p.reshuffle()
		}
		b := p.sampled.board
		m.do(p.game, &b)
		f := p.playout(&b, m.turnsAfter(p.turned))
		sum += f
		if best = max(best, f); best >= mostFitness && !p.mean {
			break // nothing is better
		}
	}
	if p.mean {
		return sum / float64(playouts)
	}
	return best
}

// playout plays at random to the end of the game, or for depth moves, and returns the fitness
// then. turned is how many turns of the stock came right before. With inside, a safe move is made
// where there is one.
func (p *donkersteeg) playout(b *simulate.Board, turned int) float64 {
	for moves := 0; p.depth == 0 || moves < p.depth; moves++ {
		p.buffer = p.moves(b, p.buffer[:0])
		if len(p.buffer) == 0 {
			break
		}
		m := p.buffer[0]
		if safe := slices.IndexFunc(p.buffer, func(m typedMove) bool { return p.inside && m.safe(b) }); safe >= 0 {
			m = p.buffer[safe]
		} else if len(p.buffer) > 1 {
			m = p.buffer[p.random.IntN(len(p.buffer))]
		} else if m.moveType == stockToWaste && p.lostByTurns(b, turned) {
			break
		}
		turned = m.turnsAfter(turned)
		m.do(p.game, b)
	}
	return p.fitness(b)
}

// mostFitness is the fitness of a won game.
const mostFitness = card.Suits * float64(card.King)

// fitness returns the number of cards on foundations (section 3.3), plus points by the options
// (section 3.3.1): for the ratio of red to black open cards, which are the face-up cards of
// columns and the top card of the waste; and for the share of cards in columns that are open. A
// won game has no extra points.
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
