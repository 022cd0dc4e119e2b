package relation

import (
	"cmp"
	"reflect"
	"slices"
	"sync"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

// Relative is a problem of another game, with the same cards, of which one verdict
// would answer the problem whose relative it is.
type Relative struct {
	Game    string // the catalogue's name of its rules, empty if they are not from there
	Problem *solver.Problem
	Verdict solver.Verdict // Winnable if its game is stronger, Unwinnable if it is weaker

	of   *solver.Problem
	rows []int // where the rows of sequences are in the problem's canonical position; nil if in place
}

// catalogue is the list of all games; nobody changes it.
var catalogue = sync.OnceValue(rules.Games)

// Relatives lists problems of the catalogue that are related to this one, at most
// so many: first those whose rules differ in the fewest fields, and of these those whose
// draw size is nearest.
func Relatives(p *solver.Problem, most int) []Relative {
	mine := p.Rules()
	type kin struct {
		*rules.Game
		verdict  solver.Verdict
		distance int
		draw     int // how far apart the draw sizes are
	}
	var family []kin
	all := catalogue()
	for i := range all {
		g := &all[i]
		verdict, related := answers(&g.Rules, mine)
		if !related {
			continue
		}
		k := kin{Game: g, verdict: verdict}
		k.distance = distance(reflect.ValueOf(g.Rules), reflect.ValueOf(*mine))
		k.draw = max(g.Rules.Stock.Count-mine.Stock.Count, mine.Stock.Count-g.Rules.Stock.Count)
		family = append(family, k)
	}
	slices.SortStableFunc(family, func(a, b kin) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.draw, b.draw))
	})
	var list []Relative
	for _, k := range family[:min(most, len(family))] {
		r := Relative{Game: k.Name, Verdict: k.verdict, of: p}
		if r.pose(&k.Rules) {
			list = append(list, r)
		}
	}
	return list
}

// Under is the problem with the same cards under other rules, stronger or weaker;
// false if they are neither, or the same, or if such a game can't hold the table.
func Under(p *solver.Problem, theirs *rules.Rules) (Relative, bool) {
	verdict, ok := answers(theirs, p.Rules())
	r := Relative{Verdict: verdict, of: p}
	return r, ok && r.pose(theirs)
}

// answers tells which verdict under other rules is one under mine.
func answers(theirs, mine *rules.Rules) (solver.Verdict, bool) {
	switch {
	case *theirs == *mine:
		return solver.Unknown, false
	case Stronger(theirs, mine):
		return solver.Winnable, true
	case Stronger(mine, theirs):
		return solver.Unwinnable, true
	default:
		return solver.Unknown, false
	}
}

// distance is the number of fields in which two values differ.
func distance(a, b reflect.Value) int {
	if a.Kind() != reflect.Struct {
		if a.Equal(b) {
			return 0
		}
		return 1
	}
	n := 0
	for i := range a.NumField() {
		n += distance(a.Field(i), b.Field(i))
	}
	return n
}

// pose makes the relative's problem, if its game can hold the table.
func (r *Relative) pose(theirs *rules.Rules) bool {
	mine := r.of.Rules()
	p := r.of.Position()
	if theirs.Sequences.FixedSuit && !mine.Sequences.FixedSuit {
		// Which row has which suit is to be seen only in the order in which the
		// question was put.
		asked := r.of.Asked().Sequences
		r.rows = placesOf(asked, p.Sequences)
		p.Sequences = asked
	}
	q, ok := ConvertPosition(&p, mine, theirs)
	if !ok {
		return false
	}
	r.Problem = solver.NewProblem(*theirs, q)
	return true
}

// placesOf tells where each row is in a list of the same rows.
func placesOf[Row ~[]E, E comparable](rows, list []Row) []int {
	places := make([]int, len(rows))
	taken := make([]bool, len(list))
	for i, row := range rows {
		for j := range list {
			if !taken[j] && slices.Equal(row, list[j]) {
				places[i], taken[j] = j, true
				break
			}
		}
	}
	return places
}

// Infer says a result of the relative as one of the problem whose relative it is.
// A solution has still to be replayed.
func (r *Relative) Infer(found solver.Result) solver.Result {
	if found.Verdict != solver.Winnable {
		return found
	}
	moves := ConvertMoves(r.Problem.ToAsked(found.Solution), r.of.Rules())
	if r.rows != nil {
		for i := range moves {
			for _, place := range []*game.Place{&moves[i].From, &moves[i].To} {
				if place.Pile == game.Sequence {
					place.N = r.rows[place.N-1] + 1
				}
			}
		}
	}
	// Under weaker rules there may be shorter ones.
	found.Solution, found.Bound = moves, 0
	return found
}
