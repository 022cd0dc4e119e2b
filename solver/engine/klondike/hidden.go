package klondike

import (
	"context"
	"math/bits"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Hidden is a position of which some cards of the columns are not known, with guesses
// what they are, for a player who weighs what to do by what could be won if they were so.
//
// The guesses differ in nothing but what lies under what, so that up to the first card
// that is turned up a state is the same in all of them, and so is a [Plan]. Each guess has
// a small table, which remembers what was found out of its game for as long as the
// position is thought about. A state that is won is remembered too: the next question
// about the same guess mostly ends where the answer to the last one passed.
//
// The memory is used again for the next position. It is not safe for concurrent use.
type Hidden struct {
	position     deal.Position // with the cards of the last guess
	places       []*card.Card  // in the position, of the cards that are hidden
	hidden       uint64        // these cards
	board        board         // of all guesses but for the columns
	guesses      []*guess
	used         int // of them
	meter        meter
	main, oracle searcher
}

// guess is what the hidden cards may be, and what is known of a game in which they are.
type guess struct {
	board board
	start state
	words []uint64
	table table
	wins  wins
}

// guessWords is the most that a guess's table comes to: there are hundreds, each asked for
// no more than some thousand states.
const guessWords = bucketSize << (leastBits + 2)

// Plays tells whether games of rules r are this engine's. Some positions of theirs are not:
// those with no state.
func Plays(r *rules.Rules) bool { return playable(r) }

// Begin takes a position in which the cards that are not known are card.None: these. It
// tells whether that can be done: if the position is the engine's, and its stock known.
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
	b, ok := newBoard(r, &h.position)
	if !ok {
		return false
	}
	h.board = *b
	for _, x := range unseen {
		h.hidden |= 1 << b.code(x)
	}
	return h.roomy()
}

// roomy tells whether states have a number whatever the guess: a column at the floor of which
// a card is hidden can be in one way more where that is no king.
func (h *Hidden) roomy() bool {
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

// Guess guesses that the hidden cards lie in this order. Guesses are numbered from 0.
func (h *Hidden) Guess(cards []card.Card) {
	if h.used == len(h.guesses) {
		h.guesses = append(h.guesses, &guess{words: make([]uint64, guessWords)})
	}
	g := h.guesses[h.used]
	h.used++
	h.fill(cards)
	g.board = h.board
	b := &g.board
	b.turns, b.weight, b.last, b.depth = [most]uint64{}, [most]uint32{}, [most]bool{}, [most]uint8{}
	b.columnsOf(&h.position)
	b.layout.fix(b, &h.position)
	g.start = b.start(&h.position)
	clear(g.words[:g.table.touched()])
	g.table.reset(g.words, b.layout.key, h.meter.goOn)
	g.wins.clear()
}

// Node is what somebody knows who has come to some place in the game.
type Node struct {
	Plans  []*Plan
	way    []step        // from the position
	hidden uint64        // cards that were not turned up on the way
	known  map[place]int // the plans' places
}

// Root is the node of the position itself.
func (h *Hidden) Root() *Node { return &Node{hidden: h.hidden, known: map[place]int{}} }

// After is the node after a plan, where its card was turned up that a guess has there.
func (h *Hidden) After(n *Node, p *Plan, i int) *Node {
	return &Node{way: slices.Concat(n.way, p.steps), hidden: n.hidden &^ h.turned(p, i), known: map[place]int{}}
}

// Turned is the card that a plan turns up, if a guess is right.
func (h *Hidden) Turned(p *Plan, i int) card.Card {
	return h.board.card(code(trailing(h.turned(p, i))))
}

func (h *Hidden) turned(p *Plan, i int) uint64 {
	return h.guesses[i].board.turns[p.steps[len(p.steps)-1].card]
}

// Hidden is how many cards are not known at a node.
func (n *Node) Hidden() int { return bits.OnesCount64(n.hidden) }

// at is where a guess stands at a node that it agrees with.
func (h *Hidden) at(n *Node, g *guess) state {
	s := g.start
	for _, m := range n.way {
		g.board.do(&s, m.kind, 1<<m.card)
	}
	return s
}

// Propose tells whether somebody who knows the cards of a guess can win from a node that it
// agrees with, if so many states are enough to find out. The plan with which that begins is
// added to the node's.
func (h *Hidden) Propose(ctx context.Context, n *Node, i int, states int64) bool {
	g := h.guesses[i]
	var way []step
	for s := h.at(n, g); h.search(ctx, g, s, states, true); {
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

// Wins tells whether somebody who knows the cards of a guess can win after a plan of a node
// that it agrees with, if so many states are enough to find out.
func (h *Hidden) Wins(ctx context.Context, n *Node, p *Plan, i int, states int64) bool {
	g := h.guesses[i]
	s := h.at(n, g)
	for _, m := range p.steps {
		g.board.do(&s, m.kind, 1<<m.card)
	}
	return h.search(ctx, g, s, states, false)
}

// search searches a guess from a state, as far as is not known. Whoever wants a path gets
// one, unless the state is as good as won.
func (h *Hidden) search(ctx context.Context, g *guess, s state, states int64, path bool) bool {
	h.meter = meter{ctx: ctx, limit: states, because: solver.Stop(ctx)}
	if h.meter.because != solver.Nothing {
		return false
	}
	e, b := &h.main, &g.board
	e.begin(b, All, &g.table, &h.meter)
	e.wins = &g.wins
	if !s.heap {
		h.oracle.begin(b, All, &g.table, &h.meter)
		e.oracle, e.quiet = &h.oracle, quiet
	}
	e.settle(&s)
	e.frames, e.edges = e.frames[:0], e.edges[:0]
	if s.done(b) {
		return true
	}
	root := edge{state: s, mixed: e.table.mix(b.key(&s))}
	switch e.recall(&root) {
	case isLost:
		return false
	case isWon:
		if !path {
			return true
		}
	}
	return e.descend(&root) == isWon
}

// Plan is a way to play which shows nothing new but for its last step, which turns up a
// card. Nothing is learned on the way, so that a plan is all that there is to decide.
type Plan struct {
	steps []step
	final int
}

// Final is how many cards a plan moves that can't be moved back.
func (p *Plan) Final() int { return p.final }

// Moves says a plan in the moves of the table, without what they turn up.
func (h *Hidden) Moves(p *Plan) []game.Move {
	t := lay(&h.board, &h.position)
	t.play(p.steps)
	for i := range t.moves {
		t.moves[i].TurnsUp = card.None
	}
	return t.moves
}

// place is a state as far as it is known, and the step that is made there. Two plans that
// agree in it are the same.
type place struct {
	visible, locked uint64
	stock           uint32
	found           [4]uint8
	waste, redeals  uint8
	step            step
}

func (h *Hidden) place(n *Node, s *state, m step) place {
	waste := s.waste
	if s.heap || h.board.unlimited && h.board.pure(s) {
		waste = 0
	}
	return place{s.visible, s.locked &^ n.hidden, s.stock, s.found, waste, s.redeals, m}
}

// reveals tells whether a step turns up a card that is hidden.
func (h *Hidden) reveals(n *Node, g *guess, s *state, m step) bool {
	return (m.kind == up || m.kind == reveal) && s.locked>>m.card&1 != 0 && g.board.turns[m.card]&n.hidden != 0
}

// add adds a plan, unless it is known, and gives its place among the node's; its last step
// is to be made in state s.
func (h *Hidden) add(n *Node, g *guess, s *state, way []step) int {
	at := h.place(n, s, way[len(way)-1])
	if i, known := n.known[at]; known {
		return i
	}
	n.known[at] = len(n.Plans)
	p := &Plan{steps: slices.Clone(way)}
	for _, m := range way {
		if m.kind == fromUp || m.kind == fromDown || g.start.locked>>m.card&1 != 0 {
			p.final++
		}
	}
	n.Plans = append(n.Plans, p)
	return n.known[at]
}

// List adds plans to a node until there are so many, those first that turn up a card after
// few moves. It looks at no more classes than that on the way, and at some of the states
// of each: beyond that Propose finds what is worth while. A guess is named that agrees with
// the node; what it says makes no difference.
func (h *Hidden) List(n *Node, i, most int) {
	g, e := h.guesses[i], &h.main
	e.begin(&g.board, All, &g.table, &h.meter)
	e.few, e.trail = fewMembers, &trail{}
	defer func() { e.few, e.trail = 0, nil }()
	type point struct {
		state
		way []step
	}
	var queue []point
	seen := map[place]bool{}
	visit := func(from point, steps []step) {
		to := point{from.state, slices.Clone(from.way)}
		for _, m := range steps {
			to.way = append(to.way, m)
			if h.reveals(n, g, &to.state, m) {
				h.add(n, g, &to.state, to.way)
				return
			}
			g.board.do(&to.state, m.kind, 1<<m.card)
		}
		if at := h.place(n, &to.state, step{}); !seen[at] {
			seen[at] = true
			queue = append(queue, to)
		}
	}
	start := h.at(n, g)
	settled := start
	e.settle(&settled)
	visit(point{state: start}, e.trail.way)
	for i := 0; i < min(len(queue), most) && len(n.Plans) < most; i++ {
		e.trail.every = func(way []step) { visit(queue[i], way) }
		e.edges = e.edges[:0]
		if e.class(&queue[i].state) {
			visit(queue[i], e.trail.members[0])
			continue
		}
		for j := range e.members {
			e.list(j)
		}
	}
}

// fewMembers is how many states of a class a list looks at.
const fewMembers = 64

// wins is a set of states that are won.
type wins struct {
	slots []uint64 // empty ones are zero; as many as a power of two
	used  int
}

// turned is what such a set knows a state by: its key, and the cards turned, which the key
// may leave out. Two states have the same by a chance of 2^-58 at most; then a player
// thinks that one is won which is not.
func (b *board) turned(s *state, mixed uint64) uint64 {
	waste := uint64(s.waste)
	if b.unlimited && b.pure(s) {
		waste = 1<<turnedBits - 1 // it makes no difference
	}
	return (mixed<<turnedBits^waste)*0x9e3779b97f4a7c15 | 1
}

func (w *wins) clear() {
	clear(w.slots)
	w.used = 0
}

// slot is where a state is, or would be.
func (w *wins) slot(k uint64) *uint64 {
	mask := uint64(len(w.slots) - 1)
	i := k >> 32 & mask
	for w.slots[i] != 0 && w.slots[i] != k {
		i = (i + 1) & mask
	}
	return &w.slots[i]
}

func (w *wins) has(k uint64) bool { return w.used > 0 && *w.slot(k) != 0 }

func (w *wins) add(k uint64) {
	if 2*w.used >= len(w.slots) {
		old := w.slots
		w.slots, w.used = make([]uint64, max(1<<8, 2*len(old))), 0
		for _, k := range old {
			if k != 0 {
				w.add(k)
			}
		}
	}
	if at := w.slot(k); *at == 0 {
		*at = k
		w.used++
	}
}
