package player

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/klondike"
)

// Planning judges moves of Klondike as [Insight] chooses plans: by the share of guesses at
// the hidden cards that are won by an engine, which sees them, after the best plan that a
// move begins. As a plan goes as far as the next card that is turned up, a move that only
// puts a decision off is worth no more than the decision. Moves that begin none of the plans
// that come to mind are not judged. Where a position has no state in the engine, as while
// cards of the stock are not known, it judges as [Foresight] does.
var Planning = Advisor{Name: Insight.Name, Plays: klondike.Plays, Weigh: weighFar}

func weighFar(ctx context.Context, s *Sight, inMind []game.Move, samples int, random *rand.Rand, e solver.Engine) []Weighed {
	var h klondike.Hidden
	if s.Certain() || !h.Begin(s.Rules, &s.Table, s.Unseen) {
		return weighPlans(ctx, s, inMind, samples, random, e)
	}
	w := &weighing{turn: &Turn{Sight: *s}}
	root := h.Root()
	cards := slices.Clone(s.Unseen)
	var won []int // guesses that can be won
	made := -1    // the plan that was made before
	for n := range mostGuesses {
		if n == samples && samples > 0 {
			break
		}
		random.Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
		h.Guess(cards)
		if n == 0 {
			if _, _, legal := s.follow(inMind); legal {
				made = h.Consider(root, inMind)
			}
			h.List(root, 0, insightPlans)
		}
		wins := h.Propose(ctx, root, n, insightStates)
		if !wins && solver.Stop(ctx) != solver.Nothing {
			break
		}
		if w.total++; !wins {
			continue
		}
		won, w.at = append(won, n), append(w.at, w.total)
		for _, p := range root.Plans[len(w.plans):] {
			moves := h.Moves(p)
			if len(w.plans) == made {
				moves = inMind
			}
			after, worth, _ := s.follow(moves)
			w.plans = append(w.plans, judged{plan: plan{moves: moves, after: after, worth: worth}, inMind: len(w.plans) == made})
		}
		for i := range w.plans {
			p := &w.plans[i]
			for !p.out && len(p.won) < len(won) {
				wins := h.Wins(ctx, root, root.Plans[i], won[len(p.won)], insightStates)
				if !wins && solver.Stop(ctx) != solver.Nothing {
					return w.moves()
				}
				p.won = append(p.won, wins)
			}
		}
		w.strike()
	}
	return w.moves()
}

// follow makes moves, as far as they are known, and gives the key of the table after them
// and what the last is worth to the greedy player. It fails where they can't be made.
func (s *Sight) follow(moves []game.Move) (after uint64, worth int, ok bool) {
	table := game.New(s.Rules, &s.Table)
	for _, m := range moves {
		m = s.blindAt(table, m)
		if table.Check(m) != "" {
			return 0, 0, false
		}
		worth = (&Sight{Rules: s.Rules, Table: *table.Table()}).worth(m)
		table.Do(m)
	}
	return Key(s.Rules, table.Table()), worth, true
}
