package klondike

import (
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// Plan is a sequence of steps. Only the last step turns up a hidden card. A player learns
// nothing on the way, so the choice of a plan is the only decision.
type Plan struct {
	steps []step
	final int
}

// Final returns the number of moves of a plan that can't be undone.
func (p *Plan) Final() int { return p.final }

// Moves returns the moves of a plan, without the cards that they turn up.
func (h *Hidden) Moves(p *Plan) []game.Move {
	t := newTabletop(&h.board, &h.position)
	t.play(p.steps)
	for i := range t.moves {
		t.moves[i].TurnsUp = card.None
	}
	return t.moves
}

// place identifies a plan: the known part of a state, and the step made there.
type place struct {
	visible, locked uint64
	stock           uint32
	found           [4]uint8
	waste, redeals  uint8
	step            step
}

func (h *Hidden) place(n *Node, s *state, m step) place {
	waste := s.waste
	if s.freeStock || h.board.unlimited && h.board.pure(s) {
		waste = 0
	}
	return place{s.visible, s.locked &^ n.hidden, s.stock, s.found, waste, s.redeals, m}
}

// reveals reports whether a step turns up a hidden card.
func (h *Hidden) reveals(n *Node, g *guess, s *state, m step) bool {
	return (m.kind == up || m.kind == reveal) && s.locked>>m.card&1 != 0 && g.board.uncovers[m.card]&n.hidden != 0
}

// add adds a plan to a node, unless it is there already, and returns its index. Its
// last step is made in state s.
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

// List adds plans to node n until n has limit plans. Plans with few moves come first. List looks at
// no more than limit classes, and at some members of each. [Hidden.Propose] can find other plans.
// Guess i must agree with the node, but its hidden cards make no difference.
func (h *Hidden) List(n *Node, i, limit int) {
	g, e := h.guesses[i], &h.main
	e.begin(&g.board, All, &g.table, &h.meter)
	e.memberLimit, e.trail = hiddenMembers, &trail{}
	defer func() { e.memberLimit, e.trail = 0, nil }()
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
	for i := 0; i < min(len(queue), limit) && len(n.Plans) < limit; i++ {
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

// hiddenMembers is the number of members of a class that List looks at.
const hiddenMembers = 64
