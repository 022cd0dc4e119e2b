package papers

import (
	"math/rand/v2"

	"github.com/thoughtful-solitaire/thoughtful/solver/player"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
)

// determinization is a board with cards dealt to the hidden places.
type determinization struct {
	board  Board
	places []*card.Card // the hidden places of board
	cards  []card.Card  // the cards in them, in the same order
}

// determinize deals the hidden cards of a table.
func (p *donkersteeg) determinize(t *player.Turn, b *Board) {
	im := &p.sampled
	im.board, im.places, im.cards = *b, im.places[:0], append(im.cards[:0], t.Unseen...)
	hidden := func(place *card.Card) {
		if *place == card.None {
			im.places = append(im.places, place)
		}
	}
	for i := range im.board.Columns {
		c := &im.board.Columns[i]
		for k := range c.Down {
			hidden(&c.Cards[k])
		}
	}
	for k := im.board.Count - 1; k >= 0; k-- {
		hidden(&im.board.Talon[k])
	}
	im.deal(p.random)
}

// deal deals the hidden cards anew.
func (im *determinization) deal(random *rand.Rand) {
	random.Shuffle(len(im.cards), func(i, j int) { im.cards[i], im.cards[j] = im.cards[j], im.cards[i] })
	for i, at := range im.places {
		*at = im.cards[i]
	}
}

// value returns the result of a move's simulations: the highest final fitness.
func (p *donkersteeg) value(clock *solver.Clock, m typedMove) int {
	best := 0
	for i := range p.playouts {
		if i%16 == 0 && clock.StopReason() != solver.NoReason {
			return 0
		}
		if p.reshuffle {
			p.sampled.deal(p.random)
		}
		b := p.sampled.board
		m.do(p.game, &b)
		if best = max(best, p.playout(&b, m.turnsAfter(p.turned))); best == mostFitness {
			break // nothing is better
		}
	}
	return best
}

// mostFitness is the fitness of a won game.
const mostFitness = card.Suits * int(card.King)

// playout plays at random to the end of the game, and returns the fitness then: the number of cards
// on foundations (section 3.3). turned is how many turns of the stock came right before.
func (p *donkersteeg) playout(b *Board, turned int) int {
	for {
		p.buffer = p.moves(b, p.buffer[:0])
		if len(p.buffer) == 0 {
			return b.Score()
		}
		m := p.buffer[0]
		if len(p.buffer) > 1 {
			m = p.buffer[p.random.IntN(len(p.buffer))]
		} else if m.moveType == stockToWaste && turned >= tooManyTurns {
			return b.Score()
		}
		turned = m.turnsAfter(turned)
		m.do(p.game, b)
	}
}
