package klondike

import (
	"math/bits"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Hidden is a position in which some cards of the columns are unknown, with guesses of these cards.
// A player can ask what could be won if a guess were right, and choose its move by the answers
// (determinisation; docs/inside/hidden.md).
//
// Guesses differ only in which hidden card lies in which place. So until a card is turned up, a
// state is the same in all guesses, and so is a [Plan]. Each guess has a small table, which keeps
// the facts proven of its game until the next position. The guess also keeps won states, because
// the search for the next question mostly ends at a state on the path of an earlier answer.
//
// The memory is reused for the next position. Hidden is not safe for concurrent use.
type Hidden struct {
	// Lifetime: one position.
	position deal.Position // with the cards of the last guess
	places   []*card.Card  // of the hidden cards, in position
	hidden   uint64        // the hidden cards, as a set
	board    board         // shared by all guesses, except for the columns
	guesses  []*guess
	used     int // guesses in use

	// Lifetime: one question.
	meter         meter
	main, relaxed searcher
}

// guess is an assignment of the hidden cards, and what is known of the game with them.
type guess struct {
	board board
	start state
	words []uint64
	table table
	wins  map[uint64]struct{} // see board.turned
}

// guessWords is the size of a guess's table. There are hundreds of guesses, each
// searched for some thousand states at most.
const guessWords = bucketSize << (leastBits + 2)

// singleRun is the techniques of a question about a guess: one run in the order by hand,
// because the next question goes on with what this one leaves in the table.
var singleRun = Techniques{SafeFoundations: true, NormalForm: true, StockChains: true, Unparking: true, SleepSets: true, RelaxedSearch: true}

// Plays reports whether Hidden handles games with rules r. [Hidden.Begin] still rejects some
// positions of these games.
func Plays(r *rules.Rules) bool { return playable(r) }

// Begin sets the position. In table, unknown cards are card.None. The list unseen has these cards
// in any order. Begin returns false if the engine does not handle the position, or if a card of the
// stock is unknown.
func (h *Hidden) Begin(r *rules.Rules, table *deal.Position, unseen []card.Card) bool {
	h.position, h.places, h.hidden, h.used = table.Clone(), h.places[:0], 0, 0
	if !playable(r) || slices.Contains(table.Stock, card.None) {
		return false
	}
	for i := range h.position.Tableau {
		cards := h.position.Tableau[i].Cards
		for j := range cards {
			if cards[j] == card.None {
				h.places = append(h.places, &cards[j])
			}
		}
	}
	h.fill(unseen)
	if !h.board.lay(r, &h.position) {
		return false
	}
	for _, x := range unseen {
		h.hidden |= 1 << h.board.code(x)
	}
	return h.keysFit()
}

// keysFit reports whether states have a number under every guess. A column with a
// hidden card at the bottom has one arrangement more where that card is not a king.
func (h *Hidden) keysFit() bool {
	l := h.board.layout
	for i := range h.position.Tableau {
		if c := &h.position.Tableau[i]; c.Down > 0 && h.board.isKing(h.board.code(c.Cards[0])) {
			ways := uint64(h.board.runStart(c) + 1)
			l.columns = l.columns / ways * (ways + 1)
		}
	}
	return l.columns <= 1<<32 && l.fix(&h.board, &h.position)
}

func (h *Hidden) fill(cards []card.Card) {
	for i, place := range h.places {
		*place = cards[i]
	}
}

// Guess adds a guess: cards has the hidden cards, column by column and each column from its deepest
// card on. Guesses are numbered from 0.
func (h *Hidden) Guess(cards []card.Card) {
	if h.used == len(h.guesses) {
		h.guesses = append(h.guesses, &guess{words: make([]uint64, guessWords), wins: map[uint64]struct{}{}})
	}
	g := h.guesses[h.used]
	h.used++
	h.fill(cards)
	g.board = h.board
	b := &g.board
	b.uncovers, b.weight, b.last, b.depth = [maxCards]uint64{}, [maxCards]uint32{}, [maxCards]bool{}, [maxCards]uint8{}
	b.columnsOf(&h.position)
	b.layout.fix(b, &h.position)
	g.start = b.start(&h.position)
	clear(g.words[:g.table.touched()])
	g.table.reset(g.words, b.layout.key, h.meter.goOn)
	clear(g.wins)
}

// Node is a player's knowledge at one point of the game.
type Node struct {
	Plans  []*Plan
	way    []step        // from the position
	hidden uint64        // cards not turned up yet
	known  map[place]int // the index of each plan
}

// Root returns the node of the position itself.
func (h *Hidden) Root() *Node { return &Node{hidden: h.hidden, known: map[place]int{}} }

// After returns the node after plan p of node n, if p turned up the card that guess i expects.
func (h *Hidden) After(n *Node, p *Plan, i int) *Node {
	return &Node{way: slices.Concat(n.way, p.steps), hidden: n.hidden &^ h.turned(p, i), known: map[place]int{}}
}

// Turned returns the card that plan p turns up if guess i is right.
func (h *Hidden) Turned(p *Plan, i int) card.Card {
	return h.board.card(code(trailing(h.turned(p, i))))
}

func (h *Hidden) turned(p *Plan, i int) uint64 {
	return h.guesses[i].board.uncovers[p.steps[len(p.steps)-1].card]
}

// Hidden returns the number of unknown cards at a node.
func (n *Node) Hidden() int { return bits.OnesCount64(n.hidden) }

// at returns the state of a guess at a node. The guess must agree with the node.
func (h *Hidden) at(n *Node, g *guess) state {
	s := g.start
	for _, m := range n.way {
		g.board.do(&s, m.kind, 1<<m.card)
	}
	return s
}

// Propose takes all cards of guess i as known, and searches from node n for at most the given
// number of states. It reports whether it finds a win. If so, n gets the win's first plan.
func (h *Hidden) Propose(clock *solver.Clock, n *Node, i int, states int64) bool {
	g := h.guesses[i]
	var way []step
	for s := h.at(n, g); h.search(clock, g, s, states, true); {
		proposed := false
		h.main.path(s, func(steps []step) bool {
			for _, m := range steps {
				way = append(way, m)
				if proposed = h.reveals(n, g, &s, m); proposed {
					h.add(n, g, &s, way)
					return false
				}
				g.board.do(&s, m.kind, 1<<m.card)
			}
			return true
		})
		if proposed || len(h.main.frames) == 0 {
			return true
		}
	}
	return false
}

// Wins takes all cards of guess i as known, and searches from the state after plan p of node n. It
// reports whether it finds a win within the given number of states.
func (h *Hidden) Wins(clock *solver.Clock, n *Node, p *Plan, i int, states int64) bool {
	g := h.guesses[i]
	s := h.at(n, g)
	for _, m := range p.steps {
		g.board.do(&s, m.kind, 1<<m.card)
	}
	return h.search(clock, g, s, states, false)
}

// search reports whether a guess can be won from a state, and searches what is not
// known yet. If path is set the search leaves a path, unless the state is surely won.
func (h *Hidden) search(clock *solver.Clock, g *guess, s state, states int64, path bool) bool {
	h.meter = meter{clock: clock, limit: states, because: clock.StopReason()}
	if h.meter.because != solver.NoReason {
		return false
	}
	e, b := &h.main, &g.board
	e.begin(b, singleRun, &g.table, &h.meter)
	e.wins = g.wins
	if !s.freeStock {
		h.relaxed.begin(b, singleRun, &g.table, &h.meter)
		e.relaxed, e.relaxedAfter = &h.relaxed, relaxedDelay
	}
	e.settle(&s)
	e.frames, e.edges = e.frames[:0], e.edges[:0]
	if s.surelyWon(b) {
		return true
	}
	root := edge{state: s, mixed: e.table.mix(b.key(&s))}
	switch e.lookUp(&root) {
	case isLost:
		return false
	case isWon:
		if !path {
			return true
		}
	}
	return e.descend(&root) == isWon
}
