package difficulty

import (
	_ "embed"
	"encoding/json"
	"math"
)

// score sums the components up: half the bits of luck that the line takes, and the
// bits of luck that a careless player needs.
func (d *Difficulty) score() float64 {
	careless := (float64(d.Careless.Wins) + 0.5) / (float64(d.Careless.Plays) + 1)
	return d.Bits/2 - math.Log2(careless)
}

// Grade is a quarter of the winnable deals of a game.
type Grade string

// The grades, from the quarter with the lowest scores to that with the highest.
const (
	Easy   Grade = "easy"
	Medium Grade = "medium"
	Hard   Grade = "hard"
	Expert Grade = "expert"
)

// Grades are all of them, the easiest first.
var Grades = []Grade{Easy, Medium, Hard, Expert}

//go:embed grades.json
var gradesDocument []byte

// quartiles are where the grades of a game part.
type quartiles struct {
	Deals  int        `json:"deals"`  // winnable ones that were measured
	Scores [3]float64 `json:"scores"` // the least score of medium, hard, expert
}

var measured = func() map[string]quartiles {
	games := map[string]quartiles{}
	if err := json.Unmarshal(gradesDocument, &games); err != nil {
		panic(err) // the document is part of the program
	}
	return games
}()

// Graded tells whether grades are known for a game of the catalogue: whether enough of
// its deals have been measured.
func Graded(game string) bool {
	_, known := measured[game]
	return known
}

// Grade is the deal's grade among those of a game, by its name in the catalogue. It fails
// where the game has none.
func (d *Difficulty) Grade(game string) (Grade, bool) {
	q, known := measured[game]
	if !known {
		return "", false
	}
	n := 0
	for n < len(q.Scores) && d.Score >= q.Scores[n] {
		n++
	}
	return Grades[n], true
}
