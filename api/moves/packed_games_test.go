package moves_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/api/moves"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

var packedGames = flag.Int("packed-games", 1000, "solutions of FreeCell to pack into moves of people and replay")

// TestPackedGames packs solutions of FreeCell and its kin into the moves of people, replays these,
// and expects the same end.
func TestPackedGames(t *testing.T) {
	games := *packedGames
	if testing.Short() {
		games = min(games, 24)
	}
	engine := portfolio.NewThreads(1, 64<<20)
	played, packed, runs, longest := 0, 0, 0, 0
	for i, name := range slices.Repeat([]string{"free-cell", "free-cell", "free-cell", "eight-off", "seahaven-towers", "bakers-game"}, games/6) {
		p := enginetest.Numbered(t, name, fmt.Sprintf("solvitaire:%d", i+1))
		budget := solver.Budget{States: 1_000_000}
		result := engine.Search(nil, p, budget)
		engine.Shorten(nil, p, budget, &result)
		if result.Verdict != solver.Winnable {
			continue
		}
		asked := p.Asked()
		line := p.ToAsked(result.Solution)
		pack := packs(t, p.Rules(), &asked, line)
		body, err := json.Marshal(map[string]any{"game": name, "seed": fmt.Sprintf("solvitaire:%d", i+1), "moves": pack})
		if err != nil {
			t.Fatal(err)
		}
		got, err := moves.Replay(body)
		if err != nil || !got.Legal || !got.Won || got.Moves != len(pack) {
			t.Fatalf("%s solvitaire:%d: %+v, %v", name, i+1, got, err)
		}
		single := slices.Clone(pack)
		for _, run := range slices.Backward(got.Expanded) {
			single = slices.Replace(single, run.At-1, run.At, run.Moves...)
			longest = max(longest, len(pack[run.At-1].Cards))
		}
		if outcome := game.Replay(p.Rules(), &asked, single); !outcome.Won {
			t.Fatalf("%s solvitaire:%d, expanded: %+v", name, i+1, outcome)
		}
		played, packed, runs = played+len(line), packed+len(pack), runs+len(got.Expanded)
	}
	t.Logf("%d moves became %d, with %d runs, the longest of %d cards", played, packed, runs, longest)
	if runs < games || longest < 4 {
		t.Errorf("only %d runs, the longest of %d cards", runs, longest)
	}
}

// packs replaces single moves by a run wherever they do nothing else, the longest stretch first.
func packs(t *testing.T, r *rules.Rules, from *deal.Position, line []game.Move) []game.Move {
	t.Helper()
	table := game.New(r, from)
	var packed []game.Move
	for len(line) > 0 {
		m, n := line[0], 1
		before := table.Position()
		for i, one := range line[:min(len(line), 60)] {
			table.Do(one)
			if run, ok := difference(&before, table.Table()); ok && i > 0 {
				again := game.New(r, &before)
				if _, refusal := again.DoRun(run); refusal == "" && reflect.DeepEqual(again.Position(), table.Position()) {
					m, n = run, i+1
				}
			}
		}
		for range line[n:min(len(line), 60)] {
			table.Undo()
		}
		packed, line = append(packed, m), line[n:]
	}
	return packed
}

// difference returns the run that a table differs in from an earlier one, if it is no more.
func difference(before, after *deal.Position) (game.Move, bool) {
	run := game.Move{Action: game.Shift}
	for i := range before.Tableau {
		was, is := before.Tableau[i].Cards, after.Tableau[i].Cards
		switch n := min(len(was), len(is)); {
		case !slices.Equal(was[:n], is[:n]) || max(len(was), len(is)) == n+1:
			return run, false
		case len(was) > n && run.From.Pile == game.Nowhere:
			run.From, run.Cards = game.At(game.Tableau, i+1), slices.Clone(was[n:])
		case len(is) > n && run.To.Pile == game.Nowhere:
			run.To = game.At(game.Tableau, i+1)
		case len(was) != len(is):
			return run, false
		}
	}
	return run, len(run.Cards) > 1 && run.To.Pile != game.Nowhere
}
