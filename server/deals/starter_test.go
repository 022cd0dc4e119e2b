package deals

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/enginetest"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
	"github.com/thoughtful-solitaire/thoughtful/solver/game"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

var update = flag.Bool("update", false, "choose new starter deals from docs/research/data/difficulty")

// startersOfAGrade is the number of a game's starter deals of each grade.
const startersOfAGrade = 4

// chooseStarters writes the first deals of each grade in the tables of difficulties, solved and measured
// anew.
func chooseStarters(t *testing.T) []byte {
	t.Helper()
	engine := portfolio.New(Memory)
	names, err := filepath.Glob("../../docs/research/data/difficulty/*.csv.gz")
	if err != nil || len(names) == 0 {
		t.Fatalf("no tables: %v", err)
	}
	var chosen bytes.Buffer
	packed := gzip.NewWriter(&chosen)
	for _, name := range names {
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		unpacked, err := gzip.NewReader(file)
		if err != nil {
			t.Fatal(err)
		}
		table, err := csv.NewReader(unpacked).ReadAll()
		if err != nil {
			t.Fatalf("%s: %s", name, err)
		}
		file.Close()
		byGrade, total := map[difficulty.Grade][]StarterDeal{}, 0
		for _, fields := range table[1:] {
			row := map[string]string{}
			for i, field := range fields {
				row[table[0][i]] = field
			}
			if row["verdict"] != string(solver.Winnable) || !difficulty.Graded(row["game"]) {
				continue
			}
			s, won := startWith(t, engine, row["game"], row["seed"])
			if grade := difficulty.Grade(s.Grade); won && len(byGrade[grade]) < startersOfAGrade {
				byGrade[grade] = append(byGrade[grade], s)
				total++
			}
			if total == startersOfAGrade*len(difficulty.Grades) {
				break
			}
		}
		for n := range startersOfAGrade {
			for _, grade := range difficulty.Grades {
				if n < len(byGrade[grade]) {
					line, err := json.Marshal(byGrade[grade][n])
					if err != nil {
						t.Fatal(err)
					}
					packed.Write(append(line, '\n'))
				}
			}
		}
	}
	if err := packed.Close(); err != nil {
		t.Fatal(err)
	}
	return chosen.Bytes()
}

// startWith solves a deal, measures its difficulty and has it as the pool would; false if it is not
// won, or can't be written.
func startWith(t *testing.T, e *portfolio.Portfolio, name, seed string) (StarterDeal, bool) {
	t.Helper()
	p := enginetest.Numbered(t, name, seed)
	r := e.Solve(nil, p, solver.Budget{States: difficulty.StatesOf(name)})
	if r.Verdict != solver.Winnable {
		return StarterDeal{}, false
	}
	moves, err := choices(p, r.Solution)
	if err != nil {
		t.Logf("%s %s: %s", name, seed, err)
		return StarterDeal{}, false
	}
	return graded(t, e, name, p, StarterDeal{Game: name, Seed: seed, Choices: moves}, r.Solution), true
}

// graded measures a deal along a line.
func graded(t *testing.T, e *portfolio.Portfolio, name string, p *solver.Problem, s StarterDeal, line []game.Move) StarterDeal {
	t.Helper()
	d, err := difficulty.MethodOf(name).Measure(nil, e, p, line)
	if err != nil {
		t.Fatalf("%s %s: %s", name, s.Seed, err)
	}
	grade, known := d.Grade(name)
	if !known {
		t.Fatalf("%s has no grades", name)
	}
	s.Grade, s.Score = string(grade), d.Score
	if s.Components, err = json.Marshal(&d); err != nil {
		t.Fatal(err)
	}
	return s
}

// choices returns a solution of a problem as places among the legal moves.
func choices(p *solver.Problem, line []game.Move) ([]byte, error) {
	position := p.Position()
	table := game.New(p.Rules(), &position)
	var places []byte
	for _, m := range line {
		at := -1
		for i, legal := range table.Legal() {
			if legal.String() == m.String() {
				at = i
				break
			}
		}
		if at < 0 || at > 255 {
			return nil, fmt.Errorf("%s is not among the first 256 legal moves", m)
		}
		places = append(places, byte(at))
		table.Do(m)
	}
	return places, nil
}

// TestStarters checks that exactly the games with grades of difficulty have starter deals of each
// grade, none twice, and that each is won by its solution. The first of each game is measured again.
func TestStarters(t *testing.T) {
	if *update {
		if err := os.WriteFile("starter.jsonl.gz", chooseStarters(t), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	engine := portfolio.New(Memory)
	for name := range starters() {
		if !difficulty.Graded(name) {
			t.Errorf("%s has starter deals, but no grades", name)
		}
	}
	for _, g := range rules.Games() {
		if !difficulty.Graded(g.Name) {
			continue
		}
		had, of := map[string]bool{}, map[string]int{}
		for n, s := range Starter(g.Name) {
			if had[s.Seed] {
				t.Errorf("%s has %s twice", g.Name, s.Seed)
			}
			had[s.Seed] = true
			of[s.Grade]++
			found, err := s.find(&pooled{g})
			if err != nil {
				t.Errorf("%s %s: %s", g.Name, s.Seed, err)
				continue
			}
			if n == 0 {
				p := enginetest.Numbered(t, g.Name, s.Seed)
				if again := graded(t, engine, g.Name, p, s, found.record.Solution); again.Grade != s.Grade || string(again.Components) != string(s.Components) {
					t.Errorf("%s %s is %s, %s; measured again, %s, %s", g.Name, s.Seed, s.Grade, s.Components, again.Grade, again.Components)
				}
			}
			if seed, err := deal.ParseSeed(s.Seed); err != nil || seed.Scheme == deal.Solvitaire && seed.Number >= firstSeed {
				t.Errorf("%s has %s, which is tried anyway: %v", g.Name, s.Seed, err)
			}
		}
		for _, grade := range difficulty.Grades {
			if of[string(grade)] == 0 {
				t.Errorf("%s has no %s starter deal", g.Name, grade)
			}
		}
	}
}

// hung is a store whose calls to open a pool don't return until it is released, whatever their
// context says.
type hung struct {
	*memory
	opening chan struct{}
	release chan struct{}
}

func (h *hung) OpenPool(ctx context.Context, game, mark string) error {
	h.opening <- struct{}{}
	<-h.release
	return h.memory.OpenPool(ctx, game, mark)
}

// TestStockInTime asks for deals while the store hangs and starter deals are being added. The
// request ends with an error when its time is over.
func TestStockInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSetting(t)
		h := &hung{s.store, make(chan struct{}, 1), make(chan struct{})}
		s.Store, s.Starter, s.Games = h, Starter, []string{"free-cell"}
		d := assemble(s.Options)
		var first error
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			first = d.stock(t.Context(), &d.games[0])
		}()
		<-h.opening
		asked := time.Now()
		if _, err := d.Winnable(t.Context(), "free-cell", "", 1, ""); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v", err)
		}
		if took := time.Since(asked); took != storeTime {
			t.Errorf("took %s, want %s", took, storeTime)
		}
		close(h.release)
		<-ended
		if deals, err := d.Winnable(t.Context(), "free-cell", "", 1, ""); first != nil || err != nil || len(deals) != 1 {
			t.Errorf("afterwards: %v, %v, %d deals", first, err, len(deals))
		}
	})
}
