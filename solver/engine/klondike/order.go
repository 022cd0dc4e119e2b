package klondike

import "math/bits"

// order is the order in which a searcher tries edges. It decides how soon a win is found
// and nothing else.
type order struct {
	learned bool   // by learnedScore instead of by priority
	most    int32  // the noise's amplitude in all runs but the first
	noise   int32  // its amplitude in this run
	seed    uint64 // of the noise
}

// The noise's amplitudes, in units of the score.
const (
	noiseByHand  = 20
	noiseLearned = 4 * scoreUnit
)

func newOrder(learned bool) order {
	if learned {
		return order{learned: true, most: noiseLearned}
	}
	return order{most: noiseByHand}
}

// restart prepares run number i. The first has no noise.
func (o *order) restart(i uint64) {
	o.seed, o.noise = i*0x9e3779b97f4a7c15, 0
	if i > 0 {
		o.noise = o.most
	}
}

// score returns the score of an edge: edges of greater scores are tried first.
func (e *searcher) score(x *edge) int32 {
	o := &e.order
	score := int32(x.priority)
	if o.learned {
		score = e.board.learnedScore(x)
	}
	if o.noise > 0 {
		u := int32((x.mixed^o.seed)*0xd6e8feb86659fd93>>48) - 1<<15
		score += o.noise * u >> 15
	}
	return score
}

// The learned order of edges with a turned stock. An edge that leads to a class that can
// be won should have the greatest score among its class's. The score is a sum of
// features, most of them of the state that the edge leads to, with these weights, in
// 64ths.
//
// They were fitted by logistic regression: the loss of a class is −log of the sum of
// exp(score) over its won edges, divided by the same sum over all of its edges. The data
// are the classes with a won and a lost edge on winning lines of solvitaire:10001-11600,
// drawing three cards. The first edge is a won one for four classes of five, against
// three of five by hand (docs/research/diaries/klondike.md).
const (
	scoreUnit      = 64
	scoreUncovers  = 19  // a locked card moves
	scoreDepth     = 14  // for each card left under it
	scoreFromUp    = 24  // a card of the stock goes up
	scoreFromDown  = -36 // a card of the stock is laid down
	scoreLaidRank  = 7   // for each rank of it
	scoreRank      = -5  // for each rank of a card moved without a chain
	scoreReveals   = 45  // for each locked card with a place to go to
	scoreAvailable = 36  // for each card of the stock that is available and has a place
	scoreNext      = 45  // for each card of the tableau that can go up
)

// learnedScore returns the learned score of an edge.
func (b *board) learnedScore(x *edge) int32 {
	s := &x.state
	open, wanted := b.open(s), b.wanted(s)
	hosted := b.hosted(s, open)
	pass, redeal := b.reach(s)
	score := scoreReveals*count(s.visible&s.locked&hosted) +
		scoreAvailable*count(b.cardsAt(pass|redeal)&(hosted|wanted)) +
		scoreNext*count(wanted&s.visible&open)
	rank := int32(x.step.card >> 2)
	if x.direct {
		score += scoreRank * rank
	}
	switch {
	case x.priority >= priorityUncover:
		score += scoreUncovers + scoreDepth*int32(x.priority-priorityUncover)
	case x.priority == priorityFromUp:
		score += scoreFromUp
	case x.priority <= priorityFromDown:
		score += scoreFromDown + scoreLaidRank*int32(priorityFromDown-x.priority)
	}
	return score
}

// count returns the number of cards of a set.
func count(set uint64) int32 { return int32(bits.OnesCount64(set)) }
