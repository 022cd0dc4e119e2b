package service

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/thoughtful-solitaire/thoughtful/api"
	"github.com/thoughtful-solitaire/thoughtful/api/request"
	"github.com/thoughtful-solitaire/thoughtful/solver"
	"github.com/thoughtful-solitaire/thoughtful/solver/difficulty"
	"github.com/thoughtful-solitaire/thoughtful/solver/engine/portfolio"
)

// TestComponentsAreDescribed checks that API and package difficulty have the same components and
// grades.
func TestComponentsAreDescribed(t *testing.T) {
	engine := portfolio.New(1 << 25)
	for _, name := range []string{"klondike", "free-cell"} {
		p, err := solver.Numbered(name, "solvitaire:2")
		if err != nil {
			t.Fatal(err)
		}
		line := engine.Solve(nil, p, solver.Budget{}).Solution
		measured, err := measure(nil, engine, name, p, line)
		if err != nil {
			t.Fatal(err)
		}
		decoder := json.NewDecoder(strings.NewReader(measured.Components))
		decoder.DisallowUnknownFields()
		var described struct {
			api.DifficultyComponents
			Measure difficulty.Method
			Score   float64
			Length  int
			Redeals int
		}
		if err := decoder.Decode(&described); err != nil || described.Score != measured.Score {
			t.Errorf("%v in %s", err, measured.Components)
		}
	}
	for i, grade := range difficulty.Grades {
		if request.Difficulties[i] != string(grade) {
			t.Errorf("grade %s in package api, %s in package difficulty", request.Difficulties[i], grade)
		}
	}
	if len(request.Difficulties) != len(difficulty.Grades) {
		t.Errorf("%d grades", len(difficulty.Grades))
	}
	p, err := solver.Numbered("klondike", "solvitaire:2")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := measure(nil, engine, "accordion", p, nil); err == nil {
		t.Error("no error for a game without grades")
	}
}
