package player

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// evaluator evaluates the plans of an observed table on deals of the hidden cards.
type evaluator struct {
	hindsight
	turn        *Turn
	states      int64 // budget to solve a deal
	planStates  int64 // budget to win a deal after a plan
	foresees    bool  // plans extend to the next card that is turned up
	plans       []candidate
	deals       []deal.Position // those that can be won
	dealNumbers []int           // the numbers of these deals among all, from 1
	total       int             // all deals so far

	// insight proposes and tries plans if it can; may be nil.
	insight *insightSearch
}

// candidate is a plan with its results.
type candidate struct {
	plan
	won        []bool // for each deal that can be won, as far as it was tried
	dropped    bool   // not tried any more, since another plan is clearly better
	current    bool   // the rest of the plan of the last call
	exact      bool   // the best plan, by an exact search
	explores   bool   // a turn of an unknown stock, which costs nothing
	incomplete bool   // ends before a card is turned up, so that its share of wins is too high
	final      int    // cards that it moves for good; among equal plans fewer are better
}

// dropDeviations is the number of standard errors by which a plan must be worse than another
// one, on the deals that only one of them wins, to be dropped.
const dropDeviations = 3

func evaluatePlans(clock *solver.Clock, s *Observation, plan []game.Move, samples int, random *rand.Rand, e solver.Engine) []Evaluation {
	w := newEvaluator(s, random, e)
	if s.Certain() {
		samples, w.states = 1, knownStates
	}
	for _, p := range w.turn.plans() {
		w.plans = append(w.plans, candidate{plan: p})
	}
	return w.evaluate(clock, plan, samples, random)
}

func newEvaluator(s *Observation, random *rand.Rand, e solver.Engine) *evaluator {
	w := &evaluator{hindsight: hindsight{engine: e}, turn: &Turn{Observation: *s}, states: hindsightStates, planStates: hindsightStates}
	if s.Certain() {
		w.turn.Table, w.turn.Unseen = s.Deal(random), nil
	}
	if look := s.exploringTurn(); look != nil {
		w.plans = append(w.plans, candidate{plan: plan{moves: []game.Move{*look}}, explores: true})
	}
	return w
}

// evaluate evaluates the plans on a number of deals. The plan is the rest of the last one.
func (w *evaluator) evaluate(clock *solver.Clock, plan []game.Move, samples int, random *rand.Rand) []Evaluation {
	if i := w.addCandidate(plan); i >= 0 {
		w.plans[i].current = true
	}
	for (samples == 0 || w.total < samples) && w.sample(clock, random) {
		w.dropWorse()
	}
	if w.foresees && len(w.deals) == 0 { // what looks best is best
		for i := range w.plans {
			w.plans[i].incomplete = false
		}
	}
	return w.evaluations()
}

// exploringTurn returns a turn of a stock that is not known and can be turned again without
// limit; nil if there is none.
func (s *Observation) exploringTurn() *game.Move {
	n := min(len(s.Table.Stock), s.Rules.Stock.Count)
	if s.Rules.Stock.To != rules.ToWaste || s.Rules.Stock.Redeals != rules.Unlimited || !slices.Contains(s.Table.Stock, card.None) {
		return nil
	}
	return &game.Move{Action: game.Draw, Count: n}
}

// addCandidate returns the index of the plan that consists of the moves. It adds the plan
// unless there is one that leads to the same position. It returns -1 if the moves are not
// legal.
func (w *evaluator) addCandidate(moves []game.Move) int {
	if len(moves) == 0 {
		return -1
	}
	s := &w.turn.Observation
	table := game.New(s.Rules, &s.Table)
	value := 0
	certain := s.Certain()
	if !certain {
		moves = slices.Clone(moves)
	}
	for i, m := range moves {
		m = s.redactAt(table, m)
		if table.Check(m) != "" {
			return -1
		}
		if !certain { // the hidden cards in a line of one deal don't hold for others
			moves[i] = m
			moves[i].Cards = slices.Clone(m.Cards)
		}
		if i == len(moves)-1 {
			value = (&Observation{Rules: s.Rules, Table: *table.Table()}).value(m)
		}
		table.Do(m)
	}
	after := Key(s.Rules, table.Table())
	i := slices.IndexFunc(w.plans, func(p candidate) bool { return p.after == after && !p.explores })
	switch {
	case i < 0:
		i = len(w.plans)
		w.plans = append(w.plans, candidate{plan: plan{moves: moves, after: after, value: value}})
	case len(moves) < len(w.plans[i].moves):
		w.plans[i].moves = moves
	}
	return i
}

// addSingleMoves adds a plan for every irreversible move. It is marked incomplete unless complete
// says otherwise of the move, until a plan is found that consists of that move alone.
func (w *evaluator) addSingleMoves(complete func(game.Move) bool) {
	s := &w.turn.Observation
	table := game.New(s.Rules, &s.Table)
	for _, m := range s.Legal() {
		if Reversible(s.Rules, table, m) {
			continue
		}
		if i := w.addCandidate([]game.Move{m}); i >= 0 {
			w.plans[i].incomplete = !complete(m)
		}
	}
}

// redactAt returns the move as it is made on a table with hidden cards.
func (s *Observation) redactAt(table *game.State, m game.Move) game.Move {
	m.TurnsUp = card.None
	if stock := table.Table().Stock; m.Action == game.Shift && m.From.Pile == game.Stock && len(stock) > 0 {
		m.Cards = stock[len(stock)-1:]
	}
	return m
}

// addWinningPlan adds the plan at the beginning of a winning line: its moves up to the first
// irreversible one. Of the reversible moves only turns of the stock are kept, if the plan is
// legal without the others. A line of reversible moves is one plan, and so is any line if the
// cards are certain.
func (w *evaluator) addWinningPlan(line []game.Move) int {
	s := &w.turn.Observation
	if s.Certain() {
		return w.addCandidate(line)
	}
	table := game.New(s.Rules, &s.Table)
	for n, m := range line {
		m = s.redactAt(table, m)
		if table.Check(m) != "" {
			return -1 // it turns unknown cards of the stock
		}
		if Reversible(s.Rules, table, m) {
			table.Do(m)
			continue
		}
		if turns, bare := w.turn.playTurnsOnly(line[:n], m); bare != nil {
			return w.addCandidate(append(turns, m))
		}
		return w.addCandidate(line[:n+1])
	}
	return w.addCandidate(line)
}

// sample deals the hidden cards once and tries the plans. It reports whether it was finished
// before the clock ended.
func (w *evaluator) sample(clock *solver.Clock, random *rand.Rand) bool {
	dealt := w.turn.Deal(random)
	lead := -1 // the plan with which the deal is known to be won
	if w.turn.Certain() {
		lead = slices.IndexFunc(w.plans, func(p candidate) bool {
			return p.current && w.winsAfter(clock, w.turn.Rules, &dealt, p.moves, w.planStates)
		})
	}
	if lead < 0 {
		var can bool
		if lead, can = w.solveDeal(clock, &dealt); !can {
			if clock.StopReason() != solver.NoReason {
				return false
			}
			w.total++
			return true
		}
	}
	w.total++
	w.deals, w.dealNumbers = append(w.deals, dealt), append(w.dealNumbers, w.total)
	for i := range w.plans {
		p := &w.plans[i]
		for !p.dropped && len(p.won) < w.dealsFor(p) {
			n := len(p.won)
			wins := p.explores || n == len(w.deals)-1 && i == lead || w.wins(clock, i, n)
			if !wins && clock.StopReason() != solver.NoReason {
				return false
			}
			p.won = append(p.won, wins)
		}
	}
	return true
}

// dealsFor returns on how many of the deals that can be won a plan is to be tried.
func (w *evaluator) dealsFor(p *candidate) int {
	if w.foresees && p.incomplete {
		return 1 + (len(w.deals)-1)/incompleteEvery
	}
	return len(w.deals)
}

// solveDeal reports whether a deal can be won, and returns the index of the plan at the
// beginning of the winning line; -1 if that is no plan.
func (w *evaluator) solveDeal(clock *solver.Clock, dealt *deal.Position) (lead int, can bool) {
	if w.insight != nil {
		return w.insight.solveDeal(clock, w, dealt)
	}
	line := w.solve(clock, w.turn.Rules, dealt, w.states)
	if line == nil {
		return -1, false
	}
	if w.foresees {
		moves, _ := w.turn.foresee(line)
		if lead = w.addCandidate(moves); lead >= 0 {
			w.plans[lead].incomplete = false
		}
		return lead, true
	}
	return w.addWinningPlan(line), true
}

// wins reports whether plan i wins deal n.
func (w *evaluator) wins(clock *solver.Clock, i, n int) bool {
	if w.insight != nil {
		if known, wins := w.insight.wins(clock, i, n); known {
			return wins
		}
	}
	return w.winsAfter(clock, w.turn.Rules, &w.deals[n], w.plans[i].moves, w.planStates)
}

// dropWorse drops the plans that are clearly worse than the best.
func (w *evaluator) dropWorse() {
	best := w.best()
	if best < 0 {
		return
	}
	for i := range w.plans {
		p := &w.plans[i]
		behind, differ := 0, 0 // deals that it loses more, and deals that only one of them wins
		for n := range p.won {
			switch {
			case w.plans[best].won[n] && !p.won[n]:
				behind++
				differ++
			case w.plans[best].won[n] != p.won[n]:
				behind--
				differ++
			}
		}
		p.dropped = p.dropped || !p.exact && behind > 0 && behind*behind > dropDeviations*dropDeviations*differ
	}
}

// compare orders plans, the best first.
func (p *candidate) compare(o *candidate) int {
	return cmp.Or(
		compareBool(o.exact, p.exact),
		compareBool(p.dropped, o.dropped),
		compareBool(p.incomplete, o.incomplete),
		cmp.Compare(winShare(o.wins(), len(o.won)), winShare(p.wins(), len(p.won))),
		compareBool(o.explores, p.explores),
		compareBool(o.current, p.current),
		cmp.Compare(p.final, o.final),
		cmp.Compare(o.value, p.value),
		cmp.Compare(len(p.moves), len(o.moves)),
	)
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

func (p *candidate) wins() int {
	n := 0
	for _, won := range p.won {
		if won {
			n++
		}
	}
	return n
}

func winShare(wins, of int) float64 { return float64(wins) / float64(max(of, 1)) }

// best returns the index of the best plan; -1 if there is none.
func (w *evaluator) best() int {
	best := -1
	for i := range w.plans {
		if best < 0 || w.plans[i].compare(&w.plans[best]) < 0 {
			best = i
		}
	}
	return best
}

// evaluations evaluates the legal moves by the best plans that begin with them or can still be
// played after them.
func (w *evaluator) evaluations() []Evaluation {
	s := &w.turn.Observation
	table := game.New(s.Rules, &s.Table)
	before := Key(s.Rules, &s.Table)
	order := make([]int, len(w.plans)) // indices of plans, the best first
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return w.plans[a].compare(&w.plans[b]) })
	most := 1.
	if len(order) > 0 && !w.plans[order[0]].incomplete {
		best := &w.plans[order[0]]
		most = winShare(best.wins(), w.samples(best))
	}
	first := w.firstPlans(order)
	type ranked struct {
		Evaluation
		plan   int // index in order
		begins bool
	}
	var all []ranked
	for _, m := range s.Legal() {
		table.Do(m)
		after := Key(s.Rules, table.Table())
		back, reversible := table.Back()
		table.Undo()
		r := ranked{Evaluation: Evaluation{Move: m, Samples: w.total, Plan: []game.Move{m}}, plan: len(order)}
		free := reversible || after == before
		if n := first(m, after, free); n < len(order) {
			p := &w.plans[order[n]]
			r.plan, r.begins = n, p.moves[0].Alike(m)
			switch {
			case r.begins:
				r.Plan = p.moves
			case len(p.moves) == 1 && p.after == after && !p.explores: // an equivalent place
			case w.canPlayFirst(p, m):
				k := slices.IndexFunc(p.moves, m.Alike)
				r.Plan = slices.Concat([]game.Move{m}, p.moves[:k], p.moves[k+1:])
			default: // any plan can be played after it
				r.Plan = slices.Concat([]game.Move{m}, back, p.moves)
			}
			r.Samples = w.samples(p)
			r.Wins = winShare(p.wins(), r.Samples)
			if p.incomplete { // it can't be better than the best complete plan
				r.Wins = min(r.Wins, most)
			}
		}
		all = append(all, r)
	}
	slices.SortStableFunc(all, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(a.plan, b.plan), compareBool(b.begins, a.begins))
	})
	weighed := make([]Evaluation, len(all))
	for i := range all {
		weighed[i] = all[i].Evaluation
	}
	return weighed
}

// firstPlans returns a function that returns the index in order of the first plan that begins with a
// move, comes to the same position or can be played after it, and len(order) if there is none. It
// takes the position after the move, and whether any plan can be played after it. There may be
// thousands of moves, and as many plans, so only plans of several moves are looked at one by one.
func (w *evaluator) firstPlans(order []int) func(m game.Move, after uint64, free bool) int {
	type step struct { // what moves have in common that are alike
		action        game.Action
		count, cards  int
		from, and, to game.Place
	}
	stepOf := func(m *game.Move) step { return step{m.Action, m.Count, len(m.Cards), m.From, m.And, m.To} }
	begin, single, long := map[step]int{}, map[uint64]int{}, []int{}
	for n := len(order) - 1; n >= 0; n-- {
		p := &w.plans[order[n]]
		begin[stepOf(&p.moves[0])] = n
		switch {
		case len(p.moves) > 1:
			long = append(long, n)
		case !p.explores:
			single[p.after] = n
		}
	}
	slices.Reverse(long)
	return func(m game.Move, after uint64, free bool) int {
		if free {
			return 0
		}
		first := len(order)
		if n, ok := begin[stepOf(&m)]; ok {
			first = n
		}
		if n, ok := single[after]; ok {
			first = min(first, n)
		}
		for _, n := range long {
			if n >= first || w.canPlayFirst(&w.plans[order[n]], m) {
				return min(n, first)
			}
		}
		return first
	}
}

// canPlayFirst reports whether a plan leads to the same position if move m of it is played
// first.
func (w *evaluator) canPlayFirst(p *candidate, m game.Move) bool {
	k := slices.IndexFunc(p.moves, m.Alike)
	if k < 0 {
		return false
	}
	s := &w.turn.Observation
	table := game.New(s.Rules, &s.Table)
	for _, o := range slices.Concat([]game.Move{m}, p.moves[:k], p.moves[k+1:]) {
		o = s.redactAt(table, o)
		if table.Check(o) != "" {
			return false
		}
		table.Do(o)
	}
	return Key(s.Rules, table.Table()) == p.after
}

// samples returns the number of deals that a plan was tried on, including those that can't be
// won.
func (w *evaluator) samples(p *candidate) int {
	if len(p.won) < len(w.dealNumbers) {
		return w.dealNumbers[len(p.won)] - 1
	}
	return w.total
}
