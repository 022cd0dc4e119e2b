package deals

import (
	"compress/gzip"
	"encoding/csv"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/deal"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/rules"
)

var update = flag.Bool("update", false, "choose new starter deals from docs/data/difficulty")

// startersOfAGrade is the number of a game's starter deals of each grade.
const startersOfAGrade = 30

// chooseStarters writes the first deals of each grade in the tables of difficulties.
func chooseStarters(t *testing.T) string {
	t.Helper()
	names, err := filepath.Glob("../../docs/data/difficulty/*.csv.gz")
	if err != nil || len(names) == 0 {
		t.Fatalf("no tables: %v", err)
	}
	var chosen strings.Builder
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
		byGrade := map[difficulty.Grade][]string{}
		for _, fields := range table[1:] {
			row := map[string]string{}
			for i, field := range fields {
				row[table[0][i]] = field
			}
			if row["verdict"] != string(solver.Winnable) {
				continue
			}
			d, err := difficulty.FromRow(row)
			if err != nil {
				t.Fatalf("%s: %s", name, err)
			}
			if grade, graded := d.Grade(row["game"]); graded {
				byGrade[grade] = append(byGrade[grade], row["game"]+","+row["seed"])
			}
		}
		for n := range startersOfAGrade {
			for _, grade := range difficulty.Grades {
				if n < len(byGrade[grade]) {
					fmt.Fprintln(&chosen, byGrade[grade][n])
				}
			}
		}
	}
	return chosen.String()
}

// TestStarters checks that exactly the games with grades of difficulty have starter deals, none
// twice.
func TestStarters(t *testing.T) {
	if *update {
		if err := os.WriteFile("starter.csv", []byte(chooseStarters(t)), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	for game := range starters() {
		if !difficulty.Graded(game) {
			t.Errorf("%s has starter deals, but no grades", game)
		}
	}
	for _, g := range rules.Games() {
		if !difficulty.Graded(g.Name) {
			continue
		}
		seeds := Starter(g.Name)
		if len(seeds) < 2*len(difficulty.Grades) {
			t.Errorf("%s has %d starter deals", g.Name, len(seeds))
		}
		for i, seed := range seeds {
			if slices.Contains(seeds[:i], seed) {
				t.Errorf("%s has %s twice", g.Name, seed)
			}
			if _, err := seed.Deal(&g.Rules); err != nil {
				t.Errorf("%s: %s", g.Name, err)
			}
			if seed.Scheme == deal.Solvitaire && seed.Number >= firstSeed {
				t.Errorf("%s has %s, which is tried anyway", g.Name, seed)
			}
		}
	}
}
