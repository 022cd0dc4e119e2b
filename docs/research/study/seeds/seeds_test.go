package seeds

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/docs/research/study/rows"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/seeds"
)

const (
	published = "../../../published/seeds"
	winnable  = "../../../published/winnable"
	packs     = "../../../published/packed"
)

// TestRun makes packs in two runs, the second of which finds its goal raised, and compares them with
// what is known of the deals.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	run := func(components, goals string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, "goals.csv"), []byte("game,scheme,first,winnable,graded,states,as\n"+goals), 0o644); err != nil {
			t.Fatal(err)
		}
		err := Run(t.Context(), []string{"-dir", dir, "-known", filepath.Join(dir, "none"), "-packs", dir, "-page", filepath.Join(dir, "seeds.md"), "-measured", dir, "-components", components, "-engine", "this", "-memory", "16777216"})
		if err != nil {
			t.Fatal(err)
		}
	}
	run("0", "klondike,solvitaire,1,2,0,500,\nfree-cell,microsoft,1,2,0,100000,\nfree-cell,pysol,1,2,0,100000,microsoft\n")
	run("1", "klondike,solvitaire,1,4,2,100000,\nfree-cell,microsoft,1,2,0,100000,\nfree-cell,pysol,1,2,0,100000,microsoft\n")
	for file, want := range map[string]string{"klondike.solvitaire": "-xxww", "free-cell.pysol": "ww"} {
		game, scheme := filepath.Base(file[:len(file)-len(filepath.Ext(file))]), filepath.Ext(file)[1:]
		p, err := seeds.Open(os.DirFS(dir), game, scheme)
		if err != nil {
			t.Fatal(err)
		}
		if string(p.Letters) != want {
			t.Errorf("%s: %s; want %s", file, p.Letters, want)
		}
	}
	measured, err := seeds.ReadMeasured(os.DirFS(dir), "klondike")
	if err != nil || len(measured) != 1 || measured[0].Number != 2 || measured[0].Careless.Plays == 0 {
		t.Errorf("measured: %+v, %v", measured, err)
	}
}

// TestUngraded checks that a number without a line is measured again when the budget has grown.
func TestUngraded(t *testing.T) {
	states := difficulty.StatesOf("golf")
	table := table{goal: goal{game: "golf", graded: 4}, order: []uint64{1, 2, 3, 4, 5}, rows: map[uint64]row{
		1: {score: "12.5"}, 2: {score: NoLine}, 3: {score: NoLine, states: states}, 4: {},
	}}
	if got := table.ungraded(); !slices.Equal(got, []uint64{2, 4}) {
		t.Errorf("%v are measured", got)
	}
}

// TestGoals checks that the goals of the packs are valid, and that another scheme's numbers are
// compared before they are taken.
func TestGoals(t *testing.T) {
	goals, err := readGoals("../../data/seeds")
	if err != nil || len(goals) == 0 {
		t.Fatalf("%d goals: %v", len(goals), err)
	}
	table, err := openTable(t.TempDir(), packs, goal{game: "free-cell", scheme: "solvitaire", first: 1, winnable: 1, as: "microsoft"})
	if err != nil {
		t.Fatal(err)
	}
	if p, err := table.copied(&seeds.Pack{Scheme: "microsoft", First: 1, Letters: []seeds.Letter{'w'}}); err == nil {
		t.Errorf("copied: %+v", p)
	}
}

// TestShipped solves a number of each pack that the program ships again, and measures some. If it
// fails since scores have changed, the scores in data/seeds are out of date.
func TestShipped(t *testing.T) {
	games, schemes, err := seeds.Packed(os.DirFS(published))
	if err != nil || len(games) == 0 {
		t.Fatalf("%d games: %v", len(games), err)
	}
	m := making{solver: portfolio.New(128 << 20), out: io.Discard}
	for _, game := range games {
		for _, scheme := range schemes[game] {
			p, err := seeds.Open(os.DirFS(published), game, scheme)
			if err != nil {
				t.Fatal(err)
			}
			if p.Game != game || p.Scheme != scheme || p.Epoch != solver.Epoch {
				t.Errorf("%s %s: is of %s %s, epoch %d", game, scheme, p.Game, p.Scheme, p.Epoch)
			}
			m.check(t, p)
		}
	}
}

// TestUpToDate makes the packs and their page again of what is known, and compares them with those
// that are shipped. If it fails, run `study seeds`.
func TestUpToDate(t *testing.T) {
	dir := t.TempDir()
	err := Run(t.Context(), []string{"-dir", "../../data/seeds", "-known", packs, "-packs", dir, "-page", filepath.Join(dir, "seeds.md")})
	if err != nil {
		t.Fatal(err)
	}
	made, err := filepath.Glob(filepath.Join(dir, "*"))
	shipped, otherErr := filepath.Glob(filepath.Join(published, "*"))
	if err != nil || otherErr != nil || len(made) != len(shipped)+1 {
		t.Fatalf("%d packs and a page; %d packs are shipped (%v, %v)", len(made)-1, len(shipped), err, otherErr)
	}
	for _, name := range append(shipped, "../../results/seeds.md") {
		want, err := os.ReadFile(name)
		got, otherErr := os.ReadFile(filepath.Join(dir, filepath.Base(name)))
		if err != nil || otherErr != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is out of date: %v, %v", name, err, otherErr)
		}
	}
}

// scored are games whose scores are quick to measure.
var scored = map[string]bool{"klondike": true, "golf": true, "russian-solitaire": true, "yukon": true}

// check solves the first number of a pack that is winnable, and has a grade if there are any.
func (m *making) check(t *testing.T, p *seeds.Pack) {
	table, err := openTable(t.TempDir(), t.TempDir(), goal{game: p.Game, scheme: p.Scheme})
	if err != nil {
		t.Fatal(err)
	}
	_, graded := p.Count()
	for n, letter := range p.Deals(0, "") {
		if letter == seeds.Ungraded && graded > 0 {
			continue
		}
		problem, err := table.problem(n)
		if err != nil {
			t.Fatal(err)
		}
		r, err := m.solve(context.Background(), problem, difficulty.StatesOf(p.Game))
		method := difficulty.MethodOf(p.Game)
		measured := letter != seeds.Ungraded && method == difficulty.LineAndPlayers // along a line found with these states
		if err != nil || r.Verdict == solver.Unwinnable || measured && r.Verdict != solver.Winnable {
			t.Fatalf("%s %s:%d is %q in the pack: %s, %v", p.Game, p.Scheme, n, letter, r.Verdict, err)
		}
		if letter == seeds.Ungraded || !scored[p.Game] {
			return
		}
		score, err := method.MeasureScore(nil, m.solver, problem, r.Solution)
		d := difficulty.Difficulty{Score: score}
		if grade, _ := d.Grade(p.Game); err != nil || grade != letter.Grade() {
			t.Errorf("%s %s:%d is %s in the pack: %s, score %v, %v", p.Game, p.Scheme, n, letter.Grade(), grade, score, err)
		}
		return
	}
	t.Errorf("%s %s: no winnable number", p.Game, p.Scheme)
}

// TestMeasured checks that all components were measured of deals of the packs, that their scores have
// the grades of the packs, and of some deals that they are measured so again.
func TestMeasured(t *testing.T) {
	m := making{solver: portfolio.New(128 << 20), out: io.Discard}
	names, err := filepath.Glob(filepath.Join(winnable, "*"))
	if err != nil || len(names) == 0 {
		t.Fatalf("%d files: %v", len(names), err)
	}
	for _, name := range names {
		game, _, _ := strings.Cut(filepath.Base(name), ".")
		pack, err := seeds.Open(os.DirFS(published), game, deal.Solvitaire)
		if err != nil {
			t.Fatal(err)
		}
		measured, err := seeds.ReadMeasured(os.DirFS(winnable), game)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range measured {
			grade, graded := d.Grade(game)
			if at := d.Number - pack.First; !graded || at >= uint64(len(pack.Letters)) || pack.Letters[at].Grade() != grade {
				t.Errorf("%s %d: %s, score %v, is another deal in the pack", game, d.Number, grade, d.Score)
			}
		}
		if scored[game] {
			m.again(t, game, measured[len(measured)/2])
		}
	}
}

// again solves and measures a deal again.
func (m *making) again(t *testing.T, game string, d seeds.Measured) {
	t.Helper()
	p := enginetest.Numbered(t, game, fmt.Sprint("solvitaire:", d.Number))
	r, err := m.solve(t.Context(), p, difficulty.StatesOf(game))
	if err != nil || r.Verdict != solver.Winnable {
		t.Fatalf("%s %d: %s, %v", game, d.Number, r.Verdict, err)
	}
	if got, err := difficulty.MethodOf(game).Measure(solver.NewClock(t.Context()), m.solver, p, r.Solution); err != nil || !reflect.DeepEqual(got, d.Difficulty) {
		t.Errorf("%s %d: %+v, again %+v, %v", game, d.Number, d.Difficulty, got, err)
	}
}

// TestTable checks that what is known of the deals of the packs fits them.
func TestTable(t *testing.T) {
	names, err := filepath.Glob("../../data/seeds/*.csv.gz")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		lines, err := rows.Table(os.DirFS(filepath.Dir(name)), filepath.Base(name), Columns...)
		if err != nil {
			t.Error(err)
		}
		for _, line := range lines {
			if line[3] == "" || line[2] != "" && line[1] != string(solver.Winnable) {
				t.Errorf("%s: %v", name, line)
			}
		}
	}
}
