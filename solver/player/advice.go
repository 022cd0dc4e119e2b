package player

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/card"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Advisor is a way to judge all moves where cards are hidden.
type Advisor struct {
	Name string
	Most int // deals of the hidden cards that it judges; 0 is no bound

	// Plays tells whether it knows a game; nil if it knows every game.
	Plays func(r *rules.Rules) bool

	// Evaluate judges every legal move of a sight, best first, on deals of the hidden cards
	// that all moves share, until it has judged so many deals or the context ends; 0 deals
	// is no bound. Without the context's end the same random numbers give the same answer.
	// The engine is its own until it returns, soon after the context's end.
	//
	// Whoever follows the first moves must arrive. So they are told the plan that a move
	// begins, and have the rest of it in mind when they ask again.
	Evaluate func(ctx context.Context, s *Observation, inMind []game.Move, samples int, random *rand.Rand, e solver.Engine) []Evaluation
}

// Evaluation is a move, and what became of deals of the hidden cards after it.
type Evaluation struct {
	game.Move             // without what can't be known of it
	Samples   int         // deals that it was judged on
	Wins      float64     // the share of them that was won
	Plan      []game.Move // from this move to the one that can't be taken back
}

// Advice is what is advised where cards are hidden.
type Advice struct {
	Policy  string      // the advisor's name
	Samples int         // deals of the hidden cards that the first move was judged on
	Most    int         // deals that it would have been judged on, had there been time
	Moves   []Advised   // every legal move, best first
	Plan    []game.Move // what the first move begins, to the move that can't be taken back

	// Certain says that the hidden cards can lie in one way only.
	Certain bool
	// Checked says that Win was checked against games of this kind.
	Checked bool
}

// Advised is a move, and how often games are won that go on from it.
type Advised struct {
	game.Move         // without what can't be known of it
	Win       float64 // the share of games that are won from there by whoever goes on following advice
	Low, High float64 // that share lies between these, in 95 cases of 100
}

// Advise has the advisor of a game weigh the moves of a sight and says how often each wins.
// The plan is what is left of an earlier one, or nothing; what else it takes is as
// [Advisor.Evaluate] has it. The deals of the hidden cards follow from the seed and what is
// hidden: as long as no card is turned up they stay the same, so that advice does not change its
// mind with the stock's next turn.
func Advise(ctx context.Context, s *Observation, plan []game.Move, samples int, seed uint64, e solver.Engine) Advice {
	random := rand.New(rand.NewPCG(seed, s.hidden()))
	advisor := AdvisorFor(s)
	if advisor.Most > 0 && (samples == 0 || samples > advisor.Most) {
		samples = advisor.Most
	}
	weighed := advisor.Evaluate(ctx, s, plan, samples, random, e)
	a := Advice{Policy: advisor.Name, Most: samples, Certain: s.Certain()}
	c, checked := curveOf(advisor.Name, s.Rules, len(s.Unseen))
	a.Checked = checked
	for i, w := range weighed {
		if i == 0 {
			a.Samples, a.Plan = w.Samples, w.Plan
		}
		switch {
		case w.Samples == 0, a.Certain && w.Wins == 0: // nothing is known, or nothing proven
			a.Moves = append(a.Moves, Advised{Move: w.Move, Win: w.Wins, Low: 0, High: 1})
		case a.Certain: // by a line that wins
			a.Moves = append(a.Moves, Advised{Move: w.Move, Win: 1, Low: 1, High: 1})
		default:
			a.Moves = append(a.Moves, c.Advised(&w, len(s.Unseen)))
		}
	}
	if len(a.Moves) > 0 {
		rest := a.Moves[1:]
		for i := range rest {
			// What was judged on few deals, because it was plainly worse on them, is not better.
			rest[i].Win = min(rest[i].Win, a.Moves[0].Win)
			rest[i].Low = min(rest[i].Low, rest[i].Win)
		}
		slices.SortStableFunc(rest, func(a, b Advised) int { return cmp.Compare(b.Win, a.Win) })
	}
	return a
}

// hidden is a number for what lies hidden where, as far as it is known: moves that can be
// taken back don't change it.
func (s *Observation) hidden() uint64 {
	h := pile(s.Unseen, inStock)
	for _, c := range s.Table.Tableau {
		h = mix(h ^ uint64(c.Down))
	}
	return mix(h ^ uint64(s.Table.RedealsLeft))
}

// HindsightAdvisor judges moves as [Hindsight] chooses them: by the share of deals that an
// engine, which sees all cards, wins after the best plan that a move begins, or that can
// still be played after it. So a turn of the stock that can be taken back is worth as
// much as what it leads to.
var HindsightAdvisor = Advisor{Name: Hindsight.Name, Evaluate: weighPlans}

// Legal are the moves that are legal, without what can't be known of them.
func (s *Observation) Legal() []game.Move {
	moves := game.New(s.Rules, &s.Table).Legal()
	for i := range moves {
		moves[i] = s.blind(moves[i])
	}
	return moves
}

// Certain tells whether the hidden cards can lie in one way only, so that they are known.
func (s *Observation) Certain() bool {
	return !slices.ContainsFunc(s.Unseen, func(c card.Card) bool { return c != s.Unseen[0] })
}

// weighing is what is known of the plans of a sight.
type weighing struct {
	hindsight
	turn   *Turn
	states int64 // to win a deal
	plans  []judged
	deals  []deal.Position // those that can be won
	at     []int           // how many deals there were with each that can be won
	total  int             // deals in all

	// insight thinks of plans and tries them, as far as it can; nil for none.
	insight *guesser
}

// judged is a plan on its way through the deals.
type judged struct {
	plan
	won    []bool // for each deal that can be won, as far as it got
	out    bool   // it is judged no further, as another one is plainly better
	inMind bool   // it was made before
	leads  bool   // it is the best, as is known otherwise
	looks  bool   // it shows cards, and costs nothing
	short  bool   // it shows nothing yet, so that its deals are won by who knows too much
	final  int    // cards that it moves for good; a better plan of those worth as much has fewer
}

// plainBy is by how many standard errors a plan must be worse than another one, on the
// deals that tell them apart, to be judged no further.
const plainBy = 3

func weighPlans(ctx context.Context, s *Observation, inMind []game.Move, samples int, random *rand.Rand, e solver.Engine) []Evaluation {
	w := newWeighing(s, random, e)
	if s.Certain() {
		samples, w.states = 1, knownStates
	}
	for _, p := range w.turn.plans() {
		w.plans = append(w.plans, judged{plan: p})
	}
	return w.weigh(ctx, inMind, samples, random)
}

func newWeighing(s *Observation, random *rand.Rand, e solver.Engine) *weighing {
	w := &weighing{hindsight: hindsight{engine: e}, turn: &Turn{Observation: *s}, states: hindsightStates}
	if s.Certain() {
		w.turn.Table, w.turn.Unseen = s.Deal(random), nil
	}
	if look := s.look(); look != nil {
		w.plans = append(w.plans, judged{plan: plan{moves: []game.Move{*look}}, looks: true})
	}
	return w
}

// weigh judges the plans on so many deals.
func (w *weighing) weigh(ctx context.Context, inMind []game.Move, samples int, random *rand.Rand) []Evaluation {
	if i := w.consider(inMind); i >= 0 {
		w.plans[i].inMind = true
	}
	for (samples == 0 || w.total < samples) && w.sample(ctx, random) {
		w.strike()
	}
	return w.moves()
}

// look is a turn of a stock that is not known and can be turned again.
func (s *Observation) look() *game.Move {
	n := min(len(s.Table.Stock), s.Rules.Stock.Count)
	if s.Rules.Stock.To != rules.ToWaste || s.Rules.Stock.Redeals != rules.Unlimited || !slices.Contains(s.Table.Stock, card.None) {
		return nil
	}
	return &game.Move{Action: game.Draw, Count: n}
}

// consider gives the place of the plan that consists of some moves, which is new unless
// one is known that leads to the same table; -1 if they can't be made.
func (w *weighing) consider(moves []game.Move) int {
	if len(moves) == 0 {
		return -1
	}
	s := &w.turn.Observation
	table := game.New(s.Rules, &s.Table)
	worth := 0
	certain := s.Certain()
	if !certain {
		moves = slices.Clone(moves)
	}
	for i, m := range moves {
		m = s.blindAt(table, m)
		if table.Check(m) != "" {
			return -1
		}
		if !certain { // what a line of one deal says of hidden cards is not true of others
			moves[i] = m
			moves[i].Cards = slices.Clone(m.Cards)
		}
		if i == len(moves)-1 {
			worth = (&Observation{Rules: s.Rules, Table: *table.Table()}).worth(m)
		}
		table.Do(m)
	}
	after := Key(s.Rules, table.Table())
	i := slices.IndexFunc(w.plans, func(p judged) bool { return p.after == after && !p.looks })
	switch {
	case i < 0:
		i = len(w.plans)
		w.plans = append(w.plans, judged{plan: plan{moves: moves, after: after, worth: worth}})
	case len(moves) < len(w.plans[i].moves):
		w.plans[i].moves = moves
	}
	return i
}

// blindAt is a move as it is made on a table where the hidden cards are not known.
func (s *Observation) blindAt(table *game.State, m game.Move) game.Move {
	m.TurnsUp = card.None
	if stock := table.Table().Stock; m.From.Pile == game.Stock && len(stock) > 0 {
		m.Cards = stock[len(stock)-1:]
	}
	return m
}

// propose considers the plan with which a line begins that wins a deal: its moves up to
// the first that can't be taken back, and of those before it the turns of the stock only,
// if it goes without the others. A line of which all moves can be taken back is a plan as
// a whole, and so is one of cards that are certain.
func (w *weighing) propose(line []game.Move) int {
	s := &w.turn.Observation
	if s.Certain() {
		return w.consider(line)
	}
	table := game.New(s.Rules, &s.Table)
	for n, m := range line {
		m = s.blindAt(table, m)
		if table.Check(m) != "" {
			return -1 // it turns cards of the stock that are not known
		}
		if Reversible(s.Rules, table, m) {
			table.Do(m)
			continue
		}
		if turns, bare := w.turn.bare(line[:n], m); bare != nil {
			return w.consider(append(turns, m))
		}
		return w.consider(line[:n+1])
	}
	return w.consider(line)
}

// sample deals the hidden cards once more and judges the plans. It tells whether there was
// time for all of it.
func (w *weighing) sample(ctx context.Context, random *rand.Rand) bool {
	dealt := w.turn.Deal(random)
	lead := -1 // the plan with which the deal is known to be won
	if w.turn.Certain() {
		lead = slices.IndexFunc(w.plans, func(p judged) bool {
			return p.inMind && w.winsAfter(ctx, w.turn.Rules, &dealt, p.moves)
		})
	}
	if lead < 0 {
		var can bool
		if lead, can = w.begins(ctx, &dealt); !can {
			if solver.StopReason(ctx) != solver.NoReason {
				return false
			}
			w.total++
			return true
		}
	}
	w.total++
	w.deals, w.at = append(w.deals, dealt), append(w.at, w.total)
	for i := range w.plans {
		p := &w.plans[i]
		for !p.out && len(p.won) < len(w.deals) {
			n := len(p.won)
			wins := p.looks || n == len(w.deals)-1 && i == lead || w.wins(ctx, i, n)
			if !wins && solver.StopReason(ctx) != solver.NoReason {
				return false
			}
			p.won = append(p.won, wins)
		}
	}
	return true
}

// begins tells whether a deal can be won, and the plan with which that begins, if it is one
// that comes to mind.
func (w *weighing) begins(ctx context.Context, dealt *deal.Position) (lead int, can bool) {
	if w.insight != nil {
		return w.insight.begins(ctx, w, dealt)
	}
	line := w.solve(ctx, w.turn.Rules, dealt, w.states)
	if line == nil {
		return -1, false
	}
	return w.propose(line), true
}

// wins tells whether a deal is won after a plan.
func (w *weighing) wins(ctx context.Context, i, n int) bool {
	if w.insight != nil {
		if known, wins := w.insight.wins(ctx, i, n); known {
			return wins
		}
	}
	return w.winsAfter(ctx, w.turn.Rules, &w.deals[n], w.plans[i].moves)
}

// strike takes out the plans that are plainly worse than the best.
func (w *weighing) strike() {
	best := w.best()
	if best < 0 {
		return
	}
	for i := range w.plans {
		p := &w.plans[i]
		behind, differ := 0, 0 // in how many deals it is worse, and how many tell them apart
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
		p.out = p.out || !p.leads && behind > 0 && behind*behind > plainBy*plainBy*differ
	}
}

// compare puts plans in order, the best first.
func (p *judged) compare(o *judged) int {
	return cmp.Or(
		later(o.leads, p.leads),
		later(p.out, o.out),
		later(p.short, o.short),
		cmp.Compare(share(o.wins(), len(o.won)), share(p.wins(), len(p.won))),
		later(o.looks, p.looks),
		later(o.inMind, p.inMind),
		cmp.Compare(p.final, o.final),
		cmp.Compare(o.worth, p.worth),
		cmp.Compare(len(p.moves), len(o.moves)),
	)
}

func later(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

func (p *judged) wins() int {
	n := 0
	for _, won := range p.won {
		if won {
			n++
		}
	}
	return n
}

func share(wins, of int) float64 { return float64(wins) / float64(max(of, 1)) }

// best is the place of the best plan; -1 if there is none.
func (w *weighing) best() int {
	best := -1
	for i := range w.plans {
		if best < 0 || w.plans[i].compare(&w.plans[best]) < 0 {
			best = i
		}
	}
	return best
}

// moves judges the legal moves by the best plans that they begin, or that can still be
// played after them.
func (w *weighing) moves() []Evaluation {
	s := &w.turn.Observation
	table := game.New(s.Rules, &s.Table)
	before := Key(s.Rules, &s.Table)
	order := make([]int, len(w.plans)) // by the place of a plan
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return w.plans[a].compare(&w.plans[b]) })
	most := 1.
	if len(order) > 0 && !w.plans[order[0]].short {
		best := &w.plans[order[0]]
		most = share(best.wins(), w.samples(best))
	}
	type ranked struct {
		Evaluation
		plan   int // its place in the order
		begins bool
	}
	var all []ranked
	for _, m := range s.Legal() {
		table.Do(m)
		after := Key(s.Rules, table.Table())
		back, reversible := table.Back()
		table.Undo()
		r := ranked{Evaluation: Evaluation{Move: m, Samples: w.total, Plan: []game.Move{m}}, plan: len(order)}
		for n, i := range order {
			p := &w.plans[i]
			begins := same(p.moves[0], m)
			switch {
			case begins:
				r.Plan = p.moves
			case len(p.moves) == 1 && p.after == after && !p.looks: // another place that makes no difference
			case w.sooner(p, m):
				k := slices.IndexFunc(p.moves, func(o game.Move) bool { return same(o, m) })
				r.Plan = slices.Concat([]game.Move{m}, p.moves[:k], p.moves[k+1:])
			case reversible || after == before:
				r.Plan = slices.Concat([]game.Move{m}, back, p.moves)
			default:
				continue
			}
			r.Samples, r.plan, r.begins = w.samples(p), n, begins
			r.Wins = share(p.wins(), r.Samples)
			if p.short { // which is no better than the best that is not
				r.Wins = min(r.Wins, most)
			}
			break
		}
		all = append(all, r)
	}
	slices.SortStableFunc(all, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(a.plan, b.plan), later(b.begins, a.begins))
	})
	weighed := make([]Evaluation, len(all))
	for i := range all {
		weighed[i] = all[i].Evaluation
	}
	return weighed
}

// sooner tells whether a plan leads to the same table with a move of it played first.
func (w *weighing) sooner(p *judged, m game.Move) bool {
	k := slices.IndexFunc(p.moves, func(o game.Move) bool { return same(o, m) })
	if k < 0 {
		return false
	}
	s := &w.turn.Observation
	table := game.New(s.Rules, &s.Table)
	for _, o := range slices.Concat([]game.Move{m}, p.moves[:k], p.moves[k+1:]) {
		o = s.blindAt(table, o)
		if table.Check(o) != "" {
			return false
		}
		table.Do(o)
	}
	return Key(s.Rules, table.Table()) == p.after
}

// samples are the deals on which a plan was judged, those among them that can't be won.
func (w *weighing) samples(p *judged) int {
	if len(p.won) < len(w.at) {
		return w.at[len(p.won)] - 1
	}
	return w.total
}
