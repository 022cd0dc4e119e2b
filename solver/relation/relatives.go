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

// Relative is a problem of another game with the same cards. One of its verdicts would answer the
// original problem.
type Relative struct {
	Game    string // its name in the catalogue; empty if the rules are not from there
	Problem *solver.Problem
	Verdict solver.Verdict // Winnable if its game is stronger, Unwinnable if it is weaker

	of   *solver.Problem
	rows []int // index of each row of sequences in the original's canonical position; nil if the order is the same
}

// catalogue returns the list of all games. It is shared: don't change it.
var catalogue = sync.OnceValue(rules.Games)

// candidate is a game of the catalogue that is related to some rules.
type candidate struct {
	*rules.Game
	verdict  solver.Verdict
	distance int // fields in which the rules differ
	draw     int // difference of the draw sizes
}

// families are the candidates of rules that were asked about. Finding them takes as long as a small
// search.
var families = struct {
	sync.Mutex
	of map[rules.Rules][]candidate
}{of: map[rules.Rules][]candidate{}}

// mostFamilies bounds families: clients may send any rules. Any one makes room for another.
const mostFamilies = 1000

// family returns the games of the catalogue that are related to rules, the nearest first. The list is
// shared: don't change it.
func family(mine *rules.Rules) []candidate {
	families.Lock()
	known, found := families.of[*mine]
	families.Unlock()
	if found {
		return known
	}
	var list []candidate
	all := catalogue()
	for i := range all {
		g := &all[i]
		verdict, related := answers(&g.Rules, mine)
		if !related {
			continue
		}
		k := candidate{Game: g, verdict: verdict}
		k.distance = distance(reflect.ValueOf(g.Rules), reflect.ValueOf(*mine))
		k.draw = max(g.Rules.Stock.Count-mine.Stock.Count, mine.Stock.Count-g.Rules.Stock.Count)
		list = append(list, k)
	}
	slices.SortStableFunc(list, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.draw, b.draw))
	})
	families.Lock()
	defer families.Unlock()
	if len(families.of) >= mostFamilies {
		for other := range families.of {
			delete(families.of, other)
			break
		}
	}
	families.of[*mine] = list
	return list
}

// Relatives returns problems with the cards of p under related rules of the catalogue, at most the
// given number. Rules that differ from the rules of p in the fewest fields come first. Among these, the
// rules with the nearest draw size come first.
func Relatives(p *solver.Problem, most int) []Relative {
	candidates := family(p.Rules())
	var list []Relative
	for _, k := range candidates[:min(most, len(candidates))] {
		r := Relative{Game: k.Name, Verdict: k.verdict, of: p}
		if r.setProblem(&k.Rules) {
			list = append(list, r)
		}
	}
	return list
}

// Under returns the problem with the same cards under other rules. It returns false if the rules
// are equal, if they are neither stronger nor weaker, or if [ConvertPosition] can't convert the
// position.
func Under(p *solver.Problem, theirs *rules.Rules) (Relative, bool) {
	verdict, ok := answers(theirs, p.Rules())
	r := Relative{Verdict: verdict, of: p}
	return r, ok && r.setProblem(theirs)
}

// answers returns the verdict under other rules that is also the verdict under mine; false if the
// games are not related.
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

// distance returns the number of fields in which two values differ.
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

// setProblem sets the relative's problem. It returns false if its game can't hold the table.
func (r *Relative) setProblem(theirs *rules.Rules) bool {
	mine := r.of.Rules()
	p := r.of.Position()
	if theirs.Sequences.FixedSuit && !mine.Sequences.FixedSuit {
		// The suit of a row depends on the order of the rows, which only the position as asked
		// has kept.
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

// placesOf returns the index of each row in a list of the same rows.
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

// Infer converts a result for the relative to one for the original problem. The caller must
// replay a solution.
func (r *Relative) Infer(found solver.Result) solver.Result {
	if found.Verdict != solver.Winnable {
		return found
	}
	moves := ConvertMoves(r.Problem.ToAsked(found.Solution), r.of.Rules())
	if r.rows != nil {
		moves = game.Translate(moves, func(at game.Place) game.Place {
			if at.Pile == game.Sequence {
				at.N = r.rows[at.N-1] + 1
			}
			return at
		})
	}
	// Weaker rules may have shorter solutions, so the bound is lost.
	found.Solution, found.Bound = moves, 0
	return found
}
