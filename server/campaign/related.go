package campaign

import (
	"context"
	"fmt"

	"github.com/thoughtful-solitaire/thoughtful/server/store"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/relation"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// related has the known verdicts of a range's deals, from campaigns of the same game and of
// related ones. A nil *related has none.
type related struct {
	kin   []kin
	known map[uint64][]known // by the deal's number
}

// kin is a game with stronger or weaker rules than the campaign's, or that game itself.
type kin struct {
	name    string
	rules   *rules.Rules
	same    bool
	verdict solver.Verdict // the one that holds for the campaign's game, too; both do if it is the same
}

// known is the verdict of a deal under one of the kin.
type known struct {
	kin     int
	verdict solver.Verdict
}

// family lists the game itself and the games of the catalogue with stronger or weaker rules.
func family(name string, mine *rules.Rules) []kin {
	list := []kin{{name: name, rules: mine, same: true}}
	catalogue := rules.Games()
	for i := range catalogue {
		theirs := &catalogue[i].Rules
		switch {
		case *theirs == *mine:
		case relation.Stronger(theirs, mine):
			list = append(list, kin{catalogue[i].Name, theirs, false, solver.Winnable})
		case relation.Stronger(mine, theirs):
			list = append(list, kin{catalogue[i].Name, theirs, false, solver.Unwinnable})
		}
	}
	return list
}

// related reads the known verdicts of a range's deals from the store.
func (w *Worker) related(ctx context.Context, c *campaign.Campaign, r store.Range) (*related, error) {
	if c.Player != "" || c.Fresh {
		return nil, nil
	}
	k := &related{kin: family(c.Game, &c.Rules), known: map[uint64][]known{}}
	games := map[store.RulesDigest]int{}
	digests := make([]store.RulesDigest, len(k.kin))
	for i := range k.kin {
		digests[i] = store.DigestOf(k.kin[i].rules)
		games[digests[i]] = i
	}
	found, err := w.Known.Known(ctx, digests, c.Scheme, r.First, r.Last)
	if err != nil {
		return nil, fmt.Errorf("reading verdicts of related games: %w", err)
	}
	for _, f := range found {
		of := games[f.Rules]
		if k.kin[of].same || f.Verdict == k.kin[of].verdict {
			k.known[uint64(f.Seed)] = append(k.known[uint64(f.Seed)], known{of, f.Verdict})
		}
	}
	return k, nil
}

// infer returns the verdict of a deal that follows from known ones, or Unknown. The error says
// that both verdicts follow.
func (k *related) infer(p *solver.Problem, seed deal.Seed) (solver.Verdict, error) {
	if k == nil {
		return solver.Unknown, nil
	}
	verdict, from := solver.Unknown, ""
	for _, f := range k.known[seed.Number] {
		of := &k.kin[f.kin]
		if f.verdict == verdict || !of.same && !of.has(p, seed) {
			continue
		}
		if verdict != solver.Unknown {
			return solver.Unknown, fmt.Errorf("contradiction: %s by a campaign of %s, %s by a campaign of %s; problem: %s",
				verdict, from, f.verdict, of.title(), p.Text())
		}
		verdict, from = f.verdict, of.title()
	}
	return verdict, nil
}

// has reports whether the game's deal of this number has the problem's cards in the same
// places, so that its verdict applies to the problem.
func (g *kin) has(p *solver.Problem, seed deal.Seed) bool {
	theirs, ok := relation.Under(p, g.rules)
	if !ok || theirs.Verdict != g.verdict {
		return false
	}
	table, err := seed.Deal(g.rules)
	return err == nil && solver.NewProblem(*g.rules, table).Text() == theirs.Problem.Text()
}

func (g *kin) title() string {
	if g.name == "" {
		return "these rules"
	}
	return g.name
}
