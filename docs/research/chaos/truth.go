package chaos

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/campaign"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
)

// question is a deal whose verdict is known.
type question struct {
	game, seed string
	truth      solver.Verdict
}

// body is a request for its verdict, with more fields.
func (q *question) body(more string) string {
	return fmt.Sprintf(`{"game":%q,"seed":%q%s}`, q.game, q.seed, more)
}

// answer is what is read of an answer of POST /v1/solve.
type answer struct {
	ID       solver.ID
	Verdict  solver.Verdict
	Because  solver.Reason
	Solution *struct{ Moves []game.Move }
	Source   solver.Source
}

// check returns what is wrong with an answer. An unknown is not wrong.
func (q *question) check(a *answer, moves bool) error {
	p, err := solver.Numbered(q.game, q.seed)
	if err != nil {
		return err
	}
	switch {
	case a.ID != p.ID():
		return fmt.Errorf("%s %s: id %s, want %s", q.game, q.seed, a.ID, p.ID())
	case a.Verdict == solver.Unknown && a.Because != "":
		return nil
	case a.Verdict != q.truth:
		return fmt.Errorf("%s %s: %s, want %s", q.game, q.seed, a.Verdict, q.truth)
	case a.Verdict != solver.Winnable || !moves:
		return nil
	case a.Solution == nil:
		return fmt.Errorf("%s %s: no solution", q.game, q.seed)
	}
	position := p.Asked()
	if outcome := game.Replay(p.Rules(), &position, a.Solution.Moves); !outcome.Won {
		return fmt.Errorf("%s %s: solution of %d moves does not win: %s", q.game, q.seed, len(a.Solution.Moves), outcome.Reason)
	}
	return nil
}

// files of data whose deals are asked about. Each game is quick; two thirds of the deals are
// of Klondike and FreeCell.
var files = []string{
	"free-cell-microsoft", "winnability/klondike", "winnability/klondike-draw-1", "winnability/klondike-draw-3-passes-3",
	"winnability/alpha-star", "winnability/bakers-game", "winnability/black-hole", "winnability/canfield", "winnability/eight-off",
	"winnability/golf", "winnability/penguin", "winnability/seahaven-towers", "winnability/spanish-patience", "winnability/thirty",
	"winnability/yukon",
}

// quick is how many states a search may take for its deal to be asked about.
const quick = 20_000

// questions are all deals that can be asked about, in a random order.
type questions struct {
	mu    sync.Mutex
	all   []*question
	asked int // the first ones
}

// readQuestions reads known verdicts.
func readQuestions(data string, random *rand.Rand) (*questions, error) {
	var reader campaign.Reader
	for _, name := range files {
		file, err := os.Open(filepath.Join(data, name+".csv.gz"))
		if err != nil {
			return nil, err
		}
		if err := errors.Join(reader.Read(name, file), file.Close()); err != nil {
			return nil, err
		}
	}
	sets, _, err := reader.Sets()
	if err != nil {
		return nil, err
	}
	var qs questions
	for _, s := range sets {
		for _, known := range s.Results {
			if known.Verdict != solver.Unknown && known.States <= quick {
				qs.all = append(qs.all, &question{s.Game, fmt.Sprintf("%s:%d", s.Scheme, known.Seed), known.Verdict})
			}
		}
	}
	random.Shuffle(len(qs.all), func(i, j int) { qs.all[i], qs.all[j] = qs.all[j], qs.all[i] })
	return &qs, nil
}

// next returns a deal that nobody has asked about, as long as there are any.
func (qs *questions) next() *question {
	qs.mu.Lock()
	defer qs.mu.Unlock()
	qs.asked++
	return qs.all[(qs.asked-1)%len(qs.all)]
}

// known returns a deal that was asked about.
func (qs *questions) known() *question {
	qs.mu.Lock()
	defer qs.mu.Unlock()
	return qs.all[rand.IntN(max(1, min(qs.asked, len(qs.all))))]
}
